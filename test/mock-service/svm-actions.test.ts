import { ed25519 } from "@noble/curves/ed25519.js";
import {
	ComputeBudgetProgram,
	Keypair,
	PublicKey,
	SystemProgram,
	TransactionInstruction,
	TransactionMessage,
	VersionedMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssembledSvmTransaction, SignRequest } from "../../src/service-api/action.ts";
import type { Action } from "../../src/service-api/events.ts";
import { Caller, openSvm, openWorld, type SvmWorld, signSvm, type World } from "./fixture.ts";
import { readSvmBytes, signatureId } from "./svm-verify.ts";

const friend = Keypair.generate();
const FRIEND = friend.publicKey.toBase58();
const SEND = `execute: send 0.2 SOL to ${FRIEND}`;

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

function requestedTransaction({ request }: Action): AssembledSvmTransaction {
	const transaction = request.type === "execute_svm" ? request.transactions[0] : undefined;
	if (transaction === undefined) throw new Error("no Solana request");
	return transaction;
}

function signOf({ request }: Action): SignRequest {
	if (request.type !== "sign") throw new Error(`a request to ${request.type}`);
	return request;
}

function instructionsOf(requested: AssembledSvmTransaction): TransactionInstruction[] {
	return requested.instructions.map(
		({ program_id, accounts, data_base64 }) =>
			new TransactionInstruction({
				programId: new PublicKey(program_id),
				keys: accounts.map(({ pubkey, is_signer, is_writable }) => ({
					pubkey: new PublicKey(pubkey),
					isSigner: is_signer,
					isWritable: is_writable,
				})),
				data: Buffer.from(data_base64, "base64"),
			}),
	);
}

/** Builds and signs a transaction like a client that gets no bytes. */
async function built(instructions: readonly TransactionInstruction[], version: "legacy" | "v0" = "legacy") {
	const { blockhash } = await solana.svm.connection().getLatestBlockhash();
	const message = new TransactionMessage({
		payerKey: solana.person.publicKey,
		recentBlockhash: blockhash,
		instructions: [...instructions],
	});
	const compiled = version === "v0" ? message.compileToV0Message() : message.compileToLegacyMessage();
	return signSvm(new VersionedTransaction(compiled), solana.person);
}

const submit = (raw: string) => solana.svm.connection().sendRawTransaction(Buffer.from(raw, "base64"));

function submitted(raw: string, withBytes = true) {
	const transactionId = signatureId(readSvmBytes(raw));
	const bytes = withBytes ? { signedTransactionBase64: raw } : {};
	return {
		status: "submitted" as const,
		legs: [{ id: "leg_1", status: "submitted" as const, transactionId, ...bytes }],
	};
}

describe("an action to execute on Solana", () => {
	it.each([
		["with the signed bytes", true],
		["by only its signature", false],
	])("is built by the client, and accepted %s", async (_how, withBytes) => {
		const action = await caller.action(`execute: send 5 USDX to ${FRIEND}`);
		const requested = requestedTransaction(action);
		expect(requested.unsigned_transaction_base64).toBeUndefined();
		const raw = await built(instructionsOf(requested), withBytes ? "legacy" : "v0");
		await submit(raw);
		solana.svm.advance(1);
		const { status, body } = await caller.resolve(action, submitted(raw, withBytes));
		expect([status, body.action?.state]).toEqual([200, "submitted"]);
		solana.svm.advance(2);
		await caller.untilAction(action, "completed");
		expect(await caller.finalMessage(action)).toContain(signatureId(readSvmBytes(raw)));
	});

	it("may set its compute budget only as the request states it", async () => {
		const action = await caller.action(SEND);
		const requested = instructionsOf(requestedTransaction(action));
		const units = (count: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: count });
		const other = await built([units(99_999), ...requested]);
		await submit(other);
		const { status, body } = await caller.resolve(action, submitted(other));
		expect([status, body.error.details.field]).toEqual([422, "compute budget"]);
		const stated = await built([units(120_000), ...requested]);
		await submit(stated);
		expect((await caller.resolve(action, submitted(stated))).status).toBe(200);
	});

	it("rejects other instructions, other recipients, another payer, and an unsent transaction", async () => {
		const action = await caller.action(SEND);
		const requested = instructionsOf(requestedTransaction(action));
		const payer = solana.person.publicKey;
		const more = SystemProgram.transfer({ fromPubkey: payer, toPubkey: friend.publicKey, lamports: 1n });
		const refused = async (raw: string, field: string, code = "transaction_mismatch") => {
			const answer = await caller.resolve(action, submitted(raw));
			expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([
				422,
				code,
				field,
			]);
		};
		const extra = await built([...requested, more]);
		await submit(extra);
		await refused(extra, "instructions");
		const other = await built([more]);
		await submit(other);
		await refused(other, "instructions[0]");
		const [transfer] = requested;
		if (transfer === undefined) throw new Error("no instruction");
		const { blockhash } = await solana.svm.connection().getLatestBlockhash();
		const message = new TransactionMessage({
			payerKey: friend.publicKey,
			recentBlockhash: blockhash,
			instructions: [transfer],
		});
		const foreign = new VersionedTransaction(message.compileToLegacyMessage());
		await refused(signSvm(foreign, friend, solana.person), "payer");
		const wrongId = submitted(await built(requested));
		const id = signatureId(readSvmBytes(extra));
		const legs = wrongId.legs.map((leg) => ({ ...leg, transactionId: id }));
		expect((await caller.resolve(action, { ...wrongId, legs })).body.error.details.field).toBe(
			"transactionId",
		);
		const never = await built(requested);
		solana.svm.advance(200);
		await refused(never, "transactionId");
		const forged = VersionedTransaction.deserialize(Buffer.from(await built(requested), "base64"));
		forged.signatures = readSvmBytes(extra).transaction.signatures;
		await refused(Buffer.from(forged.serialize()).toString("base64"), "signature", "signature_mismatch");
	});

	it("contains the bytes to sign if it is given as built, and accepts only those", async () => {
		const action = await caller.action(`execute as built: send 0.2 SOL to ${FRIEND}`);
		const requested = requestedTransaction(action);
		expect(requested).toMatchObject({ preserve_blockhash: true, recent_blockhash: expect.any(String) });
		const rebuilt = await built(instructionsOf(requested));
		await submit(rebuilt);
		const refused = await caller.resolve(action, submitted(rebuilt));
		expect([refused.status, refused.body.error.details.field]).toEqual([422, "message"]);
		const bytes = Buffer.from(requested.unsigned_transaction_base64 ?? "", "base64");
		const raw = signSvm(VersionedTransaction.deserialize(bytes), solana.person);
		await submit(raw);
		expect((await caller.resolve(action, submitted(raw))).status).toBe(200);
		solana.svm.advance(2);
		await caller.untilAction(action, "completed");
	});

	it.each(["accounts", "instruction", "order", "mint", "table", "payer", "blockhash"])(
		"shows a lie about the %s in its bytes if it is given as built",
		async (word) => {
			const requested = requestedTransaction(
				await caller.action(`lie about the ${word}: execute as built: send 5 USDX to ${FRIEND}`),
			);
			const { message } = VersionedTransaction.deserialize(
				Buffer.from(requested.unsigned_transaction_base64 ?? "", "base64"),
			);
			if (word === "blockhash") expect(message.recentBlockhash).not.toBe(requested.recent_blockhash);
			if (word === "payer") expect(message.staticAccountKeys[0]?.toBase58()).not.toBe(requested.payer);
			if (word === "table") {
				const tables = message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58());
				expect(requested.address_lookup_tables).not.toEqual(tables);
				return;
			}
			const encoded = TransactionMessage.decompile(message).instructions.slice(2);
			const shown = (each: TransactionInstruction) =>
				JSON.stringify([each.programId, each.keys.map(({ pubkey }) => pubkey), each.data]);
			const same =
				JSON.stringify(encoded.map(shown)) === JSON.stringify(instructionsOf(requested).map(shown));
			expect(same).toBe(word === "blockhash" || word === "payer");
		},
	);
});

