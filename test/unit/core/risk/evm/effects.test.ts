import { describe, expect, it } from "vitest";
import type { User } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { ItemOpinion } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { SignedItem } from "../../../../../src/core/decoded-transaction/signed-item.ts";
import { roleOf } from "../../../../../src/core/identities/counterparties.ts";
import type { Intent } from "../../../../../src/core/match/frozen.ts";
import { effectFindings, requestEffects } from "../../../../../src/core/review/effects/request-effects.ts";
import { analyzeItems } from "../../../../../src/core/review/item-analysis.ts";
import { codesOf } from "../../../../support/saying.ts";
import { token as DOLLAR, moves, ownSimulation } from "../../effects/compare/compare-scene.ts";
import {
	approveData,
	CHAIN,
	commitOf,
	OTHER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { permit, permitTransfer, signRequest, type Typed, uniswapOrder } from "../../match/typed-samples.ts";
import {
	CALLER,
	type Command,
	callOf,
	execTransaction,
	input as inputOf,
	PERMIT2,
	ROUTER_ITSELF,
	routerExecute,
	UNIVERSAL_ROUTER,
	v3Path,
} from "../../review/calls.ts";
import { answerOf, collection, facts, NOT_SIMULATED, NOW, tokenFacts, user } from "../../review/scene.ts";
import { action, actionReview } from "../../review/several.ts";
import { addressFactsOf, finding, GRAVE, SAFE } from "./scene.ts";

const THIEF = "0x7411f74411f74411f74411f74411f74411f74411";
/** The user's second account. */
const SAVINGS = "0x5a71295a71295a71295a71295a71295a71295a71";
/** USDC and WETH on this chain, which are listed tokens. */
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WETH = "0x4200000000000000000000000000000000000006";

const strange = user({ counterparties: new Map(), uses: new Map() });
const knowing = (address: string): User => ({ ...strange, labels: { [address.toLowerCase()]: "Mira" } });
const paidBefore = (address: string): User => ({
	...strange,
	uses: new Map([
		[address.toLowerCase(), { sessionId: "earlier", roles: new Set([roleOf("paid", String(CHAIN))]) }],
	]),
});

const swap = (to: string, least = 10n, [from, into] = [USDC, WETH]): Command => [
	0x00,
	inputOf("address|uint256|uint256|bytes|bool", [to, 1_000n, least, v3Path(from, into), true]),
];
const sweep = (to: string, least: bigint, token = WETH): Command => [
	0x04,
	inputOf("address|address|uint256", [token, to, least]),
];
const portion = (to: string, hundredths: bigint): Command => [
	0x06,
	inputOf("address|address|uint256", [WETH, to, hundredths]),
];
const routed = (...commands: readonly Command[]) =>
	commitOf({ to: UNIVERSAL_ROUTER, data: routerExecute(commands) });
const vault = (signature: string, args: readonly unknown[]) =>
	commitOf({ to: VAULT, data: callOf(`function ${signature}`, args) });

describe("the result of a payment that goes elsewhere", () => {
	it.each([
		["a swap", routed(swap(THIEF))],
		["a sweep", routed(swap(ROUTER_ITSELF), sweep(THIEF, 10n))],
		[
			"a quarter, as if it were a fee",
			routed(swap(ROUTER_ITSELF), portion(THIEF, 2_500n), sweep(CALLER, 7n)),
		],
		["a vault's shares", vault("deposit(uint256 assets, address receiver)", [5n, THIEF])],
		["what a vault pays out", vault("redeem(uint256 a, address b, address c)", [5n, THIEF, SIGNER])],
	])("is a danger with a typed word for %s", (_, view) => {
		expect(finding("elsewhere", view, { who: strange })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: THIEF },
		});
	});

	it("adds up all payments as if each were a fee", () => {
		const fees = Array.from({ length: 40 }, () => portion(THIEF, 100n));
		const view = routed(swap(ROUTER_ITSELF), ...fees, sweep(CALLER, 7n));
		expect(finding("elsewhere", view, { who: strange })).toMatchObject(GRAVE);
	});

	it("is not reported for own accounts, contacts, earlier recipients, and an interface's fee", () => {
		const view = routed(swap(THIEF));
		expect(finding("elsewhere", routed(swap(CALLER)), { who: strange })).toBeUndefined();
		expect(finding("elsewhere", routed(swap(SIGNER)), { who: strange })).toBeUndefined();
		expect(finding("elsewhere", view, { who: knowing(THIEF) })).toBeUndefined();
		expect(finding("elsewhere", view, { who: paidBefore(THIEF) })).toBeUndefined();
		expect(finding("elsewhere", view, { who: { ...strange, accounts: [SIGNER, THIEF] } })).toBeUndefined();
		const fee = routed(swap(ROUTER_ITSELF), portion(THIEF, 25n), sweep(CALLER, 10n));
		expect(finding("elsewhere", fee, { who: strange })).toBeUndefined();
	});

	it("does not count an earlier payment in this session as acquaintance", () => {
		const dealt = new Map([[THIEF, { paid: 1, allowed: 0, lastAt: 1 }]]);
		expect(
			finding("elsewhere", routed(swap(THIEF)), { who: { ...strange, counterparties: dealt } }),
		).toMatchObject(GRAVE);
	});
});

