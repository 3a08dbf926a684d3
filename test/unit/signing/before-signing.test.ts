import { afterEach, describe, expect, it } from "vitest";
import { SignerError } from "../../../src/main/signers/signer.ts";
import { APPROVAL_LIFE_MS } from "../../../src/main/signing/sign-step.ts";
import { changed, commit, payload, request, transaction } from "../match/honest.ts";
import { offline, refusal, rpcFault } from "./fakes.ts";
import { EXPIRY, openScene, type Scene, START } from "./scene.ts";

/** What stops an approval before there is a signature, and what it only waits for. */

let scene: Scene;
afterEach(() => scene.close());

/** Nothing was signed, nothing left, and the person can approve again. */
async function expectRefused(words: RegExp): Promise<void> {
	expect(await scene.carry("refused")).toMatchObject({
		outcome: "unsigned",
		live: false,
		signedBytes: null,
		words: expect.stringMatching(words),
	});
	expect(scene.service.manuals).toEqual([]);
	expect(scene.chain.sent).toEqual([]);
}

describe("before it is signed, an approval is refused", () => {
	const review = commit().review;
	const revised = {
		...review,
		version: 2,
		revision: 2,
		digest: "digest-2",
		request: request(),
		legs: [request()],
	};

	it.each([
		["was revised", { review: revised }, /changed this request after you approved/],
		[
			"has another payload under the same digest",
			{ action: { kind: "sign", payload: payload({ value: "1" }) } },
			/changed this request after you approved/,
		],
		[
			"has a renewed nonce",
			{ action: { kind: "sign", payload: payload({}, { nonce: 12 }) } },
			/changed this request/,
		],
		["was answered elsewhere", { state: "submitted", action: null }, /no longer asks.*submitted/],
		["was rejected elsewhere", { state: "rejected", action: null }, /no longer asks.*rejected/],
		["has expired there", { state: "expired", action: null }, /no longer asks.*expired/],
		["lost its review", { review: null }, /no readable review/],
		[
			"is being sent by another wallet",
			{
				wallet_attempt: {
					attempt_id: "a",
					transport: "browser_send",
					state: "awaiting_wallet",
					transaction_id: null,
					failure_code: null,
				},
			},
			/Another wallet/,
		],
		["takes no signed transaction any more", { supported_transports: [] }, /no signed transaction/],
		[
			"is to be answered by another route now",
			{ supported_transports: ["browser_send"] },
			/changed this request after you approved/,
		],
	] as const)("where the commit %s", async (_, change, words) => {
		scene = openScene();
		scene.service.onRead = () => {
			scene.service.onRead = () => {};
			scene.service.become(changed(commit(), (copy) => Object.assign(copy, change)));
		};
		scene.approve();
		await expectRefused(words);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the service's answer can't be read", async () => {
		scene = openScene();
		scene.service.shown = { kind: "unreadable", commitId: "commit-1", reason: "state is missing" };
		scene.approve();
		await expectRefused(/can't be read \(state is missing\)/);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the review can't be read any more", async () => {
		scene = openScene();
		scene.service.shown = {
			kind: "known",
			view: { ...commit(), review: null },
			reviewFault: "legs is not a list",
		};
		scene.approve();
		await expectRefused(/legs is not a list/);
		expect(scene.signer.signed).toBe(0);
	});

	it.each([
		[10n, /next nonce is 10, this transaction has 11/],
		[12n, /next nonce is 12, this transaction has 11/],
	])("where the account's next nonce is %s", async (pending, words) => {
		scene = openScene();
		scene.chain.pending = pending;
		scene.approve();
		await expectRefused(words);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the service has no such commit", async () => {
		scene = openScene();
		scene.service.failReads(refusal(404), refusal(404));
		scene.approve();
		await scene.rest();
		// A refusal to read says nothing about the approval: it waits, and is not signed.
		expect(scene.signer.signed).toBe(0);
		expect(scene.row()).toMatchObject({ state: "approved", words: "The service answered 404." });
	});

	it("where the offer ran out while the vault was locked", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.clock.advance(EXPIRY - START - 60_000);
		scene.approve();
		await scene.rest();
		expect(scene.row().words).toMatch(/waits for the vault to be unlocked/);
		scene.clock.advance(60_001);
		await expectRefused(/expired before it could be signed/);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the offer runs out while the service is being asked", async () => {
		scene = openScene();
		scene.clock.advance(EXPIRY - START - 10);
		scene.service.onRead = () => scene.clock.advance(20);
		scene.approve();
		await expectRefused(/expired before it could be signed/);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the approval is ten minutes old", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		scene.clock.advance(APPROVAL_LIFE_MS + 1);
		scene.signer.stands = "ready";
		await expectRefused(/Too much time passed/);
		expect(scene.signer.signed).toBe(0);
	});

	it("where the account is not the person's any more", async () => {
		scene = openScene();
		scene.signer.stands = "missing";
		scene.approve();
		await expectRefused(/not among yours/);
	});

	it("where the vault refuses, in the vault's words", async () => {
		scene = openScene();
		scene.signer.refusing = new SignerError("refusedMatch", "The vault found another value.");
		scene.approve();
		await expectRefused(/The vault found another value. Nothing was signed/);
		expect(scene.history()).toEqual(["approved", "signing", "refused"]);
	});

	it("where the signer answers with another transaction's bytes", async () => {
		scene = openScene();
		scene.signer.twist = (frozen) => ({ ...frozen, payload: payload({ value: "1" }) });
		scene.approve();
		await expectRefused(/bytes that are not the reviewed ones/);
	});

	it("and can be approved anew, and signed then", async () => {
		scene = openScene();
		scene.signer.refusing = new SignerError("locked", "The vault is locked.");
		scene.approve();
		await scene.carry("refused");
		scene.signer.refusing = null;
		expect(scene.approve().ok).toBe(true);
		const row = await scene.carry("reported");
		expect(scene.service.handedIn().map((call) => call.body)).toEqual([
			{ kind: "signed", payloads: [row.signedBytes] },
		]);
	});
});

