import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { Connection } from "@solana/web3.js";
import { createPublicClient, getAddress, http, isAddress, type PublicClient } from "viem";
import { TERMINAL_COMMIT_STATES } from "../../src/service-api/commit.ts";
import { localChain } from "../chains/evm.ts";
import { ActionStore } from "./action-store.ts";
import { Actions } from "./actions.ts";
import { Agent } from "./agent.ts";
import type { Authority } from "./auth/authority.ts";
import { authGate } from "./auth/gate.ts";
import { answerAuth, isAuthPath } from "./auth/pages.ts";
import type { ChainAccess } from "./chain-access.ts";
import { evmCommits, operationCommits, svmCommits } from "./commit-chains.ts";
import { type CommitRecord, CommitStore } from "./commit-store.ts";
import { Commits } from "./commits.ts";
import { Cursors } from "./cursors.ts";
import { type Database, openDatabase } from "./database.ts";
import type { Faults } from "./faults.ts";
import { answerRequest, closeServer, listen } from "./http.ts";
import { Hub } from "./hub.ts";
import { Idempotency } from "./idempotency.ts";
import { SessionLog } from "./log.ts";
import { mcpRoutes } from "./mcp-endpoint.ts";
import { reviseOffer } from "./offers.ts";
import { type After, realAfter, type ServiceOptions, type Settings } from "./options.ts";
import { Pages } from "./pages.ts";
import type { PipelineParts } from "./pipeline-parts.ts";
import { Problem } from "./problem.ts";
import type { RecordBook } from "./records.ts";
import { Relayer } from "./relayer.ts";
import { RequestScripts } from "./request-scripts.ts";
import type { RouteParts } from "./route-parts.ts";
import { makeRoutes } from "./routes.ts";
import type { SvmAccess } from "./svm-build.ts";
import { Turns } from "./turns.ts";

/**
 * One run of the service, from opening its database to closing it. Objects that outlive a run are passed in.
 */

export interface SharedParts {
	readonly options: ServiceOptions;
	readonly settings: Settings;
	readonly faults: Faults;
	readonly book: RecordBook;
	/** Returns the authorization server, which is created on first use, when the address is known. */
	readonly authority: (origin: string) => Promise<Authority>;
	/** Returns the authorization server; `null` if it has not been created yet. */
	readonly knownAuthority: () => Authority | null;
}

export interface Core {
	readonly url: string;
	readonly port: number;
	readonly parts: RouteParts;
	/** Serves a connection that isn't a system socket. */
	accept(connection: Duplex): void;
	/** Ends connections, turns and timers, as a crash would, and closes the database. */
	stop(): Promise<void>;
}

/** Timers that end with the run. */
class Timers {
	readonly #after: After;
	readonly #running = new Set<() => void>();
	readonly #works = new Set<Promise<void>>();
	#stopped = false;

	constructor(after: After) {
		this.#after = after;
	}

	readonly later = (ms: number, work: () => void | Promise<void>): void => {
		if (this.#stopped) return;
		const cancel = this.#after(ms, () => {
			this.#running.delete(cancel);
			// A failure appears in the session's log or is ignored; the service continues.
			const done: Promise<void> = (async () => work())()
				.catch(() => undefined)
				.finally(() => this.#works.delete(done));
			this.#works.add(done);
		});
		this.#running.add(cancel);
	};

