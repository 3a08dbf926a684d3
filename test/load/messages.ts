import { z } from "zod";
import { hello } from "../bench/world.ts";

/** Messages between the harness and the app's process. */

/** Argument of the app's process. */
export const startOptions = z.object({
	world: hello,
	dataDir: z.string(),
	key: z.string(),
	/** ID of the session that the window shows. */
	watched: z.string(),
});
export type StartOptions = z.infer<typeof startOptions>;

const report = z.object({
	/** Number of inbox entries that wait for the user. */
	waiting: z.number(),
	/** Delays and processor share since the last report (see `Delays`). */
	wall: z.number(),
	own: z.number(),
	cpu: z.number(),
	longest: z.number(),
	share: z.number(),
	/** Memory use (see `MemoryUse`). */
	growth: z.number(),
	liveGrowth: z.number(),
	peak: z.object({
		rss: z.number(),
		heapTotal: z.number(),
		heapUsed: z.number(),
		external: z.number(),
		arrayBuffers: z.number(),
	}),
	/** Number of bytes pushed to the windows. */
	pushed: z.number(),
	/** Elapsed time to open the long session under load, in ms. */
	opened: z.number(),
});
export type Report = z.infer<typeof report>;

/** Message from the app's process. */
export const fromApp = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("ready") }),
	z.object({ kind: z.literal("count"), report }),
]);
export type FromApp = z.infer<typeof fromApp>;
