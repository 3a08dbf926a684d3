import { randomUUID } from "node:crypto";
import { getAddress, type Hex } from "viem";
import type { ActionRequest, Broadcaster } from "../../src/service-api/action.ts";
import { type ActionRecord, type ActionStore, actionEventOf } from "./action-store.ts";
import type { Actions } from "./actions.ts";
import type { Asking } from "./askings.ts";
import type { ChainAccess } from "./chain-access.ts";
import type { CommitRecord, CommitStore, Said } from "./commit-store.ts";
import type { Commits } from "./commits.ts";
import type { Database } from "./database.ts";
import { makeOperationCommit } from "./operations.ts";
import type { Settings } from "./options.ts";
import { Problem } from "./problem.ts";
import type { RecordBook } from "./records.ts";
import type { Relayer } from "./relayer.ts";
import { CantAsk, evmPerson, factorOf, placesOf, requestOf, svmPerson } from "./requests.ts";
import { readSentence } from "./sentences.ts";
import type { SvmAccess } from "./svm-build.ts";
import { makeSvmCommit, reviseSvmCommit } from "./svm-offers.ts";
import type { Script, Stage } from "./turns.ts";
import { typedData } from "./typed-data.ts";

/** Scripted agent's behaviour when a sentence requests an action, or anything of Solana. */

export interface AskParts {
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

function askingOf({ message }: Said): Asking {
	const sentence = readSentence(message);
	if (sentence.kind !== "asking") throw new Error(`"${message}" asks for nothing`);
	return sentence.asking;
}

const newActionId = () => `act_${randomUUID().replaceAll("-", "")}`;

export class Asks {
	readonly #parts: AskParts;
	/** Commits whose transactions were requested a second time in this run. */
	readonly #repeated = new Set<string>();

	constructor(parts: AskParts) {
		this.#parts = parts;
	}

	/**
	 * Prepares the sentence's request, and ends the turn in `awaiting_action`, or with a text if it can't.
	 */
	async perform(stage: Stage, said: Said): Promise<void> {
		const tool = { id: `tul_${randomUUID()}`, call_id: `cal_${randomUUID()}`, tool_name: "prepare_request" };
		stage.emit({ type: "tool_update", ...tool, result: { status: "running" } });
		try {
			const open = await this.#prepare(stage, said, askingOf(said));
			stage.emit({ type: "tool_complete", ...tool, result: { status: "ready" } });
			await stage.say("I prepared it. Please review it.");
			await stage.pause();
			open();
		} catch (error) {
			if (!(error instanceof CantAsk) && !(error instanceof Problem)) throw error;
			stage.emit({ type: "tool_complete", ...tool, result: { status: "failed" } });
			await stage.say(error.message);
			stage.emit(COMPLETE);
		}
	}

	#times({ expiresIn, reviseAfterMs }: Asking) {
		const { clock, settings } = this.#parts;
		const delay = reviseAfterMs === "default" ? settings.reviseAfterMs : reviseAfterMs;
		return {
			expiresAt: expiresIn === null ? null : Math.floor(clock() / 1000) + expiresIn,
			reviseAt: delay === null ? null : clock() + delay,
		};
	}

