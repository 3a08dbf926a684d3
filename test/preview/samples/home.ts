import { message } from "../../../src/core/localized-text.ts";
import type { HomeAccount, HomeBudget, HomeToken, HomeView, HomeWeek } from "../../../src/ipc/home.ts";
import type { AmountView } from "../../../src/ipc/primitives.ts";
import { address, amount, LEDGER_EVM, MAIN, MINUTE, NOW, SOL_MAIN } from "./common.ts";
import { allowance } from "./powers.ts";

/** Home's contents, of every kind. */

const worthy = (text: string, unit: string, raw: string, fiat: string): AmountView =>
	amount(text, unit, raw, { fiat });

function token(change: Partial<HomeToken> = {}): HomeToken {
	return {
		id: "usdc",
		name: "USD Coin",
		claim: null,
		imitates: null,
		mark: "dollar",
		amount: worthy("4,912.40", "USDC", "4912400000", "≈ $4,912.40"),
		chains: ["Base"],
		address: null,
		scale: null,
		differs: false,
		...change,
	};
}

const ether = token({
	id: "eth",
	name: "Ether",
	mark: "coin",
	amount: worthy("0.395", "ETH", "395000000000000000", "≈ $1,242.28"),
	chains: ["Ethereum", "Base"],
});

const spam = (index: number, symbol: string, imitates: string | null = null): HomeToken =>
	token({
		id: `spam ${index}`,
		name: null,
		claim: symbol,
		imitates,
		mark: null,
		amount: amount("1,000", symbol, "1000000000", { checked: false }),
		address: address(`0x${String(index).padStart(4, "0")}C7e91A4b2D8f36E5a0B9c4d7F1E2a3B4c5D6e7F8`),
	});

/** Tokens that scale amounts: one whose factor changes soon, and one whose factor can't be read. */
const scaling: readonly HomeToken[] = [
	{
		...spam(3, "CRWX"),
		amount: amount("10", "", "2500000", {
			unit: message("amount.unit.scaled", { symbol: "CRWX", counted: "2.5" }),
			checked: false,
		}),
		scale: message("home.token.scale-changes", { at: { at: NOW + 60 * MINUTE, style: "minute" } }),
	},
	{
		...spam(4, "YLDX"),
		amount: amount("2,500,000", "", "2500000", {
			unit: message("amount.unit.base", { symbol: "YLDX" }),
			checked: false,
		}),
		scale: message("home.token.scale-unread"),
	},
];

const main: HomeAccount = {
	address: MAIN.address,
	total: "$9,941.26",
	together: "$9,941.26",
	tokens: [
		token(),
		token({
			id: "weth",
			name: "Wrapped Ether",
			mark: "listed",
			amount: worthy("1.204", "WETH", "1204000000000000000", "≈ $3,786.58"),
		}),
		ether,
	],
	hidden: [spam(1, "USDC", "USDC"), spam(2, "claim-at \u202Emoc.evil")],
	notes: [],
};

const sol: HomeAccount = {
	address: SOL_MAIN.address,
	total: null,
	together: "$9,941.26",
	tokens: [
		token({
			id: "sol",
			name: "Solana",
			mark: "coin",
			amount: worthy("6.82", "SOL", "6820000000", "no price"),
			chains: ["Solana"],
		}),
	],
	hidden: [],
	notes: [],
};

const ledger: HomeAccount = {
	address: LEDGER_EVM.address,
	total: "$3,142.20",
	together: "$3,142.20",
	tokens: [
		token({
			amount: worthy("2,140.00", "USDC", "2140000000", "≈ $2,140.00"),
			chains: ["Base", "Arbitrum One"],
		}),
	],
	hidden: [],
	notes: [],
};

const WEEK: HomeWeek = {
	spent: "$338.20",
	fees: "$0.41",
	signed: 14,
	refused: 6,
	refusedNote: "3 by you, 2 by rules, 1 expired",
	lies: 1,
	unpriced: 2,
	agents: [
		{
			id: "a",
			app: "uniswap",
			session: "Rebalance to stables",
			sessionId: "ses_4d7e8f01",
			spent: "$250.00",
			part: 1,
			notes: ["9 signed"],
			lied: false,
		},
		{
			id: "b",
			app: "payroll",
			session: "November",
			sessionId: "ses_pay00001",
			spent: "$88.20",
			part: 0.35,
			notes: ["5 signed"],
			lied: false,
		},
		{
			id: "c",
			app: null,
			session: "Idle \u202Efunds\u200B",
			sessionId: "ses_scout001",
			spent: "$0.00",
			part: 0,
			notes: ["1 lie caught", "4 refused"],
			lied: true,
		},
	],
	more: 0,
};