describe("a swap without a minimum amount", () => {
	it("requires a typed word from a tenth of the holding on, or if the holding is unknown", () => {
		const given = 5_000_000n;
		const holding = (value: bigint) =>
			facts({}, [tokenFacts({ address: USDC, balance: { ok: true, value } })]);
		const sold = routed([
			0x00,
			inputOf("address|uint256|uint256|bytes|bool", [CALLER, given, 0n, v3Path(USDC, WETH), true]),
		]);
		expect(finding("exchange", sold)).toMatchObject(GRAVE);
		expect(finding("exchange", sold, { chain: holding(10n * given) })).toMatchObject(GRAVE);
		expect(finding("exchange", sold, { chain: holding(10n * given + 10n) })).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
	});

	it("is reported in its own call or after it", () => {
		expect(finding("exchange", routed(swap(CALLER, 0n)))).toBeDefined();
		expect(finding("exchange", routed(swap(ROUTER_ITSELF, 0n), sweep(CALLER, 0n)))).toBeDefined();
	});

	it("is not reported if this call or a later one of the same router sets a minimum", () => {
		expect(finding("exchange", routed(swap(CALLER)))).toBeUndefined();
		expect(finding("exchange", routed(swap(ROUTER_ITSELF, 0n), sweep(CALLER, 10n)))).toBeUndefined();
	});

	it("into an unlisted token requires a typed word, whatever the amount", () => {
		const view = routed(swap(CALLER, 10n, [USDC, TOKEN]));
		expect(finding("exchange", view)).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: TOKEN.toLowerCase() },
		});
		// The swap has a minimum, but its worth is unknown; the text must not say that there is no minimum.
		const codes = (least: bigint) =>
			codesOf(finding("exchange", routed(swap(CALLER, least, [USDC, TOKEN])))?.text ?? "");
		expect(codes(10n)).toContain("finding.exchange.unlisted");
		expect(codes(1n)).toContain("finding.exchange.unlisted");
		const through = (least: bigint) =>
			finding(
				"exchange",
				routed(swap(ROUTER_ITSELF, 10n, [USDC, TOKEN]), swap(CALLER, least, [TOKEN, WETH])),
			);
		expect(through(10n ** 15n)).toBeUndefined();
		expect(through(1n)).toMatchObject(GRAVE);
	});

	it("is judged by its final output on a route through an unlisted token", () => {
		const sells: Command = [
			0x00,
			inputOf("address|uint256|uint256|bytes|bool", [
				ROUTER_ITSELF,
				50_000_000_000n,
				10n,
				v3Path(USDC, TOKEN),
				true,
			]),
		];
		const over = (least: bigint) => finding("exchange", routed(sells, swap(CALLER, least, [TOKEN, WETH])));
		expect(over(10n ** 17n)).toMatchObject(GRAVE);
		expect(over(10n ** 19n)).toBeUndefined();
	});

	it("treats a minimum of next to nothing as none, and a small one as a price of a small amount", () => {
		const sells = (amount: bigint, least: bigint): Command => [
			0x00,
			inputOf("address|uint256|uint256|bytes|bool", [CALLER, amount, least, v3Path(USDC, WETH), true]),
		];
		const told = (amount: bigint, least: bigint) => finding("exchange", routed(sells(amount, least)));
		expect(told(5_000_000_000n, 1n)).toMatchObject(GRAVE);
		expect(told(5_000_000_000n, 10n ** 18n)).toBeUndefined();
		expect(told(1_000n, 1n)).toBeUndefined();
	});
});

