import { z } from "zod";
import type { Text } from "../core/message.ts";
import {
	type AddressView,
	type AmountView,
	type Claim,
	type CommandOutcome,
	desk,
	id,
	nothing,
	password,
	trusted,
} from "./primitives.ts";

/** Accounts, the vault, and Ledger devices. */

export interface AccountView {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	/** `watch`: nothing is ever signed for it. */
	readonly signer: "local" | "ledger" | "watch";
	/** `null` for imported keys and watch-only accounts. */
	readonly path: string | null;
	/** Index in this computer's phrase; `null` for others. Accounts with the same index belong together. */
	readonly place: number | null;
	/** Hidden in the desk; still the user's own. */
	readonly hidden: boolean;
	readonly balances: readonly {
		readonly chain: string;
		readonly amount: AmountView | null;
		readonly text: Text | null;
	}[];
}

export interface VaultView {
	readonly state: "none" | "locked" | "unlocked" | "damaged" | "stopped";
	/** Time of the automatic lock. */
	readonly locksAt: number | null;
	readonly autoLockMinutes: number;
	/** No password is accepted before this time. */
	readonly nextTryAt: number | null;
	readonly text: Text | null;
}

/** Device state, as far as the user can act on it. */
export type DeviceCondition =
	/** No device is connected. */
	| "none"
	| "looking"
	| "permission"
	| "busy"
	| "locked"
	| "dashboard"
	| "wrongApp"
	| "appTooOld"
	/** An abandoned prompt may still be on the device and must be rejected there first. */
	| "stillAsking"
	| "ready"
	/** The device is asking the user. */
	| "asking"
	| "failed";

/** Command or file content to copy. */
export interface DeviceHelp {
	readonly text: Text;
	readonly copy: string;
}

export interface DeviceView {
	/** Empty without a connected device. */
	readonly id: string;
	/** "Ledger Nano X". */
	readonly model: string;
	readonly condition: DeviceCondition;
	/** Whole sentences: the problem and the next step. */
	readonly text: Text;
	/** Terminal steps in order; empty if none help. */
	readonly help: readonly DeviceHelp[];
	/** Open app; `null` if unknown. */
	readonly app: {
		readonly name: string;
		readonly version: string;
		readonly blindSigning: boolean | null;
	} | null;
	/** Apps that can be opened from here. */
	readonly canOpen: readonly ("Ethereum" | "Solana")[];
}

export interface FoundAccountRow {
	readonly address: AddressView;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** Derivation scheme: "Ledger Live", "BIP-44", "Legacy". */
	readonly scheme: Text;
	readonly state: "new" | "added" | "onThisComputer";
	readonly balances: readonly {
		readonly chain: string;
		/** `null` while loading or if unavailable. */
		readonly amount: AmountView | null;
		readonly text: Text | null;
	}[];
}

export interface LedgerAccountRow {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	readonly path: string;
	readonly model: string;
}

/** Screen to find, add and verify Ledger accounts. */
export interface LedgerView {
	/** At least one: a placeholder if none is connected. */
	readonly devices: readonly DeviceView[];
	readonly scan: {
		readonly state: "idle" | "reading" | "done" | "failed";
		readonly family: "evm" | "svm" | null;
		readonly deviceId: string | null;
		readonly rows: readonly FoundAccountRow[];
		/** Fault; `null` if none. */
		readonly text: Text | null;
	};
	/** Address that the device shows now, or showed last. */
	readonly verifying: {
		readonly address: AddressView;
		readonly state: "asking" | "same" | "refused" | "different" | "failed";
		readonly text: Text;
	} | null;
	/** An app is being opened; what to do on the device. */
	readonly opening: Text | null;
	/** Fault of the last opening of an app; `null` if none. */
	readonly fault: Text | null;
	readonly accounts: readonly LedgerAccountRow[];
}

/** One predicted screen of the device. */
export interface DevicePageView {
	/** "Amount"; empty if the screen has no title. For typed data, a member's name. */
	readonly title: Claim;
	/** Full text, not split into the device's lines; empty if the screen only has a title. May be hostile. */
	readonly text: Claim;
}

/** How much of the payload the device itself shows. */
export type DeviceSight =
	/** Everything that matters. */
	| "clear"
	/** All members of typed data by bare name; the device calls this blind signing. */
	| "members"
	/** Parts, or only a hash; the device calls this blind signing. */
	| "blind"
	/** The app can't sign this. */
	| "impossible";

/** Predicted screens for one payload. */
export interface DevicePlanView {
	readonly sight: DeviceSight;
	/** Whole sentences: what the device shows, what it does not, and what to enable or press. */
	readonly text: Text;
	/** In display order; empty if unknown for this app. */
	readonly pages: readonly DevicePageView[];
	/**
	 * Values to compare with the device, digit by digit: "Message hash", "Domain hash", "Transaction hash".
	 */
	readonly hashes: readonly { readonly label: Text; readonly value: string; readonly onDevice: boolean }[];
}

export interface DeviceReviewView {
	/** "Ethereum". */
	readonly app: string;
	/** "Ledger Nano X, m/44'/60'/0'/0/0". */
	readonly account: Text;
	readonly device: DeviceView;
	/** One per payload, in order. */
	readonly plans: readonly DevicePlanView[];
}

