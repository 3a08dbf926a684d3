import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { ActionRequest, ExecuteSvmRequest } from "../../src/service-api/action.ts";
import type { Build } from "../../src/service-api/build.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import type { CommitRecord } from "./commit-store.ts";
import type { Exchange } from "./http.ts";
import { requireKey } from "./idempotency.ts";
import { evmRequest, makeBatch, makeOffer, type OfferParts, WHOLE_BATCH } from "./offers.ts";
import { Builds, buildTextIn, type Operation } from "./pipeline-builds.ts";
import { type Meaning, meaningOf, TRICKS, type Trick } from "./pipeline-operations.ts";
import { SHAPE, stagedActions, stagedRequest } from "./pipeline-stage.ts";
import { Problem } from "./problem.ts";
import type { RouteParts } from "./route-parts.ts";
import type { SvmAccess } from "./svm-build.ts";
import { offerSvm } from "./svm-offers.ts";

/**
 * Manages the lifecycle of a Build: created or staged, simulated, committed. Only the effects of a commit are
 * stored.
 */

export type Family = "evm" | "svm";

const LIFETIME_SECONDS = 600;

/** Prefix of the ids of threads that aren't conversations. */
const COHORT = "pth_";
export const isCohortThread = (threadId: string): boolean => threadId.startsWith(COHORT);
/** Returns the owner of a cohort's thread. It isn't a real subject, so that no list shows the thread. */
export const cohortSubject = (subject: string): string => `builds of ${subject}`;

const operation = z.object({ operation: z.string(), arguments: z.unknown() });
const trickIn = z.object({ kind: z.enum(TRICKS) });

interface Outcome {
	readonly request: ActionRequest & { readonly simulation: PipelineSimulation };
	readonly actions: readonly unknown[];
}

/** Result of a commit: its request, and the members that its response has besides results and requests. */
interface Committed {
	readonly sessionId: string;
	readonly request: unknown;
	readonly thread: Readonly<Record<string, unknown>>;
}

export class PipelineLife {
	readonly #parts: RouteParts;
	readonly #builds: Builds;

	constructor(parts: RouteParts) {
		this.#parts = parts;
		this.#builds = new Builds(parts.db, parts.pipeline.mayBeRewritten);
	}

