import { oneOf } from "./random.ts";

/** Faults of a request on its way to the service, or of its answer on the way back. */

export const TROUBLES = [
	"none",
	"refused",
	"lost",
	"half_open",
	"silent",
	"status",
	"html",
	"type",
	"huge",
	"delay",
	"late",
	"cut",
	"ended",
	"split",
	"twice",
	"repeat",
	"reorder",
	"stale",
] as const;
export type TroubleKind = (typeof TROUBLES)[number];

export interface Trouble {
	readonly kind: TroubleKind;
	/** From 0 to 1: how long, how far, which. */
	readonly size: number;
}

export const NO_TROUBLE: Trouble = { kind: "none", size: 0 };

/** The part of all requests that nothing befalls. */
const UNSPOILT = 0.4;

/** A POST would get the answer of another one: no proxy does that. */
const READS_ALONE: ReadonlySet<TroubleKind> = new Set(["stale"]);

export function drawTrouble(random: () => number, isRead: boolean): Trouble {
	const [isSpoilt, pick, size] = [random() >= UNSPOILT, random(), random()];
	const choices = TROUBLES.filter((kind) => kind !== "none" && (isRead || !READS_ALONE.has(kind)));
	return isSpoilt ? { kind: oneOf(() => pick, choices), size } : NO_TROUBLE;
}

interface StatusAnswer {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
}

const PASSING: readonly StatusAnswer[] = [
	{ status: 408 },
	{ status: 429 },
	{ status: 429, headers: { "retry-after": "7" } },
	{ status: 500 },
	{ status: 502 },
	{ status: 503, headers: { "retry-after": "3" } },
	{ status: 504 },
];
/** Statuses for reads only: they end a send for good. */
const OF_READS: readonly StatusAnswer[] = [{ status: 403 }, { status: 404 }, { status: 410 }];

export function statusOf(size: number, isRead: boolean): StatusAnswer {
	return oneOf(() => size, isRead ? [...PASSING, ...OF_READS] : PASSING);
}

/** Right JSON of wrong types, for what is read here. */
export const WRONG_TYPES: readonly string[] = [
	'{"session_id":5,"events":"none","cursor":null,"has_more":"no"}',
	'{"sessions":{"first":true},"nextCursor":7}',
	'{"events":[{"type":"message"}]}',
	"[]",
	"null",
	'"text"',
];
export const HTML = "<!doctype html><html><body><h1>Bad gateway</h1></body></html>";
/** Repeated this often, they exceed the cap of a body and of an unfinished frame. */
export const HUGE = { chunk: new Uint8Array(1024 * 1024).fill(0x5b), times: 9 } as const;
