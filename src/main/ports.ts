/**
 * What countersign.ts is given from outside: everything with an effect that Electron, the system or time has.
 * desktop/ makes these of Electron; tests make their own and inject faults.
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
	/** Calls back once after `ms`; returns what cancels it. */
	after(ms: number, run: () => void): () => void;
}

/** A running process of ours, seen as a pair of pipes. Messages pass by structured clone. */
export interface ProcessChannel {
	post(message: unknown): void;
	onMessage(listener: (message: unknown) => void): void;
	/** The process has ended, as asked or not. */
	onExit(listener: (code: number) => void): void;
	kill(): void;
}

/** An account on a Ledger, as it is kept; all of it is public. */
export interface LedgerAccountSetting {
	readonly family: "evm" | "svm";
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** The device on which it was found: "Ledger Nano X". */
	readonly model: string;
}

/** An account that is only looked at. */
export interface WatchedAccountSetting {
	readonly family: "evm" | "svm";
	readonly address: string;
}

/** Settings as kept by electron-store. No secret is in clear among them. */
export interface Settings {
	readonly baseUrl: string;
	readonly chains: readonly ChainSetting[];
	readonly theme: Theme;
	readonly notifications: boolean;
	/** How much a notification tells. */
	readonly notificationDetails: NotificationDetails;
	/** The user was told that this desktop shows no tray. */
	readonly noTrayTold: boolean;
	/** Nothing is told until then, Unix ms; null where it is not paused. What came meanwhile is told afterwards. */
	readonly pausedUntil: number | null;
	/** The same at these hours of each day, in minutes from midnight where the user is. */
	readonly quietHours: QuietHours | null;
	/** What amounts are worth is asked of price feeds and shown. */
	readonly showWorth: boolean;
	/** The service's catalog is a place of the desk. */
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	/** Brings the next review up from anywhere; null where it is off. */
	readonly shortcut: Shortcut | null;
	/** Single keys act as shortcuts. */
	readonly singleKeys: boolean;
	readonly autoLockMinutes: number;
	readonly mutedSessions: readonly string[];
	/** Apps that the user chose a level for. */
	readonly appLevels: readonly AppLevelSetting[];
	/** Requests that are out of sight, by entry: until when, Unix ms. */
	readonly snoozed: Readonly<Record<string, number>>;
	/** Bare hashes may be shown and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Accounts whose keys a Ledger holds, in the order in which they were added. */
	readonly ledgerAccounts: readonly LedgerAccountSetting[];
	/** Questions that were cut off, or were not answered yet when this was written. */
	readonly ledgerLeft?: readonly LeftQuestion[] | undefined;
	/** Looked at, and never signed for. */
	readonly watchedAccounts: readonly WatchedAccountSetting[];
	/** Out of sight: EVM addresses in lower case, Solana's as they are. */
	readonly hiddenAccounts: readonly string[];
	/** The user's own names; EVM addresses in lower case, Solana's as they are. */
	readonly labels: Readonly<Record<string, string>>;
	/** Environments of the user's own, and what they changed of the known ones. */
	readonly environments: readonly EnvironmentSetting[];
	/** Tokens and grants, sealed, by environment (the origin of its base address). */
	readonly sealedTokens: Readonly<Record<string, SealedTokens>>;
	/** Which accounts the agent is told of, by environment and identity; the first of each family where nothing is said. */
	readonly connected: Readonly<Record<string, ConnectedAccounts>>;
	/** Names this installation in a turn: random, says nothing of the user; null before the first turn. */
	readonly clientId: string | null;
	/** Which route is taken where a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	/** What protects the user, as they left it (integrity/integrity.ts); null before a vault was first open. */
	readonly sealedState: SealedState | null;
	/** The step of the setup that is to be gone on with; null before it began. */
	readonly setup: SetupStep | "done" | null;
	/** Whether there is a newer version is asked once a day. */
	readonly lookForUpdates: boolean;
	/** When the list of releases was answered last, and the newest one that was believed, as it was published. */
	readonly updates: { readonly checkedAt: number; readonly list: string } | null;
}

/** A question that may still stand on a Ledger's screen. */
export interface LeftQuestion {
	/** As the device calls itself. */
	readonly model: string;
	/** Whose app asked it. */
	readonly family: ChainFamily;
}

/** A state in clear, and its digest sealed under the vault's key. */
export interface SealedState {
	/** JSON. */
	readonly state: string;
	/** base64. */
	readonly seal: string;
}

export interface EnvironmentSetting {
	readonly name: string;
	readonly baseUrl: string;
	/** Where people sign in; null: the base address's own origin. */
	readonly authOrigin: string | null;
	/** Registered by hand for sign-in by browser. */
	readonly clientIds: {
		readonly agent: string | null;
		readonly pipeline: string | null;
		readonly account: string | null;
	};
}

/** By the system's keychain, or under a key that the vault holds; base64. */
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

/** The system's keychain. Where it is not to be trusted (`basic_text`), `available` says no. */
export interface Keychain {
	available(): Promise<{ readonly ok: boolean; readonly text: Text }>;
	seal(secret: string): Promise<string>;
	open(sealed: string): Promise<string>;
}

/** What a notification's button does. None approves. */
export type NotificationAct = "review" | "reject" | "snooze" | "undo";

export interface NotificationSpec {
	readonly id: string;
	readonly title: Text;
	readonly body: Text;
	/** The entry whose review a click opens. */
	readonly entryId: string;
	/** Without a sound. */
	readonly silent?: boolean;
	/** Buttons, where the system has any, for the request as it stood then; a system without shows none. */
	readonly offer?: { readonly acts: readonly NotificationAct[]; readonly revision: string };
}

