import { z } from "zod";
import { hello } from "../bench/world.ts";

/** Messages between the harness and the application in its process. */

export const told = z.object({
	world: hello,
	dataDir: z.string(),
	key: z.string(),
	/** The session that stands open in the window. */
	watched: z.string(),
});
export type Told = z.infer<typeof told>;

const report = z.object({
	/** Entries of the inbox that wait for the user. */
	waiting: z.number(),
	/** Since the last report: see delays.ts. */
	wall: z.number(),
	cpu: z.number(),
	longest: z.number(),
	share: z.number(),
	/** The most that the process held at once, in bytes, as `process.memoryUsage` parts it. */
	memory: z.object({
		rss: z.number(),
		heapTotal: z.number(),
		heapUsed: z.number(),
		external: z.number(),
		arrayBuffers: z.number(),
	}),
	/** Bytes pushed to the windows. */
	pushed: z.number(),
	/** Opening the long session while all of that goes on, in ms by the clock. */
	opened: z.number(),
});
export type Report = z.infer<typeof report>;

export const heard = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("ready") }),
	z.object({ kind: z.literal("count"), report }),
]);
export type Heard = z.infer<typeof heard>;
