import { skeletonOf } from "../../format/confusable.ts";
import { clusterOf, nativeOf } from "../names.ts";
import { TOKEN_LIST } from "./list.ts";

/** Well-known tokens of a chain, and how other symbols compare with theirs. */

export interface WellKnown {
	readonly symbol: string;
	readonly name: string;
	readonly decimals: number;
	/** Spelled as in the list. */
	readonly address: string;
}

interface ChainTokens {
	/** EVM addresses in lower case. */
	readonly byAddress: ReadonlyMap<string, WellKnown>;
	readonly bySymbol: ReadonlyMap<string, WellKnown>;
	/** Keyed by the visible form of the symbol; `null` is the native coin, which has no address. */
	readonly bySkeleton: ReadonlyMap<string, WellKnown | null>;
	readonly byName: ReadonlyMap<string, WellKnown>;
	readonly native: string;
}

const keyOf = (address: string): string => (address.startsWith("0x") ? address.toLowerCase() : address);

function first<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
	return new Map(pairs.toReversed());
}

function load(chain: string): ChainTokens | null {
	if (!Object.hasOwn(TOKEN_LIST, chain)) return null;
	const tokens = (TOKEN_LIST[chain] ?? []).map(
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

/** Returns `null` for a chain without a token list. */
function tokensOf(chainRef: string): ChainTokens | null {
	const chain = clusterOf(chainRef) ?? chainRef;
	const known = chains.get(chain);
	if (known !== undefined) return known;
	const loaded = load(chain);
	// Chain ids come from outside, so only listed chains are cached.
	if (loaded !== null) chains.set(chain, loaded);
	return loaded;
}

/** Returns whether the chain has a token list. */
export const hasTokenList = (chainRef: string): boolean => tokensOf(chainRef) !== null;

/** Returns the well-known token at this address; `null` if there is none. */
export function wellKnownAt(chainRef: string, address: string): WellKnown | null {
	return tokensOf(chainRef)?.byAddress.get(keyOf(address)) ?? null;
}

/** Returns well-known tokens that other chains have at this address, while this chain does not. */
export function wellKnownOnOtherChains(
	chainRef: string,
	address: string,
): readonly { readonly chainRef: string; readonly token: WellKnown }[] {
	return Object.keys(TOKEN_LIST).flatMap((other) => {
		const token = other === chainRef ? null : wellKnownAt(other, address);
		return token === null ? [] : [{ chainRef: other, token }];
	});
}

/** Relation of a symbol to the well-known ones of its chain. */
export type SymbolMatch =
	| { readonly kind: "plain" }
	/** Exactly the symbol of a well-known token, or of the native coin (`null`). */
	| { readonly kind: "same"; readonly symbol: string; readonly token: WellKnown | null }
	/** Looks like such a symbol. */
	| { readonly kind: "alike"; readonly symbol: string; readonly token: WellKnown | null };

const PLAIN: SymbolMatch = { kind: "plain" };

/** Classifies a symbol regardless of its token's address. */
export function matchSymbol(chainRef: string, symbol: string): SymbolMatch {
	const tokens = tokensOf(chainRef);
	if (tokens === null) return PLAIN;
	const same = tokens.bySymbol.get(symbol);
	if (same !== undefined) return { kind: "same", symbol, token: same };
	if (symbol === tokens.native) return { kind: "same", symbol, token: null };
	const skeleton = skeletonOf(symbol);
	const alike = skeleton === "" ? undefined : tokens.bySkeleton.get(skeleton);
	if (alike === undefined) return PLAIN;
	return { kind: "alike", symbol: alike?.symbol ?? tokens.native, token: alike };
}

/** Returns the well-known token with this name or a look-alike name; `null` if there is none. */
export function wellKnownNamed(chainRef: string, name: string): WellKnown | null {
	const skeleton = skeletonOf(name);
	return skeleton === "" ? null : (tokensOf(chainRef)?.byName.get(skeleton) ?? null);
}