	async stop(): Promise<void> {
		this.#stopped = true;
		for (const cancel of this.#running) cancel();
		await Promise.all(this.#works);
	}
}

function chainsOf(options: ServiceOptions): ChainAccess[] {
	return options.chains.map((chain) => {
		const client: PublicClient = createPublicClient({
			chain: localChain(chain.chainId, chain.rpcUrl),
			transport: http(chain.rpcUrl, { retryCount: 1, retryDelay: 50 }),
			cacheTime: 0,
		});
		return { chain, client };
	});
}

function svmOf({ svm }: ServiceOptions): SvmAccess | null {
	if (svm === undefined) return null;
	const connection = new Connection(svm.rpcUrl, { commitment: "confirmed", disableRetryOnRateLimit: true });
	return { svm, connection };
}

/** Returns a durable counter of transaction numbers, so that no two transactions share one. */
function stageCounter(db: Database): () => number {
	db.sql.prepare("INSERT OR IGNORE INTO meta VALUES ('stage', '0')").run();
	const next = db.sql.prepare(
		"UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = 'stage' RETURNING value",
	);
	return () => Number(next.get()?.["value"]);
}

function follow(timers: Timers, commits: Commits, actions: Actions, settings: Settings): void {
	timers.later(settings.followMs, async () => {
		try {
			if (settings.following) {
				// An unreachable chain must not stop the work for other chains.
				await Promise.allSettled([commits.follow(), actions.follow()]);
			}
		} finally {
			follow(timers, commits, actions, settings);
		}
	});
}

const REPORT_TURN_PREFIX = "broadcast-terminal:";

/** Returns the pipeline's accounts: the ones that a turn named last, or else those from the options. */
function pipelineAccounts(
	options: ServiceOptions,
): Pick<PipelineParts, "person" | "svmPerson" | "setAccounts"> {
	let person = options.person ?? null;
	let svmPerson = options.svm?.person ?? null;
	return {
		person: () => person,
		svmPerson: () => svmPerson,
		setAccounts({ evm, svm }) {
			if (evm !== null && isAddress(evm, { strict: false })) person = getAddress(evm);
			svmPerson = svm ?? svmPerson;
		},
	};
}

export async function startCore(shared: SharedParts, port: number): Promise<Core> {
	const { options, settings, faults, book } = shared;
	const clock = options.clock ?? Date.now;
	const chains = chainsOf(options);
	const first = chains[0];
	if (first === undefined) throw new Error("the service needs a chain");
	const svm = svmOf(options);
	const relayer = options.relayer === undefined ? null : new Relayer(first, options.relayer);
	const byId = (chainId: number | null) => chains.find(({ chain }) => chain.chainId === chainId);

	const db = openDatabase(options.dataDir);
	const hub = new Hub();
	const after = options.after ?? realAfter;
	const timers = new Timers(after);
	const log = new SessionLog(db, hub, clock);
	const store = new CommitStore(db, log, () => settings.oddities);
	const turns = new Turns({ log, hub, settings, after });
	const pages = new Pages(
		log,
		new Cursors(db),
		(id) => store.shown(id, "page"),
		() => settings.pageSize,
		() => settings.oddities,
	);

	/** Commits and batches reported in this run, or about to be. */
	const reported = new Set<string>();
	/** Starts one turn when a commit, or its whole batch, has ended. */
	const reportOutcome = (record: CommitRecord) => {
		const { commit_id, thread_id, batch } = record.view;
		const about = batch?.batch_id ?? commit_id;
		const over = store.membersOf(record).every(({ view }) => TERMINAL_COMMIT_STATES.has(view.state));
		if (!over || reported.has(about)) return;
		reported.add(about);
		turns.startWhenIdle(thread_id, () => {
			if (log.session(thread_id) === null) return;
			db.transaction(() => {
				const members = store.membersOf(record);
				turns.start(thread_id, `${REPORT_TURN_PREFIX}${about}`, [], agent.scriptAfter(members));
				for (const member of members) store.save({ ...member, told: true }, false);
			});
		});
	};
	const chain = (chainId: number): ChainAccess => {
		const access = byId(chainId);
		if (access === undefined) throw new Problem(422, "unknown_chain", `There is no chain ${chainId} here.`);
		return access;
	};
	const chainOf = (record: CommitRecord) => {
		const { kind } = record.payload;
		if (kind === "evm_transaction") return evmCommits(chain, record);
		if (kind === "svm_transaction" && svm !== null) return svmCommits(svm, record);
		if (kind === "user_operation" && relayer !== null) return operationCommits(relayer, record);
		throw new Problem(422, "unknown_chain", "The chain of this commit is gone.");
	};
	const commits: Commits = new Commits({
		db,
		store,
		book,
		settings,
		clock,
		later: timers.later,
		// Deferred, so that the change itself is stored first.
		settled: (record) => timers.later(0, () => reportOutcome(record)),
		chain,
		chainOf,
		svm,
		revised: async (record, amount) => {
			if (record.payload.kind !== "evm_transaction") return await asks.revisedCommit(record);
			const { client, chain: definition } = chain(Number(record.view.chain_ref));
			return await reviseOffer(client, definition, record, amount);
		},
		changed: (record) => {
			actions.mirror(record);
			if (!asks.isToRepeat(record)) return;
			const { thread_id } = record.view;
			const open = () => turns.start(thread_id, `trn_${randomUUID()}`, [], asks.repeat(record));
			timers.later(0, () => turns.startWhenIdle(thread_id, open));
		},
	});
	const idempotency = new Idempotency(db);
	const actionStore = new ActionStore(db);
	const actions: Actions = new Actions({
		db,
		log,
		store: actionStore,
		commits: store,
		idempotency,
		book,
		settings,
		clock,
		later: timers.later,
		chain,
		svm,
		revised: (record) => asks.revisedAction(record),
		continueTurn: ({ sessionId, turnId, action }) => {
			const key = `${turnId}:response:${action.revision}`;
			turns.startWhenIdle(sessionId, () => {
				if (log.session(sessionId) === null) return;
				turns.start(sessionId, turnId, [], asks.scriptAfter(action.id), key);
			});
		},
	});
	const asks: RequestScripts = new RequestScripts({
		db,
		actions,
		store: actionStore,
		commits,
		commitStore: store,
		book,
		settings,
		clock,
		access: first,
		svm,
		relayer,
		nextStage: stageCounter(db),
	});
	const agent: Agent = new Agent({
		requestScripts: asks,
		settings,
		clock,
		chainFor: (chainId) => byId(chainId) ?? first,
		person: options.person ?? null,
		svmPerson: options.svm?.person ?? null,
		titled: (sessionId) => (log.session(sessionId)?.title ?? null) !== null,
		nextStage: stageCounter(db),
	});
	const stream = { pages, hub, book, after, keepAliveMs: () => settings.keepAliveMs };
	const parts: RouteParts = {
		db,
		log,
		hub,
		pages,
		turns,
		agent,
		commits,
		actions,
		requestScripts: asks,
		store,
		idempotency,
		book,
		stream,
		appsList: () => settings.appsList,
		pipeline: {
			access: first,
			svm,
			...pipelineAccounts(options),
			clock,
			nextStage: stageCounter(db),
			commitMode: () => settings.pipelineCommits,
			mayBeRewritten: () => settings.rewrittenBuilds,
		},
	};

	const stopped = new AbortController();
	const gate = authGate(options, { log, store, authority: shared.knownAuthority });
	const server: Server = createServer((request, response) => {
		if (options.clock !== undefined) response.setHeader("date", new Date(clock()).toUTCString());
		const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
		const answering = isAuthPath(pathname)
			? shared.authority(url).then((authority) => answerAuth(authority, request, response))
			: answerRequest({ routes, faults, book, after, ...gate }, request, response, stopped.signal);
		answering.catch(() => response.destroy());
	});
	const routes = [...makeRoutes(parts), ...mcpRoutes(parts)];

	finishLeftoverTurns(parts, actionStore);
	await commits.resume();
	actions.resume();
	const { url, port: taken } = await listen(server, port);
	follow(timers, commits, actions, settings);
	return {
		url,
		port: taken,
		parts,
		accept: (connection) => server.emit("connection", connection),
		stop: async () => {
			stopped.abort();
			await closeServer(server);
			await turns.stop();
			await timers.stop();
			db.close();
		},
	};
}

/**
 * Handles turns that the last run left unfinished: turns about a commit or an answered action continue, and
 * the others fail.
 */
function finishLeftoverTurns(
	{ log, store, agent, requestScripts: asks, turns }: RouteParts,
	actions: ActionStore,
): void {
	for (const { sessionId, turnId } of log.unfinishedTurns()) {
		const record = turnId.startsWith(REPORT_TURN_PREFIX)
			? store.find(turnId.slice(REPORT_TURN_PREFIX.length))
			: null;
		if (record !== null) {
			const script = agent.scriptAfter(store.membersOf(record));
			turns.startWhenIdle(sessionId, () => turns.start(sessionId, turnId, [], script));
			continue;
		}
		const action = actions.ofTurn(sessionId, turnId)?.action;
		if (action !== undefined && action.state !== "pending") {
			const key = `${turnId}:response:${action.revision}`;
			const goOn = () => turns.start(sessionId, turnId, [], asks.scriptAfter(action.id), key);
			turns.startWhenIdle(sessionId, goOn);
			continue;
		}
		log.append(sessionId, turnId, [
			{ type: "error", message: "The service was restarted while it worked on this." },
			{ type: "turn_state_changed", state: "failed" },
		]);
	}
}

/** Creates a session id. */
export function newSessionId(): string {
	return `ses_${randomUUID()}`;
}
