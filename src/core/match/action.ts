import type { ExecuteEvmRequest, ExecuteSvmRequest, SignRequest } from "../../service-api/action.ts";
import { refusedMembers } from "../../service-api/open.ts";
import { NOT_DECLARED, type PipelineSimulation } from "../../service-api/simulation.ts";
import { message } from "../localized-text.ts";
import {
	type Check,
	failed,
	type MatchResult,
	passed,
	refusing,
	unproven,
	unreadableBytes,
	verdictOf,
} from "./check.ts";
import { evmItemChecks } from "./evm/fields.ts";
import { canonicalJson } from "./fingerprint.ts";
import { intentIndexOf, requestEnd } from "./freeze-action.ts";
import { type FrozenActionLike, frozenAction, frozenProposal, type Intent } from "./frozen.ts";
import { approvedRequest, loweredChecks } from "./lowered.ts";
import { messageChecks } from "./message/checks.ts";
import { simulationChainCheck, simulationStateChecks } from "./simulation.ts";
import { svmLegChecks } from "./svm/commit.ts";
import { resolveSvm } from "./svm/resolve.ts";
import { isDurableNonce, readSvmTransaction, SvmBytesError, type SvmTransaction } from "./svm/transaction.ts";

type SvmIntent = Extract<Intent, { kind: "svm_transaction" }>;

function signerChecks(request: SignRequest, intent: SvmIntent, tx: SvmTransaction): Check[] {
	const required = tx.staticKeys.slice(0, tx.header.requiredSignatures);
	const values = { reviewed: request.signer, payload: intent.signer };
	const named =
		request.signer === intent.signer
			? passed("signer", message("match.sign-request.signer-same"), values)
			: failed("signer", message("match.sign-request.signer-differs"), values);
	const asked = required.includes(intent.signer)
		? passed("signers", message("match.sign-request.signature-asked"), { payload: required.join(", ") })
		: failed("signers", message("match.sign-request.signature-not-asked"), {
				payload: required.join(", "),
			});
	return [named, asked];
}

function familyCheck(request: SignRequest): Check {
	return request.chainFamily === "svm"
		? passed("chain_family", message("match.chain-family.svm"), { reviewed: "svm" })
		: failed("chain_family", message("match.chain-family.request-other"), { reviewed: request.chainFamily });
}

function clusterCheck(request: SignRequest): Check {
	return typeof request.cluster === "string" && request.cluster !== ""
		? passed("cluster", message("match.cluster.named"), { reviewed: request.cluster })
		: failed("cluster", message("match.cluster.not-named"));
}

function svmSignChecks(request: SignRequest, intent: SvmIntent): Check[] {
	const common = [familyCheck(request), clusterCheck(request)];
	try {
		const tx = readSvmTransaction(intent.transaction_base64);
		const resolved = resolveSvm(tx, intent.lookups);
		const tables = resolved.ok
			? passed("lookup_tables", message("match.accounts.known"))
			: unproven("lookup_tables", resolved.text);
		const nonce = isDurableNonce(tx)
			? failed("durable_nonce", message("match.durable-nonce.alive-without-end"))
			: passed("durable_nonce", message("match.blockhash.ends"));
		return [...common, ...signerChecks(request, intent, tx), tables, nonce];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [...common, unreadableBytes(error)];
	}
}

const at = (index: number, count: number, checks: readonly Check[]): Check[] =>
	count === 1
		? [...checks]
		: checks.map((check) => ({
				...check,
				field: `[${index + 1}].${check.field}`,
				text: message("match.step", { step: String(index + 1), check: check.text }),
			}));

function memberChecks(frozen: FrozenActionLike): Check[] {
	const refused = refusedMembers(frozen.kind === "proposal" ? frozenProposal : frozenAction, frozen);
	if (refused.length === 0) return [passed("members", message("match.members.of-request"))];
	return refused.map((each) => refusing(each));
}

function countCheck(frozen: FrozenActionLike, count: number): Check {
	const values = { reviewed: String(count), payload: String(frozen.intents.length) };
	return frozen.intents.length === count
		? passed("count", message("match.count.same"), values)
		: failed("count", message("match.count.differs"), values);
}

function indexCheck(frozen: FrozenActionLike): Check {
	const expected = intentIndexOf(frozen.request);
	const same =
		expected.signer === frozen.signer &&
		expected.chain_family === frozen.chain_family &&
		expected.chain_ref === frozen.chain_ref;
	return same
		? passed("place", message("match.place.same"))
		: failed("place", message("match.place.differs"));
}

function expiryCheck(frozen: FrozenActionLike): Check {
	const stated = requestEnd(frozen.request);
	const within = stated === null || (frozen.expires_at !== null && frozen.expires_at <= stated);
	return within
		? passed("expires_at", message("match.action-expiry.within"))
		: failed("expires_at", message("match.action-expiry.beyond"));
}

const notOfKind = (wanted: string, intent: Intent | undefined): Check[] => [
	failed("payload.kind", message("match.payload-kind.not-requested"), {
		reviewed: wanted,
		payload: intent?.kind ?? "none",
	}),
];

