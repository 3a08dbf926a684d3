import type { Clock, ProcessChannel } from "../../ports.ts";

type ProcessSilence = "stopped" | "timeout";

interface ProcessQuestion {
	readonly request: { readonly kind: string };
	/** `null` if the duration depends on the user. */
	readonly ms: number | null;
	readonly unanswered: (why: ProcessSilence) => unknown;
	readonly hear?: (note: unknown) => void;
	readonly onLate?: () => void;
}

interface PendingQuestion {
	readonly id: number;
	/** Never rejects. */
	readonly answer: Promise<unknown>;
}

interface Waiting {
	readonly question: ProcessQuestion;
	readonly settle: (answer: unknown) => void;
	readonly cancel: () => void;
}

export class ProcessLink {
	/** Resolves after the system has reported the exit. */
	readonly exited: Promise<void>;
	readonly #process;
	readonly #token: string;
	readonly #onEnd: () => void;
	readonly #waiting = new Map<number, Waiting>();
	#nextId = 1;
	#isEnded = false;

	constructor(options: {
		readonly name: string;
		readonly channel: ProcessChannel;
		readonly clock: Clock;
		readonly random: (length: number) => Uint8Array;
		readonly log: (line: string) => void;
		/** `accept` is called only if the token belongs to this process. */
		readonly read: (message: unknown) => { readonly token: string; readonly accept: () => void } | null;
		/** Called once, after all pending requests have settled. */
		readonly onEnd: () => void;
	}) {
		const { name, channel, clock, log } = options;
		this.#process = { name, channel, clock, log };
		this.#token = Buffer.from(options.random(32)).toString("hex");
		this.#onEnd = options.onEnd;
		const gone = Promise.withResolvers<void>();
		this.exited = gone.promise;
		channel.onMessage((message) => {
			const reply = this.#isEnded ? null : options.read(message);
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
		if (this.#isEnded) return { id, answer: Promise.resolve(question.unanswered("stopped")) };
		const answer = Promise.withResolvers<unknown>();
		const { ms, request } = question;
		const cancel = ms === null ? () => {} : clock.after(ms, () => this.#onLate(id, question));
		this.#waiting.set(id, { question, settle: answer.resolve, cancel });
		try {
			channel.post({ token: this.#token, id, request });
		} catch {
			log(`${name}: ${request.kind} could not be sent`);
			channel.kill();
		}
		return { id, answer: answer.promise };
	}

	settle(id: number, answer: unknown): void {
		const found = this.#waiting.get(id);
		this.#waiting.delete(id);
		found?.cancel();
		found?.settle(answer);
	}

	hear(id: number, note: unknown): void {
		this.#waiting.get(id)?.question.hear?.(note);
	}

	kill(): void {
		this.#process.channel.kill();
	}

	end(): void {
		if (this.#isEnded) return;
		this.#isEnded = true;
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
