import { afterEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import type { Action } from "../../../../src/service-api/events.ts";
import {
	type ActionScene,
	committedAction,
	evmAction,
	messageAction,
	openActionScene,
	svmSignAction,
} from "./actions-scene.ts";
import { offline, refusal } from "./fakes.ts";
import { EXPIRY } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** An action that only signs, and a crash at each step of both kinds of action. */

let scene: ActionScene;
afterEach(() => scene.close());

const open = (made: ReturnType<typeof messageAction> = messageAction()) => {
	scene = openActionScene(made);
};
const ended = () => scene.parent().state === "settled" || scene.parent().state === "refused";
const outcomes = () => scene.stepRows().map((leg) => [leg.state, leg.outcome, leg.live]);

describe("an action that requests signatures", () => {
	it("submits them together, in the order of its payloads, and ends", async () => {
		open(messageAction(2));
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toEqual([
			{
				key: scene.parent().reportKey,
				body: {
					revision: 3,
					result: {
						status: "signed",
						outputs: [
							{ id: "payload_1", signature: signedBytesOf(scene.stepRow(1)) },
							{ id: "payload_2", signature: signedBytesOf(scene.stepRow(2)) },
						],
					},
				},
			},
		]);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "answered", text: null });
		expect(outcomes()).toEqual([
			["settled", "answered", false],
			["settled", "answered", false],
		]);
		expect(scene.signer.signed).toBe(2);
		expect(scene.clock.waiting()).toBe(0);
	});

	it("is not signed if blind signing was turned off while it waited for the vault", async () => {
		const { action, frozen } = messageAction();
		open({ action, frozen: { ...frozen, blind: true } });
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(5_000);
		scene.blind = false;
		scene.signer.stands = "ready";
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent().text).toEqual(sentences(message("signing.blind-off"), message("nothing-signed")));
	});

	it("is signed without that switch if it is not blind", async () => {
		open();
		scene.blind = false;
		scene.begin();
		await scene.until(ended);
		expect(scene.parent().outcome).toBe("answered");
	});

	it("returns Solana transactions whole, and sends none of them itself", async () => {
		open(svmSignAction());
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers[0]?.body).toMatchObject({
			result: {
				outputs: [
					{ signedTransactionBase64: signedBytesOf(scene.stepRow(1)) },
					{ signedTransactionBase64: signedBytesOf(scene.stepRow(2)) },
				],
			},
		});
		expect(scene.svm.sent).toEqual([]);
	});

	it("returns only the signature if the transaction is one of an operation", async () => {
		open(svmSignAction("operation-1"));
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers[0]?.body).toMatchObject({
			result: {
				outputs: [
					{ signature: scene.stepRow(1).transactionId },
					{ signature: scene.stepRow(2).transactionId },
				],
			},
		});
	});

	it.each([
		[
			"is revised",
			{ revision: 4 },
			sentences(message("signing.changed"), message("signing.answer.kept-back")),
		],
		[
			"is answered elsewhere",
			{ state: "completed" as const },
			sentences(
				message("signing.no-longer-asked.action", { state: "completed" }),
				message("signing.answer.kept-back"),
			),
		],
	])("withholds the signature if the action %s during signing", async (_, change, text) => {
		open();
		scene.signer.during = () => scene.actions.become(change);
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toEqual([]);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "refused", live: false });
		expect(scene.parent().text).toEqual(text);
		expect(outcomes()).toEqual([["settled", "refused", false]]);
	});

	it("withholds the signature if the request expires during signing", async () => {
		open();
		scene.signer.during = () => scene.clock.advance(EXPIRY - scene.clock.now());
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toEqual([]);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "refused" });
	});

	it("submits nothing if one of them is refused, and may be approved again", async () => {
		open(messageAction(2));
		scene.signer.during = () => {
			scene.signer.twist =
				scene.signer.signed === 2 ? (asked) => ({ ...asked, ...messageAction(1).frozen }) : (asked) => asked;
		};
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toEqual([]);
		expect(scene.parent()).toMatchObject({ state: "refused", live: false });
		expect(scene.parent().text).toEqual(
			sentences(
				message("signing.step", {
					step: "2",
					told: sentences(verbatim("Not an EVM transaction."), message("nothing-signed")),
				}),
				message("signing.answer.kept-back"),
			),
		);
		expect(outcomes()).toEqual([
			["settled", "skipped", false],
			["refused", "unsigned", false],
		]);
		scene.signer.during = () => {};
		scene.signer.twist = (asked) => asked;
		scene.begin();
		await scene.until(ended);
		expect(scene.parent().outcome).toBe("answered");
	});

	it("sends no signature again once the request has expired", async () => {
		open();
		scene.actions.fail({ when: "before", fault: offline() });
		scene.begin();
		await scene.until(() => scene.actions.answers.length === 1);
		scene.clock.advance(EXPIRY - scene.clock.now());
		await scene.until(ended);
		expect(scene.actions.answers).toHaveLength(1);
		expect(scene.parent()).toMatchObject({ outcome: "refused" });
		expect(scene.parent().text).toEqual(
			sentences(message("signing.answer.expired"), message("signing.answer.perhaps-seen")),
		);
	});

	it.each([
		["was revised", { revision: 4 }],
		["has failed", { state: "failed" as const }],
	])("sends no signature again to a request that %s meanwhile", async (_, change) => {
		open();
		scene.actions.fail({ when: "before", fault: offline() });
		scene.begin();
		await scene.until(() => scene.actions.answers.length === 1);
		scene.actions.become(change);
		await scene.until(ended);
		expect(scene.actions.answers).toHaveLength(1);
		expect(scene.parent()).toMatchObject({ outcome: "refused" });
		expect(rowTextCodes(scene.parent().text).slice(1)).toEqual([
			"signing.answer.not-sent-any-more",
			"signing.answer.perhaps-seen",
		]);
	});

	it("finds its own answer if the service accepted it and the response was lost", async () => {
		open();
		scene.actions.fail({ when: "after", fault: offline() });
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toHaveLength(1);
		expect(scene.parent()).toMatchObject({ outcome: "answered", text: null });
	});

	it("says that the service has seen the signature that it refused", async () => {
		open();
		scene.actions.fail({ when: "before", fault: refusal(422) });
		scene.begin();
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({ outcome: "refused" });
		expect(scene.parent().text).toEqual(
			sentences(
				message("signing.answer.not-taken.said", { said: "code_422" }),
				message("signing.answer.has-seen"),
			),
		);
	});

	it.each<[string, (action: Action) => Action]>([
		["another action", (action) => ({ ...action, id: "another" })],
		["an earlier revision", (action) => ({ ...action, revision: action.revision - 1 })],
	])("is not known as accepted if the service answers about %s", async (_, answersAs) => {
		open();
		scene.actions.answersAs = answersAs;
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toHaveLength(4);
		expect(new Set(scene.actions.answers.map(({ key }) => key)).size).toBe(1);
		expect(scene.parent()).toMatchObject({ outcome: "answered", text: message("signing.answer.unclear") });
		expect(detailOf(scene.journal.steps(scene.parent().id), "reported")).toEqual({
			kind: "unclear",
			told: message("signing.answer.unclear"),
		});
	});

	it("is accepted if the service answers about another action, and its log shows ours", async () => {
		open();
		scene.actions.answersAs = (action) => {
			scene.actions.become({ state: "completed" });
			return { ...action, id: "another" };
		};
		scene.begin();
		await scene.until(ended);
		expect(scene.actions.answers).toHaveLength(1);
		expect(scene.parent()).toMatchObject({ outcome: "answered", text: null });
	});

	it("refused for its revision (409) goes to the newer one, if exactly the same is requested, and is never signed again", async () => {
		open();
		scene.actions.fail({ when: "before", fault: refusal(409) });
		scene.actions.onRead = () => {
			if (scene.actions.answers.length === 1) scene.actions.become({ revision: 4 });
		};
		scene.begin();
		await scene.until(ended);
		const bodies = scene.actions.answers.map(({ body }) => body as { revision: number; result: unknown });
		expect(bodies.map(({ revision }) => revision)).toEqual([3, 4]);
		expect(bodies[1]?.result).toEqual(bodies[0]?.result);
		expect(scene.parent()).toMatchObject({ outcome: "answered", text: null });
		expect(scene.signer.signed).toBe(scene.stepRows().length);
	});

	it("finishes an interrupted withholding after a crash", async () => {
		open();
		scene.signer.during = () => scene.actions.become({ revision: 4 });
		let crashed = false;
		scene.onStep = (moment, step) => {
			if (moment === "after" && step === "settled" && !crashed) {
				crashed = true;
				void scene.runner().stop();
				throw new Error("the power went");
			}
		};
		scene.begin();
		await scene.pass(1_000);
		expect(crashed).toBe(true);
		expect(scene.parent().state).toBe("approved");
		await scene.restart();
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "refused", live: false });
		expect(scene.actions.answers).toEqual([]);
	});
});

