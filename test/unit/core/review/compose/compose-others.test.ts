import { getAddress } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import type { ItemOpinion } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { appNamed, MAX_APP_NAME } from "../../../../../src/core/identities/labels.ts";
import { inner, message, verbatim } from "../../../../../src/core/localized-text.ts";
import { freezeAction } from "../../../../../src/core/match/freeze-action.ts";
import type { Intent } from "../../../../../src/core/match/frozen.ts";
import { simulationOfStep } from "../../../../../src/core/match/member.ts";
import { questionsOf } from "../../../../../src/core/review/ask.ts";
import { composeReview } from "../../../../../src/core/review/compose.ts";
import { differencesOf } from "../../../../../src/core/review/diff/diff.ts";
import { predictionOf } from "../../../../../src/core/review/effects/prediction.ts";
import { givenIntents, summariseAction } from "../../../../../src/core/review/summary.ts";
import { reviewView } from "../../../../../src/main/views/review-view.ts";
import type { SignRequest } from "../../../../../src/service-api/action.ts";
import { commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";
import { commitOfRead, requestOfAction, requestOfReplacement } from "../../../../fixtures/requests.ts";
import { outline } from "../../../../support/outline.ts";
import { saying } from "../../../../support/saying.ts";
import {
	approveData,
	CHAIN,
	commit,
	frozenOf,
	OTHER,
	OWNER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { mail, ZERO } from "../../match/typed-samples.ts";
import { simulated } from "../../risk/evm/scene.ts";
import { answerOf, commitFreezing, facts, fine, input, missing, NOT_SIMULATED } from "../scene.ts";
import { action, actionReview, frozenAction, pair, replacement } from "../several.ts";
import { out, sending, svmCommit, svmSimulation } from "../svm-scene.ts";

const place = { entryId: "entry-1", batch: new Map() };
const PERSON = { ...OWNER, accounts: [SIGNER], labels: {}, sessionId: "session-1" };

/** Returns the last four characters of the address, in the spelling that the app shows. */
const endOf = (address: string) => getAddress(address).slice(-4);

describe("an action of several transactions", () => {
	it("can be approved if it is honest, and describes all of it in one sentence", () => {
		const review = actionReview();
		expect(
			review.match.checks.filter((check) => check.status !== "passed" && check.status !== "noted"),
		).toEqual([]);
		expect(review.approval).toMatchObject({ possible: true, refusals: [] });
		expect(review.headline.text).toEqual(
			message("headline.then", {
				told: message("token.permission", {
					who: "0xb2b2b2…b2b2b2",
					amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
				}),
				next: inner(
					message("token.send", {
						amount: { amount: { raw: "5000000", decimals: 6, symbol: "TUSD", checked: true } },
						to: "0x2B5AD5…cCD6cF",
					}),
				),
			}),
		);
		expect(review.analyses).toHaveLength(2);
	});

	it("names the stranger among many contacts first, in any position", () => {
		const recipients = [...Array.from({ length: 8 }, () => OTHER), VAULT, OTHER, OTHER, OTHER];
		const steps = recipients.map((to) => transaction({ to: TOKEN, data: transferData(to, 25n) }));
		const text = summariseAction(action(request(steps)), null, {
			accounts: [SIGNER],
			labels: { [OTHER.toLowerCase()]: "Ada" },
		}).headline;
		expect(outline(text)).toMatch(
			/^headline\.and-others\(told: headline\.then\(told: headline\.then\(told: token\.send\(amount: [^,]*, to: 0xb2b2b2…b2b2b2\), .*count: 9\)$/,
		);
	});

	it("names the worst, in any position, and counts the others", () => {
		const sends = (label: string) =>
			transaction({ to: TOKEN, data: transferData(OTHER, 5_000_000n), label, kind: "transfer" });
		const grave = transaction({ data: approveData(VAULT, 2n ** 256n - 1n) });
		const few = Array.from({ length: 5 }, (_, at) => sends(`Send ${at}`));
		const told = (steps: ReturnType<typeof transaction>[]) => {
			const intents = steps.map(({ data = "0x" }, at) => payload({ data }, { nonce: 11 + at }));
			const balanceChanges = steps.map((_, at) => ({
				account: SIGNER,
				asset: TOKEN,
				amount: "5000000",
				direction: "out" as const,
				step: at + 1,
			}));
			const whole = simulation({ approvals: [], balanceChanges });
			return outline(actionReview(action(request(steps, whole)), intents).headline.text);
		};
		expect(told([...few, grave])).toMatch(
			/^headline\.and-others\(told: token\.permission\.any\(who: 0xb2b2b2…b2b2b2, .*, count: 5\)$/,
		);
		expect(told([grave, ...few, grave])).toMatch(
			/^headline\.and-others\(told: headline\.then\(told: token\.permission\.any\([^)]*\), next: token\.permission\.any\([^)]*\)\), count: 5\)$/,
		);
		const gives = transaction({ data: approveData(VAULT, 5n) });
		expect(told([gives, ...few, grave])).toMatch(
			/^headline\.and-others\(told: headline\.then\(told: token\.permission\([^)]*\), next: token\.permission\.any\([^)]*\)\), count: 5\)$/,
		);
		expect(told(few)).toBe("headline.pays.one(amounts: [25 TUSD], count: 5, to: 0x2B5AD5…cCD6cF)");
	});

	it("adds up all steps' costs, and compares the sum with one balance", () => {
		expect(actionReview().costs?.most?.raw).toBe(240_000_000_000_000n);
		const low = facts({ balance: fine(240_000_000_000_000n - 1n) });
		const { approval } = actionReview(undefined, undefined, { answers: [answerOf(low), answerOf(low)] });
		expect(approval).toMatchObject({ possible: false, canRetry: true });
		expect(approval.refusals[0]).toEqual(saying("cover.too-low"));
	});

	it("blocks only the first step's nonce with an unsettled row", () => {
		const held = actionReview(undefined, undefined, { lane: { sameNonceHeadline: "Sends 1 ETH" } });
		expect(held.findings).toMatchObject([{ id: "nonce-held", text: saying("finding.of-step", { step: 1 }) }]);
		expect(held.approval).toMatchObject({ possible: false, canRetry: true });
	});

	it("adds up all steps' outflows: one record without a step does not cover two of them", () => {
		const data = transferData(OTHER, 5_000_000n);
		const sends = (pending_tx_id: number) =>
			transaction({ to: TOKEN, data, label: "Send", kind: "transfer", pending_tx_id, gas: "60000" });
		const review = (amount: string) => {
			const out = { account: SIGNER, asset: TOKEN, amount, direction: "out" as const };
			const told = simulation({ balanceChanges: [out], approvals: [] });
			const intents = [payload({ data }), payload({ data }, { nonce: 12 })];
			return actionReview(action(request([sends(41), sends(42)], told)), intents);
		};
		expect(review("5000000").findings).toMatchObject([{ id: "declared-differs", needsWord: true }]);
		expect(review("5000000").approval).toMatchObject({ word: endOf(OTHER), wordOf: "recipient" });
		expect(review("10000000").findings).toEqual([]);
	});

	it("names a finding's step", () => {
		const blind = facts({ codeAtTo: fine(false) });
		const review = actionReview(undefined, undefined, { answers: [answerOf(facts()), answerOf(blind)] });
		expect(review.findings).toMatchObject([{ id: "no-code", text: saying("finding.of-step", { step: 2 }) }]);
		expect(review.approval).toMatchObject({ word: endOf(OTHER), wordOf: "recipient" });
	});

	it("uses our own simulation for a step's cost if the estimate fails, for any step", () => {
		const failing = facts({ gas: missing() });
		const costly = { id: "cost", severity: "danger", needsWord: true };
		const said = (answers: readonly EvmFacts[], ...owns: readonly ItemOpinion[]) =>
			actionReview(undefined, undefined, {
				answers: answers.map(answerOf),
				...(owns.length === 0 ? {} : { opinion: { items: owns, names: new Map() } }),
			}).findings;
		expect(said([facts(), failing])).toMatchObject([costly]);
		expect(said([failing, facts()])).toMatchObject([costly]);
		const gas = { units: "55000", priceWei: null, nativeCost: null };
		const ran = { ...NOT_SIMULATED, local: simulated({ balanceChanges: [], approvals: [], gas }) };
		const ids = said([facts(), failing], ran, ran).map(({ id }) => id);
		expect(ids).not.toContain("cost");
		const running = { ...NOT_SIMULATED, local: { state: "running" } } as const;
		expect(said([facts(), failing], running, running)).toMatchObject([
			{ ...costly, severity: "caution", needsWord: false },
		]);
	});

	it("is drawn with its steps, and says that it describes itself", () => {
		const view = reviewView(actionReview(), place);
		expect(view).toMatchObject({
			requestKind: "action",
			requestId: "act_1",
			digest: null,
			revision: 3,
			step: null,
		});
		expect(view.changes).toMatchObject([{ step: 2, amount: { text: "5" } }]);
		expect(view.permissions.map((row) => row.step)).toEqual([1]);
		expect(view.contents.map((content) => outline(content.headline))).toEqual([
			"token.permission(who: 0xb2b2b2…b2b2b2, amount: 25 TUSD)",
			"token.send(amount: 5 TUSD, to: 0x2B5AD5…cCD6cF)",
		]);
		expect(view.findings).toMatchObject([{ id: "self-described", severity: "info" }]);
	});

	it.each(["submitted", "completed", "rejected", "expired", "failed"] as const)(
		"can neither be approved nor rejected when it is %s",
		(state) => {
			const review = actionReview(action(pair().action.request, { state }));
			expect(review.approval).toMatchObject({ possible: false, canRetry: false });
			expect(review.canReject).toBe(false);
			expect(review.headline.text).toEqual(saying("token.permission"));
		},
	);

	it("can't be approved out of order, for another call, or before the service confirmed it", () => {
		const { action: of } = pair();
		const [first, second] = pair().intents;
		if (first === undefined || second === undefined) throw new Error("no pair");
		expect(actionReview(of, [second, first]).approval.possible).toBe(false);
		expect(actionReview(of, [first, payload({}, { nonce: 12 })]).match.verdict).toBe("refused");
		expect(actionReview(of, [first]).approval.possible).toBe(false);
		expect(actionReview(of, [first, second], { confirmedByGet: false }).approval).toMatchObject({
			possible: false,
			canRetry: true,
		});
	});

	it("is queried and predicted step by step", () => {
		const frozen = frozenAction(pair().action, pair().intents);
		expect(questionsOf(frozen)).toMatchObject([
			{ family: "evm", chainId: CHAIN },
			{ family: "evm", chainId: CHAIN },
		]);
		expect(predictionOf(actionReview(), 0)?.moves).toMatchObject([{ kind: "approval" }]);
		expect(predictionOf(actionReview(), 1)?.moves).toMatchObject([{ kind: "transfer", amount: "5000000" }]);
		expect(predictionOf(actionReview(), 2)).toBeNull();
	});

	it("is summarised in its own words", () => {
		expect(summariseAction(pair().action, null, PERSON)).toMatchObject({
			headline: {
				code: "headline.then",
				params: { told: { code: "token.permission" }, next: { inner: { code: "token.send" } } },
			},
			chainRef: String(CHAIN),
			app: "test-vault",
			expiresAt: 1_790_000_900_000,
			match: "unproven",
		});
	});

	it("belongs to an app by its bounded name", () => {
		const { action } = pair();
		if (action.request.type !== "execute_evm") throw new Error("another request");
		const transactions = action.request.transactions.map((each) => ({ ...each, protocol: "x".repeat(900) }));
		const { app } = summariseAction(
			{ ...action, request: { ...action.request, transactions } },
			null,
			PERSON,
		);
		expect(app).toBe(appNamed("x".repeat(900)));
		expect(app?.length).toBeLessThanOrEqual(MAX_APP_NAME);
	});

	it("has a simulation of the whole, with each step's own records", () => {
		const row = { asset: TOKEN, amount: "1" };
		const whole = simulation({
			approvals: [],
			balanceChanges: [{ ...row, step: 1 }, { ...row, step: 2 }, row],
		});
		expect(simulationOfStep(whole, 1, 2).balanceChanges).toEqual([{ ...row, step: 2 }, row]);
		expect(simulationOfStep(whole, 0, 1)).toBe(whole);
	});
});

const signRequest = (messages: readonly string[]): SignRequest => ({
	type: "sign",
	requestId: "request-1",
	chainFamily: "evm",
	executionKind: "message",
	signer: SIGNER,
	description: "Prove that this is your account",
	chainId: CHAIN,
	payloads: messages.map((message) => ({ kind: "evm_personal" as const, message })),
});
const personal = (message: string): Intent => ({ kind: "evm_personal", message });

describe("messages to sign", () => {
	const one = action(signRequest(["Hello"]));
	const asked = { answers: [{ family: "none" as const }] };

	it("can be approved without any chain, and cost nothing", () => {
		const review = actionReview(one, [personal("Hello")], asked);
		expect(review.approval.refusals).toEqual([]);
		expect(review.costs).toBeNull();
		expect(reviewView(review, place)).toMatchObject({
			costs: null,
			contents: [{ kind: "message", text: "Hello", serviceSays: "Prove that this is your account" }],
			broadcaster: { text: message("review.submits.signature") },
		});
	});

	it("name the worst if there are several, and count the others", () => {
		const two = action(signRequest(["Hello", "World"]));
		const review = actionReview(two, [personal("Hello"), personal("World")], {
			answers: [{ family: "none" }, { family: "none" }],
		});
		expect(review.headline.text).toEqual(
			message("headline.and-others", { told: message("message.signs-text", { text: "Hello" }), count: 1 }),
		);
		const given = givenIntents(two) ?? [];
		const freezing = freezeAction(two, "session-1", OWNER, given, false);
		expect(summariseAction(two, freezing, PERSON).headline).toEqual(message("headline.asks", { count: 2 }));
	});

	it("are named as unreadable, and not counted", () => {
		const typed = { kind: "evm_typed_data" as const, typed_data: { message: { amount: 4.2 } } };
		const read = { kind: "evm_typed_data" as const, typed_data: { message: { amount: 4 } } };
		for (const payload of [typed, read]) {
			const unread = action({ ...signRequest([]), payloads: [payload] });
			const text = message("message.unreadable.typed-data");
			expect(actionReview(unread, [payload], asked).headline.text).toEqual(text);
			const freezing = freezeAction(unread, "session-1", OWNER, [payload], false);
			expect(summariseAction(unread, freezing, PERSON).headline).toEqual(text);
		}
	});

	it("require no typed word from the end of the zero address, which names no contract", () => {
		const typed = mail();
		const domain = { ...typed.domain, chainId: CHAIN, verifyingContract: ZERO };
		const payload = { kind: "evm_typed_data" as const, typed_data: { ...typed, domain } };
		const review = actionReview(action({ ...signRequest([]), payloads: [payload] }), [payload], asked);
		expect(review.approval).toMatchObject({ possible: true, wordOf: "fingerprint" });
		expect(review.approval.word).not.toBe("0000");
	});

	it("can't be approved for another text than the request's", () => {
		expect(actionReview(one, [personal("Other")], asked).approval.possible).toBe(false);
	});

	it("predict nothing, and could still have any effect", () => {
		const review = actionReview(one, [personal("Hello")], asked);
		expect(predictionOf(review)).toEqual({
			nativeSymbol: "",
			mostFee: "0",
			value: "0",
			moves: [],
			spends: { certain: false, amounts: [] },
			facts: { recipients: [], contracts: null, grants: [], simulated: "not" },
		});
	});
});

describe("a replacement", () => {
	const review = (purpose: "speed_up" | "cancel", patch = {}) =>
		composeReview({
			...input(),
			request: requestOfReplacement(replacement(purpose), {
				headline: "Lets 0xb2b2b2…b2b2b2 take up to 25 TUSD",
				text: verbatim("It has not been mined for ten minutes."),
			}),
			freezing: { ok: true, frozen: replacement(purpose) },
			...patch,
		});

	it("says whether it speeds up or cancels, with the new fee next to the old one", () => {
		const fast = review("speed_up");
		expect(fast.approval).toMatchObject({ possible: true, refusals: [] });
		expect(fast.headline.text).toEqual(
			message("headline.speed-up", {
				what: inner(
					message("token.permission", {
						who: "0xb2b2b2…b2b2b2",
						amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
					}),
				),
			}),
		);
		expect(review("cancel").headline.text).toEqual(
			message("headline.cancel", {
				what: inner(verbatim("Lets 0xb2b2b2…b2b2b2 take up to 25 TUSD")),
			}),
		);
		const view = reviewView(fast, place);
		expect(view).toMatchObject({ requestKind: "replacement", requestId: null, canReject: false });
		expect(view.replaces).toMatchObject({ purpose: "speed_up", transactionId: `0x${"ab".repeat(32)}` });
		expect(view.replaces?.text).toEqual(
			saying("replacement.fees", {
				now: { amount: { raw: "240000000000000", decimals: 18, symbol: "ETH", checked: true } },
				before: { amount: { raw: "120000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
	});

	it("is refused once the nonce is used, and unproven while that can't be queried", () => {
		const used = review("cancel", { answers: [answerOf(facts({ latestNonce: fine(12) }))] });
		expect(used.approval.possible).toBe(false);
		expect(used.match.verdict).toBe("refused");
		const silent = review("cancel", {
			answers: [answerOf(facts({ latestNonce: { ok: false, reason: verbatim("Down.") } }))],
		});
		expect(silent.match.verdict).toBe("unproven");
	});

	it("hides nothing, since nothing else describes it, and can't be approved without funds", () => {
		expect(review("cancel").findings.map((finding) => finding.id)).not.toContain("declared-differs");
		const poor = review("speed_up", { answers: [answerOf(facts({ balance: fine(1n) }))] });
		expect(poor.approval.possible).toBe(false);
	});
});

describe("a change of any kind", () => {
	it("is described step by step for an action", () => {
		const { action: of, intents } = pair();
		const [first] = intents;
		if (first === undefined) throw new Error("no pair");
		const dearer = payload({ data: payload().transaction.data, max_fee_per_gas: "3000000000" });
		const second = intents[1];
		if (second === undefined) throw new Error("no pair");
		expect(differencesOf(frozenAction(of, [first, second]), frozenAction(of, [dearer, second]))).toEqual([
			{
				role: null,
				field: message("difference.of-step", { step: "1", field: message("difference.field.most-per-gas") }),
				before: verbatim("2000000000"),
				after: verbatim("3000000000"),
			},
		]);
	});

	it("is described for a Solana commit in our own words, and is never empty", () => {
		const [before, after] = [sending(5n), sending(6n)].map((each) =>
			frozenOf(svmCommit([each], svmSimulation([out("native", 9n)]))),
		);
		if (before === undefined || after === undefined) throw new Error("not frozen");
		expect(differencesOf(before, after)).toContainEqual({
			role: null,
			field: message("difference.field.does"),
			before: expect.objectContaining({ code: "svm.send" }),
			after: expect.objectContaining({ code: "svm.send" }),
		});
		expect(differencesOf(before, before)).toEqual([]);
	});

	it("is described for messages, replacements and between kinds", () => {
		const [left, right] = ["Hello", "World"].map((text) =>
			frozenAction(action(signRequest([text])), [personal(text)]),
		);
		if (left === undefined || right === undefined) throw new Error("not frozen");
		expect(differencesOf(left, right)).toContainEqual({
			role: null,
			field: message("difference.field.signed"),
			before: verbatim("Hello"),
			after: verbatim("World"),
		});
		expect(
			differencesOf(replacement("speed_up"), replacement("cancel")).map((row) => row.field.code),
		).toContain("difference.field.purpose");
		expect(differencesOf(frozenOf(commit()), left).length).toBeGreaterThan(0);
	});
});

describe("an unreadable item", () => {
	const operation = commitView.parse(
		loadExamples().commit_views["evm_needs_signature_sign_user_operation_hosted"],
	);
	const read = { kind: "known", view: operation, reviewFault: null } as const;
	const blind = (blindAllowed: boolean) =>
		composeReview({
			...input(),
			request: commitOfRead(read),
			freezing: commitFreezing(read, { blind: blindAllowed }) ?? { ok: false, refusals: [] },
			answers: [{ family: "none" }],
			blindAllowed,
		});

	it("is frozen as blind only if the user permits that", () => {
		expect(blind(false).frozen).not.toHaveProperty("blind");
		expect(blind(false).approval.possible).toBe(false);
		expect(blind(true).frozen).toHaveProperty("blind", true);
		expect(blind(true).fingerprint).not.toBe(blind(false).fingerprint);
	});

	it("is refused as blind if the user no longer permits it", () => {
		const of = action(signRequest(["Hello"]));
		const freezing = freezeAction(of, "session-1", OWNER, [personal("Hello")], true);
		const review = actionReview(of, [personal("Hello")], {
			request: requestOfAction(of),
			freezing,
			answers: [{ family: "none" }],
		});
		expect(review.approval.refusals).toContainEqual(saying("against.blind"));
	});
});
