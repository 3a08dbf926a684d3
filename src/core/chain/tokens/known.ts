import { skeletonOf } from "../../format/confusable.ts";
import { clusterOf, nativeOf } from "../names.ts";
import { type ListedToken, TOKEN_LIST } from "./list.ts";

export interface WellKnown {
	readonly symbol: string;
	readonly name: string;
	readonly decimals: number;
	readonly address: string;
}

interface ChainTokens {
	readonly byAddress: ReadonlyMap<string, WellKnown>;
	readonly bySymbol: ReadonlyMap<string, WellKnown>;
	/** Tokens keyed by their symbol's `skeletonOf`. `null` represents the native coin. */
	readonly bySkeleton: ReadonlyMap<string, WellKnown | null>;
	readonly byName: ReadonlyMap<string, WellKnown>;
	readonly native: string;
}

const keyOf = (address: string): string => (address.startsWith("0x") ? address.toLowerCase() : address);

function first<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
	return new Map(pairs.toReversed());
}

const USDC_OF_ARC: ListedToken = ["USDC", "USDC", 6, "0x3600000000000000000000000000000000000000"];

/**
 * ERC-20 interfaces of native coins. The coin and its ERC-20 interface share one balance but use different
 * decimals (docs.arc.network/arc/concepts/stablecoin-native-model).
 */
const COIN_INTERFACES: ReadonlyMap<string, ListedToken> = new Map([
	["5042", USDC_OF_ARC],
	["5042002", USDC_OF_ARC],
]);

/** Returns whether the token is an ERC-20 interface of the native coin, so both share one balance. */
export const isCoinInterface = (chainRef: string, address: string): boolean =>
	COIN_INTERFACES.get(chainRef)?.[3] === keyOf(address);

function listOf(chain: string): readonly ListedToken[] | null {
	const own = COIN_INTERFACES.get(chain);
	const listed = Object.hasOwn(TOKEN_LIST, chain) ? (TOKEN_LIST[chain] ?? []) : null;
	return own === undefined ? listed : [own, ...(listed ?? [])];
}

function load(chain: string): ChainTokens | null {
	const list = listOf(chain);
	if (list === null) return null;
	const tokens = list.map(
		([symbol, name, decimals, address]): WellKnown => ({ symbol, name, decimals, address }),
	);
	const native = nativeOf(chain).symbol;
	return {
		byAddress: first(tokens.map((each) => [keyOf(each.address), each])),
		bySymbol: first(tokens.map((each) => [each.symbol, each])),
		bySkeleton: new Map<string, WellKnown | null>([
			[skeletonOf(native), null],
			...first(tokens.map((each) => [skeletonOf(each.symbol), each] as const)),
		]),
		byName: first(tokens.map((each) => [skeletonOf(each.name), each])),
		native,
	};
}

const chains = new Map<string, ChainTokens | null>();

function tokensOf(chainRef: string): ChainTokens | null {
	const chain = clusterOf(chainRef) ?? chainRef;
	const known = chains.get(chain);
	if (known !== undefined) return known;
	const loaded = load(chain);
	// Only listed chains are cached, because chain IDs are untrusted.
	if (loaded !== null) chains.set(chain, loaded);
	return loaded;
}

export const hasTokenList = (chainRef: string): boolean => tokensOf(chainRef) !== null;

export function wellKnownAt(chainRef: string, address: string): WellKnown | null {
	return tokensOf(chainRef)?.byAddress.get(keyOf(address)) ?? null;
}

/** Returns the tokens listed at this address on other chains. */
export function wellKnownOnOtherChains(
	chainRef: string,
	address: string,
): readonly { readonly chainRef: string; readonly token: WellKnown }[] {
	return Object.keys(TOKEN_LIST).flatMap((other) => {
		const token = other === chainRef ? null : wellKnownAt(other, address);
		return token === null ? [] : [{ chainRef: other, token }];
	});
}

export type SymbolMatch =
	| { readonly kind: "plain" }
	| { readonly kind: "same"; readonly symbol: string; readonly token: WellKnown | null }
	| { readonly kind: "alike"; readonly symbol: string; readonly token: WellKnown | null };

const NO_MATCH: SymbolMatch = { kind: "plain" };

export function matchSymbol(chainRef: string, symbol: string): SymbolMatch {
	const tokens = tokensOf(chainRef);
	if (tokens === null) return NO_MATCH;
	const same = tokens.bySymbol.get(symbol);
	if (same !== undefined) return { kind: "same", symbol, token: same };
	if (symbol === tokens.native) return { kind: "same", symbol, token: null };
	const skeleton = skeletonOf(symbol);
	const alike = skeleton === "" ? undefined : tokens.bySkeleton.get(skeleton);
	if (alike === undefined) return NO_MATCH;
	return { kind: "alike", symbol: alike?.symbol ?? tokens.native, token: alike };
}

export function wellKnownNamed(chainRef: string, name: string): WellKnown | null {
	const skeleton = skeletonOf(name);
	return skeleton === "" ? null : (tokensOf(chainRef)?.byName.get(skeleton) ?? null);
}
