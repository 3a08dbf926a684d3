import { afterEach, describe, expect, it } from "vitest";
import type { JournalState } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { LEFT_WAITING } from "../../../../src/main/signing/outcomes.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { commit, payload } from "../../core/match/honest.ts";
import { attemptScene, expectUnsigned, revise, useNonce } from "./attempts-scene.ts";
import { ATTEMPT, offline, refusal, rpcFault } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** A wallet attempt that is claimed, signed, sent once and reported, and what stops it. */

let scene: Scene;
afterEach(() => scene.close());

const WAY: readonly JournalState[] = [
	"approved",
	"claiming",
	"claimed",
	"signing",
	"signed",
	"sending",
	"submitted",
	"reporting",
	"reported",
	"settled",
];

describe("a wallet attempt", () => {
	it("is claimed, signed, sent, reported and followed to its block; nothing is submitted", async () => {
		scene = attemptScene();
		expect(scene.approve().ok).toBe(true);
		const reported = await scene.carry("reported");
		const hash = reported.transactionId ?? "";
		expect(scene.service.claims).toEqual([
			{
				version: 1,
				review_digest: "digest-1",
				client_request_id: reported.signedKey,
				transport: "browser_send",
			},
		]);
		expect(reported.attemptId).toBe(ATTEMPT);
		expect(scene.chain.sent).toEqual([signedBytesOf(reported)]);
		expect(scene.service.reports).toEqual([
			{ attemptId: ATTEMPT, body: { kind: "transaction", transaction_id: hash } },
		]);
		scene.chain.mine(hash);
		scene.service.become({ state: "confirmed" });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed", live: false, text: null });
		expect(scene.history()).toEqual(WAY);
		expect(scene.signer.signed).toBe(1);
		expect(scene.service.manuals).toEqual([]);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("is stored step by step, before each effect", async () => {
		scene = attemptScene();
		const before = new Map<string, string | undefined>();
		const mark = (effect: string) => before.set(effect, scene.steps.at(-1));
		scene.service.onClaim = () => void mark("claim");
		scene.signer.during = () => void mark("signature");
		scene.chain.sending.push((hash) => {
			mark("send");
			scene.chain.accept(hash);
			return hash;
		});
		scene.approve();
		await scene.carry("reported");
		expect([...before]).toEqual([
			["claim", "after claiming"],
			["signature", "after signing"],
			["send", "after sending"],
		]);
	});

	it("does not answer a commit with another frozen review", async () => {
		scene = openScene("wallet", { supported_transports: ["sign_and_broadcast", "browser_send"] });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.claims).toEqual([]);
		expect(scene.service.submissions()).toHaveLength(1);
	});

	it("stays as approved, whatever else the service offers by then", async () => {
		scene = openScene("wallet", { supported_transports: ["sign_and_broadcast", "browser_send"] });
		const frozen = { ...scene.frozen, route: "browser_send" as const };
		scene.approve({ frozen, fingerprint: fingerprintOf(frozen) });
		await scene.carry("reported");
		expect(scene.row().transport).toBe("browser_send");
		expect(scene.service.claims).toHaveLength(1);
		expect(scene.service.manuals).toEqual([]);
	});

	it("is made for the older form, too", async () => {
		const { supported_transports: _, ...bare } = commit();
		const action = { kind: "start_wallet_send" as const, payload: payload(), review_digest: "digest-1" };
		scene = attemptScene({ ...bare, supported_transports: undefined, action });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.claims).toHaveLength(1);
		expect(scene.signer.signed).toBe(1);
	});
});

describe("before the claim", () => {
	it("waits for a locked vault, and for a device", async () => {
		scene = attemptScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		expect(scene.row().state).toBe("approved");
		scene.signer.stands = "ready";
		scene.signer.readiness = () => ({ ready: false, text: verbatim("Plug in your Ledger.") });
		scene.clock.next();
		await scene.rest();
		expect(scene.row()).toMatchObject({
			state: "approved",
			text: sentences(
				message("signing.approved"),
				verbatim("Plug in your Ledger."),
				message("signing.not-signed.yet"),
			),
		});
		expect(scene.service.claims).toEqual([]);
		scene.signer.readiness = () => ({ ready: true });
		await scene.carry("reported");
	});

	it.each([
		[
			"the nonce is used",
			() => useNonce(scene),
			sentences(
				message("signing.next-nonce-differs", { next: "12", nonce: "11" }),
				message("nothing-signed"),
			),
		],
		[
			"the review was revised",
			() => revise(scene),
			sentences(message("signing.changed"), message("signing.not-signed.open-again")),
		],
		[
			"another wallet claimed it",
			() => scene.service.issueAttempt("another's"),
			message("freeze.attempt.awaiting-wallet"),
		],
		[
			"it was rejected",
			() => scene.service.become({ state: "rejected", action: null }),
			sentences(message("signing.no-longer-asked", { state: "rejected" }), message("nothing-signed")),
		],
	] as const)("is refused if %s", async (_, happens, text) => {
		scene = attemptScene();
		happens();
		scene.approve();
		await expectUnsigned(scene, text);
		expect(scene.service.claims).toEqual([]);
	});

	it("waits if the chain can't be queried, or is another one", async () => {
		scene = attemptScene();
		scene.chain.down = rpcFault("Your RPC is of another chain.");
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({
			state: "approved",
			text: verbatim("Your RPC is of another chain."),
		});
		expect(scene.service.claims).toEqual([]);
	});
});

