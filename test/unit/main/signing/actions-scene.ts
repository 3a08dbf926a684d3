import { intentIdOf } from "../../../../src/core/journal/intent-id.ts";
import { ENDED, type JournalRow } from "../../../../src/core/journal/types.ts";
import { matchAction } from "../../../../src/core/match/action.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { freezeAction } from "../../../../src/core/match/freeze-action.ts";
import {
	type FrozenAction,
	type FrozenActionLike,
	hasSeveralSteps,
	type Intent,
} from "../../../../src/core/match/frozen.ts";
import type { ApprovedReview } from "../../../../src/main/signing/authorize.ts";
import type { ActionRequest } from "../../../../src/service-api/action.ts";
import type { Action } from "../../../../src/service-api/events.ts";
import { OWNER, payload, request, transaction, VAULT } from "../../core/match/honest.ts";
import {
	BLOCKHASH,
	lookupsOf,
	NEWER_BLOCKHASH,
	reviewedTransaction,
	SVM_SIGNER,
	svmRequest,
	type TransactionContents,
	transactionBase64,
	transferSol,
} from "../../core/match/honest-svm.ts";
import { signRequest } from "../../core/match/typed-samples.ts";
import { PLAIN_RULE_FACTS, SHOWN_EFFECTS } from "../storage/kept.ts";
import { openScene, SCOPE, type Scene, withoutRules } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** Truthful actions for the scene: two steps on EVM, two on Solana, or only signatures. */

const EXPIRES_AT = 1_790_000_900;

export function actionOf(asked: ActionRequest, patch: Partial<Action> = {}): Action {
	return {
		type: "action",
		event_id: "event-1",
		turn_id: "turn-1",
		sequence: 1,
		occurred_at: 1_790_000_000,
		id: "action-1",
		revision: 3,
		state: "pending",
		request: asked,
		created_at: 1_790_000_000,
		expires_at: EXPIRES_AT,
		...patch,
	};
}

function frozenAction(action: Action, intents: readonly Intent[]): FrozenAction {
	const freezing = freezeAction(action, "session-1", OWNER, intents, false);
	if (!freezing.ok) throw new Error(freezing.refusals.map((each) => each.text.code).join(" "));
	const match = matchAction(freezing.frozen);
	if (match.verdict !== "matched")
		throw new Error(JSON.stringify(match.checks.filter((each) => each.status !== "passed")));
	return freezing.frozen;
}

/** Returns the review of an action or a proposal, as the user approved it. */
export function approvalOfActionLike(
	frozen: FrozenActionLike,
	of: Pick<ApprovedReview, "scope" | "entryId">,
): ApprovedReview {
	return {
		...of,
		headline: "Allow and deposit 25 TUSD",
		frozen,
		fingerprint: fingerprintOf(frozen),
		steps: frozen.intents.map((_, place) => ({
			headline: `Step ${place + 1}`,
			predicted: {
				nativeSymbol: "ETH",
				mostFee: "120000000000000",
				value: "0",
				moves: [],
				...PLAIN_RULE_FACTS,
				...(hasSeveralSteps(frozen) ? { shown: SHOWN_EFFECTS } : {}),
			},
		})),
		replaces: null,
		policy: withoutRules(frozen),
	};
}

/** Creates an action of this many steps, with nonces from 11 on. */
export function evmAction(count = 2): { readonly action: Action; readonly frozen: FrozenAction } {
	const calls = [{}, { to: VAULT, data: "0x47e7ef24" }, { to: VAULT, data: "0x3ccfd60b" }].slice(0, count);
	const asked = request(calls.map((call, at) => transaction({ ...call, pending_tx_id: 41 + at })));
	const action = actionOf(asked);
	const intents = calls.map((call, at) => payload(call, { nonce: 11 + at }));
	return { action, frozen: frozenAction(action, intents) };
}

/** Creates an action of one call and the service's fee for it. */
export function evmActionWithFee(): { readonly action: Action; readonly frozen: FrozenAction } {
	const fee = { to: VAULT, value: "1000000000000", data: "0x" };
	const asked = request([
		transaction({ pending_tx_id: 41 }),
		transaction({ ...fee, label: "Service fee", kind: "service_fee", pending_tx_id: 42 }),
	]);
	const action = actionOf(asked);
	return { action, frozen: frozenAction(action, [payload({}, { nonce: 11 }), payload(fee, { nonce: 12 })]) };
}

export const SVM_BLOCKHASHES = [BLOCKHASH, NEWER_BLOCKHASH];

/** Creates the same two steps as a request of a Build's stateless commit. */
export function committedAction(): { readonly action: Action; readonly frozen: FrozenAction } {
	const { action, frozen } = evmAction();
	return { action, frozen: { ...frozen, build: { digest: `sha256:${"a".repeat(64)}`, place: 0 } } };
}

export function svmAction(
	count = 2,
	blockhashes: readonly string[] = SVM_BLOCKHASHES,
): { readonly action: Action; readonly frozen: FrozenAction } {
	const written = blockhashes.slice(0, count).map(
		(blockhash, at): TransactionContents => ({
			instructions: [transferSol(1_500_000n + BigInt(at))],
			blockhash,
		}),
	);
	const action = actionOf(svmRequest(written.map((each) => reviewedTransaction(each))), { expires_at: null });
	const intents = written.map((each) => {
		const base64 = transactionBase64(each);
		return {
			kind: "svm_transaction" as const,
			signer: SVM_SIGNER,
			transaction_base64: base64,
			lookups: lookupsOf(base64, []),
		};
	});
	return { action, frozen: frozenAction(action, intents) };
}

