import { oneOf } from "./random.ts";

/** Faults of a request or of its response. */

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
	/** Number from 0 to 1 that determines the duration, the position or the variant. */
	readonly size: number;
}

export const NO_TROUBLE: Trouble = { kind: "none", size: 0 };

/** Share of requests without a fault. */
const FAULTLESS_SHARE = 0.4;

/** Faults for reads only. Otherwise, a POST would get the response to another POST, which no proxy does. */
const READS_ONLY: ReadonlySet<TroubleKind> = new Set(["stale"]);

export function drawTrouble(random: () => number, isRead: boolean): Trouble {
	const [isFaulty, pick, size] = [random() >= FAULTLESS_SHARE, random(), random()];
	const choices = TROUBLES.filter((kind) => kind !== "none" && (isRead || !READS_ONLY.has(kind)));
	return isFaulty ? { kind: oneOf(() => pick, choices), size } : NO_TROUBLE;
}

interface StatusAnswer {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Temporary errors. */
const TEMPORARY: readonly StatusAnswer[] = [
	{ status: 408 },
	{ status: 429 },
	{ status: 429, headers: { "retry-after": "7" } },
	{ status: 500 },
	{ status: 502 },
	{ status: 503, headers: { "retry-after": "3" } },
	{ status: 504 },
];
/** Errors for reads only, because they would end a send permanently. */
const PERMANENT: readonly StatusAnswer[] = [{ status: 403 }, { status: 404 }, { status: 410 }];

export function statusOf(size: number, isRead: boolean): StatusAnswer {
	return oneOf(() => size, isRead ? [...TEMPORARY, ...PERMANENT] : TEMPORARY);
}

/** Valid JSON with unexpected types. */
export const WRONG_TYPES: readonly string[] = [
	'{"session_id":5,"events":"none","cursor":null,"has_more":"no"}',
	'{"sessions":{"first":true},"nextCursor":7}',
	'{"events":[{"type":"message"}]}',
	"[]",
	"null",
	'"text"',
];
export const HTML = "<!doctype html><html><body><h1>Bad gateway</h1></body></html>";
/** Repeated bytes that exceed the maximum size of a body and of an unfinished frame. */
export const HUGE = { chunk: new Uint8Array(1024 * 1024).fill(0x5b), times: 9 } as const;
