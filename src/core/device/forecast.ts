import type { Message } from "../message.ts";
import type { DevicePage, DevicePlan } from "../subject/device-plan.ts";
import type { SignedToken, SignedTokens } from "../subject/signed-token.ts";
import { type DeviceLayout, SCREEN } from "./screens.ts";

/** Facts that decide a forecast besides the intent. */
export interface ForecastScene {
	/** Ledger's descriptions; `null` if the app does not take them. */
	readonly tokens: SignedTokens | null;
	readonly layout: DeviceLayout;
	/** `null` if the app's settings have not been read. */
	readonly blindSigning: boolean | null;
	/** *Transaction Check* is on there. */
	readonly transactionCheck: boolean;
}

/** What an app makes of one intent, whatever device it runs on; `says` are whole sentences for a user. */
export type Forecast = Omit<DevicePlan, "text"> & { readonly says: Message };

export const page = (title: string, text = ""): DevicePage => ({ title, text });

/** Its app can't sign this. @param says why, and what else can be done */
export const impossible = (says: Message): Forecast => ({
	sight: "impossible",
	needsBlindSigning: false,
	takesRawMessages: false,
	says,
	pages: [],
	hashes: [],
	claims: [],
});

/** "0.0123 ETH", as the apps write amounts: every digit, no trailing zeros, no grouping. */
export function deviceAmount(raw: bigint, decimals: number, unit: string): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const end = digits.length - decimals;
	const fraction = digits.slice(end).replace(/0+$/, "");
	const whole = digits.slice(0, end);
	return `${fraction === "" ? whole : `${whole}.${fraction}`} ${unit}`;
}

const MAX_UINT256 = 2n ** 256n - 1n;

/** "12.5 USDC"; what no 32 bytes can exceed is "Unlimited USDC". */
export const deviceTokenAmount = (raw: bigint, { decimals, ticker }: SignedToken): string =>
	raw === MAX_UINT256 ? `${SCREEN.unlimited} ${ticker}` : deviceAmount(raw, decimals, ticker);
