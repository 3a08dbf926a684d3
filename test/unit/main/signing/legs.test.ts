import { keccak256 } from "viem/utils";
import { afterEach, describe, expect, it } from "vitest";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { hex } from "../../core/match/honest.ts";
import { type ActionScene, evmAction, evmActionWithFee, openActionScene } from "./actions-scene.ts";
import { offline, refusal, rpcFault } from "./fakes.ts";
import { EXPIRY } from "./scene.ts";

/** An action that executes its steps one after the other, with one answer for all of them. */

let scene: ActionScene;
afterEach(() => scene.close());

const open = (count = 2) => {
	scene = openActionScene(evmAction(count));
};

/** Waits until this step was submitted to the chain, then mines it. */
async function mine(step: number, succeeded = true): Promise<void> {
	await scene.until(() => scene.stepRow(step).state === "submitted");
	scene.chain.mine(scene.stepRow(step).transactionId ?? "", succeeded);
}

const states = () => scene.stepRows().map((leg) => leg.state);
const answer = () => scene.actions.answers.at(-1)?.body;

describe("an action of two steps", () => {
	it("signs the second only once the first is on the chain, answers once, and ends confirmed", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		await scene.pass(10_000);
		expect(scene.signer.signed).toBe(1);
		expect(states()).toEqual(["submitted", "approved"]);
		expect(scene.actions.answers).toEqual([]);
		await mine(1);
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		const legs = scene.stepRows();
		expect(scene.actions.answers).toEqual([
			{
				key: scene.parent().reportKey,
				body: {
					revision: 3,
					result: {
						status: "submitted",
						legs: legs.map((leg, at) => ({
							id: `leg_${at + 1}`,
							status: "submitted",
							transactionId: leg.transactionId,
						})),
					},
				},
			},
		]);
		expect(scene.parent()).toMatchObject({ outcome: "confirmed", live: false, text: null });
		expect(scene.chain.sent).toEqual(legs.map((leg) => signedBytesOf(leg)));
		expect(legs.map((leg) => keccak256(hex(signedBytesOf(leg))))).toEqual(
			legs.map((leg) => leg.transactionId),
		);
		expect(scene.signer.signed).toBe(2);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("answers as soon as the last step is sent, without waiting for its block", async () => {
		open();
		scene.begin();
		await mine(1);
		await scene.until(() => scene.actions.answers.length > 0);
		expect(states()).toEqual(["settled", "submitted"]);
		expect(scene.parent().state).toBe("reported");
	});

	it("is refused if its signer proves the signature of another step, and nothing of it is stored", async () => {
		open();
		scene.signer.mistake = (frozen) => ({ frozen, place: 1 });
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "refused");
		expect(scene.stepRow(1)).toMatchObject({ outcome: "unsigned", signature: null, transactionId: null });
		expect(scene.stepRow(1).text).toEqual(
			sentences(message("signer.other-intent"), message("signer.thrown-away")),
		);
		expect(scene.chain.sent).toEqual([]);
		expect(scene.signer.signed).toBe(1);
	});

	it("is not disturbed by repeated wakes", async () => {
		open();
		scene.begin();
		for (let times = 0; times < 30; times += 1) {
			scene.runner().wakeAll();
			for (const row of [scene.parent(), ...scene.stepRows()]) scene.runner().wake(row.id);
			await new Promise<void>((resolve) => setImmediate(resolve));
		}
		await mine(1);
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.signer.signed).toBe(2);
		expect(scene.chain.sent).toHaveLength(2);
		expect(scene.actions.answers).toHaveLength(1);
	});

	it("waits while the vault is locked, also between the steps", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.signer.stands = "locked";
		await mine(1);
		await scene.pass(60_000);
		expect(states()).toEqual(["settled", "approved"]);
		expect(scene.parent().text).toEqual(
			message("signing.step", {
				step: "2",
				told: sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
			}),
		);
		scene.signer.stands = "ready";
		await mine(2);
		await scene.until(() => scene.parent().outcome === "confirmed");
	});

	it("signs nothing if the vault is locked during a query of the service", async () => {
		open();
		scene.actions.onRead = () => {
			scene.signer.stands = "locked";
		};
		scene.begin();
		await scene.pass(5_000);
		expect(scene.signer.signed).toBe(0);
		expect(states()).toEqual(["approved", "approved"]);
	});

	it("waits while the RPC is down, and sends nothing twice", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.down = rpcFault("Your RPC does not answer.");
		await scene.pass(30_000);
		expect(scene.parent().text).toEqual(
			message("signing.step", { step: "1", told: verbatim("Your RPC does not answer.") }),
		);
		scene.chain.down = null;
		await mine(1);
		await mine(2);
		await scene.until(() => scene.parent().outcome === "confirmed");
		expect(scene.chain.sent).toHaveLength(2);
	});

	it("waits if the RPC does not count the first step yet, rather than giving up the second one", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		scene.chain.pending = 11n;
		await scene.pass(10_000);
		expect(states()).toEqual(["settled", "approved"]);
		expect(scene.stepRow(2).text).toEqual(
			message("chain.evm.step-not-counted", { next: "11", awaited: "12" }),
		);
		scene.chain.pending = 12n;
		await mine(2);
		await scene.until(() => scene.parent().outcome === "confirmed");
	});
});

