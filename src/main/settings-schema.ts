import { z } from "zod";
import { chainRef, explorerTemplate, rpcUrl } from "../ipc/primitives.ts";
import { APP_LEVELS, quietHours } from "../ipc/settings.ts";
import { MAX_OTHER_RPCS, NOTIFICATION_DETAILS, SETUP_STEPS, SHORTCUTS } from "../ipc/values.ts";

const derivationPath = z.string().regex(/^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,10}$/);

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const svmAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

const appName = z.string().max(400);
const MAX_APP_LEVELS = 1_000;

const CLOSED_DOORS = { socket: false, http: false, port: 0 };

/** electron-store saves the settings unencrypted, so secrets are sealed. */
export const settingsSchema = z.object({
	baseUrl: rpcUrl.or(z.literal("")).default(""),
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
				// Not security-relevant, so an invalid value is dropped.
				explorer: explorerTemplate.optional().catch(undefined),
			}),
		)
		.max(50)
		.default([]),
	theme: z.enum(["system", "light", "dark"]).default("system"),
	notifications: z.boolean().default(true),
	// An unknown value hides the details.
	notificationDetails: z.enum(NOTIFICATION_DETAILS).default("unlocked").catch("never"),
	noTrayNotified: z.boolean().default(false).catch(false),
	/** End of the pause in Unix ms. Deferred notifications are shown after it. */
	pausedUntil: z.number().int().min(0).nullable().default(null),
	quietHours: quietHours.nullable().default(null),
	showWorth: z.boolean().default(true),
	showCatalog: z.boolean().default(false).catch(false),
	startAtLogin: z.boolean().default(false),
	// Not security-relevant, so an unknown shortcut is turned off.
	shortcut: z.enum(SHORTCUTS).nullable().default(null).catch(null),
	singleKeys: z.boolean().default(true),
	autoLockMinutes: z.number().int().min(1).max(240).default(15),
	blindSigning: z.boolean().default(false),
	/** Port 0 means any free port. */
	agentDoors: z
		.object({ socket: z.boolean(), http: z.boolean(), port: z.number().int().min(0).max(65_535) })
		.default(CLOSED_DOORS)
		.catch(CLOSED_DOORS),
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
	/** EVM addresses in lower case. */
	hiddenAccounts: z.array(z.string().max(64)).max(1000).default([]),
	labels: z.record(z.string().max(400), z.string().max(60)).default({}),
	environments: z
		.array(
			z.object({
				name: z.string().min(1).max(40),
				baseUrl: rpcUrl,
				/** Sign-in origin. `null` if it is the same as the base URL's. */
				authOrigin: rpcUrl.nullable(),
				/** Client IDs that the user registered for browser sign-in. */
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
	/** Random ID of this installation, sent with each turn. `null` before the first turn. */
	clientId: z.string().max(160).nullable().default(null),
	/** Preferred route for commits that offer both. */
	commitTransport: z.enum(["sign_and_broadcast", "browser_send"]).default("sign_and_broadcast"),
	/** Digest of `state`, sealed with the vault's key. */
	sealedState: z
		.object({ state: z.string().max(16_000_000), seal: z.base64().max(1000) })
		.nullable()
		.default(null),
	setup: z
		.enum([...SETUP_STEPS, "done"])
		.nullable()
		.default(null)
		.catch(null),
	lookForUpdates: z.boolean().default(true),
	updates: z
		.object({ checkedAt: z.number().int().min(0), list: z.string().max(65_536) })
		.nullable()
		.default(null),
});

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

export type Settings = DeepReadonly<z.infer<typeof settingsSchema>>;
export type LedgerAccountSetting = Settings["ledgerAccounts"][number];
export type LeftQuestion = NonNullable<Settings["ledgerLeft"]>[number];
export type WatchedAccountSetting = Settings["watchedAccounts"][number];
export type EnvironmentSetting = Settings["environments"][number];
export type SealedTokens = Settings["sealedTokens"][string];
export type ConnectedAccounts = Settings["connected"][string];
export type SealedState = NonNullable<Settings["sealedState"]>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
