import { readFileSync } from "node:fs";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { concatHex, fromRlp, keccak256, numberToHex, serializeTransaction, toRlp } from "viem/utils";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
	checkSignedEvm,
	type EvmSignature,
	PayloadError,
	signedEvm,
	signingHashEvm,
	unsignedEvm,
} from "../../../../../src/core/match/evm/bytes.ts";
import { commitView, evmTransactionPayload } from "../../../../../src/service-api/commit.ts";
import { hex, OTHER, payload } from "../honest.ts";

const N = secp256k1.Point.Fn.ORDER;

/** Signs with the examples' public test key, which is the number 1, or with another key. */
function sign(hash: string, key = 1n): EvmSignature {
	const secret = Uint8Array.from(Buffer.from(key.toString(16).padStart(64, "0"), "hex"));
	const bytes = secp256k1.sign(Buffer.from(hash.slice(2), "hex"), secret, {
		prehash: false,
		format: "recovered",
	});
	const text = Buffer.from(bytes).toString("hex");
	return { r: `0x${text.slice(2, 66)}`, s: `0x${text.slice(66)}`, yParity: bytes[0] === 1 ? 1 : 0 };
}

const honest = payload();
const signature = sign(signingHashEvm(honest));
const raw = signedEvm(honest, signature);

type Rlp = `0x${string}` | Rlp[];

/** Returns the honest transaction with its RLP list changed. */
function rewritten(change: (list: Rlp[]) => Rlp[]): string {
	const list: Rlp = fromRlp(`0x${raw.slice(4)}`, "hex") as Rlp[];
	return concatHex(["0x02", toRlp(change([...list]) as readonly `0x${string}`[], "hex")]);
}

const put = (at: number, value: Rlp) =>
	rewritten((list) => {
		list[at] = value;
		return list;
	});

describe("a payload's bytes", () => {
	it("are EIP-1559's, as viem encodes them", () => {
		const transaction = {
			type: "eip1559",
			chainId: 8453,
			nonce: 11,
			to: hex(honest.transaction.to),
			value: 0n,
			data: hex(honest.transaction.data),
			gas: 60_000n,
			maxFeePerGas: 2_000_000_000n,
			maxPriorityFeePerGas: 100_000_000n,
		} as const;
		expect(unsignedEvm(honest)).toBe(serializeTransaction(transaction));
		expect(raw).toBe(serializeTransaction(transaction, { ...signature }));
	});

	it("match the interface's example, hash included", async () => {
		const file = readFileSync(
			new URL("../../../../fixtures/contract/examples.json", import.meta.url),
			"utf8",
		);
		const example = z.object({ commit_views: z.record(z.string(), z.unknown()) }).parse(JSON.parse(file));
		const waiting = commitView.parse(example.commit_views["evm_awaiting_broadcast_broadcast"]);
		const asked = commitView.parse(example.commit_views["evm_needs_signature_sign"]);
		const told = evmTransactionPayload.parse(asked.action?.kind === "sign" ? asked.action.payload : null);
		if (waiting.action?.kind !== "broadcast") throw new Error("the example has changed");
		const check = await checkSignedEvm(waiting.action.signed_transaction, told);
		expect(check).toMatchObject({ ok: true, hash: waiting.action.transaction_id });
	});

	it("can't be made of malformed values", () => {
		for (const patch of [
			{ value: "01" },
			{ to: "0x12" },
			{ data: "0x1" },
			{ max_fee_per_gas: "" },
			{ gas_limit: -1 },
		])
			expect(() => unsignedEvm(payload(patch))).toThrow(PayloadError);
		expect(() => unsignedEvm(payload({}, { nonce: 0.5 }))).toThrow(PayloadError);
	});
});

describe("signed bytes", () => {
	it("belong to the payload if every field, the form and the signer agree", async () => {
		expect(await checkSignedEvm(raw, honest)).toEqual({ ok: true, hash: keccak256(raw), raw });
		expect(await checkSignedEvm(raw.toUpperCase().replace("0X", "0x"), honest)).toMatchObject({
			ok: true,
			raw,
		});
	});

	it("are also valid with zero fields and no data", async () => {
		const bare = payload({ data: "0x", max_priority_fee_per_gas: "0" }, { nonce: 0 });
		const bytes = signedEvm(bare, sign(signingHashEvm(bare)));
		expect(await checkSignedEvm(bytes, bare)).toMatchObject({ ok: true });
	});

	it.each<[string, string, string]>([
		["another chain", "chain_id", put(0, "0x01")],
		["another nonce", "nonce", put(1, "0x0c")],
		["another tip", "max_priority_fee_per_gas", put(2, "0x05")],
		["another fee", "max_fee_per_gas", put(3, "0x05")],
		["another gas limit", "gas_limit", put(4, "0x05")],
		["another target", "to", put(5, hex(OTHER.toLowerCase()))],
		["another value", "value", put(6, "0x01")],
		["other data", "data", put(7, "0x00")],
		["an access list", "access_list", put(8, [["0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1", []]])],
		["a list in place of a value", "value", put(6, [])],
		["a parity of 2", "y_parity", put(9, "0x02")],
		["a parity written as 0x00", "y_parity", put(9, "0x00")],
		["r of zero", "r", put(10, "0x")],
		["an r above the order", "r", put(10, numberToHex(N + 1n))],
		["a high s", "s", put(11, numberToHex(N - BigInt(signature.s)))],
		["a value with a leading zero", "value", put(6, "0x00")],
		["an r with a leading zero too many", "r", put(10, `0x00${signature.r.slice(2)}`)],
		["an additional member", "raw", rewritten((list) => [...list, "0x01"])],
		["a missing member", "raw", rewritten((list) => list.slice(0, 11))],
		["a byte after the end", "raw", `${raw}00`],
		["a byte missing", "raw", raw.slice(0, -2)],
		["a legacy envelope", "raw", `0x${raw.slice(4)}`],
		["another envelope type", "raw", `0x01${raw.slice(4)}`],
		["no hex", "raw", "zz"],
		["half a byte", "raw", `${raw}0`],
		["nothing", "raw", "0x"],
	])("are refused for %s, naming %s", async (_what, field, bytes) => {
		expect(await checkSignedEvm(bytes, honest)).toMatchObject({ ok: false, field });
	});

	it("are refused in a long list form if a shorter one exists", async () => {
		const list = fromRlp(`0x${raw.slice(4)}`, "hex") as readonly `0x${string}`[];
		const body = concatHex(list.map((item) => toRlp(item, "hex")));
		const length = (body.length - 2) / 2;
		const long = concatHex(["0x02", "0xfa", numberToHex(length, { size: 3 }), body]);
		expect(await checkSignedEvm(long, honest)).toMatchObject({ ok: false });
	});

	it("are refused if another key signed them", async () => {
		const bytes = signedEvm(honest, sign(signingHashEvm(honest), 2n));
		expect(await checkSignedEvm(bytes, honest)).toMatchObject({ ok: false, field: "signer" });
	});

	it("are refused with any single bit flipped", async () => {
		const bytes = Buffer.from(raw.slice(2), "hex");
		for (let at = 0; at < bytes.length; at += 1) {
			const turned = Buffer.from(bytes);
			turned[at] = (turned[at] ?? 0) ^ 1;
			expect((await checkSignedEvm(`0x${turned.toString("hex")}`, honest)).ok).toBe(false);
		}
	});
});
