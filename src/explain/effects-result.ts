import { z } from "zod";
import { balancesOf, receiversOf } from "../core/effects/accounting.ts";
import type { EffectAsset, Effects, Relation, Right } from "../core/effects/effects.ts";

/** List of effects as printed by --json: addresses, digits and kinds, no sentences. */

/** Base units or item count in digits; `null` if unbounded. */
const bound = z.string().nullable();
/** Base units in digits; `null` if unknown. */
const balance = z.string().nullable();
/** Step number from 1. */
const step = z.number().int().min(1);
const relation = z.enum(["own", "controlled", "contact", "known-contract", "stranger", "nobody"]);
const basis = z.enum(["observed", "decoded", "permitted"]);
/** Unix seconds in digits; `null` if it never ends. */
const until = z.string().nullable();

const asset = z.strictObject({
	kind: z.enum(["native", "fungible", "item", "position", "debt", "unknown"]),
	/** `native`, a token, mint, collection or pool; `null` if the bytes leave it open. */
	address: z.string().nullable(),
	/** Item number; `null` for a fungible asset and for any item of a collection. */
	item: z.string().nullable(),
});

const party = z.strictObject({ address: z.string(), relation });

const scope = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("asset"), asset }),
	z.strictObject({ kind: z.literal("everything") }),
	z.strictObject({ kind: z.literal("control"), over: z.string(), what: z.string() }),
]);

export const effectsResult = z.strictObject({
	/** Assets that change hands. */
	movements: z.array(
		z.strictObject({
			step,
			from: party,
			/** `null` for an unknown recipient. */
			to: party.nullable(),
			asset,
			least: z.string(),
			most: bound,
			basis,
			until,
		}),
	),
	/** Powers over the user's property. */
	rights: z.array(
		z.strictObject({
			step,
			holder: party,
			/** Owner of the assets. */
			account: party,
			scope,
			/** `0` revokes the right. */
			extent: bound,
			basis,
			until,
		}),
	),
	/** Total per recipient of everything the signature moves; the largest of an asset first. */
	receivers: z.array(z.strictObject({ to: party.nullable(), asset, total: bound })),
	/** Balances around each step, of the accounts whose funds the signature moves. */
	balances: z.array(z.strictObject({ step, account: party, asset, before: balance, after: balance })),
	/** State changes without a corresponding movement or right. */
	unexplained: z.array(
		z.strictObject({ step, address: z.string(), owner: z.string().nullable(), namesUser: z.boolean() }),
	),
	/** Maximum network fees. */
	costs: z.array(z.strictObject({ step, payer: z.string(), most: bound })),
	/** Reasons why the list may be incomplete; empty if complete. */
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
	// An address missing from the list is unknown to the user.
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
