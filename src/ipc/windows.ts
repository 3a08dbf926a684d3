import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { RpcGuard } from "../core/rules/loosening.ts";
import { aboutProcedures, updateProcedures } from "./about.ts";
import { activityProcedures } from "./activity.ts";
import { type BookView, bookProcedures } from "./address-book.ts";
import { allowanceProcedures, allowanceTrustedProcedures } from "./allowances.ts";
import {
	type AppView,
	accountProcedures,
	accountTrustedProcedures,
	type ServiceAccountView,
} from "./billing.ts";
import { type BuildView, buildProcedures, catalogProcedures } from "./catalog.ts";
import { sessionProcedures, type TranscriptView, transcriptProcedures } from "./conversations.ts";
import { homeProcedures } from "./home.ts";
import { inboxProcedures, inboxTrustedProcedures, type RejectionView } from "./inbox.ts";
import { accountPageProcedures, type KeysScreen, keysProcedures, secretProcedures } from "./keys.ts";
import type { Patch } from "./patch.ts";
import { type CommandClient, desk, nothing, type Procedure, trusted } from "./primitives.ts";
import { previewProcedures, type ReviewView, reviewProcedures } from "./review.ts";
import { policyProcedures, type RulesView } from "./rules.ts";
import { type SettingsView, settingsProcedures, settingsTrustedProcedures, type Theme } from "./settings.ts";
import { type SetupScreen, type SetupView, setupTrustedProcedures } from "./setup.ts";
import { type IdentityView, identityProcedures } from "./sign-in.ts";
import { type ProgressView, signingProcedures } from "./signing.ts";
import { supportProcedures } from "./support.ts";
import { DESK_TOPICS, type TopicViews } from "./topics.ts";

import {
	type LedgerView,
	ledgerProcedures,
	type VaultView,
	vaultProcedures,
	walletProcedures,
} from "./wallet.ts";

/** Contents, commands and pushes of each window: those of all features, and a few of the window itself. */

export interface DeskView extends TopicViews {
	/** Main's clock at composition, so that countdowns agree. */
	readonly now: number;
	/** Increases with each push: a patch names the revision that it applies to. */
	readonly revision: number;
}

/** Screen of the trusted window, chosen by main alone. */
export type TrustedScreen =
	| { readonly screen: "empty"; readonly waiting: number }
	| { readonly screen: "welcome" }
	| SetupScreen
	| { readonly screen: "phrase"; readonly words: readonly string[] }
	/** Positions from 1. */
	| { readonly screen: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly screen: "unlock"; readonly next: Text | null }
	| { readonly screen: "addAccount" }
	/** `add`: chain to add. `toReview`: opened from a review. */
	| { readonly screen: "network"; readonly add: string | null; readonly toReview: boolean }
	| KeysScreen
	| { readonly screen: "autoLock" }
	| { readonly screen: "blindSigning" }
	| { readonly screen: "ledger"; readonly ledger: LedgerView }
	| { readonly screen: "rules"; readonly rules: RulesView }
	| { readonly screen: "contacts"; readonly book: BookView }
	| { readonly screen: "signIn"; readonly identity: IdentityView }
	| { readonly screen: "build"; readonly build: BuildView | null }
	| { readonly screen: "topUp"; readonly account: ServiceAccountView }
	| { readonly screen: "removeApp"; readonly app: AppView | null }
	| { readonly screen: "loading"; readonly headline: Text }
	| {
			readonly screen: "review";
			readonly review: ReviewView;
			/** One-time ticket, voided by the next; `null` while approval is impossible. */
			readonly ticket: string | null;
			/** The requesting service is unreachable; nothing is approved until it answers. */
			readonly offline: boolean;
			/** One-time ticket to override refusals by the user's own rules; `null` otherwise. */
			readonly allowOnce: string | null;
			/** Unix ms; `null` if no rule is overridden. */
			readonly exceptionUntil: number | null;
			/** Delay in ms between visible content and enabled Approve. */
			readonly wakeMs: number;
			readonly queue: { readonly at: number; readonly of: number };
	  }
	/** The entry was rejected. `waiting`: number of other waiting requests. */
	| { readonly screen: "rejection"; readonly rejection: RejectionView; readonly waiting: number }
	/** `waiting`: number of other waiting requests. */
	| { readonly screen: "progress"; readonly progress: ProgressView; readonly waiting: number };

