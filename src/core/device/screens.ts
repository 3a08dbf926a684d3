import type { DevicePage, DevicePlan } from "../decoded-transaction/device-plan.ts";
import type { SignedToken, SignedTokens } from "../decoded-transaction/signed-token.ts";
import type { Message } from "../localized-text.ts";

export const SCREEN = {
	blindSigningAhead: "Blind signing ahead",
	reviewTransaction: "Review transaction",
	sendToken: "Review transaction to send ERC20 token",
	approveToken: "Review transaction to approve ERC20 token",
	reviewMessage: "Review message",
	reviewTypedMessage: "Review typed message",
	reviewStruct: "Review struct",
	messageHash: "Message hash",
	solanaMessageHash: "Message Hash",
	maxFees: "Max fees",
	approveTo: "Approve to",
	extraData: "Extra Data",
	unlimited: "Unlimited",
	utc: "UTC",
	unrecognized: "Unrecognized format",
	checkUnavailable: "Transaction Check unavailable",
} as const;

export type DeviceLayout = "buttons" | "touch";

export interface EthereumScreens {
	readonly riskAhead: DevicePage;
	readonly transactionHash: string;
	readonly signTransaction: string;
	readonly signSend: string;
	readonly signApprove: string;
	readonly acceptTransaction: string;
	readonly acceptSend: string;
	readonly acceptApprove: string;
	readonly signMessage: string;
	readonly signTypedMessage: string;
	readonly acceptTypedMessage: string;
}

/**
 * Screens in app-ethereum 1.22, by layout. Sources: the recordings, and the app's snapshots and code at tag
 * 1.22.0 (ragger snapshots from a Flex, nbgl sources).
 */
export const ETHEREUM_SCREENS: Readonly<Record<DeviceLayout, EthereumScreens>> = {
	buttons: {
		riskAhead: { title: SCREEN.blindSigningAhead, text: "To accept risk, press both buttons" },
		transactionHash: "Tx hash",
		signTransaction: "Sign transaction",
		signSend: "Sign transaction",
		signApprove: "Sign transaction",
		acceptTransaction: "Accept risk and sign transaction",
		acceptSend: "Accept risk and sign transaction",
		acceptApprove: "Accept risk and sign transaction",
		signMessage: "Sign message",
		signTypedMessage: "Sign message",
		acceptTypedMessage: "Sign message",
	},
	touch: {
		riskAhead: {
			title: SCREEN.blindSigningAhead,
			text: "If you sign this transaction, you could loose your assets. Explore safer alternatives: ledger.com/integrated-apps",
		},
		transactionHash: "Transaction hash",
		signTransaction: "Sign transaction?",
		signSend: "Sign transaction to send ERC20 token?",
		signApprove: "Sign transaction to approve ERC20 token?",
		acceptTransaction: "Accept risk and sign transaction?",
		acceptSend: "Accept risk and sign transaction to send ERC20 token?",
		acceptApprove: "Accept risk and sign transaction to approve ERC20 token?",
		signMessage: "Sign message?",
		signTypedMessage: "Sign typed message?",
		acceptTypedMessage: "Accept risk and sign typed message?",
	},
};

/** Layouts by reported model name. Screens for other models aren't predicted. */
const LAYOUTS: ReadonlyMap<string, DeviceLayout> = new Map([
	["Ledger Nano X", "buttons"],
	["Ledger Nano S Plus", "buttons"],
	["Ledger emulator", "buttons"],
	["Ledger Flex", "touch"],
	["Ledger Stax", "touch"],
	["Ledger Nano Gen5", "touch"],
]);

export const knownLayout = (model: string): DeviceLayout | null => LAYOUTS.get(model) ?? null;

export interface ForecastScene {
	readonly tokens: SignedTokens | null;
	readonly layout: DeviceLayout;
	readonly blindSigning: boolean | null;
	readonly transactionCheck: boolean;
}

export type Forecast = Omit<DevicePlan, "text"> & { readonly says: Message };

export const page = (title: string, text = ""): DevicePage => ({ title, text });

export const forecast = (
	sight: Forecast["sight"],
	says: Message,
	more: Partial<Omit<Forecast, "sight" | "says">> = {},
): Forecast => ({
	sight,
	needsBlindSigning: false,
	acceptsRawMessages: false,
	says,
	pages: [],
	hashes: [],
	claims: [],
	...more,
});

export const impossible = (says: Message): Forecast => forecast("impossible", says);

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
