import { wellKnownAt } from "../chain/tokens/known.ts";
import { TOKEN_LIST } from "../chain/tokens/list.ts";
import { CONTRACTS, contractsOf } from "../decode/evm/contracts.ts";
import { PERMIT2 } from "../decode/evm/permit2.ts";
import { ROUTERS, routerAt } from "../decode/evm/routers.ts";
import { skeletonOf } from "../format/confusable.ts";
import type { Hex } from "../format/numeral.ts";
import { type Message, message, type Text } from "../message.ts";
import { looksOf, sameAddress } from "../people/labels.ts";
import { NAMED_CONTRACTS, namedAppAt } from "./named-contracts.ts";

/**
 * The contracts that this app knows by their address: its table of applications, its list of tokens, and those that it
 * knows by name alone. What is known of one tells who only looks or speaks like one; milder it makes an allowance alone,
 * for one that spends for its caller.
 */

export interface KnownContract {
	/** In lower case. */
	readonly address: string;
	/** "Uniswap's contract", "the token USDC". */
	readonly name: Text;
}

/** At the same address on every chain on which they are. */
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
const BY_LOOKS: ReadonlyMap<string, KnownContract> = new Map(
	ALL.map((each) => [looksOf(each.address) ?? "", each]),
);

/**
 * Returns whether a contract moves tokens of its caller alone, at this address of this chain: Uniswap's Universal Router,
 * and Permit2 on every chain, whose transfers for others take a signature of their own. Sources:
 * Uniswap/universal-router (Permit2Payments.sol), Uniswap/permit2 (AllowanceTransfer.sol, SignatureTransfer.sol).
 */
function spendsForCaller(chainRef: string, address: string): boolean {
	const lower = address.toLowerCase();
	return lower === PERMIT2 || routerAt(chainRef, `0x${lower.slice(2)}`) !== null;
}

/** Does this app know what the contract at this address of this chain does? @param address in lower case */
export function isKnownContract(chainRef: string, address: string): boolean {
	const hex: Hex = `0x${address.slice(2)}`;
	return (
		EVERYWHERE.some((each) => each.address === address) ||
		routerAt(chainRef, hex) !== null ||
		contractsOf(chainRef).at(hex) !== null ||
		wellKnownAt(chainRef, address) !== null
	);
}

/** Returns whether a contract is a well-known collection. @param address in lower case */
export const isKnownCollection = (chainRef: string, address: string): boolean =>
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.family.keepsItems === true;

/** Returns the application of a known contract; `null` for any other. @param address in lower case */
export const knownAppAt = (chainRef: string, address: string): string | null =>
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.app ?? null;

/**
 * It is known to take only where the user says so once more: Permit2 by permissions of its own, which are weighed where
 * they are given, and contracts of applications that take from nobody but their caller, Uniswap's routers among them.
 * @param address in lower case
 */
export const takesFromCaller = (chainRef: string, address: string): boolean =>
	spendsForCaller(chainRef, address) ||
	contractsOf(chainRef).at(`0x${address.slice(2)}`)?.family.takesFromCaller === true;

/** What this app calls the contract at this address of this chain; null for any other. @param address in lower case */
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

/** "It is Uniswap's contract, there since 2020."; null for any other. @param chainRef null: of no chain */
export function knownText(chainRef: string | null, address: string): Message | null {
	const contract = chainRef === null ? null : contractsOf(chainRef).at(`0x${address.slice(2).toLowerCase()}`);
	if (contract === null) return null;
	const { app, since } = contract;
	return since === null
		? message("contract.known", { app })
		: message("contract.known.since", { app, since: String(since) });
}

/** The known contract, on any chain, whose address looks like this one at both ends; null for a known one itself. */
export function knownContractLike(address: string): KnownContract | null {
	if (BY_ADDRESS.has(address.toLowerCase())) return null;
	return BY_LOOKS.get(looksOf(address) ?? "") ?? null;
}

/** What is drawn alike is one name. By chain and what is seen of the name. */
const BY_NAME: ReadonlyMap<string, KnownContract> = new Map(
	CONTRACTS.flatMap(([chain, address, { app, names }]) =>
		names.map((name) => [`${chain} ${skeletonOf(name)}`, { address, name: app }] as const),
	),
);

/** The known collection of this chain that is so called, where it is another than this one; null where none is. */
export function knownCollectionNamed(chainRef: string, address: string, name: string): KnownContract | null {
	const found = BY_NAME.get(`${chainRef} ${skeletonOf(name)}`) ?? null;
	return found === null || sameAddress(found.address, address) ? null : found;
}