describe("a failed step", () => {
	it("ends the action if it is the first: no answer is sent, and it may be approved again", async () => {
		open();
		scene.signer.refusing = new SignerError(
			"refusedMatch",
			verbatim("You said no on the device. Nothing was signed."),
			null,
			{ saysUnsigned: true },
		);
		scene.begin();
		await scene.until(() => scene.parent().state === "refused");
		expect(scene.parent()).toMatchObject({ outcome: "unsigned", live: false });
		expect(scene.parent().text).toEqual(verbatim("You said no on the device. Nothing was signed."));
		expect(scene.stepRows().map((leg) => [leg.state, leg.live])).toEqual([
			["refused", false],
			["settled", false],
		]);
		expect(scene.actions.answers).toEqual([]);
		scene.signer.refusing = null;
		scene.begin();
		await mine(1);
		await mine(2);
		await scene.until(() => scene.parent().outcome === "confirmed");
		expect(scene.chain.sent).toHaveLength(2);
	});

	it("skips all after it if it failed on the chain, and says so", async () => {
		open(3);
		scene.begin();
		await mine(1);
		await mine(2, false);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.parent().outcome).toBe("failed");
		expect(scene.signer.signed).toBe(2);
		expect(answer()).toMatchObject({
			result: {
				legs: [
					{ status: "submitted" },
					{ status: "submitted", transactionId: scene.stepRow(2).transactionId },
					{ status: "skipped", reason: expect.stringMatching(/\S/) },
				],
			},
		});
		const why = sentences(message("signing.step.before-failed"), message("signing.step.not-signed"));
		expect(scene.stepRow(3)).toMatchObject({ outcome: "skipped", text: why });
	});

	it("that is only the service's fee leaves the action completed, and says so", async () => {
		scene = openActionScene(evmActionWithFee());
		scene.begin();
		await mine(1);
		await mine(2, false);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.parent()).toMatchObject({ outcome: "confirmed", live: false });
		const why = scene.stepRow(2).text;
		const unpaid = message("signing.fee-unpaid");
		expect(scene.parent().text).toEqual(why === null ? unpaid : sentences(unpaid, why));
		expect(scene.stepRow(2).outcome).toBe("failed");
		expect(answer()).toMatchObject({
			result: { legs: [{ status: "submitted" }, { status: "submitted" }] },
		});
	});

	it("before the service's fee fails the action", async () => {
		scene = openActionScene(evmActionWithFee());
		scene.begin();
		await mine(1, false);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.parent().outcome).toBe("failed");
		expect(scene.signer.signed).toBe(1);
	});

	it("is reported as failed if it was refused after another was sent, and the rest as skipped", async () => {
		open(3);
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.signer.refusing = new SignerError(
			"refusedMatch",
			verbatim("You said no. Nothing was signed."),
			null,
			{
				saysUnsigned: true,
			},
		);
		await mine(1);
		await scene.until(() => scene.parent().state === "settled");
		expect(answer()).toMatchObject({
			result: {
				legs: [
					{ status: "submitted", transactionId: scene.stepRow(1).transactionId },
					{ status: "failed", reason: "You said no. Nothing was signed." },
					{ status: "skipped" },
				],
			},
		});
		expect(scene.parent()).toMatchObject({
			outcome: "failed",
			text: message("signing.step", { step: "2", told: verbatim("You said no. Nothing was signed.") }),
		});
	});

	it("withdrawn while the one before it is being signed leaves that signature in use", async () => {
		open();
		scene.signer.during = async () => {
			scene.runner().withdraw(scene.stepRow(2).id);
			for (let turns = 0; turns < 20; turns += 1) await new Promise<void>((done) => setImmediate(done));
		};
		scene.begin();
		await mine(1);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.stepRows().map(({ outcome }) => outcome)).toEqual(["confirmed", "unsigned"]);
		expect(scene.chain.sent).toEqual([signedBytesOf(scene.stepRow(1))]);
	});

	it.each([
		[
			"is answered elsewhere",
			{ state: "completed" as const },
			sentences(
				message("signing.no-longer-asked.action", { state: "completed" }),
				message("signing.not-signed.open-again"),
			),
		],
		[
			"is revised",
			{ revision: 4 },
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
	])("before anything is signed, if the action %s: signs nothing", async (_, change, text) => {
		open();
		scene.actions.become(change);
		scene.begin();
		await scene.until(() => scene.parent().state === "refused");
		expect(scene.parent().text).toEqual(text);
		expect(scene.signer.signed).toBe(0);
	});

	it("during signing, if the action is revised: is withheld, never sent, and the rest skipped", async () => {
		open();
		scene.signer.during = () => scene.actions.become({ revision: 4 });
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "held");
		expect(scene.stepRow(1).text).toEqual(
			sentences(message("signing.changed"), message("signing.kept-back.transaction")),
		);
		await scene.until(() => scene.parent().state === "reported");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.stepRow(2)).toMatchObject({ state: "settled", outcome: "skipped" });
		// An answer to the earlier revision doesn't apply to the new one.
		expect(scene.actions.answers).toEqual([]);
		expect(scene.stepRow(1).live).toBe(true);
		scene.chain.useNonce();
		await scene.until(() => scene.parent().state === "settled");
	});

	it("between two steps, if the action is revised: the second is not signed, the first is followed", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.actions.become({ revision: 4 });
		await mine(1);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.signer.signed).toBe(1);
		expect(scene.actions.answers).toEqual([]);
		expect(scene.parent()).toMatchObject({ outcome: "failed" });
		expect(scene.parent().text).toEqual(
			sentences(
				sentences(message("signing.changed"), message("signing.answer.earlier-form")),
				message("signing.step", {
					step: "2",
					told: sentences(message("signing.changed"), message("signing.not-signed.open-again")),
				}),
			),
		);
	});
});

