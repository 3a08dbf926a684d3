import { randomUUID } from "node:crypto";
import { type Address, formatEther, getAddress, isAddress } from "viem";
import type { Broadcaster } from "../../src/service-api/action.ts";
import type { UserState } from "../../src/service-api/user-state.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { ChainAccess } from "./chain-access.ts";
import type { CommitRecord, Said } from "./commit-store.ts";
import type { EventBody } from "./log.ts";
import { makeBatch, makeOffer, type OfferParts } from "./offers.ts";
import type { Settings } from "./options.ts";
import { type RequestScripts, svmBroadcaster } from "./request-scripts.ts";
import { HELP, type Order, readSentence, type Sentence } from "./sentences.ts";
import { showEverything } from "./show-everything.ts";
import type { Script, Stage } from "./turns.ts";

/** Scripts the agent's steps and messages in a turn. */

export interface AgentParts {
	readonly requestScripts: RequestScripts;
	readonly settings: Settings;
	readonly clock: () => number;
	/** Returns the chain of this id, or the first if the service has no such chain. */
	readonly chainFor: (chainId: number | null) => ChainAccess;
	readonly person: Address | null;
	/** Base58. */
	readonly svmPerson: string | null;
	/** Returns true if the session already has a title. */
	readonly titled: (sessionId: string) => boolean;
	readonly nextStage: () => number;
}

export interface TurnInput {
	readonly message: string;
	readonly userState: UserState | null;
	readonly mode: "auto" | "direct" | null;
}

const COMPLETE: EventBody = { type: "turn_state_changed", state: "complete" };

function personOf(input: TurnInput, fallback: Address | null): Address | null {
	const named = input.userState?.evm?.address?.toLowerCase() ?? "";
	return isAddress(named) ? getAddress(named) : fallback;
}

/** Returns the broadcaster that the sentence names, or else the turn's, or else the mode's default. */
function broadcasterOf(order: Order, input: TurnInput): Broadcaster {
	return (
		order.broadcaster ?? input.userState?.evm?.broadcaster ?? (input.mode === "auto" ? "hosted" : "wallet")
	);
}

function titleOf(input: TurnInput, sentence: Sentence): string {
	const text = input.message.trim().split(/\s+/).slice(0, 8).join(" ");
	const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
	return sentence.kind === "hello" ? "Hello" : short.charAt(0).toUpperCase() + short.slice(1);
}

async function readBalance(stage: Stage, { client, chain }: ChainAccess, person: Address): Promise<void> {
	const tool = { id: `tul_${randomUUID()}`, call_id: `cal_${randomUUID()}`, tool_name: "read_balance" };
	stage.emit({ type: "tool_update", ...tool, result: { status: "running" } });
	const [eth, demo] = await Promise.all([
		client.getBalance({ address: person }),
		client.readContract({ address: chain.token, abi: tokenAbi, functionName: "balanceOf", args: [person] }),
	]);
	await stage.pause();
	const result = { eth: eth.toString(), demo: demo.toString() };
	stage.emit({ type: "tool_complete", ...tool, result });
}

interface Task {
	readonly call_id: string;
	readonly agent_id: string;
	readonly app: string;
	readonly startedAt: number;
}

function startTask(stage: Stage, label: string, now: number): Task {
	const task = {
		call_id: `cal_${randomUUID()}`,
		agent_id: `agt_${randomUUID()}`,
		app: "demo",
		startedAt: now,
	};
	const { call_id, agent_id, app } = task;
	stage.emit({ type: "task_started", call_id, agent_id, app, label, resumed: false });
	return task;
}

function phase({ call_id, agent_id, app, startedAt }: Task, name: string, now: number): EventBody {
	const times = { elapsed_ms: Math.max(0, Math.round(now - startedAt)), observed_at_ms: Math.round(now) };
	return { type: "task_phase", call_id, agent_id, app, phase: name, ...times };
}

export class Agent {
	readonly #parts: AgentParts;

	constructor(parts: AgentParts) {
		this.#parts = parts;
	}

