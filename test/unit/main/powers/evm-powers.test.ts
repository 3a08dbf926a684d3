import { decodeFunctionData, encodeAbiParameters, parseAbi, parseAbiParameters } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { TOKEN_LIST } from "../../../../src/core/chain/tokens/list.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { PERMIT2 } from "../../../../src/core/match/revocation.ts";
import { readAccountCode, readApproved, withSecondBalances } from "../../../../src/main/powers/evm-powers.ts";
import { unread } from "../../../../src/main/powers/found-power.ts";
import type { SeenAllowance } from "../../../../src/main/powers/seen-allowances.ts";

const BASE = "8453";
const [, , , USDC_ON_BASE] = (TOKEN_LIST[BASE] ?? []).find(([symbol]) => symbol === "USDC") ?? [];
const USDC = String(USDC_ON_BASE).toLowerCase();
const ME = `0x${"a".repeat(40)}`;
const SPENDER = `0x${"c".repeat(40)}`;
const NOW = 1_700_000_000_000;

const ERC20 = parseAbi([
	"function allowance(address owner, address spender) view returns (uint256)",
	"function balanceOf(address owner) view returns (uint256)",
	"function isApprovedForAll(address owner, address operator) view returns (bool)",
	"function getApproved(uint256 tokenId) view returns (address)",
	"function ownerOf(uint256 tokenId) view returns (address)",
]);
const ALLOWANCE = parseAbi([
	"function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)",
]);

type Hex = `0x${string}`;
const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);

function chainOf(change: {
	allowance?: bigint;
	toPermit2?: bigint | ChainError;
	permit2?: readonly [bigint, number];
	balance?: bigint | null;
	operator?: boolean;
	owner?: string;
}) {
	return {
		async call(to: string, data: Hex): Promise<Hex> {
			if (to === PERMIT2) {
				decodeFunctionData({ abi: ALLOWANCE, data });
				const [amount, until] = change.permit2 ?? [0n, 0];
				return encodeAbiParameters(parseAbiParameters("uint160, uint48, uint48"), [amount, until, 0]);
			}
			const { functionName, args } = decodeFunctionData({ abi: ERC20, data });
			switch (functionName) {
				case "allowance": {
					const answer =
						args[1].toLowerCase() === PERMIT2 ? (change.toPermit2 ?? 0n) : (change.allowance ?? 0n);
					if (answer instanceof ChainError) throw answer;
					return word(answer);
				}
				case "balanceOf":
					if (change.balance === null)
						throw new ChainError("refused", verbatim(""), { rpcCode: 3, nodeText: "execution reverted" });
					return word(change.balance ?? 0n);
				case "isApprovedForAll":
					return word(change.operator === true ? 1n : 0n);
				case "getApproved":
					return word(BigInt(SPENDER));
				case "ownerOf":
					return word(BigInt(change.owner ?? ME));
			}
		},
	};
}

const seen = (change: Partial<SeenAllowance> = {}): SeenAllowance => ({
	...{ chainRef: BASE, account: ME, token: USDC, spender: SPENDER, kind: "allowance", tokenId: "" },
	...change,
});

const unit = { symbol: "USDC", name: null, decimals: 6 };
const read = (chain: ReturnType<typeof chainOf>, change: Partial<SeenAllowance> = {}) =>
	readApproved(chain, seen(change), async () => unit, NOW);

const UNLIMITED = 2n ** 256n - 1n;