/** Which files are offered: "Comma-separated values", ["csv"]. */
export interface FileFilter {
	readonly name: Text;
	readonly extensions: readonly string[];
}

/** What tray, dock and badge show without a window. */
export interface WaitingState {
	readonly count: number;
	/** One of them at least is of high risk, as far as that is known. */
	readonly isDanger: boolean;
	/** The gravest that there is to show: high risk, no connection, something that waits, notifications paused. */
	readonly mark: "none" | "waiting" | "danger" | "offline" | "paused";
	/** Says how many wait, and all else that a mark may stand for. */
	readonly tooltip: Text;
	/** The first few of what waits, as the inbox would show them. */
	readonly first: readonly { readonly entryId: string; readonly headline: Text }[];
	/** Notifications are paused. */
	readonly isPaused: boolean;
	/** Of each limit of a day: how much is spent. */
	readonly budgets: readonly Text[];
}

/** What the app asks of the desktop around it. */
export interface Desktop {
	notify(notification: NotificationSpec): void;
	/** Takes a notification back, where it still stands. */
	withdraw(id: string): void;
	notificationsSupported(): boolean;
	/** The screen is locked, as far as the system tells it. */
	readonly isScreenLocked: () => boolean;
	/** The desktop shows the tray, as far as that can be found out. */
	trayShown(): boolean;
	/** Brings the trusted window up over everything. */
	raiseTrusted(): void;
	hideTrusted(): void;
	raiseDesk(): void;
	/** In tray, dock and badge. */
	showWaiting(state: WaitingState): void;
	setTheme(theme: Theme): void;
	copyText(text: string): Promise<void>;
	/** This computer reads fingers, and one can be asked for. */
	offersTouch(): boolean;
	/** Asks for a finger, beside password and hold and never instead of them. `none`: nothing here reads one. */
	confirmByTouch(why: Text): Promise<"yes" | "no" | "none">;
	/** Opens an address in the system's browser at once: for sign-in, which the user asked for. https, or http here. */
	openExternal(url: string): Promise<void>;
	/** Shows the whole address in a dialog of main's own, and opens it on a yes. False: the user said no. */
	confirmLink(url: string): Promise<boolean>;
	/** Asks where to, and writes. False where the user cancelled. */
	saveFile(suggestedName: string, contents: string): Promise<boolean>;
	/** Asks for a file and reads its text (UTF-8, at most 2 MB); null where the user cancelled. */
	openFile(filters: readonly FileFilter[]): Promise<string | null>;
	/** The same as bytes, for what may be a secret: the caller wipes them. */
	openFileBytes(filters: readonly FileFilter[]): Promise<Uint8Array | null>;
	setStartAtLogin(on: boolean): void;
	startAtLoginSupported(): boolean;
	/** Takes these keys of the whole system, in place of those before; null gives them back. */
	setShortcut(keys: Shortcut | null): void;
	/** The system gave the keys that were asked for last. */
	shortcutHeld(): boolean;
}

/** A listener on 127.0.0.1 for the one redirect that ends a sign-in by browser. */
export interface Loopback {
	/** "http://127.0.0.1:PORT/callback". */
	readonly redirectUri: string;
	/**
	 * The first request to that path that `accepts` takes, with its query. Any page or program of this computer may send
	 * others: they are answered, and end nothing. Rejects when `signal` aborts.
	 */
	redirected(signal: AbortSignal, accepts?: (url: URL) => boolean): Promise<URL>;
	close(): Promise<void>;
}

/** Whose releases this build believes in; null and empty where it was told of none. */
export interface Release {
	/** Where the signed list is, https. */
	readonly list: string | null;
	/** The page that is opened for a download, https. */
	readonly page: string | null;
	/** Ed25519 public keys in base64. */
	readonly keys: readonly string[];
}

export interface Ports {
	/** Holds journal.db, log.db and the vault. */
	readonly dataDir: string;
	readonly version: string;
	readonly release: Release;
	/** What the app is made of. */
	readonly about: () => AboutView;
	/** Of the system and the shell, by name: "platform", "electron". */
	readonly system: Readonly<Record<string, string>>;
	/** The log's last lines, redacted. */
	readonly recentLog: () => readonly string[];
	/** Looks at this computer: the shell, the system, and whether each network's RPC answers. */
	readonly examine: () => Promise<readonly DoctorCheck[]>;
	/** The run before this one was ended without quitting. */
	readonly wasCut: boolean;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	readonly forkVault: () => ProcessChannel;
	/** Starts the process that talks to Ledger devices. */
	readonly forkLedger: () => ProcessChannel;
	/** Ledger's descriptions of tokens, which devices show amounts by. */
	readonly ledgerTokens: SignedTokens;
	readonly settings: SettingsStore;
	readonly keychain: Keychain;
	readonly openLoopback: () => Promise<Loopback>;
	readonly desktop: Desktop;
	/** One line a fact; no secret ever. */
	readonly log: (line: string) => void;
	/** Development only: a token and RPC addresses given by the environment, over the settings. */
	readonly overrides: {
		readonly baseUrl: string | null;
		readonly token: string | null;
		readonly chains: readonly ChainSetting[];
		/** Ledger's emulator, or one that speaks like it; null for USB. */
		readonly ledger: DeviceTransport | null;
	};
	/** Tests only: called before and after each durable step of the journal. */
	readonly onJournalStep?: (moment: "before" | "after", step: string) => void;
}

/** What main itself saw of the trusted window when a command came from it. Times by `Clock.now`. */
export interface Gesture {
	/** The window is on screen since then; null where it is not. */
	readonly visibleSince: number | null;
	/** A real press (mouse, touch, Space) that is still held, since then. */
	readonly heldSince: number | null;
	/** The last real input of any kind. */
	readonly lastInputAt: number | null;
}
