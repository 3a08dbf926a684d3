import { randomUUID } from "node:crypto";
import { getAddress, type Hex } from "viem";
import type { ActionRequest, Broadcaster } from "../../src/service-api/action.ts";
import { type ActionRecord, type ActionStore, actionEventOf } from "./action-store.ts";
import type { Actions } from "./actions.ts";
import type { ChainAccess } from "./chain-access.ts";
import type { CommitRecord, CommitStore, Said } from "./commit-store.ts";
import type { Commits } from "./commits.ts";
import type { Database } from "./database.ts";
import { makeOperationCommit } from "./operations.ts";
import type { Settings } from "./options.ts";
import { Problem } from "./problem.ts";
import type { RecordBook } from "./records.ts";
import type { Relayer } from "./relayer.ts";
import type { RequestSentence } from "./request-sentences.ts";
import { evmPerson, factorOf, RequestError, requestOf, svmPerson, transactionCountOf } from "./requests.ts";
import { readSentence } from "./sentences.ts";
import type { SvmAccess } from "./svm-build.ts";
import { makeSvmCommit, reviseSvmCommit } from "./svm-offers.ts";
import type { Script, Stage } from "./turns.ts";
import { typedData } from "./typed-data.ts";

/** Scripts the agent's turns when a sentence requests an action, or anything on Solana. */

export interface RequestScriptParts {
	readonly db: Database;
	readonly actions: Actions;
	readonly store: ActionStore;
	readonly commits: Commits;
	readonly commitStore: CommitStore;
	readonly book: RecordBook;
	readonly settings: Settings;
	readonly clock: () => number;
	/** Chain on which EVM actions are prepared. */
	readonly access: ChainAccess;
	readonly svm: SvmAccess | null;
	readonly relayer: Relayer | null;
	readonly nextStage: () => number;
}

const COMPLETE = { type: "turn_state_changed", state: "complete" };
const AWAITING = { type: "turn_state_changed", state: "awaiting_action" };

function requestSentenceOf({ message }: Said): RequestSentence {
	const sentence = readSentence(message);
	if (sentence.kind !== "request") throw new Error(`"${message}" requests nothing`);
	return sentence.request;
}

const newActionId = () => `act_${randomUUID().replaceAll("-", "")}`;

export class RequestScripts {
	readonly #parts: RequestScriptParts;
	/** Commits whose transactions were requested a second time in this run. */
	readonly #repeated = new Set<string>();

	constructor(parts: RequestScriptParts) {
		this.#parts = parts;
	}

	/**
	 * Prepares the request of a sentence. The turn ends in `awaiting_action`, or with a message if the request
	 * can't be prepared.
	 */
	async perform(stage: Stage, said: Said): Promise<void> {
		const tool = { id: `tul_${randomUUID()}`, call_id: `cal_${randomUUID()}`, tool_name: "prepare_request" };
		stage.emit({ type: "tool_update", ...tool, result: { status: "running" } });
		try {
			const open = await this.#prepare(stage, said, requestSentenceOf(said));
			stage.emit({ type: "tool_complete", ...tool, result: { status: "ready" } });
			await stage.say("I prepared it. Please review it.");
			await stage.pause();
			open();
		} catch (error) {
			if (!(error instanceof RequestError) && !(error instanceof Problem)) throw error;
			stage.emit({ type: "tool_complete", ...tool, result: { status: "failed" } });
			await stage.say(error.message);
			stage.emit(COMPLETE);
		}
	}

