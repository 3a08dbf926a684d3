import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type BookView, bookProcedures } from "./address-book.ts";
import { type AllowancesView, allowanceProcedures } from "./allowances.ts";
import {
	type AppView,
	accountProcedures,
	accountTrustedProcedures,
	type ServiceAccountView,
} from "./billing.ts";
import { type BuildView, buildProcedures, type CatalogView, catalogProcedures } from "./catalog.ts";
import {
	type ConnectionView,
	type SessionRow,
	sessionProcedures,
	type TranscriptView,
} from "./conversations.ts";
import type { ActivityRow, InboxEntryView } from "./inbox.ts";
import {
	type CommandClient,
	type CommandOutcome,
	chainRef,
	id,
	nothing,
	password,
	returns,
	rpcUrl,
} from "./primitives.ts";
import type { ReviewView } from "./review.ts";
import { policyProcedures, type RulesView } from "./rules.ts";
import type { SettingsView, Theme } from "./settings.ts";
import { type IdentityBrief, type IdentityView, identityProcedures } from "./sign-in.ts";
import type { ProgressView } from "./signing.ts";
import type { AccountView, LedgerView, VaultView } from "./wallet.ts";

/** What each window shows, may ask main for, and is pushed. */

export interface DeskView {
	readonly inbox: readonly InboxEntryView[];
	readonly sessions: readonly SessionRow[];
	readonly accounts: readonly AccountView[];
	readonly activity: readonly ActivityRow[];
	readonly connection: ConnectionView;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	/** The address book, for reading; it is edited in the trusted window. */
	readonly book: BookView;
	/** What each account has allowed so far. */
	readonly allowances: AllowancesView;
	readonly identity: IdentityBrief;
	readonly catalog: CatalogView;
	readonly serviceAccount: ServiceAccountView;
	/** The accounts that the agent is told of here. */
	readonly connected: { readonly evm: string | null; readonly svm: string | null };
	/** Problems of the app itself (disk full, damaged database), most urgent first. */
	readonly alerts: readonly Text[];
	/** Main's clock when this was composed, so that windows count down by the same time. */
	readonly now: number;
}

/** What the trusted window shows. Main alone decides which. */
export type TrustedScreen =
	| { readonly screen: "empty"; readonly waiting: number }
	| { readonly screen: "welcome" }
	| { readonly screen: "phrase"; readonly words: readonly string[] }
	/** Positions counted from 1. */
	| { readonly screen: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly screen: "unlock"; readonly next: Text | null }
	| { readonly screen: "addAccount" }
	| { readonly screen: "network" }
	| { readonly screen: "autoLock" }
	| { readonly screen: "blindSigning" }
	| { readonly screen: "ledger"; readonly ledger: LedgerView }
	| { readonly screen: "rules"; readonly rules: RulesView }
	| { readonly screen: "contacts"; readonly book: BookView }
	| { readonly screen: "signIn"; readonly identity: IdentityView }
	| { readonly screen: "build"; readonly build: BuildView | null }
	| { readonly screen: "topUp"; readonly account: ServiceAccountView }
	| { readonly screen: "removeApp"; readonly app: AppView | null }
	| { readonly screen: "loading"; readonly headline: Text }
	| {
			readonly screen: "review";
			readonly review: ReviewView;
			/** One-time; a new one voids it. Null while an approval is not possible. */
			readonly ticket: string | null;
			/** The Approve button wakes this long after the content is visible, in ms. */
			readonly wakeMs: number;
			readonly queue: { readonly at: number; readonly of: number };
	  }
	| { readonly screen: "progress"; readonly progress: ProgressView };

export interface TrustedView {
	readonly screen: TrustedScreen;
	/** By the rules as they are, what takes the password: a new account of the user's own, another address of a chain. */
	readonly takesPassword: { readonly account: boolean; readonly rpc: boolean };
	readonly vault: VaultView;
	readonly settings: SettingsView;
	readonly theme: Theme;
	readonly now: number;
}

export type DeskPush =
	| { readonly kind: "desk"; readonly view: DeskView }
	| { readonly kind: "transcript"; readonly view: TranscriptView }
	/** A command of main's: show this place (a notification, the tray). */
	| { readonly kind: "navigate"; readonly to: "inbox" | "settings"; readonly sessionId: string | null };

