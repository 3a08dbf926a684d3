import type { SignableCommit } from "../../../service-api/commit.ts";
import { readAddress, readBytes, readChainRef } from "../../format/numeral.ts";
import { type Message, message } from "../../localized-text.ts";
import { batchChecks, expiryCheck, memberChecks } from "../batch.ts";
import { type Check, failed, type MatchResult, noted, passed, verdictOf } from "../check.ts";
import type { FrozenCommit } from "../frozen.ts";
import { memberOf } from "../member.ts";
import { isHashSized, personalBytes, personalHash } from "../message/bytes.ts";
import { checkHashSignature } from "../message/signature.ts";
import { simulationChecks } from "../simulation.ts";

/**
 * The app receives a user operation only as a hash, so its content can't be compared with the review. It is
 * signed blind, and only if the user allows blind signatures and confirms this signature.
 */

export type UserOperationPayload = Extract<SignableCommit, { kind: "user_operation" }>;

function accountChecks(frozen: FrozenCommit, payload: UserOperationPayload): Check[] {
	const signers = { reviewed: frozen.signer, payload: payload.signer };
	const chains = { reviewed: frozen.chain_ref, payload: String(payload.chain_id) };
	const own = readAddress(payload.signer);
	return [
		frozen.chain_family === "evm"
			? passed("chain_family", message("match.chain-family.user-operation"), { reviewed: "evm" })
			: failed("chain_family", message("match.chain-family.user-operation-other"), {
					reviewed: frozen.chain_family,
				}),
		own !== null && own === readAddress(frozen.signer)
			? passed("signer", message("match.signer.payload-and-commit-same"), signers)
			: failed("signer", message("match.signer.payload-and-commit-differ"), signers),
		payload.chain_id === readChainRef(frozen.chain_ref)
			? passed("chain_id", message("match.chain.payload-and-commit-same"), chains)
			: failed("chain_id", message("match.chain.payload-and-commit-differ"), chains),
	];
}

function requestChecks(payload: UserOperationPayload): Check[] {
	const [request, ...others] = payload.requests;
	if (request === undefined || others.length > 0)
		return [
			failed("requests", message("match.user-operation.several-requests"), {
				payload: String(payload.requests.length),
			}),
		];
	const values = { reviewed: request.message, payload: request.raw_payload };
	const same = request.message === request.raw_payload;
	const isHash = readBytes(request.message) !== null && isHashSized(personalBytes(request.message));
	return [
		passed("requests", message("match.user-operation.one-request"), { payload: "1" }),
		same
			? passed("requests[0].message", message("match.user-operation.message-same"), values)
			: failed("requests[0].message", message("match.user-operation.message-differs"), values),
		isHash
			? passed("requests[0].raw_payload", message("match.user-operation.hash-form"))
			: failed("requests[0].raw_payload", message("match.user-operation.no-hash-form"), values),
	];
}

function blindCheck(frozen: FrozenCommit): Check {
	return frozen.blind === true
		? noted("blind", message("match.blind.user-operation"))
		: failed("blind", message("match.blind.user-operation-off"));
}

export function userOperationChecks(frozen: FrozenCommit): Check[] {
	const { payload } = frozen;
	if (payload.kind !== "user_operation")
		return [
			failed("payload.kind", message("match.payload-kind.not-user-operation"), { payload: payload.kind }),
		];
	return [...accountChecks(frozen, payload), ...requestChecks(payload), blindCheck(frozen)];
}

function reviewChecks(frozen: FrozenCommit): Check[] {
	if (frozen.request.type === "sign" && frozen.legs.length === 0 && frozen.batch === null) return [];
	const membership = memberOf(frozen);
	const checks = membership.ok
		? batchChecks(frozen, membership.member)
		: [failed(membership.field, membership.text)];
	return [...checks, ...simulationChecks(frozen)];
}

export function matchUserOperation(frozen: FrozenCommit): MatchResult {
	return verdictOf([
		...memberChecks(frozen),
		...userOperationChecks(frozen),
		...reviewChecks(frozen),
		expiryCheck(frozen),
	]);
}

export type UserOperationSignatures =
	| {
			readonly ok: true;
			readonly signatures: readonly string[];
	  }
	| { readonly ok: false; readonly field: string; readonly text: Message };

export async function checkUserOperationSignatures(
	payload: UserOperationPayload,
	signatures: readonly string[],
): Promise<UserOperationSignatures> {
	if (signatures.length !== payload.requests.length)
		return { ok: false, field: "signatures", text: message("match.user-operation.signature-count") };
	const checked = await Promise.all(
		payload.requests.map(({ message }, at) =>
			checkHashSignature(personalHash(message), signatures[at] ?? "", payload.signer),
		),
	);
	const found: string[] = [];
	for (const [at, check] of checked.entries()) {
		if (!check.ok) return { ok: false, field: `signatures[${at}]`, text: check.text };
		found.push(check.signature);
	}
	return { ok: true, signatures: found };
}
