import { setColorScheme } from "./browser.ts";
import { HostEmitter } from "./emitter.ts";
import { boundedFetch } from "./network.ts";
import { watchedFetch } from "./points.ts";
import { filterMainRequest } from "./session.ts";
import { strict } from "./strict.ts";

/** The app's requests to the system, in order, and the user's answers to upcoming dialogs. */
export const systemRecord = {
	externals: [] as string[],
	shownInFolder: [] as string[],
	clipboard: "",
	clipboardWrites: [] as string[],
	dialogs: [] as { kind: string; options: unknown }[],
	answers: [] as unknown[],
};

/** Shortcuts that the app has registered, and those that another program uses (`taken`). */
export const hostShortcuts = { registered: new Map<string, () => void>(), taken: new Set<string>() };

export const globalShortcut = strict("globalShortcut", {
	register(keys: string, run: () => void): boolean {
		if (hostShortcuts.taken.has(keys) || hostShortcuts.registered.has(keys)) return false;
		hostShortcuts.registered.set(keys, run);
		return true;
	},
	unregister: (keys: string) => void hostShortcuts.registered.delete(keys),
} satisfies Pick<Electron.GlobalShortcut, "register" | "unregister">);

/** Simulates a press of a shortcut. Throws if the app hasn't registered it. */
export function pressShortcut(keys: string): void {
	const run = hostShortcuts.registered.get(keys);
	if (run === undefined) throw new Error(`The app has not registered the shortcut "${keys}".`);
	run();
}

class HostTheme extends HostEmitter {
	private source: "system" | "light" | "dark" = "system";
	private systemDark = process.env.COUNTERSIGN_HOST_DARK === "1";

	constructor() {
		super("nativeTheme", ["updated"]);
		void this.tellPages();
	}

	get shouldUseDarkColors(): boolean {
		return this.source === "system" ? this.systemDark : this.source === "dark";
	}

	get themeSource(): "system" | "light" | "dark" {
		return this.source;
	}

	set themeSource(source: "system" | "light" | "dark") {
		void this.change(() => {
			this.source = source;
		});
	}

	/** Simulates a change of the system to dark or light mode. */
	setSystemDark(dark: boolean): Promise<void> {
		return this.change(() => {
			this.systemDark = dark;
		});
	}

	private async change(set: () => void): Promise<void> {
		const before = this.shouldUseDarkColors;
		set();
		if (this.shouldUseDarkColors === before) return;
		this.emit("updated");
		await this.tellPages();
	}

	private tellPages(): Promise<void> {
		return setColorScheme(this.shouldUseDarkColors ? "dark" : "light");
	}
}

export const hostTheme = new HostTheme();
export const nativeTheme = strict("nativeTheme", hostTheme);

export const hostPower = new HostEmitter("powerMonitor", [
	"suspend",
	"resume",
	"lock-screen",
	"unlock-screen",
	"shutdown",
	"on-ac",
	"on-battery",
	"user-did-become-active",
	"user-did-resign-active",
]);

/** State of a system without screen events. Here, only the events report it. */
const idleState: Pick<Electron.PowerMonitor, "getSystemIdleState"> = { getSystemIdleState: () => "active" };
export const powerMonitor = strict("powerMonitor", Object.assign(hostPower, idleState));

export const shell = strict("shell", {
	async openExternal(url: string): Promise<void> {
		new URL(url);
		systemRecord.externals.push(url);
	},
	showItemInFolder(path: string): void {
		systemRecord.shownInFolder.push(path);
	},
} satisfies Pick<Electron.Shell, "openExternal" | "showItemInFolder">);

export const clipboard = strict("clipboard", {
	readText: async (): Promise<string> => systemRecord.clipboard,
	async writeText(text: string): Promise<void> {
		systemRecord.clipboard = text;
		systemRecord.clipboardWrites.push(text);
	},
	clear(): void {
		systemRecord.clipboard = "";
	},
} satisfies Pick<Electron.Clipboard, "readText" | "writeText" | "clear">);

/** Records a dialog and answers it with the test's next answer. Without one, the dialog is cancelled. */
async function answerDialog<T>(kind: string, args: unknown[], cancelled: T): Promise<T> {
	const options = args.at(-1);
	systemRecord.dialogs.push({ kind, options: JSON.parse(JSON.stringify(options)) });
	const answer = systemRecord.answers.shift();
	return answer === undefined ? cancelled : { ...cancelled, ...(answer as Partial<T>) };
}

export const dialog = strict("dialog", {
	showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
		const options = args.at(-1) as Electron.MessageBoxOptions;
		const cancelled = options.cancelId ?? Math.max(0, (options.buttons?.length ?? 1) - 1);
		return answerDialog("message", args, {
			response: cancelled,
			checkboxChecked: options.checkboxChecked ?? false,
		});
	},
	showSaveDialog: (...args: unknown[]): Promise<Electron.SaveDialogReturnValue> =>
		answerDialog("save", args, { canceled: true, filePath: "" }),
	showOpenDialog: (...args: unknown[]): Promise<Electron.OpenDialogReturnValue> =>
		answerDialog("open", args, { canceled: true, filePaths: [] }),
	showErrorBox(title: string, content: string): void {
		systemRecord.dialogs.push({ kind: "error", options: { title, content } });
		process.stderr.write(`[host] error box: ${title}: ${content}\n`);
	},
} satisfies Pick<Electron.Dialog, "showMessageBox" | "showSaveDialog" | "showOpenDialog" | "showErrorBox">);

const display = {
	id: 1,
	scaleFactor: 1,
	bounds: { x: 0, y: 0, width: 1440, height: 900 },
	workArea: { x: 0, y: 0, width: 1440, height: 900 },
	size: { width: 1440, height: 900 },
	workAreaSize: { width: 1440, height: 900 },
};

export const screen = strict("screen", {
	getPrimaryDisplay: () => strict("Display", structuredClone(display)),
	getAllDisplays: () => [strict("Display", structuredClone(display))],
	getDisplayMatching: (_rect: Electron.Rectangle) => strict("Display", structuredClone(display)),
	getDisplayNearestPoint: (_point: Electron.Point) => strict("Display", structuredClone(display)),
	getCursorScreenPoint: () => ({ x: 0, y: 0 }),
});

/** Maximum connections per host, if the run limits them to Chromium's number. */
const connections = Number(process.env.COUNTERSIGN_HOST_CONNECTIONS ?? 0);
const send = connections > 0 ? boundedFetch(watchedFetch, connections) : watchedFetch;

export const net = strict("net", {
	async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
		const [url, method] = typeof input === "string" ? [input, "GET"] : [input.url, input.method];
		await filterMainRequest(url, init?.method ?? method);
		return send(input, init);
	},
	isOnline: () => true,
	online: true,
});

/** Behaves like a computer without a fingerprint reader. */
export const systemPreferences = strict("systemPreferences", {
	canPromptTouchID: () => false,
	promptTouchID: async () => {
		throw new Error("no fingerprint reader");
	},
});
