import type { Clock } from "../../ports.ts";
import type { Service } from "../../service/service.ts";
import type { Intents } from "../../storage/intents.ts";
import type { Access } from "../access.ts";
import type { SessionStore } from "../log/store.ts";
import type { TypedTexts } from "../log/typed-texts.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { Fraction, Slots } from "./pacing.ts";

export interface FollowSettings {
	/** How long a stream may be silent before it counts as dead. */
	readonly readDeadlineMs: number;
	/** How far a stream can lag behind the session list. */
	readonly quietStreamMs: number;
	readonly pollWaitMs: number;
	readonly streamRetryMs: number;
	/**
	 * How long to keep reading after a turn: while its final message is outstanding, and after it has
	 * arrived.
	 */
	readonly lateAnswerMs: number;
	readonly settleMs: number;
	/** How long after a commit settles the service may start a turn on its own. */
	readonly serviceTurnMs: number;
	/** Minimum interval between long polls that return immediately. */
	readonly pollGapMs: number;
	/** Polling intervals for the session list: while anything is active, and when idle. */
	readonly listMs: number;
	readonly restListMs: number;
	/**
	 * How long a session may still change without a new time in the list. The list's times are in whole
	 * seconds.
	 */
	readonly listedSecondMs: number;
	/** Maximum interval between reads of an active session. */
	readonly readMs: number;
	/**
	 * Intervals between GETs of a commit: while it is changing, while it is waiting for a signature, and
	 * otherwise.
	 */
	readonly movingMs: number;
	readonly waitingMs: number;
	readonly otherMs: number;
	/** How long a commit is polled frequently after `expect` if it doesn't change. */
	readonly expectMs: number;
	/** If a turn can't be delivered within this time, Countersign stops retrying and notifies the user. */
	readonly startLifeMs: number;
	readonly requests: number;
}

export const DEFAULT_FOLLOW_SETTINGS: FollowSettings = {
	readDeadlineMs: 45_000,
	quietStreamMs: 3_000,
	pollWaitMs: 25_000,
	streamRetryMs: 60_000,
	lateAnswerMs: 60_000,
	settleMs: 10_000,
	serviceTurnMs: 30_000,
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

export interface FollowServices {
	readonly service: Service;
	readonly intents: Intents;
	readonly typed: Pick<TypedTexts, "keep" | "revise" | "userAddresses">;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly scope: string;
	readonly settings: FollowSettings;
	readonly store: SessionStore;
	readonly batches: BatchWriter;
	readonly access: Access;
	readonly slots: Slots;
	readonly fraction: Fraction;
	readonly logLine: (line: string) => void;
}
