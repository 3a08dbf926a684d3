import type { SvmBytesError } from "../format/svm-wire.ts";
import type { Message } from "../localized-text.ts";
import { saying } from "../unsigned.ts";
import type { FreezeRefusal } from "./frozen.ts";

type CheckStatus = "passed" | "failed" | "unknown" | "noted";

/** `noted`: there is a difference, but it doesn't block. `unknown`: the field couldn't be checked. */
export interface Check {
	readonly field: string;
	readonly status: CheckStatus;
	readonly reviewed: string | null;
	readonly payload: string | null;
	readonly text: Message;
	readonly saysUnsigned?: boolean;
	readonly isSecondReview?: true;
}

/**
 * A match means that the payload equals the review. It doesn't mean that the payload is safe, because the
 * service wrote both.
 */
export interface MatchResult {
	readonly verdict: "matched" | "refused" | "unproven";
	readonly checks: readonly Check[];
}

export function verdictOf(checks: readonly Check[]): MatchResult {
	if (checks.some((check) => check.status === "failed")) return { verdict: "refused", checks };
	if (checks.length === 0 || checks.some((check) => check.status === "unknown"))
		return { verdict: "unproven", checks };
	return { verdict: "matched", checks };
}

/** Fields that concern the chain's state rather than the payload. A failed check may pass later. */
const OF_THE_CHAIN: ReadonlySet<string> = new Set(["rpc_chain", "pending_nonce", "rpc_cluster", "blockhash"]);

/**
 * Returns whether the check is about the chain's state. Ignores the index of a step, as in
 * "[2].pending_nonce".
 */
export const isOfChain = ({ field }: Pick<Check, "field">): boolean =>
	OF_THE_CHAIN.has(field.replace(/^\[[0-9]+\]\./, ""));

type Values = { readonly reviewed?: string | null; readonly payload?: string | null };

function row(status: CheckStatus, field: string, text: Message, values: Values): Check {
	return { field, status, reviewed: values.reviewed ?? null, payload: values.payload ?? null, text };
}

export const passed = (field: string, text: Message, values: Values = {}) =>
	row("passed", field, text, values);
export const failed = (field: string, text: Message, values: Values = {}) =>
	row("failed", field, text, values);
export const refusing = (refusal: Omit<FreezeRefusal, "waiting">, values: Values = {}): Check => ({
	...failed(refusal.field, refusal.text, values),
	...saying(refusal),
});
export const unreadableBytes = ({ field, text, saysUnsigned }: SvmBytesError, values: Values = {}): Check =>
	refusing({ field, text, saysUnsigned }, values);
export const noted = (field: string, text: Message, values: Values = {}) => row("noted", field, text, values);
export const unproven = (field: string, text: Message, values: Values = {}) =>
	row("unknown", field, text, values);
