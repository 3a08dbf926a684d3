import { afterEach, describe, expect, it } from "vitest";
import { readDetail } from "../../../../src/core/journal/details.ts";
import { type Message, message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { LEFT_WAITING } from "../../../../src/main/signing/outcomes.ts";
import { APPROVAL_LIFE_MS, signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { attemptScene, killAt } from "./attempts-scene.ts";
import { ATTEMPT, offline } from "./fakes.ts";
import type { Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/**
 * The crash table of docs/service-api/commits.md#crash-and-loss, row by row: the process ends at each durable step
 * and is restarted.
 */

let scene: Scene;
afterEach(() => scene.close());

const STEPS = [
	"claiming",
	"claimed",
	"signing",
	"signed",
	"sending",
	"submitted",
	"reporting",
	"reported",
] as const;
const moments = STEPS.flatMap((step) => [["before", step] as const, ["after", step] as const]);

/** Crashes after which nothing is signed, because the answer to the claim is lost or a signature was in progress. */
const UNSIGNED = new Set(["before claimed", "after signing", "before signed"]);

/** Checks that the attempt completes, with one claim, one transaction and one report. */
async function once(): Promise<void> {
	const row = await scene.carry("reported");
	expect(scene.signer.signed).toBe(1);
	expect(scene.chain.sent).toEqual([signedBytesOf(row)]);
	expect(new Set(scene.service.claims.map((each) => JSON.stringify(each))).size).toBe(1);
	expect(new Set(scene.service.reports.map((each) => JSON.stringify(each)))).toEqual(
		new Set([
			JSON.stringify({
				attemptId: ATTEMPT,
				body: { kind: "transaction", transaction_id: row.transactionId },
			}),
		]),
	);
	scene.chain.mine(row.transactionId ?? "");
	scene.service.become({ state: "confirmed" });
	expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	expect(scene.journal.verify().ok).toBe(true);
}

async function unsigned(text: Message): Promise<void> {
	const row = await scene.carry("refused");
	expect(row).toMatchObject({ outcome: "unsigned", live: false, signature: null });
	expect(row.text).toEqual(text);
	expect(rowTextCodes(row.text)).toContain(LEFT_WAITING.code);
	expect(scene.chain.sent).toEqual([]);
	expect(scene.service.reports).toEqual([]);
	const { signed } = scene.signer;
	scene.runner().wake(row.id);
	await scene.restart();
	await scene.rest();
	expect(scene.signer.signed).toBe(signed);
}

describe("a wallet attempt that was killed", () => {
	it.each(moments.filter(([moment, step]) => !UNSIGNED.has(`${moment} ${step}`)))(
		"%s %s: is completed, with one signature, one transaction and one report",
		async (moment, step) => {
			scene = attemptScene();
			await killAt(scene, moment, step);
			await scene.restart();
			await once();
		},
	);

	it("before claimed (the claim's answer is lost): adopts the attempt, calls no wallet, reports nothing", async () => {
		scene = attemptScene();
		await killAt(scene, "before", "claimed");
		expect(scene.row()).toMatchObject({ state: "claiming", attemptId: null });
		await scene.restart();
		await unsigned(sentences(message("signing.attempt.given-already"), message("signing.left-waiting")));
		expect(scene.signer.signed).toBe(0);
		expect(scene.row().attemptId).toBe(ATTEMPT);
		const [first, ...later] = scene.service.claims;
		expect(later).toEqual([{ ...first, version: scene.service.view.version }]);
	});

	it.each(["after signing", "before signed"])(
		"%s: never calls the wallet again, invents no hash, and reports no rejection",
		async (at) => {
			scene = attemptScene();
			const [moment = "", step = ""] = at.split(" ");
			await killAt(scene, moment === "after" ? "after" : "before", step);
			await scene.restart();
			await unsigned(
				sentences(
					message("signing.cut-off"),
					message("signing.nothing-sent"),
					message("signing.left-waiting"),
				),
			);
			expect(scene.row().transactionId).toBeNull();
		},
	);

	it("after signing on a device: says that it may still show the request", async () => {
		scene = attemptScene();
		scene.signer.place = "Ledger Nano X, m/44'/60'/0'/0/0";
		await killAt(scene, "after", "signing");
		await scene.restart();
		await unsigned(
			sentences(
				message("signing.cut-off.device", { device: "Ledger Nano X, m/44'/60'/0'/0/0" }),
				message("signing.nothing-sent"),
				message("signing.left-waiting"),
			),
		);
	});

	it.each(["before", "after"] as const)(
		"%s declining: reports the same rejection once more, or none",
		async (moment) => {
			scene = attemptScene();
			scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
			await killAt(scene, moment, "declining");
			await scene.restart();
			const row = await scene.carry("refused");
			// The refusal wasn't stored, so nothing is known about the user's answer on the device.
			expect(row.outcome).toBe(moment === "before" ? "unsigned" : "declined");
			expect(scene.service.reports.map((each) => each.body)).toEqual(
				moment === "before" ? [] : [{ kind: "rejected" }],
			);
			expect(scene.signer.signed).toBe(1);
		},
	);

	it("after declining, with its report lost: repeats it identically", async () => {
		scene = attemptScene();
		scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
		scene.service.failReports({ when: "after", fault: offline() });
		scene.approve();
		await scene.carry("declining");
		await scene.restart();
		await scene.carry("refused");
		expect(scene.service.reports).toEqual(Array(2).fill({ attemptId: ATTEMPT, body: { kind: "rejected" } }));
	});
});

describe("found after a crash", () => {
	it("in claiming, without an attempt at the service, much later: is void, and nothing was claimed", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "claiming");
		scene.clock.advance(APPROVAL_LIFE_MS + 1);
		await scene.restart();
		const row = await scene.carry("refused");
		expect(row.text).toEqual(
			sentences(
				sentences(message("signing.attempt.no-clear-answer"), message("nothing-signed")),
				message("signing.attempt.review-again"),
			),
		);
		expect(rowTextCodes(row.text)).not.toContain(LEFT_WAITING.code);
		expect(scene.service.claims).toEqual([]);
	});

	it("in claiming, with the attempt at the service, much later: stores its id, so that it can be abandoned, and signs nothing", async () => {
		scene = attemptScene();
		scene.service.failClaims({ when: "after", fault: offline() });
		scene.approve();
		await scene.rest();
		expect(scene.row().state).toBe("claiming");
		scene.clock.advance(APPROVAL_LIFE_MS + 1);
		await scene.restart();
		const row = await scene.carry("refused");
		expect(row).toMatchObject({ attemptId: ATTEMPT, signature: null, live: false });
		expect(rowTextCodes(row.text)).toContain(LEFT_WAITING.code);
		expect(scene.signer.signed).toBe(0);
	});

	it("in claiming, without an answer of the service for long: releases the nonce, unsigned", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "claiming");
		scene.service.failReads(...Array.from({ length: 1_000 }, offline));
		await scene.restart();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "claiming", live: true });
		const row = await scene.carry("refused", 2 * APPROVAL_LIFE_MS);
		expect(row).toMatchObject({ outcome: "unsigned", live: false });
		expect(scene.signer.signed + scene.service.claims.length).toBe(0);
	});

	it("in claiming, with another wallet's attempt: leaves it alone", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "claiming");
		scene.service.issueAttempt("another's");
		await scene.restart();
		const row = await scene.carry("refused");
		expect(row).toMatchObject({ outcome: "unsigned", attemptId: null });
		expect(row.text).toEqual(
			sentences(
				message("signing.attempt.refused", { why: verbatim("The service answered 409.") }),
				message("nothing-signed"),
			),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it("in signed, if the service ended it: withholds the signature until its nonce is used", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "signed");
		scene.service.become({ state: "expired", wallet_attempt: null });
		await scene.restart();
		const row = await scene.carry("held");
		expect(row).toMatchObject({
			live: true,
			text: sentences(
				message("signing.ended", { state: "expired" }),
				message("signing.kept-back.transaction"),
				message("signing.still-could-be-sent", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		});
		expect(scene.chain.sent).toEqual([]);
	});

	it("in sending, if it went out: finds it, and does not send again", async () => {
		scene = attemptScene();
		await killAt(scene, "before", "submitted");
		expect(scene.chain.sent).toHaveLength(1);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.chain.sent).toHaveLength(1);
		const details = scene.journal.steps(scene.row().id).map(readDetail);
		expect(details).toContainEqual({ kind: "sent_by", whom: "unknown" });
	});

	it("in sending, mismatched meanwhile and unknown to the chain: is never executed again", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "sending");
		const { wallet_attempt: now = null } = scene.service.view;
		if (now === null) throw new Error("no attempt");
		scene.service.become({ wallet_attempt: { ...now, state: "mismatched" } });
		await scene.restart();
		expect(await scene.carry("held")).toMatchObject({
			text: sentences(
				message("signing.mismatched"),
				message("signing.unknown-to-rpc.not-sent"),
				message("signing.still-could-be-sent", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		});
		expect(scene.chain.sent).toEqual([]);
	});

	it("in reported, mismatched: sends nothing, and ends by the chain", async () => {
		scene = attemptScene();
		await killAt(scene, "after", "reported");
		const { wallet_attempt: now = null } = scene.service.view;
		if (now === null) throw new Error("no attempt");
		scene.service.become({ state: "needs_signature", wallet_attempt: { ...now, state: "mismatched" } });
		await scene.restart();
		scene.chain.mine(scene.row().transactionId ?? "");
		expect((await scene.carry("settled")).text).toEqual(
			sentences(message("signing.mismatched"), message("signing.approved-in-block", { block: "12" })),
		);
		expect(scene.chain.sent).toHaveLength(1);
	});
});