describe("a Solana signature", () => {
	it("over a message is verified, and rejected if it is another key's", async () => {
		const action = await caller.action("sign the solana message: ledger desk login 7");
		const request = signOf(action);
		expect(request).toMatchObject({ chainFamily: "svm", cluster: "localnet" });
		const payload = request.payloads[0];
		if (payload?.kind !== "svm_message") throw new Error("no message");
		const message = Buffer.from(payload.message_base64, "base64");
		expect(message.toString("utf8")).toBe("ledger desk login 7");
		const by = (key: Keypair) => {
			const signature = Buffer.from(ed25519.sign(message, key.secretKey.slice(0, 32))).toString("base64");
			return { status: "signed" as const, outputs: [{ id: "payload_1", signature }] };
		};
		expect((await caller.resolve(action, by(friend))).body.error.code).toBe("signature_mismatch");
		expect((await caller.resolve(action, by(solana.person))).body.action.state).toBe("completed");
	});

	it("over a transaction is verified and submitted by the service", async () => {
		const action = await caller.action(`sign the solana transaction: send 0.1 SOL to ${FRIEND}`);
		const request = signOf(action);
		expect(request).toMatchObject({ executionKind: "transaction", broadcaster: "venue" });
		const payload = request.payloads[0];
		if (payload?.kind !== "svm_transaction") throw new Error("no transaction");
		const signed = signSvm(
			VersionedTransaction.deserialize(Buffer.from(payload.transaction_base64, "base64")),
			solana.person,
		);
		const result = (signedTransactionBase64: string) => ({
			status: "signed" as const,
			outputs: [{ id: "payload_1", signedTransactionBase64 }],
		});
		const unsigned = await caller.resolve(action, result(payload.transaction_base64));
		expect(unsigned.body.error.code).toBe("signature_mismatch");
		expect((await caller.resolve(action, result(signed))).status).toBe(200);
		const id = signatureId(readSvmBytes(signed));
		expect(await caller.finalMessage(action)).toContain(`Done: it is on the chain as ${id}`);
		const { broadcasts } = await world.service.control.records();
		expect(broadcasts).toContainEqual(
			expect.objectContaining({ commitId: action.id, hash: id, by: "venue" }),
		);
	});

	it("is requested over a transaction's message if that lie is requested", async () => {
		const action = await caller.action("lie about the message: sign the solana message: hello");
		const payload = signOf(action).payloads[0];
		if (payload?.kind !== "svm_message") throw new Error("no message");
		const message = VersionedMessage.deserialize(Buffer.from(payload.message_base64, "base64"));
		expect(message.staticAccountKeys[0]?.toBase58()).toBe(solana.person.publicKey.toBase58());
	});
});

describe("a mirror on Solana", () => {
	it("contains the commit's own request", async () => {
		const page = await caller.turn(`mirror: send 0.1 SOL to ${FRIEND}`);
		const [view, found] = [page.commits?.at(-1), page.events.findLast((event) => event.type === "action")];
		if (view === undefined || found?.type !== "action") throw new Error("no pair");
		expect(found.request).toEqual(view.review?.request);
		await caller.manual(view.commit_id, { kind: "rejected" });
		await caller.untilAction({ ...found, session_id: page.session_id }, "rejected");
	});
});
