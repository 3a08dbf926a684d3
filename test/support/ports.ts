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

/** Implements the app's ports without Electron or windows. */

/** Clock with real timers that tests can advance. */
export interface TestClock extends Clock {
	/** Advances the clock without running timers earlier. */
	skip(ms: number): void;
	/** Advances the clock, and runs the timers that are then due. */
	hurry(ms: number): void;
}

/** @param start initial time, Unix ms; defaults to the real time */
export function testClock(start: number = Date.now()): TestClock {
	let ahead = start - Date.now();
	const now = () => Date.now() + ahead;
	/** Due time of each timer. */
	const waiting = new Map<() => void, number>();
	return {
		now,
		after(ms, run) {
			const fire = () => {
				cancel();
				run();
			};
			const timer = setTimeout(fire, Math.min(ms, 2_147_483_647));
			const cancel = () => {
				waiting.delete(fire);
				clearTimeout(timer);
			};
			waiting.set(fire, now() + ms);
			return cancel;
		},
		skip(ms) {
			ahead += ms;
		},
		hurry(ms) {
			ahead += ms;
			for (const [fire, due] of [...waiting]) if (due <= now() && waiting.has(fire)) fire();
		},
	};
}

/** Starts one of the app's processes. */
function forkProcess(entry: URL): ProcessChannel {
	const child = fork(entry, {
		serialization: "advanced",
		env: {},
		execArgv: [],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	return {
		post: (message) => {
			// A process that is ending receives nothing, as in Electron. Its exit is reported separately.
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

/** Starts the shipped vault process, which needs a third of a second to check a password. */
export const forkRealVault = (): ProcessChannel => forkProcess(entryOf("realVault"));

export const forkLedger = (): ProcessChannel => forkProcess(entryOf("ledger"));

const MCP_SHIM = new URL("../../src/agents-process/mcp-shim.mjs", import.meta.url);

export const forkAgents = (): ProcessChannel => forkProcess(entryOf("agents"));

interface RecordedDesktop extends Desktop {
	readonly notifications: NotificationSpec[];
	readonly withdrawn: string[];
	readonly copied: string[];
	/** Result of the fingerprint check. `none` if there is no reader. */
	touch: "yes" | "no" | "none";
	/** Addresses that were opened in the browser. */
	readonly opened: string[];
	/** Links that the user was asked to confirm. Each one is accepted. */
	readonly links: string[];
	waiting: number;
	trustedRaised: number;
	trustedSize: "review" | "triage";
	saved: string | null;
	/** Text of the file that the user will choose. `null` if they cancel the dialog. */
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
 * Creates settings of which `agentDoors`, `ledgerLeft` and `sealedState` are stored in a file, so that they
 * survive a restart.
 */
function fileSettings(dataDir: string, initial: Partial<Settings>): SettingsStore {
	const path = join(dataDir, "kept-settings.json");
	const stored = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Settings>) : {};
	const store = memorySettings({ ...stored, ...initial });
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

/** Keychain that exists only in this process's memory. */
export function memoryKeychain(): Keychain {
	const secrets = new Map<string, string>();
	return {
		available: async () => ({ ok: true, text: "" }),
		seal: async (secret) => {
			const id = randomBytes(8).toString("hex");
			secrets.set(id, secret);
			return id;
		},
		open: async (sealed) => {
			const secret = secrets.get(sealed);
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
	/** Settings of an earlier run, to restart the app with them. */
	readonly settings?: SettingsStore;
	readonly keychain?: Keychain;
	/** Emulated devices. By default, no device is found. */
	readonly ledger?: DeviceTransport;
	readonly ledgerAccounts?: Settings["ledgerAccounts"];
	/** Replaces garbage collection, which does nothing by default. */
	readonly collectGarbage?: () => void;
	readonly onJournalStep?: (moment: "before" | "after", step: string) => void;
	/** Replaces the vault process, whose password check is cheap by default. */
	readonly forkVault?: () => ProcessChannel;
	readonly forkLedger?: () => ProcessChannel;
	readonly forkAgents?: () => ProcessChannel;
	/** Replaces the random source. */
	readonly random?: (length: number) => Uint8Array;
	/** Start time of the clock, Unix ms; defaults to the real time. */
	readonly startAt?: number;
	/** Replaces the clock with real timers. */
	readonly clock?: TestClock;
	/** Facts about releases, with the trusted keys. By default, there are no keys. */
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
			fileSettings(options.dataDir, {
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

/** Returns the gesture of a user who has seen the window for ten seconds and holds the button. */
export function holding(clock: Clock): Gesture {
	const now = clock.now();
	return { visibleSince: now - 10_000, pressedSince: now - 800, lastInputAt: now - 800 };
}
