import { setTimeout } from "node:timers/promises";
import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { ReadingCollection } from "../../src/main/desktop/lifecycle/heap.ts";
import { textOf } from "../../src/text/index.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { type Asking, answered, askingOf } from "./asked.ts";
import { type BareAnswers, openBareAnswers } from "./bare-answers.ts";
import { type Cost, meter } from "./meter.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/**
 * From the bytes of a page that awaits the user to the notification, and from the approval to the answer sent: beside
 * the same page read, the same requests, writes to disk and a signature by nothing but the libraries.
 */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Between two events of the sessions in the background, in ms. */
const TRICKLE_MS = 50;
/**
 * Interval at which the app polls a pending transaction, and the interval at which the bench wakes it, in ms.
 */
const [FOLLOW_MS, LOOK_MS] = [1_000, 15];

/** Request to the user, and its wording. */
export interface Asked {
	readonly name: string;
	readonly sentence: string;
}

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";

export const EVM_SEND: Asked = { name: "EVM transaction", sentence: `send 0.001 ETH to ${OTHER}` };
export const PERMIT: Asked = { name: "typed data", sentence: "permit the router 25 DEMO" };
export const SVM_SEND: Asked = { name: "Solana transaction", sentence: `send 0.01 SOL to ${FRIEND}` };
/** Everything else that is answered with a signature. */
export const OTHER_KINDS: readonly Asked[] = [
	{ name: "Solana transaction, hosted", sentence: `send 0.01 SOL to ${FRIEND} hosted` },
	PERMIT,
	{ name: "personal message", sentence: "sign the message: hello there" },
];

export interface Latency {
	/** From the bytes to the notification, in ms. Only of commits. */
	readonly notified: readonly number[];
	/** From the approval to the answer sent. */
	readonly answered: readonly Cost[];
	readonly bare: readonly Cost[];
}

/** From an approval to its answer. */
interface Answer {
	readonly cost: Cost;
	/** Requests sent and answered meanwhile. */
	readonly asked: readonly Asking[];
	/** How many steps were on disk by then. */
	readonly writes: number;
}

/** When the bytes of each commit first came off a socket, and what it cost until an answer was put on one. */
interface Wire {
	readonly fetch: typeof globalThis.fetch;
	readonly arrived: ReadonlyMap<string, number>;
	/** A step of the journal is on disk. */
	written(): void;
	/** The approval is given now. @returns its answer; null while none was sent */
	pressed(): () => Answer | null;
}

/** Is it a signature, on its way to the service? */
export function isAnswer(path: string, body: string): boolean {
	if (/\/api\/commits\/[^/]+\/manual$/.test(path)) return body.includes('"kind":"signed"');
	return /\/actions\/[^/]+\/result$/.test(path) && body.includes('"status":"signed"');
}

function tapped(): Wire {
	const arrived = new Map<string, number>();
	let sent = () => {};
	let asked: Asking[] = [];
	let writes = 0;
	const note = (text: string, at: number) => {
		if (!text.includes('"needs_signature"')) return;
		for (const [, id] of text.matchAll(/"commit_id":"([^"]+)"/g))
			if (id !== undefined && !arrived.has(id)) arrived.set(id, at);
	};
	return {
		arrived,
		written() {
			writes += 1;
		},
		pressed() {
			let answer: Answer | null = null;
			[asked, writes] = [[], 0];
			const stop = meter();
			sent = () => {
				answer ??= { cost: stop(), asked: asked.filter((each) => each.ended < Infinity), writes };
			};
			return () => answer;
		},
		fetch: async (input, init) => {
			const path = String(input);
			if (init?.method === "POST" && isAnswer(path, String(init.body))) sent();
			const asking = askingOf(path, init);
			asked.push(asking);
			const response = await fetch(input, init);
			answered(asking, response);
			if (response.body === null || !path.includes("/v1/agent/chat")) return response;
			const decoder = new TextDecoder();
			const tap = new TransformStream<Uint8Array, Uint8Array>({
				transform(bytes, out) {
					const at = performance.now();
					out.enqueue(bytes);
					note(decoder.decode(bytes, { stream: true }), at);
				},
			});
			const { status, headers } = response;
			return new Response(response.body.pipeThrough(tap), { status, headers });
		},
	};
}

/** Sessions whose agents work all the while; each of them streams. @returns what ends them */
async function background(world: BenchWorld, count: number): Promise<() => Promise<void>> {
	if (count === 0) return async () => {};
	const { control } = world;
	const { sessionIds } = await control.addSessions({ count, events: 20 });
	for (const sessionId of sessionIds)
		await control.injectEvents({
			sessionId,
			events: [{ type: "turn_state_changed", state: "processing", turn_id: "bench" }],
		});
	let ended = false;
	const trickle = (async () => {
		for (let at = 0; !ended; at += 1) {
			const sessionId = sessionIds[at % sessionIds.length] ?? "";
			const content = "The agent goes on with its work, and says so.";
			await control.injectEvents({ sessionId, events: [{ type: "message", sender: "agent", content }] });
			await setTimeout(TRICKLE_MS);
		}
	})();
	return async () => {
		ended = true;
		await trickle;
	};
}

