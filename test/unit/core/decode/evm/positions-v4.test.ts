import { concatHex, encodeAbiParameters, parseAbiParameters } from "viem/utils";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { isUnderstood, leavesOf } from "../../../../../src/core/decode/evm/leaves.ts";
import { positionKey } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { headlineOf } from "../../../../../src/core/describe/evm/headline.ts";
import { callsIn } from "../../../../../src/core/effects/evm/calls.ts";
import { payeesOf } from "../../../../../src/core/effects/evm/mentions.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { outline } from "../../../../support/outline.ts";
import { commitOf, SIGNER } from "../../match/honest.ts";
import { CALLER, callOf, multicall, ROUTER_ITSELF } from "../../review/calls.ts";
import { user } from "../../review/scene.ts";
import { comparing, finding, GRAVE, simulated } from "../../risk/evm/scene.ts";

/** Uniswap v4's position manager on Base, the chain of the honest commit. */
const MANAGER = "0x7c5f5a4bbd8fd63184577525326123b519429bdc";
const ODD = "0x4444444444444444444444444444444444444444";
const THIEF = "0x7411f74411f74411f74411f74411f74411f74411";
const HOOK = "0x4004004004004004004004004004004004004004";
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WETH = "0x4200000000000000000000000000000000000006";
const ETHER = "0x0000000000000000000000000000000000000000";
const ME = SIGNER.toLowerCase();
const BALANCE = 2n ** 255n;
const who = user({ counterparties: new Map(), uses: new Map() });

type Action = readonly [code: Hex, parameters: Hex];

const action = (code: Hex, types: string, values: readonly unknown[]): Action => [
	code,
	encodeAbiParameters(parseAbiParameters(types), values as never),
];
const MODIFY = "uint256, uint256, uint128, uint128, bytes";
const increase = (liquidity: bigint) => action("0x00", MODIFY, [7n, liquidity, 5n, 6n, "0x"]);
/** A change by zero, which only collects fees. */
const collect = action("0x00", MODIFY, [7n, 0n, 0n, 0n, "0x"]);
const decrease = (liquidity: bigint) => action("0x01", MODIFY, [7n, liquidity, 5n, 6n, "0x"]);
const mint = (owner: string, hooks = ETHER, first = USDC) =>
	action(
		"0x02",
		"(address, address, uint24, int24, address), int24, int24, uint256, uint128, uint128, address, bytes",
		[[first, WETH, 3_000, 60, hooks], -60, 60, 9n, 5n, 6n, owner, "0x"],
	);
const burn = action("0x03", "uint256, uint128, uint128, bytes", [7n, 5n, 6n, "0x"]);
const settle = (byCaller: boolean, amount = 0n) =>
	action("0x0b", "address, uint256, bool", [WETH, amount, byCaller]);
const settlePair = action("0x0d", "address, address", [USDC, WETH]);
const take = (to: string) => action("0x0e", "address, address, uint256", [WETH, to, 0n]);
const takePair = (to: string) => action("0x11", "address, address, address", [USDC, WETH, to]);
const close = action("0x12", "address", [USDC]);
const clear = (most: bigint) => action("0x13", "address, uint256", [USDC, most]);
const sweep = (token: string, to: string) => action("0x14", "address, address", [token, to]);
const wrap = (amount: bigint) => action("0x15", "uint256", [amount]);
const unwrap = (amount: bigint) => action("0x16", "uint256", [amount]);

const codesOf = (actions: readonly Action[]) => concatHex(actions.map(([code]) => code));
const parametersOf = (actions: readonly Action[]) => actions.map(([, parameters]) => parameters);
const unlockOf = (actions: readonly Action[]): Hex =>
	encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [codesOf(actions), parametersOf(actions)]);
const modify = (unlock: Hex): Hex =>
	callOf("function modifyLiquidities(bytes unlockData, uint256 deadline)", [unlock, 1_900_000_000n]);
const asked = (...actions: readonly Action[]): Hex => modify(unlockOf(actions));

