import type { AllowanceRow } from "../../../bridge/allowance-views.ts";

/** What a permission is called, in few words. */

const KINDS: Readonly<Record<AllowanceRow["kind"], string>> = {
	allowance: "Token",
	permit2: "Token, by Permit2",
	operator: "Whole collection",
	token: "One item",
	delegate: "Token account",
};

export const kindWords = ({ kind }: Pick<AllowanceRow, "kind">): string => KINDS[kind];

/** Names a row for those who hear it: "DEMO for Router 0xAbC123…456789". */
export function rowName({ symbol, token, spender }: AllowanceRow): string {
	const who = spender.label === null ? spender.short : `${spender.label} ${spender.short}`;
	return `${symbol ?? token.label ?? token.short} for ${who}`;
}
