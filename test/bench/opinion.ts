import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { type Asking, answered, askingOf, put, putAgain, roundsOf } from "./asked.ts";
import type { Asked } from "./latency.ts";
import { type Cost, meter } from "./meter.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/** How long a second opinion takes, beside the same questions put to the same RPC by a bare fetch. */

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
const OTHER = "0x00000000000000000000000000000000000c0ffe";

export interface OpinionOf extends Asked {
	/** Latency of the RPC in ms. */
	readonly distance: number;
}

const SEND = `send 0.001 ETH to ${OTHER}`;
const APPROVE = "approve 25 DEMO for the router";
const SOL = `send 0.01 SOL to ${FRIEND}`;

const OPINIONS_OF: readonly OpinionOf[] = [
	{ name: "EVM transaction", sentence: SEND, distance: 0 },
	{ name: "EVM approval of a token", sentence: APPROVE, distance: 0 },
	{ name: "Solana transaction", sentence: SOL, distance: 0 },
	{ name: "EVM approval, RPC 100 ms away", sentence: APPROVE, distance: 100 },
	{ name: "Solana, RPC 100 ms away", sentence: SOL, distance: 100 },
];

export interface OpinionCost {
	/** From the command to open the review until it is drawn. */
	readonly shown: readonly Cost[];
	/** From the command to open the review until the second opinion is whole. */
	readonly whole: readonly Cost[];
	/** The same requests again by a bare fetch, each after those that it waited for, in ms. */
	readonly bare: readonly number[];
	/** Three requests for next to nothing, one after the other, in ms: what has to be asked in turn takes no less. */
	readonly trips: readonly number[];
	/** How many requests that were. */
	readonly requests: readonly number[];
	/** How many of them had to follow each other. */
	readonly rounds: readonly number[];
}

interface Tap {
	readonly fetch: typeof globalThis.fetch;
	/** How far away the RPCs are from now on: each answer takes so much longer, in ms. */
	moveTo(distance: number): void;
	/** Waits for that latency. */
	away(): Promise<void>;
	/** Records requests from now on. */
	record(): Asking[];
}

/** Writes down what is asked of the RPCs. */
function tapped(rpcs: readonly string[]): Tap {
	let recorded: Asking[] = [];
	let distance = 0;
	const away = async () => {
		if (distance > 0) await new Promise((resolve) => setTimeout(resolve, distance));
	};
	return {
		away,
		moveTo(next) {
			distance = next;
		},
		record() {
			recorded = [];
			return recorded;
		},
		fetch: async (input, init) => {
			const url = String(input);
			if (!rpcs.includes(url)) return await fetch(input, init);
			const asking = askingOf(url, init);
			recorded.push(asking);
			const response = await fetch(input, init);
			await away();
			answered(asking, response);
			return response;
		},
	};
}

async function bare(askings: readonly Asking[], tap: Tap): Promise<number> {
	const began = performance.now();
	await putAgain(askings, async (asking) => {
		await put(asking);
		await tap.away();
	});
	return performance.now() - began;
}

async function threeTrips([first]: readonly Asking[], tap: Tap): Promise<number> {
	if (first === undefined) throw new Error("nothing was asked");
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
	const nothing = { url: first.url, init: { ...first.init, body } };
	const began = performance.now();
	for (let trip = 0; trip < 3; trip += 1) {
		await put(nothing);
		await tap.away();
	}
	return performance.now() - began;
}

async function sample(person: Person, tap: Tap, { sentence }: Asked) {
	const entry = await person.asked(sentence);
	// The list's read-ahead is complete, so nothing else is requested meanwhile.
	await person.until("the list to know it", () =>
		person.desk().inbox.some((each) => each.id === entry.id && each.match !== "checking"),
	);
	const asked = tap.record();
	const stop = meter();
	let shown: Cost | null = null;
	let whole: Cost | null = null;
	await person.review(entry.id, (review: ReviewView) => {
		shown ??= stop();
		if (review.opinion === null || review.opinion.state === "running") return false;
		if (review.approval.possible) whole ??= stop();
		return review.approval.possible;
	});
	const all = [...asked];
	if (shown === null || whole === null) throw new Error(`no opinion of “${sentence}”`);
	await person.callTrusted("reject", { entryId: entry.id, reason: "Only measured" });
	await person.until("the rejection", () =>
		person.desk().inbox.every((each) => each.id !== entry.id || each.state !== "waiting"),
	);
	const trips = await threeTrips(all, tap);
	return { shown, whole, trips, bare: await bare(all, tap), requests: all.length, rounds: roundsOf(all) };
}

/** Until the paths that are measured are compiled. */
const WARM_UP = 5;

/** One kind after the other, each `samples` times. */
export async function measureOpinions(
	world: BenchWorld,
	samples: number,
): Promise<ReadonlyMap<OpinionOf, OpinionCost>> {
	const folder = scratch();
	const key = generatePrivateKey();
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	await chain.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
	const tap = tapped([world.rpcUrl, world.svm.rpcUrl]);
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: chainsOf(world),
		key,
		svmKey: world.svm.key,
		fetch: tap.fetch,
	});
	const results = new Map<OpinionOf, OpinionCost>();
	for (const kind of OPINIONS_OF) {
		tap.moveTo(kind.distance);
		const all: Awaited<ReturnType<typeof sample>>[] = [];
		for (let at = 0; at < samples + WARM_UP; at += 1) all.push(await sample(person, tap, kind));
		const counted = all.slice(WARM_UP);
		results.set(kind, {
			shown: counted.map((each) => each.shown),
			whole: counted.map((each) => each.whole),
			bare: counted.map((each) => each.bare),
			trips: counted.map((each) => each.trips),
			requests: counted.map((each) => each.requests),
			rounds: counted.map((each) => each.rounds),
		});
	}
	await person.stop();
	folder.remove();
	return results;
}
