import type { DevicePage } from "../subject/device-plan.ts";

/** Titles and texts of the apps' screens: data to compare with the device, in the device's language. */
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

/** Layouts of the apps' screens. */
export type DeviceLayout = "buttons" | "touch";

/** Texts of the Ethereum app that differ by layout. */
export interface EthereumScreens {
	readonly riskAhead: DevicePage;
	readonly transactionHash: string;
	readonly signTransaction: string;
	/** "ERC20 token" calls end with their own text on a touch device. */
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
 * Screens of the Ethereum app by layout, as in version 1.22. Sources: the recordings, and the app's snapshots
 * and code at tag 1.22.0 (ragger snapshots of a Flex, nbgl sources).
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
		// Misspelled on the device.
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

/** Layouts by reported model name. Models that are missing here are not predicted. */
const LAYOUTS: ReadonlyMap<string, DeviceLayout> = new Map([
	["Ledger Nano X", "buttons"],
	["Ledger Nano S Plus", "buttons"],
	["Ledger emulator", "buttons"],
	["Ledger Flex", "touch"],
	["Ledger Stax", "touch"],
	["Ledger Nano Gen5", "touch"],
]);

/** Returns `null` for a model without known screens. */
export const knownLayout = (model: string): DeviceLayout | null => LAYOUTS.get(model) ?? null;