function read(data: Hex, { to = MANAGER, value = 0n }: { to?: Hex; value?: bigint } = {}) {
	const decoded = decodeEvm({ to, value, data }, undefined, contractsOf("8453"));
	const { text } = headlineOf({ decoded, facts: null, user: who, chainRef: "8453", signer: SIGNER });
	return {
		decoded,
		known: isUnderstood(decoded),
		text: outline(text).replaceAll(/0x\w{6}…\w{6}/g, "0x"),
		meanings: leavesOf(decoded, SIGNER).map((leaf) => leaf.decoded.meaning),
		payees: callsIn(ME, decoded, data).flatMap(payeesOf),
	};
}

const viewOf = (data: Hex) => commitOf({ to: MANAGER, data });

describe("a list of actions at the v4 position manager", () => {
	it("is decoded action by action, and described by its effect on liquidity", () => {
		const rows: readonly (readonly [data: Hex, text: string])[] = [
			[
				asked(mint(SIGNER), settlePair),
				"call.through.positions(where: 0x, told: act.add-liquidity(what: [amount.up-to(amount: 5 units of token.without-symbol(address: 0x)), amount.up-to(amount: 6 units of token.without-symbol(address: 0x))], app: Uniswap))",
			],
			[
				asked(increase(9n), settlePair),
				"call.through.positions(where: 0x, told: act.add-liquidity(what: act.add-liquidity.what, app: act.app-about(app: Uniswap, about: act.position(id: 7))))",
			],
			[
				asked(decrease(9n), takePair(CALLER)),
				"call.through.positions(where: 0x, told: act.remove-liquidity(what: act.remove-liquidity.what, app: act.app-about(app: Uniswap, about: act.position(id: 7))))",
			],
			[
				asked(decrease(0n), takePair(CALLER)),
				"call.through.positions(where: 0x, told: act.collect(what: act.collect.what, app: act.app-about(app: Uniswap, about: act.position(id: 7))))",
			],
			[
				asked(increase(0n), takePair(CALLER)),
				"call.through.positions(where: 0x, told: act.add-liquidity(what: act.add-liquidity.what, app: act.app-about(app: Uniswap, about: act.position(id: 7))))",
			],
			[
				asked(collect, takePair(CALLER)),
				"call.through.positions(where: 0x, told: act.collect(what: act.collect.what, app: act.app-about(app: Uniswap, about: act.position(id: 7))))",
			],
			[
				asked(burn, close),
				"call.through.positions(where: 0x, told: act.remove-liquidity(what: act.remove-liquidity.what, app: act.app-about(app: Uniswap, about: act.position.all(id: 7))))",
			],
		];
		for (const [data, sentence] of rows) {
			const { known, text, payees } = read(data);
			expect([known, payees]).toEqual([true, []]);
			expect(text).toBe(sentence);
		}
	});

	it("settles and takes by itself without a typed word, and names every other recipient", () => {
		for (const data of [
			asked(mint(THIEF), settlePair),
			asked(burn, take(THIEF), close),
			asked(decrease(9n), takePair(ROUTER_ITSELF), sweep(USDC, CALLER), sweep(WETH, THIEF)),
		]) {
			const { known, payees, text } = read(data);
			expect([known, [...new Set(payees)]]).toEqual([true, [THIEF]]);
			expect(text).toMatch(/, to: \[?0x\]?\)+$/);
		}
	});

	it("is the same without unlocking, and inside a multicall", () => {
		const actions = [decrease(9n), takePair(CALLER)] as const;
		const unlocked = callOf("function modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)", [
			codesOf(actions),
			parametersOf(actions),
		]);
		for (const data of [unlocked, multicall([asked(...actions)])])
			expect(read(data)).toMatchObject({ known: true, payees: [] });
	});

	it("wraps and unwraps swept or settled amounts at the end", () => {
		const wrapped = asked(
			mint(SIGNER),
			wrap(BALANCE),
			settle(false),
			sweep(WETH, CALLER),
			sweep(ETHER, CALLER),
		);
		expect(read(wrapped, { value: 9n }).known).toBe(true);
		expect(
			read(
				asked(decrease(9n), take(ROUTER_ITSELF), unwrap(BALANCE), sweep(WETH, CALLER), sweep(ETHER, CALLER)),
			).known,
		).toBe(true);
	});

	it("is unreadable as a whole if any action is unknown, unreadable, or malformed", () => {
		const good = unlockOf([decrease(9n), takePair(CALLER)]);
		const bad: Readonly<Record<string, Hex>> = {
			"an unknown action": asked(decrease(9n), ["0x2a", "0x"], takePair(CALLER)),
			"a swap, which the manager does not do": asked(decrease(9n), ["0x06", "0x"], takePair(CALLER)),
			"a position of what is open": asked(["0x05", mint(SIGNER)[1]], settlePair),
			"more actions than parameters": modify(
				encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), ["0x0111", parametersOf([burn])]),
			),
			"parameters with one byte more": asked([burn[0], `${burn[1]}00`], close),
			"a list with one byte more": modify(`${good}00`),
			"a list that is cut": modify(`0x${good.slice(2, -64)}`),
			"nothing at all": modify("0x"),
		};
		for (const [what, data] of Object.entries(bad)) {
			const { decoded, known } = read(data);
			expect([what, decoded.meaning.kind, known]).toEqual([what, "unknown", false]);
		}
	});

	it("is unreadable if anything remains at the manager, for anybody to take", () => {
		const left: Readonly<Record<string, Hex>> = {
			"taken and not swept": asked(decrease(9n), takePair(ROUTER_ITSELF)),
			"one side of it": asked(decrease(9n), takePair(ROUTER_ITSELF), sweep(USDC, CALLER)),
			"swept before it comes": asked(burn, sweep(WETH, CALLER), take(ROUTER_ITSELF)),
			"swept to the manager": asked(burn, take(ROUTER_ITSELF), sweep(WETH, ROUTER_ITSELF)),
			"taken to its address": asked(decrease(9n), takePair(MANAGER)),
			"swept to its address": asked(burn, take(ROUTER_ITSELF), sweep(WETH, MANAGER)),
			unwrapped: asked(decrease(9n), take(CALLER), unwrap(BALANCE)),
		};
		for (const [what, data] of Object.entries(left))
			expect([what, read(data).decoded.meaning.kind]).toEqual([what, "unknown"]);
		const open = asked(mint(SIGNER, ETHER, ETHER), settlePair);
		expect(read(open, { value: 5n }).known).toBe(false);
		expect(read(multicall([open]), { value: 5n }).known).toBe(false);
		expect(read(multicall([multicall([open])]), { value: 5n }).known).toBe(false);
		expect(read(multicall([open])).known).toBe(true);
		expect(
			read(asked(mint(SIGNER, ETHER, ETHER), settlePair, sweep(ETHER, CALLER)), { value: 5n }).known,
		).toBe(true);
	});

	it("is not even a guess at any other contract, or on a chain without a known manager", () => {
		const data = asked(mint(SIGNER), settlePair);
		expect(read(data, { to: ODD }).decoded.meaning).toEqual({
			kind: "unknown",
			reason: "selector",
			bytes: (data.length - 2) / 2,
		});
		const elsewhere = decodeEvm({ to: MANAGER, value: 0n, data }, undefined, contractsOf("1"));
		expect(elsewhere.meaning.kind).toBe("unknown");
	});

	it("decodes differently with any byte changed", () => {
		const data = asked(mint(SIGNER), settlePair);
		const was = JSON.stringify(read(data).meanings, (_, value: unknown) =>
			typeof value === "bigint" ? `${value}` : value,
		);
		for (let at = 10; at < data.length; at += 2) {
			const byte = Number.parseInt(data.slice(at, at + 2), 16) ^ 1;
			const flipped: Hex = `0x${data.slice(2, at)}${byte.toString(16).padStart(2, "0")}${data.slice(at + 2)}`;
			const { decoded, meanings } = read(flipped);
			if (decoded.meaning.kind === "unknown") continue;
			const is = JSON.stringify(meanings, (_, value: unknown) =>
				typeof value === "bigint" ? `${value}` : value,
			);
			const shown = JSON.stringify(leavesOf(decoded, SIGNER).map((leaf) => leaf.decoded.call?.args));
			const args = JSON.stringify(
				leavesOf(read(data).decoded, SIGNER).map((leaf) => leaf.decoded.call?.args),
			);
			const deadline = JSON.stringify(decoded.call?.args) !== JSON.stringify(read(data).decoded.call?.args);
			expect([at, is !== was || shown !== args || deadline]).toEqual([at, true]);
		}
	});
});

