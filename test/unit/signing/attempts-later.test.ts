import { afterEach, describe, expect, it } from "vitest";
import { SignerError } from "../../../src/main/signers/signer.ts";
import { takenBackStep } from "../../../src/main/signing/attempts.ts";
import { LEFT_WAITING } from "../../../src/main/signing/endings.ts";
import { APPROVAL_LIFE_MS } from "../../../src/main/signing/sign-step.ts";
import { attemptScene, expectUnsigned, revise, useNonce } from "./attempts-scene.ts";
import { ATTEMPT, offline, refusal, rpcFault } from "./fakes.ts";
import type { Scene } from "./scene.ts";

/** A wallet attempt once it is claimed, and once it is signed. */

let scene: Scene;
afterEach(() => scene.close());

describe("once it is claimed", () => {
	/** The vault is locked, or the device gone, between the claim and the signature. */
	async function claimed(): Promise<void> {
		scene = attemptScene();
		scene.service.onClaim = () => {
			scene.signer.stands = "locked";
		};
		scene.approve();
		for (let turns = 0; turns < 500 && scene.clock.waiting() === 0; turns += 1)
			await new Promise<void>((go) => setImmediate(go));
		expect(scene.row().state).toBe("claimed");
		expect(scene.row().words).toMatch(/waits for the vault to be unlocked/);
	}

	it("waits for its signer, asks service and chain again, and goes on", async () => {
		await claimed();
		const reads = scene.service.reads;
		scene.signer.stands = "ready";
		await scene.carry("reported");
		expect(scene.service.reads).toBeGreaterThan(reads);
		expect(scene.signer.signed).toBe(1);
	});

	it.each([
		["too much time passed", () => scene.clock.advance(APPROVAL_LIFE_MS + 1), /Too much time passed/],
		["the nonce is used meanwhile", () => useNonce(scene), /next nonce is 12/],
		["the review was revised", () => revise(scene), /revised the review after it was approved/],
		[
			"the service ended it",
			() => scene.service.become({ state: "expired", wallet_attempt: null }),
			/ended this commit \(expired\)/,
		],
		[
			"the attempt is gone",
			() => scene.service.become({ wallet_attempt: null }),
			/knows nothing of the attempt/,
		],
		["another attempt stands there", () => attempt({ attempt_id: "attempt-2" }), /Another wallet/],
		["something was sent already", () => attempt({ state: "reported" }), /sent already/],
		["the chain holds something else", () => attempt({ state: "mismatched" }), /another transaction/],
	] as const)("is not signed where %s, and says that the service waits", async (_, happens, words) => {
		await claimed();
		happens();
		scene.signer.stands = "ready";
		await expectUnsigned(scene, words);
		expect(scene.row().words).toContain(LEFT_WAITING);
		expect(scene.row().words).not.toMatch(/review it again/);
	});

	it("reports the person's own no on the device, and only that", async () => {
		scene = attemptScene();
		scene.signer.place = "Ledger Nano X, m/44'/60'/0'/0/0";
		scene.signer.refusing = new SignerError("rejected", "You said no on the device.");
		scene.approve();
		const row = await scene.carry("refused");
		expect(row).toMatchObject({ outcome: "declined", live: false, signedBytes: null });
		expect(row.words).toMatch(/rejected this on your device. Nothing was signed. The service was told/);
		expect(scene.service.reports).toEqual([{ attemptId: ATTEMPT, body: { kind: "rejected" } }]);
		expect(scene.history()).toEqual(["approved", "claiming", "claimed", "signing", "declining", "refused"]);
		expect(scene.chain.sent).toEqual([]);
	});

	it.each([
		["was unplugged", new SignerError("gone", "The cable.", null, { mayHaveSigned: true })],
		["said no, though it may have signed", new SignerError("rejected", "No?", null, { mayHaveSigned: true })],
		["did not match", new SignerError("refusedMatch", "Not the reviewed one. Nothing was signed.")],
	])("reports nothing where the device %s", async (_, refusing) => {
		scene = attemptScene();
		scene.signer.refusing = refusing;
		scene.approve();
		expect(await scene.carry("refused")).toMatchObject({ outcome: "unsigned", live: false });
		expect(scene.row().words).toContain(LEFT_WAITING);
		expect(scene.service.reports).toEqual([]);
		expect(scene.signer.signed).toBe(1);
		scene.runner().kick(scene.row().id);
		await scene.rest();
		expect(scene.signer.signed).toBe(1);
	});

	it("repeats the no, word by word, until the service has it", async () => {
		scene = attemptScene();
		scene.signer.refusing = new SignerError("rejected", "You said no on the device.");
		scene.service.failReports({ when: "before", fault: offline() }, { when: "before", fault: offline() });
		scene.approve();
		await scene.carry("refused");
		expect(scene.service.reports.map((each) => each.body)).toEqual(Array(3).fill({ kind: "rejected" }));
		expect(scene.service.view.state).toBe("rejected");
	});

	it("that the person takes back before their signer is asked is told as their no", async () => {
		await claimed();
		scene.journal.step(scene.row().id, ["claimed"], "declining", takenBackStep());
		scene.runner().kick(scene.row().id);
		expect((await scene.carry("refused")).words).toMatch(
			/took your approval back before anything was signed/,
		);
		expect(scene.service.reports.map((each) => each.body)).toEqual([{ kind: "rejected" }]);
		expect(scene.signer.signed).toBe(0);
	});

	it("sends nothing more where it is mismatched, and its RPC forgot what was sent", async () => {
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
		expect(scene.row().words).toMatch(
			/another transaction \(0xother\) than the reviewed one.*sends nothing more/,
		);
	});

	it("holds no nonce while its no is being told", async () => {
		scene = attemptScene();
		scene.signer.refusing = new SignerError("rejected", "You said no on the device.");
		scene.service.failReports(...Array(5).fill({ when: "before", fault: offline() }));
		scene.approve();
		await scene.carry("declining");
		expect(scene.journal.holder(scene.row().chainRef, scene.row().signer, 11n)).toBeNull();
	});
});

