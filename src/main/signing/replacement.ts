import type { EvmTransactionPayload } from "../../contract/commit.ts";
import { canonicalJson } from "../match/fingerprint.ts";
import { deepFreeze } from "../match/freeze.ts";
import { type FrozenReplacement, frozenReplacement, intentsOf, type Owner } from "../match/frozen.ts";
import { leastReplacementFee, matchReplacement } from "../match/replacement.ts";
import type { JournalRow, JournalState } from "../storage/journal-types.ts";
import { frozenOfRow } from "./kin.ts";

/** Another transaction in the place of one of ours that is stuck: the same call at a higher fee, or nothing at all. */

export type ReplacementPurpose = FrozenReplacement["purpose"];

const ON_ITS_WAY: ReadonlySet<JournalState> = new Set(["sending", "submitted", "reporting", "reported"]);

/** Not ours to send (yet): held for good, or with a service that may never answer and would hold the nonce for ever. */
const CANCEL_ONLY: ReadonlySet<JournalState> = new Set(["held", "handing_in", "handed_in"]);

/** What a plain transfer without data costs on EVM (Yellow Paper, G_transaction): a cancel does nothing else. */
const CANCEL_GAS = 21_000;

/**
 * What may be done about a transaction: only the first one of a nonce, sent by ourselves, and not mined.
 * What is held, or waits for the service, is not sent again by a wish of ours: it can only be cancelled.
 */
export function replaceable(row: JournalRow): readonly ReplacementPurpose[] {
	const ours =
		row.kind === "leg" ||
		row.kind === "revocation" ||
		(row.kind === "commit" && row.broadcaster === "wallet");
	if (!ours || !row.live || row.nonce === null || row.signedBytes === null || row.transactionId === null)
		return [];
	if (CANCEL_ONLY.has(row.state)) return ["cancel"];
	return ON_ITS_WAY.has(row.state) ? ["speed_up", "cancel"] : [];
}

/** Current fees of the chain, in wei per gas. */
export interface ReplacementFees {
	readonly baseFee: bigint;
	readonly tip: bigint;
}

function payloadOf(row: JournalRow): EvmTransactionPayload {
	const payload = intentsOf(frozenOfRow(row))[row.place];
	if (payload?.kind !== "evm_transaction") throw new Error("a row with a nonce without an EVM transaction");
	return payload;
}

const feesOf = ({ transaction: tx }: EvmTransactionPayload) => ({
	most: BigInt(tx.max_fee_per_gas),
	tip: BigInt(tx.max_priority_fee_per_gas),
});

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** The signed transaction of this nonce with the highest fees: nodes compare with that one. */
function highest(root: JournalRow, earlier: readonly JournalRow[]): FrozenReplacement["replaces"] {
	let best: FrozenReplacement["replaces"] | null = null;
	for (const row of [root, ...earlier]) {
		if (row.transactionId === null) continue;
		const payload = payloadOf(row);
		if (best === null || feesOf(payload).most > feesOf(best.payload).most)
			best = { transaction_id: row.transactionId, payload };
	}
	if (best === null) throw new Error("nothing was signed that could be replaced");
	return best;
}

/** Another replacement that is approved and may yet be signed: its fees are to be beaten only once it is. */
function isUnderWay(row: JournalRow): boolean {
	return row.state === "approved" || row.state === "signing";
}

/**
 * Makes what a person approves to replace `root`.
 * @param earlier the replacements of `root` so far
 * @param id our own name of this replacement
 */
export function freezeReplacement(
	root: JournalRow,
	earlier: readonly JournalRow[],
	purpose: ReplacementPurpose,
	fees: ReplacementFees,
	owner: Owner,
	id: string,
): FrozenReplacement | { readonly refused: string } {
	if (!replaceable(root).includes(purpose))
		return { refused: "This transaction can't be replaced any more. Nothing was signed." };
	if (earlier.some(isUnderWay))
		return { refused: "Another replacement is being signed. Nothing more was signed: wait for that one." };
	const replaces = highest(root, earlier);
	const signed = [root, ...earlier]
		.filter((row) => row.transactionId !== null)
		.map(payloadOf)
		.map(feesOf);
	const tip = signed.reduce((most, each) => larger(most, leastReplacementFee(each.tip)), fees.tip);
	const most = signed.reduce(
		(so_far, each) => larger(so_far, leastReplacementFee(each.most)),
		2n * fees.baseFee + tip,
	);
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
		return {
			refused: "The replacement does not match what it would replace. Nothing was signed.",
		};
	return deepFreeze(frozen);
}

/** Why this is not, by now, a replacement of that row; null where it is. The door asks it again. */
export function replacementFault(
	root: JournalRow | null,
	earlier: readonly JournalRow[],
	frozen: FrozenReplacement,
): string | null {
	if (root === null || !replaceable(root).includes(frozen.purpose))
		return "The transaction that it would replace can't be replaced any more.";
	if (earlier.some(isUnderWay)) return "Another replacement is being signed.";
	return canonicalJson(highest(root, earlier)) === canonicalJson(frozen.replaces)
		? null
		: "Another transaction of this nonce was signed meanwhile, so its fees must be beaten as well.";
}