describe("the holdings of the user's other account", () => {
	const both = { ...strange, accounts: [SIGNER, SAVINGS] };
	const pulled = (to: string) =>
		commitOf({
			to: TOKEN,
			data: callOf("function transferFrom(address a, address b, uint256 c)", [SAVINGS, to, 9n]),
		});

	it("require a typed word if an old permission moves them to a stranger", () => {
		expect(finding("elsewhere", pulled(THIEF), { who: both })).toMatchObject(GRAVE);
		expect(finding("elsewhere", pulled(SIGNER), { who: both })).toBeUndefined();
		expect(
			finding("elsewhere", pulled(THIEF), { who: { ...knowing(THIEF), ...{ accounts: both.accounts } } }),
		).toBeUndefined();
	});

	it("require a typed word if a Safe under the signer pays a stranger", () => {
		const data = execTransaction({ to: TOKEN, data: transferData(THIEF, 9n) });
		const more = { opinion: { ...NOT_SIMULATED, addressFacts: addressFactsOf({ [SAVINGS]: SAFE }) } };
		const view = commitOf({ to: SAVINGS, data });
		expect(finding("elsewhere", view, { who: both, more })).toMatchObject(GRAVE);
		expect(
			finding("elsewhere", view, { who: { ...both, labels: { [THIEF]: "Landlord" } }, more }),
		).toBeUndefined();
	});
});

interface Step {
	readonly to: string;
	readonly data: `0x${string}`;
	readonly own?: ItemOpinion["local"];
}

function reviewed(steps: readonly Step[], who = strange, chain = facts()) {
	const transactions = steps.map(({ to, data }, at) =>
		transaction({ to, data, label: "Step", kind: "call", pending_tx_id: 41 + at, gas: "60000" }),
	);
	const intents = steps.map(({ to, data }, at) => payload({ to, data }, { nonce: 11 + at }));
	const legs = steps.map(
		({ own: local }): ItemOpinion => (local === undefined ? NOT_SIMULATED : { ...NOT_SIMULATED, local }),
	);
	return actionReview(
		action(request(transactions, simulation({ balanceChanges: [], approvals: [] }))),
		intents,
		{
			user: who,
			answers: steps.map(() => answerOf(chain)),
			opinion: { items: legs, names: new Map() },
		},
	);
}

/** Returns the findings for all steps together. */
function whole(...of: Parameters<typeof reviewed>) {
	const { effects, analyses, user: who } = reviewed(...of);
	return [...effectFindings(effects, analyses, who)];
}
const wholeFinding = (id: string, ...of: Parameters<typeof reviewed>) =>
	whole(...of).find((each) => each.id === id);

/** Returns the general rule's finding on rights for all steps together. */
const rightsFinding = (...of: Parameters<typeof reviewed>) =>
	reviewed(...of).findings.find(({ id }) => id === "rights");

const send = (to: string, amount: bigint): Step => ({ to: TOKEN, data: transferData(to, amount) });

/** Expected finding if half or more goes to a known address. */
const TOLD = { severity: "caution", needsWord: false };