	async #prepare(stage: Stage, said: Said, asking: Asking): Promise<() => void> {
		const { subject } = asking;
		const times = this.#times(asking);
		const stages = Array.from({ length: placesOf(subject) }, () => this.#parts.nextStage());
		const { sessionId, turnId } = stage;
		if (subject.kind === "svm_commit") {
			const record = await this.#svmCommit(said, asking, { ...times, sessionId, stage: stages[0] ?? 0 });
			return () => this.openCommits(stage, [record], subject.mirror);
		}
		const request = await this.#request(said, asking, stages, times.expiresAt);
		if (subject.kind === "operation_commit") {
			if (this.#parts.relayer === null) throw new CantAsk("I can't submit operations here.");
			const record = this.#operationCommit(said, asking, request, {
				...times,
				sessionId,
				stage: stages[0] ?? 0,
			});
			return () => this.openCommits(stage, [record], false);
		}
		const record = await this.#record(request, { sessionId, turnId, said, stages, asking, times });
		return () => {
			stage.together(() => {
				this.#parts.store.save(record);
				stage.emit(actionEventOf(record), AWAITING);
			});
			this.#parts.actions.schedule(record);
		};
	}

	#request(said: Said, asking: Asking, stages: readonly number[], expiresAt: number | null) {
		const { access, svm, clock } = this.#parts;
		return requestOf({ access, svm, said, asking, stages, expiresAt, now: clock() });
	}

	/** Reads the chain's current position for the signer: anything older can't be an answer. */
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
			readonly asking: Asking;
			readonly times: { readonly expiresAt: number | null; readonly reviseAt: number | null };
		},
	): Promise<ActionRecord> {
		const { sessionId, turnId, said, stages, asking, times } = about;
		return {
			...(await this.#since(request)),
			action: this.#pending(newActionId(), request, times.expiresAt),
			sessionId,
			turnId,
			said,
			stages,
			commitIds: [],
			twist: asking.twist,
			reviseAt: times.reviseAt,
			sent: [],
		};
	}

	#pending(id: string, request: ActionRequest, expires_at: number | null): ActionRecord["action"] {
		const created_at = Math.floor(this.#parts.clock() / 1000);
		return { id, revision: 0, state: "pending", request, created_at, expires_at };
	}

	#svmParts(said: Said, asking: Asking, factor: bigint) {
		const { subject, twist, broadcaster } = asking;
		if (subject.kind !== "svm_commit") throw new Error("not the commit of a Solana transaction");
		const { send, shape } = subject;
		const { access, payer } = svmPerson(this.#parts.svm, said);
		return { access, payer, broadcaster: broadcaster ?? said.broadcaster, send, shape, twist, factor };
	}

	async #svmCommit(
		said: Said,
		asking: Asking,
		place: {
			readonly sessionId: string;
			readonly stage: number;
			readonly expiresAt: number | null;
			readonly reviseAt: number | null;
		},
	): Promise<CommitRecord> {
		return await makeSvmCommit(this.#svmParts(said, asking, factorOf(said)), { ...place, said });
	}

	#operationCommit(
		said: Said,
		asking: Asking,
		request: ActionRequest,
		place: {
			readonly sessionId: string;
			readonly stage: number;
			readonly expiresAt: number | null;
			readonly reviseAt: number | null;
		},
		before: CommitRecord | null = null,
	): CommitRecord {
		if (request.type !== "execute_evm") throw new Error("an operation of no EVM request");
		const signer = evmPerson(said);
		return makeOperationCommit(request, { ...place, said, signer, twist: asking.twist }, before);
	}

	/** Shows commits, with an action of the same transactions on request, as one. */
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

	/** The commit with a revised review: twice the amount. Of an EVM transaction, see offers.ts. */
	async revisedCommit(record: CommitRecord): Promise<CommitRecord> {
		if (record.said === null) throw new Error("nobody said what this commit is about");
		const said = { ...record.said, round: record.said.round + 1 };
		const asking = askingOf(said);
		if (asking.subject.kind === "svm_commit") {
			return { ...(await reviseSvmCommit(this.#svmParts(said, asking, factorOf(said)), record)), said };
		}
		const { view, expiresAt } = record;
		const stage = Number(view.stage_id.replace(/^evm:/, ""));
		const request = await this.#request(said, asking, [stage], expiresAt);
		const place = { sessionId: view.thread_id, stage, expiresAt, reviseAt: null };
		return this.#operationCommit(said, asking, request, place, record);
	}

	async revisedAction(record: ActionRecord) {
		if (record.said === null) throw new Error("nobody said what this action is about");
		const said = { ...record.said, round: record.said.round + 1 };
		const request = await this.#request(said, askingOf(said), record.stages, record.action.expires_at);
		return { said, request };
	}

	/** Returns true once for a commit whose transactions a liar requests again after it was signed. */
	isToRepeat({ view, twist, signed }: CommitRecord): boolean {
		if (twist !== "lie_repeat" || signed === null || this.#repeated.has(view.commit_id)) return false;
		this.#repeated.add(view.commit_id);
		return this.#parts.store.get(repeatId(view.commit_id)) === null;
	}

	/** Returns the script of a turn that requests a commit's transactions again, under another number. */
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

	/** Returns the script that continues a turn after its action was answered, or expired. */
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
			for (let looks = 0; looks < 100; looks += 1) {
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

/** Chooses the submitter of a Solana transaction if the sentence does not name one. */
export function svmBroadcaster(named: Broadcaster | undefined, mode: "auto" | "direct" | null): Broadcaster {
	return named ?? (mode === "auto" ? "hosted" : "wallet");
}
