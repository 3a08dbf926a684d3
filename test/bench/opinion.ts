import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import type { RequestKind } from "./latency.ts";
import { type Cost, meter } from "./meter.ts";
import {
	countRounds,
	type RecordedRequest,
	recordRequest,
	recordResponse,
	repeatRequests,
	sendRequest,
} from "./recorded-requests.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/** Measures how long a second opinion takes, compared with the same requests to the same RPC by a plain `fetch`. */

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
const OTHER = "0x00000000000000000000000000000000000c0ffe";

export interface OpinionKind extends RequestKind {
	/** Latency of the RPC in ms. */
	readonly distance: number;
}

const SEND = `send 0.001 ETH to ${OTHER}`;
const APPROVE = "approve 25 DEMO for the router";
const SOL = `send 0.01 SOL to ${FRIEND}`;

const OPINION_KINDS: readonly OpinionKind[] = [
	{ name: "EVM transaction", sentence: SEND, distance: 0 },
	{ name: "EVM approval of a token", sentence: APPROVE, distance: 0 },
	{ name: "Solana transaction", sentence: SOL, distance: 0 },
	{ name: "EVM approval, RPC 100 ms away", sentence: APPROVE, distance: 100 },
	{ name: "Solana, RPC 100 ms away", sentence: SOL, distance: 100 },
];

export interface OpinionCost {
	/** Costs from the command to open the review until it is shown. */
	readonly shown: readonly Cost[];
	/** Costs from the command to open the review until the second opinion is complete. */
	readonly whole: readonly Cost[];
	/** Durations in ms of the same requests by a plain `fetch`, in the same rounds. */
	readonly bare: readonly number[];
	/** Durations in ms of three minimal sequential requests: the lower limit for three rounds. */
	readonly trips: readonly number[];
	/** Numbers of requests. */
	readonly requests: readonly number[];
	/** Numbers of sequential rounds of requests. */
	readonly rounds: readonly number[];
}

interface RpcRecorder {
	readonly fetch: typeof globalThis.fetch;
	/** Sets the RPCs' additional latency in ms. */
	setLatency(distance: number): void;
	/** Waits for that latency. */
	delay(): Promise<void>;
	/** Records requests from now on. */
	record(): RecordedRequest[];
}

/** Returns a `fetch` that records and delays requests to the RPCs. */
function recordRpcs(rpcs: readonly string[]): RpcRecorder {
	let recorded: RecordedRequest[] = [];
	let distance = 0;
	const delay = async () => {
		if (distance > 0) await new Promise((resolve) => setTimeout(resolve, distance));
	};
	return {
		delay,
		setLatency(next) {
			distance = next;
		},
		record() {
			recorded = [];
			return recorded;
		},
		fetch: async (input, init) => {
			const url = String(input);
			if (!rpcs.includes(url)) return await fetch(input, init);
			const request = recordRequest(url, init);
			recorded.push(request);
			const response = await fetch(input, init);
			await delay();
			recordResponse(request, response);
			return response;
		},
	};
}

async function bare(requests: readonly RecordedRequest[], rpc: RpcRecorder): Promise<number> {
	const startedAt = performance.now();
	await repeatRequests(requests, async (request) => {
		await sendRequest(request);
		await rpc.delay();
	});
	return performance.now() - startedAt;
}

async function threeTrips([first]: readonly RecordedRequest[], rpc: RpcRecorder): Promise<number> {
	if (first === undefined) throw new Error("no request was recorded");
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
	const minimal = { url: first.url, init: { ...first.init, body } };
	const startedAt = performance.now();
	for (let trip = 0; trip < 3; trip += 1) {
		await sendRequest(minimal);
		await rpc.delay();
	}
	return performance.now() - startedAt;
}

async function sample(person: Person, rpc: RpcRecorder, { sentence }: RequestKind) {
	const entry = await person.asked(sentence);
	// Waits until the inbox has checked the entry, so that only the opened review sends requests.
	await person.until("the check of the entry in the list", () =>
		person.desk().inbox.some((each) => each.id === entry.id && each.match !== "checking"),
	);
	const recorded = rpc.record();
	const stop = meter();
	let shown: Cost | null = null;
	let whole: Cost | null = null;
	await person.review(entry.id, (review: ReviewView) => {
		shown ??= stop();
		if (review.opinion === null || review.opinion.state === "running") return false;
		if (review.approval.possible) whole ??= stop();
		return review.approval.possible;
	});
	const all = [...recorded];
	if (shown === null || whole === null) throw new Error(`no opinion of “${sentence}”`);
	await person.callTrusted("reject", { entryId: entry.id, reason: "Only measured" });
	await person.until("the rejection", () =>
		person.desk().inbox.every((each) => each.id !== entry.id || each.state !== "waiting"),
	);
	const trips = await threeTrips(all, rpc);
	return { shown, whole, trips, bare: await bare(all, rpc), requests: all.length, rounds: countRounds(all) };
}

/** Unmeasured runs, after which the measured code is compiled. */
const WARM_UP = 5;

/** Measures one kind after another, each `samples` times. */
export async function measureOpinions(
	world: BenchWorld,
	samples: number,
): Promise<ReadonlyMap<OpinionKind, OpinionCost>> {
	const folder = scratch();
	const key = generatePrivateKey();
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	await chain.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
	const rpc = recordRpcs([world.rpcUrl, world.svm.rpcUrl]);
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: chainsOf(world),
		key,
		svmKey: world.svm.key,
		fetch: rpc.fetch,
	});
	const results = new Map<OpinionKind, OpinionCost>();
	for (const kind of OPINION_KINDS) {
		rpc.setLatency(kind.distance);
		const all: Awaited<ReturnType<typeof sample>>[] = [];
		for (let at = 0; at < samples + WARM_UP; at += 1) all.push(await sample(person, rpc, kind));
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
