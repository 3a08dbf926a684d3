import { wellKnownAt } from "../chain/tokens/known.ts";
import { TOKEN_LIST } from "../chain/tokens/list.ts";
import { CONTRACTS, contractsOf } from "../decode/evm/contracts.ts";
import { PERMIT2 } from "../decode/evm/permit2.ts";
import { ROUTERS } from "../decode/evm/router.ts";
import { skeletonOf } from "../format/confusable.ts";
import { type Message, message, type Text } from "../message.ts";
import { looksOf, sameAddress } from "../people/labels.ts";

/**
 * The contracts that this app knows by their address: its table of applications and its list of tokens. What is known
 * of one tells who only looks or speaks like one; milder it makes an allowance alone, for one that spends for its
 * caller.
 */

export interface KnownContract {
	/** In lower case. */
	readonly address: string;
	/** "Uniswap's contract", "the token USDC". */
	readonly name: Text;
}

/** At the same address on every chain on which they are. */
const EVERYWHERE: readonly KnownContract[] = [
	{ address: PERMIT2, name: "Permit2" },
	...[...ROUTERS].map((address) => ({ address, name: message("contract.name.router", { app: "Uniswap" }) })),
];

const ALL: readonly KnownContract[] = [
	...EVERYWHERE,
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
 * Returns whether a contract moves tokens of its caller alone, at this address on every chain: Uniswap's Universal
 * Router and Permit2, whose transfers for others take a signature of their own. Sources: Uniswap/universal-router
 * (Permit2Payments.sol), Uniswap/permit2 (AllowanceTransfer.sol, SignatureTransfer.sol).
 */
export const spendsForCaller = (address: string): boolean =>
	EVERYWHERE.some((each) => each.address === address.toLowerCase());

/** Does this app know the contract at this address, on this chain? @param address in lower case */
export function isKnownContract(chainRef: string, address: string): boolean {
	return (
		EVERYWHERE.some((each) => each.address === address) ||
		contractsOf(chainRef).at(`0x${address.slice(2)}`) !== null ||
		wellKnownAt(chainRef, address) !== null
	);
}

/** What this app calls the contract at this address of this chain; null for any other. @param address in lower case */
export function knownNameAt(chainRef: string, address: string): Text | null {
	const everywhere = EVERYWHERE.find((each) => each.address === address);
	if (everywhere !== undefined) return everywhere.name;
	const contract = contractsOf(chainRef).at(`0x${address.slice(2)}`);
	if (contract !== null)
		return contract.names.length > 0
			? message("contract.name.collection", { name: contract.app })
			: message("contract.name.app", { app: contract.app });
	const token = wellKnownAt(chainRef, address);
	return token === null ? null : message("contract.name.token", { symbol: token.symbol });
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