	/** Returns the script of a turn that a user's message opened. */
	scriptFor(input: TurnInput): Script {
		return async (stage) => {
			const sentence = readSentence(input.message);
			await stage.pause();
			if (!this.#parts.titled(stage.sessionId)) {
				stage.emit({ type: "title_changed", title: titleOf(input, sentence) });
			}
			switch (sentence.kind) {
				case "request":
					return await this.#parts.requestScripts.perform(stage, this.#said(input));
				case "order":
					return await this.#offer(stage, input, sentence.order);
				case "work":
					return await this.#work(stage, sentence.seconds);
				case "rejection": {
					const why =
						sentence.reason === null ? "you rejected it" : `you rejected it because: ${sentence.reason}`;
					await stage.say(`Understood, ${why}. I won't ask for that again unless you tell me to.`);
					break;
				}
				case "show":
					await showEverything(stage, this.#parts.clock());
					break;
				case "hello":
					await stage.say(`Hello. ${HELP}`);
					break;
				case "chat":
					await stage.say(`I don't know how to do that yet. ${HELP}`);
					break;
			}
			stage.emit(COMPLETE);
		};
	}

	/** Returns the script of the turn that the service opens when a commit or a whole batch has ended. */
	scriptAfter(records: readonly CommitRecord[]): Script {
		return async (stage) => {
			await stage.pause();
			await stage.say(records.map(outcome).join("\n"));
			stage.emit(COMPLETE);
		};
	}

	#said(input: TurnInput): Said {
		const { svm } = input.userState ?? {};
		return {
			message: input.message,
			evm: personOf(input, this.#parts.person),
			svm: svm?.address ?? this.#parts.svmPerson,
			broadcaster: svmBroadcaster(svm?.broadcaster, input.mode),
			round: 0,
		};
	}

	async #offer(stage: Stage, input: TurnInput, order: Order): Promise<void> {
		const { settings, clock } = this.#parts;
		const person = personOf(input, this.#parts.person);
		if (person === null) {
			await stage.say("I don't know which account is yours. Choose one first.");
			stage.emit(COMPLETE);
			return;
		}
		const access = this.#parts.chainFor(input.userState?.evm?.chain_id ?? null);
		await readBalance(stage, access, person);
		const one = order.later.length === 0;
		if (one && order.intent.kind === "swap" && !(await this.#allowed(access, person, order.intent.amount))) {
			const amount = formatEther(order.intent.amount);
			await stage.say(
				`The router may not take ${amount} DEMO of yours yet. Say "approve ${amount} DEMO for the router" first.`,
			);
			stage.emit(COMPLETE);
			return;
		}
		const task = startTask(stage, one ? "Prepare the transaction" : "Prepare the transactions", clock());
		const { call_id, agent_id } = task;
		await stage.pause();
		stage.emit(phase(task, "building", clock()));
		await stage.pause();
		const expiresAt = order.expiresIn === null ? null : Math.floor(clock() / 1000) + order.expiresIn;
		const parts: OfferParts = {
			client: access.client,
			chain: access.chain,
			signer: person,
			broadcaster: broadcasterOf(order, input),
			intent: order.intent,
			twist: order.twist,
			transports: order.transports,
			expiresAt,
		};
		const { sessionId } = stage;
		const now = { ms: clock(), reviseAfterMs: settings.reviseAfterMs };
		const stages = [order.intent, ...order.later].map(() => this.#parts.nextStage());
		const records = one
			? [await makeOffer(parts, sessionId, stages[0] ?? 0, order, now)]
			: await makeBatch(parts, order.later, sessionId, stages, settings);
		const request = records[0]?.view.review?.request;
		const label = records.map(labelOf).join(", then ");
		const passed = request?.type === "execute_evm" && request.simulation.status === "passed";
		const activity = { type: "task_activity", call_id, agent_id };
		stage.emit(
			{
				...activity,
				kind: "tool_call",
				child_seq: 0,
				tool_name: "stage_transaction",
				args: { label },
				result_preview: `${records.length} staged`,
			},
			phase(task, "simulating", clock()),
		);
		await stage.pause();
		const note = passed ? "The simulation passed." : "The simulation failed.";
		stage.emit(
			{ ...activity, kind: "note", child_seq: 1, text: note },
			{
				type: "task_completed",
				call_id,
				agent_id,
				status: "completed",
				message: one ? "One transaction is ready." : `${records.length} transactions are ready.`,
				staged_count: records.length,
				steps: 2,
				duration_ms: Math.max(0, Math.round(clock() - task.startedAt)),
			},
		);
		await stage.say(
			one
				? `${label}: I prepared it. ${note} Please review it.`
				: `${label}: I prepared these, in this order. ${note} Please review one after the other.`,
		);
		await stage.pause();
		this.#parts.requestScripts.openCommits(stage, records, order.mirror);
	}

	async #allowed({ client, chain }: ChainAccess, person: Address, amount: bigint): Promise<boolean> {
		const allowance = await client.readContract({
			address: chain.token,
			abi: tokenAbi,
			functionName: "allowance",
			args: [person, chain.router],
		});
		return allowance >= amount;
	}

	/** Keeps a turn running and emits progress events. */
	async #work(stage: Stage, seconds: number): Promise<void> {
		const { clock } = this.#parts;
		const task = startTask(stage, "Long work", clock());
		const { call_id, agent_id } = task;
		const tool = { id: `tul_${randomUUID()}`, call_id, tool_name: "work" };
		const steps = Math.max(1, Math.min(20, Math.ceil(seconds * 2)));
		for (let step = 1; step <= steps; step += 1) {
			await stage.pause((seconds * 1000) / steps);
			stage.emit(
				{ type: "tool_update", ...tool, result: { step, of: steps } },
				{
					type: "task_activity",
					kind: "note",
					call_id,
					agent_id,
					child_seq: step - 1,
					text: `Step ${step} of ${steps}.`,
				},
				phase(task, "working", clock()),
			);
		}
		stage.emit(
			{ type: "tool_complete", ...tool, result: { steps } },
			{
				type: "task_completed",
				call_id,
				agent_id,
				status: "completed",
				message: "Done.",
				staged_count: 0,
				steps,
				duration_ms: Math.max(0, Math.round(clock() - task.startedAt)),
			},
		);
		await stage.say(`I worked for ${seconds} s and am done.`);
		stage.emit(COMPLETE);
	}
}

function labelOf({ view }: CommitRecord): string {
	const request = view.review?.request;
	if (request?.type === "execute_svm") return request.transactions[0]?.description ?? "The transaction";
	if (request?.type !== "execute_evm") return "The transaction";
	return request.transactions[view.batch?.index ?? 0]?.label ?? "The transaction";
}

/** Returns the agent's message about a commit that has ended. */
function outcome(record: CommitRecord): string {
	const { view, block } = record;
	const what = labelOf(record);
	if (view.failure_code === "predecessor_failed") {
		return `${what}: the step before it did not go through, so nothing was sent.`;
	}
	switch (view.state) {
		case "confirmed":
			return `Done: ${what}. It is in block ${block ?? "?"}, transaction ${view.transaction_id ?? "?"}.`;
		case "failed":
			return `${what}: that failed (${view.failure_code ?? "no reason given"}).`;
		case "rejected":
			return `${what}: you rejected it, so nothing was sent. Tell me why, and I'll do better.`;
		case "expired":
			return `${what}: the offer expired before it was signed. Nothing was sent.`;
		default:
			return `${what}: it is ${view.state}.`;
	}
}
