import { base64 } from "@scure/base";
import { createTransferCheckedInstruction } from "@solana/spl-token";
import {
	AddressLookupTableAccount,
	SystemProgram,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { questionsOf } from "../../../../../src/core/review/ask.ts";
import { composeReview } from "../../../../../src/core/review/compose.ts";
import { predictionOf } from "../../../../../src/core/review/effects/prediction.ts";
import { runningBalances } from "../../../../../src/core/review/effects/running-balances.ts";
import { summariseCommit } from "../../../../../src/core/review/summary.ts";
import { reviewView } from "../../../../../src/main/views/review-view.ts";
import { commitOfRead } from "../../../../fixtures/requests.ts";
import { saying } from "../../../../support/saying.ts";
import { OWNER, SIGNER } from "../../match/honest.ts";
import { commitFreezing, fine, input, missing } from "../scene.ts";
import {
	BLOCKHASH,
	built,
	CLUSTER,
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	out,
	sending,
	short,
	svmCommit,
	svmFacts,
	svmSimulation,
	text,
	YOU,
	YOUR_TOKENS,
} from "../svm-scene.ts";

const place = { entryId: "entry-1", batch: new Map() };
const PERSON = { ...OWNER, accounts: [SIGNER], labels: {}, sessionId: "session-1" };

const send = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5_000_000n, 6);
const shown = svmSimulation([out(text(MINT), 5_000_000n, { counterparty: text(YOU) })]);

function svmReview(
	view = svmCommit([send], shown),
	patch: Partial<Parameters<typeof composeReview>[0]> = {},
	said = svmFacts(),
) {
	const read = { kind: "known", view, reviewFault: null } as const;
	return composeReview({
		...input(),
		request: commitOfRead(read),
		freezing: commitFreezing(read) ?? { ok: false, refusals: [] },
		answers: [{ family: "svm", facts: said }],
		user: me(),
		...patch,
	});
}

