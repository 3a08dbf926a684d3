import type { Message } from "../message.ts";
import type { DevicePage, DevicePlan } from "../subject/device-plan.ts";
import type { SignedToken, SignedTokens } from "../subject/signed-token.ts";
import { type DeviceLayout, SCREEN } from "./screens.ts";

/** Facts that affect a forecast, besides the payload. */
export interface ForecastScene {
	/** Ledger's descriptions; `null` if the app does not accept them. */
	readonly tokens: SignedTokens | null;
	readonly layout: DeviceLayout;
	/** `null` if the app's settings are unknown. */
	readonly blindSigning: boolean | null;
	/** *Transaction Check* is on. */
	readonly transactionCheck: boolean;
}

/** Forecast of one payload, independent of the device model; `says` contains whole sentences for the user. */
export type Forecast = Omit<DevicePlan, "text"> & { readonly says: Message };

export const page = (title: string, text = ""): DevicePage => ({ title, text });

/**
 * Creates the forecast of a payload that the app can't sign.
 * @param says reason and alternatives
 */
export const impossible = (says: Message): Forecast => ({
	sight: "impossible",
	needsBlindSigning: false,
	takesRawMessages: false,
	says,
	pages: [],
	hashes: [],
	claims: [],
});

/** Formats an amount like the apps, "0.0123 ETH": all digits, no trailing zeros, no grouping. */
export function deviceAmount(raw: bigint, decimals: number, unit: string): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const end = digits.length - decimals;
	const fraction = digits.slice(end).replace(/0+$/, "");
	const whole = digits.slice(0, end);
	return `${fraction === "" ? whole : `${whole}.${fraction}`} ${unit}`;
}

const MAX_UINT256 = 2n ** 256n - 1n;

/** Formats "12.5 USDC", or "Unlimited USDC" for the 32-byte maximum. */
export const deviceTokenAmount = (raw: bigint, { decimals, ticker }: SignedToken): string =>
	raw === MAX_UINT256 ? `${SCREEN.unlimited} ${ticker}` : deviceAmount(raw, decimals, ticker);
