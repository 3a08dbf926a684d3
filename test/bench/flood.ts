import { base58 } from "@scure/base";
import { Connection } from "@solana/web3.js";
import { z } from "zod";
import type { CommitView } from "../../src/service-api/commit.ts";
import { openPerson, scratch } from "../support/person.ts";
import { commit, payload, request, simulation, transaction, VAULT } from "../unit/core/match/honest.ts";
import {
	reviewedInstruction,
	reviewedTransaction,
	SVM_KEYS,
	svmCommit,
	svmRequest,
	svmSimulation,
	transactionBase64,
	transferSol,
} from "../unit/core/match/honest-svm.ts";
import { type Cost, meter } from "./meter.ts";
import { type Pause, watchPauses } from "./pause.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/** Measures how long one page with a thousand commits, alternately EVM and Solana, blocks the main process. */

const COMMITS = 1_000;
/** Observation time after all commits are in the inbox, during which their reviews are loaded. */
const WATCHED_MS = 10_000;

export interface Flooded {
	/** Cost from the page's bytes until every commit is in the inbox. */
	readonly shown: Cost;
	/** Cost of only parsing the page's text, which can't be split. */
	readonly bare: readonly Cost[];
	/** Longest pause until every commit is in the inbox. */
	readonly reading: Pause;
	/** Longest pause in the ten seconds after that. */
	readonly after: Pause;
}

const idsOf = (id: string, sessionId: string) => ({
	commit_id: id,
	thread_id: sessionId,
	stage_id: `${id}:1`,
});

function evmView(at: number, sessionId: string, chainId: number): CommitView {
	const call = { to: VAULT, value: String(at + 1), data: "0x" };
	const tx = transaction({ ...call, chain_id: chainId, pending_tx_id: at });
	const review = request([tx], simulation({ approvals: [] }));
	return commit({
		...idsOf(`flood-${at}`, sessionId),
		chain_ref: String(chainId),
		review: { version: 1, revision: 1, digest: `digest-${at}`, request: review, legs: [review] },
		action: { kind: "sign", payload: payload(call, { chain_id: chainId, nonce: at }) },
	});
}

function svmView(at: number, sessionId: string, cluster: string, blockhash: string): CommitView {
	const written = { instructions: [transferSol(BigInt(at + 1))], blockhash };
	const tx = reviewedTransaction(written, {
		cluster,
		instructions: written.instructions.map((each) =>
			reviewedInstruction(each, { cluster, pending_ix_id: at }),
		),
		pending_tx_id: at,
	});
	const review = svmRequest([tx], svmSimulation({ balanceChanges: [] }));
	return svmCommit(tx, transactionBase64(written), {
		...idsOf(`flood-${at}`, sessionId),
		chain_ref: cluster,
		review: { version: 1, revision: 1, digest: `digest-${at}`, request: review, legs: [review] },
	});
}

async function views(world: BenchWorld, sessionId: string): Promise<readonly CommitView[]> {
	const { blockhash } = await new Connection(world.svm.rpcUrl).getLatestBlockhash();
	return Array.from({ length: COMMITS }, (_, at) =>
		at % 2 === 0
			? evmView(at, sessionId, Number(world.chainId))
			: svmView(at, sessionId, world.svm.cluster, blockhash),
	);
}

/** Commits to add to a session's next page. The app also requests each of them with GET. */
interface Flood {
	readonly sessionId: string;
	/** Commits as JSON by ID, serialized before the measurement because that isn't main's work. */
	readonly texts: ReadonlyMap<string, string>;
	onPage(): void;
}

/** Returns a `fetch` for the service that inserts the flood's commits, if there is a flood. */
function flooding(next: () => Promise<Flood | null>): typeof globalThis.fetch {
	const json = { headers: { "content-type": "application/json" } };
	let sent = false;
	return async (input, init) => {
		const url = new URL(String(input));
		const isPage = /^\/v1\/agent\/chat\/[^/]+$/.test(url.pathname);
		const commitId = /^\/api\/commits\/([^/]+)$/.exec(url.pathname)?.[1];
		const flood = isPage || commitId !== undefined ? await next() : null;
		const commitText = flood?.texts.get(commitId ?? "");
		// Responds in a separate turn, as a network would.
		if (commitText !== undefined)
			return new Promise((resolve) => setImmediate(() => resolve(new Response(commitText, json))));
		const answer = await fetch(input, init);
		if (sent || flood === null || !isPage || !url.pathname.endsWith(`/${flood.sessionId}`)) return answer;
		sent = true;
		const { commits: _none, ...page } = z.looseObject({}).parse(await answer.json());
		const all = [...flood.texts.values()].join(",");
		flood.onPage();
		return new Response(`${JSON.stringify(page).slice(0, -1)},"commits":[${all}]}`, json);
	};
}

const BARE_RUNS = 9;

function measureBareParse(commits: readonly string[]): Cost[] {
	const text = `[${commits.join(",")}]`;
	return Array.from({ length: BARE_RUNS }, () => {
		const stop = meter();
		JSON.parse(text);
		return stop();
	});
}

export async function measureFlood(world: BenchWorld): Promise<Flooded> {
	const folder = scratch();
	const pauses = watchPauses();
	let flood: Promise<Flood | null> = Promise.resolve(null);
	let shown = meter();
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: chainsOf(world),
		key: `0x${"1".padStart(64, "0")}`,
		svmKey: base58.encode(SVM_KEYS.secretKey),
		fetch: flooding(() => flood),
	});
	const prepare = async (): Promise<Flood> => {
		const [sessionId = ""] = (await world.control.addSessions({ count: 1, events: 1 })).sessionIds;
		const commits = await views(world, sessionId);
		const texts = new Map(commits.map((view) => [view.commit_id, JSON.stringify(view)]));
		const onPage = () => {
			pauses.reset();
			shown = meter();
		};
		return { sessionId, texts, onPage };
	};
	try {
		// Set before the session exists, so that no page of the session is read without the flood.
		flood = prepare();
		const sessionId = (await flood)?.sessionId;
		const shownOf = () => person.desk().inbox.filter((entry) => entry.sessionId === sessionId).length;
		await person.until("every commit in the inbox", () => shownOf() >= COMMITS, 60_000);
		const cost = shown();
		const reading = pauses.reset();
		await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
		const after = pauses.reset();
		const texts = (await flood)?.texts.values() ?? [];
		return { shown: cost, bare: measureBareParse([...texts]), reading, after };
	} finally {
		pauses.stop();
		await person.stop();
		folder.remove();
	}
}
