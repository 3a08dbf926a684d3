import { known } from "../../../chain/chain-error.ts";
import { leavesOf } from "../../../decode/evm/leaves.ts";
import type { Asset, Meaning } from "../../../decode/evm/meaning.ts";
import { message, sentences } from "../../../message.ts";
import { isNative, type Subject, tokenOf } from "../../../subject/subject.ts";
import { type AssetAmount, isDust, isListed, isNextToNothing } from "../../../subject/worth.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { isLargePart } from "../../part-of-holdings.ts";

/** The least that has to come of what was done before, where this call fails for less; null where it sets none. */
function leastIn(meaning: Meaning): AssetAmount | null {
	switch (meaning.kind) {
		case "swap":
			return meaning.amountOut === null ? null : { asset: meaning.assetOut, raw: meaning.amountOut };
		case "payment":
			return meaning.bound === "least" && meaning.amount !== null
				? { asset: meaning.asset, raw: meaning.amount }
				: null;
		case "wrap":
			return !meaning.into && meaning.least && meaning.amount !== null
				? { asset: "native", raw: meaning.amount }
				: null;
		default:
			return null;
	}
}

interface Priced {
	readonly chainRef: string;
	/** Assets that another swap sells on: what comes of them is what counts. */
	readonly sold: ReadonlySet<string>;
}

/**
 * Where so little of it may come that it is no price, one unit is as good as none. Of a token that nobody lists any
 * larger number is a least amount, though nothing tells what it is worth.
 */
function isPrice({ chainRef, sold }: Priced, given: readonly AssetAmount[], least: AssetAmount): boolean {
	if (!isKnown(chainRef, least.asset) && !sold.has(least.asset)) return least.raw > 1n;
	if (least.raw === 0n || isDust(chainRef, given, [least])) return false;
	return given.every(({ asset }) => isListed(chainRef, asset)) || !isNextToNothing(chainRef, [least]);
}

interface OpenSwap {
	readonly meaning: Extract<Meaning, { kind: "swap" }>;
}

/** What a call takes for what it buys, as far as its bytes say. */
const givenIn = ({ assetIn, amountIn }: Extract<Meaning, { kind: "swap" }>): readonly AssetAmount[] =>
	amountIn === null ? [] : [{ asset: assetIn, raw: amountIn }];

/** Tokens that an application is told to buy, with money or for others: receipts of what is put in are none. */
function boughtIn(meaning: Meaning): readonly Asset[] {
	if (meaning.kind === "swap") return [meaning.assetOut];
	const isTrade = meaning.kind === "act" && ["buy", "sell", "order"].includes(meaning.what);
	if (!isTrade) return [];
	return meaning.gets.flatMap(({ asset, item }) => (asset === null || item !== null ? [] : [asset]));
}

/** An order that others may carry out at any price down to its least, which is next to nothing. */
function isOrderForDust(chainRef: string, meaning: Meaning): boolean {
	if (meaning.kind !== "act" || meaning.what !== "order") return false;
	const parts = (side: typeof meaning.gives): readonly AssetAmount[] =>
		side.flatMap(({ asset, amount }) => (asset === null || amount === null ? [] : [{ asset, raw: amount }]));
	return isDust(chainRef, parts(meaning.gives), parts(meaning.gets));
}

const isKnown = (chainRef: string, asset: string): boolean =>
	asset === "wrapped" || isListed(chainRef, asset);

/** A swap of a large part of a holding, or of one that the chain did not tell. */
const isLargeSwap = ({ facts }: Subject, swaps: readonly OpenSwap[]): boolean =>
	swaps.some(({ meaning }) =>
		givenIn(meaning).some(({ asset, raw }) => {
			const held = isNative(asset) ? facts?.balance : tokenOf(facts, asset)?.balance;
			return isLargePart(raw, known(held));
		}),
	);

/**
 * A swap that accepts whatever comes, an order that does, or one of them for a token that nobody lists, whose least
 * amount says nothing of worth.
 */
export const noLeast: FindingRule = ({ subject }): Finding | null => {
	const { chainRef } = subject;
	const leaves = leavesOf(subject.decoded, subject.signer).map(({ decoded }) => decoded.meaning);
	const swaps = leaves.flatMap((meaning, at) => (meaning.kind === "swap" ? [{ meaning, at }] : []));
	// What one swap buys and the next one sells is on its way.
	const sold: ReadonlySet<string> = new Set(swaps.map(({ meaning }) => meaning.assetIn));
	const unlisted = leaves.flatMap(boughtIn).find((asset) => !isKnown(chainRef, asset) && !sold.has(asset));
	const open = swaps.filter(({ meaning, at }) => {
		const given = givenIn(meaning);
		const leasts = [meaning, ...leaves.slice(at + 1)].map(leastIn).filter((least) => least !== null);
		return meaning.amountOut !== null && !leasts.some((least) => isPrice({ chainRef, sold }, given, least));
	});
	const isOpen = open.length > 0;
	const isOrder = leaves.some((meaning) => isOrderForDust(chainRef, meaning));
	if (!isOpen && !isOrder && unlisted === undefined) return null;
	const isDanger = isOrder || unlisted !== undefined || isLargeSwap(subject, open);
	const texts = [
		...(isOpen ? [message("finding.no-least")] : []),
		...(isOrder ? [message("finding.no-least.order")] : []),
		...(unlisted === undefined ? [] : [message("finding.no-least.unlisted")]),
	];
	return {
		id: "no-least",
		severity: isDanger ? "danger" : "caution",
		text: sentences(...texts),
		needsWord: isDanger,
		...(unlisted?.startsWith("0x") === true
			? { stake: { kind: "address", address: unlisted } as const }
			: {}),
	};
};
