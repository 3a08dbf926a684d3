import { z } from "zod";
import type { RpcProbe } from "../core/chain/rpc-probe.ts";
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
	/** Decimal chain id; for Solana the cluster: mainnet-beta, devnet, testnet or localnet. */
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
	/** Of a cluster that is not public, read from its RPC when it was set; null elsewhere. */
	readonly genesisHash: string | null;
	/** Asked in this order where the one before gives no answer. */
	readonly otherRpcUrls?: readonly string[] | undefined;
	/** A witness, of a host of its own: it must agree on lookup tables of Solana, and on prices that rules count on. */
	readonly secondRpcUrl?: string | null | undefined;
	/** The user's own page for transactions, with `{id}`; empty or absent for the known one of the chain. */
	readonly explorer?: string | undefined;
}

const minuteOfDay = z.number().int().min(0).max(1439);
/** From the first minute of the day up to the last one, which is not of it any more; through midnight where `from` is after `to`. */
export const quietHours = z
	.strictObject({ from: minuteOfDay, to: minuteOfDay })
	.refine(({ from, to }) => from !== to);
export type QuietHours = z.infer<typeof quietHours>;

/** How an app's requests are told of: with a sound, without one, or not at all. */
export const APP_LEVELS = ["on", "silent", "muted"] as const;
export type AppLevel = (typeof APP_LEVELS)[number];
/** As the requests name the app. */
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
	/** Whether a token is held, never the token. */
	readonly hasToken: boolean;
	readonly tokenKeeping: Text;
	readonly chains: readonly (ChainSetting & {
		readonly state: Text;
		readonly ok: boolean | null;
		/** What is otherwise than its list says; empty where nothing is. */
		readonly notes: readonly Text[];
	})[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly notificationDetails: NotificationDetails;
	/** Nothing is told until then, Unix ms; null where it is not paused. */
	readonly pausedUntil: number | null;
	readonly quietHours: QuietHours | null;
	/** The system shows notifications at all. */
	readonly notificationsSupported: boolean;
	/** The desktop shows the tray's icon, as far as that can be found out. */
	readonly trayShown: boolean;
	/** Worth in US dollars stands beside amounts. */
	readonly showWorth: boolean;
	/** The service's catalog is a place of the desk: for those who build for it. */
	readonly showCatalog: boolean;
	readonly startAtLogin: boolean;
	readonly startAtLoginSupported: boolean;
	/** Brings the next review up from anywhere; null where it is off. */
	readonly shortcut: Shortcut | null;
	/** The system gave these keys to the app, or none are wanted. */
	readonly shortcutHeld: boolean;
	/** Single keys without Ctrl, Alt or ⌘ act as shortcuts (WCAG 2.1.4). */
	readonly singleKeys: boolean;
	/** Apps that the user chose a level for; of every other one it is told with a sound. */
	readonly appLevels: readonly AppLevelSetting[];
	readonly autoLockMinutes: number;
	/** Requests whose meaning can't be seen (a bare hash) may be shown and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Which route is taken where a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly version: string;
	/** Newer versions are looked for. */
	readonly lookForUpdates: boolean;
}

/** Preferences, which the desk may set. */
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

/** Networks, and what may be signed unseen: for the trusted window alone. */
export const settingsTrustedProcedures = {
	/** `entryId`: whose review is gone back to. `chainId`: the chain that is to be added. */
	openNetwork: trusted.command(z.strictObject({ chainId: chainRef.optional(), entryId: id.optional() })),
	/** To the review that led there, else to the desk. */
	leaveNetwork: trusted.command(nothing),
	/** Asks an RPC what it is good for. Nothing of the user's is in the questions. */
	probeRpc: trusted.returns<ProbeOutcome>()(z.strictObject({ chainId: chainRef, rpcUrl })),
	saveNetwork: trusted.command(
		z.strictObject({
			/** Null keeps the one that is set. */
			baseUrl: rpcUrl.nullable(),
			/** Null keeps the one that is held; empty forgets it. */
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
			/** Asked for where a chain is to be asked elsewhere and rules hold: they count on what it says. */
			password: password.nullable().optional(),
		}),
	),
	/** Allowing it takes the password; taking it back never does, but asks the same. */
	setBlindSigning: trusted.command(z.strictObject({ on: z.boolean(), password })),
};
