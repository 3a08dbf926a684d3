import { Keypair, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssembledSvmTransaction } from "../../src/service-api/action.ts";
import { type CommitView, commitView } from "../../src/service-api/commit.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { Caller, lastState, openSvm, openWorld, type SvmWorld, signSvm, type World } from "./fixture.ts";
import { associatedAccount, tokensIn } from "./svm-token.ts";
import { readSvmBytes, signatureId } from "./svm-verify.ts";

const friend = Keypair.generate();
const FRIEND = friend.publicKey.toBase58();

let world: World;
let solana: SvmWorld;
let caller: Caller;
beforeAll(async () => {
	solana = await openSvm([friend]);
	world = await openWorld({ svm: solana.options });
	caller = new Caller(world.service);
});
afterAll(async () => {
	await world.close();
	await solana.svm.stop();
});

function reviewedOf(view: CommitView): AssembledSvmTransaction {
	const request = view.review?.request;
	const transaction = request?.type === "execute_svm" ? request.transactions[0] : undefined;
	if (transaction === undefined) throw new Error("no Solana review");
	return transaction;
}

function bytesOf(view: CommitView): string {
	if (view.action?.kind !== "sign" || view.action.payload.kind !== "svm_transaction") {
		throw new Error("no Solana signature is awaited");
	}
	return view.action.payload.transaction_base64;
}

function transactionOf(base64: string): VersionedTransaction {
	return VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
}

const signedOf = (view: CommitView, key = solana.person) => signSvm(transactionOf(bytesOf(view)), key);

const submitSignature = (view: CommitView, raw: string) =>
	caller.manual(view.commit_id, { kind: "signed", payloads: [raw] });

function usdxOf(owner: PublicKey): bigint {
	const account = solana.svm.accountOf(associatedAccount(new PublicKey(solana.options.mint), owner));
	return account === null ? 0n : tokensIn(new PublicKey(account.owner), Buffer.from(account.data));
}

const lamportsOf = (owner: PublicKey) => BigInt(solana.svm.accountOf(owner)?.lamports ?? 0);

describe("an offer on Solana", () => {
	it("has equal review and payload, is simulated on the chain, and has no unknown members", async () => {
		const page = await caller.turn(`send 0.5 SOL to ${FRIEND}`);
		expect(lastState(page)).toBe("awaiting_action");
		const view = page.commits?.[0];
		if (view === undefined) throw new Error("no commit");
		expect(unknownMembers(commitView, view)).toEqual([]);
		expect(view).toMatchObject({
			chain_family: "svm",
			chain_ref: "localnet",
			signer: solana.person.publicKey.toBase58(),
			stage_id: expect.stringMatching(/^svm:\d+$/),
		});
		const reviewed = reviewedOf(view);
		expect(bytesOf(view)).toBe(reviewed.unsigned_transaction_base64);
		expect(reviewed).toMatchObject({ version: "legacy", preserve_blockhash: false });
		expect(reviewed.instructions[0]?.assembly).toMatchObject({
			compute_units: 120_000,
			priority_microlamports: 1_000,
		});
		const request = view.review?.request;
		expect(request?.type === "execute_svm" && request.simulation).toMatchObject({
			status: "passed",
			balanceChanges: [{ asset: "native", amount: "500000000", direction: "out", counterparty: FRIEND }],
			fees: [{ amount: "5120" }],
		});
	});

	it("creates the recipient's token account, and shows the outflow", async () => {
		const view = await caller.offer(`send 5 USDX to ${FRIEND}`);
		expect(reviewedOf(view).instructions.map(({ kind }) => kind)).toEqual([
			"create_associated_token_account",
			"token_transfer",
		]);
		const request = view.review?.request;
		const changes = request?.type === "execute_svm" ? request.simulation.balanceChanges : [];
		expect(changes).toContainEqual(
			expect.objectContaining({ asset: solana.options.mint, amount: "5000000", direction: "out" }),
		);
	});

	it("uses the table on request, in a v0 transaction", async () => {
		const view = await caller.offer(`send 5 USDX to ${FRIEND} with a table`);
		expect(reviewedOf(view)).toMatchObject({
			version: "v0",
			address_lookup_tables: [solana.options.lookupTable],
		});
		const { message } = transactionOf(bytesOf(view));
		expect(message.version).toBe(0);
		expect(message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58())).toEqual([
			solana.options.lookupTable,
		]);
		expect(transactionOf(bytesOf(await caller.offer(`send 1 SOL to ${FRIEND} as v0`))).version).toBe(0);
	});

	it("shows a failing simulation as failed", async () => {
		const view = await caller.offer(`fail simulation: send 1 SOL to ${FRIEND}`);
		const request = view.review?.request;
		expect(request?.type === "execute_svm" && request.simulation.status).toBe("failed");
	});
});