describe("before it is signed, an approval waits", () => {
	it("for the vault, and goes on as soon as it is unlocked", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "approved", live: true });
		expect(scene.row().words).toMatch(/Nothing is signed yet/);
		expect(scene.service.reads).toBe(0);
		scene.signer.stands = "ready";
		const at = scene.clock.now();
		scene.runner().kickAll();
		for (let times = 0; scene.row().state === "approved" && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		expect(scene.clock.now()).toBe(at);
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});

	it("for the RPC, with its words, ever less often, and goes on when it answers", async () => {
		scene = openScene();
		scene.chain.down = rpcFault("Your RPC for chain 8453 does not answer.");
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({
			state: "approved",
			words: "Your RPC for chain 8453 does not answer.",
		});
		const gaps: number[] = [];
		for (let times = 0; times < 7; times += 1) {
			const at = scene.clock.now();
			scene.clock.next();
			gaps.push(scene.clock.now() - at);
			await scene.rest();
		}
		expect(gaps).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
		scene.chain.down = null;
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("for the service, not sooner than it asked for", async () => {
		scene = openScene();
		const busy = offline();
		scene.service.failReads(Object.assign(busy, { retryAfterMs: 9_000 }));
		scene.approve();
		await scene.rest();
		const at = scene.clock.now();
		scene.clock.next();
		expect(scene.clock.now() - at).toBe(9_000);
		await scene.carry("reported");
	});

	it("for the next start, where the app ends while the service is being asked", async () => {
		scene = openScene();
		const stopping: Promise<void>[] = [];
		scene.service.onRead = () => {
			scene.service.onRead = () => {};
			stopping.push(scene.runner().stop());
		};
		scene.approve();
		for (let times = 0; stopping.length === 0 && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		await Promise.all(stopping);
		expect(scene.row().state).toBe("approved");
		expect(scene.signer.signed).toBe(0);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});
});

describe("an offer without an end", () => {
	it("is signed whatever the hour", async () => {
		const endless = (() => {
			const { expires_at: _, ...rest } = transaction();
			return request([rest]);
		})();
		scene = openScene("wallet", {
			review: { version: 1, revision: 1, digest: "digest-1", request: endless, legs: [endless] },
		});
		scene.clock.advance(10 * 365 * 24 * 3600_000);
		scene.approve();
		await scene.carry("reported");
	});
});