export type TrustedPush = { readonly kind: "trusted"; readonly view: TrustedView };

/** One call, by name; the preload passes names of its own half only. */
export interface DeskBridge {
	call<Name extends keyof DeskProcedures>(
		name: Name,
		input: Parameters<CommandClient<DeskProcedures>[Name]>[0],
	): ReturnType<CommandClient<DeskProcedures>[Name]>;
	/** Listens to pushes; the latest desk view comes at once. Returns what ends it. */
	onPush(listener: (push: DeskPush) => void): () => void;
}

export interface TrustedBridge {
	call<Name extends keyof TrustedProcedures>(
		name: Name,
		input: Parameters<CommandClient<TrustedProcedures>[Name]>[0],
	): ReturnType<CommandClient<TrustedProcedures>[Name]>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}

export const deskProcedures = {
	openReview: returns<CommandOutcome>()(z.strictObject({ entryId: id })),
	startTurn: returns<CommandOutcome & { readonly sessionId?: string }>()(
		z.strictObject({
			sessionId: z.string().min(1).max(160).nullable(),
			message: z.string().min(1).max(32_000),
			mode: z.enum(["auto", "direct"]).nullable(),
			app: z.string().min(1).max(160).nullable(),
			applicationId: z.number().int().min(1).nullable().optional(),
			model: z.string().trim().min(1).max(200).nullable().optional(),
		}),
	),
	interrupt: returns<CommandOutcome>()(z.strictObject({ sessionId: id })),
	/** Opens a transcript; its changes are pushed from then on, until another is opened. */
	watchTranscript: returns<TranscriptView | null>()(z.strictObject({ sessionId: id.nullable() })),
	muteSession: returns<CommandOutcome>()(z.strictObject({ sessionId: id, muted: z.boolean() })),
	reconnect: returns<CommandOutcome>()(nothing),
	copyText: returns<CommandOutcome>()(z.strictObject({ text: z.string().min(1).max(100_000) })),
	openTrusted: returns<CommandOutcome>()(
		z.strictObject({
			screen: z.enum([
				"unlock",
				"addAccount",
				"network",
				"autoLock",
				"blindSigning",
				"ledger",
				"rules",
				"contacts",
				"signIn",
			]),
		}),
	),
	lock: returns<CommandOutcome>()(nothing),
	setPreferences: returns<CommandOutcome>()(
		z.strictObject({
			theme: z.enum(["system", "light", "dark"]).optional(),
			notifications: z.boolean().optional(),
			startAtLogin: z.boolean().optional(),
			commitTransport: z.enum(["sign_and_broadcast", "browser_send"]).optional(),
		}),
	),
	labelAccount: returns<CommandOutcome>()(z.strictObject({ address: id, label: z.string().max(60) })),
	verifyJournal: returns<{ readonly ok: boolean; readonly words: Text }>()(nothing),
	/** Main asks where to save; the window never names a path. */
	exportJournal: returns<CommandOutcome>()(nothing),
	...allowanceProcedures,
	...sessionProcedures,
	...catalogProcedures,
	...accountProcedures,
};