export interface TrustedView {
	readonly screen: TrustedScreen;
	/**
	 * Password requirements under the current rules: for a new account of the user, and for network changes.
	 */
	readonly takesPassword: { readonly account: boolean; readonly rpc: RpcGuard };
	/** Setup progress on setup screens; `null` otherwise. */
	readonly setup: SetupView | null;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	readonly theme: Theme;
	readonly now: number;
}

export type DeskPush =
	| { readonly kind: "desk"; readonly view: DeskView }
	/** Change of the view with revision `of`. */
	| { readonly kind: "deskPatch"; readonly of: number; readonly patch: Patch }
	| { readonly kind: "transcript"; readonly view: TranscriptView }
	| {
			readonly kind: "transcriptPatch";
			readonly sessionId: string;
			readonly of: number;
			readonly patch: Patch;
	  }
	/** Main's command to show a screen (from a notification or the tray). */
	| {
			readonly kind: "navigate";
			readonly to: "inbox" | "sessions" | "settings";
			readonly sessionId: string | null;
	  };

export type TrustedPush = { readonly kind: "trusted"; readonly view: TrustedView };

/** Calls a command by name; the preload only passes its own half's names. */
export interface DeskBridge {
	call<Name extends keyof DeskProcedures>(
		name: Name,
		input: Parameters<CommandClient<DeskProcedures>[Name]>[0],
	): ReturnType<CommandClient<DeskProcedures>[Name]>;
	/** Subscribes to pushes and receives the latest desk view at once. Returns the unsubscribe function. */
	onPush(listener: (push: DeskPush) => void): () => void;
}

export interface TrustedBridge {
	call<Name extends keyof TrustedProcedures>(
		name: Name,
		input: Parameters<CommandClient<TrustedProcedures>[Name]>[0],
	): ReturnType<CommandClient<TrustedProcedures>[Name]>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}

/** Commands of the desk itself. */
export const windowProcedures = {
	/** Reports the displayed topics; others are composed on demand. Until then all count as displayed. */
	showTopics: desk.command(z.strictObject({ topics: z.array(z.enum(DESK_TOPICS)).max(100) }), {
		needsInput: false,
	}),
	copyText: desk.command(z.strictObject({ text: z.string().min(1).max(100_000) })),
	openTrusted: desk.command(
		z.strictObject({
			screen: z.enum([
				"setup",
				"unlock",
				"addAccount",
				"network",
				"autoLock",
				"blindSigning",
				"changePassword",
				"showPhrase",
				"ledger",
				"rules",
				"contacts",
				"signIn",
			]),
		}),
		{ needsInput: false },
	),
};

/** Commands of the trusted window itself. */
export const windowTrustedProcedures = {
	close: trusted.command(nothing, { needsInput: false }),
	openDesk: trusted.command(nothing),
	copyText: trusted.command(z.strictObject({ text: z.string().min(1).max(100_000) })),
};

export const deskProcedures = {
	...windowProcedures,
	...aboutProcedures,
	...settingsProcedures,
	...walletProcedures,
	...keysProcedures,
	...sessionProcedures,
	...transcriptProcedures,
	...inboxProcedures,
	...previewProcedures,
	...activityProcedures,
	...allowanceProcedures,
	...homeProcedures,
	...catalogProcedures,
	...accountProcedures,
	...updateProcedures,
	...supportProcedures,
} satisfies Readonly<Record<string, Procedure<"desk", z.ZodType, unknown>>>;

export const trustedProcedures = {
	...windowTrustedProcedures,
	...setupTrustedProcedures,
	...settingsTrustedProcedures,
	...vaultProcedures,
	...ledgerProcedures,
	...accountPageProcedures,
	...secretProcedures,
	...identityProcedures,
	...bookProcedures,
	...policyProcedures,
	...inboxTrustedProcedures,
	...reviewProcedures,
	...signingProcedures,
	...allowanceTrustedProcedures,
	...buildProcedures,
	...accountTrustedProcedures,
} satisfies Readonly<Record<string, Procedure<"trusted", z.ZodType, unknown>>>;

export type DeskProcedures = typeof deskProcedures;

export type TrustedProcedures = typeof trustedProcedures;

/** Channel names: calls and pushes of each half. */
export const CHANNELS = {
	deskCall: "countersign:desk:call",
	deskPush: "countersign:desk:push",
	trustedCall: "countersign:trusted:call",
	trustedPush: "countersign:trusted:push",
} as const;
