import { z } from "zod";
import { balancesOf, receiversOf } from "../core/effects/accounting.ts";
import type { EffectAsset, Effects, Relation, Right } from "../core/effects/effects.ts";

/** The list of effects as --json prints it: addresses, digits and kinds, and no sentence. */

/** Base units, or a count of items, as digits; null without a bound. */
const bound = z.string().nullable();
/** Base units as digits; null where nobody knows it. */
const balance = z.string().nullable();
/** Counted from 1. */
const step = z.number().int().min(1);
const relation = z.enum(["own", "controlled", "contact", "known-contract", "stranger", "nobody"]);
const basis = z.enum(["observed", "decoded", "permitted"]);
/** Unix seconds as digits; null without an end. */
const until = z.string().nullable();

const asset = z.strictObject({
	kind: z.enum(["native", "fungible", "item", "position", "debt", "unknown"]),
	/** `native`, or the token, mint, collection or pool; null where the bytes leave it open. */
	address: z.string().nullable(),
	/** Number of an item; null for a fungible asset and for any item of a collection. */
	item: z.string().nullable(),
});

const party = z.strictObject({ address: z.string(), relation });

const scope = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("asset"), asset }),
	z.strictObject({ kind: z.literal("everything") }),
	z.strictObject({ kind: z.literal("control"), over: z.string(), what: z.string() }),
]);

export const effectsResult = z.strictObject({
	/** Each asset that changes hands. */
	movements: z.array(
		z.strictObject({
			step,
			from: party,
			/** Null where nothing says who gets it. */
			to: party.nullable(),
			asset,
			least: z.string(),
			most: bound,
			basis,
			until,
		}),
	),
	/** Powers over what belongs to the user. */
	rights: z.array(
		z.strictObject({
			step,
			holder: party,
			/** Whose assets it is about. */
			account: party,
			scope,
			/** `0` takes the right away. */
			extent: bound,
			basis,
			until,
		}),
	),
	/** What each receiver gets in all of what the signature moves; the largest of an asset first. */
	receivers: z.array(z.strictObject({ to: party.nullable(), asset, total: bound })),
	/** Balances of the accounts whose funds the signature moves, around each step. */
	balances: z.array(z.strictObject({ step, account: party, asset, before: balance, after: balance })),
	/** State that changes, and that neither a movement nor a right accounts for. */
	unexplained: z.array(
		z.strictObject({ step, address: z.string(), owner: z.string().nullable(), namesUser: z.boolean() }),
	),
	/** The most that the network takes. */
	costs: z.array(z.strictObject({ step, payer: z.string(), most: bound })),
	/** Why the list may not hold everything; empty where it does. */
	gaps: z.array(z.enum(["not-simulated", "too-many", "losses-left-out", "unread"])),
});
export type EffectsResult = z.infer<typeof effectsResult>;

const digitsOf = (amount: bigint | null): string | null => amount?.toString() ?? null;
const placeOf = ({ step: at }: { readonly step: number }): number => at + 1;
const assetOf = ({ kind, address, item }: EffectAsset): EffectsResult["movements"][number]["asset"] => ({
	kind,
	address,
	item,
});

function scopeOf(of: Right["scope"]): EffectsResult["rights"][number]["scope"] {
	switch (of.kind) {
		case "asset":
			return { kind: "asset", asset: assetOf(of.asset) };
		case "everything":
			return { kind: "everything" };
		case "control":
			return { kind: "control", over: of.over, what: of.what };
	}
}

const THEIRS: ReadonlySet<Relation> = new Set(["own", "controlled"]);

export function effectsResultOf(effects: Effects): EffectsResult {
	// Whoever the list does not know is nobody that the user knows.
	const relationOf = (address: string): Relation => effects.parties.get(address)?.relation ?? "stranger";
	const partyOf = (address: string) => ({ address, relation: relationOf(address) });
	const maybe = (address: string | null) => (address === null ? null : partyOf(address));
	const isTheirs = (address: string) => THEIRS.has(relationOf(address));
	return {
		movements: effects.movements.map((each) => ({
			step: placeOf(each),
			from: partyOf(each.from),
			to: maybe(each.to),
			asset: assetOf(each.asset),
			least: each.least.toString(),
			most: digitsOf(each.most),
			basis: each.basis,
			until: digitsOf(each.until),
		})),
		rights: effects.rights.map((each) => ({
			step: placeOf(each),
			holder: partyOf(each.holder),
			account: partyOf(each.account),
			scope: scopeOf(each.scope),
			extent: digitsOf(each.extent),
			basis: each.basis,
			until: digitsOf(each.until),
		})),
		receivers: receiversOf(effects, isTheirs).map(({ to, asset: of, amount }) => ({
			to: maybe(to),
			asset: assetOf(of),
			total: digitsOf(amount),
		})),
		balances: balancesOf(effects, isTheirs).map((each) => ({
			step: placeOf(each),
			account: partyOf(each.account),
			asset: assetOf(each.asset),
			before: digitsOf(each.before),
			after: digitsOf(each.after),
		})),
		unexplained: effects.unexplained.map(({ address, owner, namesUser, ...each }) => ({
			step: placeOf(each),
			address,
			owner,
			namesUser,
		})),
		costs: effects.costs.map(({ payer, most, ...each }) => ({
			step: placeOf(each),
			payer,
			most: digitsOf(most),
		})),
		gaps: [...effects.gaps].toSorted(),
	};
}
