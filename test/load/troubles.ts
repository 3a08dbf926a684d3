import type { Control } from "../mock-service/control.ts";
import type { FaultOrder } from "../mock-service/faults.ts";

/** Faults of service and RPC during the load: one after the other, repeatedly. */

interface Around {
	readonly control: Control;
	/** Sessions whose agents work. */
	readonly sessionIds: readonly string[];
	/** The EVM chain's RPC answers nothing any more, or again. */
	readonly setRpcDown: (down: boolean) => void;
}

type Trouble = (around: Around, at: number) => Promise<unknown>;

/** Duration of a service or RPC outage, in ms. */
const AWAY_MS = 1_000;
/** Number of streams ended at once, so that the faults ordered for the next ones strike soon. */
const ENDED = 20;

const away = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Streams that are opened anew meet this. */
const onStreams =
	(...orders: readonly FaultOrder[]): Trouble =>
	async ({ control, sessionIds }, at) => {
		for (const order of orders) await control.fault(order);
		const ended = Array.from({ length: Math.min(ENDED, sessionIds.length) }, (_, each) =>
			control.endStreams({ sessionId: sessionIds[(at * ENDED + each) % sessionIds.length] ?? "" }),
		);
		await Promise.all(ended);
	};

const match = { path: "/stream" };

/** In the order in which they come. */
const TROUBLES: readonly Trouble[] = [
	onStreams({ kind: "cut_stream_after_bytes", bytes: 700, match, count: 10 }),
	onStreams({ kind: "drop_event", match, count: 5 }, { kind: "duplicate_event", match, count: 5 }),
	({ control }) => control.fault({ kind: "status", status: 503, count: 20 }),
	onStreams({ kind: "reverse_events", match, count: 5 }, { kind: "garbage_page", match, count: 2 }),
	async ({ setRpcDown }) => {
		setRpcDown(true);
		await away(AWAY_MS);
		setRpcDown(false);
	},
	({ control }) => control.fault({ kind: "html", match: { path: "/api/commits/" }, count: 10 }),
	({ control, sessionIds }, at) =>
		control.expireCursors({ sessionId: sessionIds[at % sessionIds.length] ?? "" }),
	({ control, sessionIds }, at) => control.resync({ sessionId: sessionIds[at % sessionIds.length] ?? "" }),
	({ control }) => control.fault({ kind: "retry_after", seconds: 1, match: { path: "/v1/agent/chat/" } }),
	({ control }) => control.fault({ kind: "delay", where: "request", ms: 1_500, count: 10 }),
	async ({ control }) => {
		await control.down();
		await away(AWAY_MS);
		await control.up();
	},
	({ control }) => control.endStreams({}),
];

export interface Troubles {
	/** Resolves once each of them has come up. */
	readonly each: Promise<void>;
	/** Afterwards service and RPC are as they were. @returns how many there were */
	end(): Promise<number>;
}

/**
 * Orders one after the other until it is ended.
 * @param everyMs from one to the next
 */
export function makeTrouble(around: Around, everyMs: number): Troubles {
	const each = Promise.withResolvers<void>();
	let ended = false;
	let count = 0;
	const running = (async () => {
		while (!ended) {
			await away(everyMs);
			if (ended) break;
			await TROUBLES[count % TROUBLES.length]?.(around, Math.floor(count / TROUBLES.length));
			count += 1;
			if (count === TROUBLES.length) each.resolve();
		}
	})();
	running.catch(each.reject);
	return {
		each: each.promise,
		async end() {
			ended = true;
			await running;
			await around.control.clearFaults();
			return count;
		},
	};
}
