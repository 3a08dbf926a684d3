import type { Control } from "../mock-service/control.ts";
import type { FaultOrder } from "../mock-service/faults.ts";

/** Injects faults into the service and the RPC during the load, one after another, in a loop. */

interface Surroundings {
	readonly control: Control;
	/** Sessions whose agents work. */
	readonly sessionIds: readonly string[];
	/** Makes the EVM chain's RPC stop answering, or answer again. */
	readonly setRpcDown: (down: boolean) => void;
}

type Trouble = (surroundings: Surroundings, at: number) => Promise<unknown>;

/** Duration of a service or RPC outage, in ms. */
const OUTAGE_MS = 1_000;
/** Number of streams ended at once, so that the faults for new streams occur soon. */
const STREAMS_ENDED = 20;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns a fault that ends streams and affects the ones that are opened next. */
const onStreams =
	(...orders: readonly FaultOrder[]): Trouble =>
	async ({ control, sessionIds }, at) => {
		for (const order of orders) await control.fault(order);
		const ended = Array.from({ length: Math.min(STREAMS_ENDED, sessionIds.length) }, (_, each) =>
			control.endStreams({ sessionId: sessionIds[(at * STREAMS_ENDED + each) % sessionIds.length] ?? "" }),
		);
		await Promise.all(ended);
	};

const match = { path: "/stream" };

/** Faults in the order in which they occur. */
const TROUBLES: readonly Trouble[] = [
	onStreams({ kind: "cut_stream_after_bytes", bytes: 700, match, count: 10 }),
	onStreams({ kind: "drop_event", match, count: 5 }, { kind: "duplicate_event", match, count: 5 }),
	({ control }) => control.fault({ kind: "status", status: 503, count: 20 }),
	onStreams({ kind: "reverse_events", match, count: 5 }, { kind: "garbage_page", match, count: 2 }),
	async ({ setRpcDown }) => {
		setRpcDown(true);
		await sleep(OUTAGE_MS);
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
		await sleep(OUTAGE_MS);
		await control.up();
	},
	({ control }) => control.endStreams({}),
];

export interface Troubles {
	/** Resolves once each fault has occurred. */
	readonly each: Promise<void>;
	/** Stops injecting faults and removes pending ones. @returns how many were injected */
	end(): Promise<number>;
}

/**
 * Injects one fault after another until `end` is called.
 * @param everyMs interval between faults
 */
export function makeTrouble(surroundings: Surroundings, everyMs: number): Troubles {
	const each = Promise.withResolvers<void>();
	let ended = false;
	let count = 0;
	const running = (async () => {
		while (!ended) {
			await sleep(everyMs);
			if (ended) break;
			await TROUBLES[count % TROUBLES.length]?.(surroundings, Math.floor(count / TROUBLES.length));
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
			await surroundings.control.clearFaults();
			return count;
		},
	};
}
