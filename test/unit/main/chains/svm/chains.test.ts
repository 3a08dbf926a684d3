import { createServer } from "node:http";
import { base58 } from "@scure/base";
import {
	AddressLookupTableProgram,
	PublicKey,
	SystemProgram,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { type Message, message } from "../../../../../src/core/localized-text.ts";
import { readGenesis, type SvmChain, SvmRpcChains } from "../../../../../src/main/chains/svm/chain.ts";
import { metadataAddressOf } from "../../../../../src/main/chains/svm/metadata.ts";
import { DEV_GENESIS_HASH, devSvmKeypair } from "../../../../chains/svm.ts";
import { fakeClock } from "../fake-rpc.ts";
import { fakeSvmRpc, inContext, RpcRefusal } from "../fake-svm-rpc.ts";

const me = devSvmKeypair(0);
const you = devSvmKeypair(1).publicKey.toBase58();
const BLOCKHASH = devSvmKeypair(2).publicKey.toBase58();
const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const U64_MAX = 2n ** 64n - 1n;
const SYSTEM = SystemProgram.programId.toBase58();

type Methods = Parameters<typeof fakeSvmRpc>[0];

function node(patch: Methods = {}) {
	return fakeSvmRpc({
		getGenesisHash: () => DEV_GENESIS_HASH,
		getBlockHeight: () => 1_200,
		isBlockhashValid: () => inContext(true),
		getBalance: () => inContext(U64_MAX),
		getFeeForMessage: () => inContext(5_000),
		getMultipleAccounts: ([keys]) => inContext(Array.isArray(keys) ? keys.map(() => null) : []),
		getMinimumBalanceForRentExemption: ([size]) => 890_880 + Number(size) * 6_960,
		...patch,
	});
}

function chainOf(
	rpc: { readonly fetch: typeof globalThis.fetch },
	genesis: string | null = DEV_GENESIS_HASH,
) {
	const chains = new SvmRpcChains({
		urlOf: () => "http://rpc.invalid",
		genesisOf: () => genesis,
		fetch: rpc.fetch,
		clock: fakeClock(),
	});
	return chains.of("localnet");
}

const asked = {
	payer: you,
	blockhash: BLOCKHASH,
	messageBase64: "AQ==",
	accounts: [you, BLOCKHASH],
	mints: [],
};

async function errorOf(promise: Promise<unknown>): Promise<ChainError> {
	const error: unknown = await promise.then(
		() => null,
		(cause: unknown) => cause,
	);
	if (!(error instanceof ChainError)) throw new Error("expected a ChainError", { cause: error });
	return error;
}

function signedTransfer(): { wire: string; signature: Uint8Array } {
	const transfer = SystemProgram.transfer({
		fromPubkey: me.publicKey,
		toPubkey: devSvmKeypair(1).publicKey,
		lamports: 1n,
	});
	const message = new TransactionMessage({
		payerKey: me.publicKey,
		recentBlockhash: BLOCKHASH,
		instructions: [transfer],
	});
	const transaction = new VersionedTransaction(message.compileToV0Message());
	transaction.sign([me]);
	const [signature = new Uint8Array()] = transaction.signatures;
	return { wire: Buffer.from(transaction.serialize()).toString("base64"), signature };
}

const SIGNATURE = base58.encode(signedTransfer().signature);

const send = (answer: unknown) =>
	chainOf(node({ sendTransaction: () => answer })).send(signedTransfer().wire);

describe("the facts of a cluster", () => {
	it("are read from the user's RPC, each separately, at confirmed", async () => {
		const rpc = node();
		const facts = await chainOf(rpc).facts(asked);
		expect(facts).toMatchObject({
			genesis: DEV_GENESIS_HASH,
			rightCluster: true,
			blockHeight: { ok: true, value: 1_200n },
			blockhashValid: { ok: true, value: true },
			fee: { ok: true, value: 5_000n },
			rent: {
				wallet: { ok: true, value: 890_880n },
				token: { ok: true, value: 2_039_280n },
				mint: { ok: true, value: 1_461_600n },
			},
		});
		const read = rpc.calls.filter(({ method }) => /Balance$|Height|Valid|Fee|Multiple/.test(method));
		expect(read).toHaveLength(5);
		for (const { params } of read) expect(params.at(-1)).toMatchObject({ commitment: "confirmed" });
	});

	it("keep every lamport of the maximum number", async () => {
		const account = {
			data: ["", "base64"],
			executable: false,
			lamports: U64_MAX - 1n,
			owner: SYSTEM,
			space: 0,
		};
		const facts = await chainOf(
			node({ getMultipleAccounts: () => inContext([{ ...account, rentEpoch: U64_MAX }, null]) }),
		).facts(asked);
		expect(facts.lamports).toEqual({ ok: true, value: 18_446_744_073_709_551_615n });
		expect(facts.accounts.get(you)).toMatchObject({
			ok: true,
			value: { lamports: 18_446_744_073_709_551_614n, size: 0, data: { kind: "other" } },
		});
		expect(facts.accounts.get(BLOCKHASH)).toEqual({ ok: true, value: null });
	});

	it.each<[string, unknown]>([
		["above 64 bits", U64_MAX + 1n],
		["negative", -1],
		["a fraction", 1.5],
		["an exponent", 5e30],
		["text", "5000"],
	])("refuse lamports that are %s", async (_what, lamports) => {
		const facts = await chainOf(node({ getBalance: () => inContext(lamports) })).facts(asked);
		expect(facts.lamports.ok).toBe(false);
		expect(facts.fee.ok).toBe(true);
	});

	it("trust nothing of another cluster", async () => {
		const facts = await chainOf(node({ getGenesisHash: () => DEVNET })).facts(asked);
		expect(facts).toMatchObject({ genesis: DEVNET, rightCluster: false, lamports: { ok: false } });
		expect(facts.accounts.size).toBe(0);
	});

	it("are unavailable if the RPC does not even return its genesis hash", async () => {
		const error = await errorOf(chainOf(node({ getGenesisHash: () => "not a hash" })).facts(asked));
		expect(error.kind).toBe("unreadable");
	});

	it("name the reason for a missing fee of an expired blockhash", async () => {
		const facts = await chainOf(node({ getFeeForMessage: () => inContext(null) })).facts(asked);
		expect(facts.fee).toMatchObject({ ok: false, reason: message("chain.svm.no-fee") });
	});

	it("cover at most 64 accounts, and name the others and invalid addresses", async () => {
		const rpc = node();
		const many = Array.from({ length: 70 }, (_, at) => devSvmKeypair(100 + at).publicKey.toBase58());
		const facts = await chainOf(rpc).facts({ ...asked, accounts: ["no address", ...many, ...many] });
		const [keys] = rpc.calls.find(({ method }) => method === "getMultipleAccounts")?.params ?? [];
		expect(keys).toEqual(many.slice(0, 64));
		expect(facts.accounts.size).toBe(71);
		expect(facts.accounts.get(many[63] ?? "")).toEqual({ ok: true, value: null });
		expect(facts.accounts.get(many[64] ?? "")?.ok).toBe(false);
		expect(facts.accounts.get("no address")?.ok).toBe(false);
	});

	it("query mint names in the same request, within an RPC's limit", async () => {
		const rpc = node();
		const many = Array.from({ length: 64 }, (_, at) => devSvmKeypair(100 + at).publicKey.toBase58());
		await chainOf(rpc).facts({ ...asked, accounts: many, mints: ["no address", SYSTEM, ...many] });
		const read = rpc.calls.filter(({ method }) => method === "getMultipleAccounts");
		const keys = read.flatMap(({ params: [each] }) => each);
		expect(read).toHaveLength(1);
		expect(keys).toHaveLength(100);
		expect(keys.slice(0, 64)).toEqual(many);
		expect(keys.slice(64)).toEqual(many.slice(0, 36).map(metadataAddressOf));
	});

	it.each<[string, unknown]>([
		["another number of accounts", [null]],
		["data of another size than stated", [{ data: ["AQ==", "base64"], space: 2 }, null]],
		["data that is not base64", [{ data: ["?", "base64"], space: 1 }, null]],
		["an owner that is no address", [{ data: ["", "base64"], space: 0, owner: "me" }, null]],
	])("know no accounts if the RPC answers %s", async (_what, accounts) => {
		const base = { executable: false, lamports: 1, owner: SYSTEM };
		const value = Array.isArray(accounts)
			? accounts.map((each) => (each === null ? null : { ...base, ...Object(each) }))
			: [];
		const facts = await chainOf(node({ getMultipleAccounts: () => inContext(value) })).facts(asked);
		expect(facts.accounts.get(you)?.ok).toBe(false);
		expect(facts.accounts.get(BLOCKHASH)?.ok).toBe(false);
		expect(facts.lamports.ok).toBe(true);
	});
});

describe("sending a signed transaction", () => {
	it("submits it once, with preflight and without retries, and returns its signature", async () => {
		const rpc = node({ sendTransaction: () => SIGNATURE });
		const { wire } = signedTransfer();
		expect(await chainOf(rpc).send(wire)).toEqual({ kind: "sent", signature: SIGNATURE });
		const sent = rpc.calls.filter(({ method }) => method === "sendTransaction");
		const options = {
			encoding: "base64",
			skipPreflight: false,
			preflightCommitment: "confirmed",
			maxRetries: 0,
		};
		expect(sent.map(({ params }) => params)).toEqual([[wire, options]]);
	});

	it("sends nothing to another cluster", async () => {
		const rpc = node({ getGenesisHash: () => DEVNET, sendTransaction: () => SIGNATURE });
		const error = await errorOf(chainOf(rpc).send(signedTransfer().wire));
		expect(error.kind).toBe("wrong_chain");
		expect(error.code).toBe("chain.svm.wrong-cluster");
		expect(rpc.calls.map(({ method }) => method)).toEqual(["getGenesisHash"]);
	});

	it("sends nothing that is not a transaction", async () => {
		const rpc = node({ sendTransaction: () => SIGNATURE });
		expect((await errorOf(chainOf(rpc).send("AQID"))).code).toBe("chain.svm.no-transaction");
		expect(rpc.calls).toEqual([]);
	});

	it.each<[string, string, number, unknown]>([
		["already_known", "already been processed", -32_002, { err: "AlreadyProcessed", logs: [] }],
		["already_known", "Transaction has already been processed", -32_002, undefined],
		["blockhash_gone", "x", -32_002, { err: "BlockhashNotFound", logs: [] }],
		["blockhash_gone", "Transaction simulation failed: Blockhash not found", -32_002, undefined],
		["insufficient_funds", "x", -32_002, { err: "InsufficientFundsForFee" }],
		["insufficient_funds", "x", -32_002, { err: "AccountNotFound" }],
		["insufficient_funds", "x", -32_002, { err: { InsufficientFundsForRent: { account_index: 1 } } }],
		[
			"insufficient_funds",
			"x",
			-32_002,
			{
				err: { InstructionError: [0, { Custom: 1 }] },
				logs: ["Transfer: insufficient lamports 5, need 10"],
			},
		],
		["refused", "x", -32_002, { err: { InstructionError: [0, { Custom: 1 }] }, logs: ["Program log: no"] }],
		["refused", "Transaction signature verification failure", -32_003, undefined],
		["refused", "Node is behind by 300 slots", -32_005, { numSlotsBehind: 300 }],
		["refused", "Too many requests", 429, undefined],
	])("reports %s from the RPC's answer: %s (%i)", async (kind, message, code, data) => {
		expect((await send(new RpcRefusal(message, code, data))).kind).toBe(kind);
	});

	it("trusts the error's data more than texts that a program may have chosen", async () => {
		const data = { err: { InstructionError: [0, { Custom: 7 }] }, logs: [] };
		const said = await send(new RpcRefusal("blockhash not found, already been processed", -32_002, data));
		expect(said.kind).toBe("refused");
	});

	it.each<[string, unknown]>([
		["an internal error", new RpcRefusal("Internal error", -32_603)],
		["an error it does not know", new RpcRefusal("already been processed", -1)],
		["another signature", `${SIGNATURE.slice(0, -1)}${SIGNATURE.endsWith("2") ? "3" : "2"}`],
		["nothing", null],
	])("leaves it unclear after %s", async (_what, answer) => {
		await errorOf(send(answer));
	});
});

describe("looking up a signature", () => {
	const found = (value: unknown, patch: Methods = {}) =>
		chainOf(node({ getSignatureStatuses: () => inContext([value]), ...patch })).lookup(SIGNATURE);
	const landed = { slot: 9, confirmations: 3, err: null, confirmationStatus: "confirmed" };

	it("distinguishes unknown, pending, confirmed and final", async () => {
		expect(await found(null)).toEqual({ state: "unknown" });
		expect(await found({ ...landed, confirmationStatus: "processed" })).toEqual({ state: "pending" });
		const confirmed = { state: "landed", succeeded: true, error: null, slot: 9n, confirmed: true };
		expect(await found(landed)).toEqual({ ...confirmed, finalized: false });
		const final = { ...landed, confirmations: null, confirmationStatus: "finalized" };
		expect(await found(final)).toEqual({ ...confirmed, finalized: true });
	});

	it.each<[unknown, Message]>([
		[
			{ InstructionError: [0, { Custom: 6_001 }] },
			message("chain.svm.error.instruction-own", { number: "1", code: "6001" }),
		],
		[
			{ InstructionError: [2, "InvalidAccountData"] },
			message("chain.svm.error.instruction", { number: "3", error: "InvalidAccountData" }),
		],
		["InsufficientFundsForFee", message("chain.svm.error.too-little-for-fee")],
		[{ Odd: ["x"] }, message("chain.svm.error.unknown", { error: '{"Odd":["x"]}' })],
	])("names the reason of its failure: %j", async (err, error) => {
		expect(await found({ ...landed, err })).toMatchObject({ succeeded: false, error });
	});

	it("truncates an error's free text", async () => {
		const answer = await found({ ...landed, err: { x: "y".repeat(10_000) } });
		expect(
			answer.state === "landed" && answer.error !== null ? JSON.stringify(answer.error).length : Infinity,
		).toBeLessThan(300);
	});

	it("trusts no answer of another cluster, or about another number of signatures", async () => {
		expect((await errorOf(found(landed, { getGenesisHash: () => DEVNET }))).kind).toBe("wrong_chain");
		const two = { getSignatureStatuses: () => inContext([landed, landed]) };
		expect((await errorOf(found(landed, two))).kind).toBe("unreadable");
	});
});

describe("a cluster's RPC", () => {
	const ports = { fetch: node().fetch, clock: fakeClock() };

	it("is named if it is missing, or its cluster or genesis hash is unknown", async () => {
		const none = new SvmRpcChains({ ...ports, urlOf: () => null, genesisOf: () => DEV_GENESIS_HASH });
		expect(() => none.of("localnet")).toThrow("chain.svm.no-rpc");
		const some = new SvmRpcChains({ ...ports, urlOf: () => "http://rpc.invalid", genesisOf: () => null });
		expect(() => some.of("moonnet")).toThrow("chain.svm.unknown-cluster");
		expect(() => some.of("localnet")).toThrow("chain.svm.no-genesis");
		expect(await readGenesis("http://rpc.invalid", ports)).toBe(DEV_GENESIS_HASH);
	});

	it("of a public cluster is proven by the public genesis hash, whatever the settings pin", async () => {
		const all = { ...ports, urlOf: () => "http://rpc.invalid", genesisOf: () => DEV_GENESIS_HASH };
		const chain = new SvmRpcChains(all).of("solana:devnet");
		expect(chain.cluster).toBe("devnet");
		const error = await errorOf(chain.prove());
		expect(error.kind).toBe("wrong_chain");
		expect(error.params).toMatchObject({ genesis: DEV_GENESIS_HASH });
	});

	it.each<[string, (chain: SvmChain) => Promise<unknown>]>([
		["a balance", (chain) => chain.balance(you)],
		["a height", (chain) => chain.blockHeight("finalized")],
		["a blockhash's life", (chain) => chain.blockhashValid(BLOCKHASH, "finalized")],
		["lookup tables", (chain) => chain.tables([you])],
	])("counts only if it is the cluster's: %s", async (_what, read) => {
		expect((await errorOf(read(chainOf(node({ getGenesisHash: () => DEVNET }))))).kind).toBe("wrong_chain");
		await read(chainOf(node()));
	});

	/** Returns the methods of an RPC that reports a lookup table with two addresses. */
	function tableOf(second: string, patch: Methods = {}) {
		const data = new Uint8Array(56 + 64);
		const view = new DataView(data.buffer);
		view.setUint32(0, 1, true);
		view.setBigUint64(4, U64_MAX, true);
		data.set(new PublicKey(you).toBytes(), 56);
		data.set(new PublicKey(second).toBytes(), 88);
		const owner = AddressLookupTableProgram.programId.toBase58();
		const account = {
			data: [Buffer.from(data).toString("base64"), "base64"],
			executable: false,
			lamports: 1,
			owner,
			rentEpoch: 0,
			space: data.length,
		};
		return node({ getMultipleAccounts: () => inContext([account]), ...patch });
	}

	function chainOfTwo(one: ReturnType<typeof node>, two: ReturnType<typeof node>) {
		const fetch: typeof globalThis.fetch = (url, init) =>
			String(url).includes("second") ? two.fetch(url, init) : one.fetch(url, init);
		const chains = new SvmRpcChains({
			urlOf: () => "http://rpc.invalid",
			secondUrlOf: () => "http://second.invalid",
			genesisOf: () => DEV_GENESIS_HASH,
			fetch,
			clock: fakeClock(),
		});
		return chains.of("localnet");
	}

	it("is trusted on a lookup table only if a second one agrees", async () => {
		const [same, other] = [1, 2].map((at) => devSvmKeypair(at).publicKey.toBase58());
		if (same === undefined || other === undefined) throw new Error("no keys");
		const agreed = await chainOfTwo(tableOf(same), tableOf(same)).tables([BLOCKHASH]);
		expect(agreed.get(BLOCKHASH)?.addresses).toEqual([you, same]);
		const differs = await errorOf(chainOfTwo(tableOf(same), tableOf(other)).tables([BLOCKHASH]));
		expect(differs).toMatchObject({
			kind: "unreadable",
			text: message("chain.svm.two-tables", { address: BLOCKHASH }),
		});
		expect((await chainOfTwo(tableOf(same), node()).tables([BLOCKHASH])).get(BLOCKHASH)).toBeNull();
	});

	it("is not trusted alone if the second one is of another cluster, or does not answer", async () => {
		const same = devSvmKeypair(1).publicKey.toBase58();
		const elsewhere = tableOf(same, { getGenesisHash: () => DEVNET });
		expect((await errorOf(chainOfTwo(tableOf(same), elsewhere).tables([BLOCKHASH]))).kind).toBe(
			"wrong_chain",
		);
		const silent = tableOf(same, {
			getMultipleAccounts: () => {
				throw new Error("down");
			},
		});
		await expect(chainOfTwo(tableOf(same), silent).tables([BLOCKHASH])).rejects.toBeInstanceOf(ChainError);
	});

	it("gets no more lookup tables than a transaction can have", async () => {
		const many = Array.from({ length: 65 }, (_, at) => devSvmKeypair(at).publicKey.toBase58());
		expect((await errorOf(chainOf(node()).tables(many))).code).toBe("chain.svm.too-many-tables");
	});

	it.each<[string, string]>([
		["no JSON", "<html>"],
		["neither result nor error", '{"jsonrpc":"2.0","id":1}x'],
		["ten million characters", JSON.stringify({ result: "x".repeat(10_000_000) })],
	])("is unreadable if it answers with %s", async (_what, text) => {
		const fetch: typeof globalThis.fetch = async () => new Response(text);
		expect((await errorOf(chainOf({ fetch }).prove())).kind).toBe("unreadable");
	});

	it("may write “error: null” next to its results", async () => {
		const rpc = node();
		const fetch: typeof globalThis.fetch = async (...call) =>
			new Response((await (await rpc.fetch(...call)).text()).replace("{", '{"error":null,'));
		expect(await chainOf({ fetch }).balance(you)).toBe(U64_MAX);
	});

	it("gave no answer after ten seconds; that is not reported as unsent", async () => {
		const clock = fakeClock();
		const silent = createServer(() => clock.advance(10_000));
		await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
		const address = silent.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		try {
			const error = await errorOf(readGenesis(`http://127.0.0.1:${port}`, { fetch, clock }));
			expect(error.kind).toBe("unreachable");
			expect(error.code).toBe("chain.unreachable");
		} finally {
			silent.closeAllConnections();
			await new Promise((resolve) => silent.close(resolve));
		}
	});
});
