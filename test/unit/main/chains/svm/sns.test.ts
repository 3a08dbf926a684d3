import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { RawAccount } from "../../../../../src/main/chains/svm/raw-accounts.ts";
import {
	domainKey,
	favouriteKey,
	MAX_OWNERS,
	recordKeys,
	reverseKey,
	snsNamesOf,
	snsOwnerOf,
} from "../../../../../src/main/chains/svm/sns.ts";
import { keyOf, SVM_OTHER, SVM_SIGNER } from "../../../core/match/honest-svm.ts";

const NAMES = "namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX";
const OFFERS = "85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29";
const ROOT = "58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx";

const raw = (owner: string, parts: readonly (Uint8Array | readonly number[])[]): RawAccount => {
	const data = Uint8Array.from(parts.flatMap((part) => [...part]));
	return { owner, lamports: 1n, executable: false, size: data.length, data };
};
const bytes = (key: string) => new PublicKey(key).toBytes();
const text = (name: string) => {
	const encoded = new TextEncoder().encode(name);
	return [encoded.length, 0, 0, 0, ...encoded];
};

/** An owner's favorite name, with members that make it a lie. */
interface Registered {
	readonly owner: string;
	readonly name: string;
	readonly holder?: string;
	/** Name in its reverse account. */
	readonly reverse?: string;
	readonly parent?: string;
	readonly program?: string;
	/** Index of a record that redirects payments. */
	readonly record?: 0 | 1;
}

function sns(all: readonly Registered[]) {
	const accounts = new Map<string, RawAccount>();
	for (const { owner, name, holder = owner, reverse = name, parent = ROOT, program = NAMES, record } of all) {
		const domain = domainKey(name);
		accounts.set(favouriteKey(owner), raw(OFFERS, [[0], bytes(domain)]));
		accounts.set(domain, raw(program, [bytes(parent), bytes(holder), new Uint8Array(32)]));
		accounts.set(reverseKey(domain), raw(NAMES, [new Uint8Array(96), text(reverse)]));
		if (record !== undefined) accounts.set(recordKeys(name)[record], raw(NAMES, [new Uint8Array(96)]));
	}
	const asked: number[] = [];
	return {
		asked,
		async accounts(keys: readonly string[]) {
			asked.push(keys.length);
			return keys.map((key) => accounts.get(key) ?? null);
		},
	};
}

const namesOf = async (...all: readonly Registered[]) =>
	Object.fromEntries(await snsNamesOf(sns(all), [SVM_SIGNER, SVM_OTHER]));
const ana = { owner: SVM_SIGNER, name: "ana" };

describe("the accounts of the Solana Name Service", () => {
	it("match its own library's derivation", () => {
		// Derived with @bonfida/spl-name-service 3.0.26.
		const domain = "Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb";
		expect(domainKey("bonfida")).toBe(domain);
		expect(reverseKey(domain)).toBe("DqgmWxe2PPrfy45Ja3UPyFGwcbRzkRuwXt3NyxjX8krg");
		expect(recordKeys("bonfida")).toEqual([
			"5WCZ6uhXPXJ7UrzBvXBnE9biZykq1ezJ6JhYe6CHgA7d",
			"ETARvCjLwjyM6Jux1ndxuXuYEYy56Nf5uvU3abL1WyW6",
		]);
		expect(favouriteKey("7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy")).toBe(
			"C5r5zCvaJUGqexTXLtETBS623K6jSZAqL5iPzQd64Zui",
		);
	});
});

describe("a wallet's SNS name", () => {
	it("is its favourite domain, if that is its own and resolves back to it", async () => {
		expect(await namesOf(ana, { owner: SVM_OTHER, name: "bob-2" })).toEqual({
			[SVM_SIGNER]: "ana.sol",
			[SVM_OTHER]: "bob-2.sol",
		});
	});

	it("is absent if the domain has another owner", async () => {
		expect(await namesOf({ ...ana, holder: SVM_OTHER })).toEqual({});
	});

	it("is absent if the reverse account has another domain's name", async () => {
		expect(await namesOf({ ...ana, reverse: "toly" })).toEqual({});
	});

	it("is absent if the domain is not of .sol, or not of the name program", async () => {
		expect(await namesOf({ ...ana, parent: keyOf(5).toBase58() })).toEqual({});
		expect(await namesOf({ ...ana, program: keyOf(5).toBase58() })).toEqual({});
	});

	it("is absent if payments for it are forwarded", async () => {
		for (const record of [0, 1] as const) expect(await namesOf({ ...ana, record })).toEqual({});
	});

	it.each(["Ana", "аna", "a\u202ena", "a.b", "", "a".repeat(64), "a na"])(
		"is absent if it is %j",
		async (name) => {
			expect(await namesOf({ owner: SVM_SIGNER, name })).toEqual({});
		},
	);

	it("is queried for few wallets at a time, and for none without one", async () => {
		const chain = sns([]);
		expect(
			await snsNamesOf(
				chain,
				Array.from({ length: 100 }, (_, at) => keyOf(at + 1).toBase58()),
			),
		).toEqual(new Map());
		expect(chain.asked).toEqual([MAX_OWNERS]);
	});
});

describe("the wallet of a .sol name", () => {
	const ownerOf = (name: string, ...all: readonly Registered[]) => snsOwnerOf(sns(all), name);

	it("is the owner of the domain, favourite or not", async () => {
		expect(await ownerOf("ana.sol", ana)).toBe(SVM_SIGNER);
		expect(await ownerOf("ana.sol", { ...ana, holder: SVM_OTHER })).toBe(SVM_OTHER);
	});

	it("is unknown if payments for it are forwarded, or a program holds it", async () => {
		for (const record of [0, 1] as const) expect(await ownerOf("ana.sol", { ...ana, record })).toBeNull();
		expect(await ownerOf("ana.sol", { ...ana, holder: domainKey("ana") })).toBeNull();
	});

	it("is unknown if the account is not of .sol, or not of the name program", async () => {
		expect(await ownerOf("ana.sol", { ...ana, parent: keyOf(5).toBase58() })).toBeNull();
		expect(await ownerOf("ana.sol", { ...ana, program: keyOf(5).toBase58() })).toBeNull();
	});

	it.each(["ana", "ANA.sol", "a.b.sol", "аna.sol", ".sol", "ana.eth", `${"a".repeat(64)}.sol`])(
		"is not looked up for %j",
		async (name) => {
			const chain = sns([ana]);
			expect(await snsOwnerOf(chain, name)).toBeNull();
			expect(chain.asked).toEqual([]);
		},
	);
});
