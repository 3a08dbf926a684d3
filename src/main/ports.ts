/**
 * Everything the app needs from Electron, the system and the clock. The code in desktop/ implements it, and
 * tests inject their own implementation and faults.
 */

import type { SignedTokens } from "../core/decoded-transaction/signed-token.ts";
import type { Text } from "../core/localized-text.ts";
import type { AboutView } from "../ipc/about.ts";
import type { ChainSetting, Shortcut, Theme } from "../ipc/settings.ts";
import type { DoctorCheck } from "../ipc/support.ts";
import type { DeviceTransport } from "../ledger-process/protocol.ts";
import type { Settings } from "./settings-schema.ts";

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
	 * Used in addition to the password and the press-and-hold, never instead of them. Returns `none` if there
	 * is no fingerprint reader.
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

/** Receives a browser sign-in's final redirect on 127.0.0.1. */
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
	 * Socket for agents, or a pipe on Windows. `isDefault` is `true` if MCP clients can find it on their own.
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
	/** Called after a review is drawn. No approval is accepted for the next second, so main may pause. */
	readonly collectGarbage: () => void;
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
