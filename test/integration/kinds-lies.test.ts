import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAddress } from "../../src/core/decoded-transaction/decoded-transaction.ts";
import { amountParam, message } from "../../src/core/localized-text.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { THIEF } from "../mock-service/twists.ts";
import { approvedOf } from "../support/approved.ts";
import { hasFailed } from "../support/checks.ts";
import { entryOfAction, type Kinds, NOTHING, openKinds } from "../support/kinds.ts";
import { PASSWORD } from "../support/person.ts";
import { saying, sayingOne, tells } from "../support/saying.ts";

/** Every lie of the service is refused with the name of its fault, and nothing is signed. */

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
const OTHER = "0x00000000000000000000000000000000000c0ffe";
const USDX = `send 5 USDX to ${FRIEND}`;
const SOL = `send 0.1 SOL to ${FRIEND}`;
const ETH = `send 0.1 ETH to ${OTHER}`;
const PERMIT = "permit the router 25 DEMO";
const NO_ACCOUNT = "against.signer.missing";
/** Texts that say that nothing was signed. At least one must appear. */
const UNSIGNED = sayingOne(
	"nothing-signed",
	"finding.reject",
	"finding.deadline-past",
	"against.review-unread",
	"chain.evm.no-rpc",
	"chain.svm.no-rpc",
	NO_ACCOUNT,
);

