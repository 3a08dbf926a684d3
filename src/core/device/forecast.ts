import type { DevicePage, DevicePlan } from "../decoded-transaction/device-plan.ts";
import type { SignedToken, SignedTokens } from "../decoded-transaction/signed-token.ts";
import type { Message } from "../localized-text.ts";
import { type DeviceLayout, SCREEN } from "./screens.ts";

export interface ForecastScene {
	readonly tokens: SignedTokens | null;
	readonly layout: DeviceLayout;
	readonly blindSigning: boolean | null;
	readonly transactionCheck: boolean;
}

export type Forecast = Omit<DevicePlan, "text"> & { readonly says: Message };

export const page = (title: string, text = ""): DevicePage => ({ title, text });

export const impossible = (says: Message): Forecast => ({
	sight: "impossible",
	needsBlindSigning: false,
	acceptsRawMessages: false,
	says,
	pages: [],
	hashes: [],
	claims: [],
});

export function deviceAmount(raw: bigint, decimals: number, unit: string): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const end = digits.length - decimals;
	const fraction = digits.slice(end).replace(/0+$/, "");
	const whole = digits.slice(0, end);
	return `${fraction === "" ? whole : `${whole}.${fraction}`} ${unit}`;
}

const MAX_UINT256 = 2n ** 256n - 1n;

export const deviceTokenAmount = (raw: bigint, { decimals, ticker }: SignedToken): string =>
	raw === MAX_UINT256 ? `${SCREEN.unlimited} ${ticker}` : deviceAmount(raw, decimals, ticker);
