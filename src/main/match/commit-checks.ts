import { unknownMembers } from "../../contract/open.ts";
import { type Check, failed, passed } from "./check.ts";
import { type FrozenCommit, frozenCommit } from "./frozen.ts";
import { expirySecondsOf } from "./member.ts";

/** What is checked of every commit, whatever its payload. */

export function memberChecks(frozen: FrozenCommit): Check[] {
	const unknown = unknownMembers(frozenCommit, frozen);
	if (unknown.length === 0)
		return [
			passed("members", "Every member of the review and the payload is known."),
			...routeChecks(frozen),
		];
	return [
		...unknown.map((path) =>
			failed(path, `“${path}” is unknown to this version: this needs a newer Countersign.`),
		),
		...routeChecks(frozen),
	];
}

/** A wallet attempt is for an EVM transaction that the wallet sends itself, under a digest (learnt.md 7.2). */
function routeChecks({ route, payload, broadcaster, review_digest: digest }: FrozenCommit): Check[] {
	if (route === "sign_and_broadcast") return [];
	const values = { reviewed: broadcaster, payload: route };
	const fits = payload.kind === "evm_transaction" && broadcaster === "wallet" && digest !== "";
	return [
		fits
			? passed("route", "Your wallet sends it itself, once the service has given it to this wallet.", values)
			: failed("route", "This can't be given to a wallet to send.", values),
	];
}

export function expiryCheck(frozen: FrozenCommit): Check {
	const stated = expirySecondsOf(frozen);
	const values = {
		reviewed: stated === null ? "none" : String(stated),
		payload: frozen.expires_at === null ? "none" : String(frozen.expires_at),
	};
	return stated === frozen.expires_at
		? passed("expires_at", "The approval ends when the review does.", values)
		: failed("expires_at", "The approval does not end when the review does.", values);
}
