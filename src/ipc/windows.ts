import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import type { RpcGuard } from "../core/rules/loosening.ts";
import { aboutProcedures, updateProcedures } from "./about.ts";
import { activityProcedures } from "./activity.ts";
import { type BookView, bookProcedures } from "./address-book.ts";
import {
	type AgentDoorsScreen,
	type AgentsScreen,
	agentProcedures,
	agentTrustedProcedures,
} from "./agents.ts";
import {
	type AppView,
	accountProcedures,
	accountTrustedProcedures,
	type ServiceAccountView,
} from "./billing.ts";
import { type BuildView, buildProcedures, catalogProcedures } from "./catalog.ts";
import { sessionProcedures, type TranscriptView, transcriptProcedures } from "./conversations.ts";
import { homeProcedures } from "./home.ts";
import { inboxProcedures, inboxTrustedProcedures, type RejectionView, type TriageView } from "./inbox.ts";
import { accountPageProcedures, type KeysScreen, keysProcedures, secretProcedures } from "./keys.ts";
import type { Patch } from "./patch.ts";
import { powerProcedures, powerTrustedProcedures } from "./powers.ts";
import { type CommandClient, desk, nothing, type Procedure, trusted } from "./primitives.ts";
import { editProcedures, previewProcedures, type ReviewView, reviewProcedures } from "./review.ts";
import { policyProcedures, type RulesView } from "./rules.ts";
import { type SendScreen, sendProcedures, sendTrustedProcedures } from "./send.ts";
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

export interface DeskView extends TopicViews {
	readonly now: number;
	/** Incremented on every push. Each patch names the revision that it applies to. */
	readonly revision: number;
}

/** Screens that show a single request. */
export type EntryScreen =
	| { readonly screen: "empty"; readonly waiting: number }
	| { readonly screen: "loading"; readonly headline: Text }
	| {
			readonly screen: "review";
			readonly review: ReviewView;
			/**
			 * Valid for one approval, until the next ticket is issued. `null` if the request can't be
			 * approved.
			 */
			readonly ticket: string | null;
			readonly offline: boolean;
			/**
			 * One-time ticket that overrides the user's own rules. `null` if no rule refuses the request, or
			 * other reasons prevent the approval.
			 */
			readonly allowOnce: string | null;
			readonly exceptionUntil: number | null;
			readonly queue: { readonly at: number; readonly of: number };
	  }
	| { readonly screen: "rejection"; readonly rejection: RejectionView; readonly waiting: number }
	| { readonly screen: "progress"; readonly progress: ProgressView; readonly waiting: number };

export type TrustedScreen =
	| EntryScreen
	/** `card`: the current request, or `null` if none is waiting. */
	| { readonly screen: "triage"; readonly triage: TriageView; readonly card: EntryScreen | null }
	| { readonly screen: "welcome" }
	| SetupScreen
	| { readonly screen: "phrase"; readonly words: readonly string[] }
	/** Positions start at 1. */
	| { readonly screen: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly screen: "unlock"; readonly next: Text | null }
	| { readonly screen: "addAccount" }
	/** `add`: the chain to add. `toReview`: whether the screen was opened from a review. */
	| { readonly screen: "network"; readonly add: string | null; readonly toReview: boolean }
	| KeysScreen
	| { readonly screen: "autoLock" }
	| { readonly screen: "blindSigning" }
	| { readonly screen: "ledger"; readonly ledger: LedgerView }
	| { readonly screen: "rules"; readonly rules: RulesView }
	| { readonly screen: "contacts"; readonly book: BookView }
	| SendScreen
	| { readonly screen: "signIn"; readonly identity: IdentityView }
	| AgentsScreen
	| AgentDoorsScreen
	| { readonly screen: "build"; readonly build: BuildView | null }
	| { readonly screen: "topUp"; readonly account: ServiceAccountView }
	| { readonly screen: "removeApp"; readonly app: AppView | null };

export interface TrustedView {
	readonly screen: TrustedScreen;
	readonly needsPassword: { readonly account: boolean; readonly rpc: RpcGuard };
	readonly setup: SetupView | null;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	readonly theme: Theme;
	readonly now: number;
}

export type DeskPush =
	| { readonly kind: "desk"; readonly view: DeskView }
	| { readonly kind: "deskPatch"; readonly of: number; readonly patch: Patch }
	| { readonly kind: "transcript"; readonly view: TranscriptView }
	| {
			readonly kind: "transcriptPatch";
			readonly sessionId: string;
			readonly of: number;
			readonly patch: Patch;
	  }
	| {
			readonly kind: "navigate";
			/** `stopAgents`: the agents page, asking whether to stop all agents. */
			readonly to: "inbox" | "sessions" | "settings" | "stopAgents";
			readonly sessionId: string | null;
	  };

export type TrustedPush = { readonly kind: "trusted"; readonly view: TrustedView };

/** Calls commands by name. Each preload script forwards only the commands of its own window. */
export interface DeskBridge {
	call<Name extends keyof DeskProcedures>(
		name: Name,
		input: Parameters<CommandClient<DeskProcedures>[Name]>[0],
	): ReturnType<CommandClient<DeskProcedures>[Name]>;
	/** Sends the current view immediately, and every push after that. Returns an unsubscribe function. */
	onPush(listener: (push: DeskPush) => void): () => void;
}

export interface TrustedBridge {
	call<Name extends keyof TrustedProcedures>(
		name: Name,
		input: Parameters<CommandClient<TrustedProcedures>[Name]>[0],
	): ReturnType<CommandClient<TrustedProcedures>[Name]>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}

export const windowProcedures = {
	/**
	 * Topics that the window currently shows. Other topics aren't composed until they are shown. Until the
	 * first report, all topics count as shown.
	 */
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
				"agentDoors",
			]),
		}),
		{ needsInput: false },
	),
};

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
	...powerProcedures,
	...agentProcedures,
	...homeProcedures,
	...sendProcedures,
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
	...editProcedures,
	...signingProcedures,
	...powerTrustedProcedures,
	...sendTrustedProcedures,
	...agentTrustedProcedures,
	...buildProcedures,
	...accountTrustedProcedures,
} satisfies Readonly<Record<string, Procedure<"trusted", z.ZodType, unknown>>>;

export type DeskProcedures = typeof deskProcedures;

export type TrustedProcedures = typeof trustedProcedures;

export const CHANNELS = {
	deskCall: "countersign:desk:call",
	deskPush: "countersign:desk:push",
	trustedCall: "countersign:trusted:call",
	trustedPush: "countersign:trusted:push",
} as const;
