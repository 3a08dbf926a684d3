import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type Claim, nothing, trusted } from "./primitives.ts";
import type { ReviewView } from "./review.ts";
import type { IdentityView } from "./sign-in.ts";
import { SETUP_STEPS } from "./values.ts";

export type SetupStep = (typeof SETUP_STEPS)[number];

export interface SetupStepView {
	readonly step: SetupStep;
	readonly isDone: boolean;
	readonly text: Text | null;
	readonly name: Claim | null;
}

export interface SetupView {
	readonly at: SetupStep;
	readonly steps: readonly SetupStepView[];
}

const PRACTICE_ANSWERS = ["approved", "rejected"] as const;
export type PracticeAnswer = (typeof PRACTICE_ANSWERS)[number];

export type SetupScreen =
	| { readonly screen: "setupService"; readonly identity: IdentityView }
	| { readonly screen: "setupKeys" }
	| { readonly screen: "setupNetworks" }
	| { readonly screen: "setupNotifications"; readonly practised: PracticeAnswer | null }
	| { readonly screen: "practice"; readonly review: ReviewView };

export const setupTrustedProcedures = {
	openSetupStep: trusted.command(z.strictObject({ step: z.enum(SETUP_STEPS) })),
	endSetup: trusted.command(nothing),
	setNotified: trusted.command(z.strictObject({ on: z.boolean() })),
	openPractice: trusted.command(nothing),
	/** Signs, sends and stores nothing, but approving still requires a press and hold. */
	answerPractice: trusted.command(z.strictObject({ answer: z.enum(PRACTICE_ANSWERS) })),
};