/** The topics that the page *Inbox* draws, and *Activity*, which shows when a request is confirmed. */
const TOPICS = [
	...["inbox", "rejections", "sessions", "accounts", "activity", "connection", "vault", "settings"],
	...["budgets", "identity", "alerts", "updates", "setup"],
];

interface Watched {
	readonly person: Person;
	readonly wire: Wire;
	/** When each entry was notified. */
	readonly notified: ReadonlyMap<string, number>;
	readonly bare: BareAnswers;
}

/** Follows what was sent, once it is, without waiting a second between two looks. */
async function untilConfirmed(person: Person, entryId: string, isSent: () => boolean): Promise<void> {
	const isOver = () =>
		approvedOf(person.desk()).some((row) => row.entryId === entryId && row.outcome === "confirmed");
	const hurrying = setInterval(() => {
		if (isSent() && !isOver()) person.ports.clock.hurry(FOLLOW_MS);
	}, LOOK_MS);
	try {
		await person.until("the approval to be confirmed", isOver);
	} finally {
		clearInterval(hurrying);
	}
}

async function sample({ person, wire, notified, bare }: Watched, { sentence }: Asked) {
	const entry = await person.asked(sentence);
	await person.until("its notification", () => notified.has(entry.id));
	const review = await person.review(entry.id, (each) => each.approval.possible);
	const screen = person.screen();
	if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
	const { ticket } = screen;
	await person.callTrusted("reviewShown", { ticket });
	await setTimeout(READING_MS);
	person.ports.clock.skip(3_000);
	const input = { ticket, fingerprint: review.fingerprint, word: review.approval.word };
	const answerNow = wire.pressed();
	const approved = await person.callTrusted("approve", input);
	if (!approved.ok) throw new Error(textOf(approved.text));
	await untilConfirmed(person, entry.id, () => answerNow() !== null);
	const answer = answerNow();
	if (answer === null) throw new Error(`no answer to “${sentence}” was seen`);
	const arrived = wire.arrived.get(entry.id.slice("commit:".length)) ?? Number.NaN;
	return {
		notified: (notified.get(entry.id) ?? Number.NaN) - arrived,
		answered: answer.cost,
		bare: await bare.answer(answer),
	};
}

/** A user reads for at least a second, in which main collects garbage and has nothing else to do. */
const READING_MS = 60;

/** Until the paths that are measured are compiled. */
const WARM_UP = 10;

/** When each entry was notified, from now on. */
function notifiedOf({ ports }: Person): ReadonlyMap<string, number> {
	const notified = new Map<string, number>();
	const { desktop } = ports;
	const { notify } = desktop;
	Object.assign(desktop, {
		notify: (notification: Parameters<typeof notify>[0]) => {
			const at = performance.now();
			if (!notified.has(notification.entryId)) notified.set(notification.entryId, at);
			notify(notification);
		},
	});
	return notified;
}

/** How many of which are measured. */
export type Samples = ReadonlyMap<Asked, number>;

/**
 * One kind after the other.
 * @param live how many sessions stream at the time, the one that asks included
 */
export async function measureLatency(
	world: BenchWorld,
	{ live, samples }: { readonly live: number; readonly samples: Samples },
): Promise<Map<Asked, Latency>> {
	const folder = scratch();
	const key = generatePrivateKey();
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	await chain.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
	const end = await background(world, live - 1);
	const wire = tapped();
	const bare = openBareAnswers(folder.path);
	const reading = new ReadingCollection();
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: chainsOf(world),
		key,
		svmKey: world.svm.key,
		fetch: wire.fetch,
		collectGarbage: () => reading.collectIfGrown(),
		onJournalStep: (moment) => {
			if (moment === "after") wire.written();
		},
	});
	await person.callDesk("showTopics", { topics: TOPICS });
	const watched: Watched = { person, wire, notified: notifiedOf(person), bare };
	await person.until("every session to stream", () => {
		const streaming = person.desk().sessions.filter((session) => session.connection.state === "live");
		return streaming.length >= live - 1;
	});
	const results = new Map<Asked, Latency>();
	for (const [kind, count] of samples) {
		const sampled: Awaited<ReturnType<typeof sample>>[] = [];
		for (let at = 0; at < count + WARM_UP; at += 1) sampled.push(await sample(watched, kind));
		const counted = sampled.slice(WARM_UP);
		results.set(kind, {
			notified: counted.map((each) => each.notified),
			answered: counted.map((each) => each.answered),
			bare: counted.map((each) => each.bare),
		});
	}
	await end();
	await person.stop();
	bare.close();
	folder.remove();
	return results;
}