describe("a large share of a balance for a stranger", () => {
	it("requires a typed word, in one step or in parts", () => {
		expect(wholeFinding("loss", [send(THIEF, 41_000_000n)])).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: THIEF },
		});
		expect(
			wholeFinding(
				"loss",
				[1, 2, 3, 4].map(() => send(THIEF, 10_000_000n)),
			),
		).toMatchObject(GRAVE);
		expect(wholeFinding("loss", [send(THIEF, 20_000_000n), send(OTHER, 20_000_000n)])).toMatchObject(GRAVE);
	});

	it("begins with a tenth of a holding, several shares added up", () => {
		const part = (amount: bigint, who = strange) => wholeFinding("loss", [send(THIEF, amount)], who);
		expect(part(4_100_000n)).toMatchObject({ ...GRAVE, stake: { kind: "address", address: THIEF } });
		expect(part(4_099_999n)).toBeUndefined();
		expect(part(36_000_000n, knowing(THIEF))).toMatchObject(TOLD);
		expect(part(36_000_000n, paidBefore(THIEF))).toMatchObject(TOLD);
		const both = [send(THIEF, 2_100_000n), { to: USDC, data: transferData(OTHER, 60n) }];
		const chain = facts({}, [
			tokenFacts(),
			tokenFacts({ address: USDC, balance: { ok: true, value: 1_000n } }),
		]);
		expect(wholeFinding("loss", both, strange, chain)).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: OTHER.toLowerCase() },
		});
		expect(wholeFinding("loss", both.slice(0, 1), strange, chain)).toBeUndefined();
	});

	it("requires none for contacts and earlier recipients, and is not reported for own accounts", () => {
		const all = [send(THIEF, 41_000_000n)];
		expect(wholeFinding("loss", all, knowing(THIEF))).toMatchObject(TOLD);
		expect(wholeFinding("loss", all, paidBefore(THIEF))).toMatchObject(TOLD);
		expect(wholeFinding("loss", all, { ...strange, accounts: [SIGNER, THIEF] })).toBeUndefined();
	});

	it("counts inflows first in the same request, for example a loan", () => {
		const borrowed: Step = {
			to: VAULT,
			data: "0x47e7ef24",
			own: ownSimulation({ balanceChanges: [moves("in", DOLLAR, 5_000_000n)] }),
		};
		const sent = {
			...send(THIEF, 5_000_000n),
			own: ownSimulation({ balanceChanges: [moves("out", DOLLAR, 5_000_000n)] }),
		};
		const rich = facts({}, [tokenFacts({ balance: { ok: true, value: 60_000_000n } })]);
		expect(wholeFinding("loss", [borrowed, sent], strange, rich)).toMatchObject(GRAVE);
		expect(wholeFinding("loss", [sent], strange, rich)).toBeUndefined();
	});
});

const approval = (amount: bigint, own?: ItemOpinion["local"]): Step => ({
	to: TOKEN,
	data: approveData(VAULT, amount),
	...(own === undefined ? {} : { own }),
});
const standing = (amount: bigint, book = "token") => ({
	account: SIGNER.toLowerCase(),
	spender: VAULT.toLowerCase(),
	token: DOLLAR,
	book,
	amount,
});
const allowedBefore: User = {
	...strange,
	uses: new Map([
		[VAULT.toLowerCase(), { sessionId: "earlier", roles: new Set([roleOf("allowed", String(CHAIN))]) }],
	]),
};

