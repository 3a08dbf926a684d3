import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type Claim, nothing, trusted } from "./primitives.ts";
import type { ReviewView } from "./review.ts";
import type { IdentityView } from "./sign-in.ts";
import { SETUP_STEPS } from "./values.ts";

/** Setup from first start to inbox, and the practice request. */

export type SetupStep = (typeof SETUP_STEPS)[number];

export interface SetupStepView {
	readonly step: SetupStep;
	readonly isDone: boolean;
	/** Choice in the user's terms; `null` if none. */
	readonly text: Text | null;
	/** Account owner according to the service; `null` for other steps, or if not stated. */
	readonly name: Claim | null;
}

export interface SetupView {
	readonly at: SetupStep;
	/** All steps in order. */
	readonly steps: readonly SetupStepView[];
}

const PRACTICE_ANSWERS = ["approved", "rejected"] as const;
export type PracticeAnswer = (typeof PRACTICE_ANSWERS)[number];

/** Setup screens of the trusted window. */
export type SetupScreen =
	| { readonly screen: "setupService"; readonly identity: IdentityView }
	| { readonly screen: "setupKeys" }
	| { readonly screen: "setupNetworks" }
	/** `practised`: how the practice request was just answered. */
	| { readonly screen: "setupNotifications"; readonly practised: PracticeAnswer | null }
	/** Fictitious review without a ticket. */
	| { readonly screen: "practice"; readonly review: ReviewView; readonly wakeMs: number };

/** Commands of the trusted window only. */
export const setupTrustedProcedures = {
	/** Moves to a setup step: forward, back, or past a skipped one. */
	openSetupStep: trusted.command(z.strictObject({ step: z.enum(SETUP_STEPS) })),
	/** Ends the setup and opens the inbox. */
	endSetup: trusted.command(nothing),
	/** Enables or disables notifications about waiting requests. */
	setNotified: trusted.command(z.strictObject({ on: z.boolean() })),
	/** Notifies about a fictitious request like a real one, and opens it. */
	openPractice: trusted.command(nothing),
	/** Answers it without signing, sending or storing anything. Approving requires a held press. */
	answerPractice: trusted.command(z.strictObject({ answer: z.enum(PRACTICE_ANSWERS) })),
};
