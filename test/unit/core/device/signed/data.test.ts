import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { TOKEN_LIST } from "../../../../../src/core/chain/tokens/list.ts";
import type { SignedToken } from "../../../../../src/core/decoded-transaction/signed-token.ts";
import data from "../../../../../src/core/device/signed/data.json" with { type: "json" };
import { APPROVAL_SCHEMAS } from "../../../../../src/core/device/signed/filters.ts";
import {
	parseDescription,
	readShard,
	SHARD_COUNT,
	shardOf,
} from "../../../../../src/core/device/signed/signed-tokens.ts";
import { LEDGER_TOKENS } from "../../../../support/ledger-tokens.ts";

/** Verifies Ledger's signatures of the bundled data with a separate parser. */

const SHARDS = join(import.meta.dirname, "../../../../../resources/ledger-tokens");
const KEY = Buffer.from(
	"045e6c1020c14dc46442fe89f97c0b68cdb15976dc24f24c316e7b30fe4e8cc76b" +
		"1489150c21514ebf440ff5dea5393d83de5358cd098fce8fd0f81daa94979183",
	"hex",
);

function signedByLedger(content: Uint8Array, signature: Uint8Array): boolean {
	const compact = secp256k1.Signature.fromBytes(signature, "der").toBytes("compact");
	return secp256k1.verify(compact, sha256(content), KEY, { prehash: false, lowS: false });
}

const bytes = (text: string) => Buffer.from(text, "hex");

function descriptors(number: bigint, size: number): Buffer {
	return bytes(number.toString(16).padStart(2 * size, "0"));
}

const described = Object.entries(TOKEN_LIST).flatMap(([chain, tokens]) =>
	tokens.flatMap(([symbol, , decimals, address]) => {
		const token = LEDGER_TOKENS.find(Number(chain), address);
		return token === null ? [] : [{ chain, symbol, decimals, address, token }];
	}),
);

function isSigned({ description, ticker, address, decimals, chainId }: SignedToken): boolean {
	const content = Buffer.concat([
		Buffer.from(ticker, "ascii"),
		bytes(address.slice(2)),
		descriptors(BigInt(decimals), 4),
		descriptors(BigInt(chainId), 4),
	]);
	return signedByLedger(content, description.subarray(1 + content.length));
}

describe("Ledger’s descriptions of tokens", () => {
	const shards = readdirSync(SHARDS);
	const all = shards.flatMap((name) =>
		[...readShard(readFileSync(join(SHARDS, name)))].map((bytes) => ({
			name,
			token: parseDescription(bytes),
		})),
	);

	it("exist for most of the list, and for 26,000 tokens more", () => {
		expect(described.length).toBeGreaterThan(290);
		expect(shards).toHaveLength(SHARD_COUNT);
		expect(all).toHaveLength(26_961);
	});
	it("are in the file of their address, each token once", () => {
		const places = all.map(({ name, token }) => ({
			name,
			of: token === null ? null : shardOf(token.address),
		}));
		expect(places.filter(({ name, of }) => name !== of)).toEqual([]);
		expect(new Set(all.map(({ token }) => `${token?.chainId} ${token?.address}`)).size).toBe(all.length);
	});
	it("each fit one page of a device, and every fortieth is verified with Ledger’s key", () => {
		const tokens = all.flatMap(({ token }) => token ?? []);
		expect(tokens.filter(({ ticker }) => !/^[\x21-\x7e]{1,12}$/.test(ticker))).toEqual([]);
		const sample = tokens.filter((_, index) => index % 40 === 0);
		expect(sample.filter((token) => !isSigned(token))).toEqual([]);
	});
	it("never give an unlisted token the symbol of a listed token of its chain", () => {
		const imitating = all.flatMap(({ token }) => {
			const listed = TOKEN_LIST[String(token?.chainId)] ?? [];
			const isListed = listed.some(([, , , address]) => address.toLowerCase() === token?.address);
			const sameName = listed.some(([symbol]) => symbol.toUpperCase() === token?.ticker.toUpperCase());
			return sameName && !isListed ? [token] : [];
		});
		expect(imitating).toEqual([]);
	});
	it("each carry Ledger’s signature, for the chain, address and decimals of the list", () => {
		for (const { chain, decimals, address, token } of described) {
			expect({ ...token, valid: isSigned(token) }).toMatchObject({
				valid: true,
				chainId: Number(chain),
				address: address.toLowerCase(),
				decimals,
			});
		}
	});
	it("never give a token the symbol of another token of its chain", () => {
		const others = described.filter(({ chain, symbol, token }) =>
			(TOKEN_LIST[chain] ?? []).some(([other]) => other === token.ticker && other !== symbol),
		);
		expect(others.map(({ token }) => token.ticker)).toEqual([]);
		// Ledger's ticker for Polygon's bridged token is "USDC", the same as for the issuer's own token.
		expect(LEDGER_TOKENS.find(137, "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174")).toBeNull();
	});
	it("are found by chain and address alone", () => {
		const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
		expect(LEDGER_TOKENS.find(1, usdc)).toMatchObject({ ticker: "USDC", decimals: 6 });
		expect(LEDGER_TOKENS.find(8453, usdc)).toBeNull();
	});
});

describe("Ledger’s filters of typed data", () => {
	const KINDS = { token: 11, amount: 22, datetime: 33, raw: 72 } as const;

	it("carry Ledger’s signature in every part", () => {
		const filters = Object.entries(data.filters);
		expect(filters.length).toBeGreaterThan(50);
		for (const [key, { contractName, fields }] of filters) {
			const [chain = "", contract = "", schema = ""] = key.split(":");
			const place = Buffer.concat([descriptors(BigInt(chain), 8), bytes(contract.slice(2)), bytes(schema)]);
			const signed = (kind: number, ...parts: Uint8Array[]) =>
				Buffer.concat([Buffer.of(kind), place, ...parts]);
			const title = signed(183, Buffer.of(fields.length), Buffer.from(contractName.label));
			expect(signedByLedger(title, bytes(contractName.signature))).toBe(true);
			for (const { format, path, label, coin_ref: coin, signature } of fields) {
				const name = format === "token" ? "" : label;
				const index = coin === undefined ? Buffer.of() : Buffer.of(coin);
				const content = signed(KINDS[format], Buffer.from(path), Buffer.from(name), index);
				expect(signedByLedger(content, bytes(signature))).toBe(true);
			}
		}
	});
	it("count as approvals if Ledger calls them permits, and in no other case", () => {
		for (const [key, { contractName }] of Object.entries(data.filters)) {
			const isPermit = contractName.label.startsWith("Permit");
			expect(APPROVAL_SCHEMAS.has(key.split(":")[2] ?? "")).toBe(isPermit);
		}
	});
	it("never have amounts without their token", () => {
		for (const { fields } of Object.values(data.filters)) {
			const coins = fields.filter(({ format }) => format === "token").map((field) => field.coin_ref);
			const amounts = fields.filter(({ format }) => format === "amount");
			for (const { coin_ref: coin } of amounts) expect([...coins, 255]).toContain(coin);
		}
	});
});