describe("a permission for a tenth of a holding or more", () => {
	it("requires a typed word, exact or above it, in one step or in several", () => {
		for (const amount of [4_100_000n, 41_000_000n, 410_000_000n])
			expect(rightsFinding([approval(amount)])).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: VAULT.toLowerCase() },
			});
		const raise = callOf("function increaseAllowance(address a, uint256 b)", [VAULT, 11_000_000n]);
		const raised = [approval(10_000_000n), { to: TOKEN, data: raise }];
		expect(rightsFinding(raised)).toMatchObject(GRAVE);
	});

	it("requires a typed word for an unknown holding, for example of a token that was not queried", () => {
		expect(rightsFinding([approval(1n)], strange, facts({}, []))).toMatchObject(GRAVE);
	});

	it("requires none for less, or for an earlier spender; an earlier payment makes nobody a spender", () => {
		expect(rightsFinding([approval(4_099_999n)])).toMatchObject({ severity: "caution", needsWord: false });
		expect(rightsFinding([approval(41_000_000n)], allowedBefore)).toBeUndefined();
		expect(rightsFinding([approval(41_000_000n)], paidBefore(VAULT))).toMatchObject(GRAVE);
	});

	it("requires no typed word for a spender that only takes from its caller", () => {
		const lets = (spender: string) =>
			rightsFinding([{ ...approval(41_000_000n), data: approveData(spender, 41_000_000n) }]);
		const positions = "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1";
		expect(lets(positions)).toMatchObject({ severity: "caution", needsWord: false });
		expect(lets(OTHER)).toMatchObject(GRAVE);
	});

	it("is not reported for amounts used up by the same request, by our own simulation", () => {
		const used = (left: bigint) => [
			approval(41_000_000n, { ...ownSimulation({}), allowances: [standing(41_000_000n)] }),
			{
				to: VAULT,
				data: "0x47e7ef24",
				own: {
					...ownSimulation({ balanceChanges: [moves("out", DOLLAR, 41_000_000n - left)] }),
					allowances: [standing(left)],
				},
			} as const,
		];
		expect(rightsFinding(used(0n))).toBeUndefined();
		expect(rightsFinding(used(41_000_000n))).toMatchObject(GRAVE);
	});

	it("adds up the books that it writes itself, and not an earlier allowance in another", () => {
		const permit2 = callOf("function approve(address a, address b, uint160 c, uint48 d)", [
			TOKEN,
			VAULT,
			11_000_000n,
			1_790_003_600,
		]);
		const left = [standing(11_000_000n), standing(11_000_000n, PERMIT2)];
		const both = [
			approval(11_000_000n, { ...ownSimulation({}), allowances: left }),
			{ to: PERMIT2, data: permit2, own: { ...ownSimulation({}), allowances: left } },
		];
		expect(rightsFinding(both)).toMatchObject(GRAVE);
	});
});

/** Returns a danger found by the rules on exchanges or on losses for nothing. */
const poorIn = (step: Step) =>
	whole([step], strange, rich).find(
		({ id, severity }) => ["exchange", "loss", "not-own-funds"].includes(id) && severity === "danger",
	);
const trading = (...balanceChanges: ReturnType<typeof moves>[]): Step => ({
	to: VAULT,
	data: "0x47e7ef24",
	own: ownSimulation({ balanceChanges }),
});
const rich = facts({ balance: { ok: true, value: 10n ** 21n } }, [
	tokenFacts({ address: USDC, balance: { ok: true, value: 10_000_000_000n } }),
]);
const poor = (...balanceChanges: ReturnType<typeof moves>[]) => poorIn(trading(...balanceChanges));

