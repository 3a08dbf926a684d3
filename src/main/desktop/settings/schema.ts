import { z } from "zod";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { chainRef, explorerTemplate, rpcUrl } from "../../../ipc/primitives.ts";
import { APP_LEVELS, quietHours } from "../../../ipc/settings.ts";
import { MAX_OTHER_RPCS, NOTIFICATION_DETAILS, SETUP_STEPS, SHORTCUTS } from "../../../ipc/values.ts";
import type { Settings } from "../../ports.ts";

/**
 * A file with a different version is set aside, because its fields may have a different meaning. A new field
 * with a default needs no new version.
 */
export const SETTINGS_VERSION = 2;

export const DEFAULT_SETTINGS: Settings = {
	baseUrl: "",
	chains: [],
	theme: "system",
	notifications: true,
	notificationDetails: "unlocked",
	noTrayNotified: false,
	pausedUntil: null,
	quietHours: null,
	showWorth: true,
	showCatalog: false,
	startAtLogin: false,
	shortcut: null,
	singleKeys: true,
	autoLockMinutes: 15,
	agentDoors: { socket: false, http: false, port: 0 },
	blindSigning: false,
	mutedSessions: [],
	appLevels: [],
	snoozed: {},
	ledgerAccounts: [],
	watchedAccounts: [],
	hiddenAccounts: [],
	labels: {},
	environments: [],
	sealedTokens: {},
	connected: {},
	clientId: null,
	commitTransport: "sign_and_broadcast",
	sealedState: null,
	setup: null,
	lookForUpdates: true,
	updates: null,
};

const derivationPath = z.string().regex(/^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,10}$/);

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const svmAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

const appName = z.string().max(400);
const MAX_APP_LEVELS = 1_000;

const settings = z.object({
	baseUrl: rpcUrl.or(z.literal("")).default(DEFAULT_SETTINGS.baseUrl),
	chains: z
		.array(
			z.object({
				family: z.enum(["evm", "svm"]).default("evm"),
				chainId: chainRef,
				name: z.string().min(1).max(100),
				rpcUrl,
				genesisHash: z.string().max(60).nullable().default(null),
				otherRpcUrls: z.array(rpcUrl).max(MAX_OTHER_RPCS).optional(),
				secondRpcUrl: rpcUrl.nullable().optional(),
				// Not relevant to security, so an invalid value is dropped.
				explorer: explorerTemplate.optional().catch(undefined),
			}),
		)
		.max(50)
		.default([]),
	theme: z.enum(["system", "light", "dark"]).default(DEFAULT_SETTINGS.theme),
	notifications: z.boolean().default(DEFAULT_SETTINGS.notifications),
	// An unknown value hides the details.
	notificationDetails: z
		.enum(NOTIFICATION_DETAILS)
		.default(DEFAULT_SETTINGS.notificationDetails)
		.catch("never"),
	noTrayNotified: z.boolean().default(false).catch(false),
	pausedUntil: z.number().int().min(0).nullable().default(DEFAULT_SETTINGS.pausedUntil),
	quietHours: quietHours.nullable().default(DEFAULT_SETTINGS.quietHours),
	showWorth: z.boolean().default(DEFAULT_SETTINGS.showWorth),
	showCatalog: z.boolean().default(DEFAULT_SETTINGS.showCatalog).catch(false),
	startAtLogin: z.boolean().default(DEFAULT_SETTINGS.startAtLogin),
	// Not relevant to security, so an unknown shortcut is turned off.
	shortcut: z.enum(SHORTCUTS).nullable().default(DEFAULT_SETTINGS.shortcut).catch(null),
	singleKeys: z.boolean().default(DEFAULT_SETTINGS.singleKeys),
	autoLockMinutes: z.number().int().min(1).max(240).default(DEFAULT_SETTINGS.autoLockMinutes),
	blindSigning: z.boolean().default(DEFAULT_SETTINGS.blindSigning),
	agentDoors: z
		.object({ socket: z.boolean(), http: z.boolean(), port: z.number().int().min(0).max(65_535) })
		.default(DEFAULT_SETTINGS.agentDoors)
		.catch(DEFAULT_SETTINGS.agentDoors),
	mutedSessions: z.array(z.string().max(400)).default([]),
	// An unknown level never mutes an app.
	appLevels: z
		.array(z.object({ app: appName, level: z.enum(APP_LEVELS).catch("on") }))
		.max(MAX_APP_LEVELS)
		.default([]),
	snoozed: z.record(z.string().max(600), z.number().int().min(0)).default({}),
	ledgerAccounts: z
		.array(
			z.discriminatedUnion("family", [
				z.object({
					family: z.literal("evm"),
					address: evmAddress,
					path: derivationPath,
					model: z.string().max(80),
				}),
				z.object({
					family: z.literal("svm"),
					address: svmAddress,
					path: derivationPath,
					model: z.string().max(80),
				}),
			]),
		)
		.max(200)
		.default([]),
	ledgerLeft: z
		.array(z.object({ model: z.string().max(80), family: z.enum(["evm", "svm"]) }))
		.max(20)
		.optional()
		.catch(undefined),
	watchedAccounts: z
		.array(
			z.discriminatedUnion("family", [
				z.object({ family: z.literal("evm"), address: evmAddress }),
				z.object({ family: z.literal("svm"), address: svmAddress }),
			]),
		)
		.max(200)
		.default([]),
	hiddenAccounts: z.array(z.string().max(64)).max(1000).default([]),
	labels: z.record(z.string().max(400), z.string().max(60)).default({}),
	environments: z
		.array(
			z.object({
				name: z.string().min(1).max(40),
				baseUrl: rpcUrl,
				authOrigin: rpcUrl.nullable(),
				clientIds: z.object({
					agent: z.string().max(400).nullable(),
					pipeline: z.string().max(400).nullable(),
					account: z.string().max(400).nullable(),
				}),
			}),
		)
		.max(50)
		.default([]),
	sealedTokens: z
		.record(
			z.string().max(400),
			z.object({ by: z.enum(["keychain", "vault"]), sealed: z.base64().max(262_144) }),
		)
		.default({}),
	connected: z
		.record(
			z.string().max(1000),
			z.object({ evm: z.string().max(64).nullable(), svm: z.string().max(64).nullable() }),
		)
		.default({}),
	clientId: z.string().max(160).nullable().default(null),
	commitTransport: z.enum(["sign_and_broadcast", "browser_send"]).default("sign_and_broadcast"),
	sealedState: z
		.object({ state: z.string().max(16_000_000), seal: z.base64().max(1000) })
		.nullable()
		.default(null),
	setup: z
		.enum([...SETUP_STEPS, "done"])
		.nullable()
		.default(null)
		.catch(null),
	lookForUpdates: z.boolean().default(DEFAULT_SETTINGS.lookForUpdates),
	updates: z
		.object({ checkedAt: z.number().int().min(0), list: z.string().max(65_536) })
		.nullable()
		.default(null),
});

export type SettingsReading =
	| { readonly ok: true; readonly settings: Settings }
	| { readonly ok: false; readonly fault: "damaged" | "newer" | "older"; readonly reason: Message };

export function parseSettings(data: unknown): SettingsReading {
	const parsed = settings.safeParse(data);
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