describe("operations of the v4 position manager", () => {
	it("require a typed word if a stranger gets a position or its contents", () => {
		for (const data of [
			asked(mint(THIEF), settlePair),
			asked(burn, take(THIEF), close),
			asked(decrease(9n), takePair(ROUTER_ITSELF), sweep(USDC, THIEF), sweep(WETH, CALLER)),
		])
			expect(finding("elsewhere", viewOf(data), { who })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: THIEF },
			});
		expect(finding("elsewhere", viewOf(asked(mint(CALLER), settlePair)), { who })).toBeUndefined();
	});

	it("require a typed word if the pool's hook is unknown", () => {
		const hooked = viewOf(asked(mint(SIGNER, HOOK), settlePair));
		expect(finding("unfamiliar-argument", hooked, { who })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: HOOK },
		});
		const plain = viewOf(asked(mint(SIGNER), settlePair));
		expect(finding("unfamiliar-argument", plain, { who })).toBeUndefined();
	});

	it("require a typed word if nobody gets it, or the manager itself gets a position", () => {
		for (const data of [
			asked(burn, takePair(ETHER)),
			asked(burn, take(ROUTER_ITSELF), sweep(WETH, ETHER)),
			asked(mint(ROUTER_ITSELF), settlePair),
			asked(mint(MANAGER), settlePair),
			multicall([asked(burn, takePair(ETHER))]),
		])
			expect(finding("elsewhere", viewOf(data), { who })).toMatchObject(GRAVE);
		expect(finding("elsewhere", viewOf(asked(burn, takePair(CALLER))), { who })).toBeUndefined();
	});

	it("require a typed word for a stranger's position without a deposit, if its pool may claim something", () => {
		const toll = viewOf(asked(increase(0n), close));
		expect(finding("unknown-call", toll, { who, more: comparing("unproven") })).toMatchObject(GRAVE);
	});

	it("require a typed word if more than a crumb of the proceeds may be given up", () => {
		expect(finding("elsewhere", viewOf(asked(burn, clear(50_000_000n))), { who })).toMatchObject(GRAVE);
		expect(finding("elsewhere", viewOf(asked(burn, clear(50_000n))), { who })).toBeUndefined();
		expect(finding("elsewhere", viewOf(asked(burn, clear(0n))), { who })).toBeUndefined();
	});
});

