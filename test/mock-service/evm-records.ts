import {
	type Address,
	getAddress,
	isAddressEqual,
	type Log,
	maxUint160,
	maxUint256,
	type PublicClient,
	parseAbi,
	parseEventLogs,
} from "viem";
import type { ApprovalChange, BalanceChange } from "../../src/service-api/simulation.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { ServiceChain } from "./options.ts";

/** Converts logs of transfers and approvals to the interface's records. */

/** Address of ETH movements in logs of `traceTransfers` (execution-apis, eth_simulateV1). */
export const ETH_LOGS: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** Metadata that a token publishes; missing members are absent. */
interface TokenFacts {
	readonly symbol?: string;
	readonly name?: string;
	readonly decimals?: number;
}
export type Tokens = ReadonlyMap<string, TokenFacts>;

async function readToken(client: PublicClient, address: Address): Promise<TokenFacts> {
	const read = { address, abi: tokenAbi } as const;
	const [symbol, name, decimals] = await Promise.allSettled([
		client.readContract({ ...read, functionName: "symbol" }),
		client.readContract({ ...read, functionName: "name" }),
		client.readContract({ ...read, functionName: "decimals" }),
	]);
	return {
		...(symbol.status === "fulfilled" ? { symbol: symbol.value } : {}),
		...(name.status === "fulfilled" ? { name: name.value } : {}),
		...(decimals.status === "fulfilled" ? { decimals: decimals.value } : {}),
	};
}

/** Reads the metadata of each contract that emitted a log or is named as a token in one. */
export async function readTokens(client: PublicClient, logs: readonly Log[]): Promise<Tokens> {
	const permit2Tokens = parseEventLogs({ abi: permit2ApprovalAbi, logs: [...logs] }).map(
		({ args }) => args.token,
	);
	const addresses = new Set(
		[...logs.map(({ address }) => address), ...permit2Tokens].map((each) => getAddress(each)),
	);
	const found = [...addresses].map(async (address) => [address, await readToken(client, address)] as const);
	return new Map(await Promise.all(found));
}

/** Logs of one step; `step` is counted from 1. */
interface Stepped {
	readonly logs: readonly Log[];
	readonly step: number;
}

const collectionAbi = parseAbi([
	"event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
	"event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
	"event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
]);
const itemApprovalAbi = parseAbi([
	"event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
]);
const permit2ApprovalAbi = parseAbi([
	"event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)",
]);

interface Movement {
	readonly asset: string;
	readonly from: Address;
	readonly to: Address;
	readonly amount: bigint;
	readonly tokenId: bigint | null;
	readonly standard: "native" | "erc20" | "erc721" | "erc1155";
}

function movesIn(logs: readonly Log[]): Movement[] {
	const tokens = parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs: [...logs] });
	const items = parseEventLogs({ abi: collectionAbi, logs: [...logs] });
	return [
		...tokens.map(({ address, args: { from, to, value } }): Movement => {
			const native = isAddressEqual(address, ETH_LOGS);
			const standard = native ? "native" : "erc20";
			return {
				asset: native ? "native" : getAddress(address),
				from,
				to,
				amount: value,
				tokenId: null,
				standard,
			};
		}),
		...items.flatMap((log): Movement[] => {
			const asset = getAddress(log.address);
			if (log.eventName === "Transfer") {
				const { from, to, tokenId } = log.args;
				return [{ asset, from, to, amount: 1n, tokenId, standard: "erc721" }];
			}
			if (log.eventName !== "TransferSingle") return [];
			const { from, to, id, value } = log.args;
			return [{ asset, from, to, amount: value, tokenId: id, standard: "erc1155" }];
		}),
	];
}

const NATIVE: TokenFacts = { symbol: "ETH", name: "Ether", decimals: 18 };

export function movements(
	chain: ServiceChain,
	signer: Address,
	{ logs, step }: Stepped,
	tokens: Tokens,
): BalanceChange[] {
	return movesIn(logs).flatMap(({ asset, from, to, amount, tokenId, standard }) => {
		const facts = standard === "native" ? NATIVE : (tokens.get(asset) ?? {});
		const item = tokenId === null ? {} : { tokenId: tokenId.toString() };
		const common = {
			...facts,
			...item,
			asset,
			standard,
			account: signer,
			amount: amount.toString(),
			chainId: chain.chainId,
			step,
		};
		const changes: BalanceChange[] = [];
		if (isAddressEqual(from, signer)) changes.push({ ...common, direction: "out", counterparty: to });
		if (isAddressEqual(to, signer)) changes.push({ ...common, direction: "in", counterparty: from });
		return changes;
	});
}

export function allowances(
	chain: ServiceChain,
	{ logs, step }: Stepped,
	signer: Address,
	tokens: Tokens,
): ApprovalChange[] {
	const location = { chainId: chain.chainId, step };
	const tokenFacts = (asset: Address) => tokens.get(getAddress(asset)) ?? {};
	const amounts = (asset: Address, spender: Address, value: bigint, most: bigint): ApprovalChange => ({
		account: signer,
		spender,
		asset: getAddress(asset),
		kind: "allowance",
		standard: "erc20",
		amount: value.toString(),
		...tokenFacts(asset),
		approved: value > 0n,
		unlimited: value === most,
		...location,
	});
	const plain = parseEventLogs({ abi: tokenAbi, eventName: "Approval", logs: [...logs] });
	const permit2 = parseEventLogs({ abi: permit2ApprovalAbi, logs: [...logs] });
	const items = parseEventLogs({ abi: itemApprovalAbi, logs: [...logs] });
	const operators = parseEventLogs({ abi: collectionAbi, eventName: "ApprovalForAll", logs: [...logs] });
	const own = <T extends { readonly args: { readonly owner: Address } }>(found: readonly T[]) =>
		found.filter(({ args }) => isAddressEqual(args.owner, signer));
	return [
		...own(plain).map(({ address, args }) => amounts(address, args.spender, args.value, maxUint256)),
		...own(permit2).map(({ args }) => amounts(args.token, args.spender, args.amount, maxUint160)),
		...own(items).map(
			({ address, args }): ApprovalChange => ({
				account: signer,
				spender: args.approved,
				asset: getAddress(address),
				kind: "token",
				standard: "erc721",
				tokenId: args.tokenId.toString(),
				...tokenFacts(address),
				approved: true,
				...location,
			}),
		),
		...own(operators).map(
			({ address, args }): ApprovalChange => ({
				account: signer,
				spender: args.operator,
				asset: getAddress(address),
				kind: "operator",
				standard: "erc721_or_erc1155",
				...tokenFacts(address),
				approved: args.approved,
				...location,
			}),
		),
	];
}
