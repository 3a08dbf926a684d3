import { TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { privateKeyToAccount } from "viem/accounts";
import { getAddress, hashTypedData } from "viem/utils";
import { describe, expect, it } from "vitest";
import { agentRequest, type Proposed } from "../../../../src/agents-process/protocol.ts";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { paymentPayload } from "../../../../src/main/agents/payment.ts";
import { convertProposed, readProposed } from "../../../../src/main/agents/propose.ts";
import { lookupsFor } from "../../../../src/main/reviewing/facts/completing.ts";
import { actionRequest } from "../../../../src/service-api/action.ts";
import {
	BLOCKHASH,
	SOL_TRANSFER,
	SVM_KEYS,
	SVM_OTHER,
	SVM_OTHER_KEYS,
	SVM_SIGNER,
	TABLE,
	TOKEN_TRANSFER,
	transactionBase64,
	transferSol,
} from "../../core/match/honest-svm.ts";
import { complete, MATCHED, verdictOf } from "../reviewing/facts/completed.ts";
import { fakeChains } from "../reviewing/facts/fake-chains.ts";

/** An agent's proposal becomes a request that the core completes and matches. */

const ACCOUNT = privateKeyToAccount(`0x${"11".repeat(32)}`);
const FROM = ACCOUNT.address;
const TO = getAddress("0x2b5ad5c4795c026514f8317c7a215e218dccd6cf");
const USDC = getAddress("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913");
const NOW = 1_790_000_000_000;
const ID = "a".repeat(32);

const transfer = (change: object = {}, call: object = {}): Proposed => ({
	kind: "evm_calls",
	chain: "8453",
	from: FROM,
	calls: [{ to: TO, value: "1", data: "0x", ...call }],
	nonce: null,
	...change,
});

/** Converts a proposal, or returns the fault that ends it. */
async function convert(proposed: Proposed, one = fakeChains()) {
	agentRequest.parse({ kind: "propose", proposed, reason: null, key: null, expiresAt: null });
	const read = readProposed("agent-1", proposed);
	if (!read.ok) return read;
	return await convertProposed(proposed, read, {
		id: ID,
		now: NOW,
		random: (length) => new Uint8Array(length).fill(7),
		readLookups: (cluster, base64) => lookupsFor(one.chains.svm, cluster, base64),
	});
}

async function requestOf(proposed: Proposed, one = fakeChains()) {
	const converted = await convert(proposed, one);
	if (!converted.ok) throw new Error(`${converted.code} ${converted.detail}`);
	return actionRequest.parse(JSON.parse(converted.request));
}

/** Completes the request, and returns the match's verdict. */
async function matched(proposed: Proposed) {
	const one = fakeChains();
	const request = await requestOf(proposed, one);
	return verdictOf(request, await complete(request, one));
}

const foldOf = (proposed: Proposed, agent = "agent-1") => {
	const read = readProposed(agent, proposed);
	return read.ok ? read.fold : read.detail;
};

describe("proposed EVM calls", () => {
	it("are completed and match, one call or several", async () => {
		expect(await matched(transfer())).toEqual(MATCHED);
		const calls = [
			{ to: TO, value: "0", data: "0xa9059cbb" },
			{ to: USDC.toLowerCase(), value: "5", data: "0x" },
		];
		const one = fakeChains();
		one.world.gas = [40_000n, 21_000n];
		const request = await requestOf(transfer({ calls }), one);
		expect(verdictOf(request, await complete(request, one))).toEqual(MATCHED);
	});

	it("state no simulation, and nothing in the agent's words", async () => {
		expect(await requestOf(transfer())).toMatchObject({
			simulation: { status: "unavailable", balanceChanges: [], approvals: [], gas: null },
			transactions: [{ chain_id: 8453, from: FROM, to: TO, label: "", kind: "", value: "1", data: "0x" }],
		});
	});

	it.each<[string, Proposed]>([
		["from", transfer({ from: "1".repeat(32) })],
		["from", transfer({ from: FROM.replace(/[a-f]/, (digit) => digit.toUpperCase()).replace("0X", "0x") })],
		["calls[0].to", transfer({}, { to: `0x${"Aa".repeat(20)}` })],
		["calls[0].to", transfer({}, { to: SVM_SIGNER })],
		["calls[0].value", transfer({}, { value: (2n ** 256n).toString() })],
		["chain", transfer({ chain: "9999999999999999" })],
	])("are malformed in %s", async (detail, proposed) => {
		expect(await convert(proposed)).toEqual({ ok: false, code: "malformed", detail });
	});

	it("are merged in any spelling of an address, but not with another nonce, another agent or a reason to differ", () => {
		const fold = foldOf(transfer());
		expect(foldOf(transfer({ from: FROM.toLowerCase() }, { to: TO.toLowerCase() }))).toBe(fold);
		expect(foldOf(transfer({ nonce: "7" }))).not.toBe(fold);
		expect(foldOf(transfer({}, { value: "2" }))).not.toBe(fold);
		expect(foldOf(transfer(), "agent-2")).not.toBe(fold);
	});
});

describe("a proposed Solana transaction", () => {
	const proposal = (transaction: string, from = SVM_SIGNER): Proposed => ({
		kind: "svm_transaction",
		cluster: "devnet",
		from,
		transactionBase64: transaction,
	});

	it("is completed with a new blockhash and matches, with and without lookup tables", async () => {
		expect(await matched(proposal(transactionBase64(SOL_TRANSFER)))).toEqual(MATCHED);
		expect(await matched(proposal(transactionBase64(TOKEN_TRANSFER)))).toEqual(MATCHED);
	});

	it("must be paid by the account that proposes it, and be unsigned by it", async () => {
		const bytes = transactionBase64(SOL_TRANSFER);
		expect(await convert(proposal(bytes, SVM_OTHER))).toMatchObject({
			code: "malformed",
			detail: "from: not the transaction’s fee payer",
		});
		const signed = VersionedTransaction.deserialize(Buffer.from(bytes, "base64"));
		signed.sign([SVM_KEYS]);
		expect(await convert(proposal(Buffer.from(signed.serialize()).toString("base64")))).toMatchObject({
			code: "malformed",
			detail: "transactionBase64: already signed",
		});
	});

	it("keeps another's signature, whose blockhash it can't replace", async () => {
		const draft = new TransactionMessage({
			payerKey: SVM_KEYS.publicKey,
			recentBlockhash: BLOCKHASH,
			instructions: [transferSol(5n, SVM_KEYS.publicKey, SVM_OTHER_KEYS.publicKey)],
		}).compileToV0Message();
		const tx = new VersionedTransaction(draft);
		tx.sign([SVM_OTHER_KEYS]);
		const bytes = Buffer.from(tx.serialize()).toString("base64");
		const one = fakeChains();
		const request = await requestOf(proposal(bytes), one);
		const intents = await complete(request, one);
		expect(intents).toMatchObject([{ transaction_base64: bytes }]);
		expect(verdictOf(request, intents)).toEqual(MATCHED);
	});

	it("can't be read with bytes left over, and needs an RPC for its tables", async () => {
		expect(await convert(proposal("AAAA"))).toMatchObject({ ok: false, code: "malformed" });
		const read = readProposed("agent-1", proposal(transactionBase64(TOKEN_TRANSFER)));
		if (!read.ok) throw new Error("not read");
		const parts = { id: ID, now: NOW, random: (length: number) => new Uint8Array(length) };
		const convertWith = (readLookups: () => Promise<[]>) =>
			convertProposed(proposal(transactionBase64(TOKEN_TRANSFER)), read, { ...parts, readLookups });
		expect(await convertWith(async () => [])).toMatchObject({ code: "no_rpc" });
		const silent = new ChainError("unreachable", message("chain.evm.unreadable", { method: "x" }));
		expect(await convertWith(() => Promise.reject(silent))).toMatchObject({ code: "no_rpc" });
	});
});

describe("proposed Solana instructions", () => {
	const proposal = (change: object = {}): Proposed => ({
		kind: "svm_instructions",
		cluster: "devnet",
		from: SVM_SIGNER,
		lookupTables: [],
		instructions: [transferSol()].map(({ programId, keys, data }) => ({
			programId: programId.toBase58(),
			accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
				pubkey: pubkey.toBase58(),
				isSigner,
				isWritable,
			})),
			dataBase64: Buffer.from(data).toString("base64"),
		})),
		...change,
	});

	it("are built and match, with the tables that they name", async () => {
		expect(await matched(proposal())).toEqual(MATCHED);
		expect(await matched(proposal({ lookupTables: [TABLE.key.toBase58()] }))).toEqual(MATCHED);
	});

	it.each<[string, object]>([
		["lookupTables", { lookupTables: ["0".repeat(40)] }],
		["instructions[0].programId", { instructions: [{ programId: FROM, accounts: [], dataBase64: "" }] }],
		[
			"instructions[0].dataBase64",
			{ instructions: [{ programId: SVM_SIGNER, accounts: [], dataBase64: "AB" }] },
		],
		[
			"instructions[0].accounts",
			{
				instructions: [
					{
						programId: SVM_SIGNER,
						accounts: [{ pubkey: FROM, isSigner: false, isWritable: false }],
						dataBase64: "",
					},
				],
			},
		],
	])("are malformed in %s", async (detail, change) => {
		expect(await convert(proposal(change))).toEqual({ ok: false, code: "malformed", detail });
	});
});

