import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { type Settings, settingsSchema } from "../../settings-schema.ts";

/**
 * A file with a different version is set aside, because its fields may have a different meaning. A new field
 * with a default doesn't require a new version.
 */
export const SETTINGS_VERSION = 2;

export type SettingsReading =
	| { readonly ok: true; readonly settings: Settings }
	| { readonly ok: false; readonly fault: "damaged" | "newer" | "older"; readonly reason: Message };

export function parseSettings(data: unknown): SettingsReading {
	const parsed = settingsSchema.safeParse(data);
	if (parsed.success) return { ok: true, settings: parsed.data };
	const issue = parsed.error.issues[0];
	const where =
		issue === undefined || issue.path.length === 0
			? message("desktop.settings.whole-file")
			: issue.path.join(".");
	return { ok: false, fault: "damaged", reason: unreadable(where, issue?.message) };
}

const unreadable = (where: Text, what: Text = message("desktop.settings.not-readable")): Message =>
	message("desktop.settings.member", { where, what });

function formFault(data: unknown): "damaged" | "newer" | "older" | null {
	if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
	if (Object.keys(data).length === 0) return null;
	const version = "version" in data ? data.version : 0;
	if (version === SETTINGS_VERSION) return null;
	if (!Number.isSafeInteger(version) || Number(version) < 0) return "damaged";
	return Number(version) > SETTINGS_VERSION ? "newer" : "older";
}

export function parseSettingsText(text: string): SettingsReading {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return { ok: false, fault: "damaged", reason: message("desktop.settings.not-json") };
	}
	const fault = formFault(data);
	return fault === null ? parseSettings(data) : { ok: false, fault, reason: unreadable("version") };
}