describe("a Solana commit", () => {
	it("submitted by the wallet becomes awaiting_broadcast, submitted, confirmed", async () => {
		const before = lamportsOf(friend.publicKey);
		const offer = await caller.offer(`send 0.5 SOL to ${FRIEND}`);
		const raw = signedOf(offer);
		const id = signatureId(readSvmBytes(raw));
		const taken = await submitSignature(offer, raw);
		expect(taken.body).toMatchObject({
			state: "awaiting_broadcast",
			action: { kind: "broadcast", signed_transaction: raw, transaction_id: id },
		});
		expect((await submitSignature(offer, raw)).status).toBe(200);
		await solana.svm.connection().sendRawTransaction(Buffer.from(raw, "base64"));
		const report = { kind: "broadcast", transaction_id: id };
		const wrong = { ...report, transaction_id: id.toLowerCase() };
		expect((await caller.manual(offer.commit_id, wrong)).status).toBe(422);
		expect((await caller.manual(offer.commit_id, report)).body).toMatchObject({ state: "submitted" });
		solana.svm.advance(2);
		expect((await caller.until(offer, "confirmed")).transaction_id).toBe(id);
		expect(lamportsOf(friend.publicKey) - before).toBe(500_000_000n);
	});

	it.each(["hosted", "venue"])("%s is submitted by the service, once", async (by) => {
		await world.service.control.settings({ venue: "submits" });
		const before = usdxOf(friend.publicKey);
		const offer = await caller.offer(`send 5 USDX to ${FRIEND} with a table, ${by}`);
		const raw = signedOf(offer);
		expect((await submitSignature(offer, raw)).status).toBe(200);
		const id = signatureId(readSvmBytes(raw));
		if (by === "venue") await caller.until(offer, "submitted");
		solana.svm.advance(2);
		await caller.until(offer, "confirmed");
		expect(usdxOf(friend.publicKey) - before).toBe(5_000_000n);
		const { broadcasts } = await world.service.control.records();
		expect(broadcasts.filter(({ commitId }) => commitId === offer.commit_id)).toMatchObject([
			{ hash: id, by },
		]);
	});

	it("rejects another key, another message, an unsigned transaction, and invalid bytes", async () => {
		const offer = await caller.offer(`send 0.5 SOL to ${FRIEND}`);
		const refused = async (raw: string, field: string) => {
			const { status, body } = await submitSignature(offer, raw);
			expect([status, body.error.code, body.error.details.field]).toEqual([422, "signature_mismatch", field]);
		};
		const forged = transactionOf(bytesOf(offer));
		forged.signatures[0] = transactionOf(signedOf(await caller.offer(`send 0.6 SOL to ${FRIEND}`)))
			.signatures[0] as Uint8Array;
		await refused(Buffer.from(forged.serialize()).toString("base64"), "signature");
		await refused(signedOf(await caller.offer(`send 0.7 SOL to ${FRIEND}`)), "message");
		await refused(bytesOf(offer), "signature");
		await refused("AAAA", "encoding");
		await refused(`${signedOf(offer)} `, "encoding");
		expect((await caller.commit(offer.commit_id)).state).toBe("needs_signature");
		expect((await submitSignature(offer, signedOf(offer))).status).toBe(200);
	});

	it("is renewed when its blockhash expires: the same digest and revision, with only the blockhash changed", async () => {
		const offer = await caller.offer(`send 0.5 SOL to ${FRIEND}`);
		const preserved = await caller.offer(`send 0.5 SOL to ${FRIEND} keeping the blockhash`);
		expect(reviewedOf(preserved).preserve_blockhash).toBe(true);
		const stale = signedOf(offer);
		solana.svm.advance(200);
		const over = await caller.until(preserved, "expired");
		expect(over).toMatchObject({ failure_code: "blockhash_expired", action: null });
		await expect.poll(async () => (await caller.commit(offer.commit_id)).version).toBe(2);
		const fresh = await caller.commit(offer.commit_id);
		expect(fresh.review).toMatchObject({ digest: offer.review?.digest, revision: 1 });
		expect(bytesOf(fresh)).not.toBe(bytesOf(offer));
		expect(bytesOf(fresh)).toBe(reviewedOf(fresh).unsigned_transaction_base64);
		const same = transactionOf(bytesOf(fresh));
		same.message.recentBlockhash = transactionOf(bytesOf(offer)).message.recentBlockhash;
		expect(Buffer.from(same.serialize()).toString("base64")).toBe(bytesOf(offer));
		expect((await submitSignature(offer, stale)).status).toBe(422);
		expect((await submitSignature(offer, signedOf(fresh))).status).toBe(200);
	});

	it("fails if its blockhash expires before the signed transaction lands", async () => {
		const offer = await caller.offer(`send 0.5 SOL to ${FRIEND}`);
		const raw = signedOf(offer);
		await submitSignature(offer, raw);
		const report = { kind: "broadcast", transaction_id: signatureId(readSvmBytes(raw)) };
		await caller.manual(offer.commit_id, report);
		solana.svm.advance(200);
		expect(await caller.until(offer, "failed")).toMatchObject({ failure_code: "blockhash_expired" });
	});

	it("is revised to twice the amount with another digest, and expires", async () => {
		const offer = await caller.offer(`send 0.5 SOL to ${FRIEND}, expiring in 60 s`);
		const { revision, digest } = await world.service.control.reviseCommit({ commitId: offer.commit_id });
		expect([revision, digest === offer.review?.digest]).toEqual([2, false]);
		const revised = await caller.commit(offer.commit_id);
		const request = revised.review?.request;
		expect(request?.type === "execute_svm" && request.simulation.balanceChanges[0]?.amount).toBe(
			"1000000000",
		);
		await world.service.control.expireCommit({ commitId: offer.commit_id });
		expect((await submitSignature(offer, signedOf(revised))).status).toBe(409);
	});
});

