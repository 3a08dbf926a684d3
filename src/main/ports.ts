/**
 * Everything the app needs from Electron, the system and the clock. The code in desktop/ implements it, and
 * tests inject their own implementation and faults.
 */

import type { SignedTokens } from "../core/decoded-transaction/signed-token.ts";
import type { Text } from "../core/localized-text.ts";
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

export interface Clock {
	readonly now: () => number;
	after(ms: number, run: () => void): () => void;
}

export interface ProcessChannel {
	post(message: unknown): void;
	onMessage(listener: (message: unknown) => void): void;
	onExit(listener: (code: number) => void): void;
	kill(): void;
}

/** Contains only public data. */
export interface LedgerAccountSetting {
	readonly family: "evm" | "svm";
	/** EVM: checksummed. Solana: base58. */
	readonly address: string;
	readonly path: string;
	readonly model: string;
}

export interface WatchedAccountSetting {
	readonly family: "evm" | "svm";
	readonly address: string;
}

/** electron-store saves it unencrypted, so secrets are sealed. */
export interface Settings {
	readonly baseUrl: string;
	readonly chains: readonly ChainSetting[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly notificationDetails: NotificationDetails;
	readonly noTrayNotified: boolean;
	/** End of the pause in Unix ms. Deferred notifications are shown after it. */
	readonly pausedUntil: number | null;
	readonly quietHours: QuietHours | null;
	readonly showWorth: boolean;
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	readonly shortcut: Shortcut | null;
	readonly singleKeys: boolean;
	readonly autoLockMinutes: number;
	readonly mutedSessions: readonly string[];
	readonly appLevels: readonly AppLevelSetting[];
	readonly snoozed: Readonly<Record<string, number>>;
	/** Port 0 means any free port. */
	readonly agentDoors: { readonly socket: boolean; readonly http: boolean; readonly port: number };
	readonly blindSigning: boolean;
	readonly ledgerAccounts: readonly LedgerAccountSetting[];
	readonly ledgerLeft?: readonly LeftQuestion[] | undefined;
	readonly watchedAccounts: readonly WatchedAccountSetting[];
	/** EVM addresses in lower case. */
	readonly hiddenAccounts: readonly string[];
	readonly labels: Readonly<Record<string, string>>;
	readonly environments: readonly EnvironmentSetting[];
	readonly sealedTokens: Readonly<Record<string, SealedTokens>>;
	readonly connected: Readonly<Record<string, ConnectedAccounts>>;
	/** Random id of this installation, sent with each turn. `null` before the first turn. */
	readonly clientId: string | null;
	/** Preferred route for commits that offer both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly sealedState: SealedState | null;
	readonly setup: SetupStep | "done" | null;
	readonly lookForUpdates: boolean;
	readonly updates: { readonly checkedAt: number; readonly list: string } | null;
}

export interface LeftQuestion {
	readonly model: string;
	readonly family: ChainFamily;
}

/** Digest of `state`, sealed with the vault's key. */
export interface SealedState {
	readonly state: string;
	readonly seal: string;
}

export interface EnvironmentSetting {
	readonly name: string;
	readonly baseUrl: string;
	/** Sign-in origin. `null` if it is the base address's origin. */
	readonly authOrigin: string | null;
	/** Client ids that the user registered for browser sign-in. */
	readonly clientIds: {
		readonly agent: string | null;
		readonly pipeline: string | null;
		readonly account: string | null;
	};
}

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

/** `available` returns `false` for Linux's `basic_text`, which doesn't protect anything. */
export interface Keychain {
	available(): Promise<{ readonly ok: boolean; readonly text: Text }>;
	seal(secret: string): Promise<string>;
	open(sealed: string): Promise<string>;
}

/** None of these buttons can approve a request. */
export type NotificationAct = "review" | "reject" | "snooze" | "undo";

export interface NotificationSpec {
	readonly id: string;
	readonly title: Text;
	readonly body: Text;
	readonly entryId: string;
	readonly silent?: boolean;
	/** Buttons for the revision that the notification is about. Some systems don't show any. */
	readonly offer?: { readonly acts: readonly NotificationAct[]; readonly revision: string };
}

export interface FileFilter {
	readonly name: Text;
	readonly extensions: readonly string[];
}

export interface WaitingState {
	readonly count: number;
	readonly isDanger: boolean;
	readonly mark: "none" | "waiting" | "danger" | "offline" | "paused";
	readonly tooltip: Text;
	readonly first: readonly { readonly entryId: string; readonly headline: Text }[];
	readonly isPaused: boolean;
	readonly budgets: readonly Text[];
}

export interface Desktop {
	notify(notification: NotificationSpec): void;
	withdraw(id: string): void;
	notificationsSupported(): boolean;
	readonly isScreenLocked: () => boolean;
	trayShown(): boolean;
	raiseTrusted(): void;
	hideTrusted(): void;
	/**
	 * `triage` makes room for the list and the next request. `review` restores the previous size and
	 * position.
	 */
	sizeTrusted(size: "review" | "triage"): void;
	raiseDesk(): void;
	showWaiting(state: WaitingState): void;
	setTheme(theme: Theme): void;
	copyText(text: string): Promise<void>;
	offersTouch(): boolean;
	/**
	 * Used in addition to the password and the press and hold, never instead of them. Returns `none` if there
	 * is no reader.
	 */
	confirmByTouch(why: Text): Promise<"yes" | "no" | "none">;
	openExternal(url: string): Promise<void>;
	/**
	 * First shows the full address in a dialog from the main process. Returns `false` if the user declines.
	 */
	confirmLink(url: string): Promise<boolean>;
	saveFile(suggestedName: string, contents: string): Promise<boolean>;
	/** Reads UTF-8 up to 2 MB. Returns `null` if the user cancels. */
	openFile(filters: readonly FileFilter[]): Promise<string | null>;
	/** Returns bytes, because the caller wipes secret content. */
	openFileBytes(filters: readonly FileFilter[]): Promise<Uint8Array | null>;
	setStartAtLogin(on: boolean): void;
	startAtLoginSupported(): boolean;
	setShortcut(keys: Shortcut | null): void;
	isShortcutRegistered(): boolean;
}

/** Receives the redirect that ends a browser sign-in, on 127.0.0.1. */
export interface Loopback {
	readonly redirectUri: string;
	/**
	 * Resolves with the first request that `accepts` allows. Requests from other programs on this computer
	 * are answered and ignored. Rejects if `signal` aborts.
	 */
	redirected(signal: AbortSignal, accepts?: (url: URL) => boolean): Promise<URL>;
	close(): Promise<void>;
}

export interface Release {
	readonly list: string | null;
	readonly page: string | null;
	readonly keys: readonly string[];
}

export interface Ports {
	readonly dataDir: string;
	readonly version: string;
	readonly release: Release;
	readonly about: () => AboutView;
	readonly system: Readonly<Record<string, string>>;
	readonly recentLog: () => readonly string[];
	readonly examine: () => Promise<readonly DoctorCheck[]>;
	readonly wasCut: boolean;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly forkVault: () => ProcessChannel;
	readonly forkLedger: () => ProcessChannel;
	readonly forkAgents: () => ProcessChannel;
	/**
	 * Socket for agents, or a pipe on Windows. `isDefault` is `true` if MCP clients can find it by
	 * themselves.
	 */
	readonly agentSocket: { readonly path: string; readonly isDefault: boolean };
	/**
	 * Reads the program that connects MCP clients to the app (`src/agents-process/mcp-shim.mjs`), so the
	 * user's Node can run a copy.
	 */
	readonly readMcpShim: () => string;
	readonly ledgerTokens: SignedTokens;
	readonly settings: SettingsStore;
	readonly keychain: Keychain;
	readonly openLoopback: () => Promise<Loopback>;
	readonly desktop: Desktop;
	/** Must never be called with a secret. */
	readonly log: (line: string) => void;
	readonly overrides: {
		readonly baseUrl: string | null;
		readonly token: string | null;
		readonly chains: readonly ChainSetting[];
		readonly ledger: DeviceTransport | null;
	};
	readonly onJournalStep?: (moment: "before" | "after", step: string) => void;
}

/**
 * Input in the trusted window as the main process saw it when the command arrived. Times come from
 * `Clock.now`.
 */
export interface Gesture {
	readonly visibleSince: number | null;
	readonly pressedSince: number | null;
	readonly lastInputAt: number | null;
}