export const trustedProcedures = {
	/** The review's content has been drawn; the waking of Approve counts from here. */
	reviewShown: returns<CommandOutcome>()(z.strictObject({ ticket: id })),
	approve: returns<CommandOutcome>()(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(80).nullable(),
		}),
	),
	reject: returns<CommandOutcome>()(
		z.strictObject({ entryId: id, reason: z.string().trim().min(1).max(2000) }),
	),
	/** Reads the service and the chain again for the review that is open, or retries a stuck approval. */
	retry: returns<CommandOutcome>()(z.strictObject({ entryId: id })),
	showReview: returns<CommandOutcome>()(z.strictObject({ direction: z.enum(["next", "previous"]) })),
	close: returns<CommandOutcome>()(nothing),
	openDesk: returns<CommandOutcome>()(nothing),
	copyText: returns<CommandOutcome>()(z.strictObject({ text: z.string().min(1).max(100_000) })),
	/** Makes a phrase under a new vault and shows it; nothing is kept before `checkPhrase` passes. */
	createPhrase: returns<CommandOutcome>()(z.strictObject({ password: z.string().min(8).max(1024) })),
	phraseWritten: returns<CommandOutcome>()(nothing),
	checkPhrase: returns<CommandOutcome>()(
		z.strictObject({ words: z.array(z.string().max(20)).min(1).max(24) }),
	),
	importPhrase: returns<CommandOutcome>()(
		z.strictObject({ phrase: z.string().min(1).max(400), password: z.string().min(8).max(1024) }),
	),
	/**
	 * A private key: 32 bytes of hex for EVM, 64 bytes of base58 or a JSON array of bytes for Solana.
	 * Makes the vault where none is, which takes a password of 8 or more.
	 */
	importKey: returns<CommandOutcome>()(z.strictObject({ key: z.string().min(64).max(400), password })),
	unlock: returns<CommandOutcome>()(z.strictObject({ password })),
	lock: returns<CommandOutcome>()(nothing),
	/** The next account of the phrase, of this family. */
	deriveAccount: returns<CommandOutcome>()(z.strictObject({ family: z.enum(["evm", "svm"]) })),
	/** Opens the review of a replacement for a transaction of ours that is stuck. */
	replace: returns<CommandOutcome>()(
		z.strictObject({ entryId: id, purpose: z.enum(["speed_up", "cancel"]) }),
	),
	saveNetwork: returns<CommandOutcome>()(
		z.strictObject({
			baseUrl: rpcUrl,
			/** Null keeps the one that is held; empty forgets it. */
			token: z.string().max(16_384).nullable(),
			chains: z
				.array(
					z.strictObject({
						chainId: chainRef,
						name: z.string().trim().min(1).max(40),
						rpcUrl,
					}),
				)
				.max(50),
			/** Asked for where a chain is to be asked elsewhere and rules hold: they count on what it says. */
			password: password.nullable().optional(),
		}),
	),
	setAutoLock: returns<CommandOutcome>()(
		z.strictObject({ minutes: z.number().int().min(1).max(240), password }),
	),
	/** Goes to the screen of Ledger accounts, from the welcome or from adding an account. */
	openLedger: returns<CommandOutcome>()(nothing),
	/** From one of these screens to the other: signing in, or pasting a token for development. */
	openSignIn: returns<CommandOutcome>()(nothing),
	openNetwork: returns<CommandOutcome>()(nothing),
	/** Reads the addresses of the usual paths of this family from the device; `more` goes on from the last ones. */
	scanLedger: returns<CommandOutcome>()(
		z.strictObject({ deviceId: id, family: z.enum(["evm", "svm"]), more: z.boolean() }),
	),
	/** Adds accounts of the last scan; each is read from the device itself, never from this message. */
	addLedgerAccounts: returns<CommandOutcome>()(
		z.strictObject({
			paths: z.array(z.string().min(3).max(80)).min(1).max(100),
			/** Asked for where a rule names recipients: the user's own accounts are always among them. */
			password: password.nullable().optional(),
		}),
	),
	/** Shows an account's address on the device, to be compared with the one on screen. */
	verifyLedgerAddress: returns<CommandOutcome>()(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Forgets an account of a Ledger; its key stays on the device. */
	removeLedgerAccount: returns<CommandOutcome>()(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Opens an app on the device; its person may have to agree there. */
	openLedgerApp: returns<CommandOutcome>()(
		z.strictObject({ deviceId: id, app: z.enum(["Ethereum", "Solana"]) }),
	),
	/** Gives up what a device is being asked: a signature, an address, an app. */
	cancelLedger: returns<CommandOutcome>()(nothing),
	/** Allowing it takes the password; taking it back never does, but asks the same. */
	setBlindSigning: returns<CommandOutcome>()(z.strictObject({ on: z.boolean(), password })),
	/** Writes the review that is open to a file, to be checked on another computer. */
	saveForChecking: returns<CommandOutcome>()(z.strictObject({ entryId: id })),
	...policyProcedures,
	...bookProcedures,
	...identityProcedures,
	...buildProcedures,
	...accountTrustedProcedures,
};

export type DeskProcedures = typeof deskProcedures;

export type TrustedProcedures = typeof trustedProcedures;

/** Channel names: one for each half's calls, one for each half's pushes. */
export const CHANNELS = {
	deskCall: "countersign:desk:call",
	deskPush: "countersign:desk:push",
	trustedCall: "countersign:trusted:call",
	trustedPush: "countersign:trusted:push",
} as const;