describe("a Solana commit", () => {
	it("asks for the end of the paid address if it requires a typed word", () => {
		const { approval } = svmReview(svmCommit([send], svmSimulation([])));
		expect(approval).toMatchObject({ word: text(YOU).slice(-4), wordOf: "recipient" });
	});

	it("can be approved if it is honest", () => {
		const review = svmReview();
		expect(review.approval).toEqual({
			possible: true,
			refusals: [],
			word: null,
			wordOf: null,
			wordParty: null,
			canRetry: false,
			causes: [],
			byRules: [],
		});
		expect(review.match.verdict).toBe("matched");
		expect(review.headline.text).toEqual(
			message("svm.send", {
				amount: { amount: { raw: "5000000", decimals: 6, symbol: "USDX", checked: true } },
				to: short(YOU),
			}),
		);
		expect(review.costs?.most).toMatchObject({ raw: 5_000n, symbol: "SOL", decimals: 9 });
	});

	it.each([
		[
			"the RPC is of another cluster",
			svmFacts({ rightCluster: false }),
			saying("match.rpc-cluster.differs"),
			true,
		],
		[
			"its blockhash is dead",
			svmFacts({ blockhashValid: fine(false) }),
			saying("finding.blockhash-dead"),
			true,
		],
		[
			"the balance is too low for its fee",
			svmFacts({ lamports: fine(4_999n) }),
			saying("cover.too-low"),
			true,
		],
		["its fee can't be read", svmFacts({ fee: missing() }), saying("cover.unknown"), true],
		[
			"the token account is not there",
			svmFacts({}, [[MY_TOKENS, null]]),
			saying("finding.would-fail.token"),
			false,
		],
	] as const)("can't be approved if %s", (_what, said, text, canRetry) => {
		const { approval } = svmReview(undefined, {}, said);
		expect(approval).toMatchObject({ possible: false, canRetry });
		expect(approval.refusals).toContainEqual(text);
	});

	it("can't be approved if the RPC is down, or the service lies", () => {
		const down = svmReview(undefined, { answers: [{ fault: verbatim("Your RPC could not be reached.") }] });
		expect(down.approval).toMatchObject({ possible: false, canRetry: true });
		const lie = svmCommit([send], shown, {
			action: {
				kind: "sign",
				payload: { kind: "svm_transaction", signer: text(ME), transaction_base64: built([sending(9n)]) },
			},
		});
		expect(svmReview(lie).match.verdict).toBe("refused");
		expect(svmReview(lie).approval.possible).toBe(false);
	});

	it("compares the amount, its fee and rent with the balance, to the last lamport", () => {
		const sends = svmCommit([sending(1_000_000n)], svmSimulation([out("native", 1_000_000n)]));
		expect(svmReview(sends, {}, svmFacts({ lamports: fine(1_005_000n) })).approval.possible).toBe(true);
		expect(svmReview(sends, {}, svmFacts({ lamports: fine(1_004_999n) })).approval.possible).toBe(false);
	});

	it("is queried with its fee payer, blockhash and accounts", () => {
		const review = svmReview();
		if (review.frozen === null) throw new Error("not frozen");
		const [question] = questionsOf(review.frozen);
		expect(question).toMatchObject({ family: "svm", cluster: CLUSTER, request: { payer: text(ME) } });
		const asked = question?.family === "svm" ? question.request.accounts : [];
		for (const of of [ME, MINT, MY_TOKENS, YOUR_TOKENS]) expect(asked).toContain(text(of));
		expect(new Set(asked).size).toBe(asked.length);
	});

	it("predicts the gain of each of several recipients, all instructions together", () => {
		const other = key(41);
		const all = [sending(3n), sending(5n, other), sending(4n)];
		const predicted = predictionOf(svmReview(svmCommit(all, svmSimulation([out("native", 12n)]))));
		const unit = { asset: "native", symbol: "SOL", decimals: 9 };
		expect(predicted?.receivers).toEqual([
			{ to: text(YOU), ...unit, amount: "7" },
			{ to: text(other), ...unit, amount: "5", isOutlier: true },
		]);
		expect(predictionOf(svmReview(svmCommit([sending(3n)], svmSimulation([]))))?.receivers).toBeUndefined();
	});

	it("has the wallet's balance on the row of its token account", () => {
		const { analyses, effects } = svmReview();
		const rows = analyses.flatMap(({ changes }) => changes?.rows ?? []);
		const balances = [...runningBalances(rows, effects).values()];
		expect(balances.map(({ before, after }) => [before.raw, after?.raw])).toEqual([
			[41_000_000n, 36_000_000n],
		]);
	});

	it("is predicted in lamports and base units, addresses unchanged", () => {
		expect(predictionOf(svmReview())).toEqual({
			nativeSymbol: "SOL",
			mostFee: "5000",
			value: "0",
			moves: [
				{
					kind: "transfer",
					direction: "out",
					account: text(ME),
					asset: text(MINT),
					amount: "5000000",
					symbol: "USDX",
					decimals: 6,
				},
			],
			spends: {
				certain: true,
				amounts: [
					{ asset: "native", amount: "5000" },
					{ asset: text(MINT), amount: "5000000" },
				],
			},
			facts: { recipients: [text(YOU)], contracts: [], grants: [], simulated: "not" },
		});
	});

	it("is drawn instruction by instruction", () => {
		const view = reviewView(svmReview(), place);
		expect(view).toMatchObject({ chain: { id: CLUSTER, name: "Solana Devnet" }, requestKind: "commit" });
		expect(view.contents).toMatchObject([
			{
				kind: "svm_transaction",
				version: "v0",
				feePayer: { address: text(ME) },
				instructions: [
					{
						at: 1,
						known: true,
						program: { name: "Token" },
						text: { params: { told: { code: "svm.send" } } },
					},
				],
				signatures: [{ state: "yours" }],
				tables: [],
			},
		]);
		expect(view.changes).toMatchObject([
			{ mine: true, amount: { text: "5", unit: "USDX" }, step: null, of: { text: "41" } },
		]);
		expect(JSON.parse(JSON.stringify(view))).toEqual(view);
	});

	it("is summarised without the chain", () => {
		const read = {
			kind: "known",
			view: svmCommit([sending(1_500_000n)], svmSimulation()),
			reviewFault: null,
		} as const;
		expect(summariseCommit(read, commitFreezing(read), { ...PERSON, accounts: [text(ME)] })).toMatchObject({
			headline: { code: "svm.send", params: { to: short(YOU) } },
			chainRef: CLUSTER,
			match: "matched",
		});
	});

	it("blocks a durable nonce even if everything else matches", () => {
		const advance = SystemProgram.nonceAdvance({ noncePubkey: YOU, authorizedPubkey: ME });
		const review = svmReview(svmCommit([advance, send], shown));
		expect(review.findings[0]).toMatchObject({ id: "durable-nonce", severity: "block" });
		expect(review.approval.possible).toBe(false);
	});

	it("is never approved: unread lookup tables", () => {
		const table = new AddressLookupTableAccount({
			key: YOUR_TOKENS,
			state: {
				deactivationSlot: 2n ** 64n - 1n,
				lastExtendedSlot: 0,
				lastExtendedSlotStartIndex: 0,
				addresses: [YOU],
			},
		});
		const message = new TransactionMessage({
			payerKey: ME,
			recentBlockhash: BLOCKHASH,
			instructions: [sending(5n)],
		}).compileToV0Message([table]);
		const bytes = base64.encode(new VersionedTransaction(message).serialize());
		const view = svmCommit([sending(5n)], svmSimulation([out("native", 5n)]), {
			action: {
				kind: "sign",
				payload: { kind: "svm_transaction", signer: text(ME), transaction_base64: bytes },
			},
		});
		const review = svmReview(view);
		expect(review.analyses).toEqual([]);
		expect(review.approval.refusals).toContainEqual(saying("against.not-decoded"));
		expect(review.headline.text).toEqual(
			saying("svm.send", {
				amount: { amount: { raw: "5", decimals: 9, symbol: "SOL", checked: true } },
				to: short(YOU),
			}),
		);
	});
});