/** Live steps of a signature on a device. */
export interface DeviceSigningView {
	readonly model: string;
	readonly steps: readonly {
		readonly name: "connect" | "open" | "check" | "confirm";
		readonly state: "done" | "now" | "todo" | "failed";
	}[];
	/** Next action for the user. */
	readonly text: Text;
	readonly device: DeviceView;
	/** Plan of the payload being signed. */
	readonly plan: DevicePlanView | null;
	/** The prompt can be abandoned here. */
	readonly canCancel: boolean;
}

/** Commands of the desk to lock keys and name accounts. */
export const walletProcedures = {
	lock: desk.command(nothing, { needsInput: false }),
	labelAccount: desk.command(z.strictObject({ address: id, label: z.string().max(60) })),
};

/** Whether something was added: the user may have canceled. */
type ImportedOutcome = CommandOutcome & { readonly added?: boolean };

/** A phrase's accounts, with balances from the user's RPCs. */
type FoundOutcome = CommandOutcome & { readonly rows?: readonly FoundAccountRow[] };

const phrase = z.string().min(1).max(400);
const passphrase = z.string().max(256);
const family = z.enum(["evm", "svm"]);
const path = z.string().trim().min(1).max(120);
const newPassword = z.string().min(8).max(1024);

/** Key and password commands, trusted window only. */
export const vaultProcedures = {
	/** Creates a phrase in a new vault and shows it; nothing is stored before `checkPhrase` succeeds. */
	createPhrase: trusted.command(z.strictObject({ password: newPassword })),
	phraseWritten: trusted.command(nothing),
	/** Returns from the check to the words, and from the words to their creation, which discards them. */
	phraseBack: trusted.command(nothing),
	checkPhrase: trusted.command(z.strictObject({ words: z.array(z.string().max(20)).min(1).max(24) })),
	importPhrase: trusted.command(
		z.strictObject({
			phrase,
			/** BIP-39 passphrase; empty for none. */
			passphrase,
			/** Derivation paths of the chosen accounts; empty for the first of each family. */
			accounts: z.array(z.strictObject({ family, path })).max(100),
			password: newPassword,
		}),
	),
	/**
	 * Derives addresses at usual paths or a typed one, and reads their balances. Only addresses leave this
	 * computer.
	 */
	findPhraseAccounts: trusted.returns<FoundOutcome>()(
		z.strictObject({
			phrase,
			passphrase,
			family,
			page: z.number().int().min(0).max(9),
			path: path.nullable(),
		}),
	),
	/**
	 * Private key: 32 bytes of hex for EVM; 64 bytes of base58 or a JSON array for Solana. Creates the vault
	 * if there is none, with a password of at least 8 characters.
	 */
	importKey: trusted.command(z.strictObject({ key: z.string().min(64).max(400), password })),
	/** Imports another wallet's key file. Main asks for the file, and no window sees it. */
	importKeyFile: trusted.returns<ImportedOutcome>()(
		z.strictObject({ filePassword: z.string().max(1024), password }),
	),
	unlock: trusted.command(z.strictObject({ password })),
	lock: trusted.command(nothing),
	/** Derives the phrase's next account of this family. */
	deriveAccount: trusted.command(z.strictObject({ family: z.enum(["evm", "svm"]) })),
	setAutoLock: trusted.command(z.strictObject({ minutes: z.number().int().min(1).max(240), password })),
	/** Opens the form for a forgotten password. */
	openRestore: trusted.command(nothing),
	changePassword: trusted.command(z.strictObject({ password, next: newPassword })),
	/** `anyway`: even if the phrase derives none of the current accounts. */
	restoreKeys: trusted.command(
		z.strictObject({ phrase: z.string().min(1).max(400), password: newPassword, anyway: z.boolean() }),
	),
};

/** Ledger account commands, trusted window only. */
export const ledgerProcedures = {
	/** Opens the Ledger account screen, from the welcome screen or from adding an account. */
	openLedger: trusted.command(nothing),
	/** Reads addresses at this family's usual paths from the device; `more` continues after the last ones. */
	scanLedger: trusted.command(
		z.strictObject({ deviceId: id, family: z.enum(["evm", "svm"]), more: z.boolean() }),
	),
	/** Adds accounts of the last scan; each address is read from the device, never from this message. */
	addLedgerAccounts: trusted.command(
		z.strictObject({
			paths: z.array(z.string().min(3).max(80)).min(1).max(100),
			/** Required if a rule names recipients, since the user's own accounts always count as such. */
			password: password.nullable().optional(),
		}),
	),
	/** Shows an account's address on the device, for comparison. */
	verifyLedgerAddress: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Removes a Ledger account; its key stays on the device. */
	removeLedgerAccount: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Opens an app on the device; the user may have to confirm there. */
	openLedgerApp: trusted.command(z.strictObject({ deviceId: id, app: z.enum(["Ethereum", "Solana"]) })),
	/** The user confirms that no abandoned prompt is on the device. */
	clearedLedger: trusted.command(nothing),
	/** Abandons the device's current prompt: a signature, an address, or an app. */
	cancelLedger: trusted.command(nothing),
};
