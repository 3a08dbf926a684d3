import type { PowerHolder, PowerLogs, PowerRow, PowersView, TakingView } from "../../../src/ipc/powers.ts";
import { address, amount, MAIN, MINUTE, NOW, SAVINGS, SOL_MAIN } from "./common.ts";

/** Powers of every kind. */

const DAY = 24 * 60 * MINUTE;
const BASE = { id: "8453", name: "Base" };
const ETHEREUM = { id: "1", name: "Ethereum" };
const SOLANA = { id: "mainnet-beta", name: "Solana" };

const OLD_ROUTER = address("0x7D3B19c0e8a42f5D6F9b1E0c2A3d4E5f60b4C018");
const UNIVERSAL = address("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af");
const STRANGE = address("0x5C1e80Ab34D09Fa7613cD2e1b0c9A8f7E6A709fA");
const DRIP = address("9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin");
const ISSUER = address("7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar");
const WETH = address("0x4200000000000000000000000000000000000006", "WETH");
const USDC = address("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");

const taking = (asset: string, cents: TakingView["cents"], most: TakingView["most"] = cents): TakingView => ({
	asset,
	cents,
	most,
});

export function allowance(change: Partial<PowerRow> = {}): PowerRow {
	return {
		id: "8453 allowance usdc",
		kind: "allowance",
		account: SAVINGS,
		chain: BASE,
		token: USDC,
		symbol: "USDC",
		mark: "dollar",
		spender: UNIVERSAL,
		amount: amount("4,388.20", "USDC", "4388200000"),
		unlimited: false,
		item: null,
		items: null,
		until: null,
		approvedAt: null,
		usedAt: null,
		fault: null,
		revoking: null,
		isRevocable: true,
		takes: [taking("8453 savings usdc", "438820", "491240")],
		taken: "≈ $4,388.20",
		...change,
	};
}

function holder(change: Partial<PowerHolder> = {}): PowerHolder {
	return {
		id: OLD_ROUTER.address.toLowerCase(),
		address: OLD_ROUTER,
		known: null,
		isUnknown: true,
		isMinor: false,
		taken: "≈ $8,698.98",
		rows: [allowance()],
		...change,
	};
}

const unlimited = (spender: typeof OLD_ROUTER, change: Partial<PowerRow> = {}): PowerRow =>
	allowance({
		id: `8453 allowance usdc ${spender.address}`,
		spender,
		amount: null,
		unlimited: true,
		usedAt: NOW - 210 * DAY,
		takes: [taking("8453 savings usdc", "491240")],
		taken: "≈ $4,912.40",
		...change,
	});

const oldRouter = holder({
	known: "Uniswap’s router",
	isUnknown: false,
	rows: [
		unlimited(OLD_ROUTER),
		unlimited(OLD_ROUTER, {
			id: "8453 allowance weth old",
			token: WETH,
			symbol: "WETH",
			mark: "listed",
			takes: [taking("8453 savings weth", "378658")],
			taken: "≈ $3,786.58",
		}),
	],
});

const unknown = holder({
	id: STRANGE.address.toLowerCase(),
	address: STRANGE,
	taken: "at least $3,142.20",
	rows: [
		allowance({
			id: "8453 code main",
			kind: "code",
			account: MAIN,
			token: MAIN,
			symbol: null,
			mark: null,
			spender: STRANGE,
			amount: null,
			unlimited: true,
			isRevocable: false,
			takes: [taking("8453 main native", "314220"), taking("8453 main others", "no-price")],
			taken: "at least $3,142.20",
		}),
		allowance({
			id: "1 operator ridgeline",
			kind: "operator",
			chain: ETHEREUM,
			token: address("0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB"),
			symbol: "Ridgeline",
			mark: null,
			spender: STRANGE,
			amount: null,
			items: "3",
			takes: [taking("1 savings ridgeline", "no-price")],
			taken: "no price",
		}),
	],
});

const universal = holder({
	id: UNIVERSAL.address.toLowerCase(),
	address: UNIVERSAL,
	known: "Uniswap’s router",
	isUnknown: false,
	taken: "≈ $1,572.50",
	rows: [
		allowance({
			id: "8453 permit2 weth",
			kind: "permit2",
			token: WETH,
			symbol: "WETH",
			mark: "listed",
			amount: amount("0.5", "WETH", "500000000000000000"),
			until: NOW + 18 * DAY,
			usedAt: NOW - 3 * 60 * MINUTE,
			takes: [taking("8453 savings weth", "157250", "378658")],
			taken: "≈ $1,572.50",
		}),
	],
});

