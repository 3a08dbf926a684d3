import { z } from "zod";
import { actionResult } from "../../src/service-api/action.ts";
import { commitManual } from "../../src/service-api/commit.ts";
import { userState } from "../../src/service-api/user-state.ts";
import { authTwists } from "./auth/twists.ts";
import { armedFault, faultOrder } from "./faults.ts";
import { oddity } from "./oddities.ts";
import { PIPELINE_COMMITS } from "./options.ts";
import { records } from "./records.ts";

/**
 * Operations of the control port, each with its parameters and response. They aren't part of the service's
 * interface.
 */

const nothing = z.strictObject({});
const done = z.object({ done: z.literal(true) });
const oneSession = z.strictObject({ sessionId: z.string() });
const someSession = z.strictObject({ sessionId: z.string().optional() });

const controlSettings = z.strictObject({
	keepAliveMs: z.number().min(1).optional(),
	paceMs: z.number().min(0).optional(),
	pageSize: z.number().int().min(1).optional(),
	followMs: z.number().min(1).optional(),
	following: z.boolean().optional(),
	venue: z.enum(["gives_back", "submits", "silent"]).optional(),
	venueDelayMs: z.number().min(0).optional(),
	reviseAfterMs: z.number().min(0).optional(),
	batchAlone: z.boolean().optional(),
	batchCohortDigest: z.boolean().optional(),
	pipelineCommits: z.enum(PIPELINE_COMMITS).optional(),
	rewrittenBuilds: z.boolean().optional(),
	renewNonces: z.boolean().optional(),
	oddities: z.array(oddity).optional(),
	appsList: z.enum(["installed", "catalog"]).optional(),
});

const about = z.object({
	url: z.string(),
	running: z.boolean(),
	chains: z.array(
		z.object({ chainId: z.number(), rpcUrl: z.string(), token: z.string(), router: z.string() }),
	),
	person: z.string().nullable(),
	svm: z
		.object({
			cluster: z.string(),
			rpcUrl: z.string(),
			mint: z.string(),
			mintDecimals: z.number(),
			lookupTable: z.string().optional(),
			person: z.string().optional(),
		})
		.nullable(),
});

export const OPERATIONS = {
	about: { order: nothing, answer: about },
	/** Arms a fault. */
	fault: { order: faultOrder, answer: z.object({ id: z.number() }) },
	faults: { order: nothing, answer: z.object({ faults: z.array(armedFault) }) },
	clearFaults: { order: nothing, answer: done },
	settings: { order: controlSettings, answer: done },
	/** Expires all issued cursors, which then get 410. */
	expireCursors: { order: oneSession, answer: done },
	/** Sends a `resync` frame to the session's streams, or to all streams. */
	resync: { order: someSession, answer: done },
	/** Ends streams cleanly, as a gateway does after a while. */
	endStreams: { order: someSession, answer: done },
	/** Writes exactly this text to the session's open streams. */
	rawFrame: { order: z.strictObject({ sessionId: z.string(), text: z.string() }), answer: done },
	/** Appends events unchanged; given members override the log's additions. */
	injectEvents: {
		order: z.strictObject({
			sessionId: z.string(),
			events: z.array(z.record(z.string(), z.unknown())).min(1),
		}),
		answer: done,
	},
	/** Creates sessions, each with this many message events. */
	addSessions: {
		order: z.strictObject({
			count: z.number().int().min(1),
			events: z.number().int().min(0),
			/** Length of each message in characters. Default: 120. */
			textLength: z.number().int().min(1).default(120),
		}),
		answer: z.object({ sessionIds: z.array(z.string()) }),
	},
	/**
	 * Makes agents emit this many events per second in each session until the next call; an empty list stops
	 * them.
	 */
	work: {
		order: z.strictObject({ sessionIds: z.array(z.string()), perSecond: z.number().min(0) }),
		answer: done,
	},
	/** Starts a turn as the same user on another device would. */
	say: {
		order: z.strictObject({
			message: z.string().min(1),
			sessionId: z.string().optional(),
			userState: userState.optional(),
		}),
		answer: z.object({ sessionId: z.string(), turnId: z.string() }),
	},
	/** Shows a commit without a review, on no chain. */
	bareCommit: {
		order: z.strictObject({ sessionId: z.string(), commitId: z.string(), signer: z.string() }),
		answer: done,
	},
	/** Revises the review with this amount in base units, or with twice the old one. */
	reviseCommit: {
		order: z.strictObject({ commitId: z.string(), amount: z.string().regex(/^\d+$/).optional() }),
		answer: z.object({ revision: z.number(), digest: z.string() }),
	},
	expireCommit: { order: z.strictObject({ commitId: z.string() }), answer: done },
	/** Answers a commit, or an action at its current revision, as another device of the same user would. */
	anotherDevice: {
		order: z.union([
			z.strictObject({ commitId: z.string(), answer: commitManual }),
			z.strictObject({ actionId: z.string(), result: actionResult }),
		]),
		/** For an action, `version` is its revision. */
		answer: z.object({ state: z.string(), version: z.number() }),
	},
	/**
	 * Revises a pending action: doubles the amounts or marks the message as revised. `same` raises only the
	 * revision.
	 */
	reviseAction: {
		order: z.strictObject({ actionId: z.string(), same: z.boolean().default(false) }),
		answer: z.object({ revision: z.number() }),
	},
	expireAction: { order: z.strictObject({ actionId: z.string() }), answer: done },
	/** Approves a device code on another device; `person: null` denies it. */
	approveDevice: {
		order: z.strictObject({ userCode: z.string(), person: z.string().min(1).nullable() }),
		answer: done,
	},
	/** Completes the sign-in page that the app opened and returns to the app; `person: null` denies it. */
	approveInBrowser: {
		order: z.strictObject({
			url: z.string(),
			person: z.string().min(1).nullable(),
			/** Query parameters to change in the redirect, as an attacker would. */
			change: z
				.strictObject({
					state: z.string().optional(),
					iss: z.string().optional(),
					code: z.string().optional(),
				})
				.default({}),
		}),
		answer: z.object({ redirected: z.string() }),
	},
	/** Sets how the authorization server misbehaves; omitted members are honest again. */
	authTwists: { order: authTwists, answer: done },
	/** Expires all issued access tokens, which then get 401. */
	expireTokens: { order: nothing, answer: done },
	/** Returns the calls to the token, registration, device and revocation endpoints. */
	authCalls: {
		order: nothing,
		answer: z.object({
			calls: z.array(
				z.object({ route: z.string(), grant: z.string().nullable(), error: z.string().nullable() }),
			),
		}),
	},
	records: { order: nothing, answer: records },
	clearRecords: { order: nothing, answer: done },
	/** Stops the service as a crash would; the control port stays. */
	down: { order: nothing, answer: done },
	up: { order: nothing, answer: done },
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type OrderOf<N extends OperationName> = z.input<(typeof OPERATIONS)[N]["order"]>;
export type ParsedOrderOf<N extends OperationName> = z.output<(typeof OPERATIONS)[N]["order"]>;
export type AnswerOf<N extends OperationName> = z.output<(typeof OPERATIONS)[N]["answer"]>;
