import { ledgerGrants, ledgerReply } from "../../../../ledger-process/protocol.ts";
import { createProcessLink, type ProcessLink } from "../process-link.ts";
import { createRestarts } from "../restarts.ts";
import type { LedgerClientParts } from "./types.ts";

/** The life of the device process: started when it is needed, started again after its end, ended when it is idle. */

const HELLO_MS = 30_000;
/** So long without use, and the process is ended: an idle app holds nothing of USB. */
const IDLE_MS = 60_000;
/** A process that ended again and again is left alone for so long. */
const GIVEN_UP_MS = 10 * 60_000;
const STOP_WAIT_MS = 2_000;

export interface LedgerProcess {
	/** The process, greeted; started where none runs. null where it can't be had. Never rejects. */
	open(): Promise<ProcessLink | null>;
	/** In use until the returned function is called. */
	use(): () => void;
	/** It was ended for good, by us. */
	stopped(): boolean;
	/** Ends it for good, and waits for its end, two seconds at most. */
	stop(): Promise<void>;
}

export function createLedgerProcess(parts: LedgerClientParts): LedgerProcess {
	const { clock, log } = parts;
	const restarts = createRestarts(clock);
	let link: ProcessLink | null = null;
	let opening: Promise<ProcessLink | null> | null = null;
	/** Until it is over, no process is started: the last one ended by itself. */
	let pause: PromiseWithResolvers<void> | null = null;
	let givenUp = false;
	let forgive = () => {};
	let over = false;
	let uses = 0;
	let idle = () => {};

	function resume(): void {
		pause?.resolve();
		pause = null;
	}

	/** The next start comes later, or after many ends not for a long while. */
	function failed(line: string): void {
		log(`ledger: ${line}`);
		opening = null;
		pause ??= Promise.withResolvers<void>();
		if (restarts.schedule(resume)) return;
		log("ledger: its process ended again and again and is not started for a while");
		resume();
		givenUp = true;
		forgive = clock.after(GIVEN_UP_MS, () => {
			givenUp = false;
			restarts.reset();
		});
	}

	function ended(from: ProcessLink): void {
		if (link !== from) return;
		link = null;
		if (!over) failed("its process ended");
	}

	/** Ended because nobody needs it: no restart follows, and the next use starts another. */
	function letGo(): void {
		const unused = link;
		link = null;
		opening = null;
		unused?.kill();
		unused?.end();
	}

	function attach(): ProcessLink {
		const made: ProcessLink = createProcessLink({
			name: "ledger",
			channel: parts.fork(),
			clock,
			random: parts.random,
			log,
			read: (message) => ledgerReply.safeParse(message).data ?? null,
			onReply(reply) {
				if (reply.kind === "answer") made.settle(reply.id, reply.answer);
				else made.hear(reply.id, reply.stage);
			},
			onEnd: () => ended(made),
		});
		return made;
	}

	async function begin(): Promise<ProcessLink | null> {
		await pause?.promise;
		if (over || givenUp) {
			opening = null;
			return null;
		}
		let made: ProcessLink;
		try {
			made = attach();
		} catch (error) {
			failed(`its process could not be started (${error instanceof Error ? error.name : "unknown"})`);
			return null;
		}
		link = made;
		const request = { kind: "hello", transport: parts.transport };
		const greeted = await made.post({ request, ms: HELLO_MS, unanswered: () => null }).answer;
		if (ledgerGrants.hello.safeParse(greeted).success) return made;
		log("ledger: its process did not answer hello");
		made.kill();
		return null;
	}

	return {
		open: () => (opening ??= begin()),
		use() {
			uses += 1;
			idle();
			let used = true;
			return () => {
				if (!used) return;
				used = false;
				uses -= 1;
				if (uses === 0 && !over) idle = clock.after(IDLE_MS, letGo);
			};
		},
		stopped: () => over,
		async stop() {
			over = true;
			idle();
			forgive();
			restarts.reset();
			resume();
			const open = link;
			if (open === null) return;
			const late = Promise.withResolvers<void>();
			const cancel = clock.after(STOP_WAIT_MS, late.resolve);
			open.kill();
			open.end();
			await Promise.race([open.gone, late.promise]);
			cancel();
		},
	};
}
