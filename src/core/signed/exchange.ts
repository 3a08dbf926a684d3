import { readAddress } from "../format/numeral.ts";
import { exchangeOf } from "../match/typed-data/exchanges.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { addressAt, type SignedAsset, type SignedPart, type SignedReading, textAt } from "./reading.ts";

type ActionReading = Pick<SignedReading, "given" | "rights" | "open">;

const HYPERLIQUID = "HyperliquidTransaction:";
const CHAIN = "string hyperliquidChain";

export const DOLLAR_DECIMALS = 6;

function unitsOf(text: string): bigint | null {
	const [, whole = "", part = ""] = /^([0-9]{1,24})(?:\.([0-9]{1,6}))?$/.exec(text) ?? [];
	return whole === "" ? null : BigInt(whole + part.padEnd(DOLLAR_DECIMALS, "0"));
}

const openAction = (data: TypedData): ActionReading => ({
	given: [],
	rights: [],
	open: { kind: "action", app: exchangeOf(data)?.app ?? "", chain: String(data.domain.chainId ?? "") },
});

const recordedAsset = (item: string): SignedAsset => ({ kind: "position", address: null, item });

function sent(data: TypedData, asset: SignedAsset, amount: bigint | null): ActionReading {
	const to = readAddress(textAt(data.message, "destination"));
	if (to === null) return openAction(data);
	const part: SignedPart = { asset, least: amount ?? 0n, most: amount, to };
	return { given: [part], rights: [], open: null };
}

function dollarsSent(data: TypedData): ActionReading {
	const amount = unitsOf(textAt(data.message, "amount"));
	return amount === null ? openAction(data) : sent(data, recordedAsset("USDC"), amount);
}

/** Only the exchange knows the decimals of coins other than dollars. */
const coinsSent = (data: TypedData): ActionReading =>
	sent(data, recordedAsset(textAt(data.message, "token")), null);

const right =
	(member: string, what: "trading" | "fees") =>
	(data: TypedData, owner: string): ActionReading => ({
		given: [],
		rights: [
			{
				holder: addressAt(data.message, member),
				scope: { kind: "control", over: owner, what },
				extent: null,
				until: null,
			},
		],
		open: null,
	});

const balancesOfUser = (): ActionReading => ({ given: [], rights: [], open: null });

/**
 * Actions by EIP-712's encodeType. Sources: Hyperliquid's SDKs in Python (signing.py) and Rust
 * (exchange/actions.rs).
 */
const ACTIONS: Readonly<Record<string, (data: TypedData, owner: string) => ActionReading>> = {
	[`${HYPERLIQUID}Withdraw(${CHAIN},string destination,string amount,uint64 time)`]: dollarsSent,
	[`${HYPERLIQUID}UsdSend(${CHAIN},string destination,string amount,uint64 time)`]: dollarsSent,
	[`${HYPERLIQUID}SpotSend(${CHAIN},string destination,string token,string amount,uint64 time)`]: coinsSent,
	[`${HYPERLIQUID}SendAsset(${CHAIN},string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce)`]:
		coinsSent,
	[`${HYPERLIQUID}UsdClassTransfer(${CHAIN},string amount,bool toPerp,uint64 nonce)`]: balancesOfUser,
	[`${HYPERLIQUID}ApproveAgent(${CHAIN},address agentAddress,string agentName,uint64 nonce)`]: right(
		"agentAddress",
		"trading",
	),
	[`${HYPERLIQUID}ApproveBuilderFee(${CHAIN},string maxFeeRate,address builder,uint64 nonce)`]: right(
		"builder",
		"fees",
	),
};

/** An action could do anything if it has a different form, or if only its hash is signed. */
export function exchangeReading(data: TypedData, owner: string): ActionReading {
	const read = Object.hasOwn(ACTIONS, data.encodedType) ? ACTIONS[data.encodedType] : undefined;
	return read === undefined ? openAction(data) : read(data, owner);
}