describe("a proposed message", () => {
	const text = (change: object = {}): Proposed => ({
		kind: "message",
		family: "evm",
		from: FROM,
		message: "Sign in to example.com",
		...change,
	});

	it("matches as text and as bytes, on both families", async () => {
		expect(await matched(text())).toEqual(MATCHED);
		expect(await matched(text({ message: "0x48656c6c6f20776f726c64" }))).toEqual(MATCHED);
		const svm = { family: "svm", from: SVM_SIGNER, message: Buffer.from("Hello").toString("base64") };
		expect(await matched(text(svm))).toEqual(MATCHED);
	});

	it("names no chain, and belongs to one proposal", async () => {
		expect(readProposed("agent-1", text())).toMatchObject({ chain: null, needsChain: false });
		expect(await requestOf(text())).toMatchObject({ requestId: ID, description: "", signer: FROM });
	});

	it("is malformed if it is empty or no base64, or if a family's account is another's", async () => {
		expect(await convert(text({ message: "" }))).toMatchObject({ code: "malformed" });
		expect(await convert(text({ family: "svm", from: SVM_SIGNER, message: "@" }))).toMatchObject({
			code: "malformed",
		});
		expect(await convert(text({ family: "svm" }))).toMatchObject({ code: "malformed", detail: "from" });
		expect(await convert(text({ message: "\ud800" }))).toMatchObject({ code: "malformed" });
	});
});