describe("assets given for nothing, for dust or for something unknown", () => {
	it("require a typed word", () => {
		expect(poor(moves("out", USDC, 400_000_000n), moves("in", WETH, 1n))).toMatchObject(GRAVE);
		expect(poor(moves("out", USDC, 2_500_000_000n))).toMatchObject(GRAVE);
		const many = moves("in", TOKEN, 10n ** 24n, { decimals: 18 });
		expect(poor(moves("out", "native", 5n * 10n ** 19n), many)).toMatchObject(GRAVE);
	});

	it("require a typed word if dust comes with something unknown, or only an unknown item for much", () => {
		const dust = moves("in", WETH, 1n);
		const much = moves("in", TOKEN, 10n ** 24n, { decimals: 18 });
		const item = moves("in", OTHER, 1n, { tokenId: "7" });
		expect(poor(moves("out", USDC, 400_000_000n), dust, much)).toMatchObject(GRAVE);
		expect(poor(moves("out", USDC, 400_000_000n), dust, item)).toMatchObject(GRAVE);
		expect(poor(moves("out", USDC, 400_000_000n), item, much)).toMatchObject(GRAVE);
		expect(poor(moves("out", USDC, 2_500_000_000n), item)).toMatchObject(GRAVE);
		const receipt = moves("in", TOKEN, 399n * 10n ** 18n, { decimals: 18 });
		// With dust of a valuable token, the other token isn't accepted as a receipt.
		expect(poor(moves("out", USDC, 400_000_000n), dust, receipt)).toMatchObject(GRAVE);
	});

	it("require a typed word for a position of a known application that another contract hands over", () => {
		const positions = "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1";
		const taken = moves("out", USDC, 9_500_000_000n);
		const position = moves("in", positions, 1n, { tokenId: "7" });
		expect(poor(taken, position)).toMatchObject(GRAVE);
		const asked = { ...trading(taken, position), to: positions };
		expect(poorIn(asked)).toBeUndefined();
	});

	it("add up shares of several holdings without a return, and count an unknown one in full", () => {
		const parts = [moves("out", USDC, 900_000_000n), moves("out", "native", 10n ** 20n)];
		expect(poor(...parts)).toMatchObject(GRAVE);
		expect(poor(...parts.slice(0, 1))).toBeUndefined();
		expect(poor(moves("out", WETH, 10n ** 16n))).toMatchObject(GRAVE);
	});

	it("require a typed word for an item that a contract takes for nothing or for a crumb", () => {
		const item = moves("out", TOKEN, 1n, { tokenId: "7", counterparty: THIEF });
		expect(poor(item)).toMatchObject(GRAVE);
		expect(poor(item, moves("in", WETH, 1n))).toMatchObject(GRAVE);
		expect(poor(item, moves("in", WETH, 10n ** 16n))).toBeUndefined();
		expect(poor({ ...item, counterparty: `0x${"0".repeat(40)}` })).toBeUndefined();
	});

	it("are not reported for a trade, a receipt, an item, or a small amount that may be in somebody's books", () => {
		expect(poor(moves("out", USDC, 400_000_000n), moves("in", WETH, 13n * 10n ** 16n))).toBeUndefined();
		const receipt = moves("in", TOKEN, 399n * 10n ** 18n, { decimals: 18 });
		expect(poor(moves("out", USDC, 400_000_000n), receipt)).toBeUndefined();
		expect(
			poor(moves("out", "native", 10n ** 18n), moves("in", TOKEN, 1n, { tokenId: "7" })),
		).toBeUndefined();
		expect(poor(moves("out", USDC, 400_000_000n))).toBeUndefined();
		expect(poor(moves("in", USDC, 400_000_000n))).toBeUndefined();
	});

	it("include amounts that a router passes to a recipient without the caller's payment", () => {
		const handedOn: Command = [0x05, inputOf("address|address|uint256", [USDC, THIEF, 5_000_000_000n])];
		const step = {
			to: UNIVERSAL_ROUTER,
			data: routerExecute([handedOn]),
			own: ownSimulation({ balanceChanges: [moves("out", USDC, 5_000_000_000n)] }),
		};
		expect(poorIn(step)).toMatchObject(GRAVE);
	});

	it("leave payments to the rules on recipients", () => {
		const paying = {
			to: USDC,
			data: transferData(OTHER, 5_000_000_000n),
			own: ownSimulation({ balanceChanges: [moves("out", USDC, 5_000_000_000n)] }),
		};
		expect(wholeFinding("exchange", [paying], strange, rich)).toBeUndefined();
	});
});

/** Returns the findings for all signatures of one request together. */
function signed(all: readonly Typed[], id = "rights", who = strange, chain = facts()) {
	const intents = all.map((typed): Intent => ({ kind: "evm_typed_data", typed_data: { ...typed } }));
	const legs = all.map((typed, at): SignedItem => {
		const intent = intents[at];
		if (intent?.kind !== "evm_typed_data") throw new Error("not typed data");
		return {
			kind: "message",
			signer: SIGNER,
			chainRef: String(CHAIN),
			request: signRequest({ kind: "evm_typed_data", typed_data: { ...typed } }),
			intent,
		};
	});
	const insights = analyzeItems(
		legs,
		all.map(() => answerOf(chain)),
		{ user: who, shown: { title: "", app: null }, now: NOW, sameNonceHeadline: null, opinions: [] },
	);
	const effects = requestEffects(legs, insights, who, String(CHAIN));
	return effectFindings(effects, insights, who).find((each) => each.id === id);
}

