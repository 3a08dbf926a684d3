import type { Text } from "../core/message.ts";
import type { AddressView, AmountView, Claim } from "./primitives.ts";

/** Accounts, the vault and Ledger devices. */

export interface AccountView {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	readonly signer: "local" | "ledger";
	/** Null for an imported key. */
	readonly path: string | null;
	readonly balances: readonly {
		readonly chain: string;
		readonly amount: AmountView | null;
		readonly words: Text | null;
	}[];
}

export interface VaultView {
	readonly state: "none" | "locked" | "unlocked" | "damaged" | "stopped";
	/** When it locks by itself. */
	readonly locksAt: number | null;
	readonly autoLockMinutes: number;
	/** No try is accepted before this moment. */
	readonly nextTryAt: number | null;
	readonly words: Text | null;
}

/** How a device stands, as far as a user can do something about it. */
export type DeviceCondition =
	/** Nothing is plugged in. */
	| "none"
	| "looking"
	| "permission"
	| "busy"
	| "locked"
	| "dashboard"
	| "wrongApp"
	| "appTooOld"
	| "ready"
	/** Its person is being asked. */
	| "asking"
	| "failed";

/** A command or a file's text that helps, to be copied. */
export interface DeviceHelp {
	readonly words: Text;
	readonly text: string;
}

export interface DeviceView {
	/** Empty where nothing is plugged in. */
	readonly id: string;
	/** "Ledger Nano X". */
	readonly model: string;
	readonly condition: DeviceCondition;
	/** Whole sentences: what is the matter, and what to do. */
	readonly words: Text;
	/** Steps in a terminal, in this order; empty where none help. */
	readonly help: readonly DeviceHelp[];
	/** The open app; null where none is known. */
	readonly app: {
		readonly name: string;
		readonly version: string;
		readonly blindSigning: boolean | null;
	} | null;
	/** Which apps could be opened from here. */
	readonly canOpen: readonly ("Ethereum" | "Solana")[];
}

export interface LedgerFoundRow {
	readonly address: AddressView;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** Whose way of counting it is: "Ledger Live", "BIP-44", "Legacy". */
	readonly scheme: Text;
	readonly state: "new" | "added" | "onThisComputer";
	readonly balances: readonly {
		readonly chain: string;
		/** Null while it is read, or where it can't be. */
		readonly amount: AmountView | null;
		readonly words: Text | null;
	}[];
}

export interface LedgerAccountRow {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	readonly path: string;
	readonly model: string;
}

/** The screen on which accounts of a Ledger are found, added and verified. */
export interface LedgerView {
	/** At least one: where nothing is plugged in, the one that says so. */
	readonly devices: readonly DeviceView[];
	readonly scan: {
		readonly state: "idle" | "reading" | "done" | "failed";
		readonly family: "evm" | "svm" | null;
		readonly deviceId: string | null;
		readonly rows: readonly LedgerFoundRow[];
		/** What went wrong; null where nothing did. */
		readonly words: Text | null;
	};
	/** The address that the device shows now, or showed last. */
	readonly verifying: {
		readonly address: AddressView;
		readonly state: "asking" | "same" | "refused" | "different" | "failed";
		readonly words: Text;
	} | null;
	/** An app is being opened; what the user may have to do on the device. */
	readonly opening: Text | null;
	/** What went wrong with the last opening of an app; null where nothing did. */
	readonly fault: Text | null;
	readonly accounts: readonly LedgerAccountRow[];
}

/** One screen of the device, as it will show it. */
export interface DevicePage {
	/** "Amount"; empty where the screen has no title. Of typed data it is a member's name. */
	readonly title: Claim;
	/** Whole, not broken into the device's lines; empty where the screen has nothing below its title. May be hostile. */
	readonly text: Claim;
}

/** How much of what is signed the device itself will show. */
export type DeviceSight =
	/** Everything that matters. */
	| "clear"
	/** Part of it, or only a hash: it calls this blind signing. */
	| "blind"
	/** Its app can't sign this. */
	| "impossible";

/** What the device will show of one thing that is signed. */
export interface DevicePlanView {
	readonly sight: DeviceSight;
	/** Whole sentences: what the device shows, what it doesn't, what to set or press. */
	readonly words: Text;
	/** In the order in which it shows them; empty where that is not known for this app. */
	readonly pages: readonly DevicePage[];
	/** To be compared with the device, digit by digit: "Message hash", "Domain hash", "Transaction hash". */
	readonly hashes: readonly { readonly label: Text; readonly value: string; readonly onDevice: boolean }[];
}

export interface DeviceReviewView {
	/** "Ethereum". */
	readonly app: string;
	/** "Ledger Nano X, m/44'/60'/0'/0/0". */
	readonly account: Text;
	readonly device: DeviceView;
	/** One for each thing that is signed, in order. */
	readonly plans: readonly DevicePlanView[];
}

/** The live steps of a signature on a device. */
export interface DeviceSigningView {
	readonly model: string;
	readonly steps: readonly {
		readonly name: "connect" | "open" | "check" | "confirm";
		readonly state: "done" | "now" | "todo" | "failed";
	}[];
	/** What the user has to do now. */
	readonly words: Text;
	readonly device: DeviceView;
	/** Of what is being signed now. */
	readonly plan: DevicePlanView | null;
	/** The question can be given up here. */
	readonly canCancel: boolean;
}
