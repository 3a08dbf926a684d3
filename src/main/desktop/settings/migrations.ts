/**
 * A settings file names the version of its form. One that is older is brought up step by step; one that is newer is
 * not read at all, since a member may mean something else there. What is only added takes no new version: it has a
 * default, and an older Countersign leaves it alone.
 */

type Members = Readonly<Record<string, unknown>>;

/** Apps could only be muted; now each has a level. What was chosen since then stands. */
function levelsOfMutedApps({ mutedApps, ...rest }: Members): Members {
	if (mutedApps === undefined || rest["appLevels"] !== undefined) return rest;
	// What is no list stays as it is, for the schema to name.
	if (!Array.isArray(mutedApps)) return { ...rest, mutedApps };
	return { ...rest, appLevels: mutedApps.map((app: unknown) => ({ app, level: "muted" })) };
}

/** By the version that each begins at; a file that names none is of version 0. */
const MIGRATIONS: readonly ((before: Members) => Members)[] = [levelsOfMutedApps];

export const SETTINGS_VERSION = MIGRATIONS.length;

/** `data` is of this version, and not checked yet. */
export type SettingsMigration =
	| { readonly kind: "current"; readonly data: unknown }
	| { readonly kind: "migrated"; readonly data: Members }
	| { readonly kind: "newer" };

const isMembers = (data: unknown): data is Members =>
	typeof data === "object" && data !== null && !Array.isArray(data);

const isVersion = (version: unknown): version is number =>
	Number.isSafeInteger(version) && Number(version) >= 0;

/** Brings what a settings file holds to the form of this version. What is no such file comes back as it is. */
export function migrateSettings(data: unknown): SettingsMigration {
	if (!isMembers(data)) return { kind: "current", data };
	const version = data["version"] ?? 0;
	if (!isVersion(version)) return { kind: "current", data };
	if (version > SETTINGS_VERSION) return { kind: "newer" };
	if (version === SETTINGS_VERSION) return { kind: "current", data };
	const brought = MIGRATIONS.slice(version).reduce((before, migrate) => migrate(before), data);
	return { kind: "migrated", data: { ...brought, version: SETTINGS_VERSION } };
}