describe("proposed typed data", () => {
	const TYPED = {
		domain: { name: "Mail", chainId: 8453 },
		types: {
			EIP712Domain: [
				{ name: "name", type: "string" },
				{ name: "chainId", type: "uint256" },
			],
			Mail: [{ name: "contents", type: "string" }],
		},
		primaryType: "Mail",
		message: { contents: "Hello" },
	};
	const proposal = (typedData: unknown): Proposed => ({
		kind: "typed_data",
		from: FROM,
		typedData: typeof typedData === "string" ? typedData : JSON.stringify(typedData),
	});

	it("matches on the chain that it names", async () => {
		expect(await matched(proposal(TYPED))).toEqual(MATCHED);
		expect(readProposed("agent-1", proposal(TYPED))).toMatchObject({ chain: "8453", needsChain: true });
	});

	it.each<[string, unknown]>([
		["a duplicate key", JSON.stringify(TYPED).replace('"domain"', '"message":{},"domain"')],
		["no JSON", "{"],
		["no object", "[]"],
		["another member", { ...TYPED, metadata: {} }],
		["an undeclared member", { ...TYPED, message: { contents: "Hello", to: "x" } }],
		["an invalid number", JSON.stringify(TYPED).replace("8453", "9007199254740993")],
		[
			"a chain beyond the number range",
			{ ...TYPED, domain: { name: "Mail", chainId: "0xffffffffffffffffff" } },
		],
	])("is malformed with %s", async (_, typed) => {
		expect(await convert(proposal(typed))).toMatchObject({ ok: false, code: "malformed" });
	});
});