describe("a lie is refused by the name of its field, and nothing is signed", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	/** Returns the review of a lie, and checks that neither a window nor a direct call can approve it. */
	async function refused(entryId: string, ready: (review: ReviewView) => boolean): Promise<ReviewView> {
		const { person } = kinds;
		const review = await person.review(entryId, ready);
		expect(review.approval.possible).toBe(false);
		expect(tells(review.approval.refusals, UNSIGNED)).toBe(true);
		const screen = person.screen();
		expect(screen.screen === "review" ? screen.ticket : "no review").toBeNull();
		const forced = {
			ticket: "made up",
			fingerprint: review.fingerprint ?? "0".repeat(64),
			word: "UNLIMITED",
		};
		expect(await person.callTrusted("approve", forced)).toMatchObject({ ok: false });
		expect(approvedOf(person.desk()).filter((row) => row.entryId === entryId)).toEqual([]);
		expect(await kinds.trace(entryId)).toEqual(NOTHING);
		return review;
	}

	async function refusedFor(sentence: string, field: string): Promise<void> {
		const entry = await kinds.asked(sentence);
		const review = await refused(entry.id, (each) => hasFailed(each, field));
		expect(review.verdict).toBe("refused");
	}

	it.each([
		[`lie about the accounts: ${USDX}`, "accounts"],
		[`lie about the instruction: ${USDX}`, "instructions.count"],
		[`lie about the table: ${USDX} with a table`, "lookup_tables"],
		[`lie about the mint: ${USDX}`, "instructions[1].accounts"],
		[`lie about the order: ${USDX}`, "instructions[0].program_id"],
		[`lie about the payer: ${SOL}`, "fee_payer"],
		[`lie about the blockhash: ${SOL}`, "blockhash"],
		[`lie about the blockhash: ${SOL} keeping the blockhash`, "recent_blockhash"],
		[`lie about the target: ${SOL}`, "instructions[0].accounts"],
		[`lie about the value: ${SOL}`, "instructions[0].data"],
		[`lie about the data: ${SOL}`, "instructions[0].data"],
		[`lie about the data: ${SOL}`, "unsigned_transaction_base64"],
		[`lie about the chain: ${SOL}`, "cluster"],
		[`lie about the signer: ${SOL}`, "signer"],
		[`lie about the digest: ${SOL}`, "review.digest"],
		[`no review: ${SOL}`, "review"],
		[`no digest: ${SOL}`, "review"],
		[`fail simulation: ${SOL}`, "simulation.status"],
		[`fail guard: ${SOL}`, "simulation.guards"],
		[`unknown member: ${SOL}`, "payload.additional_signers"],
	])("Solana commit, “%s”: %s", refusedFor, 20_000);

	it.each([
		[`lie about the chain: execute: ${ETH}`, "chain"],
		[`fail simulation: execute: ${ETH}`, "simulation.status"],
		[`fail guard: execute: ${ETH}`, "simulation.guards"],
		[`unknown member: execute: ${ETH}`, "request.surprise_member"],
		[`lie about the accounts: execute as built: ${USDX}`, "accounts"],
		[`lie about the instruction: execute as built: ${USDX}`, "instructions.count"],
		[`lie about the table: execute as built: ${USDX} with a table`, "lookup_tables"],
		[`lie about the mint: execute as built: ${USDX}`, "instructions[1].accounts"],
		[`lie about the order: execute as built: ${USDX}`, "instructions[0].program_id"],
		[`lie about the payer: execute as built: ${SOL}`, "fee_payer"],
		[`lie about the signer: execute as built: ${SOL}`, "fee_payer"],
		[`lie about the blockhash: execute as built: ${SOL}`, "recent_blockhash"],
		[`lie about the target: execute as built: ${SOL}`, "instructions[0].accounts"],
		[`lie about the value: execute as built: ${SOL}`, "instructions[0].data"],
		[`lie about the data: execute as built: ${SOL}`, "instructions[0].data"],
		[`lie about the chain: execute as built: ${SOL}`, "chain"],
		[`lie about the chain: execute: ${SOL}`, "chain"],
		[`fail simulation: execute: ${SOL}`, "simulation.status"],
		[`fail guard: execute: ${SOL}`, "simulation.guards"],
		[`unknown member: execute: ${SOL}`, "request.surprise_member"],
		["lie about the blockhash: sign the solana transaction: send 0.1 SOL", "blockhash"],
	])("action, “%s”: %s", refusedFor, 20_000);

	it.each([
		["lie about the message: sign the message: hello", "message"],
		["lie about the message: sign the solana message: hello", "message_base64"],
		[`lie about the chain: ${PERMIT}`, "domain.chainId"],
		["lie about the chain: permit2 25 DEMO", "domain.chainId"],
		["lie about the chain: order 25 DEMO", "domain.chainId"],
		[`lie about the owner: ${PERMIT}`, "message.owner"],
		["unknown member: sign the message: hello", "request.payloads[0].surprise_member"],
		[`unknown member: ${PERMIT}`, "request.payloads[0].surprise_member"],
		["unknown member: sign the solana message: hello", "request.payloads[0].surprise_member"],
		["lie about the data: sign a user operation", "requests[0].message"],
		["lie about the chain: sign a user operation", "chain_id"],
	])("message, “%s”: %s", refusedFor, 20_000);

	it.each([
		`lie about the signer: execute: ${ETH}`,
		`lie about the signer: execute: ${SOL}`,
		"lie about the signer: sign the message: hello",
		`lie about the signer: ${PERMIT}`,
	])("“%s”: the signing account is not the user's", async (sentence) => {
		const entry = await kinds.asked(sentence);
		await refused(entry.id, ({ approval }) => tells(approval.refusals, NO_ACCOUNT));
	});

	it.each([`lie about the deadline: ${PERMIT}`, "lie about the deadline: permit2 25 DEMO"])(
		"“%s”: it has expired already",
		async (sentence) => {
			const entry = await kinds.asked(sentence);
			const review = await refused(entry.id, (each) => each.findings.length > 0);
			expect(review.findings).toContainEqual(
				expect.objectContaining({ id: "deadline-past", severity: "block" }),
			);
		},
	);

	const eth = (raw: bigint) => amountParam({ raw, decimals: 18, symbol: "ETH", checked: true });
	const exactly = (amount: string) => message("amount.exact", { amount, symbol: "ETH" });

	// An action has no second description to compare with, so our own decoding and simulation show its real effect.
	it.each([
		[
			`lie about the target: execute: ${ETH}`,
			saying("token.send", { amount: eth(100_000_000_000_000_000n), to: shortAddress(THIEF) }),
			saying("comparison.redirected", { amount: exactly("0.1") }),
		],
		[
			`lie about the value: execute: ${ETH}`,
			saying("token.send", { amount: eth(600_000_000_000_000_000n) }),
			saying("comparison.balance.counts", { found: exactly("0.6") }),
		],
	])(
		"“%s” of an action is described by its effect, and refused by name",
		async (sentence, headline, text) => {
			const entry = await kinds.asked(sentence);
			const review = await refused(entry.id, (each) => each.opinion?.state === "undeclared");
			expect(review.headline).toEqual(headline);
			const found = review.findings.find(({ id }) => id === "declared-differs");
			expect(found?.severity).toBe("block");
			expect(found?.text).toEqual(text);
		},
	);

	it("“lie about the data” of an action is described by its effect, and requires a typed word", async () => {
		const { person } = kinds;
		const entry = await kinds.asked(`lie about the data: execute: ${ETH}`);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.headline).toEqual(saying("call.unknown", { selector: "0xdeadbeef" }));
		expect(review.approval.word).toMatch(/^[0-9a-fA-F]{4}$/);
		expect(review.approval.wordOf).toBe("contract");
		expect(await person.approve(entry.id, "approve it")).toMatchObject({ ok: false });
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	describe("a user operation with an unreadable hash", () => {
		const SENTENCE = "sign a user operation";

		it("is refused while blind signing is off", async () => {
			await refusedFor(SENTENCE, "blind");
		});

		it("requires a typed word if it is on, is signed, and is completed by the service", async () => {
			const { person } = kinds;
			const entry = await kinds.asked(SENTENCE);
			await kinds.refusing(entry.id, "match.blind.user-operation-off");
			expect(await person.callTrusted("setBlindSigning", { on: true, password: PASSWORD })).toEqual({
				ok: true,
			});
			const review = await person.review(entry.id, (each) => each.approval.possible);
			expect(review.approval.word).toBe(review.fingerprint?.slice(-4).toUpperCase());
			expect(await person.approve(entry.id, "")).toMatchObject({ ok: false });
			expect(await kinds.trace(entry.id)).toEqual(NOTHING);
			expect(await person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "confirmed");
			const { signatures, broadcasts } = await kinds.trace(entry.id);
			expect(signatures.map((each) => each.outcome)).toEqual(["taken"]);
			expect(broadcasts.map((each) => each.by)).toEqual(["hosted"]);
		});

		it("is still refused if its message differs from its raw payload", async () => {
			await refusedFor(`lie about the data: ${SENTENCE}`, "requests[0].message");
		});

		it("is refused again once it is off again", async () => {
			const off = { on: false, password: PASSWORD };
			expect(await kinds.person.callTrusted("setBlindSigning", off)).toEqual({ ok: true });
			await refusedFor(SENTENCE, "blind");
		});
	});

	describe("an action that repeats the transactions of a commit", () => {
		it.each([`mirror: ${SOL}`, `mirror: ${ETH}`])("“%s” is one entry, answered once", async (sentence) => {
			const { person } = kinds;
			const entry = await kinds.asked(sentence);
			const action = await kinds.action(entry.sessionId);
			const mirrored = entryOfAction(entry.sessionId, action);
			await kinds.known(mirrored);
			expect(entry.id).toMatch(/^commit:/);
			const review = await refused(mirrored, (each) => hasFailed(each, "repeat"));
			expect(review.requestKind).toBe("action");
			expect(await person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "confirmed");
			expect(person.desk().inbox.filter((each) => each.sessionId === entry.sessionId)).toHaveLength(1);
			expect((await kinds.trace(entry.id)).signatures).toHaveLength(1);
			expect(await kinds.trace(mirrored)).toEqual(NOTHING);
		});

		it.each([`lie about the repeat: ${SOL}`, `lie about the repeat: ${ETH}`])(
			"“%s” is not answered a second time, before the commit is confirmed or after",
			async (sentence) => {
				const { person, world } = kinds;
				await world.service.control.settings({ following: false });
				const entry = await kinds.asked(sentence);
				expect(await person.approve(entry.id)).toEqual({ ok: true });
				const repeat = entryOfAction(entry.sessionId, await kinds.action(entry.sessionId));
				await kinds.known(repeat);
				await refused(repeat, (each) => hasFailed(each, "repeat"));
				await world.service.control.settings({ following: true });
				await person.callDesk("openReview", { entryId: entry.id });
				await kinds.outcome(entry.id, "confirmed");
				await refused(repeat, (each) => hasFailed(each, "repeat"));
				expect(person.desk().inbox.filter((each) => each.sessionId === entry.sessionId)).toHaveLength(1);
			},
		);
	});
});
