import { readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import Store from "electron-store";
import { AppError } from "../../../core/app-error.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import type { SettingsStore } from "../../ports.ts";
import type { Settings } from "../../settings-schema.ts";
import { DEFAULT_SETTINGS } from "../../settings-schema.ts";
import { parseSettings, parseSettingsText, SETTINGS_VERSION } from "./schema.ts";

const NAME = "settings";

/** electron-store writes the file atomically, and only its owner can read it. */
export class SettingsFile implements SettingsStore {
	/** Set if the file couldn't be read and was set aside. */
	readonly damage: Message | null;
	readonly #file: Store;
	#settings: Settings;

	constructor(folder: string, now: () => number) {
		this.damage = setUnreadAside(join(folder, `${NAME}.json`), now);
		this.#file = new Store({
			name: NAME,
			cwd: folder,
			configFileMode: 0o600,
			accessPropertiesByDotNotation: false,
		});
		this.#settings = readSettings(this.#file.store);
	}

	get(): Settings {
		return this.#settings;
	}

	set(patch: Partial<Settings>): void {
		const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
		const next = parseSettings({ ...this.#settings, ...given });
		if (!next.ok) throw new SettingsError(next.reason);
		this.#file.set({ ...given, version: SETTINGS_VERSION });
		this.#settings = next.settings;
	}
}

export class SettingsError extends AppError {
	override readonly name = "SettingsError";
	constructor(reason: Message) {
		super(message("desktop.setting-refused", { reason }));
	}
}

function readSettings(data: unknown): Settings {
	const reading = parseSettings(data);
	return reading.ok ? reading.settings : DEFAULT_SETTINGS;
}

function setUnreadAside(path: string, now: () => number): Message | null {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
		throw error;
	}
	const reading = parseSettingsText(text);
	if (reading.ok) return null;
	const aside = path.replace(/\.json$/, `.${reading.fault}-${now()}.json`);
	renameSync(path, aside);
	const name = basename(aside);
	switch (reading.fault) {
		case "newer":
			return message("desktop.settings.newer", { name });
		case "older":
			return message("desktop.settings.older", { name });
		case "damaged":
			return message("desktop.settings-damaged", { name, reason: reading.reason });
	}
}
