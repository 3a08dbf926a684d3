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

/** Accounts, the vault and Ledger devices. */

export interface AccountView {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	/** `watch`: nothing is ever signed for it. */
	readonly signer: "local" | "ledger" | "watch";
	/** Null for an imported key, and for one that is only watched. */
	readonly path: string | null;
	/** The number under which this computer's phrase gives it; null for every other. Accounts of the same number belong together. */
	readonly place: number | null;
	/** Out of sight on the desk; still the user's own. */
	readonly hidden: boolean;
	readonly balances: readonly {
		readonly chain: string;
		readonly amount: AmountView | null;
		readonly text: Text | null;
	}[];
}

export interface VaultView {
	readonly state: "none" | "locked" | "unlocked" | "damaged" | "stopped";
	/** When it locks by itself. */
	readonly locksAt: number | null;
	readonly autoLockMinutes: number;
	/** No try is accepted before this moment. */
	readonly nextTryAt: number | null;
	readonly text: Text | null;
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
	/** A question that was cut off may still stand there: it has to be rejected there first. */
	| "stillAsking"
	| "ready"
	/** The user is being asked. */
	| "asking"
	| "failed";

/** A command or a file's text that helps, to be copied. */
export interface DeviceHelp {
	readonly text: Text;
	readonly copy: string;
}

export interface DeviceView {
	/** Empty where nothing is plugged in. */
	readonly id: string;
	/** "Ledger Nano X". */
	readonly model: string;
	readonly condition: DeviceCondition;
	/** Whole sentences: what is the matter, and what to do. */
	readonly text: Text;
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

export interface FoundAccountRow {
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
		readonly text: Text | null;
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
		readonly rows: readonly FoundAccountRow[];
		/** What went wrong; null where nothing did. */
		readonly text: Text | null;
	};
	/** The address that the device shows now, or showed last. */
	readonly verifying: {
		readonly address: AddressView;
		readonly state: "asking" | "same" | "refused" | "different" | "failed";
		readonly text: Text;
	} | null;
	/** An app is being opened; what the user may have to do on the device. */
	readonly opening: Text | null;
	/** What went wrong with the last opening of an app; null where nothing did. */
	readonly fault: Text | null;
	readonly accounts: readonly LedgerAccountRow[];
}

/** One screen of the device, as it will show it. */
export interface DevicePageView {
	/** "Amount"; empty where the screen has no title. Of typed data it is a member's name. */
	readonly title: Claim;
	/** Whole, not broken into the device's lines; empty where the screen has nothing below its title. May be hostile. */
	readonly text: Claim;
}

/** How much of what is signed the device itself will show. */
export type DeviceSight =
	/** Everything that matters. */
	| "clear"
	/** Every member of typed data, by its bare name: it calls this blind signing. */
	| "members"
	/** Part of it, or only a hash: it calls this blind signing. */
	| "blind"
	/** Its app can't sign this. */
	| "impossible";

/** What the device will show of one thing that is signed. */
export interface DevicePlanView {
	readonly sight: DeviceSight;
	/** Whole sentences: what the device shows, what it doesn't, what to set or press. */
	readonly text: Text;
	/** In the order in which it shows them; empty where that is not known for this app. */
	readonly pages: readonly DevicePageView[];
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
	readonly text: Text;
	readonly device: DeviceView;
	/** Of what is being signed now. */
	readonly plan: DevicePlanView | null;
	/** The question can be given up here. */
	readonly canCancel: boolean;
}

/** The desk may lock the keys and name accounts. */
export const walletProcedures = {
	lock: desk.command(nothing, { needsInput: false }),
	labelAccount: desk.command(z.strictObject({ address: id, label: z.string().max(60) })),
};

/** Whether something was added: the user may have chosen no file. */
type ImportedOutcome = CommandOutcome & { readonly added?: boolean };

/** Accounts of a phrase, with balances by the user's RPCs. */
type FoundOutcome = CommandOutcome & { readonly rows?: readonly FoundAccountRow[] };

const phrase = z.string().min(1).max(400);
const passphrase = z.string().max(256);
const family = z.enum(["evm", "svm"]);
const path = z.string().trim().min(1).max(120);
const newPassword = z.string().min(8).max(1024);

/** Keys and their password: for the trusted window alone. */
export const vaultProcedures = {
	/** Makes a phrase under a new vault and shows it; nothing is kept before `checkPhrase` passes. */
	createPhrase: trusted.command(z.strictObject({ password: newPassword })),
	phraseWritten: trusted.command(nothing),
	/** Returns from the check to the words, and from the words to where they were created, which discards them. */
	phraseBack: trusted.command(nothing),
	checkPhrase: trusted.command(z.strictObject({ words: z.array(z.string().max(20)).min(1).max(24) })),
	importPhrase: trusted.command(
		z.strictObject({
			phrase,
			/** BIP-39 passphrase; empty for none. */
			passphrase,
			/** Where the chosen accounts are derived; the first of each family where it is empty. */
			accounts: z.array(z.strictObject({ family, path })).max(100),
			password: newPassword,
		}),
	),
	/**
	 * Derives addresses where wallets put a phrase's accounts, or at a typed path, and reads their balances. Only the
	 * addresses leave this computer.
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
	 * A private key: 32 bytes of hex for EVM, 64 bytes of base58 or a JSON array of bytes for Solana.
	 * Makes the vault where none is, which takes a password of 8 or more.
	 */
	importKey: trusted.command(z.strictObject({ key: z.string().min(64).max(400), password })),
	/** The same for a key file of another wallet: main asks for the file, and no window sees it. */
	importKeyFile: trusted.returns<ImportedOutcome>()(
		z.strictObject({ filePassword: z.string().max(1024), password }),
	),
	unlock: trusted.command(z.strictObject({ password })),
	lock: trusted.command(nothing),
	/** The next account of the phrase, of this family. */
	deriveAccount: trusted.command(z.strictObject({ family: z.enum(["evm", "svm"]) })),
	setAutoLock: trusted.command(z.strictObject({ minutes: z.number().int().min(1).max(240), password })),
	/** Opens the form for a forgotten password. */
	openRestore: trusted.command(nothing),
	changePassword: trusted.command(z.strictObject({ password, next: newPassword })),
	/** `anyway`: even if the phrase makes none of the accounts that are here. */
	restoreKeys: trusted.command(
		z.strictObject({ phrase: z.string().min(1).max(400), password: newPassword, anyway: z.boolean() }),
	),
};

/** The accounts of a Ledger: for the trusted window alone. */
export const ledgerProcedures = {
	/** Goes to the screen of Ledger accounts, from the welcome or from adding an account. */
	openLedger: trusted.command(nothing),
	/** Reads the addresses of the usual paths of this family from the device; `more` goes on from the last ones. */
	scanLedger: trusted.command(
		z.strictObject({ deviceId: id, family: z.enum(["evm", "svm"]), more: z.boolean() }),
	),
	/** Adds accounts of the last scan; each is read from the device itself, never from this message. */
	addLedgerAccounts: trusted.command(
		z.strictObject({
			paths: z.array(z.string().min(3).max(80)).min(1).max(100),
			/** Asked for where a rule names recipients: the user's own accounts are always among them. */
			password: password.nullable().optional(),
		}),
	),
	/** Shows an account's address on the device, to be compared with the one on screen. */
	verifyLedgerAddress: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Forgets an account of a Ledger; its key stays on the device. */
	removeLedgerAccount: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Opens an app on the device; the user may have to agree there. */
	openLedgerApp: trusted.command(z.strictObject({ deviceId: id, app: z.enum(["Ethereum", "Solana"]) })),
	/** The user has looked: no question that was cut off stands on the device any more. */
	clearedLedger: trusted.command(nothing),
	/** Gives up what a device is being asked: a signature, an address, an app. */
	cancelLedger: trusted.command(nothing),
};
