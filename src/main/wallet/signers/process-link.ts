import type { Clock, ProcessChannel } from "../../ports.ts";

/** One running process of ours, and the questions that wait for its answer. Each process has a token of its own. */

/** What no answer came of: the process ended, or took too long. */
type ProcessSilence = "stopped" | "timeout";

interface ProcessQuestion {
	readonly request: { readonly kind: string };
	/** Milliseconds until the process counts as hanging; null where a user decides how long it takes. */
	readonly ms: number | null;
	/** What the question is answered with where no answer came. */
	readonly unanswered: (why: ProcessSilence) => unknown;
	/** Called for what the process says of the question before it answers. */
	readonly hear?: (note: unknown) => void;
	/** In place of ending a process that hangs. */
	readonly onLate?: () => void;
}

interface PendingQuestion {
	readonly id: number;
	/** As it came; never rejects. */
	readonly answer: Promise<unknown>;
}

export interface ProcessLinkParts<Reply extends { readonly token: string }> {
	/** "vault"; begins each line in the log. */
	readonly name: string;
	readonly channel: ProcessChannel;
	readonly clock: Clock;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
	/** One message as it came; null where it can't be read. */
	readonly read: (message: unknown) => Reply | null;
	/** A readable reply that bears this process's token. */
	readonly onReply: (reply: Reply) => void;
	/** Called once, after every question was given up. */
	readonly onEnd: () => void;
}

export interface ProcessLink {
	post(question: ProcessQuestion): PendingQuestion;
	/** Answers a question; nothing where it waits no more. */
	settle(id: number, answer: unknown): void;
	/** Tells whoever asked what the process says of the question meanwhile. */
	hear(id: number, note: unknown): void;
	kill(): void;
	/** Takes it as ended, even where the system has not said so. */
	end(): void;
	/** The system says that it has ended. */
	readonly gone: Promise<void>;
}

interface Waiting {
	readonly question: ProcessQuestion;
	readonly settle: (answer: unknown) => void;
	readonly cancel: () => void;
}

/** Listens to a process that was just started. */
export function createProcessLink<Reply extends { readonly token: string }>(
	parts: ProcessLinkParts<Reply>,
): ProcessLink {
	const { name, channel, clock, log } = parts;
	const token = Buffer.from(parts.random(32)).toString("hex");
	const waiting = new Map<number, Waiting>();
	const gone = Promise.withResolvers<void>();
	let nextId = 1;
	let over = false;

	function settle(id: number, answer: unknown): void {
		const found = waiting.get(id);
		waiting.delete(id);
		found?.cancel();
		found?.settle(answer);
	}

	function end(): void {
		if (over) return;
		over = true;
		for (const [id, { question }] of [...waiting]) settle(id, question.unanswered("stopped"));
		parts.onEnd();
	}

	channel.onMessage((message) => {
		const reply = over ? null : parts.read(message);
		if (reply === null || reply.token !== token) log(`${name}: an unreadable or foreign answer was ignored`);
		else parts.onReply(reply);
	});
	channel.onExit(() => {
		end();
		gone.resolve();
	});

	function late(id: number, { request, unanswered, onLate }: ProcessQuestion): void {
		log(`${name}: no answer to ${request.kind}${onLate === undefined ? "; its process is ended" : ""}`);
		settle(id, unanswered("timeout"));
		if (onLate === undefined) channel.kill();
		else onLate();
	}

	return {
		post(question) {
			const id = nextId++;
			if (over) return { id, answer: Promise.resolve(question.unanswered("stopped")) };
			const answer = Promise.withResolvers<unknown>();
			const { ms, request } = question;
			const cancel = ms === null ? () => {} : clock.after(ms, () => late(id, question));
			waiting.set(id, { question, settle: answer.resolve, cancel });
			try {
				channel.post({ token, id, request });
			} catch {
				// The pipe is closed: the process is ending, and its end settles this.
				log(`${name}: ${request.kind} could not be sent`);
				channel.kill();
			}
			return { id, answer: answer.promise };
		},
		settle,
		hear: (id, note) => waiting.get(id)?.question.hear?.(note),
		kill: () => channel.kill(),
		end,
		gone: gone.promise,
	};
}
