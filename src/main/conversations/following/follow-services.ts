import type { Clock } from "../../ports.ts";
import type { Service } from "../../service/service.ts";
import type { Intents } from "../../storage/intents.ts";
import type { Access } from "../access.ts";
import type { SessionStore } from "../log/store.ts";
import type { TypedTexts } from "../log/typed-texts.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { Fraction, Slots } from "./pacing.ts";

/** How often and how long, in ms. Defaults: docs/service-api/limits.md, and our own choice. */
export interface FollowSettings {
	/** Silence on a stream after which it counts as dead. */
	readonly readDeadlineMs: number;
	/** How long a stream may bring nothing of what the session list says has moved. */
	readonly quietStreamMs: number;
	/** One long poll. */
	readonly pollWaitMs: number;
	/** A blocked stream is tried again after this. */
	readonly streamRetryMs: number;
	/** How long a late final message is waited for, and how long where one is there already. */
	readonly lateAnswerMs: number;
	readonly settleMs: number;
	/** How long a turn that the service opens by itself is looked for. */
	readonly ownTurnMs: number;
	/** Between long polls that come back at once. */
	readonly pollGapMs: number;
	/** Between looks at the session list: with something on, and at rest. */
	readonly listMs: number;
	readonly restListMs: number;
	/** How long more may come of a session without a move of its time in the list, which has whole seconds. */
	readonly listedSecondMs: number;
	/** A session that matters is read at least this often. */
	readonly readMs: number;
	/** Between GETs of a commit: while it moves, while it waits for a signature, otherwise. */
	readonly movingMs: number;
	readonly waitingMs: number;
	readonly otherMs: number;
	/** How long `expect` holds without anything moving. */
	readonly expectMs: number;
	/** A start that stays unclear for longer is given up, and the user told. */
	readonly startLifeMs: number;
	/** GETs at once, streams and long polls apart. */
	readonly requests: number;
}

export const DEFAULT_FOLLOW_SETTINGS: FollowSettings = {
	readDeadlineMs: 45_000,
	quietStreamMs: 3_000,
	pollWaitMs: 25_000,
	streamRetryMs: 60_000,
	lateAnswerMs: 60_000,
	settleMs: 10_000,
	ownTurnMs: 30_000,
	pollGapMs: 2_000,
	listMs: 5_000,
	restListMs: 15_000,
	listedSecondMs: 1_000,
	readMs: 30_000,
	movingMs: 1_000,
	waitingMs: 5_000,
	otherMs: 30_000,
	expectMs: 120_000,
	startLifeMs: 24 * 3_600_000,
	requests: 6,
};

/** Services that everything that follows one environment and identity uses. */
export interface FollowServices {
	readonly service: Service;
	readonly intents: Intents;
	readonly typed: Pick<TypedTexts, "keep" | "revise" | "ownAddresses">;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	/** Environment and identity, as one string. */
	readonly scope: string;
	readonly settings: FollowSettings;
	readonly store: SessionStore;
	/** Makes the streams of all sessions durable together. */
	readonly batches: BatchWriter;
	readonly access: Access;
	readonly slots: Slots;
	readonly fraction: Fraction;
	/** Logs one line; no secret. */
	readonly logLine: (line: string) => void;
}
