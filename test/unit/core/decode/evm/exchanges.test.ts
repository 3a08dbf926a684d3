import { encodeFunctionData, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { payeesOf } from "../../../../../src/core/effects/evm/mentions.ts";

const ME = "0x1111111111111111111111111111111111111111";
const OTHER = "0x9999999999999999999999999999999999999999";
const NOBODY = `0x${"0".repeat(40)}`;
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const BASE_USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const ONE_INCH = "0x111111125421ca6dc452d289314280a0f8842a65";
const HOLDER = "0x0000000000001ff3684f28c67538d4d072c22734";
const SETTLER = "0x70bf6634ee8cb27d04478f184b9b8bb13e5f4710";
const THREE_POOL = "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7";
const COW = "0x9008d19f58aabd9ed0d60971565aa8510560ab41";
const ACROSS = "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5";
const STARGATE = "0xc026395860db2d07ee33e05fe50ed7bd583189c7";
const SEAPORT = "0x0000000000000068f116a894984e2db1123eb395";
const ITEMS = "0xed5af388653567af2f388e6224dc7c4b3241c544";
const WORD = `0x${"0".repeat(64)}`;

type Hex = `0x${string}`;

/** Encodes calldata with viem. */
function data(signature: string, args: readonly unknown[]): Hex {
	const abi = parseAbi([`function ${signature}`] as readonly string[]);
	return encodeFunctionData({ abi, args } as never);
}

function read(to: Hex, signature: string, args: readonly unknown[], value = 0n) {
	const call = { to, value, data: data(signature, args) };
	const decoded = decodeEvm(call, undefined, contractsOf("1"));
	return {
		meaning: decoded.meaning,
		payees: payeesOf({ as: ME, decoded }),
	};
}

describe("exchanges with opaque routes", () => {
	const inch = "swap(address, (address, address, address, address, uint256, uint256, uint256), bytes)";

	it("name the input, the recipient and the minimum output", () => {
		const { meaning, payees } = read(ONE_INCH, inch, [OTHER, [USDC, WETH, OTHER, ME, 9n, 3n, 4n], "0x12"]);
		expect(meaning).toMatchObject({
			kind: "swap",
			assetIn: USDC,
			amountIn: 9n,
			assetOut: WETH,
			amountOut: 3n,
			to: ME,
		});
		expect(payees).toEqual([]);
		const away = read(ONE_INCH, inch, [OTHER, [USDC, WETH, OTHER, OTHER, 9n, 3n, 4n], "0x12"]);
		expect(away.payees).toEqual([OTHER]);
		const own = read(ONE_INCH, inch, [OTHER, [USDC, WETH, OTHER, NOBODY, 9n, 3n, 4n], "0x12"]);
		expect(own.meaning).toMatchObject({ to: "caller" });
	});

	it("are not decoded if more coin is sent than traded, since anybody may get the rest", () => {
		const trade = [OTHER, [USDC, WETH, OTHER, ME, 9n, 3n, 4n], "0x12"];
		expect(read(ONE_INCH, inch, trade, 5n).meaning).toMatchObject({ kind: "unknown" });
		const coin = [OTHER, [`0x${"ee".repeat(20)}`, WETH, OTHER, ME, 9n, 3n, 4n], "0x12"];
		expect(read(ONE_INCH, inch, coin, 9n).meaning).toMatchObject({ kind: "swap" });
		expect(read(ONE_INCH, inch, coin, 10n).meaning).toMatchObject({ kind: "unknown" });
	});

	const exec = "exec(address, address, uint256, address, bytes)";
	const settle = (to: string, least: bigint) =>
		data("execute((address, address, uint256), bytes[], bytes32)", [[to, WETH, least], ["0x12"], WORD]);

	it("are decoded through 0x's allowance holder for its own settler only", () => {
		const { meaning } = read(HOLDER, exec, [SETTLER, USDC, 9n, SETTLER, settle(ME, 3n)]);
		expect(meaning).toMatchObject({ kind: "swap", assetIn: USDC, assetOut: WETH, amountOut: 3n, to: ME });
		for (const args of [
			[OTHER, USDC, 9n, SETTLER, settle(ME, 3n)],
			[OTHER, USDC, 9n, OTHER, settle(ME, 3n)],
			[SETTLER, USDC, 9n, SETTLER, settle(ME, 0n)],
			[SETTLER, USDC, 9n, SETTLER, settle(NOBODY, 3n)],
		])
			expect(read(HOLDER, exec, args).meaning).toMatchObject({ kind: "unknown", reason: "selector" });
	});

	it("know the coins of a pool by their indexes", () => {
		const exchange = "exchange(int128, int128, uint256, uint256)";
		expect(read(THREE_POOL, exchange, [0n, 1n, 9n, 3n]).meaning).toMatchObject({
			kind: "swap",
			assetIn: DAI,
			assetOut: USDC,
			amountOut: 3n,
		});
		expect(read(THREE_POOL, exchange, [0n, 7n, 9n, 3n]).meaning).toMatchObject({ kind: "unknown" });
	});

	it("decode a fixed-length list with as many coins as the pool has", () => {
		const add = "add_liquidity(uint256[3], uint256)";
		expect(read(THREE_POOL, add, [[5n, 0n, 7n], 3n]).meaning).toMatchObject({
			kind: "act",
			what: "add-liquidity",
			gives: [{ asset: DAI, amount: 5n }, { amount: 7n }],
			gets: [{ asset: null, amount: 3n, bound: "least" }],
		});
		const two = read(THREE_POOL, "add_liquidity(uint256[2], uint256)", [[5n, 0n], 3n]);
		expect(two.meaning).toMatchObject({ kind: "unknown" });
	});

	it("do not decode an order signed by its hash, except its cancellation", () => {
		const sign = "setPreSignature(bytes, bool)";
		expect(read(COW, sign, ["0x12", true]).meaning).toMatchObject({ kind: "unknown" });
		expect(read(COW, sign, ["0x12", false]).meaning).toMatchObject({ kind: "act", what: "cancel" });
	});
});

describe("bridges", () => {
	const across =
		"depositV3(address, address, address, address, uint256, uint256, uint256, address, uint32, uint32, uint32, bytes)";
	const deposit = (to: string, token: string, out: bigint, message = "0x") => [
		ME,
		to,
		USDC,
		token,
		1_000n,
		out,
		8453n,
		NOBODY,
		0,
		0,
		0,
		message,
	];

	it("name the recipient on the other chain", () => {
		const { meaning, payees } = read(ACROSS, across, deposit(ME, BASE_USDC, 990n));
		expect(meaning).toMatchObject({
			kind: "act",
			what: "bridge",
			gives: [{ asset: USDC, amount: 1_000n }],
			about: "Base",
		});
		expect(payees).toEqual([]);
		expect(read(ACROSS, across, deposit(OTHER, BASE_USDC, 990n)).payees).toEqual([OTHER]);
	});

	it("report the arriving amount, however small", () => {
		for (const out of [990n, 900n, 10n, 0n])
			expect(read(ACROSS, across, deposit(ME, BASE_USDC, out)).meaning).toMatchObject({
				what: "bridge",
				gives: [{ asset: USDC, amount: 1_000n }],
				arrives: {
					given: { asset: USDC, amount: 1_000n },
					chainRef: "8453",
					asset: BASE_USDC,
					least: out,
				},
			});
		expect(read(ACROSS, across, deposit(ME, OTHER, 990n)).meaning).toMatchObject({
			arrives: { chainRef: "8453", asset: OTHER, least: 990n },
		});
	});

	it("are not decoded if a message sets the amount and the recipient", () => {
		expect(read(ACROSS, across, deposit(ME, BASE_USDC, 990n, "0x12")).meaning).toMatchObject({
			kind: "unknown",
		});
	});

	it("name the recipient of LayerZero's fee refund", () => {
		const send =
			"send((uint32, bytes32, uint256, uint256, bytes, bytes, bytes), (uint256, uint256), address)";
		const to = `0x${"0".repeat(24)}${ME.slice(2)}`;
		const param = [30184, to, 1_000n, 990n, "0x", "0x", "0x"];
		expect(read(STARGATE, send, [param, [5n, 0n], OTHER], 5n).payees).toEqual([OTHER]);
		const poor = [30184, to, 1_000n, 1n, "0x", "0x", "0x"];
		expect(read(STARGATE, send, [poor, [5n, 0n], ME], 5n).meaning).toMatchObject({
			what: "bridge",
			arrives: { given: { asset: USDC, amount: 1_000n }, chainRef: "8453", asset: null, least: 1n },
		});
		const dropping = [30184, to, 1_000n, 990n, "0x00030100310200", "0x", "0x"];
		expect(read(STARGATE, send, [dropping, [5n, 0n], ME], 5n).meaning).toMatchObject({ kind: "unknown" });
		const composed = [30184, to, 1_000n, 990n, "0x", "0x12", "0x"];
		expect(read(STARGATE, send, [composed, [5n, 0n], ME], 5n).meaning).toMatchObject({ kind: "unknown" });
	});
});

describe("Seaport", () => {
	const basic =
		"fulfillBasicOrder_efficient_6GL6yc((address, uint256, uint256, address, address, address, uint256, uint256, uint8, uint256, uint256, bytes32, uint256, bytes32, bytes32, uint256, (uint256, address)[], bytes))";
	const order = (kind: number, [token, id, amount]: readonly [string, bigint, bigint]) => [
		[
			token,
			id,
			amount,
			OTHER,
			NOBODY,
			ITEMS,
			4n,
			1n,
			kind,
			0n,
			9n,
			WORD,
			0n,
			WORD,
			WORD,
			1n,
			[[2n, OTHER]],
			"0x",
		],
	];

	it("reports the item, and the price with all fees", () => {
		const { meaning, payees } = read(SEAPORT, basic, order(0, [NOBODY, 0n, 98n]), 100n);
		expect(meaning).toMatchObject({
			kind: "act",
			what: "buy",
			gives: [{ asset: "native", amount: 100n }],
			gets: [{ asset: ITEMS, item: 4n, party: "caller" }],
			venues: [ITEMS],
		});
		expect(payees).toEqual([]);
	});

	it("cancels orders without giving anything", () => {
		expect(read(SEAPORT, "incrementCounter()", []).meaning).toMatchObject({
			what: "cancel",
			gives: [],
			gets: [],
			rights: [],
		});
	});
});

describe("a mint sale", () => {
	const SEADROP = "0x00005ea00ac477b1030ce78506496e8c2de24bf5";
	const mint = "mintPublic(address, address, address, uint256)";

	it("names the payment, the recipient, and the collection that decides the result", () => {
		const own = read(SEADROP, mint, [ITEMS, OTHER, NOBODY, 2n], 9n);
		expect(own.meaning).toMatchObject({
			kind: "act",
			what: "buy",
			gives: [{ asset: "native", amount: 9n }],
			gets: [{ asset: null, party: "caller" }],
			venues: [ITEMS],
		});
		expect(own.payees).toEqual([]);
		expect(read(SEADROP, mint, [ITEMS, ME, OTHER, 2n], 9n).payees).toEqual([OTHER]);
	});
});
