import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainSetting } from "../../src/ipc/settings.ts";
import type { DeviceTransport } from "../../src/ledger-process/protocol.ts";
import { LoopbackServer } from "../../src/main/desktop/adapters/loopback.ts";
import type {
	Clock,
	Desktop,
	Gesture,
	Keychain,
	NotificationSpec,
	Ports,
	ProcessChannel,
	Release,
	SettingsStore,
} from "../../src/main/ports.ts";
import type { Settings } from "../../src/main/settings-schema.ts";
import { DEFAULT_SETTINGS } from "../../src/main/settings-schema.ts";
import { entryOf } from "../fixtures/entries.ts";
import { LEDGER_TOKENS } from "./ledger-tokens.ts";

/** Desktop without windows: a test's replacement of Electron for countersign.ts. */

/** Real timers; `skip` puts the clock forward, so that a second on screen need not be waited for. */
export interface TestClock extends Clock {
	skip(ms: number): void;
	/** Calls `skip`, and runs everything that was due by then at once. */
	hurry(ms: number): void;
}

/** @param start initial time, Unix ms; defaults to the real time */
export function testClock(start: number = Date.now()): TestClock {
	let ahead = start - Date.now();
	const now = () => Date.now() + ahead;
	/** When each is due. */
	const waiting = new Map<() => void, number>();
	return {
		now,
		after(ms, run) {
			const ring = () => {
				cancel();
				run();
			};
			const timer = setTimeout(ring, Math.min(ms, 2_147_483_647));
			const cancel = () => {
				waiting.delete(ring);
				clearTimeout(timer);
			};
			waiting.set(ring, now() + ms);
			return cancel;
		},
		skip(ms) {
			ahead += ms;
		},
		hurry(ms) {
			ahead += ms;
			for (const [ring, due] of [...waiting]) if (due <= now() && waiting.has(ring)) ring();
		},
	};
}

