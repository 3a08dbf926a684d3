import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { message, verbatim } from "../../../../src/core/localized-text.ts";
import type { SvmChain, SvmSent } from "../../../../src/main/chains/svm/chain.ts";
import type { SvmChainReceipt, SvmLookupResult } from "../../../../src/main/chains/svm/receipt.ts";
import { SvmRpcClient } from "../../../../src/main/signing/chain-client.ts";
import { stub } from "../../../fixtures/stub.ts";

const ID = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb";

const LANDED: Extract<SvmLookupResult, { state: "landed" }> = {
	state: "landed",
	succeeded: true,
	error: null,
	slot: 500n,
	confirmed: true,
	finalized: true,
};

const RECEIPT: SvmChainReceipt = {
	signature: ID,
	slot: 500n,
	blockTime: null,
	fee: 5_000n,
	succeeded: true,
	error: null,
	lamports: [
		{ account: "me", pre: 10n ** 18n, post: 10n ** 18n - 6_000n },
		{ account: "you", pre: 0n, post: 1_000n },
		{ account: "program", pre: 1n, post: 1n },
	],
	tokens: [
		{ account: "vault", mint: "TUSD", owner: null, pre: 0n, post: 2n ** 64n - 1n, decimals: 6 },
		{ account: "purse", mint: "TUSD", owner: "me", pre: 5n, post: 0n, decimals: 6 },
	],
	logs: [],
};

function lane(said: {
	readonly sent?: SvmSent;
	readonly lookup?: SvmLookupResult;
	readonly receipt?: SvmChainReceipt | null;
}) {
	const names: string[] = [];
	const chain = stub<SvmChain>({
		send: async () => said.sent,
		lookup: async () => said.lookup,
		receipt: async () => said.receipt ?? null,
		blockHeight: async (commitment: string) => (commitment === "finalized" ? 90n : 100n),
		blockhashValid: async (_: string, commitment: string) => commitment === "confirmed",
	});
	const of = (name: string) => {
		names.push(name);
		return chain;
	};
	return { names, chain: new SvmRpcClient({ of }, "solana:devnet") };
}

describe("a Solana transaction lookup", () => {
	it.each(["unknown", "pending"] as const)("is %s if the chain says so", async (state) => {
		expect(await lane({ lookup: { state } }).chain.lookup(ID)).toEqual({ state });
	});

	it("is pending until it is finalized: a confirmed one may yet be dropped", async () => {
		const { chain } = lane({ lookup: { ...LANDED, finalized: false }, receipt: RECEIPT });
		expect(await chain.lookup(ID)).toEqual({ state: "pending" });
	});

	it("is pending while a finalized one's details can't be read", async () => {
		expect(await lane({ lookup: LANDED, receipt: null }).chain.lookup(ID)).toEqual({ state: "pending" });
	});

	it("is mined once it is finalized, with its fee and movements, to the unit", async () => {
		const found = await lane({ lookup: LANDED, receipt: RECEIPT }).chain.lookup(ID);
		if (found.state !== "mined") throw new Error("not mined");
		expect(found).toMatchObject({ succeeded: true, blockNumber: 500n, blockHash: null, feePaid: 5_000n });
		expect(found.receipt).toEqual({
			family: "svm",
			succeeded: true,
			slot: "500",
			feePaid: "5000",
			error: null,
			moves: [
				{
					account: "me",
					asset: "native",
					owner: "me",
					before: "1000000000000000000",
					after: "999999999999994000",
				},
				{ account: "you", asset: "native", owner: "you", before: "0", after: "1000" },
				{ account: "vault", asset: "TUSD", owner: "vault", before: "0", after: "18446744073709551615" },
				{ account: "purse", asset: "TUSD", owner: "me", before: "5", after: "0" },
			],
		});
	});

	it("that failed on chain is mined as failed, and paid its fee all the same", async () => {
		const error = "The program refused it.";
		const found = await lane({
			lookup: { ...LANDED, succeeded: false, error: verbatim(error) },
			receipt: { ...RECEIPT, succeeded: false, error: verbatim(error) },
		}).chain.lookup(ID);
		expect(found).toMatchObject({ state: "mined", succeeded: false, feePaid: 5_000n });
	});
});

describe("a Solana transaction sent to the RPC", () => {
	it("is identified by the RPC's signature, or by our own if it had it already", async () => {
		expect(await lane({ sent: { kind: "sent", signature: "theirs" } }).chain.send("AA==", ID)).toBe("theirs");
		expect(await lane({ sent: { kind: "already_known" } }).chain.send("AA==", ID)).toBe(ID);
	});

	it.each(["blockhash_gone", "insufficient_funds", "refused"] as const)(
		"is refused with the RPC's text if that says %s",
		async (kind) => {
			const sent = lane({ sent: { kind, text: verbatim("Blockhash not found.") } }).chain.send("AA==", ID);
			await expect(sent).rejects.toBeInstanceOf(ChainError);
			await expect(sent).rejects.toMatchObject({
				kind: "refused",
				text: message("chain.refused-transaction", { why: verbatim("Blockhash not found.") }),
			});
		},
	);
});

describe("a Solana cluster's time", () => {
	it("is read at confirmed for a blockhash, and at both for heights", async () => {
		const { chain, names } = lane({});
		expect(await chain.heights()).toEqual({ confirmed: 100n, finalized: 90n });
		expect(await chain.blockhashValid(ID)).toBe(true);
		expect(new Set(names)).toEqual(new Set(["solana:devnet"]));
	});
});
