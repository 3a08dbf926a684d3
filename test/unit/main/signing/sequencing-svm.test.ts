import { afterEach, describe, expect, it } from "vitest";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { type ActionScene, openActionScene, SVM_BLOCKHASHES, svmAction } from "./actions-scene.ts";
import { rpcFault } from "./fakes.ts";

/** Solana has no nonces: a transaction is valid as long as its blockhash. */

let scene: ActionScene;
afterEach(() => scene.close());

const [FIRST = "", SECOND = ""] = SVM_BLOCKHASHES;

const begin = (count = 1) => {
	scene = openActionScene(svmAction(count));
	scene.begin();
};
const sent = (step = 1) => scene.until(() => scene.stepRow(step).state === "submitted");

/** Expires the blockhash at the confirmed height and, if `final`, at the finalized height too. */
function kill(blockhash: string, final: boolean): void {
	scene.svm.dead.add(blockhash);
	if (final) scene.svm.finalized = scene.svm.confirmed + 1n;
}

describe("an action of Solana transactions", () => {
	it("signs the second once the first is final, and returns the bytes with each signature", async () => {
		begin(2);
		await sent();
		await scene.pass(5_000);
		expect(scene.signer.signed).toBe(1);
		scene.svm.finalize(scene.stepRow(1).transactionId ?? "");
		await sent(2);
		scene.svm.finalize(scene.stepRow(2).transactionId ?? "");
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.parent().outcome).toBe("confirmed");
		expect(scene.actions.answers[0]?.body).toMatchObject({
			result: {
				legs: scene.stepRows().map((leg) => ({
					status: "submitted",
					transactionId: leg.transactionId,
					signedTransactionBase64: signedBytesOf(leg),
				})),
			},
		});
		expect(scene.stepRow(1)).toMatchObject({ nonce: null, outcome: "confirmed" });
		expect(scene.clock.waiting()).toBe(0);
	});

	it("signs nothing if the blockhash has expired before", async () => {
		scene = openActionScene(svmAction(1));
		kill(FIRST, true);
		scene.begin();
		await scene.until(() => scene.parent().state === "refused");
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent().text).toEqual(
			sentences(message("signing.blockhash.ran-out"), message("signing.not-signed.review-again")),
		);
	});

	it("leaves the second unsigned if its blockhash expired while the first landed", async () => {
		begin(2);
		await sent();
		kill(SECOND, true);
		scene.svm.finalize(scene.stepRow(1).transactionId ?? "");
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.signer.signed).toBe(1);
		expect(scene.actions.answers[0]?.body).toMatchObject({
			result: { legs: [{ status: "submitted" }, { status: "failed" }] },
		});
	});
});

describe("a sent Solana transaction", () => {
	it("is sent again every two seconds while the RPC does not know it, always the same bytes", async () => {
		begin();
		await sent();
		scene.svm.standings.clear();
		for (let times = 0; times < 9; times += 1) scene.svm.sending.push((id) => id);
		await scene.pass(11_000);
		expect(scene.svm.sent.length).toBeGreaterThan(3);
		expect(scene.svm.sent.length).toBeLessThan(8);
		expect(new Set(scene.svm.sent)).toEqual(new Set([signedBytesOf(scene.stepRow(1))]));
	});

	it("is not abandoned while the blocks in which it could have landed are not final", async () => {
		begin();
		await sent();
		scene.svm.standings.clear();
		kill(FIRST, false);
		await scene.pass(120_000);
		expect(scene.stepRow(1)).toMatchObject({ state: "submitted", live: true });
	});

	it("is dropped for good once they are final and a minute has passed", async () => {
		begin();
		await sent();
		scene.svm.standings.clear();
		kill(FIRST, false);
		await scene.pass(2_000);
		kill(FIRST, true);
		await scene.pass(50_000);
		expect(scene.stepRow(1).state).toBe("submitted");
		await scene.until(() => scene.stepRow(1).state === "settled");
		expect(scene.stepRow(1)).toMatchObject({ outcome: "dropped", dead: true, live: false });
		expect(scene.stepRow(1).text).toEqual(message("signing.dropped.leg"));
		const count = scene.svm.sent.length;
		await scene.pass(60_000);
		expect(scene.svm.sent).toHaveLength(count);
	});

	it("is pending again if the RPC was only behind", async () => {
		begin();
		await sent();
		scene.svm.standings.clear();
		kill(FIRST, false);
		await scene.pass(3_000);
		scene.svm.dead.clear();
		scene.svm.confirmed += 100n;
		scene.svm.finalized += 100n;
		await scene.pass(3_000);
		kill(FIRST, false);
		await scene.pass(90_000);
		expect(scene.stepRow(1).state).toBe("submitted");
	});

	it("settles as confirmed if it landed at the last moment", async () => {
		begin();
		await sent();
		kill(FIRST, true);
		scene.svm.finalize(scene.stepRow(1).transactionId ?? "");
		await scene.until(() => scene.stepRow(1).state === "settled");
		expect(scene.stepRow(1).outcome).toBe("confirmed");
	});

	it("that was being sent at a crash is looked up, and not sent if it is known", async () => {
		begin();
		await sent();
		expect(scene.svm.sent).toHaveLength(1);
		await scene.restart();
		await scene.pass(3_000);
		expect(scene.svm.sent).toHaveLength(1);
		expect(scene.signer.signed).toBe(1);
	});

	it("waits while the RPC is down", async () => {
		begin();
		await sent();
		scene.svm.down = rpcFault("Your Solana RPC does not answer.");
		await scene.pass(60_000);
		expect(scene.stepRow(1)).toMatchObject({
			state: "submitted",
			text: verbatim("Your Solana RPC does not answer."),
		});
		scene.svm.down = null;
		scene.svm.finalize(scene.stepRow(1).transactionId ?? "");
		await scene.until(() => scene.parent().outcome === "confirmed");
	});
});

describe("a Solana transaction that was signed but not sent in time", () => {
	it("is never sent, is reported as failed, and ends as dropped", async () => {
		scene = openActionScene(svmAction(1));
		scene.signer.during = () => kill(FIRST, true);
		scene.begin();
		await scene.until(() => scene.parent().state === "settled");
		expect(scene.svm.sent).toEqual([]);
		expect(scene.stepRow(1)).toMatchObject({ outcome: "dropped", dead: true });
		expect(scene.actions.answers[0]?.body).toMatchObject({ result: { legs: [{ status: "failed" }] } });
	});
});