const drip = holder({
	id: DRIP.address,
	address: { ...DRIP, label: "Drip Pay (Contacts)" },
	isUnknown: false,
	taken: "≈ $293.88",
	rows: [
		allowance({
			id: "sol delegate wsol",
			kind: "delegate",
			account: SOL_MAIN,
			chain: SOLANA,
			token: address("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU"),
			symbol: "WSOL",
			mark: "listed",
			spender: DRIP,
			amount: amount("2", "WSOL", "2000000000"),
			approvedAt: NOW - 40 * DAY,
			usedAt: NOW - 6 * DAY,
			takes: [taking("sol wsol", "29388", "58776")],
			taken: "≈ $293.88",
		}),
	],
});

const issuer = holder({
	id: ISSUER.address,
	address: ISSUER,
	isMinor: true,
	taken: "nothing",
	rows: [
		allowance({
			id: "sol freeze usdc",
			kind: "freeze",
			account: SOL_MAIN,
			chain: SOLANA,
			token: address("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
			spender: ISSUER,
			amount: null,
			isRevocable: false,
			takes: [],
			taken: "nothing",
		}),
	],
});

export const HOLDERS: readonly PowerHolder[] = [oldRouter, unknown, universal, drip, issuer];

export function log(change: Partial<PowerLogs> = {}): PowerLogs {
	return {
		chain: BASE,
		first: 8_600_000,
		firstAt: Date.UTC(2024, 0, 3),
		isReading: false,
		blocks: 30_000_000,
		read: 30_000_000,
		failed: [],
		fault: null,
		readAt: NOW - 2 * MINUTE,
		...change,
	};
}

/** No log was read yet. */
export const UNREAD_LOGS: readonly PowerLogs[] = [
	log({ first: null, firstAt: null, blocks: 0, read: 0, readAt: null }),
	log({ chain: ETHEREUM, first: null, firstAt: null, blocks: 0, read: 0, readAt: null }),
];

export function powers(change: Partial<PowersView> = {}): PowersView {
	return {
		holders: HOLDERS,
		exposed: "at least $12,135.06",
		reading: false,
		readAt: NOW - 2 * MINUTE,
		fault: null,
		unread: [],
		left: 0,
		logs: [log()],
		...change,
	};
}

/** No feed has a price, or the user hides values. */
export function unpricedPowers(): PowersView {
	const units = { taken: "4388200000", most: "4912400000", decimals: 6, symbol: "USDC" } as const;
	const unpriced = (text: string, row: PowerRow): PowerRow => ({
		...row,
		takes: row.takes.map((each) => ({ ...each, cents: "no-price", most: "no-price", units })),
		taken: text,
	});
	const text = "4,388.2 USDC";
	return powers({
		holders: [
			{ ...universal, taken: text, rows: [unpriced(text, allowance())] },
			{
				...oldRouter,
				taken: `${text} and more`,
				rows: oldRouter.rows.map((row) => unpriced(row.symbol === "USDC" ? text : "2.1 WETH", row)),
			},
		],
		exposed: "4,912.4 USDC and more",
	});
}

/** Many holders, each with a few powers. */
export const manyPowers = (count: number): PowersView =>
	powers({
		holders: Array.from({ length: count }, (_, index) => {
			const spender = address(`0x${(index + 16).toString(16).padStart(2, "0").repeat(20)}`);
			const own = Array.from({ length: 1 + (index % 3) }, (_unused, at) =>
				allowance({
					id: `8453 allowance ${index} ${at}`,
					spender,
					unlimited: at === 1,
					amount: at === 1 ? null : amount(`${(count - index) * 12}`, "USDC", "1"),
					takes: [taking("8453 savings usdc", String((count - index) * 1_200), "491240")],
					taken: `≈ $${(count - index) * 12}.00`,
				}),
			);
			return holder({
				id: spender.address,
				address: spender,
				rows: own,
				taken: `≈ $${(count - index) * 12}.00`,
			});
		}),
	});
