import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type Claim, nothing, trusted } from "./primitives.ts";
import type { ReviewView } from "./review.ts";
import type { IdentityView } from "./sign-in.ts";
import { SETUP_STEPS } from "./values.ts";

/** From the first start to the inbox, and a request to practise on. */

export type SetupStep = (typeof SETUP_STEPS)[number];

export interface SetupStepView {
	readonly step: SetupStep;
	readonly isDone: boolean;
	/** What was chosen, in the user's own terms; null where nothing was. */
	readonly text: Text | null;
	/** Whose account it is, by the service's own word; null for the other steps, and where it says nothing. */
	readonly name: Claim | null;
}

export interface SetupView {
	readonly at: SetupStep;
	/** All of them, in their order. */
	readonly steps: readonly SetupStepView[];
}

const PRACTICE_ANSWERS = ["approved", "rejected"] as const;
export type PracticeAnswer = (typeof PRACTICE_ANSWERS)[number];

/** What the trusted window shows of all this. */
export type SetupScreen =
	| { readonly screen: "setupService"; readonly identity: IdentityView }
	| { readonly screen: "setupKeys" }
	| { readonly screen: "setupNetworks" }
	/** `practised`: how the request to practise on was answered just now. */
	| { readonly screen: "setupNotifications"; readonly practised: PracticeAnswer | null }
	/** Made up: no ticket of main's belongs to it. */
	| { readonly screen: "practice"; readonly review: ReviewView; readonly wakeMs: number };

/** For the trusted window alone. */
export const setupTrustedProcedures = {
	/** To a step of the setup: on, back, or past what is left out. */
	openSetupStep: trusted.command(z.strictObject({ step: z.enum(SETUP_STEPS) })),
	/** The setup is over; the inbox is what is seen next. */
	endSetup: trusted.command(nothing),
	/** Whether the user is told of what waits. */
	setNotified: trusted.command(z.strictObject({ on: z.boolean() })),
	/** Tells of a made-up request as of a real one, and shows it. */
	openPractice: trusted.command(nothing),
	/** The answer to it: nothing is signed, sent or written down. Approving takes a press that is held. */
	answerPractice: trusted.command(z.strictObject({ answer: z.enum(PRACTICE_ANSWERS) })),
};