	/** Runs an app's operation. The response is a Build, contains a Build in a member, or is plain data. */
	async run(exchange: Exchange, app: string, name: string): Promise<string> {
		const meaning = meaningOf(app, name, exchange.body ?? {}, exchange.text);
		if (meaning.kind === "plain") return meaning.text;
		const { actions } = await this.#outcome(meaning, this.#parts.pipeline.nextStage());
		const trick = meaning.kind === "evm" ? meaning.trick : null;
		const text = this.#builds.write(
			exchange.subject,
			{
				status: "staged",
				actions,
				origin: {
					app,
					operations: [{ operation: `${app}/${name}`, arguments: exchange.body }],
					skills: ["hello"],
				},
				expiresAt: this.#now() + lifetimeOf(trick),
				simulation: null,
				title: meaning.title,
			},
			trick === "bad_digest"
				? { digest: "sha256:0" }
				: trick === "twice"
					? { extra: ',"status":"simulated"' }
					: {},
		);
		return name === "send" || trick !== null ? text : `{"note": "Ready.", "build": ${text}}`;
	}

	/** Stages instructions that the caller wrote. @throws Problem 422 */
	stage(exchange: Exchange): string {
		return this.#builds.write(exchange.subject, {
			status: "staged",
			actions: stagedActions(exchange.body, this.#svm(), this.#svmPerson()),
			origin: { app: "svm", operations: [{ operation: "svm/stage", arguments: {} }], skills: [] },
			expiresAt: this.#now() + LIFETIME_SECONDS,
			simulation: null,
			title: "Staged instructions",
		});
	}

	#staged(read: Build): Promise<ExecuteSvmRequest> {
		return stagedRequest(read, this.#svm(), this.#svmPerson());
	}

	/** @throws Problem 422 if the Build is not ours, expired, or of another family */
	async simulate(exchange: Exchange, family: Family): Promise<string> {
		const caller = exchange.subject;
		const read = this.#read(exchange, family);
		const simulation = await this.#simulation(read);
		const trick = trickOf(read);
		const { origin } = read;
		const honest = {
			status: "simulated" as const,
			actions: read.actions,
			origin: { app: origin.app ?? "", operations: operationsOf(read), skills: origin.skills ?? [] },
			expiresAt: read.expiresAt,
			simulation,
			title: "Simulated",
		};
		const oldDigest = { digest: read.digest };
		switch (trick) {
			case "changed_digest":
				return this.#builds.write(caller, honest, { digest: `sha256:${"f".repeat(64)}` });
			case "changed_actions":
				return this.#builds.write(caller, { ...honest, actions: read.actions.map(doubled) }, oldDigest);
			case "widened_actions":
				return this.#builds.write(
					caller,
					{ ...honest, actions: [...read.actions, ...read.actions] },
					oldDigest,
				);
			case "other_origin":
				return this.#builds.write(caller, { ...honest, origin: { ...honest.origin, skills: ["sneaky"] } });
			case "still_staged":
				return this.#builds.write(caller, { ...honest, status: "staged", simulation: null });
			default:
				return this.#builds.write(caller, honest);
		}
	}

	/** @throws Problem 400 without a key, 409, 422 */
	async commit(exchange: Exchange, family: Family): Promise<string> {
		const { idempotency, db } = this.#parts;
		const caller = createHash("sha256").update(exchange.subject).digest("hex").slice(0, 16);
		const key = `pipeline ${caller} ${requireKey(exchange.headers["idempotency-key"]?.toString())}`;
		// Hashes the exact bytes: a different text of the same Build is a different body.
		const hash = createHash("sha256").update(`${exchange.url.pathname}\n${exchange.text}`).digest("hex");
		if (idempotency.earlier(key, hash) !== null) {
			const row = db.sql.prepare("SELECT answer FROM answers WHERE key = ?").get(key);
			return String(row?.["answer"]);
		}
		const read = this.#read(exchange, family);
		if (read.status !== "simulated") throw new Problem(409, "not_simulated", "Simulate the Build first.");
		const simulation = await this.#simulation(read);
		if (simulation.status !== "passed" || simulation.guards.some(({ status }) => status !== "passed"))
			throw new Problem(409, "simulation_failed", "The simulation does not pass any more.");
		const { sessionId, request, thread } = await this.#commitSteps(read, exchange.subject);
		const digest = trickOf(read) === "other_commit" ? `sha256:${"0".repeat(64)}` : read.digest;
		const results = read.actions.map((_, index) => ({ action: index + 1, status: "prepared" }));
		const done =
			family === "svm" ? { results } : { result: { preparation_status: "prepared", actions: results } };
		const answer = JSON.stringify({ status: "committed", digest, ...done, ...thread, requests: [request] });
		db.transaction(() => {
			idempotency.store(key, hash, sessionId);
			db.sql.prepare("INSERT INTO answers VALUES (?, ?, ?)").run(key, sessionId, answer);
		});
		return answer;
	}

	#now(): number {
		return Math.floor(this.#parts.pipeline.clock() / 1000);
	}

	#svm(): SvmAccess {
		const { svm } = this.#parts.pipeline;
		if (svm === null) throw new Problem(422, "unknown_chain", "There is no Solana here.");
		return svm;
	}

	#svmPerson(): string {
		const svmPerson = this.#parts.pipeline.svmPerson();
		if (svmPerson === null)
			throw new Problem(422, "no_account", "I don't know which Solana account is yours.");
		return svmPerson;
	}

	#read(exchange: Exchange, family: Family): Build {
		const read = this.#builds.read(exchange.subject, buildTextIn(exchange.text));
		const svm = read.actions.every(
			(action) => typeof action === "object" && action !== null && "lane" in action,
		);
		if (svm !== (family === "svm")) throw new Problem(422, "wrong_family", `This is no Build for ${family}.`);
		if (this.#now() >= read.expiresAt) throw new Problem(422, "build_expired", "The Build has expired.");
		return read;
	}

	#offer(meaning: Extract<Meaning, { kind: "evm" }>): OfferParts {
		const { access } = this.#parts.pipeline;
		const person = this.#parts.pipeline.person();
		const [intent] = meaning.intents;
		if (person === null || intent === undefined)
			throw new Problem(422, "no_account", "I don't know which account is yours.");
		const { trick } = meaning;
		const twist =
			trick === "failed_simulation" ? "fail_simulation" : trick === "failed_guard" ? "fail_guard" : null;
		return { ...access, signer: person, broadcaster: "wallet", intent, twist, expiresAt: null };
	}

	/** Computes an operation's outcome from the current state of the chain. */
	async #outcome(meaning: Exclude<Meaning, { kind: "plain" }>, stage: number): Promise<Outcome> {
		if (meaning.kind === "evm") {
			const stages = meaning.intents.map((_, index) => stage + index);
			const request = await evmRequest(this.#offer(meaning), meaning.intents, stages);
			return { request, actions: request.transactions };
		}
		const { request } = await offerSvm(
			{
				access: this.#svm(),
				payer: this.#svmPerson(),
				broadcaster: "wallet",
				send: meaning.send,
				shape: SHAPE,
				twist: null,
				factor: 1n,
			},
			stage,
			true,
		);
		const actions = request.transactions.map((transaction) => ({
			lane: "transaction",
			id: stage,
			transaction,
		}));
		return { request, actions };
	}

	async #simulation(read: Build): Promise<PipelineSimulation> {
		const meaning = meaningIn(read);
		return meaning === null
			? (await this.#staged(read)).simulation
			: (await this.#outcome(meaning, 0)).request.simulation;
	}

	/** Creates a commit for each transaction. */
	async #records(
		meaning: Extract<Meaning, { kind: "evm" }>,
		threadId: string,
	): Promise<readonly CommitRecord[]> {
		const { pipeline } = this.#parts;
		const offer = this.#offer(meaning);
		const [, ...later] = meaning.intents;
		const stages = meaning.intents.map(() => pipeline.nextStage());
		const now = { ms: pipeline.clock(), reviseAfterMs: 0 };
		return later.length === 0
			? [await makeOffer(offer, threadId, stages[0] ?? 0, { reviseAfterMs: null }, now)]
			: await makeBatch(offer, later, threadId, stages, WHOLE_BATCH);
	}

	/** Stores the committed steps as commits without a conversation, and returns them. */
	async #cohort(
		meaning: Extract<Meaning, { kind: "evm" }>,
		request: ActionRequest,
		subject: string,
	): Promise<Committed> {
		const { log, db, store, commits } = this.#parts;
		const sessionId = `${COHORT}${randomUUID()}`;
		const records = await this.#records(meaning, sessionId);
		db.transaction(() => {
			log.ensureSession(sessionId, cohortSubject(subject));
			for (const record of records) store.save(record, true);
		});
		for (const record of records) commits.schedule(record);
		const views = records.map(({ view }) => view);
		return {
			sessionId,
			request: { ...request, commitStages: views.map(({ stage_id }) => stage_id) },
			thread: { provider_invoked: false, thread_id: sessionId, actions: [], commits: views },
		};
	}

	/**
	 * Leaves the committed steps to the caller, or adds them to a new session of the caller, as the agent
	 * would.
	 */
	async #commitSteps(read: Build, subject: string): Promise<Committed> {
		const { log, turns, agent, requestScripts: asks, pipeline, db } = this.#parts;
		const sessionId = `ses_${randomUUID()}`;
		const meaning = meaningIn(read);
		if (meaning === null) return { sessionId, request: await this.#staged(read), thread: {} };
		const { request } = await this.#outcome(meaning, pipeline.nextStage());
		const commitMode = pipeline.commitMode();
		if (commitMode === "cohort" && meaning.kind === "evm")
			return await this.#cohort(meaning, request, subject);
		if (commitMode !== "session") return { sessionId, request, thread: {} };
		const turnId = `trn_${randomUUID()}`;
		const message = { type: "message", sender: "notice", content: `A Build was committed: ${read.digest}` };
		const script =
			meaning.kind === "svm"
				? agent.scriptFor({
						message: `send ${meaning.send.amount} ${meaning.send.unit} to ${meaning.send.to}`,
						userState: null,
						mode: null,
					})
				: async (stage: Parameters<ReturnType<typeof agent.scriptFor>>[0]) => {
						stage.emit({ type: "title_changed", title: meaning.title });
						const records = await this.#records(meaning, sessionId);
						await stage.say("What you committed is ready. Please review it.");
						asks.openCommits(stage, records, false);
					};
		db.transaction(() => {
			log.ensureSession(sessionId, subject);
			turns.start(sessionId, turnId, [message], script);
		});
		return { sessionId, request, thread: { thread_id: sessionId } };
	}
}

