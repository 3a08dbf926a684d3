import { z } from "zod";
import type { Clock } from "../../src/main/ports.ts";

/**
 * RPC proxy that counts the app's calls to a chain. It can limit their rate or refuse batches, and has its own
 * clock.
 */

/** Response of a rate-limited RPC. */
type Busy = "page" | "page with Retry-After" | "error";

export interface RpcManners {
	/** Maximum calls per second. More are refused. `null` if there is no limit. */
	readonly perSecond: number | null;
	readonly busy: Busy;
	/** Response to a batch. `null` if batches are supported. */
	readonly batches: "error" | "400" | null;
}

export const PATIENT: RpcManners = { perSecond: null, busy: "page", batches: null };

const LIMITED: RpcManners = { ...PATIENT, perSecond: 25 };

/** Behaviors of RPCs, by name. */
export const MANNERS: Readonly<Record<string, RpcManners>> = {
	patient: PATIENT,
	limited: LIMITED,
	"limited-with-pause": { ...LIMITED, busy: "page with Retry-After" },
	"limited-by-error": { ...LIMITED, busy: "error" },
	"no-batches": { ...LIMITED, batches: "error" },
	"no-batches-by-status": { ...LIMITED, batches: "400" },
};

export interface Metered {
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** Number of calls in each request that wasn't refused. */
	readonly sizes: readonly number[];
	/** Returns the number of requests that exceeded the limit. */
	readonly refused: () => number;
	/** Returns how much time has passed on the clock. */
	readonly waitedMs: () => number;
}

const call = z.looseObject({ id: z.unknown(), method: z.string() });
const calls = z.union([call, z.array(call)]);

/** Number of event loop turns without an open request after which the clock advances. */
const QUIET_TURNS = 8;
const LIMIT_CODE = -32_005;

/**
 * Creates a proxy whose clock advances to the next timer as soon as no request is open and the event loop is
 * idle, so that a slow machine doesn't change the measured waiting time.
 */
export function meteredRpc(start: number, manners: RpcManners): Metered {
	let time = start;
	let open = 0;
	let refused = 0;
	let isMoving = false;
	let waiting: { readonly at: number; readonly run: () => void }[] = [];
	let recent: number[] = [];
	const sizes: number[] = [];

	async function move(): Promise<void> {
		isMoving = true;
		let quiet = 0;
		while (waiting.length > 0) {
			await new Promise((resolve) => setImmediate(resolve));
			quiet = open > 0 ? 0 : quiet + 1;
			if (quiet < QUIET_TURNS) continue;
			quiet = 0;
			const [next, ...others] = waiting.toSorted((left, right) => left.at - right.at);
			if (next === undefined) break;
			waiting = others;
			time = Math.max(time, next.at);
			next.run();
		}
		isMoving = false;
	}

	const clock: Clock = {
		now: () => time,
		after(ms, run) {
			const entry = { at: time + Math.max(0, ms), run };
			waiting.push(entry);
			if (!isMoving) void move();
			return () => {
				waiting = waiting.filter((each) => each !== entry);
			};
		},
	};

	function isTooMuch(count: number): boolean {
		if (manners.perSecond === null) return false;
		recent = recent.filter((at) => at > time - 1_000);
		if (recent.length + count > manners.perSecond) return true;
		recent.push(...Array.from({ length: count }, () => time));
		return false;
	}

	function busy(request: z.infer<typeof calls>): Response {
		refused += 1;
		const error = { code: LIMIT_CODE, message: "limit exceeded" };
		if (manners.busy === "error")
			return Response.json(
				Array.isArray(request)
					? request.map(({ id }) => ({ jsonrpc: "2.0", id, error }))
					: { jsonrpc: "2.0", id: request.id, error },
			);
		const headers: Record<string, string> = manners.busy === "page" ? {} : { "retry-after": "1" };
		return new Response("Too Many Requests", { status: 429, headers });
	}

	async function answer(input: Parameters<typeof fetch>[0], init: RequestInit | undefined) {
		const request = calls.parse(JSON.parse(String(init?.body)));
		const count = Array.isArray(request) ? request.length : 1;
		if (isTooMuch(count)) return busy(request);
		sizes.push(count);
		if (Array.isArray(request) && manners.batches !== null) {
			const error = { code: -32_600, message: "batches are not supported" };
			return manners.batches === "error"
				? Response.json({ jsonrpc: "2.0", id: null, error })
				: new Response("Bad Request", { status: 400 });
		}
		const response = await fetch(input, init);
		// Reads the whole body here, so that the request counts as open until then.
		return new Response(await response.text(), { status: response.status, headers: response.headers });
	}

	return {
		clock,
		sizes,
		refused: () => refused,
		waitedMs: () => time - start,
		fetch: async (input, init) => {
			open += 1;
			try {
				return await answer(input, init);
			} finally {
				open -= 1;
			}
		},
	};
}

/** Number of RPC calls of one review. */
export interface ReviewCalls {
	readonly total: number;
	/** Number of calls in the largest request. */
	readonly largest: number;
	/** Number of requests that exceeded the limit. */
	readonly refused: number;
	readonly waitedMs: number;
}

/** Returns the average figures of a review. @param reviews number of reviews that shared the RPC */
export const callsOf = ({ sizes, refused, waitedMs }: Metered, reviews = 1): ReviewCalls => ({
	total: Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, reviews)),
	largest: Math.max(0, ...sizes),
	refused: refused(),
	waitedMs: waitedMs(),
});

/** Median and maximum number of calls per review, and the largest request. */
export interface CallFigures {
	readonly median: number;
	readonly most: number;
	readonly largest: number;
}

export function figuresOf(all: readonly ReviewCalls[]): CallFigures {
	const totals = all.map(({ total }) => total).toSorted((left, right) => left - right);
	return {
		median: totals[Math.floor(totals.length / 2)] ?? 0,
		most: totals.at(-1) ?? 0,
		largest: Math.max(0, ...all.map(({ largest }) => largest)),
	};
}

export const callsLine = ({ median, most, largest }: CallFigures): string =>
	`calls median ${median}, most ${most}, largest batch ${largest}`;
