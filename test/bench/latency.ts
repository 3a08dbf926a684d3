import { setTimeout } from "node:timers/promises";
import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { ReadingCollection } from "../../src/main/desktop/lifecycle/heap.ts";
import { textOf } from "../../src/text/index.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { type BareAnswers, openBareAnswers } from "./bare-answers.ts";
import { type Cost, meter } from "./meter.ts";
import { type RecordedRequest, recordRequest, recordResponse } from "./recorded-requests.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/**
 * Measures two delays: from the arrival of a page with a waiting request to its notification, and from an
 * approval to the answer. The second is compared with the same requests, disk writes and signature made with
 * only the libraries.
 */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Interval between two events of the background sessions. */
const TRICKLE_MS = 50;
/** Interval at which the app polls a pending transaction. */
const FOLLOW_MS = 1_000;
/** Interval at which the benchmark advances the app's clock by one poll. */
const ADVANCE_MS = 15;

/** A kind of request, with the message that makes the agent create it. */
export interface RequestKind {
	readonly name: string;
	readonly sentence: string;
}

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";

export const EVM_SEND: RequestKind = { name: "EVM transaction", sentence: `send 0.001 ETH to ${OTHER}` };
export const PERMIT: RequestKind = { name: "typed data", sentence: "permit the router 25 DEMO" };
export const SVM_SEND: RequestKind = { name: "Solana transaction", sentence: `send 0.01 SOL to ${FRIEND}` };
/** Other kinds that are answered with a signature. */
export const OTHER_KINDS: readonly RequestKind[] = [
	{ name: "Solana transaction, hosted", sentence: `send 0.01 SOL to ${FRIEND} hosted` },
	PERMIT,
	{ name: "personal message", sentence: "sign the message: hello there" },
];

export interface Latency {
	/** Delays in ms from the bytes to the notification. `NaN` for requests other than commits. */
	readonly notified: readonly number[];
	/** Costs from the approval to sending the answer. */
	readonly answered: readonly Cost[];
	/** Costs of the same work with only the libraries. */
	readonly bare: readonly Cost[];
}

/** Work between an approval and its answer. */
interface Answer {
	readonly cost: Cost;
	/** Requests that were sent and answered in this time. */
	readonly requests: readonly RecordedRequest[];
	/** Number of journal steps that were written in this time. */
	readonly writes: number;
}

/** Observes when each commit arrives, and the work between an approval and its answer. */
interface Wire {
	readonly fetch: typeof globalThis.fetch;
	/** Arrival time of each commit's first bytes, by commit ID. */
	readonly arrived: ReadonlyMap<string, number>;
	/** Counts a journal step that is on disk. */
	countWrite(): void;
	/** Starts measuring an approval. @returns a function that returns its answer, or `null` until it is sent */
	startAnswer(): () => Answer | null;
}

/** Returns whether a request submits a signature to the service. */
export function isAnswer(path: string, body: string): boolean {
	if (/\/api\/commits\/[^/]+\/manual$/.test(path)) return body.includes('"kind":"signed"');
	return /\/actions\/[^/]+\/result$/.test(path) && body.includes('"status":"signed"');
}

function observeWire(): Wire {
	const arrived = new Map<string, number>();
	let onAnswerSent = () => {};
	let requests: RecordedRequest[] = [];
	let writes = 0;
	const recordArrivals = (text: string, at: number) => {
		if (!text.includes('"needs_signature"')) return;
		for (const [, id] of text.matchAll(/"commit_id":"([^"]+)"/g))
			if (id !== undefined && !arrived.has(id)) arrived.set(id, at);
	};
	return {
		arrived,
		countWrite() {
			writes += 1;
		},
		startAnswer() {
			let answer: Answer | null = null;
			[requests, writes] = [[], 0];
			const stop = meter();
			onAnswerSent = () => {
				answer ??= { cost: stop(), requests: requests.filter((each) => each.endedAt < Infinity), writes };
			};
			return () => answer;
		},
		fetch: async (input, init) => {
			const path = String(input);
			if (init?.method === "POST" && isAnswer(path, String(init.body))) onAnswerSent();
			const request = recordRequest(path, init);
			requests.push(request);
			const response = await fetch(input, init);
			recordResponse(request, response);
			if (response.body === null || !path.includes("/v1/agent/chat")) return response;
			const decoder = new TextDecoder();
			const tap = new TransformStream<Uint8Array, Uint8Array>({
				transform(bytes, out) {
					const at = performance.now();
					out.enqueue(bytes);
					recordArrivals(decoder.decode(bytes, { stream: true }), at);
				},
			});
			const { status, headers } = response;
			return new Response(response.body.pipeThrough(tap), { status, headers });
		},
	};
}

