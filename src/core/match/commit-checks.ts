import { refusedMembers } from "../../service-api/open.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, passed, refusing } from "./check.ts";
import { type FrozenCommit, frozenCommit } from "./frozen.ts";
import { expirySecondsOf } from "./member.ts";

export function memberChecks(frozen: FrozenCommit): Check[] {
	const refused = refusedMembers(frozenCommit, frozen);
	if (refused.length === 0)
		return [passed("members", message("match.members.of-review")), ...routeChecks(frozen)];
	return [...refused.map((each) => refusing(each)), ...routeChecks(frozen)];
}

function routeChecks({ route, payload, broadcaster, review_digest: digest }: FrozenCommit): Check[] {
	if (route === "sign_and_broadcast") return [];
	const values = { reviewed: broadcaster, payload: route };
	const fits = payload.kind === "evm_transaction" && broadcaster === "wallet" && digest !== "";
	return [
		fits
			? passed("route", message("match.route.wallet-sends"), values)
			: failed("route", message("match.route.not-for-wallet"), values),
	];
}

export function expiryCheck(frozen: FrozenCommit): Check {
	const stated = expirySecondsOf(frozen);
	const values = {
		reviewed: stated === null ? "none" : String(stated),
		payload: frozen.expires_at === null ? "none" : String(frozen.expires_at),
	};
	return stated === frozen.expires_at
		? passed("expires_at", message("match.expiry.same"), values)
		: failed("expires_at", message("match.expiry.differs"), values);
}
