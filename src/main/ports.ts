/**
 * External dependencies of countersign.ts: everything with an effect that Electron, the system or time
 * provides. desktop/ implements them with Electron; tests implement their own and inject faults.
 */

import type { Text } from "../core/message.ts";
import type { SignedTokens } from "../core/subject/signed-token.ts";
import type { AboutView } from "../ipc/about.ts";
import type {
	AppLevelSetting,
	ChainSetting,
	NotificationDetails,
	QuietHours,
	Shortcut,
	Theme,
} from "../ipc/settings.ts";
import type { SetupStep } from "../ipc/setup.ts";
import type { DoctorCheck } from "../ipc/support.ts";
import type { DeviceTransport } from "../ledger-process/protocol.ts";
import type { ChainFamily } from "../service-api/action.ts";

/** Time and timers. `now`: Unix milliseconds. */
export interface Clock {
	readonly now: () => number;
	/** Calls back once after `ms`; returns a function that cancels it. */
	after(ms: number, run: () => void): () => void;
}

/** A running process of the app, seen as a pair of pipes. Messages pass by structured clone. */
export interface ProcessChannel {
	post(message: unknown): void;
	onMessage(listener: (message: unknown) => void): void;
	/** Called when the process has ended, requested or not. */
	onExit(listener: (code: number) => void): void;
	kill(): void;
}

/** Stored facts of an account on a Ledger; all of them are public. */
export interface LedgerAccountSetting {
	readonly family: "evm" | "svm";
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** The device on which it was found: "Ledger Nano X". */
	readonly model: string;
}

/** A watch-only account. */
export interface WatchedAccountSetting {
	readonly family: "evm" | "svm";
	readonly address: string;
}

/** Settings as stored by electron-store. They contain no secret in clear. */
export interface Settings {
	readonly baseUrl: string;
	readonly chains: readonly ChainSetting[];
	readonly theme: Theme;
	readonly notifications: boolean;
	/** Amount of detail in a notification. */
	readonly notificationDetails: NotificationDetails;
	/** The user was informed that this desktop displays no tray. */
	readonly noTrayNotified: boolean;
	/**
	 * End of a pause of notifications, Unix ms; `null` if not paused. Delayed notifications follow after it.
	 */
	readonly pausedUntil: number | null;
	/** The same at these hours of each day, in minutes from local midnight. */
	readonly quietHours: QuietHours | null;
	/** Fiat values of amounts are read from price feeds and displayed. */
	readonly showWorth: boolean;
	/** The service's catalog is a section of the desk. */
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	/** Shows the next review from anywhere; `null` if it is off. */
	readonly shortcut: Shortcut | null;
	/** Single keys act as shortcuts. */
	readonly singleKeys: boolean;
	readonly autoLockMinutes: number;
	readonly mutedSessions: readonly string[];
	/** Apps that the user chose a level for. */
	readonly appLevels: readonly AppLevelSetting[];
	/** Snoozed requests by entry, with the end of the snooze in Unix ms. */
	readonly snoozed: Readonly<Record<string, number>>;
	/** Bare hashes may be displayed and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Accounts with keys on a Ledger, in the order in which they were added. */
	readonly ledgerAccounts: readonly LedgerAccountSetting[];
	/** Prompts that were interrupted, or unanswered at the time of this write. */
	readonly ledgerLeft?: readonly LeftQuestion[] | undefined;
	/** Displayed, and never signed for. */
	readonly watchedAccounts: readonly WatchedAccountSetting[];
	/** Hidden accounts: EVM addresses in lower case, Solana's unchanged. */
	readonly hiddenAccounts: readonly string[];
	/** The user's own names; EVM addresses in lower case, Solana's unchanged. */
	readonly labels: Readonly<Record<string, string>>;
	/** The user's own environments, and their changes to the known ones. */
	readonly environments: readonly EnvironmentSetting[];
	/** Tokens and grants, sealed, by environment (the origin of its base address). */
	readonly sealedTokens: Readonly<Record<string, SealedTokens>>;
	/** Accounts revealed to the agent, by environment and identity; absent means the first of each family. */
	readonly connected: Readonly<Record<string, ConnectedAccounts>>;
	/**
	 * Identifies this installation in a turn: random, without information on the user; `null` before the
	 * first turn.
	 */
	readonly clientId: string | null;
	/** The route to use if a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	/**
	 * The user's protective settings as they left them (integrity/integrity.ts); `null` before a vault was
	 * first open.
	 */
	readonly sealedState: SealedState | null;
	/** The setup's current step; `null` before its start. */
	readonly setup: SetupStep | "done" | null;
	/** Whether the app checks once a day for a newer version. */
	readonly lookForUpdates: boolean;
	/** Time of the last answer for the list of releases, and the newest trusted list as published. */
	readonly updates: { readonly checkedAt: number; readonly list: string } | null;
}

