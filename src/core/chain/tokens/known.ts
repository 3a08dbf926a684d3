import { skeletonOf } from "../../format/confusable.ts";
import { clusterOf, nativeOf } from "../names.ts";
import { TOKEN_LIST } from "./list.ts";

/** Well-known tokens of a chain, and how the symbol of any other token stands to theirs. */

export interface WellKnown {
	readonly symbol: string;
	readonly name: string;
	readonly decimals: number;
	/** As the list writes it. */
	readonly address: string;
}

interface ChainTokens {
	/** EVM addresses in lower case. */
	readonly byAddress: ReadonlyMap<string, WellKnown>;
	readonly bySymbol: ReadonlyMap<string, WellKnown>;
	/** By what a user sees of the symbol; `null` is the chain's own coin, which has no address. */
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

/** null for a chain whose tokens are not listed. */
function tokensOf(chainRef: string): ChainTokens | null {
	const chain = clusterOf(chainRef) ?? chainRef;
	const known = chains.get(chain);
	if (known !== undefined) return known;
	const loaded = load(chain);
	// Only what is listed is remembered: chain ids come from outside.
	if (loaded !== null) chains.set(chain, loaded);
	return loaded;
}

/** Well-known tokens of this chain are listed at all. */
export const hasTokenList = (chainRef: string): boolean => tokensOf(chainRef) !== null;

/** The well-known token at this very address; null where there is none. */
export function wellKnownAt(chainRef: string, address: string): WellKnown | null {
	return tokensOf(chainRef)?.byAddress.get(keyOf(address)) ?? null;
}

/** Returns the well-known tokens that other chains have at this address; here it is none of them. */
export function wellKnownElsewhere(
	chainRef: string,
	address: string,
): readonly { readonly chainRef: string; readonly token: WellKnown }[] {
	return Object.keys(TOKEN_LIST).flatMap((other) => {
		const token = other === chainRef ? null : wellKnownAt(other, address);
		return token === null ? [] : [{ chainRef: other, token }];
	});
}

/** How a symbol stands to the well-known ones of its chain. */
export type SymbolStanding =
	| { readonly kind: "plain" }
	/** It is the symbol of a well-known token, or of the chain's own coin (`null`), letter by letter. */
	| { readonly kind: "same"; readonly symbol: string; readonly token: WellKnown | null }
	/** It is drawn like one. */
	| { readonly kind: "alike"; readonly symbol: string; readonly token: WellKnown | null };

const PLAIN: SymbolStanding = { kind: "plain" };

/** Of a symbol alone, wherever its token is. */
export function standingOf(chainRef: string, symbol: string): SymbolStanding {
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

/** The well-known token of this chain whose name this is, or is drawn like; null where it is none's. */
export function wellKnownNamed(chainRef: string, name: string): WellKnown | null {
	const skeleton = skeletonOf(name);
	return skeleton === "" ? null : (tokensOf(chainRef)?.byName.get(skeleton) ?? null);
}
