import { z } from "zod";
import type { RpcProbe } from "../core/chain/public-rpcs.ts";
import type { Text } from "../core/localized-text.ts";
import {
	type CommandOutcome,
	chainRef,
	desk,
	explorerTemplate,
	id,
	nothing,
	password,
	rpcUrl,
	trusted,
} from "./primitives.ts";
import { MAX_OTHER_RPCS, NOTIFICATION_DETAILS, SHORTCUTS } from "./values.ts";

export interface ChainSetting {
	readonly family: "evm" | "svm";
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
	readonly genesisHash: string | null;
	readonly otherRpcUrls?: readonly string[] | undefined;
	/**
	 * RPC on a different host. Solana lookup tables, and the prices that rules use, are accepted only if both
	 * RPCs agree.
	 */
	readonly secondRpcUrl?: string | null | undefined;
	/** Address with `{id}`. If it is empty, the chain's known explorer is used. */
	readonly explorer?: string | undefined;
}

const minuteOfDay = z.number().int().min(0).max(1439);
/** `from` is inclusive and `to` is exclusive. The range spans midnight if `from` is later than `to`. */
export const quietHours = z
	.strictObject({ from: minuteOfDay, to: minuteOfDay })
	.refine(({ from, to }) => from !== to);
export type QuietHours = z.infer<typeof quietHours>;

export const APP_LEVELS = ["on", "silent", "muted"] as const;
export type AppLevel = (typeof APP_LEVELS)[number];
export interface AppLevelSetting {
	readonly app: string;
	readonly level: AppLevel;
}

export type NotificationDetails = (typeof NOTIFICATION_DETAILS)[number];

export type Shortcut = (typeof SHORTCUTS)[number];

export type ProbeOutcome =
	| { readonly ok: true; readonly probe: RpcProbe }
	| Extract<CommandOutcome, { ok: false }>;

export type Theme = "system" | "light" | "dark";

export interface SettingsView {
	readonly environment: string;
	readonly baseUrl: string;
	readonly hasToken: boolean;
	readonly tokenKeeping: Text;
	readonly chains: readonly (ChainSetting & {
		readonly state: Text;
		readonly ok: boolean | null;
		readonly notes: readonly Text[];
	})[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly notificationDetails: NotificationDetails;
	readonly pausedUntil: number | null;
	readonly quietHours: QuietHours | null;
	readonly notificationsSupported: boolean;
	/** `false` if the desktop environment is known not to show tray icons. */
	readonly trayShown: boolean;
	readonly showWorth: boolean;
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	readonly startAtLoginSupported: boolean;
	readonly shortcut: Shortcut | null;
	/** `false` if the system rejected the shortcut, usually because another program uses it. */
	readonly isShortcutRegistered: boolean;
	/** Whether single-key shortcuts are enabled. WCAG 2.1.4 requires a way to turn them off. */
	readonly singleKeys: boolean;
	readonly appLevels: readonly AppLevelSetting[];
	readonly autoLockMinutes: number;
	/** Whether requests that can't be decoded, such as a bare hash, can be signed one at a time. */
	readonly blindSigning: boolean;
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly version: string;
	readonly lookForUpdates: boolean;
}

export const settingsProcedures = {
	setPreferences: desk.command(
		z.strictObject({
			theme: z.enum(["system", "light", "dark"]).optional(),
			notifications: z.boolean().optional(),
			notificationDetails: z.enum(NOTIFICATION_DETAILS).optional(),
			quietHours: quietHours.nullable().optional(),
			showWorth: z.boolean().optional(),
			showCatalog: z.boolean().optional(),
			startAtLogin: z.boolean().optional(),
			singleKeys: z.boolean().optional(),
			shortcut: z.enum(SHORTCUTS).nullable().optional(),
			lookForUpdates: z.boolean().optional(),
			commitTransport: z.enum(["sign_and_broadcast", "browser_send"]).optional(),
		}),
	),
};

export const settingsTrustedProcedures = {
	openNetwork: trusted.command(z.strictObject({ chainId: chainRef.optional(), entryId: id.optional() })),
	leaveNetwork: trusted.command(nothing),
	/** Tests the RPC without sending it any of the user's data. */
	probeRpc: trusted.returns<ProbeOutcome>()(z.strictObject({ chainId: chainRef, rpcUrl })),
	saveNetwork: trusted.command(
		z.strictObject({
			/** `null` keeps the current address. */
			baseUrl: rpcUrl.nullable(),
			/** `null` keeps the current token, and an empty string removes it. */
			token: z.string().max(16_384).nullable(),
			chains: z
				.array(
					z.strictObject({
						chainId: chainRef,
						name: z.string().trim().min(1).max(40),
						rpcUrl,
						otherRpcUrls: z.array(rpcUrl).max(MAX_OTHER_RPCS).optional(),
						secondRpcUrl: rpcUrl.nullable().optional(),
						explorer: explorerTemplate.optional(),
					}),
				)
				.max(50),
			/** Required to replace a chain's RPC while rules rely on its responses. */
			password: password.nullable().optional(),
		}),
	),
	/** Requires the password only to turn it on. */
	setBlindSigning: trusted.command(z.strictObject({ on: z.boolean(), password })),
};