describe("a request of a Build's stateless commit", () => {
	it("is completed by us, and answered to nobody", async () => {
		open(committedAction());
		scene.actions.onRead = () => {
			throw new Error("no service knows of it");
		};
		scene.begin();
		await scene.runToEnd();
		expect(scene.parent()).toMatchObject({
			intentId: `pipeline:sha256:${"a".repeat(64)}/0`,
			state: "settled",
			outcome: "confirmed",
			answer: null,
			text: null,
		});
		expect(scene.journal.steps(scene.parent().id).map(({ step }) => step)).toEqual([
			"approved",
			"reported",
			"settled",
		]);
		expect(scene.actions.answers).toEqual([]);
		expect([scene.signer.signed, scene.chain.sent.length]).toEqual([2, 2]);
	});

	it("is not signed if the user rejected it before its turn came", async () => {
		open(committedAction());
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(2_000);
		scene.actions.become({ state: "rejected" });
		scene.signer.stands = "ready";
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent().text).toEqual(
			sentences(
				message("signing.no-longer-asked.action", { state: "rejected" }),
				message("signing.not-signed.open-again"),
			),
		);
	});

	it("is approved once, even if the service asks for the same Build again", async () => {
		open(committedAction());
		scene.begin();
		await scene.runToEnd();
		expect(() => scene.begin()).toThrow("signing.authorize.twice");
	});
});

