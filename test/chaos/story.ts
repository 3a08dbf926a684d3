import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { Control } from "../mock-service/control.ts";
import { evmAddress } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";
import { oneOf } from "./random.ts";
import type { SteadyTime } from "./steady-time.ts";

/** Plays random events of a session, caused by the service or by the app's user. */

export interface StoryParts {
	readonly time: SteadyTime;
	readonly control: Control;
	readonly person: Person;
	readonly sessionId: string;
	readonly seed: number;
	readonly random: () => number;
	/** Review queue, shared by all sessions of the app. */
	readonly desk: ReviewDesk;
}

export interface Story {
	/** Messages of the user that the app accepted. All are different. */
	readonly messages: readonly string[];
	/** How often the user sent each kind. */
	readonly sent: Readonly<Record<SendKind, number>>;
	/** Plays one event. */
	act(): Promise<void>;
}

export const SEND_KINDS = ["message", "answer", "rejection", "interrupt", "rename"] as const;
export type SendKind = (typeof SEND_KINDS)[number];

/** Queue for the trusted window, which shows one review at a time. */
export interface ReviewDesk {
	/** Resolves when no review is in progress. */
	free: Promise<void>;
}

/** Error of the service while a turn is running. */
const BUSY = "A turn is still running.";
/** Maximum number of times that the user checks whether a review can be approved. */
const CHECKS = 20;
/** Interval between those checks. */
const CHECK_MS = 500;
/** Share of events in which the user answers, if a request is waiting. */
const ANSWERING = 0.7;
/** Share of answers to actions that are approvals. */
const APPROVING = 0.6;

export function createStory(parts: StoryParts): Story {
	const { time, control, person, sessionId, seed, random, desk } = parts;
	const messages: string[] = [];
	const sent: Record<SendKind, number> = { message: 0, answer: 0, rejection: 0, interrupt: 0, rename: 0 };
	let count = 0;
	/** Returns a text that is unique in the run. */
	const uniqueText = () => {
		count += 1;
		return `${seed}.${count}`;
	};
	/** Waits for an event at the service. Ignores the error that a turn is already running. */
	const atService = (work: Promise<unknown>) =>
		time.standStill(
			work.catch((cause: unknown) => {
				if (!(cause instanceof Error) || cause.message !== BUSY) throw cause;
			}),
		);
	const signer = evmAddress(person);
	const waiting = (): readonly InboxEntryView[] =>
		person.desk().inbox.filter((entry) => entry.sessionId === sessionId && entry.state === "waiting");

	async function say(text: string): Promise<void> {
		const { ok } = await person.callDesk("startTurn", { sessionId, message: text, mode: null, app: null });
		if (!ok) return;
		sent.message += 1;
		messages.push(text);
	}

	const sayElsewhere = (message: string) =>
		atService(control.say({ sessionId, message, userState: { evm: { address: signer } } }));

	const inject = (...contents: readonly string[]) =>
		atService(
			control.injectEvents({
				sessionId,
				events: contents.map((content) => ({ type: "message", sender: "agent", content })),
			}),
		);

	async function approve({ id }: InboxEntryView): Promise<void> {
		const opened = await person.callDesk("openReview", { entryId: id });
		for (let check = 0; opened.ok && check < CHECKS; check += 1) {
			const screen = person.screen();
			const isReady =
				screen.screen === "review" && screen.review.entryId === id && screen.review.approval.possible;
			if (isReady && screen.ticket !== null) {
				const { ticket, review } = screen;
				await person.callTrusted("reviewShown", { ticket });
				await time.sleep(3_000);
				const { word } = review.approval;
				const answer = await person.callTrusted("approve", { ticket, fingerprint: review.fingerprint, word });
				if (answer.ok) sent.answer += 1;
				return;
			}
			await time.sleep(CHECK_MS);
		}
	}

	async function reject({ id }: InboxEntryView): Promise<void> {
		const reason = random() < 0.5 ? null : `no ${uniqueText()}`;
		const answer = await person.callDesk("rejectEntries", { entryIds: [id], reason });
		if (answer.ok) sent.rejection += 1;
	}

	async function answer(entry: InboxEntryView): Promise<void> {
		if (!entry.id.startsWith("action:") || random() >= APPROVING) return await reject(entry);
		desk.free = desk.free.then(() => approve(entry));
	}

	/** Possible events with their weights. */
	const acts: readonly (readonly [number, () => Promise<void> | void])[] = [
		[3, () => say(`hello ${uniqueText()}`)],
		[2, () => say(`work for 3 s ${uniqueText()}`)],
		[5, () => say(`sign the message: I agree ${uniqueText()}`)],
		[1, () => say(`show everything ${uniqueText()}`)],
		[3, () => inject(`ágent ✓ ${uniqueText()}`, `then ${uniqueText()}`)],
		[4, () => sayElsewhere(`sign the message: hello ${uniqueText()}`)],
		[1, () => sayElsewhere(`work for 2 s ${uniqueText()}`)],
		[4, () => atService(control.bareCommit({ sessionId, commitId: `com_${uniqueText()}`, signer: signer }))],
		[1, () => atService(control.expireCursors({ sessionId }))],
		[1, () => atService(control.resync({ sessionId }))],
		[1, () => atService(control.endStreams({ sessionId }))],
		[1, () => atService(control.rawFrame({ sessionId, text: 'event: page\ndata: {"session_id":7}\n\n' }))],
		[
			1,
			() => {
				sent.interrupt += 1;
				void person.callDesk("interrupt", { sessionId });
			},
		],
		[
			1,
			() => {
				sent.rename += 1;
				void person.callDesk("renameSession", { sessionId, title: `Title ${uniqueText()}` });
			},
		],
	];
	const weighted = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

	return {
		messages,
		sent,
		async act() {
			const [entry] = waiting();
			if (entry !== undefined && random() < ANSWERING) await answer(entry);
			else await oneOf(random, weighted)();
		},
	};
}
