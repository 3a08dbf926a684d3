import type { Clock, ProcessChannel } from "../../ports.ts";

/** Why no answer came: the process ended, or took too long. */
type ProcessSilence = "stopped" | "timeout";

interface ProcessQuestion {
	readonly request: { readonly kind: string };
	/** Time until the process counts as hanging; `null` if a user decides how long it takes. */
	readonly ms: number | null;
	/** Returns the answer if none came. */
	readonly unanswered: (why: ProcessSilence) => unknown;
	/** Called with what the process reports before it answers. */
	readonly hear?: (note: unknown) => void;
	/** Called instead of ending a process that hangs. */
	readonly onLate?: () => void;
}

interface PendingQuestion {
	readonly id: number;
	/** The answer as it came; never rejects. */
	readonly answer: Promise<unknown>;
}

interface Waiting {
	readonly question: ProcessQuestion;
	readonly settle: (answer: unknown) => void;
	readonly cancel: () => void;
}

/** A running process of ours and the questions that wait for its answer. Each process has a token of its own. */
export class ProcessLink {
	/** Resolves once the system says that the process has ended. */
	readonly exited: Promise<void>;
	readonly #process;
	readonly #token: string;
	readonly #onEnd: () => void;
	readonly #waiting = new Map<number, Waiting>();
	#nextId = 1;
	#isOver = false;

	/** Listens to a process that was just started. */
	constructor(options: {
		/** "vault"; begins each line in the log. */
		readonly name: string;
		readonly channel: ProcessChannel;
		readonly clock: Clock;
		/** Random bytes of a good source. */
		readonly random: (length: number) => Uint8Array;
		readonly log: (line: string) => void;
		/** Parses a message; `null` if it can't be read. `accept` is called if it bears this process's token. */
		readonly read: (message: unknown) => { readonly token: string; readonly accept: () => void } | null;
		/** Called once, after every question was given up. */
		readonly onEnd: () => void;
	}) {
		const { name, channel, clock, log } = options;
		this.#process = { name, channel, clock, log };
		this.#token = Buffer.from(options.random(32)).toString("hex");
		this.#onEnd = options.onEnd;
		const gone = Promise.withResolvers<void>();
		this.exited = gone.promise;
		channel.onMessage((message) => {
			const reply = this.#isOver ? null : options.read(message);
			if (reply === null || reply.token !== this.#token)
				log(`${name}: an unreadable or foreign answer was ignored`);
			else reply.accept();
		});
		channel.onExit(() => {
			this.end();
			gone.resolve();
		});
	}

	post(question: ProcessQuestion): PendingQuestion {
		const { name, channel, clock, log } = this.#process;
		const id = this.#nextId++;
		if (this.#isOver) return { id, answer: Promise.resolve(question.unanswered("stopped")) };
		const answer = Promise.withResolvers<unknown>();
		const { ms, request } = question;
		const cancel = ms === null ? () => {} : clock.after(ms, () => this.#onLate(id, question));
		this.#waiting.set(id, { question, settle: answer.resolve, cancel });
		try {
			channel.post({ token: this.#token, id, request });
		} catch {
			// The pipe is closed: the process is ending, and its end settles this.
			log(`${name}: ${request.kind} could not be sent`);
			channel.kill();
		}
		return { id, answer: answer.promise };
	}

	/** Answers a question; does nothing if it waits no more. */
	settle(id: number, answer: unknown): void {
		const found = this.#waiting.get(id);
		this.#waiting.delete(id);
		found?.cancel();
		found?.settle(answer);
	}

	/** Passes on what the process reports of a question before its answer. */
	hear(id: number, note: unknown): void {
		this.#waiting.get(id)?.question.hear?.(note);
	}

	kill(): void {
		this.#process.channel.kill();
	}

	/** Treats the process as ended, even if the system has not said so. */
	end(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		for (const [id, { question }] of [...this.#waiting]) this.settle(id, question.unanswered("stopped"));
		this.#onEnd();
	}

	#onLate(id: number, { request, unanswered, onLate }: ProcessQuestion): void {
		const { name, channel, log } = this.#process;
		log(`${name}: no answer to ${request.kind}${onLate === undefined ? "; its process is ended" : ""}`);
		this.settle(id, unanswered("timeout"));
		if (onLate === undefined) channel.kill();
		else onLate();
	}
}
