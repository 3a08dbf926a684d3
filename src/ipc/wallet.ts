import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
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

export interface AccountView {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	readonly signer: "local" | "ledger" | "watch";
	/** `null` for imported keys and watch-only accounts. */
	readonly path: string | null;
	/** Index in this computer's recovery phrase. It links an EVM account with a Solana account. */
	readonly phraseIndex: number | null;
	/** Hidden in the desk, but still treated as the user's own account. */
	readonly hidden: boolean;
	readonly balances: readonly {
		readonly chain: string;
		readonly amount: AmountView | null;
		readonly text: Text | null;
	}[];
}

export interface VaultView {
	readonly state: "none" | "locked" | "unlocked" | "damaged" | "stopped";
	readonly locksAt: number | null;
	readonly autoLockMinutes: number;
	readonly nextTryAt: number | null;
	readonly text: Text | null;
}

export type DeviceCondition =
	| "none"
	| "looking"
	| "permission"
	| "busy"
	| "locked"
	| "dashboard"
	| "wrongApp"
	| "appTooOld"
	/** The device may still show an abandoned prompt. The user must reject it there first. */
	| "stillAsking"
	| "ready"
	| "asking"
	| "failed";

export interface DeviceHelp {
	readonly text: Text;
	readonly copy: string;
}

export interface DeviceView {
	readonly id: string;
	readonly model: string;
	readonly condition: DeviceCondition;
	readonly text: Text;
	readonly help: readonly DeviceHelp[];
	readonly app: {
		readonly name: string;
		readonly version: string;
		readonly blindSigning: boolean | null;
	} | null;
	readonly canOpen: readonly ("Ethereum" | "Solana")[];
}

export interface FoundAccountRow {
	readonly address: AddressView;
	readonly path: string;
	readonly scheme: Text;
	readonly state: "new" | "added" | "onThisComputer";
	readonly balances: readonly {
		readonly chain: string;
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

export interface LedgerView {
	/** Contains a placeholder if no device is connected. */
	readonly devices: readonly DeviceView[];
	readonly scan: {
		readonly state: "idle" | "reading" | "done" | "failed";
		readonly family: "evm" | "svm" | null;
		readonly deviceId: string | null;
		readonly rows: readonly FoundAccountRow[];
		readonly text: Text | null;
	};
	readonly verifying: {
		readonly address: AddressView;
		readonly state: "asking" | "same" | "refused" | "different" | "failed";
		readonly text: Text;
	} | null;
	readonly opening: Text | null;
	readonly fault: Text | null;
	readonly accounts: readonly LedgerAccountRow[];
}

/** One of the screens that the device is expected to show. Both texts may be hostile. */
export interface DevicePageView {
	readonly title: Claim;
	readonly text: Claim;
}

export type DeviceSight =
	| "clear"
	/** Every field of the typed data, without explanation. The device calls this blind signing. */
	| "members"
	/** Some fields, or only a hash. The device calls this blind signing. */
	| "blind"
	| "impossible";

export interface DevicePlanView {
	readonly sight: DeviceSight;
	readonly text: Text;
	readonly pages: readonly DevicePageView[];
	/** Hashes that the user compares with the device's screen, character by character. */
	readonly hashes: readonly { readonly label: Text; readonly value: string; readonly onDevice: boolean }[];
}

export interface DeviceReviewView {
	readonly app: string;
	readonly account: Text;
	readonly device: DeviceView;
	readonly plans: readonly DevicePlanView[];
}

export interface DeviceSigningView {
	readonly model: string;
	readonly steps: readonly {
		readonly name: "connect" | "open" | "check" | "confirm";
		readonly state: "done" | "now" | "todo" | "failed";
	}[];
	readonly text: Text;
	readonly device: DeviceView;
	readonly plan: DevicePlanView | null;
	readonly canCancel: boolean;
}

export const walletProcedures = {
	lock: desk.command(nothing, { needsInput: false }),
	labelAccount: desk.command(z.strictObject({ address: id, label: z.string().max(60) })),
};

/** `added` is `false` if the user cancelled. */
type ImportedOutcome = CommandOutcome & { readonly added?: boolean };

type FoundOutcome = CommandOutcome & { readonly rows?: readonly FoundAccountRow[] };

const phrase = z.string().min(1).max(400);
const passphrase = z.string().max(256);
const family = z.enum(["evm", "svm"]);
const path = z.string().trim().min(1).max(120);
const newPassword = z.string().min(8).max(1024);

export const vaultProcedures = {
	/** Shows a new recovery phrase. Nothing is stored until `checkPhrase` succeeds. */
	createPhrase: trusted.command(z.strictObject({ password: newPassword })),
	phraseWritten: trusted.command(nothing),
	phraseBack: trusted.command(nothing),
	checkPhrase: trusted.command(z.strictObject({ words: z.array(z.string().max(20)).min(1).max(24) })),
	importPhrase: trusted.command(
		z.strictObject({
			phrase,
			passphrase,
			/** Derivation paths. If empty, the first account of each family is added. */
			accounts: z.array(z.strictObject({ family, path })).max(100),
			password: newPassword,
		}),
	),
	/**
	 * Reads the balances at the usual derivation paths, or at a path that the user typed. Only addresses
	 * leave this computer.
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
	 * Accepts 32 bytes in hex for EVM. For Solana, accepts 64 bytes in base58 or as a JSON array. Creates the
	 * vault if there is none.
	 */
	importKey: trusted.command(z.strictObject({ key: z.string().min(64).max(400), password })),
	/** Main shows the file dialog and reads the file, so no window sees the key. */
	importKeyFile: trusted.returns<ImportedOutcome>()(
		z.strictObject({ filePassword: z.string().max(1024), password }),
	),
	unlock: trusted.command(z.strictObject({ password })),
	lock: trusted.command(nothing),
	deriveAccount: trusted.command(z.strictObject({ family: z.enum(["evm", "svm"]) })),
	setAutoLock: trusted.command(z.strictObject({ minutes: z.number().int().min(1).max(240), password })),
	openRestore: trusted.command(nothing),
	changePassword: trusted.command(z.strictObject({ password, next: newPassword })),
	/** `anyway` accepts a recovery phrase that derives none of the current accounts. */
	restoreKeys: trusted.command(
		z.strictObject({ phrase: z.string().min(1).max(400), password: newPassword, anyway: z.boolean() }),
	),
};

export const ledgerProcedures = {
	openLedger: trusted.command(nothing),
	scanLedger: trusted.command(
		z.strictObject({ deviceId: id, family: z.enum(["evm", "svm"]), more: z.boolean() }),
	),
	addLedgerAccounts: trusted.command(
		z.strictObject({
			paths: z.array(z.string().min(3).max(80)).min(1).max(100),
			/**
			 * Required if a rule lists recipients, because such a rule always allows the user's own accounts.
			 */
			password: password.nullable().optional(),
		}),
	),
	verifyLedgerAddress: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Removes the account from the app. Its key stays on the device. */
	removeLedgerAccount: trusted.command(z.strictObject({ address: z.string().min(32).max(64) })),
	openLedgerApp: trusted.command(z.strictObject({ deviceId: id, app: z.enum(["Ethereum", "Solana"]) })),
	clearedLedger: trusted.command(nothing),
	cancelLedger: trusted.command(nothing),
};