/** Counts the durable steps of a complete run. */
async function stepsOf(
	made: () => ReturnType<typeof messageAction>,
	drive: () => Promise<void>,
): Promise<number> {
	open(made());
	await drive();
	return scene.steps.length;
}

describe.each([
	["of two steps", () => evmAction(2)],
	["of two signatures", () => messageAction(2)],
	["of two steps that a Build's commit asks for", () => committedAction()],
] as const)("a crash at any step of an action %s", (_, made) => {
	it("signs nothing twice with other content, sends nothing twice, and answers with one key and body", async () => {
		const moments = await stepsOf(made, async () => {
			scene.begin();
			await scene.runToEnd();
		});
		await scene.close();
		expect(moments).toBeGreaterThan(15);
		for (let n = 0; n < moments; n += 1) {
			open(made());
			const crashed = await scene.crashAt(n);
			expect(crashed, `moment ${n}`).toBe(true);
			const before = scene.journal.unsettled().map((row) => [row.id, row.signature] as const);
			scene.onStep = () => {};
			await scene.restart();
			if (before.length > 0) await scene.runToEnd();
			for (const [id, signature] of before)
				if (signature !== null) expect(scene.journal.row(id)?.signature, `moment ${n}`).toEqual(signature);
			expect(new Set(scene.chain.sent).size, `moment ${n}`).toBe(scene.chain.sent.length);
			const { answers } = scene.actions;
			for (const each of answers) expect(each, `moment ${n}`).toEqual(answers[0]);
			expect(scene.journal.verify().ok, `moment ${n}`).toBe(true);
			if (n < moments - 1) await scene.close();
		}
	});
});