describe("a position that receives a deposit by its number", () => {
	const added = viewOf(asked(increase(9n), settlePair));
	const heldBy = (holder: string) => ({
		opinion: {
			local: simulated({}, { holders: new Map([[positionKey(MANAGER, 7n), holder]]) }),
			addressFacts: null,
		},
	});

	it("gets no finding if it is the user's own", () => {
		expect(finding("elsewhere", added, { who, more: heldBy(ME) })).toBeUndefined();
	});

	it("requires a typed word if a stranger holds it, and none if a contact does", () => {
		expect(finding("elsewhere", added, { who, more: heldBy(THIEF) })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: THIEF },
		});
		const knowing = { ...who, labels: { [THIEF]: "Mira" } };
		expect(finding("elsewhere", added, { who: knowing, more: heldBy(THIEF) })).toBeUndefined();
	});

	it("is no milder than an unreadable call if its owner is unknown", () => {
		const pools = new Map([[positionKey(MANAGER, 7n), { hook: null, currencies: [USDC, WETH] as const }]]);
		const opinion = { local: simulated({}, { pools }), addressFacts: null };
		const told = (verdict: "agrees" | "unproven") =>
			finding("unknown-call", added, { who, more: { ...comparing(verdict), opinion } });
		expect(told("unproven")).toMatchObject(GRAVE);
		expect(told("agrees")).toMatchObject({ severity: "caution" });
	});

	it("is irrelevant to any other action", () => {
		for (const data of [
			asked(mint(SIGNER), settlePair),
			asked(decrease(9n), takePair(CALLER)),
			asked(collect, takePair(CALLER)),
		])
			expect(finding("elsewhere", viewOf(data), { who })).toBeUndefined();
	});
});

