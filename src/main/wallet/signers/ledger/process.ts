import { type DeviceTransport, ledgerGrants, ledgerReply } from "../../../../ledger-process/protocol.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";
import { ProcessLink } from "../process-link.ts";
import { Restarts } from "../restarts.ts";

const HELLO_MS = 30_000;
const IDLE_MS = 60_000;
/** Pause after repeated failures. */
const GIVEN_UP_MS = 10 * 60_000;
const STOP_WAIT_MS = 2_000;

export interface LedgerProcessOptions {
	readonly fork: () => ProcessChannel;
	readonly transport: DeviceTransport;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
}

/** Starts the device process on demand, restarts it after a crash, and ends it when idle. */
export class LedgerProcess {
	readonly #options: LedgerProcessOptions;
	readonly #restarts: Restarts;
	#link: ProcessLink | null = null;
	#opening: Promise<ProcessLink | null> | null = null;
	/** Pending while no process may be started, after the last one crashed. */
	#pause: PromiseWithResolvers<void> | null = null;
	#isGivenUp = false;
	#forgive = () => {};
	#isEnded = false;
	#uses = 0;
	#cancelIdle = () => {};

	constructor(options: LedgerProcessOptions) {
		this.#options = options;
		this.#restarts = new Restarts(options.clock);
	}

	/** Returns `null` if no process can be started. Never rejects. */
	open(): Promise<ProcessLink | null> {
		this.#opening ??= this.#begin();
		return this.#opening;
	}

	use(): () => void {
		this.#uses += 1;
		this.#cancelIdle();
		let isUsed = true;
		return () => {
			if (!isUsed) return;
			isUsed = false;
			this.#uses -= 1;
			if (this.#uses === 0 && !this.#isEnded)
				this.#cancelIdle = this.#options.clock.after(IDLE_MS, () => this.#letGo());
		};
	}

	isStopped(): boolean {
		return this.#isEnded;
	}

	async stop(): Promise<void> {
		this.#isEnded = true;
		this.#cancelIdle();
		this.#forgive();
		this.#restarts.reset();
		this.#resume();
		const open = this.#link;
		if (open === null) return;
		const late = Promise.withResolvers<void>();
		const cancel = this.#options.clock.after(STOP_WAIT_MS, late.resolve);
		open.kill();
		open.end();
		await Promise.race([open.exited, late.promise]);
		cancel();
	}

	async #begin(): Promise<ProcessLink | null> {
		const { log, transport } = this.#options;
		await this.#pause?.promise;
		if (this.#isEnded || this.#isGivenUp) {
			this.#opening = null;
			return null;
		}
		let made: ProcessLink;
		try {
			made = this.#attach();
		} catch (error) {
			this.#onFailure(
				`its process could not be started (${error instanceof Error ? error.name : "unknown"})`,
			);
			return null;
		}
		this.#link = made;
		const request = { kind: "hello", transport };
		const greeted = await made.post({ request, ms: HELLO_MS, unanswered: () => null }).answer;
		if (ledgerGrants.hello.safeParse(greeted).success) return made;
		log("ledger: its process did not answer hello");
		made.kill();
		return null;
	}

	#attach(): ProcessLink {
		const { clock, fork, log, random } = this.#options;
		const made: ProcessLink = new ProcessLink({
			name: "ledger",
			channel: fork(),
			clock,
			random,
			log,
			read: (message) => {
				const reply = ledgerReply.safeParse(message).data;
				if (reply === undefined) return null;
				const accept = () => {
					if (reply.kind === "answer") made.settle(reply.id, reply.answer);
					else made.hear(reply.id, reply.stage);
				};
				return { token: reply.token, accept };
			},
			onEnd: () => {
				if (this.#link !== made) return;
				this.#link = null;
				if (!this.#isEnded) this.#onFailure("its process ended");
			},
		});
		return made;
	}

	#letGo(): void {
		const unused = this.#link;
		this.#link = null;
		this.#opening = null;
		unused?.kill();
		unused?.end();
	}

	#onFailure(line: string): void {
		const { clock, log } = this.#options;
		log(`ledger: ${line}`);
		this.#opening = null;
		this.#pause ??= Promise.withResolvers<void>();
		if (this.#restarts.schedule(() => this.#resume())) return;
		log("ledger: its process ended again and again and is not started for a while");
		this.#resume();
		this.#isGivenUp = true;
		this.#forgive = clock.after(GIVEN_UP_MS, () => {
			this.#isGivenUp = false;
			this.#restarts.reset();
		});
	}

	#resume(): void {
		this.#pause?.resolve();
		this.#pause = null;
	}
}
