import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../../../src/core/format/scale.ts";
import { SvmRpcChains } from "../../../../src/main/chains/svm/chain.ts";
import { keyOf } from "../../../../src/main/home/holdings.ts";
import { readSvmBalances, readSvmScales, readSvmUnits } from "../../../../src/main/home/reading.ts";
import { DEV_GENESIS_HASH, devSvmKeypair, type Svm, startSvm } from "../../../chains/svm.ts";
import { fakeClock } from "../chains/fake-rpc.ts";

/** Solana token balances and names, on a real Solana runtime. */

const me = devSvmKeypair(0).publicKey;

describe("of Solana", () => {
	let svm: Svm;
	/** Number of accounts in each `getMultipleAccounts` query. */
	let asked: number[] = [];

	const chain = () =>
		new SvmRpcChains({
			urlOf: () => svm.url,
			genesisOf: () => DEV_GENESIS_HASH,
			clock: fakeClock(),
			fetch: async (input, init) => {
				const { method, params } = JSON.parse(String(init?.body));
				if (method === "getMultipleAccounts") asked.push(params[0].length);
				return await fetch(input, init);
			},
		}).of("localnet");

	beforeAll(async () => {
		svm = await startSvm();
		svm.airdrop(me, 10n ** 9n);
	});
	afterAll(() => svm.stop());

	const madeMint = (...of: Parameters<Svm["createMint"]>) => svm.createMint(...of).toBase58();

	it("tokens have the mint's name, or else Metaplex' metadata", async () => {
		const own = madeMint({
			program: "token-2022",
			decimals: 4,
			metadata: { name: "Own name", symbol: "OWN" },
		});
		const [named, nameless] = [svm.createMint({ decimals: 5 }), svm.createMint({ decimals: 2 })];
		svm.nameMint(named, "Jupiter", "JUP");
		svm.advance(40);
		const units = await readSvmUnits(chain(), [own, named.toBase58(), nameless.toBase58(), me.toBase58()]);
		expect(Object.fromEntries(units)).toEqual({
			[own]: { symbol: "OWN", decimals: 4 },
			[named.toBase58()]: { symbol: "JUP", decimals: 5 },
			[nameless.toBase58()]: { symbol: null, decimals: 2 },
			[me.toBase58()]: { symbol: null, decimals: null },
		});
	});

	it("an RPC's maximum is queried per request, mints and names separately", async () => {
		asked = [];
		const mints = Array.from({ length: 60 }, () => Keypair.generate().publicKey.toBase58());
		expect((await readSvmUnits(chain(), mints)).size).toBe(60);
		expect(asked).toEqual([60, 60]);
		expect(await readSvmUnits(chain(), [])).toEqual(new Map());
	});

	it("only mints with scaled amounts have a factor, which is unread if no mint answers", async () => {
		const [scaledMint, plainMint] = [
			madeMint({ program: "token-2022", decimals: 8, scaledBy: 10 }),
			madeMint({ program: "token-2022" }),
		];
		const missing = Keypair.generate().publicKey.toBase58();
		svm.advance(40);
		asked = [];
		const scales = await readSvmScales(
			chain(),
			[scaledMint, plainMint, me.toBase58(), missing],
			1_800_000_000_000,
		);
		const { now = null, next } = scales.get(scaledMint) ?? {};
		expect(now === null ? null : scaled(3n, now, "down")).toBe(30n);
		expect(next).toBeNull();
		expect(scales.has(plainMint)).toBe(false);
		const unread = { now: null, next: null };
		expect([scales.get(me.toBase58()), scales.get(missing)]).toEqual([unread, unread]);
		expect(asked).toEqual([4]);
	});

	it("coin and tokens are listed by account, and all accounts of one mint together", async () => {
		const mint = madeMint();
		svm.mintTo(svm.createMint(), Keypair.generate().publicKey, 1n);
		svm.advance(40);
		const stranger = Keypair.generate().publicKey.toBase58();
		const { amounts, whole, unread } = await readSvmBalances(chain(), [me.toBase58(), stranger], [mint]);
		expect(Object.fromEntries(amounts)).toEqual({
			[keyOf(me.toBase58(), "native")]: 10n ** 9n,
			[keyOf(stranger, "native")]: 0n,
		});
		expect({ whole, unread }).toEqual({ whole: true, unread: [] });
		expect(amounts.has(keyOf(me.toBase58(), mint))).toBe(false);
	});

	it("listed tokens of an account beyond the read limit are unknown, unless they were read", async () => {
		const [first, second] = ["one", "other"].map((owner) => ({ owner, mint: "listed", amount: 1n }));
		const { amounts, unread, whole } = await readSvmBalances(
			{
				accounts: async () => [],
				walletTokens: async () => ({ tokens: [first, second].flatMap((each) => each ?? []), cut: ["one"] }),
			},
			["one", "other"],
			["listed", "hidden"],
		);
		expect(amounts.get(keyOf("one", "listed"))).toBe(1n);
		expect({ unread, whole }).toEqual({ unread: [keyOf("one", "hidden")], whole: false });
	});

	it("more accounts than one request allows are reported as incomplete", async () => {
		const many = Array.from({ length: 65 }, () => Keypair.generate().publicKey.toBase58());
		const { whole, unread } = await readSvmBalances(chain(), many, ["mint"]);
		expect(whole).toBe(false);
		expect(unread).toEqual(
			many.slice(64).flatMap((account) => [keyOf(account, "native"), keyOf(account, "mint")]),
		);
	});
});