function nonceOrderCheck(frozen: FrozenActionLike): Check {
	const nonces = frozen.intents.flatMap((intent) =>
		intent.kind === "evm_transaction" ? [intent.nonce] : [],
	);
	const [first = 0] = nonces;
	const inOrder = nonces.every((nonce, index) => nonce === first + index);
	return inOrder
		? passed("nonces", message("match.nonces.in-order"), { payload: nonces.join(", ") })
		: failed("nonces", message("match.nonces.out-of-order"), { payload: nonces.join(", ") });
}

/** Checks that a proposal doesn't declare a simulation, because only Countersign simulates proposals. */
function undeclaredCheck(simulation: PipelineSimulation): Check {
	return canonicalJson(simulation) === canonicalJson(NOT_DECLARED)
		? passed("simulation.status", message("match.simulation.not-declared"))
		: failed("simulation.status", message("match.simulation.declared-by-agent"));
}

function simulationOfAction(
	frozen: FrozenActionLike,
	{ simulation }: ExecuteEvmRequest | ExecuteSvmRequest,
): Check[] {
	if (frozen.kind === "proposal") return [undeclaredCheck(simulation)];
	const place = { chain_family: frozen.chain_family, chain_ref: frozen.chain_ref ?? "" };
	return [...simulationStateChecks([simulation]), simulationChainCheck(place, simulation)];
}

function evmChecks(frozen: FrozenActionLike, request: ExecuteEvmRequest): Check[] {
	const count = request.transactions.length;
	const items = request.transactions.flatMap((transaction, index) => {
		const payload = frozen.intents[index];
		if (payload?.kind !== "evm_transaction") return at(index, count, notOfKind("evm_transaction", payload));
		const item = {
			chain_family: frozen.chain_family,
			chain_ref: frozen.chain_ref ?? "",
			signer: frozen.signer,
			// Actions don't have a commit, so the wallet always broadcasts.
			broadcaster: "wallet" as const,
			transaction,
			payload,
		};
		return at(index, count, evmItemChecks(item));
	});
	return [...items, nonceOrderCheck(frozen), ...simulationOfAction(frozen, request)];
}

function svmChecks(frozen: FrozenActionLike, request: ExecuteSvmRequest): Check[] {
	const count = request.transactions.length;
	const items = request.transactions.flatMap((transaction, index) => {
		const payload = frozen.intents[index];
		if (payload?.kind !== "svm_transaction") return at(index, count, notOfKind("svm_transaction", payload));
		const item = {
			signer: frozen.signer,
			chainRef: frozen.chain_ref ?? "",
			broadcaster: "wallet" as const,
			transaction,
			payload,
			lookups: payload.lookups,
		};
		return at(index, count, svmLegChecks(item));
	});
	return [...items, ...simulationOfAction(frozen, request)];
}

function givenCheck(given: SignRequest["payloads"][number], intent: Intent): Check {
	const own =
		intent.kind === "svm_transaction"
			? { kind: intent.kind, transaction_base64: intent.transaction_base64 }
			: intent;
	return canonicalJson(given) === canonicalJson(own)
		? passed("payload", message("match.given.same"))
		: failed("payload", message("match.given.differs"));
}

const MAX_PAYLOADS = 32;

function signChecks(frozen: FrozenActionLike, request: SignRequest): Check[] {
	const count = request.payloads.length;
	if (count > MAX_PAYLOADS)
		return [failed("payloads", message("match.payloads.too-many", { count, most: MAX_PAYLOADS }))];
	return request.payloads.flatMap((given, index) => {
		const intent = frozen.intents[index];
		if (intent === undefined || intent.kind !== given.kind)
			return at(index, count, notOfKind(given.kind, intent));
		const own =
			intent.kind === "svm_transaction"
				? svmSignChecks(request, intent)
				: messageChecks(
						{ request, signer: frozen.signer, chainRef: frozen.chain_ref, allowBlind: frozen.blind === true },
						intent,
						index,
					);
		return at(index, count, [givenCheck(given, intent), ...own]);
	});
}

function requestChecks(frozen: FrozenActionLike): readonly Check[] {
	const request = approvedRequest(frozen);
	switch (request.type) {
		case "execute_evm":
			return [countCheck(frozen, request.transactions.length), ...evmChecks(frozen, request)];
		case "execute_svm":
			return [countCheck(frozen, request.transactions.length), ...svmChecks(frozen, request)];
		case "sign":
			return [countCheck(frozen, request.payloads.length), ...signChecks(frozen, request)];
	}
}

/**
 * Matches an action. Actions have no digest, so each payload is compared in order with the action's own request. The app chooses
 * the nonce, gas, fees and blockhash, which are part of the frozen object.
 */
export function matchAction(frozen: FrozenActionLike): MatchResult {
	return verdictOf([
		...memberChecks(frozen),
		indexCheck(frozen),
		...loweredChecks(frozen),
		...requestChecks(frozen),
		expiryCheck(frozen),
	]);
}
