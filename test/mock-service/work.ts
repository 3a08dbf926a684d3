import type { Database } from "./database.ts";
import type { SessionLog } from "./log.ts";

/** Agents that work in many sessions at once, each at a steady rate: the output of a service under load. */

const TICK_MS = 10;
/** Maximum delay of an event; later ones are dropped. */
const BEHIND_MS = 1_000;
const TEXT =
	"The agent says what it has just done, in a sentence as long as most of them are, and goes on to the next.";

export interface WorkOrder {
	readonly sessionIds: readonly string[];
	/** Events of each session. */
	readonly perSecond: number;
}

/** Creates typical agent output: mostly text, and every tool's begin and end. */
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
	/** Number of events due in all sessions together. */
	let owed = 0;
	let said = 0;

	function tick(): void {
		const [before, { sessionIds, perSecond }] = [last, order];
		last = now();
		const service = parts();
		if (service === null) return;
		owed += (Math.min(last - before, BEHIND_MS) / 1_000) * perSecond * sessionIds.length;
		const due = Math.floor(owed);
		if (due === 0) return;
		owed -= due;
		service.db.transaction(() => {
			// Sequential; when late, several events of a session are written together.
			const saying = Map.groupBy(
				Array.from({ length: due }, (_, at) => said + at),
				(at) => sessionIds[at % sessionIds.length] ?? "",
			);
			for (const [sessionId, all] of saying)
				service.log.appendRaw(
					sessionId,
					all.map((at) => eventOf(Math.floor(at / sessionIds.length))),
				);
			said += due;
		});
	}

	return {
		order(next) {
			order = next;
			[last, owed, said] = [now(), 0, 0];
			if (timer !== null) clearInterval(timer);
			timer = next.sessionIds.length * next.perSecond > 0 ? setInterval(tick, TICK_MS).unref() : null;
		},
	};
}
