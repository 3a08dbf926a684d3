import { wellKnownAt } from "../../chain/tokens/known.ts";
import { isKnownContract } from "../../subject/known-contracts.ts";
import type { Subject } from "../../subject/subject.ts";
import type { AssetKind, Movement } from "../effects.ts";

/**
 * Tokens by which an application counts a position or a debt: they come into being, or go out of it, beside what they
 * stand for. Our simulation shows them as any other token.
 */

const ZERO = `0x${"0".repeat(40)}`;

type Side = "from" | "to";

/** Position or debt of an account at a contract that this app knows, by the bytes. */
interface Kept {
	readonly kind: AssetKind;
	readonly at: string;
}

function keptBy({ chainRef }: Subject, decoded: readonly Movement[], side: Side, account: string): Kept[] {
	return decoded.flatMap(({ asset: { kind, address }, ...ends }) =>
		(kind === "position" || kind === "debt") &&
		ends[side] === account &&
		address !== null &&
		isKnownContract(chainRef, address)
			? [{ kind, at: address }]
			: [],
	);
}

/** A token that no bytes name, between the account and nobody, its issuer or the application. */
function mayCount(
	{ chainRef }: Subject,
	{ asset: { kind, address }, from, to }: Movement,
	decoded: readonly Movement[],
	kept: readonly Kept[],
	side: Side,
): boolean {
	const other = side === "from" ? to : from;
	return (
		kind === "fungible" &&
		address !== null &&
		wellKnownAt(chainRef, address) === null &&
		!decoded.some(({ asset }) => asset.address === address) &&
		(other === ZERO || other === address || kept.some(({ at }) => at === other))
	);
}

/** Where the bytes leave open which of them it is, the one that costs more. */
function kindOf(kept: readonly Kept[], side: Side): AssetKind {
	const kinds = new Set(kept.map(({ kind }) => kind));
	if (kinds.size > 1) return side === "from" ? "position" : "debt";
	return kinds.has("debt") ? "debt" : "position";
}

/**
 * Movements of such tokens with their kind. More tokens than the bytes name positions and debts leave open which they
 * are: then none of them is one.
 */
export function withReceipts(
	subject: Subject,
	decoded: readonly Movement[],
	observed: readonly Movement[],
): readonly Movement[] {
	const kinds = new Map<Movement, AssetKind>();
	for (const side of ["from", "to"] as const)
		for (const account of new Set(observed.map((each) => each[side]))) {
			if (account === null) continue;
			const kept = keptBy(subject, decoded, side, account);
			const found = observed.filter(
				(each) => each[side] === account && mayCount(subject, each, decoded, kept, side),
			);
			const tokens = new Set(found.map(({ asset }) => asset.address));
			if (tokens.size <= kept.length) for (const each of found) kinds.set(each, kindOf(kept, side));
		}
	return observed.map((each) => {
		const kind = kinds.get(each);
		return kind === undefined ? each : { ...each, asset: { ...each.asset, kind } };
	});
}
