import { gweiOf } from "../../../core/format/decimal-units.ts";
import type { JournalRow, JournalState } from "../../../core/journal/types.ts";
import { type Message, message, sentences } from "../../../core/localized-text.ts";
import { canonicalJson } from "../../../core/match/fingerprint.ts";
import { deepFreeze } from "../../../core/match/freeze.ts";
import {
	type FrozenReplacement,
	frozenReplacement,
	intentsOf,
	type RequestOwner,
} from "../../../core/match/frozen.ts";
import { leastReplacementFee, matchReplacement } from "../../../core/match/replacement.ts";
import type { FeeChoice } from "../../../core/review/approval-request.ts";
import { notSigned } from "../../../core/unsigned.ts";
import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import type { EvmFees } from "../../chains/evm/chain.ts";
import { frozenOfRow } from "../../storage/same-nonce.ts";
import { feeCapsOf, NORMAL } from "./evm-fees.ts";

/** Replaces a stuck transaction with the same call at a higher fee, or with an empty transaction. */

export type ReplacementPurpose = FrozenReplacement["purpose"];

/**
 * `any`: the transaction is pending. `cancel`: this wallet must not broadcast the transaction, because it is
 * held or was submitted to the service. Without a cancellation, it would block its nonce forever.
 */
const REPLACEABLE: Readonly<Record<JournalState, "any" | "cancel" | "nothing">> = {
	approved: "nothing",
	claiming: "nothing",
	claimed: "nothing",
	declining: "nothing",
	signing: "nothing",
	signed: "cancel",
	handing_in: "cancel",
	handed_in: "cancel",
	sending: "any",
	submitted: "any",
	reporting: "any",
	reported: "any",
	held: "cancel",
	settled: "nothing",
	refused: "nothing",
};

const CANCEL_GAS = 21_000;

/**
 * Only the first transaction with a nonce can be replaced, and only until it is mined. A transaction that the
 * wallet must not broadcast can only be cancelled, which frees its nonce.
 */
export function replaceable(row: JournalRow): readonly ReplacementPurpose[] {
	const ours =
		row.kind === "leg" || row.kind === "revocation" || row.kind === "transfer" || row.kind === "commit";
	if (!ours || !row.live || row.nonce === null || row.signature === null || row.transactionId === null)
		return [];
	// A transaction that was just signed is still being processed.
	if (row.state === "signed" && row.text === null) return [];
	const replaceableBy = REPLACEABLE[row.state];
	if (replaceableBy === "nothing") return [];
	return replaceableBy === "any" && row.broadcaster === "wallet" ? ["speed_up", "cancel"] : ["cancel"];
}

function payloadOf(row: JournalRow): EvmTransactionPayload {
	const payload = intentsOf(frozenOfRow(row))[row.place];
	if (payload?.kind !== "evm_transaction") throw new Error("the row has a nonce but no EVM transaction");
	return payload;
}

const feesOf = ({ transaction: tx }: EvmTransactionPayload) => ({
	most: BigInt(tx.max_fee_per_gas),
	tip: BigInt(tx.max_priority_fee_per_gas),
});

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** Nodes compare a replacement with the pending transaction that has the highest fee. */
function highest(root: JournalRow, earlier: readonly JournalRow[]): FrozenReplacement["replaces"] {
	let best: FrozenReplacement["replaces"] | null = null;
	for (const row of [root, ...earlier]) {
		if (row.transactionId === null) continue;
		const payload = payloadOf(row);
		if (best === null || feesOf(payload).most > feesOf(best.payload).most)
			best = { transaction_id: row.transactionId, payload };
	}
	if (best === null) throw new Error("no signed transaction to replace");
	return best;
}

function isUnderWay(row: JournalRow): boolean {
	return row.state === "approved" || row.state === "signing";
}

export function freezeReplacement(
	root: JournalRow,
	earlier: readonly JournalRow[],
	purpose: ReplacementPurpose,
	fees: EvmFees,
	owner: RequestOwner,
	id: string,
	fee: FeeChoice = NORMAL,
): FrozenReplacement | { readonly refused: Message } {
	if (!replaceable(root).includes(purpose))
		return { refused: notSigned(message("signing.replacement.not-possible")) };
	if (earlier.some(isUnderWay))
		return {
			refused: sentences(
				message("signing.replacement.under-way"),
				message("signing.replacement.wait-for-it"),
			),
		};
	const replaces = highest(root, earlier);
	const signed = [root, ...earlier]
		.filter((row) => row.transactionId !== null)
		.map(payloadOf)
		.map(feesOf);
	const least = signed.reduce(
		(all, each) => ({
			most: larger(all.most, leastReplacementFee(each.most)),
			tip: larger(all.tip, leastReplacementFee(each.tip)),
		}),
		{ most: 0n, tip: 0n },
	);
	const caps = feeCapsOf(fees, fee);
	if (fee.speed === "own" && (caps.most < least.most || caps.tip < least.tip))
		return {
			refused: message("app.fee.replacement-least", { most: gweiOf(least.most), tip: gweiOf(least.tip) }),
		};
	const tip = larger(caps.tip, least.tip);
	// If the tip is raised, the maximum price rises by the same amount, so the tip stays below it.
	const most = larger(caps.most + tip - caps.tip, least.most);
	const first = payloadOf(root);
	const call =
		purpose === "cancel"
			? { to: first.signer, value: "0", data: "0x", gas_limit: CANCEL_GAS }
			: {
					to: first.transaction.to,
					value: first.transaction.value,
					data: first.transaction.data,
					gas_limit: first.transaction.gas_limit,
				};
	const frozen: FrozenReplacement = frozenReplacement.parse({
		kind: "replacement",
		environment: owner.environment,
		identity: owner.identity,
		session_id: root.sessionId,
		replacement_id: id,
		purpose,
		signer: first.signer,
		chain_family: "evm",
		chain_ref: root.chainRef,
		expires_at: null,
		replaces,
		payload: {
			...first,
			transaction: {
				...call,
				max_fee_per_gas: most.toString(),
				max_priority_fee_per_gas: tip.toString(),
			},
		},
	});
	if (matchReplacement(frozen).verdict !== "matched")
		return { refused: notSigned(message("signing.replacement.not-matched")) };
	return deepFreeze(frozen);
}

/**
 * Returns the minimum cost in wei under the nodes' replacement rules. The chain's current fees may require
 * more.
 */
export function leastReplacementCost(
	root: JournalRow,
	earlier: readonly JournalRow[],
	purpose: ReplacementPurpose,
): bigint {
	const gas = purpose === "cancel" ? CANCEL_GAS : payloadOf(root).transaction.gas_limit;
	return BigInt(gas) * leastReplacementFee(feesOf(highest(root, earlier).payload).most);
}

/** Returns why the replacement is no longer valid. `null` if it is. Checked again before signing. */
export function replacementFault(
	root: JournalRow | null,
	earlier: readonly JournalRow[],
	frozen: FrozenReplacement,
): Message | null {
	if (root === null || !replaceable(root).includes(frozen.purpose))
		return message("signing.replacement.gone");
	if (earlier.some(isUnderWay)) return message("signing.replacement.under-way");
	return canonicalJson(highest(root, earlier)) === canonicalJson(frozen.replaces)
		? null
		: message("signing.replacement.other-signed");
}
