import { describe, expect, it } from "vitest";
import { TOKEN_LIST } from "../../../../src/core/chain/tokens/list.ts";
import type { Price } from "../../../../src/core/fiat/price.ts";
import { riskView } from "../../../../src/main/home/home-view.ts";
import {
	type FoundPower,
	type PowerKey,
	type TakeableBalance,
	unread,
} from "../../../../src/main/powers/found-power.ts";
import type { LogReading } from "../../../../src/main/powers/log-readings.ts";
import { UNKNOWN_AGE } from "../../../../src/main/powers/noted-allowances.ts";
import { powersView, revocationOf } from "../../../../src/main/powers/powers-view.ts";
import { stub } from "../../../fixtures/stub.ts";

const BASE = "8453";
const listed = (symbol: string) => {
	const [, , , address] = (TOKEN_LIST[BASE] ?? []).find(([each]) => each === symbol) ?? [];
	return String(address).toLowerCase();
};
const [USDC, WETH] = [listed("USDC"), listed("WETH")];
const ME = `0x${"a".repeat(40)}`;
const [ROUTER, THIEF, FRIEND] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(40)}`);
const UNLISTED = `0x${"d".repeat(40)}`;
const SIX = 10n ** 6n;
const UNLIMITED = 2n ** 256n - 1n;
const NOW = 1_700_000_000_000;

const dollars = (answer: bigint): Price => ({ answer: answer * 10n ** 8n, decimals: 8, feed: "", at: NOW });

function power(
	change: Partial<PowerKey> & { amount?: bigint | null; balance?: bigint | null } = {},
): FoundPower {
	const { amount = UNLIMITED, balance = 50n * SIX, ...rest } = change;
	const met: PowerKey = {
		...{ chainRef: BASE, account: ME, token: USDC, spender: String(ROUTER), kind: "allowance", tokenId: "" },
		...rest,
	};
	const stake: TakeableBalance = { asset: met.token, priced: met.token, balance, limit: amount, decimals: 6 };
	return {
		...unread(met, ""),
		key: `${met.kind} ${met.token} ${met.spender} ${met.account}`,
		allowed: { amount, until: null },
		stakes: [stake],
		unit: { symbol: "TOKEN", name: null, decimals: 6 },
		fault: null,
	};
}

interface Change {
	readonly found?: readonly FoundPower[];
	readonly prices?: ReadonlyMap<string, Price>;
	readonly second?: Price;
	readonly showsFiat?: boolean;
	readonly fault?: string | null;
	readonly left?: number;
	readonly logs?: readonly LogReading[];
}

const PRICES = new Map([
	[USDC, dollars(1n)],
	[WETH, dollars(2_000n)],
]);

function appWith({
	found = [],
	prices = PRICES,
	second,
	showsFiat = true,
	fault = null,
	left = 0,
	logs = [],
}: Change) {
	return stub<Parameters<typeof powersView>[0]>({
		wallet: { accounts: { list: () => [{ address: ME }] } },
		rules: { labels: () => ({ [String(FRIEND)]: "Ada (Contacts)" }) },
		networks: {
			chainNameOf: (chainRef: string) => `chain ${chainRef}`,
			hasSecondRpc: () => second !== undefined,
		},
		fiat: {
			showsFiat: () => showsFiat,
			prices: { of: (_chain: string, asset: string) => prices.get(asset) ?? null },
			secondPrices: { of: () => second ?? null },
		},
		signedIn: { current: () => ({ scope: "one" }) },
		stores: { journal: { unsettled: () => [] } },
		powers: {
			age: () => UNKNOWN_AGE,
			logs: () => logs,
			state: () => ({
				chains: [{ chainRef: BASE, accounts: [ME], fault, found }],
				...{ reading: false, readAt: NOW, fault: null, left },
			}),
		},
	});
}

const viewOf = (change: Change) => powersView(appWith(change));
const about = (amount: string) => ({ code: "worth.about", params: { amount } });

describe("powers of others", () => {
	it("are listed by holder, the highest exposure first, and counted once in the total", () => {
		const view = viewOf({
			found: [
				power({ amount: 10n * SIX }),
				power({ spender: String(THIEF) }),
				power({ spender: String(THIEF), token: WETH, balance: SIX }),
			],
		});
		expect(view.holders.map(({ id, taken }) => [id, taken])).toMatchObject([
			[THIEF, about("$2,050.00")],
			[ROUTER, about("$10.00")],
		]);
		// Both can take the same 50 USDC.
		expect(view.exposed).toMatchObject(about("$2,050.00"));
		expect(view.holders.flatMap(({ rows }) => rows.map(({ taken }) => taken))).toMatchObject([
			about("$2,000.00"),
			about("$50.00"),
			about("$10.00"),
		]);
	});

	it("name their holder by contact or list, and call any other unknown", () => {
		const view = viewOf({
			found: [
				power({ spender: String(FRIEND) }),
				power({ spender: "0x000000000022d473030f116ddee9f6b43ac78ba3" }),
				power({ spender: String(THIEF) }),
			],
		});
		const byId = new Map(view.holders.map((each) => [each.id, each]));
		expect(byId.get(String(FRIEND))).toMatchObject({
			isUnknown: false,
			known: null,
			address: { label: "Ada (Contacts)" },
		});
		expect(byId.get("0x000000000022d473030f116ddee9f6b43ac78ba3")).toMatchObject({ isUnknown: false });
		expect(byId.get(String(THIEF))).toMatchObject({ isUnknown: true, known: null });
	});

	it("over a token without a price are never $0, and make the total a minimum", () => {
		const view = viewOf({ found: [power(), power({ token: UNLISTED, spender: String(THIEF) })] });
		expect(view.holders.map(({ taken }) => taken)).toMatchObject([
			about("$50.00"),
			{ code: "powers.taken.units", params: { amount: "50", symbol: "TOKEN" } },
		]);
		expect(view.exposed).toMatchObject({ code: "amount.at-least", params: { amount: "$50.00" } });
	});

	it("that could not be read are not nothing", () => {
		const view = viewOf({ found: [{ ...power(), stakes: [], fault: "no answer" }] });
		expect(view.exposed).toMatchObject({ code: "powers.taken.unread" });
		expect(view.holders[0]?.rows[0]).toMatchObject({ fault: "no answer", isRevocable: false });
		expect(viewOf({ found: [power({ balance: null })] }).exposed).toMatchObject({
			code: "powers.taken.unread",
		});
	});

	it("are of unknown worth if two RPCs report different prices", () => {
		const view = viewOf({ found: [power({ token: WETH })], second: dollars(1n) });
		expect(view.exposed).toMatchObject({ code: "powers.taken.unread" });
	});

	it("show amounts instead of values if the user wants no values, or no feed has a price", () => {
		for (const change of [{ showsFiat: false }, { prices: new Map<string, Price>() }]) {
			const units = { code: "powers.taken.units", params: { amount: "40.25", symbol: "USDC" } };
			const view = viewOf({ found: [power({ amount: 40_250_000n })], ...change });
			expect([view.exposed, view.holders[0]?.taken, view.holders[0]?.rows[0]?.taken]).toMatchObject([
				units,
				units,
				units,
			]);
			expect(view.holders[0]?.rows[0]?.takes).toMatchObject([
				{ units: { taken: "40250000", most: "50000000", decimals: 6, symbol: "USDC" } },
			]);
		}
	});

	it("without a price count a balance once, and say that there is more", () => {
		const found = [
			power({ amount: 40n * SIX }),
			power({ spender: String(THIEF) }),
			power({ token: WETH, spender: String(THIEF) }),
		];
		const view = viewOf({ found, prices: new Map() });
		expect(view.exposed).toMatchObject({
			code: "powers.taken.units-more",
			params: { amount: "50", symbol: "USDC" },
		});
		expect(viewOf({ found: [power({ kind: "operator" })], prices: new Map() }).exposed).toMatchObject({
			code: "worth.none",
		});
	});

	it("of an account that was removed are left out", () => {
		expect(viewOf({ found: [power({ account: String(THIEF) })] }).holders).toEqual([]);
	});

	it("that take nothing of value come last, but never those without a limit", () => {
		const minorOf = (change: Parameters<typeof power>[0]) =>
			viewOf({ found: [power(change)] }).holders[0]?.isMinor;
		expect(minorOf({ token: UNLISTED })).toBe(true);
		expect(minorOf({ amount: SIX, balance: 0n })).toBe(true);
		// More of the token may arrive.
		expect(minorOf({ balance: 0n })).toBe(false);
		expect(minorOf({})).toBe(false);
		const view = viewOf({ found: [power({ token: UNLISTED, spender: String(THIEF) }), power()] });
		expect(view.holders.map(({ isMinor }) => isMinor)).toEqual([false, true]);
	});

	it("can be revoked here unless only the holder, the issuer or another wallet can end them", () => {
		const rowOf = (kind: PowerKey["kind"]) => viewOf({ found: [power({ kind })] }).holders[0]?.rows[0];
		for (const kind of ["allowance", "permit2", "operator", "delegate"] as const)
			expect(rowOf(kind)?.isRevocable).toBe(true);
		for (const kind of ["code", "permanent", "close", "freeze", "mint"] as const)
			expect(rowOf(kind)?.isRevocable).toBe(false);
		expect([rowOf("code")?.unlimited, rowOf("permanent")?.unlimited]).toEqual([true, true]);
	});

	it("have a revocation that names exactly the approval", () => {
		const accounts = { find: () => stub<never>({ address: ME }) };
		expect(revocationOf(accounts, power({ kind: "permit2" }))).toEqual({
			family: "evm",
			chainRef: BASE,
			account: ME,
			revokes: { kind: "permit2", token: USDC, spender: ROUTER, token_id: null, program: null },
			asset: "USDC",
			allowed: power({ kind: "permit2" }).allowed?.amount,
			unit: null,
		});
		expect(revocationOf(accounts, power({ kind: "operator" }))?.allowed).toBeNull();
		expect(revocationOf(accounts, power({ kind: "code" }))).toBeNull();
		expect(revocationOf(accounts, { ...power(), fault: "no answer" })).toBeNull();
		expect(revocationOf({ find: () => null }, power())).toBeNull();
	});
});

describe("what Home shows of them", () => {
	it("are the gravest, with what all together can take", () => {
		const risk = riskView(
			appWith({ found: [power({ amount: 10n * SIX }), power({ spender: String(THIEF) })] }),
		);
		expect(risk).toMatchObject({
			exposed: about("$50.00"),
			rows: [{ unlimited: true }, { unlimited: false }],
			more: 0,
			unread: false,
			fault: null,
		});
	});

	it("are called incomplete if anything could not be read", () => {
		const partly = { code: "home.risk.not-whole" };
		expect(riskView(appWith({ found: [{ ...power(), fault: "no answer" }] }))).toMatchObject({
			rows: [],
			fault: partly,
		});
		expect(riskView(appWith({ fault: "down" })).fault).toMatchObject(partly);
		expect(riskView(appWith({ left: 3 })).fault).toMatchObject(partly);
	});

	it("have no sum without a price", () => {
		expect(riskView(appWith({ found: [power()], prices: new Map() })).exposed).toBeNull();
	});
});