/** A prompt that may still be on a Ledger's screen. */
export interface LeftQuestion {
	/** The device's own model name. */
	readonly model: string;
	/** The family whose app displays it. */
	readonly family: ChainFamily;
}

/** A state in clear, with its digest sealed under the vault's key. */
export interface SealedState {
	/** JSON. */
	readonly state: string;
	/** base64. */
	readonly seal: string;
}

export interface EnvironmentSetting {
	readonly name: string;
	readonly baseUrl: string;
	/** Origin at which people sign in; `null`: the base address's own origin. */
	readonly authOrigin: string | null;
	/** Registered by hand for sign-in by browser. */
	readonly clientIds: {
		readonly agent: string | null;
		readonly pipeline: string | null;
		readonly account: string | null;
	};
}

/** Sealed by the system's keychain, or under a key that the vault holds; base64. */
export interface SealedTokens {
	readonly by: "keychain" | "vault";
	readonly sealed: string;
}

export interface ConnectedAccounts {
	readonly evm: string | null;
	readonly svm: string | null;
}

export interface SettingsStore {
	get(): Settings;
	set(patch: Partial<Settings>): void;
}

/** The system's keychain. `available` is false if it is not trustworthy (`basic_text`). */
export interface Keychain {
	available(): Promise<{ readonly ok: boolean; readonly text: Text }>;
	seal(secret: string): Promise<string>;
	open(sealed: string): Promise<string>;
}

/** Actions of a notification's buttons. None approves. */
export type NotificationAct = "review" | "reject" | "snooze" | "undo";

export interface NotificationSpec {
	readonly id: string;
	readonly title: Text;
	readonly body: Text;
	/** The entry whose review a click opens. */
	readonly entryId: string;
	/** Without a sound. */
	readonly silent?: boolean;
	/** Buttons for the request's revision at the time; a system without buttons displays none. */
	readonly offer?: { readonly acts: readonly NotificationAct[]; readonly revision: string };
}

/** Offered file types: "Comma-separated values", ["csv"]. */
export interface FileFilter {
	readonly name: Text;
	readonly extensions: readonly string[];
}

/** State displayed by tray, dock and badge without a window. */
export interface WaitingState {
	readonly count: number;
	/** At least one of them is known to be of high risk. */
	readonly isDanger: boolean;
	/** The gravest state: high risk, no connection, a waiting request, notifications paused. */
	readonly mark: "none" | "waiting" | "danger" | "offline" | "paused";
	/** Text with the number of waiting requests, and all other states that the mark may represent. */
	readonly tooltip: Text;
	/** The first few waiting requests, in the inbox's order. */
	readonly first: readonly { readonly entryId: string; readonly headline: Text }[];
	/** Notifications are paused. */
	readonly isPaused: boolean;
	/** Spent part of each daily limit. */
	readonly budgets: readonly Text[];
}

