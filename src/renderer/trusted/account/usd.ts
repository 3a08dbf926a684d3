import type { TopUpView } from "../../../ipc/billing.ts";
import { t } from "../../../text/index.ts";

/** Amounts in micro-USD, as bigint. The limits are from docs/service-api/limits.md. */

export const MIN_MICRO = 10_000n;
export const MAX_MICRO = 1_000_000_000n;
const MICRO_PER_USD = 1_000_000n;
const MICRO_PER_CREDIT = 10_000n;
const DECIMALS = 6;

export type ParsedUsd =
	| { readonly ok: true; readonly micro: bigint }
	| { readonly ok: false; readonly text: string | null };

const no = (text: string | null): ParsedUsd => ({ ok: false, text });

export function parseUsd(text: string): ParsedUsd {
	const typed = text.trim();
	if (typed === "") return no(null);
	if (/^[0-9.]*,[0-9.,]*$/.test(typed)) return no(t("trusted.account.fault.commas"));
	const found = /^(\d{1,9})(?:\.(\d*))?$/.exec(typed) ?? /^()\.(\d+)$/.exec(typed);
	if (found === null) return no(t("trusted.account.fault.amount"));
	const whole = found[1] ?? "";
	const part = found[2] ?? "";
	if (part.length > DECIMALS) return no(t("trusted.account.fault.decimals"));
	const micro = BigInt(whole === "" ? "0" : whole) * MICRO_PER_USD + BigInt(part.padEnd(DECIMALS, "0"));
	if (micro < MIN_MICRO) return no(t("trusted.account.at-least", { usd: usdText(MIN_MICRO) }));
	if (micro > MAX_MICRO) return no(t("trusted.account.most-once", { usd: usdText(MAX_MICRO) }));
	return { ok: true, micro };
}

export function usdText(micro: bigint): string {
	return t("trusted.account.usd", { amount: decimal(micro, MICRO_PER_USD, DECIMALS, 2) });
}

export function creditsText(micro: bigint): string {
	return t("trusted.account.credits", {
		amount: decimal(micro, MICRO_PER_CREDIT, 4, 0),
		one: micro === MICRO_PER_CREDIT ? "yes" : "no",
	});
}

/** @param least minimum number of decimal places */
function decimal(amount: bigint, per: bigint, digits: number, least: number): string {
	const whole = (amount / per).toString().replace(/\B(?=(\d{3})+$)/g, ",");
	const part = (amount % per).toString().padStart(digits, "0").replace(/0+$/, "").padEnd(least, "0");
	return part === "" ? whole : `${whole}.${part}`;
}

/** While the outcome of the last top-up is unknown, main refuses every other amount. */
export function topUpOffers(topUp: Pick<TopUpView, "state"> | null): {
	readonly form: "open" | "folded" | "none";
	readonly retry: boolean;
} {
	switch (topUp?.state) {
		case "sending":
			return { form: "none", retry: false };
		case "unclear":
			return { form: "folded", retry: true };
		case "payment_needed":
			return { form: "open", retry: true };
		default:
			return { form: "open", retry: false };
	}
}

/** Accepts the name with surrounding spaces, but with no other differences. */
export function typedName(typed: string, app: string): string | null {
	return [typed, typed.trim()].find((name) => name !== "" && name === app) ?? null;
}