describe("a position whose pool is not in any call", () => {
	const settled = (...actions: readonly Action[]) => viewOf(asked(...actions));
	const taking = [settled(decrease(9n), takePair(CALLER)), settled(burn, takePair(CALLER))];
	const moving = [settled(increase(9n), settlePair), settled(increase(0n), close), ...taking];
	const inPool = (hook: Hex | null, currencies: readonly Hex[] = [USDC, WETH]) => ({
		opinion: {
			local: simulated({}, { pools: new Map([[positionKey(MANAGER, 7n), { hook, currencies }]]) }),
			addressFacts: null,
		},
	});

	it("gets no finding if the simulation shows a pool without a hook", () => {
		for (const view of moving)
			for (const pool of [inPool(null), inPool(null, [ETHER, USDC])])
				expect(finding("unfamiliar-argument", view, { who, more: pool })).toBeUndefined();
	});

	it("requires a typed word if the pool's hook is unknown", () => {
		for (const view of moving)
			expect(finding("unfamiliar-argument", view, { who, more: inPool(HOOK) })).toMatchObject({
				...GRAVE,
				text: { code: "finding.unfamiliar-argument.hook" },
				stake: { kind: "address", address: HOOK },
			});
		const knowing = { ...who, labels: { [HOOK]: "Our hook" } };
		for (const view of moving)
			expect(finding("unfamiliar-argument", view, { who: knowing, more: inPool(HOOK) })).toBeUndefined();
	});

	it("requires a typed word for a deposit with an unknown token", () => {
		const odd = inPool(null, [ODD, USDC]);
		const added = settled(increase(9n), settlePair);
		expect(finding("unfamiliar-argument", added, { who, more: odd })).toMatchObject({
			...GRAVE,
			text: { code: "finding.unfamiliar-argument.pool-token" },
			stake: { kind: "address", address: ODD },
		});
		for (const view of taking)
			expect(finding("unfamiliar-argument", view, { who, more: odd })).toBeUndefined();
	});

	it("requires a typed word if the pool is not shown, even if both simulations agree", () => {
		const another = new Map([[positionKey(MANAGER, 8n), { hook: null, currencies: [USDC, WETH] as const }]]);
		for (const view of moving)
			for (const local of [simulated(), simulated({}, { pools: another })])
				expect(
					finding("unknown-call", view, {
						who,
						more: { ...comparing("agrees"), opinion: { local, addressFacts: null } },
					}),
				).toMatchObject({ ...GRAVE, text: { code: "finding.unknown-call.pool" } });
	});

	it("is judged by the worst of several, in a multicall as well", () => {
		const both = viewOf(
			multicall([
				asked(decrease(9n), takePair(CALLER)),
				asked(action("0x01", MODIFY, [8n, 9n, 0n, 0n, "0x"]), takePair(CALLER)),
			]),
		);
		expect(finding("unknown-call", both, { who, more: inPool(null) })).toMatchObject({
			...GRAVE,
			text: { params: { position: "8" } },
		});
	});

	it("is irrelevant if all bounds are zero, or if the call names the pool", () => {
		for (const view of [
			settled(collect, takePair(CALLER)),
			settled(decrease(0n), takePair(CALLER)),
			settled(mint(SIGNER), settlePair),
		])
			expect(finding("unfamiliar-argument", view, { who, more: inPool(HOOK) })).toBeUndefined();
	});
});