/** The app's interface to the desktop around it. */
export interface Desktop {
	notify(notification: NotificationSpec): void;
	/** Removes a notification that is still displayed. */
	withdraw(id: string): void;
	notificationsSupported(): boolean;
	/** Returns whether the screen is locked, as far as the system reports it. */
	readonly isScreenLocked: () => boolean;
	/** Returns whether the desktop displays the tray, as far as that can be determined. */
	trayShown(): boolean;
	/** Brings the trusted window to the front of all windows. */
	raiseTrusted(): void;
	hideTrusted(): void;
	raiseDesk(): void;
	/** Updates tray, dock and badge. */
	showWaiting(state: WaitingState): void;
	setTheme(theme: Theme): void;
	copyText(text: string): Promise<void>;
	/** Returns whether this computer can prompt for a fingerprint. */
	offersTouch(): boolean;
	/**
	 * Prompts for a fingerprint, in addition to password and hold and never instead of them. `none`: there is
	 * no reader.
	 */
	confirmByTouch(why: Text): Promise<"yes" | "no" | "none">;
	/**
	 * Opens an address in the system's browser at once: for sign-in, which the user requested. https, or http
	 * on this computer.
	 */
	openExternal(url: string): Promise<void>;
	/**
	 * Shows the whole address in a dialog of the main process, and opens it if the user confirms. Returns
	 * false if the user declined.
	 */
	confirmLink(url: string): Promise<boolean>;
	/** Prompts for a path and writes the file. Returns false if the user cancelled. */
	saveFile(suggestedName: string, contents: string): Promise<boolean>;
	/** Prompts for a file and reads its text (UTF-8, at most 2 MB); `null` if the user cancelled. */
	openFile(filters: readonly FileFilter[]): Promise<string | null>;
	/** Reads the same as bytes, since the content may be secret: the caller wipes them. */
	openFileBytes(filters: readonly FileFilter[]): Promise<Uint8Array | null>;
	setStartAtLogin(on: boolean): void;
	startAtLoginSupported(): boolean;
	/** Registers a system-wide shortcut in place of the former one; `null` releases it. */
	setShortcut(keys: Shortcut | null): void;
	/** Returns whether the system granted the last requested shortcut. */
	shortcutHeld(): boolean;
}

/** A listener on 127.0.0.1 for the one redirect that ends a sign-in by browser. */
export interface Loopback {
	/** "http://127.0.0.1:PORT/callback". */
	readonly redirectUri: string;
	/**
	 * Resolves with the first request to that path that `accepts` admits, with its query. Any page or program
	 * on this computer may send others: they are answered and end nothing. Rejects when `signal` aborts.
	 */
	redirected(signal: AbortSignal, accepts?: (url: URL) => boolean): Promise<URL>;
	close(): Promise<void>;
}

/** Release facts that this build trusts; `null` and empty if it has none. */
export interface Release {
	/** Address of the signed list, https. */
	readonly list: string | null;
	/** Page opened for a download, https. */
	readonly page: string | null;
	/** Ed25519 public keys in base64. */
	readonly keys: readonly string[];
}

export interface Ports {
	/** Holds journal.db, log.db and the vault. */
	readonly dataDir: string;
	readonly version: string;
	readonly release: Release;
	/** Returns the app's components. */
	readonly about: () => AboutView;
	/** Facts of the system and the shell, by name: "platform", "electron". */
	readonly system: Readonly<Record<string, string>>;
	/** The log's last lines, redacted. */
	readonly recentLog: () => readonly string[];
	/** Checks this computer: the shell, the system, and whether each network's RPC answers. */
	readonly examine: () => Promise<readonly DoctorCheck[]>;
	/** The previous run ended without quitting. */
	readonly wasCut: boolean;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** Returns cryptographically secure random bytes. */
	readonly random: (length: number) => Uint8Array;
	readonly forkVault: () => ProcessChannel;
	/** Starts the process for Ledger devices. */
	readonly forkLedger: () => ProcessChannel;
	/** Ledger's token descriptors, by which devices display amounts. */
	readonly ledgerTokens: SignedTokens;
	readonly settings: SettingsStore;
	readonly keychain: Keychain;
	readonly openLoopback: () => Promise<Loopback>;
	readonly desktop: Desktop;
	/** Logs one fact per line; never a secret. */
	readonly log: (line: string) => void;
	/** Development only: a token and RPC addresses from the environment, which override the settings. */
	readonly overrides: {
		readonly baseUrl: string | null;
		readonly token: string | null;
		readonly chains: readonly ChainSetting[];
		/** Ledger's emulator, or a compatible one; `null` for USB. */
		readonly ledger: DeviceTransport | null;
	};
	/** Tests only: called before and after each durable step of the journal. */
	readonly onJournalStep?: (moment: "before" | "after", step: string) => void;
}

/**
 * User input at the trusted window when a command came from it, as the main process itself saw it. Times by
 * `Clock.now`.
 */
export interface Gesture {
	/** Time since which the window is on screen; `null` if it is not. */
	readonly visibleSince: number | null;
	/** Start of a real press (mouse, touch, Space) that is still held. */
	readonly heldSince: number | null;
	/** The last real input of any kind. */
	readonly lastInputAt: number | null;
}