describe("signatures for a tenth of a holding or more", () => {
	it("require a typed word, one by one or together", () => {
		expect(signed([permit()])).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: VAULT.toLowerCase() },
		});
		expect(signed([permit({ value: "11000000" }), permit({ value: "11000000", nonce: 8 })])).toMatchObject(
			GRAVE,
		);
		expect(signed([permitTransfer()], "loss")).toMatchObject(GRAVE);
		expect(signed([permit({ value: "1" })], "rights", strange, facts({}, []))).toMatchObject(GRAVE);
	});

	it("require none for a smaller share, for an earlier spender, and for an order that a known contract settles", () => {
		expect(signed([permit({ value: "4099999" })])).toMatchObject({ severity: "caution", needsWord: false });
		expect(signed([permit()], "rights", allowedBefore)).toBeUndefined();
		expect(signed([uniswapOrder()])).toBeUndefined();
	});
});

describe("assets that stay with the user, or only change their form", () => {
	it("are no large outflow between own accounts", () => {
		const view = commitOf({ to: TOKEN, data: transferData(SAVINGS, 41_000_000n) });
		const more = {
			opinion: {
				...NOT_SIMULATED,
				local: ownSimulation({
					balanceChanges: [
						moves("out", DOLLAR, 41_000_000n, { counterparty: SAVINGS }),
						moves("in", DOLLAR, 41_000_000n, { account: SAVINGS, counterparty: SIGNER }),
					],
				}),
			},
		};
		expect(finding("loss", view, { who: strange, more })).toMatchObject(GRAVE);
		const both = { ...strange, accounts: [SIGNER, SAVINGS] };
		expect(finding("loss", view, { who: both, more })).toBeUndefined();
	});

	it("require no typed word for an app's wrapper that gives as much as it gets", () => {
		const own = tokenFacts({ address: VAULT, symbol: { ok: true, value: "WETH" } });
		const chain = facts({}, [own]);
		const wrapping = (into: boolean, gets: bigint) => {
			const data = into ? callOf("function deposit()", []) : callOf("function withdraw(uint256 wad)", [500n]);
			const token = VAULT.toLowerCase();
			const [gone, come] = into ? ["native", token] : [token, "native"];
			const rows = [moves("out", gone ?? "", 500n), moves("in", come ?? "", gets)];
			return finding("known-symbol-elsewhere", commitOf({ to: VAULT, value: into ? 500n : 0n, data }), {
				chain,
				more: { opinion: { ...NOT_SIMULATED, local: ownSimulation({ balanceChanges: rows }) } },
			});
		};
		expect(wrapping(true, 500n)).toMatchObject({ severity: "caution", needsWord: false });
		expect(wrapping(false, 500n)).toBeUndefined();
		expect(wrapping(true, 499n)).toMatchObject(GRAVE);
	});
});

it("include a lowered permission that no simulation shows, without hiding anything", () => {
	const view = commitOf({ to: TOKEN, data: approveData(VAULT, 50n) });
	const chain = (allowance: bigint) => facts({}, [tokenFacts({ allowance: { ok: true, value: allowance } })]);
	expect(finding("declared-differs", view, { chain: chain(51n) })).toBeUndefined();
	expect(finding("declared-differs", view, { chain: chain(49n) })).toMatchObject(GRAVE);
});

describe("rights over a Safe's holdings, and an item in any number", () => {
	it("require a typed word for a stranger", () => {
		const data = execTransaction({ to: TOKEN, data: approveData(THIEF, 9n) });
		const more = { opinion: { ...NOT_SIMULATED, addressFacts: addressFactsOf({ [SAVINGS]: SAFE }) } };
		expect(finding("rights", commitOf({ to: SAVINGS, data }), { who: strange, more })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: THIEF },
		});
		const given: Step = {
			to: TOKEN,
			data: callOf("function transferFrom(address a, address b, uint256 c)", [SIGNER, THIEF, 7n]),
		};
		for (const held of [1n, 4n]) {
			const items = facts({}, [{ ...collection(), balance: { ok: true, value: held } }]);
			expect(wholeFinding("loss", [given], strange, items)).toMatchObject(GRAVE);
		}
	});
});