export function home(change: Partial<HomeView> = {}): HomeView {
	return {
		total: "$13,083.46",
		leftOut: "Excludes 1 token without a price.",
		notes: [],
		prices: "Chainlink and Pyth prices from your RPC, oldest from 13:58",
		accounts: [main, sol, ledger],
		week: WEEK,
		risk: {
			exposed: "≈ $3,462.50",
			rows: [
				allowance({
					approvedAt: NOW - 210 * 24 * 60 * MINUTE,
					id: "8453 allowance usdc",
					amount: null,
					unlimited: true,
					spender: address("0x7D3B19c0e8a42f5D6F9b1E0c2A3d4E5f60b4C018"),
					taken: "≈ $1,890.00",
				}),
				allowance({
					id: "8453 permit2 weth",
					kind: "permit2",
					symbol: "WETH",
					mark: "listed",
					amount: amount("0.5", "WETH", "500000000000000000"),
					taken: "≈ $1,572.50",
				}),
			],
			more: 5,
			unread: false,
			fault: null,
		},
		reading: false,
		readAt: NOW - 2 * MINUTE,
		...change,
	};
}

/** Nobody asked yet, and nothing known of before. */
export const nothingKnown = (): HomeView =>
	home({
		total: null,
		leftOut: null,
		notes: [],
		prices: null,
		accounts: [],
		week: {
			...WEEK,
			spent: "$0.00",
			fees: "$0.00",
			signed: 0,
			refused: 0,
			refusedNote: null,
			lies: 0,
			unpriced: 0,
			agents: [],
		},
		risk: { exposed: null, rows: [], more: 0, unread: true, fault: null },
		reading: true,
		readAt: null,
	});

/** One account with more tokens than fit, some of them strange. */
export const manyTokens = (): HomeView =>
	home({
		accounts: [
			{
				...main,
				tokens: Array.from({ length: 24 }, (_, index) =>
					token({
						id: `many ${index}`,
						name: index % 7 === 3 ? "Wrapped liquid staked Ether 2.0 of a very long name" : `Token ${index}`,
						mark: index === 0 ? "coin" : index % 3 === 0 ? "dollar" : "listed",
						amount: worthy(
							`${(24 - index) * 137}.25`,
							"WSTETH",
							"1",
							index % 4 === 2 ? "no price" : "≈ $1,204.00",
						),
						chains: ["Ethereum", "Base", "Arbitrum One", "OP Mainnet"].slice(0, 1 + (index % 4)),
					}),
				),
				hidden: [
					...scaling,
					...Array.from({ length: 12 }, (_, index) => spam(index + 1, `AIRDROP-${index}`)),
					token({
						id: "nameless",
						name: null,
						mark: null,
						amount: amount("7", "smallest units of an unnamed token", "7", { checked: false }),
						address: address("0x1111111111111111111111111111111111111111"),
					}),
				],
				notes: ["Countersign didn’t check every token."],
			},
			sol,
			ledger,
		],
	});

const unpriced = (each: HomeAccount): HomeAccount => ({
	...each,
	total: null,
	tokens: each.tokens.map((one) => ({ ...one, amount: { ...one.amount, fiat: "no price" } })),
});

export const noPrices = (): HomeView => {
	const all = home();
	return home({
		total: null,
		leftOut: null,
		prices: null,
		notes: [],
		accounts: all.accounts.map(unpriced),
		week: {
			...WEEK,
			spent: null,
			fees: null,
			agents: WEEK.agents.map((agent) => ({ ...agent, spent: null, part: 0 })),
		},
		risk: {
			...all.risk,
			exposed: null,
			rows: all.risk.rows.map((row) => ({ ...row, taken: "1,250.5 USDC" })),
		},
	});
};

export const unreachable = (): HomeView =>
	home({
		notes: [
			{ text: "Base didn’t respond: balances may be out of date.", rpcOf: "Base" },
			{ text: "Couldn’t load anything from Solana yet.", rpcOf: "Solana" },
		],
		readAt: NOW - 190 * MINUTE,
		accounts: [main, { ...sol, tokens: [] }, ledger],
		risk: { exposed: null, rows: [], more: 0, unread: false, fault: "Your RPC can’t be reached." },
	});

export const silentTokens = (): HomeView =>
	home({
		notes: [{ text: "The total excludes 5 tokens on Base that Countersign couldn’t read.", rpcOf: null }],
		accounts: [
			{
				...main,
				notes: ["Couldn’t load on Base: Euro Coin, Coinbase Wrapped BTC, Dai Stablecoin and 2 more."],
			},
			sol,
			ledger,
		],
	});

export const disagreeing = (): HomeView =>
	home({
		risk: {
			...home().risk,
			exposed: "at least $1,890.00",
			fault: "Countersign couldn’t read some allowances. See “Review all”.",
		},
		total: null,
		leftOut: null,
		notes: [
			{ text: "No total: two RPCs report different balances or prices.", rpcOf: null },
			{ text: "Base: your two RPCs report different balances.", rpcOf: null },
		],
		accounts: [
			{
				...main,
				total: null,
				tokens: [
					token({ amount: amount("4,912.40", "USDC", "4912400000"), differs: true }),
					...main.tokens.slice(1),
				],
			},
			sol,
			ledger,
		],
	});

export const budgets: readonly HomeBudget[] = [
	{ rule: "Daily", spent: "$38.00", most: "$100.00", part: 0.38 },
	{ rule: "ETH a day", spent: "0.5 ETH", most: "0.5 ETH", part: 1 },
];
