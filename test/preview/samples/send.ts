import { message } from "../../../src/core/localized-text.ts";
import type { EditView, FeeEditView, ReviewView } from "../../../src/ipc/review.ts";
import type { SendAsset, SendScreen } from "../../../src/ipc/send.ts";
import { proposal } from "./agents.ts";
import { amount, FINGERPRINT, MAIN, ROUTER, STRANGER, USDC } from "./common.ts";
import { allowed, costs, known, paid, party, review } from "./review.ts";

const worth = (text: string) => message("worth.about", { amount: text });

const asset = (symbol: string, change: Partial<SendAsset> = {}): SendAsset => ({
	id: `8453 ${symbol}`,
	chainRef: "8453",
	chain: "Base",
	asset: symbol,
	symbol,
	isListed: true,
	mark: "listed",
	decimals: 18,
	balance: {
		...amount("3.2041", symbol, "3204118022940021174", { full: "3.204118022940021174" }),
		fiat: worth("$9,356.02"),
	},
	price: { answer: "292000000000", decimals: 8 },
	...change,
});

const ASSETS: readonly SendAsset[] = [
	asset("ETH", { asset: "native", mark: "coin" }),
	asset("USDC", {
		mark: "dollar",
		decimals: 6,
		balance: { ...amount("502.15", "USDC", "502150000"), fiat: worth("$502.15") },
		price: { answer: "100000000", decimals: 8 },
	}),
	asset("WETH", { chain: "Ethereum", balance: amount("0.412", "WETH", "412000000000000000") }),
	asset("AERO", { balance: amount("81.5", "AERO", "81500000000000000000"), price: null }),
	asset("FREE\u202E-GIFT", { isListed: false, mark: null, price: null }),
	asset("DEGEN", { isListed: false, mark: null, price: null }),
];

const ANA = {
	family: "evm",
	address: { address: "0xbDA57a1fE65F08dEb54cb065eC87D4De52Bc197E", label: "Ana", short: "0xbDA57a…Bc197E" },
	isOwn: false,
} as const;

export function sendScreen(change: Partial<SendScreen> = {}): SendScreen {
	return {
		screen: "send",
		from: null,
		accounts: [
			{ address: MAIN, family: "evm", assets: ASSETS },
			{ address: { ...STRANGER, label: "Savings" }, family: "evm", assets: [] },
		],
		recipients: [
			ANA,
			{
				family: "evm",
				address: { ...ROUTER, label: "Payroll with a name that goes on and on and on" },
				isOwn: false,
			},
			{ family: "evm", address: { ...STRANGER, label: "Savings" }, isOwn: true },
		],
		isReading: false,
		...change,
	};
}

export const RESOLVED = { ok: true, address: { ...ANA.address, label: null }, system: "ENS" };

function feeEdit(change: Partial<FeeEditView> = {}): FeeEditView {
	const price = (text: string, dollars: string) => ({ ...amount(text, "ETH", "1"), fiat: worth(dollars) });
	return {
		speed: "normal",
		likely: price("0.00036", "$1.12"),
		most: price("0.00054", "$1.68"),
		own: { most: "8.43", tip: "0.1" },
		options: [
			{ speed: "slow", likely: price("0.00027", "$0.84"), most: price("0.0004", "$1.26") },
			{ speed: "normal", likely: price("0.00036", "$1.12"), most: price("0.00054", "$1.68") },
			{ speed: "fast", likely: price("0.00056", "$1.75"), most: price("0.00081", "$2.52") },
		],
		...change,
	};
}

const edit = (change: Partial<EditView> = {}): EditView => ({
	fee: feeEdit(),
	allowances: [],
	amount: null,
	...change,
});

/** A payment of the user's, which can still be changed. */
export function payment(change: Partial<EditView> = {}): ReviewView {
	return review({
		entryId: "transfer:1",
		requestKind: "transfer",
		requestId: null,
		who: { app: null, session: message("title.own"), sessionId: "own-wishes" },
		step: null,
		steps: [],
		headline: "Send 1.5 ETH to Ana",
		fiat: worth("$4,380.00"),
		parties: [party("recipient", ANA.address, { usage: paid(4) })],
		serviceSays: [],
		guards: [],
		expiresAt: null,
		changes: review()
			.changes.slice(0, 1)
			.map((row) => ({ ...row, amount: { ...row.amount, fiat: worth("$4,380.00") } })),
		costs: costs({ likely: feeEdit().likely, most: feeEdit().most }),
		digest: null,
		revision: null,
		canReject: false,
		canAskChange: false,
		fingerprint: FINGERPRINT,
		edit: edit({
			amount: { symbol: "ETH", decimals: 18, value: "1.5", isAll: false },
			...change,
		}),
	});
}

/** An allowance that an agent on this computer proposed, as proposed or lowered. */
export function allowanceProposal(lowered: string | null): ReviewView {
	const isUnlimited = lowered === null;
	return review({
		entryId: "proposal:1",
		requestKind: "proposal",
		proposal: proposal(),
		step: null,
		steps: [],
		headline: isUnlimited ? "Approve Uniswap to spend unlimited USDC" : "Approve Uniswap to spend 100 USDC",
		parties: [party("spender", ROUTER, { ...known("Uniswap"), usage: allowed(9) })],
		serviceSays: [],
		changes: [],
		permissions: [
			{
				spender: ROUTER,
				token: USDC,
				kind: "allowance",
				amount: isUnlimited ? null : amount("100", "USDC", "100000000"),
				unlimited: isUnlimited,
				grants: true,
				text: isUnlimited
					? "Uniswap can spend all your USDC at any time, without asking again"
					: "Uniswap can spend up to 100 USDC",
				source: "decoded",
				step: null,
			},
		],
		costs: costs({ likely: feeEdit().likely, most: feeEdit().most }),
		findings: [],
		edit: edit({
			allowances: [
				{ place: 0, isOwn: false, symbol: "USDC", decimals: 6, proposed: null, lowered, exact: "100" },
			],
		}),
	});
}

/** The revocation of an allowance: of all of it, or down to an amount that the user chose. */
export function revocation(lowered: string | null): ReviewView {
	const isLowered = lowered !== null;
	const { fiat: _, ...own } = payment();
	return {
		...own,
		entryId: "revocation:1",
		requestKind: "revocation",
		headline: isLowered ? "Lower Uniswap’s allowance to 100 USDC" : "Revoke Uniswap’s USDC allowance",
		parties: isLowered ? [party("spender", ROUTER, { ...known("Uniswap"), usage: allowed(9) })] : [],
		changes: [],
		permissions: [
			{
				spender: ROUTER,
				token: USDC,
				kind: "allowance",
				amount: amount(lowered ?? "0", "USDC", isLowered ? "100000000" : "0"),
				unlimited: false,
				grants: isLowered,
				text: isLowered ? "Uniswap can spend up to 100 USDC" : "Uniswap can no longer spend USDC",
				source: "decoded",
				step: null,
			},
		],
		edit: edit({
			allowances: [
				{ place: 0, isOwn: true, symbol: "USDC", decimals: 6, proposed: null, lowered, exact: null },
			],
		}),
	};
}