function attempt(change: Partial<NonNullable<typeof scene.service.view.wallet_attempt>>): void {
	const { wallet_attempt: now } = scene.service.view;
	if (now !== null) scene.service.become({ wallet_attempt: { ...now, ...change } });
}

describe("once it is signed", () => {
	it("is looked up on the chain before it is sent", async () => {
		scene = attemptScene();
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.lookups).toBeGreaterThan(0);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is sent again with the same bytes only, where the RPC's answer was lost", async () => {
		scene = attemptScene();
		scene.chain.sending.push(() => {
			throw rpcFault("Your RPC broke off.");
		});
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.chain.sent).toEqual([row.signedBytes, row.signedBytes]);
	});

	it("is not sent twice where the RPC took it and its answer was lost", async () => {
		scene = attemptScene();
		scene.chain.sending.push((hash) => {
			scene.chain.accept(hash);
			throw rpcFault("Your RPC broke off.");
		});
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is held where the RPC answers another hash", async () => {
		scene = attemptScene();
		scene.chain.sending.push(() => `0x${"ab".repeat(32)}`);
		scene.approve();
		expect(await scene.carry("held")).toMatchObject({
			live: true,
			words: expect.stringMatching(/another hash/),
		});
		expect(scene.service.reports).toEqual([]);
	});

	it("is reported again with the same hash where the report was lost", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: offline() });
		scene.approve();
		const { transactionId } = await scene.carry("reported");
		const body = { kind: "transaction", transaction_id: transactionId };
		expect(scene.service.reports.map((each) => each.body)).toEqual([body, body]);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is not reported twice where the service has the report", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "after", fault: offline() });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.reports).toHaveLength(1);
	});

	it("is followed on the chain where the report is refused, whatever code it has", async () => {
		scene = attemptScene();
		scene.service.failReports({ when: "before", fault: refusal(4001) });
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.journal.steps(row.id).at(-1)?.detail).toMatch(/refused the report: .*4001/);
		expect(scene.service.reports.every((each) => each.body.kind === "transaction")).toBe(true);
		scene.chain.mine(row.transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "confirmed",
			words: expect.stringMatching(/refused the report.*By your RPC it is in block 12, and has taken effect/),
		});
	});

	it("tells of a mismatch as the service's word, and goes by the chain", async () => {
		scene = attemptScene();
		scene.approve();
		const row = await scene.carry("reported");
		scene.service.become({ state: "needs_signature" });
		attempt({ state: "mismatched" });
		scene.chain.mine(row.transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "confirmed",
			words: expect.stringMatching(
				/service says.*another transaction than the reviewed one.*By your RPC, exactly/,
			),
		});
		expect(scene.chain.sent).toHaveLength(1);
	});
});