/** Creates an action of this many texts to sign. */
export function messageAction(count = 1): { readonly action: Action; readonly frozen: FrozenAction } {
	const payloads = Array.from({ length: count }, (_, at) => ({
		kind: "evm_personal" as const,
		message: `Sign in to the vault, part ${at + 1}`,
	}));
	const [first] = payloads;
	if (first === undefined) throw new Error("nothing to sign");
	const action = actionOf({ ...signRequest(first), payloads });
	return { action, frozen: frozenAction(action, payloads) };
}

/** Creates an action with Solana transactions to sign and return. */
export function svmSignAction(operationId?: string): {
	readonly action: Action;
	readonly frozen: FrozenAction;
} {
	const payloads = SVM_BLOCKHASHES.map((blockhash, at) => ({
		kind: "svm_transaction" as const,
		transaction_base64: transactionBase64({ instructions: [transferSol(5n + BigInt(at))], blockhash }),
	}));
	const [first] = payloads;
	if (first === undefined) throw new Error("nothing to sign");
	const asked = {
		type: "sign" as const,
		requestId: "request-1",
		chainFamily: "svm" as const,
		executionKind: "transaction",
		signer: SVM_SIGNER,
		description: "Sign two transfers",
		cluster: "solana:devnet",
		payloads,
		...(operationId === undefined ? {} : { operationId }),
	};
	const action = actionOf(asked);
	const intents = payloads.map((each) => ({ ...each, signer: SVM_SIGNER, lookups: [] }));
	return { action, frozen: frozenAction(action, intents) };
}

interface StepScene extends Scene {
	/** Returns the request's own row. */
	parent(): JournalRow;
	/** Returns the row of this step, counted from 1. */
	stepRow(step: number): JournalRow;
	stepRows(): readonly JournalRow[];
	begin(): void;
	/** Advances time, timer by timer, until the condition is true. */
	until(holds: () => boolean, mostMs?: number): Promise<void>;
	/** Advances time by this much, timer by timer. */
	pass(ms: number): Promise<void>;
	/** Mines or finalizes everything that is sent, and advances time until the request and its steps have ended. */
	runToEnd(): Promise<void>;
	/** Approves, and crashes at the n-th moment of the journal, after which nothing happens in that run. */
	crashAt(n: number): Promise<boolean>;
}

export interface ActionScene extends StepScene {
	readonly asked: FrozenAction;
}

export function openActionScene(made: {
	readonly action: Action;
	readonly frozen: FrozenAction;
}): ActionScene {
	const scene = openScene();
	scene.actions.action = made.action;
	const entryId = `action:${made.frozen.action_id}`;
	const approved = approvalOfActionLike(made.frozen, { scope: SCOPE, entryId });
	return Object.assign(withSteps(scene, approved), { asked: made.frozen });
}

/** Adds the helpers for requests of several steps to a scene. */
export function withSteps(scene: Scene, approved: ApprovedReview): StepScene {
	const parent = () => {
		const row = scene.journal.ofIntent(approved.scope, intentIdOf(approved.frozen));
		if (row === null) throw new Error("the journal has no row of the request");
		return row;
	};
	const stepRows = () => scene.journal.stepRowsOf(parent().id);
	/** Waits until pending work ends or waits for a timer. */
	async function settle(): Promise<void> {
		for (let turns = 0; turns < 40; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
	}
	function mineSent(): void {
		for (const { transactionId: id } of stepRows()) {
			if (id === null) continue;
			if (scene.chain.standings.get(id)?.state === "pending") scene.chain.mine(id);
			if (scene.svm.standings.get(id)?.state === "pending") scene.svm.finalize(id);
		}
	}
	const stepScene: StepScene = Object.assign(scene, {
		parent,
		stepRows,
		stepRow(step: number) {
			const row = stepRows()[step - 1];
			if (row === undefined) throw new Error(`no step ${step}`);
			return row;
		},
		begin() {
			const passage = scene.approve(approved);
			if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		},
		async until(holds: () => boolean, mostMs = 180_000) {
			const end = scene.clock.now() + mostMs;
			for (;;) {
				await settle();
				if (holds()) return;
				if (scene.clock.now() >= end || !scene.clock.next()) {
					const rows = [parent(), ...stepRows()].map(
						(row) => `${row.state} ${row.outcome} (${rowTextCodes(row.text).join()})`,
					);
					throw new Error([...rows, ...scene.lines].join("\n"));
				}
			}
		},
		async pass(ms: number) {
			const end = scene.clock.now() + ms;
			while (scene.clock.now() < end) {
				await settle();
				if (!scene.clock.next()) break;
			}
			await settle();
		},
		async runToEnd() {
			await stepScene.until(() => {
				mineSent();
				return [parent(), ...stepRows()].every((row) => ENDED.has(row.state));
			});
		},
		async crashAt(n: number) {
			let crashed = false;
			scene.onStep = () => {
				if (crashed || scene.steps.length !== n) return;
				crashed = true;
				void scene.runner().stop();
				throw new Error("the power went");
			};
			try {
				stepScene.begin();
			} catch {
				// The crash came while the approval was being stored.
			}
			if (scene.journal.unsettled().length > 0)
				await stepScene
					.until(() => {
						mineSent();
						return crashed || ENDED.has(parent().state);
					}, 60_000)
					.catch(() => {});
			return crashed;
		},
	});
	return stepScene;
}
