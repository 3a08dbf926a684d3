import { nativeOf } from "../chains/names.ts";
import type { Allow } from "./allows.ts";
import type { Change } from "./changes.ts";
import type { Review } from "./compose.ts";
import { type Subject, unitOf } from "./subject.ts";

/** What was foretold when a review was approved, kept so that the receipt can be held against it. */

export interface PredictedChange {
	readonly kind: "transfer" | "approval";
	readonly direction: "in" | "out";
	readonly account: string;
	/** `native`, or a token's address in lower case. */
	readonly asset: string;
	/** Base units as digits; null for what has no amount. */
	readonly amount: string | null;
	readonly symbol: string;
	readonly decimals: number | null;
}

export interface Prediction {
	readonly nativeSymbol: string;
	/** gas limit × max fee, in wei. */
	readonly mostFee: string;
	/** Sent along with the call, in wei. */
	readonly value: string;
	readonly moves: readonly PredictedChange[];
}

function transferOf(row: Change): PredictedChange[] {
	if (!row.mine || row.direction === "unknown" || row.amount.kind !== "amount") return [];
	const { raw, symbol, decimals } = row.amount.amount;
	return [
		{
			kind: "transfer",
			direction: row.direction,
			account: row.account.toLowerCase(),
			asset: row.asset.toLowerCase(),
			amount: row.tokenId === null ? raw.toString() : null,
			symbol,
			decimals,
		},
	];
}

function approvalOf(subject: Subject, allow: Allow): PredictedChange {
	const { meaning } = subject.decoded;
	const decoded = allow.source === "decoded" && meaning.kind === "approve" ? meaning.amountOrId : null;
	const raw = allow.kind === "allowance" ? (decoded ?? allow.amount?.raw ?? null) : null;
	const { symbol, decimals } = unitOf(subject.facts, allow.token);
	return {
		kind: "approval",
		direction: "out",
		account: subject.frozen.signer.toLowerCase(),
		asset: allow.token.toLowerCase(),
		amount: raw?.toString() ?? null,
		symbol,
		decimals,
	};
}

/** The person's own movements and what they allow; null where nothing could be decoded. */
export function predictionOf(review: Review): Prediction | null {
	const { insight } = review;
	if (insight === null || insight.costs.most === null) return null;
	const { subject, changes, allows } = insight;
	return {
		nativeSymbol: nativeOf(subject.frozen.chain_ref).symbol,
		mostFee: insight.costs.most.raw.toString(),
		value: subject.decoded.value.toString(),
		moves: [...changes.rows.flatMap(transferOf), ...allows.map((allow) => approvalOf(subject, allow))],
	};
}
