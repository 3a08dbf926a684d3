import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { RpcGuard } from "../core/rules/loosening.ts";
import { aboutProcedures } from "./about.ts";
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
import { glanceProcedures, type ReviewView, reviewProcedures } from "./review.ts";
import { policyProcedures, type RulesView } from "./rules.ts";
import { type SettingsView, settingsProcedures, settingsTrustedProcedures, type Theme } from "./settings.ts";
import { type SetupScreen, type SetupView, setupTrustedProcedures } from "./setup.ts";
import { type IdentityView, identityProcedures } from "./sign-in.ts";
import { type ProgressView, signingProcedures } from "./signing.ts";
import { supportProcedures } from "./support.ts";
import { DESK_TOPICS, type TopicViews } from "./topics.ts";
import { updateProcedures } from "./updates.ts";

import {
	type LedgerView,
	ledgerProcedures,
	type VaultView,
	vaultProcedures,
	walletProcedures,
} from "./wallet.ts";

/**
 * What each window shows, may ask main for, and is pushed: the features' commands and views put together, and the few
 * commands that are of a window itself.
 */

export interface DeskView extends TopicViews {
	/** Main's clock when this was composed, so that windows count down by the same time. */
	readonly now: number;
	/** Counts up with each push: a patch names the revision that it applies to. */
	readonly revision: number;
}

/** What the trusted window shows. Main alone decides which. */
export type TrustedScreen =
	| { readonly screen: "empty"; readonly waiting: number }
	| { readonly screen: "welcome" }
	| SetupScreen
	| { readonly screen: "phrase"; readonly words: readonly string[] }
	/** Positions counted from 1. */
	| { readonly screen: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly screen: "unlock"; readonly next: Text | null }
	| { readonly screen: "addAccount" }
	/** `add`: a chain to be added. `toReview`: a review led there. */
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
			/** One-time; a new one voids it. Null while an approval is not possible. */
			readonly ticket: string | null;
			/** The service that asks for it does not answer: until it does, nothing of it is approved. */
			readonly offline: boolean;
			/** One-time; under it what the user's own rules alone refuse can be allowed once. Null for all else. */
			readonly allowOnce: string | null;
			/** Unix ms; null where no rule is set aside. */
			readonly exceptionUntil: number | null;
			/** The Approve button wakes this long after the content is visible, in ms. */
			readonly wakeMs: number;
			readonly queue: { readonly at: number; readonly of: number };
	  }
	/** The entry was rejected. @param waiting how many others wait for the user */
	| { readonly screen: "rejection"; readonly rejection: RejectionView; readonly waiting: number }
	/** `waiting`: how many other requests wait. */
	| { readonly screen: "progress"; readonly progress: ProgressView; readonly waiting: number };

export interface TrustedView {
	readonly screen: TrustedScreen;
	/** What takes the password: by the rules as they are a new account of the user's own; which changes of the networks. */
	readonly takesPassword: { readonly account: boolean; readonly rpc: RpcGuard };
	/** How far the setup is, where the screen is of it; null for all others. */
	readonly setup: SetupView | null;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	readonly theme: Theme;
	readonly now: number;
}

export type DeskPush =
	| { readonly kind: "desk"; readonly view: DeskView }
	/** What changed of the view of revision `of`. */
	| { readonly kind: "deskPatch"; readonly of: number; readonly patch: Patch }
	| { readonly kind: "transcript"; readonly view: TranscriptView }
	| {
			readonly kind: "transcriptPatch";
			readonly sessionId: string;
			readonly of: number;
			readonly patch: Patch;
	  }
	/** A command of main's: show this place (a notification, the tray). */
	| {
			readonly kind: "navigate";
			readonly to: "inbox" | "sessions" | "settings";
			readonly sessionId: string | null;
	  };

export type TrustedPush = { readonly kind: "trusted"; readonly view: TrustedView };

/** One call, by name; the preload passes names of its own half only. */
export interface DeskBridge {
	call<Name extends keyof DeskProcedures>(
		name: Name,
		input: Parameters<CommandClient<DeskProcedures>[Name]>[0],
	): ReturnType<CommandClient<DeskProcedures>[Name]>;
	/** Listens to pushes; the latest desk view comes at once. Returns what ends it. */
	onPush(listener: (push: DeskPush) => void): () => void;
}

export interface TrustedBridge {
	call<Name extends keyof TrustedProcedures>(
		name: Name,
		input: Parameters<CommandClient<TrustedProcedures>[Name]>[0],
	): ReturnType<CommandClient<TrustedProcedures>[Name]>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}

/** Of the desk itself. */
export const windowProcedures = {
	/** Which topics are drawn now: the others are composed when they are. Until it is said, all are. */
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

/** Of the trusted window itself. */
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
	...glanceProcedures,
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

/** Channel names: one for each half's calls, one for each half's pushes. */
export const CHANNELS = {
	deskCall: "countersign:desk:call",
	deskPush: "countersign:desk:push",
	trustedCall: "countersign:trusted:call",
	trustedPush: "countersign:trusted:push",
} as const;
