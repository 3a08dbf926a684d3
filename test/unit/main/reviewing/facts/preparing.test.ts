import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { message, type Text, verbatim } from "../../../../../src/core/localized-text.ts";
import type { FrozenAction } from "../../../../../src/core/match/frozen.ts";
import type { ApprovalRequest } from "../../../../../src/core/review/approval-request.ts";
import { FrozenRequests } from "../../../../../src/main/inbox/requests/frozen-requests.ts";
import { actionRequest, commitRequest } from "../../../../../src/main/inbox/requests/requests.ts";
import { Preparing } from "../../../../../src/main/reviewing/facts/preparing.ts";
import type { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import type { Transfers } from "../../../../../src/main/reviewing/own/transfers.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, OWNER, request, transaction, VAULT } from "../../../core/match/honest.ts";
import {
	lookupsOf,
	reviewedTransaction,
	SOL_TRANSFER,
	svmCommitOf,
	svmRequest,
	TABLE,
	TOKEN_TRANSFER,
	transactionBase64,
} from "../../../core/match/honest-svm.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { fakeChains } from "./fake-chains.ts";

const EVM = request([
	transaction({ gas: null }),
	transaction({ to: VAULT, data: "0x47e7ef24", gas: null, pending_tx_id: 42 }),
]);
const SVM = svmRequest([reviewedTransaction(SOL_TRANSFER, { recent_blockhash: null })]);

function scene() {
	const { world, chains } = fakeChains();
	const health: [string, boolean, Text][] = [];
	const lines: string[] = [];
	const preparing = new Preparing({
		chains,
		revocations: stub<Revocations>({}),
		transfers: stub<Transfers>({}),
		frozenRequests: new FrozenRequests({
			owner: () => OWNER,
			blindAllowed: () => false,
			transport: () => "sign_and_broadcast",
		}),
		onHealth: (...said) => health.push(said),
		log: (line) => lines.push(line),
	});
	return { world, preparing, health, lines };
}

const asRequest = (action: Action, sessionId = "session-1"): ApprovalRequest =>
	actionRequest({ sessionId, action, receivedAt: 1, firstSeen: 1 });

const ofCommit = (view = commit()): ApprovalRequest =>
	commitRequest({
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read: { kind: "known", view, reviewFault: null },
		receivedAt: 1,
		confirmedByGet: 1,
		fault: null,
	});

async function frozenBy(one: ReturnType<typeof scene>, asked: ApprovalRequest): Promise<FrozenAction> {
	const prepared = await one.preparing.prepare(asked);
	const freezing = prepared.freezing();
	if (!freezing.ok || freezing.frozen.kind !== "action") throw new Error("not frozen");
	expect(prepared.frozen).toBe(freezing.frozen);
	return freezing.frozen;
}

const noncesOf = ({ intents }: FrozenAction) =>
	intents.map((each) => (each.kind === "evm_transaction" ? each.nonce : null));

describe("an action's fields that the app completes", () => {
	it("are chosen once: while they fit, the same review is shown for any gas price", async () => {
		const one = scene();
		const asked = asRequest(actionOf(EVM));
		const first = await frozenBy(one, asked);
		Object.assign(one.world, { baseFee: 1_500n, tip: 99n, gas: [90_000n] });
		expect(await frozenBy(one, asked)).toEqual(first);
		expect(one.world.queries.filter((method) => method === "gasOfSequence")).toHaveLength(1);
	});

	it("are chosen again once the nonce moved", async () => {
		const one = scene();
		const asked = asRequest(actionOf(EVM));
		expect(noncesOf(await frozenBy(one, asked))).toEqual([7, 8]);
		one.world.pending = 9;
		expect(noncesOf(await frozenBy(one, asked))).toEqual([9, 10]);
	});

	it("are chosen again once the fee no longer covers the base fee", async () => {
		const one = scene();
		const asked = asRequest(actionOf(EVM));
		await frozenBy(one, asked);
		one.world.baseFee = 1_000_000n;
		const [after] = (await frozenBy(one, asked)).intents;
		expect(after).toMatchObject({ transaction: { max_fee_per_gas: "2000030" } });
	});

	it("are chosen separately if the action was revised", async () => {
		const one = scene();
		await frozenBy(one, asRequest(actionOf(EVM)));
		Object.assign(one.world, { gas: [90_000n] });
		const [revised] = (await frozenBy(one, asRequest(actionOf(EVM, { revision: 4 })))).intents;
		expect(revised).toMatchObject({ transaction: { gas_limit: 135_000 } });
	});

	it("include, on Solana, a blockhash that is fresh at each read", async () => {
		const one = scene();
		const asked = asRequest(actionOf(SVM, { expires_at: null }));
		const first = await frozenBy(one, asked);
		one.world.blockhash = "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi";
		expect(await frozenBy(one, asked)).not.toEqual(first);
	});

	it("are absent once it is answered, and no chain is queried", async () => {
		const one = scene();
		const { freezing, frozen, answers } = await one.preparing.prepare(
			asRequest(actionOf(EVM, { state: "completed" })),
		);
		expect(frozen).toBeNull();
		expect(answers).toEqual([]);
		expect(freezing()).toMatchObject({ ok: false, refusals: [{ field: "state" }] });
		expect(one.world.queries).toEqual([]);
	});

	it("need a query about each step", async () => {
		const one = scene();
		const { answers } = await one.preparing.prepare(asRequest(actionOf(EVM)));
		expect(answers.map((answer) => "family" in answer && answer.family)).toEqual(["evm", "evm"]);
	});
});

const DOWN = "Your RPC does not answer. Nothing was signed or sent.";

describe("a chain that can't be queried", () => {
	const down = (one: ReturnType<typeof scene>) => {
		one.world.fault = new ChainError("unreachable", verbatim(DOWN));
	};

	it.each([
		["8453", actionOf(EVM)],
		["devnet", actionOf(SVM)],
	])("refuses an action in words, and is reported as failing by its own name %s", async (name, action) => {
		const one = scene();
		down(one);
		const { freezing, frozen, answers } = await one.preparing.prepare(asRequest(action));
		expect(freezing()).toMatchObject({ ok: false, refusals: [{ field: "chain", text: verbatim(DOWN) }] });
		expect(frozen).toBeNull();
		expect(answers).toEqual([]);
		expect(one.health).toEqual([[name, false, verbatim(DOWN)]]);
	});

	it.each([
		["unreachable", true],
		["busy", true],
		["wrong_chain", false],
		["refused", false],
	] as const)("refuses an action only for now if that may pass: %s", async (kind, passing) => {
		const one = scene();
		one.world.fault = new ChainError(kind, verbatim(DOWN));
		const { freezing } = await one.preparing.prepare(asRequest(actionOf(EVM)));
		const refusal = { field: "chain", text: verbatim(DOWN), ...(passing ? { passing } : {}) };
		expect(freezing()).toHaveProperty("refusals", [expect.objectContaining(refusal)]);
		expect(freezing()).not.toHaveProperty("refusals.0.passing", !passing);
	});

	it("leaves a commit its frozen review, with the fault instead of an answer", async () => {
		const one = scene();
		down(one);
		const { frozen, answers } = await one.preparing.prepare(ofCommit());
		expect(frozen).toMatchObject({ commit_id: "commit-1" });
		expect(answers).toEqual([{ fault: verbatim(DOWN), isRpcSilent: true }]);
		expect(one.health).toEqual([["8453", false, verbatim(DOWN)]]);
	});

	it("leaves a Solana commit without its tables' accounts, so that nothing of it is proven", async () => {
		const one = scene();
		const view = svmCommitOf(TOKEN_TRANSFER);
		const lent = lookupsOf(transactionBase64(TOKEN_TRANSFER), [TABLE]);
		expect((await one.preparing.prepare(ofCommit(view))).freezing()).toMatchObject({
			frozen: { lookups: lent },
		});
		down(one);
		const { freezing, answers } = await one.preparing.prepare(ofCommit(view));
		expect(freezing()).toMatchObject({ frozen: { lookups: [] } });
		expect(answers).toEqual([{ fault: verbatim(DOWN), isRpcSilent: true }]);
		expect(one.health.filter(([, ok]) => !ok).map(([name]) => name)).toEqual(["devnet", "devnet"]);
	});

	it("does the same after an earlier query", async () => {
		const one = scene();
		const asked = asRequest(actionOf(EVM));
		await frozenBy(one, asked);
		down(one);
		expect((await one.preparing.prepare(asked)).freezing()).toMatchObject({ ok: false });
	});

	it("without an RPC does not affect any RPC's health", async () => {
		const one = scene();
		one.world.fault = new ChainError("no_rpc", verbatim("No RPC is set for chain 8453."));
		const { freezing } = await one.preparing.prepare(asRequest(actionOf(EVM)));
		expect(freezing()).toMatchObject({ refusals: [{ text: verbatim("No RPC is set for chain 8453.") }] });
		expect(one.health).toEqual([]);
	});

	it("because of our own fault is reported without inner details, which are logged", async () => {
		const one = scene();
		one.world.fault = new TypeError("inner detail");
		const { freezing } = await one.preparing.prepare(asRequest(actionOf(EVM)));
		expect(freezing()).toMatchObject({ refusals: [{ text: message("chain.unusable") }] });
		expect(one.lines.join()).toContain("inner detail");
		expect(one.health).toEqual([]);
	});
});

describe("an incomplete request", () => {
	it("is refused at the faulty member, and the RPC is not blamed", async () => {
		const one = scene();
		one.world.gas = [null];
		expect((await one.preparing.prepare(asRequest(actionOf(EVM)))).freezing()).toMatchObject({
			ok: false,
			refusals: [{ field: "gas", text: message("completing.would-fail.step", { step: "1" }) }],
		});
		const [only] = SVM.transactions;
		if (only === undefined) throw new Error("no transaction");
		const broken = svmRequest([
			{ ...only, instructions: only.instructions.map((each) => ({ ...each, program_id: "?" })) },
		]);
		expect((await one.preparing.prepare(asRequest(actionOf(broken)))).freezing()).toMatchObject({
			ok: false,
			refusals: [{ field: "instructions" }],
		});
		expect(one.health).toEqual([]);
	});

	it("is refused if the stated gas exceeds a transaction's range", async () => {
		const one = scene();
		const huge = request([transaction({ gas: "9007199254740993" })]);
		const { freezing, frozen } = await one.preparing.prepare(asRequest(actionOf(huge)));
		expect(frozen).toBeNull();
		expect(freezing()).toMatchObject({ ok: false });
	});
});

describe("without the chain's answer", () => {
	const text = verbatim("The request changed.");

	it("an action can't be approved, and a commit has its review with the reason", () => {
		const one = scene();
		const action = one.preparing.without(asRequest(actionOf(EVM)), text);
		expect(action.freezing()).toMatchObject({ ok: false, refusals: [{ field: "chain", text }] });
		expect(action).toMatchObject({
			frozen: null,
			answers: [],
		});
		const view = one.preparing.without(ofCommit(), text);
		expect(view).toMatchObject({ frozen: { commit_id: "commit-1" }, answers: [{ fault: text }] });
		expect(one.world.queries).toEqual([]);
	});
});