/** A real process of ours. */
function forkProcess(entry: URL): ProcessChannel {
	const child = fork(entry, {
		serialization: "advanced",
		env: {},
		execArgv: [],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	return {
		post: (message) => {
			// A process that is just ending receives nothing, like Electron's: its exit is reported.
			if (child.connected && typeof message === "object" && message !== null) child.send(message, () => {});
		},
		onMessage: (listener) => {
			child.on("message", listener);
		},
		onExit: (listener) => {
			child.on("exit", (code) => listener(code ?? 1));
		},
		kill: () => {
			child.kill();
		},
	};
}

export const forkVault = (): ProcessChannel => forkProcess(entryOf("vault"));

/** The vault as it is shipped: a password takes a third of a second. */
export const forkRealVault = (): ProcessChannel => forkProcess(entryOf("realVault"));

export const forkLedger = (): ProcessChannel => forkProcess(entryOf("ledger"));

const MCP_SHIM = new URL("../../src/agents-process/mcp-shim.mjs", import.meta.url);

export const forkAgents = (): ProcessChannel => forkProcess(entryOf("agents"));

interface RecordedDesktop extends Desktop {
	readonly notifications: NotificationSpec[];
	readonly withdrawn: string[];
	readonly copied: string[];
	/** Result of the user's fingerprint; `none`: no reader. */
	touch: "yes" | "no" | "none";
	/** Addresses opened in the browser. */
	readonly opened: string[];
	/** Links that the user was asked about and accepted. */
	readonly links: string[];
	waiting: number;
	trustedRaised: number;
	trustedSize: "review" | "triage";
	saved: string | null;
	/** The text of the file that the user will choose; null: they cancel. */
	toOpen: string | null;
}

function recordedDesktop(): RecordedDesktop {
	const desktop: RecordedDesktop = {
		notifications: [],
		withdrawn: [],
		copied: [],
		touch: "none",
		waiting: 0,
		trustedRaised: 0,
		trustedSize: "review",
		opened: [],
		links: [],
		saved: null,
		toOpen: null,
		notify: (notification) => {
			desktop.notifications.push(notification);
		},
		withdraw: (id) => {
			desktop.withdrawn.push(id);
		},
		notificationsSupported: () => true,
		isScreenLocked: () => false,
		raiseTrusted: () => {
			desktop.trustedRaised += 1;
		},
		hideTrusted: () => {},
		sizeTrusted: (size) => {
			desktop.trustedSize = size;
		},
		raiseDesk: () => {},
		trayShown: () => true,
		showWaiting: ({ count }) => {
			desktop.waiting = count;
		},
		setTheme: () => {},
		copyText: async (text) => {
			desktop.copied.push(text);
		},
		offersTouch: () => desktop.touch !== "none",
		confirmByTouch: async () => desktop.touch,
		openExternal: async (url) => {
			desktop.opened.push(url);
		},
		confirmLink: async (url) => {
			desktop.links.push(url);
			return true;
		},
		saveFile: async (_, contents) => {
			desktop.saved = contents;
			return true;
		},
		openFile: async () => desktop.toOpen,
		openFileBytes: async () => (desktop.toOpen === null ? null : new TextEncoder().encode(desktop.toOpen)),
		setStartAtLogin: () => {},
		startAtLoginSupported: () => false,
		setShortcut: () => {},
		isShortcutRegistered: () => true,
	};
	return desktop;
}

/** Creates the settings of an installed app after its setup, with these changes. */
export function memorySettings(initial: Partial<Settings> = {}): SettingsStore {
	let settings: Settings = { ...DEFAULT_SETTINGS, setup: "done", ...initial };
	return {
		get: () => settings,
		set: (patch) => {
			settings = { ...settings, ...patch };
		},
	};
}

/**
 * State that outlives the process, as in the settings file: a sealed state, and the questions a Ledger may
 * still show.
 */
function keptSettings(dataDir: string, initial: Partial<Settings>): SettingsStore {
	const path = join(dataDir, "kept-settings.json");
	const kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Settings>) : {};
	const store = memorySettings({ ...kept, ...initial });
	return {
		get: store.get,
		set(patch) {
			store.set(patch);
			const { agentDoors, ledgerLeft, sealedState } = store.get();
			if ("sealedState" in patch || "ledgerLeft" in patch || "agentDoors" in patch)
				writeFileSync(path, JSON.stringify({ agentDoors, ledgerLeft, sealedState }));
		},
	};
}

/** Keeps nothing in clear; good for one process. */
export function memoryKeychain(): Keychain {
	const held = new Map<string, string>();
	return {
		available: async () => ({ ok: true, text: "" }),
		seal: async (secret) => {
			const id = randomBytes(8).toString("hex");
			held.set(id, secret);
			return id;
		},
		open: async (sealed) => {
			const secret = held.get(sealed);
			if (secret === undefined) throw new Error("unknown seal");
			return secret;
		},
	};
}

export interface TestPorts extends Ports {
	readonly clock: TestClock;
	readonly desktop: RecordedDesktop;
	readonly lines: string[];
}

export interface TestPortsOptions {
	readonly dataDir: string;
	readonly baseUrl: string;
	readonly token: string | null;
	readonly chains: readonly ChainSetting[];
	readonly fetch?: typeof globalThis.fetch;
	/** Those of an earlier run, for a start anew. */
	readonly settings?: SettingsStore;
	readonly keychain?: Keychain;
	/** Emulated devices; without them there is nothing to be found. */
	readonly ledger?: DeviceTransport;
	readonly ledgerAccounts?: Settings["ledgerAccounts"];
	/** In place of collecting nothing. */
	readonly collectGarbage?: () => void;
	readonly onJournalStep?: (moment: "before" | "after", step: string) => void;
	/** Replaces the vault with cheap passwords. */
	readonly forkVault?: () => ProcessChannel;
	readonly forkLedger?: () => ProcessChannel;
	readonly forkAgents?: () => ProcessChannel;
	/** Replaces the random source. */
	readonly random?: (length: number) => Uint8Array;
	/** Start time of the clock, Unix ms; defaults to the real time. */
	readonly startAt?: number;
	/** In place of real timers. */
	readonly clock?: TestClock;
	/** Trusted key of releases; none by default. */
	readonly release?: Release;
	readonly version?: string;
}

export function testPorts(options: TestPortsOptions): TestPorts {
	const lines: string[] = [];
	return {
		dataDir: options.dataDir,
		version: options.version ?? "0.0.0-test",
		wasCut: false,
		system: {},
		recentLog: () => [],
		examine: async () => [],
		release: options.release ?? { list: null, page: null, keys: [] },
		about: () => ({ version: "0.0.0", commit: null, electron: "", chromium: "", parts: null }),
		fetch: options.fetch ?? globalThis.fetch,
		clock: options.clock ?? testClock(options.startAt),
		collectGarbage: options.collectGarbage ?? (() => {}),
		random: options.random ?? ((length) => randomBytes(length)),
		forkVault: options.forkVault ?? forkVault,
		forkLedger: options.forkLedger ?? forkLedger,
		forkAgents: options.forkAgents ?? forkAgents,
		agentSocket: { path: join(options.dataDir, "agents.sock"), isDefault: false },
		readMcpShim: () => readFileSync(MCP_SHIM, "utf8"),
		ledgerTokens: LEDGER_TOKENS,
		settings:
			options.settings ??
			keptSettings(options.dataDir, {
				baseUrl: options.baseUrl,
				chains: options.chains,
				ledgerAccounts: options.ledgerAccounts ?? [],
			}),
		keychain: options.keychain ?? memoryKeychain(),
		openLoopback: () => LoopbackServer.open(),
		desktop: recordedDesktop(),
		log: (line) => {
			lines.push(line);
		},
		overrides: { baseUrl: null, token: options.token, chains: [], ledger: options.ledger ?? null },
		...(options.onJournalStep === undefined ? {} : { onJournalStep: options.onJournalStep }),
		lines,
	};
}

/** A user who looked for over a second and holds the button. */
export function holding(clock: Clock): Gesture {
	const now = clock.now();
	return { visibleSince: now - 10_000, pressedSince: now - 800, lastInputAt: now - 800 };
}
