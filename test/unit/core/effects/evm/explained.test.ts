import { describe, expect, it } from "vitest";
import type { Act, ActWhat, AssetPart, Meaning } from "../../../../../src/core/decode/evm/meaning.ts";
import type { DecodedEvmTransaction } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import { explainedByCalls } from "../../../../../src/core/effects/evm/explained.ts";
import { movementsOfCall } from "../../../../../src/core/effects/evm/movements.ts";
import type { ExplainedOutflow } from "../../../../../src/core/effects/explanation.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { NOT_SIMULATED, subject } from "../../review/scene.ts";

/**
 * `movements.ts` states what a call moves, and `explained.ts` states which losses the same call explains. Both
 * have a case for each meaning. These tests find a case that only one of them has.
 */

const SCENE = subject();
const ME: Hex = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";
const TARGET: Hex = "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";
const COIN: Hex = "0xdadadadadadadadadadadadadadadadadadadada";
const STRANGER: Hex = "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf";

type MeaningOf<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

const part: AssetPart = { asset: COIN, amount: 7n, bound: "exact", item: null, party: "caller" };

const act: Act = {
	kind: "act",
	what: "supply",
	app: "Example",
	gives: [part],
	gets: [],
	rights: [],
	owner: null,
	position: null,
	venues: [],
	about: null,
};

const swap: MeaningOf<"swap"> = {
	kind: "swap",
	exact: "in",
	assetIn: COIN,
	assetOut: TARGET,
	amountIn: 7n,
	amountOut: 5n,
	payer: "caller",
	to: "caller",
};

const payment: MeaningOf<"payment"> = {
	kind: "payment",
	asset: COIN,
	from: "caller",
	to: STRANGER,
	amount: 7n,
	bound: "exact",
};

const wrap: MeaningOf<"wrap"> = { kind: "wrap", into: false, amount: 7n, to: "caller", least: false };

const vault = (what: MeaningOf<"vault">["what"]): MeaningOf<"vault"> => ({
	kind: "vault",
	what,
	amount: 7n,
	receiver: ME,
	owner: what === "withdraw" || what === "redeem" ? ME : null,
});

/** A new action doesn't compile before it is added. */
const ACTIONS: Readonly<Record<ActWhat, readonly Act[]>> = {
	supply: [act, { ...act, gives: [{ ...part, asset: null }] }],
	withdraw: [
		{ ...act, what: "withdraw" },
		{ ...act, what: "withdraw", gives: [] },
	],
	borrow: [{ ...act, what: "borrow" }],
	repay: [{ ...act, what: "repay" }],
	stake: [{ ...act, what: "stake" }],
	unstake: [{ ...act, what: "unstake", gives: [] }],
	request: [{ ...act, what: "request", gives: [] }],
	"request-deposit": [{ ...act, what: "request-deposit" }],
	claim: [{ ...act, what: "claim", gives: [] }],
	convert: [{ ...act, what: "convert" }],
	bridge: [{ ...act, what: "bridge" }],
	"add-liquidity": [
		{ ...act, what: "add-liquidity" },
		{ ...act, what: "add-liquidity", gives: [], position: 1n },
	],
	"remove-liquidity": [{ ...act, what: "remove-liquidity", gives: [], position: 1n }],
	collect: [{ ...act, what: "collect", gives: [], position: 1n }],
	forfeit: [{ ...act, what: "forfeit" }],
	buy: [{ ...act, what: "buy" }],
	sell: [
		{ ...act, what: "sell" },
		{ ...act, what: "sell", gives: [{ ...part, item: 4n, amount: 1n }] },
	],
	order: [{ ...act, what: "order" }],
	cancel: [{ ...act, what: "cancel" }],
	register: [{ ...act, what: "register" }],
	renew: [{ ...act, what: "renew" }],
	commit: [{ ...act, what: "commit" }],
	record: [{ ...act, what: "record" }],
	setting: [{ ...act, what: "setting" }],
	vote: [{ ...act, what: "vote" }],
	right: [{ ...act, what: "right" }],
};