describe("a candidate", () => {
	it("is an allowance with the balance that it can take", async () => {
		const found = await read(chainOf({ allowance: UNLIMITED, balance: 9_000_000n }));
		expect(found?.stakes).toEqual([
			{ asset: USDC, priced: USDC, balance: 9_000_000n, limit: UNLIMITED, decimals: 6 },
		]);
	});

	it("is nothing if the contract says so, whatever the logs showed", async () => {
		expect(await read(chainOf({}))).toBeNull();
		expect(await read(chainOf({}), { kind: "operator" })).toBeNull();
		expect(await read(chainOf({ owner: SPENDER }), { kind: "token", tokenId: "7" })).toBeNull();
	});

	it("of Permit2 is bounded by the token’s own allowance to Permit2, and ends", async () => {
		const until = NOW / 1_000 + 60;
		const chain = { permit2: [500n, until] as const, balance: 900n };
		const limitOf = async (toPermit2: bigint | ChainError) =>
			(await read(chainOf({ ...chain, toPermit2 }), { kind: "permit2" }))?.stakes[0]?.limit;
		expect(await limitOf(UNLIMITED)).toBe(500n);
		expect(await limitOf(200n)).toBe(200n);
		expect(await limitOf(0n)).toBe(0n);
		// A lower amount would look milder than it may be.
		expect(await limitOf(new ChainError("unreadable", verbatim("")))).toBe(500n);
		const ended = chainOf({ permit2: [500n, NOW / 1_000 - 1], toPermit2: UNLIMITED, balance: 900n });
		expect(await read(ended, { kind: "permit2" })).toBeNull();
	});

	it("for a collection takes its items, which have no price", async () => {
		const three = await read(chainOf({ operator: true, balance: 3n }), { kind: "operator" });
		expect(three).toMatchObject({ items: 3n, stakes: [{ balance: 3n, decimals: null, limit: null }] });
		// ERC-1155 doesn't report the number of items.
		const some = await read(chainOf({ operator: true, balance: null }), { kind: "operator" });
		expect(some).toMatchObject({ items: null, stakes: [{ balance: 1n }] });
	});

	it("for one item takes just that", async () => {
		const item = await read(chainOf({}), { kind: "token", tokenId: "7" });
		expect(item).toMatchObject({ stakes: [{ asset: `${USDC} 7`, balance: 1n, decimals: null }] });
	});
});

describe("code of an account", () => {
	const chainWith = (head: string, size: number) => ({
		...chainOf({ balance: 5n }),
		balance: async () => 7n,
		codeRead: async () => ({ size, hash: "0x" as const, head: `0x${head}` as const }),
	});
	const DELEGATED = `ef0100${"c".repeat(40)}000000000000000000`;

	it("gives its contract everything on the network", async () => {
		const found = await readAccountCode(chainWith(DELEGATED, 23), BASE, ME);
		expect(found).toMatchObject({ spender: SPENDER, seen: { kind: "code", account: ME }, fault: null });
		expect(found?.stakes).toHaveLength((TOKEN_LIST[BASE] ?? []).length + 2);
		expect(found?.stakes[0]).toEqual({
			...{ asset: "native", priced: "native", balance: 7n, limit: null, decimals: 18 },
		});
		expect(found?.stakes).toContainEqual({
			...{ asset: USDC, priced: USDC, balance: 5n, limit: null, decimals: 6 },
		});
	});

	it("can also take what can’t be counted", async () => {
		const found = await readAccountCode(chainWith(DELEGATED, 23), BASE, ME);
		expect(found?.stakes.at(-1)).toMatchObject({ balance: 1n, limit: null, decimals: null });
	});

	it("is none for other code, or no code at all", async () => {
		expect(await readAccountCode(chainWith("", 0), BASE, ME)).toBeNull();
		expect(await readAccountCode(chainWith(DELEGATED, 24), BASE, ME)).toBeNull();
		expect(await readAccountCode(chainWith("6001600255", 23), BASE, ME)).toBeNull();
	});
});

describe("a second RPC", () => {
	const found = {
		...unread(seen(), ""),
		fault: null,
		stakes: [{ asset: USDC, priced: USDC, balance: 10n, limit: null, decimals: 6 }],
	};
	const balanceWith = async (second: bigint | null) => {
		const chain = { ...chainOf({ balance: second }), balance: async () => 0n };
		return (await withSecondBalances(chain, found)).stakes[0]?.balance;
	};

	it("can only raise what is at stake", async () => {
		expect(await balanceWith(25n)).toBe(25n);
		expect(await balanceWith(3n)).toBe(10n);
		expect(await balanceWith(null)).toBe(10n);
	});
});