describe("a proposed payment", () => {
	const ACCEPTED = {
		scheme: "exact",
		network: "eip155:8453",
		asset: USDC,
		amount: "10000",
		payTo: TO,
		maxTimeoutSeconds: 60,
		extra: { name: "USD Coin", version: "2", more: true },
	};
	type PaymentOf = Extract<Proposed, { kind: "payment" }>["payment"];
	const pay = (change: Partial<PaymentOf> = {}, accepted: object = {}): Proposed => ({
		kind: "payment",
		from: FROM,
		payment: {
			network: "8453",
			asset: USDC,
			amount: "10000",
			payTo: TO,
			resource: "https://api.example/weather",
			description: "Weather",
			maxTimeoutSeconds: 60,
			name: "USD Coin",
			version: "2",
			x402Version: 2,
			accepted: JSON.stringify({ ...ACCEPTED, ...accepted }),
			...change,
		},
	});

	it("is an authorization for exactly this payee, asset and amount, and it matches", async () => {
		expect(await matched(pay())).toEqual(MATCHED);
		const end = NOW / 1000 + 600;
		expect(await convert(pay())).toMatchObject({ end });
		expect(await requestOf(pay())).toMatchObject({
			payloads: [
				{
					kind: "evm_typed_data",
					typed_data: {
						primaryType: "TransferWithAuthorization",
						domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: USDC },
						message: { from: FROM, to: TO, value: "10000", validAfter: "0", validBefore: String(end + 60) },
					},
				},
			],
		});
	});

	async function signed(proposed: Proposed) {
		const converted = await convert(proposed);
		if (!converted.ok || converted.payment === null) throw new Error("not converted");
		const { payloads } = JSON.parse(converted.request);
		const signature = await ACCOUNT.signTypedData(payloads[0].typed_data);
		const stored = { request: converted.request, payment: converted.payment };
		return { stored, signature, typed: payloads[0].typed_data, payload: paymentPayload(stored, signature) };
	}

	it("results in the payload that a server of version 2 compares with its requirements", async () => {
		const { payload, signature, typed } = await signed(pay());
		expect(hashTypedData(typed)).toMatch(/^0x/);
		expect(JSON.parse(payload ?? "")).toEqual({
			x402Version: 2,
			resource: { url: "https://api.example/weather", description: "Weather" },
			accepted: ACCEPTED,
			payload: { signature, authorization: typed.message },
		});
	});

	it("results in a payload that names the network as in version 1", async () => {
		const accepted = { network: "base", amount: undefined, maxAmountRequired: "10000" };
		const { payload, signature, typed } = await signed(pay({ x402Version: 1 }, accepted));
		expect(JSON.parse(payload ?? "")).toEqual({
			x402Version: 1,
			scheme: "exact",
			network: "base",
			payload: { signature, authorization: typed.message },
		});
	});

	it("returns no payload for another resource than the signed one", async () => {
		const { stored, signature } = await signed(pay());
		const payment = JSON.stringify({ ...JSON.parse(stored.payment), resource: "https://other.example" });
		expect(paymentPayload({ ...stored, payment }, signature)).toBeNull();
	});

	it.each<[string, Proposed]>([
		["payment.resource", pay({ resource: "javascript:alert(1)" })],
		["payment.resource", pay({ resource: "api.example.com" })],
		["payment.asset", pay({ asset: SVM_SIGNER })],
		["payment.payTo", pay({ payTo: `0x${"Aa".repeat(20)}` })],
		["payment.amount", pay({ amount: "0" })],
		["payment.name", pay({ name: "" })],
		["payment.accepted", pay({ accepted: "{" })],
		["payment.accepted.scheme", pay({}, { scheme: "upto" })],
		["payment.accepted.payTo", pay({}, { payTo: FROM })],
		["payment.accepted.asset", pay({}, { asset: TO })],
		["payment.accepted.amount", pay({}, { amount: "10001" })],
		["payment.accepted.network", pay({}, { network: "eip155:1" })],
	])("is malformed in %s", async (detail, proposed) => {
		expect(await convert(proposed)).toEqual({ ok: false, code: "malformed", detail });
	});
});