	#times({ expiresIn, reviseAfterMs }: RequestSentence) {
		const { clock, settings } = this.#parts;
		const delay = reviseAfterMs === "default" ? settings.reviseAfterMs : reviseAfterMs;
		return {
			expiresAt: expiresIn === null ? null : Math.floor(clock() / 1000) + expiresIn,
			reviseAt: delay === null ? null : clock() + delay,
		};
	}

	async #prepare(stage: Stage, said: Said, sentence: RequestSentence): Promise<() => void> {
		const { subject } = sentence;
		const times = this.#times(sentence);
		const stages = Array.from({ length: transactionCountOf(subject) }, () => this.#parts.nextStage());
		const { sessionId, turnId } = stage;
		if (subject.kind === "svm_commit") {
			const record = await this.#svmCommit(said, sentence, { ...times, sessionId, stage: stages[0] ?? 0 });
			return () => this.openCommits(stage, [record], subject.mirror);
		}
		const request = await this.#request(said, sentence, stages, times.expiresAt);
		if (subject.kind === "operation_commit") {
			if (this.#parts.relayer === null) throw new RequestError("I can't submit operations here.");
			const record = this.#operationCommit(said, sentence, request, {
				...times,
				sessionId,
				stage: stages[0] ?? 0,
			});
			return () => this.openCommits(stage, [record], false);
		}
		const record = await this.#record(request, { sessionId, turnId, said, stages, sentence, times });
		return () => {
			stage.together(() => {
				this.#parts.store.save(record);
				stage.emit(actionEventOf(record), AWAITING);
			});
			this.#parts.actions.schedule(record);
		};
	}

	#request(said: Said, sentence: RequestSentence, stages: readonly number[], expiresAt: number | null) {
		const { access, svm, clock } = this.#parts;
		return requestOf({ access, svm, said, sentence, stages, expiresAt, now: clock() });
	}

	/** Reads the signer's current nonce or the current slot; an older transaction can't be an answer. */
	async #since(request: ActionRequest): Promise<Pick<ActionRecord, "sinceNonce" | "sinceSlot">> {
		const { access, svm } = this.#parts;
		const from = request.type === "execute_evm" ? request.transactions[0]?.from : undefined;
		const sinceNonce =
			from === undefined
				? null
				: await access.client.getTransactionCount({ address: getAddress(from), blockTag: "pending" });
		const ofSvm = request.type === "execute_svm" && svm !== null;
		return { sinceNonce, sinceSlot: ofSvm ? await svm.connection.getSlot("processed") : null };
	}

	async #record(
		request: ActionRequest,
		about: {
			readonly sessionId: string;
			readonly turnId: string;
			readonly said: Said;
			readonly stages: number[];
			readonly sentence: RequestSentence;
			readonly times: { readonly expiresAt: number | null; readonly reviseAt: number | null };
		},
	): Promise<ActionRecord> {
		const { sessionId, turnId, said, stages, sentence, times } = about;
		return {
			...(await this.#since(request)),
			action: this.#pending(newActionId(), request, times.expiresAt),
			sessionId,
			turnId,
			said,
			stages,
			commitIds: [],
			twist: sentence.twist,
			reviseAt: times.reviseAt,
			sent: [],
		};
	}

	#pending(id: string, request: ActionRequest, expires_at: number | null): ActionRecord["action"] {
		const created_at = Math.floor(this.#parts.clock() / 1000);
		return { id, revision: 0, state: "pending", request, created_at, expires_at };
	}

	#svmParts(said: Said, sentence: RequestSentence, factor: bigint) {
		const { subject, twist, broadcaster } = sentence;
		if (subject.kind !== "svm_commit") throw new Error("not the commit of a Solana transaction");
		const { send, shape } = subject;
		const { access, payer } = svmPerson(this.#parts.svm, said);
		return { access, payer, broadcaster: broadcaster ?? said.broadcaster, send, shape, twist, factor };
	}

	async #svmCommit(
		said: Said,
		sentence: RequestSentence,
		position: {
			readonly sessionId: string;
			readonly stage: number;
			readonly expiresAt: number | null;
			readonly reviseAt: number | null;
		},
	): Promise<CommitRecord> {
		return await makeSvmCommit(this.#svmParts(said, sentence, factorOf(said)), { ...position, said });
	}

	#operationCommit(
		said: Said,
		sentence: RequestSentence,
		request: ActionRequest,
		position: {
			readonly sessionId: string;
			readonly stage: number;
			readonly expiresAt: number | null;
			readonly reviseAt: number | null;
		},
		before: CommitRecord | null = null,
	): CommitRecord {
		if (request.type !== "execute_evm") throw new Error("an operation of no EVM request");
		const signer = evmPerson(said);
		return makeOperationCommit(request, { ...position, said, signer, twist: sentence.twist }, before);
	}

	/** Stores and shows commits together, with an action for the same transactions if `mirrored`. */
	openCommits(stage: Stage, records: readonly CommitRecord[], mirrored: boolean): void {
		const [first] = records;
		const request = first?.view.review?.request;
		stage.together(() => {
			for (const record of records) this.#parts.commitStore.save(record, true);
			if (mirrored && request !== undefined) {
				const record: ActionRecord = {
					action: this.#pending(newActionId(), request, first?.expiresAt ?? null),
					sessionId: stage.sessionId,
					turnId: stage.turnId,
					said: null,
					stages: [],
					commitIds: records.map(({ view }) => view.commit_id),
					twist: null,
					reviseAt: null,
					sinceNonce: null,
					sinceSlot: null,
					sent: [],
				};
				this.#parts.store.save(record);
				stage.emit(actionEventOf(record));
			}
			stage.emit(AWAITING);
		});
		for (const record of records) this.#parts.commits.schedule(record);
	}

	/**
	 * Returns the commit with a revised review and twice the amount. EVM transactions are revised in offers.ts.
	 */
	async revisedCommit(record: CommitRecord): Promise<CommitRecord> {
		if (record.said === null) throw new Error("this commit has no sentence");
		const said = { ...record.said, round: record.said.round + 1 };
		const sentence = requestSentenceOf(said);
		if (sentence.subject.kind === "svm_commit") {
			return { ...(await reviseSvmCommit(this.#svmParts(said, sentence, factorOf(said)), record)), said };
		}
		const { view, expiresAt } = record;
		const stage = Number(view.stage_id.replace(/^evm:/, ""));
		const request = await this.#request(said, sentence, [stage], expiresAt);
		const position = { sessionId: view.thread_id, stage, expiresAt, reviseAt: null };
		return this.#operationCommit(said, sentence, request, position, record);
	}

	async revisedAction(record: ActionRecord) {
		if (record.said === null) throw new Error("this action has no sentence");
		const said = { ...record.said, round: record.said.round + 1 };
		const request = await this.#request(
			said,
			requestSentenceOf(said),
			record.stages,
			record.action.expires_at,
		);
		return { said, request };
	}

	/** Returns true once for each signed commit whose transactions a lying agent requests again. */
	isToRepeat({ view, twist, signed }: CommitRecord): boolean {
		if (twist !== "lie_repeat" || signed === null || this.#repeated.has(view.commit_id)) return false;
		this.#repeated.add(view.commit_id);
		return this.#parts.store.get(repeatId(view.commit_id)) === null;
	}

	/** Returns the script of a turn that requests a commit's transactions again with another number. */
	repeat({ view, expiresAt }: CommitRecord): Script {
		return async (stage) => {
			const request = view.review?.request;
			if (request === undefined || request.type === "sign") return;
			const stageNumber = this.#parts.nextStage();
			const again: ActionRequest =
				request.type === "execute_evm"
					? {
							...request,
							transactions: request.transactions.map((each) => ({ ...each, pending_tx_id: stageNumber })),
						}
					: {
							...request,
							transactions: request.transactions.map((each) => ({ ...each, pending_tx_id: stageNumber })),
						};
			const record: ActionRecord = {
				...(await this.#since(again)),
				action: this.#pending(repeatId(view.commit_id), again, expiresAt),
				sessionId: stage.sessionId,
				turnId: stage.turnId,
				said: null,
				stages: [stageNumber],
				commitIds: [],
				twist: "lie_repeat",
				reviseAt: null,
				sent: [],
			};
			await stage.say("One thing more: please submit this.");
			stage.together(() => {
				this.#parts.store.save(record);
				stage.emit(actionEventOf(record), AWAITING);
			});
		};
	}

	/** Returns the script that continues a turn after its action was answered or has expired. */
	scriptAfter(actionId: string): Script {
		return async (stage) => {
			let record = this.#parts.store.get(actionId);
			while (record?.action.state === "submitted") {
				await stage.pause(this.#parts.settings.followMs);
				record = this.#parts.store.get(actionId);
			}
			if (record !== null) await stage.say(await this.#outcome(record, stage));
			stage.emit(COMPLETE);
		};
	}

	async #outcome(record: ActionRecord, stage: Stage): Promise<string> {
		const { state, result, request } = record.action;
		const hashes = record.sent.map(({ transactionId }) => transactionId).join(", ");
		switch (state) {
			case "rejected":
				return `Understood, you rejected it${result?.status === "rejected" ? `: ${result.reason}` : ""}. Nothing was done.`;
			case "expired":
				return "The request expired before it was answered. Nothing was done.";
			case "failed":
				return `That failed on the chain${hashes === "" ? "" : `: ${hashes}`}.`;
			case "completed": {
				if (request.type !== "sign") return `Done: ${hashes}.`;
				return await this.#useSignatures(record, stage);
			}
			case "pending":
			case "submitted":
				return `It is ${state}.`;
		}
	}

	/** Uses the signatures that this service can use: a permit of the demo token, a Solana transaction. */
	async #useSignatures({ action }: ActionRecord, stage: Stage): Promise<string> {
		const { request, result, id } = action;
		if (request.type !== "sign" || result?.status !== "signed") return "Done.";
		const said: string[] = [];
		for (const [index, payload] of request.payloads.entries()) {
			const output = result.outputs[index];
			const signature = output?.signature ?? "";
			if (payload.kind === "evm_typed_data") {
				said.push((await this.#usePermit(id, payload.typed_data, signature)) ?? `Signed: ${signature}.`);
			} else if (payload.kind === "svm_transaction" && output?.signedTransactionBase64) {
				said.push(await this.#submitSvm(id, output.signedTransactionBase64, stage));
			} else said.push(`Signed: ${signature}.`);
		}
		return said.join("\n");
	}

	async #usePermit(actionId: string, data: unknown, signature: string): Promise<string | null> {
		const { relayer, access, book, db } = this.#parts;
		const { primaryType, domain, message } = typedData.parse(data);
		const ours = String(domain["verifyingContract"]).toLowerCase() === access.chain.token.toLowerCase();
		if (relayer === null || primaryType !== "Permit" || !ours) return null;
		const permit = {
			owner: String(message["owner"]),
			spender: String(message["spender"]),
			value: BigInt(String(message["value"])),
			deadline: BigInt(String(message["deadline"])),
		};
		const bytes: Hex = `0x${signature.slice(2)}`;
		try {
			const { hash, allowance } = await relayer.permit(permit, bytes);
			book.broadcast(db, { commitId: actionId, hash, by: "hosted" });
			return `Done: the permit is in transaction ${hash}; the allowance is ${allowance} base units now.`;
		} catch {
			return `The token refused the permit. The signature was ${signature}.`;
		}
	}

	async #submitSvm(actionId: string, raw: string, stage: Stage): Promise<string> {
		const { svm, book, db, settings } = this.#parts;
		if (svm === null) return "I have no Solana chain here.";
		const bytes = Buffer.from(raw, "base64");
		try {
			const hash = await svm.connection.sendRawTransaction(bytes);
			book.broadcast(db, { commitId: actionId, hash, by: "venue" });
			for (let polls = 0; polls < 100; polls += 1) {
				const { value } = await svm.connection.getSignatureStatuses([hash]);
				const status = value[0] ?? null;
				if (status !== null && status.err === null) return `Done: it is on the chain as ${hash}.`;
				if (status !== null) return `It failed on the chain: ${hash}.`;
				await stage.pause(settings.followMs);
			}
			return `I submitted it as ${hash}, and it is not on the chain yet.`;
		} catch (error) {
			if (error instanceof Error && error.name === "AbortError") throw error;
			return "The chain refused the transaction.";
		}
	}
}

function repeatId(commitId: string): string {
	return `act_repeat_${commitId.replaceAll("-", "")}`;
}

/** Returns the broadcaster that the turn names for Solana, or else the mode's default. */
export function svmBroadcaster(named: Broadcaster | undefined, mode: "auto" | "direct" | null): Broadcaster {
	return named ?? (mode === "auto" ? "hosted" : "wallet");
}
