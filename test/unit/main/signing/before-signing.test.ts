import { numberToHex } from "viem/utils";
import { afterEach, describe, expect, it } from "vitest";
import { codesOf, type Message, message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import type { FrozenCommit } from "../../../../src/core/match/frozen.ts";
import { APPROVAL_LIFE_MS, signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { changed, commit, payload, request, transaction } from "../../core/match/honest.ts";
import { offline, refusal, rpcFault } from "./fakes.ts";
import { EXPIRY, openScene, type Scene, START } from "./scene.ts";

/** Conditions that stop an approval before the signature, and conditions for which it only waits. */

let scene: Scene;
afterEach(() => scene.close());

/** Checks that nothing was signed or sent, and that the user can approve again. */
async function expectRefused(text: Message | null): Promise<void> {
	expect(await scene.carry("refused")).toMatchObject({
		outcome: "unsigned",
		live: false,
		signature: null,
		text,
	});
	expect(scene.service.manuals).toEqual([]);
	expect(scene.chain.sent).toEqual([]);
}

/** Checks that a signature was discarded because it is not the requested one. */
async function expectThrownAway(): Promise<void> {
	const { text } = await scene.carry("refused");
	expect(codesOf(text ?? "")).toContain("signer.thrown-away");
	await expectRefused(text);
	expect(scene.history()).toEqual(["approved", "signing", "refused"]);
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
		[
			"was revised",
			{ review: revised },
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
		[
			"has another payload under the same digest",
			{ action: { kind: "sign", payload: payload({ value: "1" }) } },
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
		[
			"has a renewed nonce",
			{ action: { kind: "sign", payload: payload({}, { nonce: 12 }) } },
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
		[
			"was answered elsewhere",
			{ state: "submitted", action: null },
			sentences(message("signing.no-longer-asked", { state: "submitted" }), message("nothing-signed")),
		],
		[
			"was rejected elsewhere",
			{ state: "rejected", action: null },
			sentences(message("signing.no-longer-asked", { state: "rejected" }), message("nothing-signed")),
		],
		[
			"has expired at the service",
			{ state: "expired", action: null },
			sentences(message("signing.no-longer-asked", { state: "expired" }), message("nothing-signed")),
		],
		["lost its review", { review: null }, message("freeze.no-review")],
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
			message("freeze.attempt.awaiting-wallet"),
		],
		[
			"no longer accepts a signed transaction",
			{ supported_transports: [] },
			message("freeze.route.not-offered"),
		],
		[
			"now has another route",
			{ supported_transports: ["browser_send"] },
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
	] as const)("if the commit %s", async (_, change, text) => {
		scene = openScene();
		scene.service.onRead = () => {
			scene.service.onRead = () => {};
			scene.service.become(changed(commit(), (copy) => Object.assign(copy, change)));
		};
		scene.approve();
		await expectRefused(text);
		expect(scene.signer.signed).toBe(0);
	});

	it("if the service's answer can't be read", async () => {
		scene = openScene();
		scene.service.shown = { kind: "unreadable", commitId: "commit-1", reason: "state is missing" };
		scene.approve();
		await expectRefused(
			sentences(
				message("signing.service.unreadable-now", { reason: "state is missing" }),
				message("nothing-signed"),
			),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it("if the service no longer describes a wallet that may have it", async () => {
		scene = openScene();
		const view = { ...commit(), wallet_attempt: undefined };
		scene.service.shown = { kind: "known", view, reviewFault: null };
		scene.approve();
		await expectRefused(message("freeze.attempt.unstated"));
		expect(scene.signer.signed).toBe(0);
	});

	it("if the review can't be read any more", async () => {
		scene = openScene();
		scene.service.shown = {
			kind: "known",
			view: { ...commit(), review: null },
			reviewFault: "legs is not a list",
		};
		scene.approve();
		await expectRefused(
			sentences(
				message("signing.review.unreadable", { reason: "legs is not a list" }),
				message("nothing-signed"),
			),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it.each([
		[
			10n,
			sentences(
				message("signing.next-nonce-differs", { next: "10", nonce: "11" }),
				message("nothing-signed"),
			),
		],
		[
			12n,
			sentences(
				message("signing.next-nonce-differs", { next: "12", nonce: "11" }),
				message("nothing-signed"),
			),
		],
	])("if the account's next nonce is %s", async (pending, text) => {
		scene = openScene();
		scene.chain.pending = pending;
		scene.approve();
		await expectRefused(text);
		expect(scene.signer.signed).toBe(0);
	});

	it("if the service has no such commit", async () => {
		scene = openScene();
		scene.service.failReads(refusal(404), refusal(404));
		scene.approve();
		await scene.rest();
		// The failed read says nothing about the approval, so it waits unsigned.
		expect(scene.signer.signed).toBe(0);
		expect(scene.row()).toMatchObject({ state: "approved", text: verbatim("The service answered 404.") });
	});

	it("if the offer expired while the vault was locked", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.clock.advance(EXPIRY - START - 60_000);
		scene.approve();
		await scene.rest();
		expect(scene.row().text).toEqual(
			sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
		);
		scene.clock.advance(60_001);
		await expectRefused(sentences(message("signing.expired.before-signed"), message("nothing-signed")));
		expect(scene.signer.signed).toBe(0);
	});

	it("if the offer expires during a query of the service", async () => {
		scene = openScene();
		scene.clock.advance(EXPIRY - START - 10);
		scene.service.onRead = () => scene.clock.advance(20);
		scene.approve();
		await expectRefused(sentences(message("signing.expired.before-signed"), message("nothing-signed")));
		expect(scene.signer.signed).toBe(0);
	});

	it("if the approval is ten minutes old", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		scene.clock.advance(APPROVAL_LIFE_MS + 1);
		scene.signer.stands = "ready";
		await expectRefused(
			sentences(message("signing.approved.too-long-ago"), message("signing.not-signed.review-again")),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it("if the account is not the user's any more", async () => {
		scene = openScene();
		scene.signer.stands = "missing";
		scene.approve();
		await expectRefused(sentences(message("signing.account-missing"), message("nothing-signed")));
	});

	it("if the vault refuses, with the vault's text", async () => {
		scene = openScene();
		scene.signer.refusing = new SignerError("refusedMatch", verbatim("The vault found another value."));
		scene.approve();
		await expectRefused(sentences(verbatim("The vault found another value."), message("nothing-signed")));
		expect(scene.history()).toEqual(["approved", "signing", "refused"]);
	});

	it("if the signer returns another transaction's bytes", async () => {
		scene = openScene();
		scene.signer.twist = (frozen) => ({ ...frozen, payload: payload({ value: "1" }) });
		scene.approve();
		await expectThrownAway();
	});

	it("if the signer returns another key's signature", async () => {
		scene = openScene();
		scene.signer.key = numberToHex(2, { size: 32 });
		scene.approve();
		await expectThrownAway();
	});

	it("if the signer proves its signature against another request", async () => {
		scene = openScene();
		scene.signer.mistake = (frozen, place) => ({
			frozen: { ...(frozen as FrozenCommit), commit_id: "commit-9" },
			place,
		});
		scene.approve();
		await expectThrownAway();
	});

	it("and can be approved again, and signed then", async () => {
		scene = openScene();
		scene.signer.refusing = new SignerError("locked", verbatim("The vault is locked."));
		scene.approve();
		await scene.carry("refused");
		scene.signer.refusing = null;
		expect(scene.approve().ok).toBe(true);
		const row = await scene.carry("reported");
		expect(scene.service.submissions().map((call) => call.body)).toEqual([
			{ kind: "signed", payloads: [signedBytesOf(row)] },
		]);
	});
});

describe("before it is signed, an approval waits", () => {
	it("for the vault, and continues as soon as it is unlocked", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "approved", live: true });
		expect(scene.row().text).toEqual(
			sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
		);
		expect(scene.service.reads).toBe(0);
		scene.signer.stands = "ready";
		const at = scene.clock.now();
		scene.runner().wakeAll();
		for (let times = 0; scene.row().state === "approved" && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		expect(scene.clock.now()).toBe(at);
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});

	it("for the RPC, with its error, less and less often, and continues when it answers", async () => {
		scene = openScene();
		scene.chain.down = rpcFault("Your RPC for chain 8453 does not answer.");
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({
			state: "approved",
			text: verbatim("Your RPC for chain 8453 does not answer."),
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

	it("for the service, not sooner than it requested", async () => {
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

	it("for the next start, if the app ends during a query of the service", async () => {
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

describe("an offer without an expiry", () => {
	it("is signed at any time", async () => {
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
