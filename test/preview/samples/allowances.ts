import type { AllowanceGroup, AllowanceRow, AllowancesView } from "../../../src/ipc/allowances.ts";
import { address, amount, MAIN, MINUTE, NOW, SAVINGS, SOL_MAIN } from "./common.ts";

/** Allowances of every kind. */

export function allowance(change: Partial<AllowanceRow> = {}): AllowanceRow {
	return {
		id: "1 allowance usdc",
		kind: "allowance",
		token: address("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
		symbol: "USDC",
		spender: address("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", "Universal Router"),
		amount: amount("4,388.20", "USDC", "4388200000"),
		unlimited: false,
		item: null,
		until: null,
		approvedAt: null,
		usedAt: null,
		fault: null,
		revoking: null,
		...change,
	};
}

const groups: readonly AllowanceGroup[] = [
	{
		account: MAIN,
		chain: { id: "1", name: "Ethereum" },
		fault: null,
		rows: [
			allowance({
				id: "1 allowance weth",
				token: address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"),
				symbol: "WETH",
				spender: address("0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"),
				amount: null,
				unlimited: true,
			}),
			allowance({
				id: "1 operator punks",
				kind: "operator",
				token: address("0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB"),
				symbol: "Cryptic Cats",
				spender: address("0x1E0049783F008A0085193E00003D00cd54003c71", "Marketplace"),
				amount: null,
			}),
			allowance({ approvedAt: NOW - 40 * 24 * 60 * MINUTE, usedAt: NOW - 3 * 24 * 60 * MINUTE }),
			allowance({
				id: "1 permit2 usdc",
				kind: "permit2",
				spender: address("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"),
				amount: amount("250", "USDC", "250000000"),
				until: NOW + 30 * 24 * 60 * MINUTE,
				revoking: "revocation:1",
			}),
			allowance({
				id: "1 token cats",
				kind: "token",
				token: address("0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB"),
				symbol: "Cryptic Cats",
				item: "7412",
				amount: null,
			}),
			allowance({
				id: "1 allowance odd",
				token: address("0x1111111111111111111111111111111111111111"),
				symbol: null,
				amount: null,
				fault: "Your RPC rejected eth_call: execution reverted",
			}),
		],
	},
	{
		account: SAVINGS,
		chain: { id: "10", name: "OP Mainnet" },
		fault: "OP Mainnet has no RPC. Nothing was signed or sent. Add one in Settings.",
		rows: [],
	},
	{
		account: SOL_MAIN,
		chain: { id: "mainnet-beta", name: "Solana" },
		fault: null,
		rows: [
			allowance({
				id: "sol delegate",
				kind: "delegate",
				token: address("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"),
				symbol: "EPjFWd…yTDt1v",
				spender: address("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"),
				amount: amount("7.5", "EPjFWd…yTDt1v", "7500000"),
			}),
		],
	},
];

export function allowances(change: Partial<AllowancesView> = {}): AllowancesView {
	return { groups, reading: false, readAt: NOW - MINUTE, fault: null, left: 0, ...change };
}