describe("a lie about Solana bytes", () => {
	it.each([
		["accounts", "send 5 USDX"],
		["target", "send 0.5 SOL"],
		["value", "send 0.5 SOL"],
		["data", "send 0.5 SOL"],
		["instruction", "send 5 USDX"],
		["order", "send 5 USDX"],
		["mint", "send 5 USDX"],
		["table", "send 5 USDX"],
		["payer", "send 0.5 SOL"],
		["blockhash", "send 0.5 SOL"],
	])("(%s) appears only in the payload; the review's own bytes stay honest", async (word, core) => {
		const honest = reviewedOf(
			await caller.offer(`${core} to ${FRIEND}${word === "table" ? " with a table" : ""}`),
		);
		const view = await caller.offer(`lie about the ${word}: ${core} to ${FRIEND}`);
		const reviewed = reviewedOf(view);
		expect(reviewed.instructions).toEqual(honest.instructions);
		expect(bytesOf(view)).not.toBe(reviewed.unsigned_transaction_base64);
		expect((await caller.commit(view.commit_id)).review).toEqual(view.review);
	});

	it("about the blockhash leaves everything else unchanged", async () => {
		const view = await caller.offer(`lie about the blockhash: send 0.5 SOL to ${FRIEND}`);
		const signed = transactionOf(bytesOf(view));
		signed.message.recentBlockhash = reviewedOf(view).recent_blockhash ?? "";
		expect(Buffer.from(signed.serialize()).toString("base64")).toBe(
			reviewedOf(view).unsigned_transaction_base64,
		);
	});

	it("about the table names another table with the same indexes", async () => {
		const view = await caller.offer(`lie about the table: send 5 USDX to ${FRIEND}`);
		const { message } = transactionOf(bytesOf(view));
		expect(message.addressTableLookups[0]?.accountKey.toBase58()).toBe(solana.options.otherTable);
	});
});

describe("without a Solana chain or account", () => {
	it("the agent says so, and requests nothing", async () => {
		const bare = await openWorld();
		try {
			const page = await new Caller(bare.service).turn(`send 0.5 SOL to ${FRIEND}`);
			expect(lastState(page)).toBe("complete");
			expect(page.commits ?? []).toEqual([]);
			expect(
				page.events.some((event) => event.type === "message" && event.content.includes("no Solana")),
			).toBe(true);
		} finally {
			await bare.close();
		}
	});
});
