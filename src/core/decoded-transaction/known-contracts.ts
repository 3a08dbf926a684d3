import { wellKnownAt } from "../chain/tokens/known.ts";
import { TOKEN_LIST } from "../chain/tokens/list.ts";
import { CONTRACTS, contractsOf } from "../decode/evm/contracts.ts";
import { PERMIT2 } from "../decode/evm/permit2.ts";
import { ROUTERS, routerAt } from "../decode/evm/routers.ts";
import { skeletonOf } from "../format/confusable.ts";
import type { Hex } from "../format/numeral.ts";
import { labelOf, sameAddress, visibleEndsOf } from "../identities/labels.ts";
import { type Message, message, type Text } from "../localized-text.ts";
import type { User } from "./decoded-transaction.ts";

/**
 * Contracts known only by name. The list is used to name applications and detect look-alikes. It never
 * reduces a warning, because many of these contracts make arbitrary calls with the allowances of all their
 * users. docs/known-contracts.md names two public lists for each contract.
 */

type Row = readonly [app: string, address: string, chains: readonly string[]];

const BIG = ["1", "10", "137", "8453", "42161"] as const;
const WIDE = [...BIG, "56", "43114"] as const;

const ROWS: readonly Row[] = [
	["CoW Protocol", "0xc92e8bdf79f0507f65a392b0ab4667716bfe0110", ["1", "42161"]],
	["Seaport", "0x00000000006c3852cbef3e08e8df289169ede581", ["1"]],
	["Seaport", "0x00000000000001ad428e4906ae43d8f9852d0dd6", ["1"]],
	["1inch", "0x1111111254eeb25477b68fb85ed929f73a960582", BIG],
	["1inch", "0x1111111254fb6c44bac0bed2854e76f90643097d", ["1"]],
	["0x", "0xdef1c0ded9bec7f1a1670819833240f027b25eff", ["1"]],
	["0x", "0xdef1abe32c034e558cdd535791643c58a13acc10", ["10"]],
	["0x", "0x0000000000001ff3684f28c67538d4d072c22734", WIDE.slice(1)],
	["LI.FI", "0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae", [...WIDE, "100"]],
	["KyberSwap", "0x6131b5fae19ea4f9d964eac0408e4408b66337b5", WIDE],
	["ParaSwap", "0xdef171fe48cf0115b1d80b88dc8eab59176fee57", ["1"]],
	["ParaSwap", "0x216b4b4ba9f3e719726886d34a177484278bfcae", ["1"]],
	["MetaMask", "0x881d40237659c251811cec9c364ef91dc08d300c", ["1"]],
	["Balancer", "0xba12222222228d8ba445958a75a0704d566bf2c8", ["1"]],
	["Pendle", "0x888888888889758f76e7103c6cbf23abbf58f946", ["1"]],
	["Uniswap", "0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca", ["1"]],
	["Uniswap", "0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7", ["8453", "130"]],
	["Uniswap", "0x8b844f885672f333bc0042cb669255f93a4c1e6b", ["10", "137", "42161", "56", "43114"]],
];

export const NAMED_CONTRACTS: readonly (readonly [chainRef: string, address: string, app: string])[] =
	ROWS.flatMap(([app, address, chains]) => chains.map((chainRef) => [chainRef, address, app] as const));

const APPS: ReadonlyMap<string, string> = new Map(
	NAMED_CONTRACTS.map(([chainRef, address, app]) => [`${chainRef} ${address}`, app]),
);

const namedAppAt = (chainRef: string, address: string): string | null =>
	APPS.get(`${chainRef} ${address}`) ?? null;

/**
 * Contracts known by address: applications, listed tokens, and contracts known only by name. The list is used
 * to detect look-alikes. Warnings are reduced only for allowances to contracts that spend on their caller's
 * behalf.
 */
export interface KnownContract {
	readonly address: string;
	/** E.g. "Uniswap's contract", "the token USDC". */
	readonly name: Text;
}

const EVERYWHERE: readonly KnownContract[] = [{ address: PERMIT2, name: "Permit2" }];

const ROUTER_NAME = message("contract.name.router", { app: "Uniswap" });

const ALL: readonly KnownContract[] = [
	...EVERYWHERE,
	...ROUTERS.map(([, address]) => ({ address, name: ROUTER_NAME })),
	...NAMED_CONTRACTS.map(([, address, app]) => ({ address, name: message("contract.name.app", { app }) })),
	...CONTRACTS.map(([, address, { app, names }]) => ({
		address,
		name:
			names.length > 0
				? message("contract.name.collection", { name: app })
				: message("contract.name.app", { app }),
	})),
	...Object.values(TOKEN_LIST).flatMap((tokens) =>
		tokens.flatMap(([symbol, , , address]) =>
			address.startsWith("0x")
				? [{ address: address.toLowerCase(), name: message("contract.name.token", { symbol }) }]
				: [],
		),
	),
];

