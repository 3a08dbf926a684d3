import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { Control } from "../mock-service/control.ts";
import { evmAddress } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";
import { oneOf } from "./random.ts";
import type { SteadyTime } from "./steady-time.ts";

/** Events of a session while its answers are disturbed: at the service, and by the user of the app. */

export interface StoryParts {
	readonly time: SteadyTime;
	readonly control: Control;
	readonly person: Person;
	readonly sessionId: string;
	readonly seed: number;
	readonly random: () => number;
	/** Shared by all sessions of the app. */
	readonly desk: ReviewDesk;
}

export interface Story {
	/** Messages of the user that the app took, each unlike any other. */
	readonly messages: readonly string[];
	/** How often the user sent something, by kind. */
	readonly sent: Readonly<Record<SendKind, number>>;
	/** Lets one thing happen. */
	act(): Promise<void>;
}

export const SEND_KINDS = ["message", "answer", "rejection", "interrupt", "rename"] as const;
export type SendKind = (typeof SEND_KINDS)[number];

/** Reviews are one at a time, whichever session asks. */
export interface ReviewDesk {
	free: Promise<void>;
}

/** The service's answer while a turn runs. */
const BUSY = "A turn is still running.";
/** How often, and how long each time, the user waits for a review that can be approved. */
const LOOKS = 20;
const LOOK_MS = 500;
/** The part of its acts by which the user answers, where a request waits. */
const ANSWERING = 0.7;
const APPROVING = 0.6;

export function createStory(parts: StoryParts): Story {
	const { time, control, person, sessionId, seed, random, desk } = parts;
	const messages: string[] = [];
	const sent: Record<SendKind, number> = { message: 0, answer: 0, rejection: 0, interrupt: 0, rename: 0 };
	let count = 0;
	/** Unlike any other of the run. */
	const next = () => {
		count += 1;
		return `${seed}.${count}`;
	};
	/** No turn begins while another runs: that order comes to nothing. */
	const order = (work: Promise<unknown>) =>
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
		order(control.say({ sessionId, message, userState: { evm: { address: signer } } }));

	const inject = (...contents: readonly string[]) =>
		order(
			control.injectEvents({
				sessionId,
				events: contents.map((content) => ({ type: "message", sender: "agent", content })),
			}),
		);

	async function approve({ id }: InboxEntryView): Promise<void> {
		const opened = await person.callDesk("openReview", { entryId: id });
		for (let look = 0; opened.ok && look < LOOKS; look += 1) {
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
			await time.sleep(LOOK_MS);
		}
	}

	async function reject({ id }: InboxEntryView): Promise<void> {
		const reason = random() < 0.5 ? null : `no ${next()}`;
		const answer = await person.callDesk("rejectEntries", { entryIds: [id], reason });
		if (answer.ok) sent.rejection += 1;
	}

	async function answer(entry: InboxEntryView): Promise<void> {
		if (!entry.id.startsWith("action:") || random() >= APPROVING) return await reject(entry);
		desk.free = desk.free.then(() => approve(entry));
	}

	/** Each act, and its weight. */
	const acts: readonly (readonly [number, () => Promise<void> | void])[] = [
		[3, () => say(`hello ${next()}`)],
		[2, () => say(`work for 3 s ${next()}`)],
		[5, () => say(`sign the message: I agree ${next()}`)],
		[1, () => say(`show everything ${next()}`)],
		[3, () => inject(`ágent ✓ ${next()}`, `then ${next()}`)],
		[4, () => sayElsewhere(`sign the message: hello ${next()}`)],
		[1, () => sayElsewhere(`work for 2 s ${next()}`)],
		[4, () => order(control.bareCommit({ sessionId, commitId: `com_${next()}`, signer: signer }))],
		[1, () => order(control.expireCursors({ sessionId }))],
		[1, () => order(control.resync({ sessionId }))],
		[1, () => order(control.endStreams({ sessionId }))],
		[1, () => order(control.rawFrame({ sessionId, text: 'event: page\ndata: {"session_id":7}\n\n' }))],
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
				void person.callDesk("renameSession", { sessionId, title: `Title ${next()}` });
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