describe("a claim", () => {
	it.each([
		["chain_id", payload({}, { chain_id: 1 })],
		["signer", payload({}, { signer: payload().signer.toLowerCase() })],
		["nonce", payload({}, { nonce: 12 })],
		["transaction.to", payload({ to: payload().signer })],
		["transaction.value", payload({ value: "1" })],
		["transaction.data", payload({ data: "0x" })],
		["transaction.gas_limit", payload({ gas_limit: 60_001 })],
		["transaction.max_fee_per_gas", payload({ max_fee_per_gas: "2000000001" })],
		["transaction.max_priority_fee_per_gas", payload({ max_priority_fee_per_gas: "1" })],
		["kind", { kind: "user_operation", chain_id: 1, signer: "", requests: [] }],
	] as const)("of another %s is refused by name, and nothing is signed", async (field, request) => {
		scene = attemptScene();
		scene.service.twistClaim = (view) => ({
			kind: "known",
			view: { ...view, request: structuredClone<unknown>(request) as typeof view.request },
		});
		scene.approve();
		const values = { field, approved: expect.any(String), given: expect.any(String) };
		await expectUnsigned(
			scene,
			sentences(
				sentences(message("signing.attempt.other-field", values), message("nothing-signed")),
				LEFT_WAITING,
			),
		);
		expect(scene.row().attemptId).toBe(ATTEMPT);
	});

	it.each([
		["lets no wallet sign", { may_invoke_wallet: false }],
		["holds no request", { request: null }],
		["is of an attempt that is over", { state: "reported" }],
	])("that %s is followed", async (_, change) => {
		scene = attemptScene();
		scene.service.twistClaim = (view) => ({ kind: "known", view: { ...view, ...change } });
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(message("signing.attempt.given-already"), message("signing.left-waiting")),
		);
		expect(rowTextCodes(scene.row().text)).toContain(LEFT_WAITING.code);
	});

	it("with an unreadable answer signs nothing", async () => {
		scene = attemptScene();
		scene.service.twistClaim = () => ({ kind: "unreadable", reason: "transport: another \u202eroute" });
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(
				sentences(
					message("signing.attempt.unreadable", { reason: "transport: another ‹U+202E›route" }),
					message("nothing-signed"),
				),
				message("signing.left-waiting"),
			),
		);
	});

	it("that is refused for good ends the approval; nothing is left waiting", async () => {
		scene = attemptScene();
		scene.service.failClaims({ when: "before", fault: refusal(422) });
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(
				message("signing.attempt.refused", { why: verbatim("The service answered 422.") }),
				message("nothing-signed"),
			),
		);
		expect(rowTextCodes(scene.row().text)).not.toContain(LEFT_WAITING.code);
		expect(scene.approve().ok).toBe(true);
	});

	it("with a lost request (408, network) is sent again with the same id", async () => {
		scene = attemptScene();
		scene.service.failClaims({ when: "before", fault: offline() }, { when: "before", fault: offline() });
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.claims.map((each) => each.client_request_id)).toEqual(Array(3).fill(row.signedKey));
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("with a lost answer is read again, adopted, and never signed", async () => {
		scene = attemptScene();
		scene.service.failClaims({ when: "after", fault: offline() });
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(message("signing.attempt.given-already"), message("signing.left-waiting")),
		);
		expect(scene.service.claims).toHaveLength(2);
		expect(new Set(scene.service.claims.map((each) => each.client_request_id)).size).toBe(1);
		expect(scene.row().attemptId).toBe(ATTEMPT);
	});

	it("that another wallet made first is not made twice", async () => {
		scene = attemptScene();
		scene.service.onClaim = () => {
			if (scene.service.view.wallet_attempt === null) scene.service.issueAttempt("another's");
		};
		scene.approve();
		await expectUnsigned(
			scene,
			sentences(
				message("signing.attempt.refused", { why: verbatim("The service answered 409.") }),
				message("nothing-signed"),
			),
		);
		expect(scene.row().attemptId).toBeNull();
	});
});