describe("the expiry of an offer", () => {
	it("before the signature: nothing is signed", async () => {
		open();
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(EXPIRY - scene.clock.now() + 20_000);
		expect(scene.parent()).toMatchObject({ state: "refused" });
		expect(scene.signer.signed).toBe(0);
	});

	it("during the signature: it is withheld, never sent", async () => {
		open();
		scene.signer.during = () => scene.clock.advance(EXPIRY - scene.clock.now());
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "held");
		await scene.pass(60_000);
		expect(scene.chain.sent).toEqual([]);
		// By then, the approval has expired too.
		expect(answer()).toMatchObject({ result: { legs: [{ status: "failed" }, { status: "failed" }] } });
	});

	it("between the steps: the second is not signed, and the sent one is answered all the same", async () => {
		open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		await scene.pass(EXPIRY - scene.clock.now());
		await mine(1);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.signer.signed).toBe(1);
		expect(answer()).toMatchObject({ result: { legs: [{ status: "submitted" }, { status: "failed" }] } });
	});

	it("after the sending: a transaction dropped by the RPC is not sent again, and the text says so", async () => {
		open(1);
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		await scene.pass(EXPIRY - scene.clock.now());
		scene.chain.standings.clear();
		await scene.pass(60_000);
		expect(scene.chain.sent).toHaveLength(1);
		expect(scene.stepRow(1)).toMatchObject({ state: "submitted", live: true });
		expect(scene.stepRow(1).text).toEqual(
			sentences(
				message("signing.unknown-to-rpc"),
				message("signing.unknown-to-rpc.expired", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
	});
});

describe("a step that the RPC forgets", () => {
	it("is sent again, the same bytes, and its text says so", async () => {
		open(1);
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.standings.clear();
		await scene.pass(14_000);
		expect(scene.chain.sent).toHaveLength(1);
		expect(scene.stepRow(1).text).toEqual(
			sentences(message("signing.unknown-to-rpc"), message("signing.unknown-to-rpc.sent-again")),
		);
		await scene.pass(4_000);
		expect(scene.chain.sent).toEqual([signedBytesOf(scene.stepRow(1)), signedBytesOf(scene.stepRow(1))]);
	});

	it("is not sent again at once if it was shown in between", async () => {
		open(1);
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.standings.clear();
		await scene.pass(10_000);
		scene.chain.accept(scene.stepRow(1).transactionId ?? "");
		await scene.pass(5_000);
		scene.chain.standings.clear();
		await scene.pass(10_000);
		expect(scene.chain.sent).toHaveLength(1);
	});
});

describe("the answer", () => {
	async function toAnswer(): Promise<void> {
		open();
		scene.begin();
		await mine(1);
	}

	it.each(["before", "after"] as const)(
		"is repeated with the same key and body if one is lost %s",
		async (when) => {
			await toAnswer();
			scene.actions.fail({ when, fault: offline() }, { when, fault: offline() });
			await mine(2);
			await scene.until(() => scene.parent().state === "settled");
			const { answers } = scene.actions;
			expect(answers).toHaveLength(when === "before" ? 3 : 1);
			for (const each of answers) expect(each).toEqual(answers[0]);
			expect(scene.parent()).toMatchObject({ outcome: "confirmed", text: null });
		},
	);

	it("refused by the service is reported, and the transactions are followed", async () => {
		await toAnswer();
		scene.actions.fail({ when: "before", fault: refusal(422) });
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.parent()).toMatchObject({
			outcome: "unanswered",
			text: message("signing.answer.not-taken.said", { said: "code_422" }),
		});
	});

	it("refused for its revision (409) goes to the newer one, if exactly the same is requested", async () => {
		await toAnswer();
		scene.actions.fail({ when: "before", fault: refusal(409) });
		scene.chain.sending.push((hash) => {
			scene.actions.onRead = () => {
				if (scene.actions.answers.length === 1) scene.actions.become({ revision: 4 });
			};
			scene.chain.accept(hash);
			return hash;
		});
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		const [first, second, ...more] = scene.actions.answers;
		expect(more).toEqual([]);
		const resultOf = (body: unknown) => (body as { result: unknown }).result;
		expect([first?.body, second?.body]).toMatchObject([{ revision: 3 }, { revision: 4 }]);
		expect(resultOf(second?.body)).toEqual(resultOf(first?.body));
		// Another body requires another key, because it is another intent.
		expect(second?.key).not.toBe(first?.key);
		expect(scene.parent()).toMatchObject({ outcome: "confirmed", text: null });
		expect(scene.signer.signed).toBe(2);
	});

	it("goes to the same newer revision, with the same key, after a restart meanwhile", async () => {
		await toAnswer();
		scene.actions.fail({ when: "before", fault: refusal(409) }, { when: "before", fault: offline() });
		scene.actions.onRead = () => {
			if (scene.actions.answers.length === 1) scene.actions.become({ revision: 4 });
		};
		await mine(2);
		await scene.until(() => scene.actions.answers.length === 2);
		await scene.restart();
		await scene.until(() => scene.parent().state === "settled");
		const [, second, third] = scene.actions.answers;
		expect(third).toEqual(second);
		expect(third?.body).toMatchObject({ revision: 4 });
		expect(scene.parent()).toMatchObject({ outcome: "confirmed" });
	});

	it("refused once (409) and still requested unchanged is sent again with the same key and body", async () => {
		await toAnswer();
		scene.actions.fail({ when: "before", fault: refusal(409) });
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		const { answers } = scene.actions;
		expect(answers).toHaveLength(2);
		expect(answers[1]).toEqual(answers[0]);
		expect(scene.parent()).toMatchObject({ outcome: "confirmed", text: null });
	});

	it("refused for good (409) is sent at most a few times, and ends as not accepted", async () => {
		await toAnswer();
		const fault = { when: "before" as const, fault: refusal(409) };
		scene.actions.fail(...Array.from({ length: 50 }, () => fault));
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.actions.answers).toHaveLength(4);
		expect(scene.parent()).toMatchObject({ outcome: "unanswered" });
		expect(scene.parent().text).toEqual(message("signing.answer.not-taken.said", { said: "code_409" }));
	});

	it("refused because something else is requested by now (409) is not sent to the new request", async () => {
		await toAnswer();
		scene.actions.fail({ when: "before", fault: refusal(409) });
		scene.actions.onRead = () => {
			const { action } = scene.actions;
			if (scene.actions.answers.length === 1 && action !== null)
				scene.actions.become({ revision: 4, request: { ...action.request, transactions: [] } as never });
		};
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.actions.answers).toHaveLength(1);
		expect(scene.parent()).toMatchObject({ outcome: "unanswered" });
	});

	it("of another client is not treated as ours", async () => {
		await toAnswer();
		const legs = [{ id: "leg_1", status: "submitted" as const, transactionId: `0x${"cd".repeat(32)}` }];
		scene.chain.sending.push((hash) => {
			scene.actions.become({ state: "completed", result: { status: "submitted", legs } });
			scene.chain.accept(hash);
			return hash;
		});
		await scene.until(() => scene.stepRow(2).state === "submitted");
		await mine(2);
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.actions.answers).toEqual([]);
		expect(scene.parent()).toMatchObject({
			outcome: "unanswered",
			text: message("signing.answer.another"),
		});
	});
});