const BY_ADDRESS: ReadonlySet<string> = new Set(ALL.map(({ address }) => address));
const BY_VISIBLE_ENDS: ReadonlyMap<string, KnownContract> = new Map(
	ALL.map((each) => [visibleEndsOf(each.address) ?? "", each]),
);

/**
 * Uniswap's Universal Router only moves its caller's tokens. Permit2 does the same on every chain, and
 * requires a signature to transfer anyone else's tokens. Sources: Uniswap/universal-router
 * (Permit2Payments.sol), Uniswap/permit2 (AllowanceTransfer.sol, SignatureTransfer.sol).
 */
function spendsForCaller(chainRef: string, address: string): boolean {
	const lower = address.toLowerCase();
	return lower === PERMIT2 || routerAt(chainRef, `0x${lower.slice(2)}`) !== null;
}

export function isKnownContract(chainRef: string, address: string): boolean {
	const hex: Hex = `0x${address.slice(2)}`;
	return (
		EVERYWHERE.some((each) => each.address === address) ||
		routerAt(chainRef, hex) !== null ||
		contractsOf(chainRef).at(hex) !== null ||
		wellKnownAt(chainRef, address) !== null
	);
}

export const isKnownCollection = (chainRef: string, address: string): boolean =>
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.family.keepsItems === true;

export const knownAppAt = (chainRef: string, address: string): string | null =>
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.app ?? null;

/** Permit2 only spends through its own permissions, which are reviewed when they are granted. */
export const spendsFromCaller = (chainRef: string, address: string): boolean =>
	spendsForCaller(chainRef, address) ||
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.family.spendsFromCaller === true;

export function knownNameAt(chainRef: string, address: string): Text | null {
	const everywhere = EVERYWHERE.find((each) => each.address === address);
	if (everywhere !== undefined) return everywhere.name;
	const hex: Hex = `0x${address.slice(2)}`;
	if (routerAt(chainRef, hex) !== null) return ROUTER_NAME;
	const contract = contractsOf(chainRef).at(hex);
	if (contract !== null)
		return contract.names.length > 0
			? message("contract.name.collection", { name: contract.app })
			: message("contract.name.app", { app: contract.app });
	const token = wellKnownAt(chainRef, address);
	if (token !== null) return message("contract.name.token", { symbol: token.symbol });
	const app = namedAppAt(chainRef, address);
	return app === null ? null : message("contract.name.app", { app });
}

export function knownText(chainRef: string | null, address: string): Message | null {
	const contract = chainRef === null ? null : contractsOf(chainRef).at(`0x${address.slice(2).toLowerCase()}`);
	if (contract === null) return null;
	const { app, since } = contract;
	return since === null
		? message("contract.known", { app })
		: message("contract.known.since", { app, since: String(since) });
}

export function knownContractLike(address: string): KnownContract | null {
	if (BY_ADDRESS.has(address.toLowerCase())) return null;
	return BY_VISIBLE_ENDS.get(visibleEndsOf(address) ?? "") ?? null;
}

/** Uses the chain and the normalized name as the key, so look-alike names share a key. */
const BY_NAME: ReadonlyMap<string, KnownContract> = new Map(
	CONTRACTS.flatMap(([chain, address, { app, names }]) =>
		names.map((name) => [`${chain} ${skeletonOf(name)}`, { address, name: app }] as const),
	),
);

export function knownCollectionNamed(chainRef: string, address: string, name: string): KnownContract | null {
	const found = BY_NAME.get(`${chainRef} ${skeletonOf(name)}`) ?? null;
	return found === null || sameAddress(found.address, address) ? null : found;
}

export interface SignerContext {
	readonly user: User;
	readonly signer: string;
	readonly chainRef: string;
}

export const isUserOrSigner = (
	{ user, signer }: Pick<SignerContext, "user" | "signer">,
	address: string,
): boolean => [signer, ...user.accounts].some((own) => sameAddress(own, address));

export const isStranger = (signing: SignerContext, address: string): boolean =>
	!isUserOrSigner(signing, address) &&
	labelOf(signing.user.labels, address) === null &&
	!isKnownContract(signing.chainRef, address.toLowerCase());
