import type { Database } from "./database.ts";
import type { SessionLog } from "./log.ts";

/** Simulates agents that emit events in many sessions at a steady rate, like a service under load. */

const TICK_MS = 10;
/** Maximum delay of an event; later ones are dropped. */
const BEHIND_MS = 1_000;
const TEXT =
	"The agent says what it has just done, in a sentence as long as most of them are, and goes on to the next.";

export interface WorkOrder {
	readonly sessionIds: readonly string[];
	/** Events per second in each session. */
	readonly perSecond: number;
}

/** Creates typical agent output: mostly text, and the start and end of each tool call. */
function eventOf(at: number): Record<string, unknown> {
	const call = `cal_${Math.floor(at / 5)}`;
	const tool = { id: call, call_id: call, tool_name: "quote" };
	if (at % 5 === 0) return { type: "tool_update", ...tool, result: { step: at } };
	if (at % 5 === 1) return { type: "tool_complete", ...tool, result: { out: String(at) } };
	return { type: "message", sender: "agent", content: TEXT, message_key: `work:${at}` };
}

/** @param parts the running service; `null` while it is down, when no agent works */
export function createWork(
	parts: () => {
		readonly db: Pick<Database, "transaction">;
		readonly log: Pick<SessionLog, "appendRaw">;
	} | null,
	now: () => number = () => performance.now(),
): { order(next: WorkOrder): void } {
	let order: WorkOrder = { sessionIds: [], perSecond: 0 };
	let timer: NodeJS.Timeout | null = null;
	let last = now();
	/** Number of due events in all sessions together, with fractions. */
	let dueEvents = 0;
	let written = 0;

	function tick(): void {
		const [before, { sessionIds, perSecond }] = [last, order];
		last = now();
		const service = parts();
		if (service === null) return;
		dueEvents += (Math.min(last - before, BEHIND_MS) / 1_000) * perSecond * sessionIds.length;
		const due = Math.floor(dueEvents);
		if (due === 0) return;
		dueEvents -= due;
		service.db.transaction(() => {
			// Written session by session; if late, several events of a session are written together.
			const bySession = Map.groupBy(
				Array.from({ length: due }, (_, at) => written + at),
				(at) => sessionIds[at % sessionIds.length] ?? "",
			);
			for (const [sessionId, all] of bySession)
				service.log.appendRaw(
					sessionId,
					all.map((at) => eventOf(Math.floor(at / sessionIds.length))),
				);
			written += due;
		});
	}

	return {
		order(next) {
			order = next;
			[last, dueEvents, written] = [now(), 0, 0];
			if (timer !== null) clearInterval(timer);
			timer = next.sessionIds.length * next.perSecond > 0 ? setInterval(tick, TICK_MS).unref() : null;
		},
	};
}