const lifetimeOf = (trick: Trick | null): number =>
	trick === "expired" ? -60 : trick === "expiring" ? 2 : LIFETIME_SECONDS;

function operationsOf(read: Build): Operation[] {
	return read.origin.operations.flatMap((each) => {
		const found = operation.safeParse(each);
		return found.success ? [{ operation: found.data.operation, arguments: found.data.arguments }] : [];
	});
}

/** Reads an operation from the Build's own origin; `null` for content that the caller staged. */
function meaningIn(read: Build): Exclude<Meaning, { kind: "plain" }> | null {
	const [first] = operationsOf(read);
	const [app, name] = first?.operation.split("/") ?? [];
	if (first === undefined || app === undefined || name === undefined || app === "svm") return null;
	const meaning = meaningOf(app, name, first.arguments, "");
	return meaning.kind === "plain" ? null : meaning;
}

function trickOf(read: Build): Trick | null {
	const [first] = operationsOf(read);
	const found = first?.operation === "trickster/trick" ? trickIn.safeParse(first.arguments) : null;
	return found?.success === true ? found.data.kind : null;
}

/** Returns the action with twice its value. */
function doubled(action: unknown): unknown {
	if (typeof action !== "object" || action === null || !("value" in action)) return action;
	return { ...action, value: (BigInt(String(action.value)) * 2n).toString() };
}