/** Starts sessions whose agents keep working, so that each session streams. @returns a function that stops them */
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

/** Topics that the page *Inbox* shows, and `activity`, which shows when a request is confirmed. */
const TOPICS = [
	...["inbox", "rejections", "sessions", "accounts", "activity", "connection", "vault", "settings"],
	...["budgets", "identity", "alerts", "updates", "setup"],
];

interface Observed {
	readonly person: Person;
	readonly wire: Wire;
	/** Time of each entry's notification, by entry ID. */
	readonly notified: ReadonlyMap<string, number>;
	readonly bare: BareAnswers;
}

/** Waits until the approval is confirmed. Once it is sent, advances the clock instead of waiting for each poll. */
async function untilConfirmed(person: Person, entryId: string, isSent: () => boolean): Promise<void> {
	const isConfirmed = () =>
		approvedOf(person.desk()).some((row) => row.entryId === entryId && row.outcome === "confirmed");
	const timer = setInterval(() => {
		if (isSent() && !isConfirmed()) person.ports.clock.hurry(FOLLOW_MS);
	}, ADVANCE_MS);
	try {
		await person.until("the approval to be confirmed", isConfirmed);
	} finally {
		clearInterval(timer);
	}
}

async function sample({ person, wire, notified, bare }: Observed, { sentence }: RequestKind) {
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
	const answerNow = wire.startAnswer();
	const approved = await person.callTrusted("approve", input);
	if (!approved.ok) throw new Error(textOf(approved.text));
	await untilConfirmed(person, entry.id, () => answerNow() !== null);
	const answer = answerNow();
	if (answer === null) throw new Error(`no answer to “${sentence}” was sent`);
	const arrived = wire.arrived.get(entry.id.slice("commit:".length)) ?? Number.NaN;
	return {
		notified: (notified.get(entry.id) ?? Number.NaN) - arrived,
		answered: answer.cost,
		bare: await bare.answer(answer),
	};
}

/** Pause before each approval. Users read for at least a second, in which main only collects garbage. */
const READING_MS = 60;

/** Unmeasured runs, after which the measured code is compiled. */
const WARM_UP = 10;

/** Records the time of each entry's first notification, by entry ID. */
function recordNotifications({ ports }: Person): ReadonlyMap<string, number> {
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

/** Number of measured requests of each kind. */
export type Samples = ReadonlyMap<RequestKind, number>;

/**
 * Measures one kind after another.
 * @param live number of sessions that stream at the same time, including the one with the request
 */
export async function measureLatency(
	world: BenchWorld,
	{ live, samples }: { readonly live: number; readonly samples: Samples },
): Promise<Map<RequestKind, Latency>> {
	const folder = scratch();
	const key = generatePrivateKey();
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	await chain.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
	const stopBackground = await background(world, live - 1);
	const wire = observeWire();
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
			if (moment === "after") wire.countWrite();
		},
	});
	await person.callDesk("showTopics", { topics: TOPICS });
	const observed: Observed = { person, wire, notified: recordNotifications(person), bare };
	await person.until("every session to stream", () => {
		const streaming = person.desk().sessions.filter((session) => session.connection.state === "live");
		return streaming.length >= live - 1;
	});
	const results = new Map<RequestKind, Latency>();
	for (const [kind, count] of samples) {
		const sampled: Awaited<ReturnType<typeof sample>>[] = [];
		for (let at = 0; at < count + WARM_UP; at += 1) sampled.push(await sample(observed, kind));
		const counted = sampled.slice(WARM_UP);
		results.set(kind, {
			notified: counted.map((each) => each.notified),
			answered: counted.map((each) => each.answered),
			bare: counted.map((each) => each.bare),
		});
	}
	await stopBackground();
	await person.stop();
	bare.close();
	folder.remove();
	return results;
}
