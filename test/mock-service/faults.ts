import { z } from "zod";

/** Faults that a test or the demo requests through the control port. Each affects `count` requests. */

const match = z.strictObject({
	/** Any method by default. */
	method: z.string().optional(),
	/** Regular expression on path and query; any path by default. */
	path: z.string().optional(),
});

const common = {
	match: match.default({}),
	/** Number of requests that it affects. Default: 1. */
	count: z.number().int().min(1).default(1),
	/** Number of matching requests to let through first. Default: 0. */
	skip: z.number().int().min(0).default(0),
};

export const faultOrder = z.discriminatedUnion("kind", [
	/** Delays the answer after its effect (`where: answer`), or the whole request (`request`). */
	z.strictObject({
		...common,
		kind: z.literal("delay"),
		ms: z.number().int().min(0),
		where: z.enum(["request", "answer"]).default("answer"),
	}),
	/** Answers with this status, without any effect. */
	z.strictObject({
		...common,
		kind: z.literal("status"),
		status: z.number().int().min(200).max(599),
		body: z.unknown().optional(),
		headers: z.record(z.string(), z.string()).optional(),
	}),
	/** Answers 429 with Retry-After, without any effect. */
	z.strictObject({ ...common, kind: z.literal("retry_after"), seconds: z.number().int().min(0) }),
	/** Answers with a gateway's HTML instead of JSON, without any effect. */
	z.strictObject({ ...common, kind: z.literal("html"), status: z.number().int().default(502) }),
	/** The effect happens; the answer never arrives and the socket dies. */
	z.strictObject({ ...common, kind: z.literal("lost_answer") }),
	/** The socket dies before any effect. */
	z.strictObject({ ...common, kind: z.literal("lost_request") }),
	/** Answers 200 with JSON that isn't an event page; a stream sends it as its first page frame. */
	z.strictObject({ ...common, kind: z.literal("garbage_page") }),
	/** Answers 200 with exactly this text; a stream sends it as the data of its first page frame. */
	z.strictObject({ ...common, kind: z.literal("raw_page"), body: z.string() }),
	/** The stream's socket dies after exactly this many bytes of frames, wherever that falls. */
	z.strictObject({ ...common, kind: z.literal("cut_stream_after_bytes"), bytes: z.number().int().min(0) }),
	/** The stream stays open but sends nothing after this many bytes, not even keep-alives. */
	z.strictObject({ ...common, kind: z.literal("stall_stream_after_bytes"), bytes: z.number().int().min(0) }),
	/** The first page with events contains each of them twice. */
	z.strictObject({ ...common, kind: z.literal("duplicate_event") }),
	/** The first page with events lists them in reverse. */
	z.strictObject({ ...common, kind: z.literal("reverse_events") }),
	/** The first page with events lacks the first one, although its cursor is past it. */
	z.strictObject({ ...common, kind: z.literal("drop_event") }),
]);
export type FaultOrder = z.input<typeof faultOrder>;
export type Fault = z.output<typeof faultOrder>;

export const armedFault = z.object({
	id: z.number(),
	kind: z.string(),
	remaining: z.number(),
	/** Number of requests that it affected. */
	struck: z.number(),
});
export type ArmedFault = z.infer<typeof armedFault>;

interface Armed {
	readonly id: number;
	readonly fault: Fault;
	skip: number;
	remaining: number;
	struck: number;
}

export const GARBAGE_PAGE = JSON.stringify({ session_id: 5, pages: ["not", "an", "event page"] });

export class Faults {
	#armed: Armed[] = [];
	#lastId = 0;

	arm(fault: Fault): number {
		this.#lastId += 1;
		this.#armed.push({
			id: this.#lastId,
			fault,
			skip: fault.skip,
			remaining: fault.count,
			struck: 0,
		});
		return this.#lastId;
	}

	clear(): void {
		this.#armed = [];
	}

	list(): ArmedFault[] {
		return this.#armed.map(({ id, fault, remaining, struck }) => ({
			id,
			kind: fault.kind,
			remaining,
			struck,
		}));
	}

	/** Returns the fault that affects this request, and uses it up for one request; `null` if none matches. */
	consume(method: string, path: string): Fault | null {
		const armed = this.#armed.find(
			({ fault, remaining }) =>
				remaining > 0 &&
				(fault.match.method ?? method).toUpperCase() === method &&
				new RegExp(fault.match.path ?? "").test(path),
		);
		if (armed === undefined) return null;
		if (armed.skip > 0) {
			armed.skip -= 1;
			return null;
		}
		armed.remaining -= 1;
		armed.struck += 1;
		return armed.fault;
	}
}

const pageWithEvents = z.looseObject({ events: z.array(z.unknown()) });

/** Distorts a page as the fault requires; `null` if it has no events to distort. */
export function distortPage(fault: Fault, text: string): string | null {
	if (!["duplicate_event", "reverse_events", "drop_event"].includes(fault.kind)) return null;
	const page = pageWithEvents.parse(JSON.parse(text));
	if (page.events.length === 0) return null;
	const { events } = page;
	if (fault.kind === "duplicate_event") page.events = events.flatMap((event) => [event, event]);
	if (fault.kind === "reverse_events") page.events = events.toReversed();
	if (fault.kind === "drop_event") page.events = events.slice(1);
	return JSON.stringify(page);
}
