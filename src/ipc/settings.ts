import { z } from "zod";
import type { RpcProbe } from "../core/chain/public-rpcs.ts";
import type { Text } from "../core/message.ts";
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

/** Preferences and networks. */

export interface ChainSetting {
	readonly family: "evm" | "svm";
	/** Decimal chain id, or a Solana cluster: mainnet-beta, devnet, testnet, localnet. */
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
	/** Hash of a private cluster, read from its RPC when it was added; `null` otherwise. */
	readonly genesisHash: string | null;
	/** Fallback RPCs in query order, each used if the previous ones don't answer. */
	readonly otherRpcUrls?: readonly string[] | undefined;
	/** Witness on another host, which must agree on Solana lookup tables and on prices for rules. */
	readonly secondRpcUrl?: string | null | undefined;
	/** The user's explorer page with `{id}`; empty or absent for the chain's known one. */
	readonly explorer?: string | undefined;
}

const minuteOfDay = z.number().int().min(0).max(1439);
/** Includes the first minute and excludes the last; spans midnight if `from` is after `to`. */
export const quietHours = z
	.strictObject({ from: minuteOfDay, to: minuteOfDay })
	.refine(({ from, to }) => from !== to);
export type QuietHours = z.infer<typeof quietHours>;

/** Notification level of an app: with sound, silent, or none. */
export const APP_LEVELS = ["on", "silent", "muted"] as const;
export type AppLevel = (typeof APP_LEVELS)[number];
/** App name as in requests. */
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
	/** Whether a token is stored, never the token itself. */
	readonly hasToken: boolean;
	readonly tokenKeeping: Text;
	readonly chains: readonly (ChainSetting & {
		readonly state: Text;
		readonly ok: boolean | null;
		/** Deviations from its list; empty if none. */
		readonly notes: readonly Text[];
	})[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly notificationDetails: NotificationDetails;
	/** Notifications are paused until then, Unix ms; `null` if not. */
	readonly pausedUntil: number | null;
	readonly quietHours: QuietHours | null;
	/** The system supports notifications. */
	readonly notificationsSupported: boolean;
	/** The desktop shows the tray icon, as far as it can be detected. */
	readonly trayShown: boolean;
	/** Shows values in US dollars next to amounts. */
	readonly showWorth: boolean;
	/** Shows the service's catalog in the desk, for its developers. */
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	readonly startAtLoginSupported: boolean;
	/** Global shortcut that opens the next review; `null` if off. */
	readonly shortcut: Shortcut | null;
	/** The system granted the shortcut, or none is set. */
	readonly shortcutHeld: boolean;
	/** Single keys act as shortcuts without Ctrl, Alt or ⌘ (WCAG 2.1.4). */
	readonly singleKeys: boolean;
	/** Apps with a chosen level; all others notify with sound. */
	readonly appLevels: readonly AppLevelSetting[];
	readonly autoLockMinutes: number;
	/** Unreadable requests (a bare hash) may be displayed and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Preferred route if a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly version: string;
	/** Checks for new versions. */
	readonly lookForUpdates: boolean;
}

/** Preferences that the desk may set. */
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

/** Networks and blind signing, trusted window only. */
export const settingsTrustedProcedures = {
	/** `entryId`: review to return to. `chainId`: chain to add. */
	openNetwork: trusted.command(z.strictObject({ chainId: chainRef.optional(), entryId: id.optional() })),
	/** Returns to the review that opened this, or to the desk. */
	leaveNetwork: trusted.command(nothing),
	/** Tests an RPC's capabilities. Sends nothing about the user. */
	probeRpc: trusted.returns<ProbeOutcome>()(z.strictObject({ chainId: chainRef, rpcUrl })),
	saveNetwork: trusted.command(
		z.strictObject({
			/** `null` keeps the current one. */
			baseUrl: rpcUrl.nullable(),
			/** `null` keeps the stored token; empty removes it. */
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
			/** Required for another RPC of a chain while rules depend on its answers. */
			password: password.nullable().optional(),
		}),
	),
	/** Enabling requires the password; disabling does not. */
	setBlindSigning: trusted.command(z.strictObject({ on: z.boolean(), password })),
};