/** A new meaning doesn't compile before it is added. */
const MEANINGS: { readonly [Kind in Meaning["kind"]]: readonly MeaningOf<Kind>[] } = {
	native: [{ kind: "native" }],
	act: Object.values(ACTIONS).flat(),
	transfer: [{ kind: "transfer", to: STRANGER, amount: 7n }],
	transferFrom: [{ kind: "transferFrom", from: ME, to: STRANGER, amountOrId: 7n }],
	approve: [{ kind: "approve", spender: STRANGER, amountOrId: 7n }],
	allowance: [{ kind: "allowance", spender: STRANGER, by: 7n, up: true }],
	items: [
		{
			kind: "items",
			standard: "erc1155",
			from: "caller",
			to: STRANGER,
			items: [{ id: 1n, amount: 2n }],
		},
	],
	operator: [{ kind: "operator", operator: STRANGER, approved: true, over: "items" }],
	"approve-item": [{ kind: "approve-item", spender: STRANGER, id: 1n, amount: 2n }],
	calls: [
		{
			kind: "calls",
			way: "multicall",
			calls: [
				{
					decoded: {
						target: TARGET,
						value: 0n,
						meaning: { kind: "transfer", to: STRANGER, amount: 7n },
						call: null,
					},
					how: "call",
					by: "caller",
					optional: false,
					data: null,
				},
			],
			left: 0,
			sure: true,
			verified: true,
			refund: null,
		},
	],
	permits: [
		{
			kind: "permits",
			owner: null,
			book: "permit2",
			rows: [{ token: COIN, spender: STRANGER, amount: 7n, until: null }],
		},
	],
	moves: [{ kind: "moves", rows: [{ token: COIN, from: "caller", to: STRANGER, amount: 7n }] }],
	payment: [payment, { ...payment, amount: null }, { ...payment, from: "here" }],
	swap: [swap, { ...swap, exact: "out" }, { ...swap, payer: null }, { ...swap, payer: "here" }],
	wrap: [wrap, { ...wrap, into: true }, { ...wrap, least: true }],
	vault: [vault("deposit"), vault("mint"), vault("withdraw"), vault("redeem")],
	control: [
		{ kind: "control", what: "owner", to: STRANGER, from: null, role: null, threshold: null, bytes: 36 },
	],
	vote: [{ kind: "vote", to: STRANGER }],
	burn: [{ kind: "burn", amountOrId: 7n }],
	check: [{ kind: "check", owner: ME, token: COIN, least: 1n }],
	unknown: [
		{ kind: "unknown", reason: "selector", bytes: 36, like: { app: "Example", meaning: payment } },
		{ kind: "unknown", reason: "selector", bytes: 36 },
	],
};

const nameOf = (meaning: Meaning): string =>
	meaning.kind === "act" || meaning.kind === "vault" ? `${meaning.kind} ${meaning.what}` : meaning.kind;

/** Moved amounts without an explanation, and explained amounts without a movement, for one call. */
function compared(meaning: Meaning): {
	readonly moved: number;
	readonly unexplained: number;
	readonly unmoved: number;
} {
	const call: DecodedEvmTransaction = {
		...SCENE,
		decoded: { target: TARGET, value: 3n, meaning, call: null },
	};
	const moved = movementsOfCall(call).filter(({ from }) => from === ME);
	const explained = explainedByCalls(call, NOT_SIMULATED).outflows.filter(({ account }) => account === ME);
	const isSame = ({ covers }: ExplainedOutflow, { asset }: (typeof moved)[number]): boolean =>
		covers(asset.address ?? COIN, asset.item);
	const isBounded = ({ most }: ExplainedOutflow, movement: (typeof moved)[number]): boolean =>
		most === null || (movement.most !== null && movement.most <= most);
	return {
		moved: moved.filter(({ asset }) => asset.kind !== "native").length,
		unexplained: moved.filter(
			(each) => !explained.some((other) => isSame(other, each) && isBounded(other, each)),
		).length,
		// A receipt that the target takes back isn't stated in the bytes.
		unmoved: explained.filter(
			(each) => !each.covers(TARGET, null) && !moved.some((other) => isSame(each, other)),
		).length,
	};
}

const ALL: readonly Meaning[] = Object.values(MEANINGS).flat();

describe("the losses that a call explains", () => {
	it("include every movement out of the caller's account", () => {
		const all = ALL.map((meaning) => ({ name: nameOf(meaning), ...compared(meaning) }));
		expect(all.filter(({ moved }) => moved > 0).length).toBeGreaterThan(40);
		// Only a known vault may decide how many assets the new shares cost.
		expect(all.filter(({ unexplained }) => unexplained > 0).map(({ name }) => name)).toEqual(["vault mint"]);
	});

	it("include nothing else, except for assets that only the chain shows", () => {
		const unmoved = ALL.filter((meaning) => compared(meaning).unmoved > 0);
		expect(unmoved.map(nameOf)).toEqual(["act forfeit", "transferFrom", "swap", "burn"]);
	});
});
