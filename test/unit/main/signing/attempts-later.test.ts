import { afterEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { LEFT_WAITING } from "../../../../src/main/signing/outcomes.ts";
import { MAX_REPORT_RETRIES } from "../../../../src/main/signing/run.ts";
import { APPROVAL_LIFE_MS, signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { attemptScene, expectUnsigned, killAt, revise, useNonce } from "./attempts-scene.ts";
import { ATTEMPT, offline, refusal, rpcFault } from "./fakes.ts";
import { EXPIRY, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** A wallet attempt after its claim, and after its signature. */

let scene: Scene;
afterEach(() => scene.close());

describe("a claimed attempt", () => {
	/** Creates a claimed attempt, whose signer was locked during the claim. */
	async function claimed(): Promise<void> {
		scene = attemptScene();
		scene.service.onClaim = () => {
			scene.signer.stands = "locked";
		};
		scene.approve();
		for (let turns = 0; turns < 500 && scene.clock.waiting() === 0; turns += 1)
			await new Promise<void>((go) => setImmediate(go));
		expect(scene.row().state).toBe("claimed");
		expect(scene.row().text).toEqual(
			sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
		);
	}

	it("waits for its signer, queries service and chain again, and continues", async () => {
		await claimed();
		const reads = scene.service.reads;
		scene.signer.stands = "ready";
		await scene.carry("reported");
		expect(scene.service.reads).toBeGreaterThan(reads);
		expect(scene.signer.signed).toBe(1);
	});

	it.each([
		[
			"too much time passed",
			() => scene.clock.advance(APPROVAL_LIFE_MS + 1),
			sentences(
				sentences(message("signing.approved.too-long-ago"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"the nonce is used meanwhile",
			() => useNonce(scene),
			sentences(
				sentences(
					message("signing.next-nonce-differs", { next: "12", nonce: "11" }),
					message("nothing-signed"),
				),
				message("signing.left-waiting"),
			),
		],
		[
			"the review was revised",
			() => revise(scene),
			sentences(
				sentences(message("signing.review.revised-after-approval"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"the service ended it",
			() => scene.service.become({ state: "expired", wallet_attempt: null }),
			sentences(
				sentences(message("signing.ended", { state: "expired" }), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"the attempt is gone",
			() => scene.service.become({ wallet_attempt: null }),
			sentences(
				sentences(message("signing.attempt.unknown"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"another attempt exists",
			() => attempt({ attempt_id: "attempt-2" }),
			sentences(
				sentences(message("signing.another-wallet"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"something was sent already",
			() => attempt({ state: "reported" }),
			sentences(
				sentences(message("signing.moving"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
		[
			"the chain has another transaction",
			() => attempt({ state: "mismatched" }),
			sentences(
				sentences(message("signing.mismatched"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		],
	] as const)("is not signed if %s, and says that the service waits", async (_, happens, text) => {
		await claimed();
		happens();
		scene.signer.stands = "ready";
		await expectUnsigned(scene, text);
		expect(rowTextCodes(scene.row().text)).toContain(LEFT_WAITING.code);
		expect(rowTextCodes(scene.row().text)).not.toContain("signing.not-signed.review-again");
	});

	it("queries the service again if its signer was locked briefly", async () => {
		await claimed();
		revise(scene);
		scene.clock.elapse(1_000);
		scene.signer.stands = "ready";
		scene.runner().wakeAll();
		await expectUnsigned(
			scene,
			sentences(
				sentences(message("signing.review.revised-after-approval"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		);
	});

	it("queries the service again if its device took its time to be ready", async () => {
		scene = attemptScene();
		scene.signer.readiness = () => {
			if (scene.row().state === "claimed") {
				scene.clock.elapse(6_000);
				revise(scene);
			}
			return { ready: true };
		};
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(
				sentences(message("signing.review.revised-after-approval"), message("nothing-signed")),
				message("signing.left-waiting"),
			),
		);
	});

	it("reports the user's own rejection on the device, and only that", async () => {
		scene = attemptScene();
		scene.signer.place = "Ledger Nano X, m/44'/60'/0'/0/0";
		scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
		scene.approve();
		const row = await scene.carry("refused");
		expect(row).toMatchObject({ outcome: "declined", live: false, signature: null });
		expect(row.text).toEqual(sentences(message("signing.declined.device"), message("signing.declined.told")));
		expect(scene.service.reports).toEqual([{ attemptId: ATTEMPT, body: { kind: "rejected" } }]);
		expect(scene.history()).toEqual(["approved", "claiming", "claimed", "signing", "declining", "refused"]);
		expect(scene.chain.sent).toEqual([]);
	});

	it.each([
		["was unplugged", new SignerError("gone", verbatim("The cable."), null, { mayHaveSigned: true })],
		[
			"refused, though it may have signed",
			new SignerError("rejected", verbatim("No?"), null, { mayHaveSigned: true }),
		],
		[
			"did not match",
			new SignerError("refusedMatch", verbatim("Not the reviewed one. Nothing was signed."), null, {
				saysUnsigned: true,
			}),
		],
	])("reports nothing if the device %s", async (_, refusing) => {
		scene = attemptScene();
		scene.signer.refusing = refusing;
		scene.approve();
		expect(await scene.carry("refused")).toMatchObject({ outcome: "unsigned", live: false });
		expect(rowTextCodes(scene.row().text)).toContain(LEFT_WAITING.code);
		expect(scene.service.reports).toEqual([]);
		expect(scene.signer.signed).toBe(1);
		scene.runner().wake(scene.row().id);
		await scene.rest();
		expect(scene.signer.signed).toBe(1);
	});

	it("repeats the identical rejection until the service has it", async () => {
		scene = attemptScene();
		scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
		scene.service.failReports({ when: "before", fault: offline() }, { when: "before", fault: offline() });
		scene.approve();
		await scene.carry("refused");
		expect(scene.service.reports.map((each) => each.body)).toEqual(Array(3).fill({ kind: "rejected" }));
		expect(scene.service.view.state).toBe("rejected");
	});

	it("that the user withdraws before their signer is asked is reported as their rejection", async () => {
		await claimed();
		expect(scene.runner().withdraw(scene.row().id)).toBe(true);
		expect((await scene.carry("refused")).text).toEqual(
			sentences(message("signing.declined.withdrawn"), message("signing.declined.told")),
		);
		expect(scene.service.reports.map((each) => each.body)).toEqual([{ kind: "rejected" }]);
		expect(scene.signer.signed).toBe(0);
	});

	it("sends nothing more if it is mismatched, and the RPC no longer knows the sent transaction", async () => {
		scene = attemptScene();
		scene.approve();
		await scene.carry("reported");
		scene.service.become({ state: "needs_signature" });
		attempt({ state: "mismatched", transaction_id: "0xother" });
		scene.chain.standings.clear();
		for (let times = 0; times < 30; times += 1) {
			scene.clock.next();
			await scene.rest();
		}
		expect(scene.chain.sent).toHaveLength(1);
		expect(scene.row().text).toEqual(
			message("signing.mismatched.named", {
				id: "0xother",
				life: message("signing.life.nonce", { nonce: "11" }),
			}),
		);
	});

	it("reserves no nonce while its rejection is being reported", async () => {
		scene = attemptScene();
		scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
		scene.service.failReports(...Array(5).fill({ when: "before", fault: offline() }));
		scene.approve();
		await scene.carry("declining");
		expect(scene.journal.holder(scene.row().chainRef, scene.row().signer, 11n)).toBeNull();
	});
});

function attempt(change: Partial<NonNullable<typeof scene.service.view.wallet_attempt>>): void {
	const { wallet_attempt: now = null } = scene.service.view;
	if (now !== null) scene.service.become({ wallet_attempt: { ...now, ...change } });
}

describe("a signed attempt", () => {
	it("is looked up on the chain before it is sent", async () => {
		scene = attemptScene();
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.lookups).toBeGreaterThan(0);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is held, and not sent, if its nonce is used and the chain does not know it", async () => {
		scene = attemptScene();
		scene.signer.during = () => scene.chain.useNonce();
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(
			message("signing.spent.unknown", { life: message("signing.life.nonce", { nonce: "11" }) }),
		);
		expect(scene.chain.sent).toEqual([]);
		expect(scene.service.reports).toEqual([]);
	});

	it("is withheld if the offer expired during signing", async () => {
		scene = attemptScene();
		scene.signer.during = () => scene.clock.elapse(EXPIRY - scene.clock.now());
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(
			sentences(message("signing.expired.before-sent"), message("signing.kept-back.transaction")),
		);
		expect(scene.chain.sent).toEqual([]);
	});

	it("is sent again with the same bytes only, if the RPC's answer was lost", async () => {
		scene = attemptScene();
		scene.chain.sending.push(() => {
			throw rpcFault("Your RPC broke off.");
		});
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.chain.sent).toEqual([signedBytesOf(row), signedBytesOf(row)]);
	});

	it("is not sent twice if the RPC accepted it and its answer was lost", async () => {
		scene = attemptScene();
		scene.chain.sending.push((hash) => {
			scene.chain.accept(hash);
			throw rpcFault("Your RPC broke off.");
		});
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is held if the RPC returns another hash", async () => {
		scene = attemptScene();
		scene.chain.sending.push(() => `0x${"ab".repeat(32)}`);
		scene.approve();
		expect(await scene.carry("held")).toMatchObject({
			live: true,
			text: message("signing.rpc.other-hash", {
				hash: `0x${"ab".repeat(32)}`,
			}),
		});
		expect(scene.service.reports).toEqual([]);
	});

	it("is reported again with the same hash if the report was lost", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: offline() });
		scene.approve();
		const { transactionId } = await scene.carry("reported");
		const body = { kind: "transaction", transaction_id: transactionId };
		expect(scene.service.reports.map((each) => each.body)).toEqual([body, body]);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is not reported twice if the service has the report", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "after", fault: offline() });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.reports).toHaveLength(1);
	});

	it("is followed on the chain if the report is refused, with any code", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: refusal(4001) });
		scene.approve();
		const row = await scene.carry("reported");
		expect(detailOf(scene.journal.steps(row.id), "reported")).toMatchObject({
			kind: "refused",
			told: message("signing.refused-report.said", { said: "code_4001" }),
		});
		expect(scene.service.reports.every((each) => each.body.kind === "transaction")).toBe(true);
		scene.chain.mine(row.transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "confirmed",
			text: sentences(
				message("signing.refused-report.said", { said: "code_4001" }),
				message("signing.in-block.unreported", { block: "12" }),
			),
		});
	});

	it("reports the same report again if the service refuses it once (409) and still waits for it", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: refusal(409) });
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.reports).toHaveLength(2);
		expect(scene.service.reports[1]).toEqual(scene.service.reports[0]);
		expect(scene.journal.steps(row.id).at(-1)?.detail).toBeNull();
	});

	it("reports it only a limited number of times, then follows the chain", async () => {
		scene = attemptScene();
		const trouble = { when: "before", fault: refusal(409) } as const;
		scene.service.failReports(trouble, trouble, trouble, trouble, trouble);
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.reports).toHaveLength(1 + MAX_REPORT_RETRIES);
		expect(detailOf(scene.journal.steps(row.id), "reported")).toMatchObject({ kind: "refused" });
	});

	it("is not reported again if the service refuses it (409) and waits for another wallet", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: refusal(409) });
		scene.onStep = (moment, step) => {
			if (moment === "after" && step === "reporting") attempt({ attempt_id: "attempt-2" });
		};
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.reports).toHaveLength(1);
	});

	it("is not reported after a restart if the service calls it mismatched", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "reporting");
		attempt({ state: "mismatched" });
		await scene.restart();
		await scene.carry("reported");
		expect(scene.service.reports).toEqual([]);
	});

	it("reports a mismatch as the service's statement, and follows the chain", async () => {
		scene = attemptScene();
		scene.approve();
		const row = await scene.carry("reported");
		scene.service.become({ state: "needs_signature" });
		attempt({ state: "mismatched" });
		scene.chain.mine(row.transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "confirmed",
			text: sentences(message("signing.mismatched"), message("signing.approved-in-block", { block: "12" })),
		});
		expect(scene.chain.sent).toHaveLength(1);
	});
});
