import { ACCOUNT_SIZE, MintLayout, TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import type { TokenAccount } from "../../../../src/main/chains/svm/chain.ts";
import type { RawAccount } from "../../../../src/main/chains/svm/raw-accounts.ts";
import { lacksOwnerIndex, readSvmPowers } from "../../../../src/main/powers/svm-powers.ts";

const bytes = (fill: number) => new Uint8Array(32).fill(fill);
const key = (fill: number) => new PublicKey(bytes(fill));
const [ME, DELEGATE, CLOSER, FREEZER, MINTER, TAKER] = [2, 3, 4, 5, 6, 7].map((fill) => key(fill).toBase58());
const [MINT, ACCOUNT] = [8, 9].map((fill) => key(fill).toBase58());
const WSOL = "So11111111111111111111111111111111111111112";
const PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** Token-2022's account type of a mint, and the number of the extension (extension/mod.rs). */
const [OF_MINT, PERMANENT_DELEGATE] = [1, 12];

/** Returns a Token-2022 mint. */
function mintWith(of: { freeze?: number; mint?: number; permanent?: number }): RawAccount {
	const data = Buffer.alloc(ACCOUNT_SIZE + 1 + 4 + 32);
	MintLayout.encode(
		{
			mintAuthorityOption: of.mint === undefined ? 0 : 1,
			mintAuthority: key(of.mint ?? 0),
			supply: 1_000n,
			decimals: 6,
			isInitialized: true,
			freezeAuthorityOption: of.freeze === undefined ? 0 : 1,
			freezeAuthority: key(of.freeze ?? 0),
		},
		data,
	);
	data[ACCOUNT_SIZE] = OF_MINT;
	data.writeUInt16LE(PERMANENT_DELEGATE, ACCOUNT_SIZE + 1);
	data.writeUInt16LE(32, ACCOUNT_SIZE + 3);
	data.set(bytes(of.permanent ?? 0), ACCOUNT_SIZE + 5);
	const owner = TOKEN_2022_PROGRAM_ID.toBase58();
	return { owner, lamports: 1n, executable: false, size: data.length, data: new Uint8Array(data) };
}

const held = (change: Partial<TokenAccount> = {}): TokenAccount => ({
	address: String(ACCOUNT),
	owner: String(ME),
	program: PROGRAM,
	mint: String(MINT),
	amount: 500n,
	delegate: null,
	delegatedAmount: 0n,
	closeAuthority: null,
	...change,
});

async function powers(accounts: readonly TokenAccount[], mint: RawAccount | null = null) {
	const found = await readSvmPowers(
		{
			tokenAccounts: async () => ({ accounts, isCut: false }),
			accounts: async (keys) => keys.map((each) => (each === MINT ? mint : null)),
		},
		"mainnet-beta",
		[String(ME)],
	);
	return found.map(({ seen, spender, stakes }) => [
		seen.kind,
		spender,
		stakes.map(({ balance, limit }) => [balance, limit]),
	]);
}

describe("powers over a token account", () => {
	it("are the delegate, up to its amount and the balance", async () => {
		expect(await powers([held({ delegate: String(DELEGATE), delegatedAmount: 200n })])).toEqual([
			["delegate", DELEGATE, [[500n, 200n]]],
		]);
		expect(await powers([held({ delegate: String(DELEGATE) })])).toEqual([]);
	});

	it("are who can close it: all of wrapped SOL, else nothing but its rent", async () => {
		expect(await powers([held({ closeAuthority: String(CLOSER) })])).toEqual([["close", CLOSER, []]]);
		expect(await powers([held({ closeAuthority: String(CLOSER), mint: WSOL })])).toEqual([
			["close", CLOSER, [[500n, null]]],
		]);
	});

	it("are never the owner’s own", async () => {
		expect(
			await powers([held({ delegate: String(ME), delegatedAmount: 5n, closeAuthority: String(ME) })]),
		).toEqual([]);
	});

	it("are those of its mint, while it holds something", async () => {
		const mint = mintWith({ freeze: 5, mint: 6, permanent: 7 });
		expect(await powers([held()], mint)).toEqual([
			["permanent", TAKER, [[500n, null]]],
			["freeze", FREEZER, []],
		]);
		expect(await powers([held({ amount: 0n })], mint)).toEqual([]);
	});

	it("include another’s right to mint more of a token that the owner controls otherwise", async () => {
		const mint = mintWith({ freeze: 2, mint: 6 });
		expect(await powers([held()], mint)).toEqual([["mint", MINTER, []]]);
	});
});

describe("an RPC without an index of owners", () => {
	it("is distinguished from one that doesn't answer", () => {
		expect(lacksOwnerIndex(new ChainError("refused", verbatim("")))).toBe(true);
		expect(lacksOwnerIndex(new ChainError("unreachable", verbatim("")))).toBe(false);
	});
});
