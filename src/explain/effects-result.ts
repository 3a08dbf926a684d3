import { z } from "zod";
import { balancesOf, receiversOf } from "../core/effects/accounting.ts";
import type { EffectAsset, Effects, Relation, Right } from "../core/effects/effects.ts";

/** Effects in the output of --json: addresses, digits and kinds, but no sentences. */

/** Base units or number of items, or `null` if unlimited. */
const bound = z.string().nullable();
/** Base units, or `null` if unknown. */
const balance = z.string().nullable();
/** Numbered from 1. */
const step = z.number().int().min(1);
const relation = z.enum(["own", "controlled", "contact", "known-contract", "stranger", "nobody"]);
const basis = z.enum(["observed", "decoded", "permitted"]);
const until = z.string().nullable();

const asset = z.strictObject({
	kind: z.enum(["native", "fungible", "item", "position", "debt", "unknown"]),
	address: z.string().nullable(),
	/** `null` for a fungible asset, or if any item of a collection is meant. */
	item: z.string().nullable(),
});

const party = z.strictObject({ address: z.string(), relation });

const scope = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("asset"), asset }),
	z.strictObject({ kind: z.literal("everything") }),
	z.strictObject({ kind: z.literal("control"), over: z.string(), what: z.string() }),
]);

export const effectsResult = z.strictObject({
	movements: z.array(
		z.strictObject({
			step,
			from: party,
			to: party.nullable(),
			asset,
			least: z.string(),
			most: bound,
			basis,
			until,
		}),
	),
	rights: z.array(
		z.strictObject({
			step,
			holder: party,
			account: party,
			scope,
			extent: bound,
			basis,
			until,
		}),
	),
	/** Total per recipient. Within each asset, the largest total comes first. */
	receivers: z.array(z.strictObject({ to: party.nullable(), asset, total: bound })),
	/** Balances of the accounts that the signature moves funds out of. */
	balances: z.array(z.strictObject({ step, account: party, asset, before: balance, after: balance })),
	unexplained: z.array(
		z.strictObject({ step, address: z.string(), owner: z.string().nullable(), namesUser: z.boolean() }),
	),
	costs: z.array(z.strictObject({ step, payer: z.string(), most: bound })),
	/** Reasons why the list may be incomplete. */
	gaps: z.array(z.enum(["not-simulated", "too-many", "losses-left-out", "unread"])),
});
export type EffectsResult = z.infer<typeof effectsResult>;

const digitsOf = (amount: bigint | null): string | null => amount?.toString() ?? null;
const stepNumber = ({ step: at }: { readonly step: number }): number => at + 1;
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
	// Addresses that aren't in `parties` are unknown to the user.
	const relationOf = (address: string): Relation => effects.parties.get(address)?.relation ?? "stranger";
	const partyOf = (address: string) => ({ address, relation: relationOf(address) });
	const maybe = (address: string | null) => (address === null ? null : partyOf(address));
	const isTheirs = (address: string) => THEIRS.has(relationOf(address));
	return {
		movements: effects.movements.map((each) => ({
			step: stepNumber(each),
			from: partyOf(each.from),
			to: maybe(each.to),
			asset: assetOf(each.asset),
			least: each.least.toString(),
			most: digitsOf(each.most),
			basis: each.basis,
			until: digitsOf(each.until),
		})),
		rights: effects.rights.map((each) => ({
			step: stepNumber(each),
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
			step: stepNumber(each),
			account: partyOf(each.account),
			asset: assetOf(each.asset),
			before: digitsOf(each.before),
			after: digitsOf(each.after),
		})),
		unexplained: effects.unexplained.map(({ address, owner, namesUser, ...each }) => ({
			step: stepNumber(each),
			address,
			owner,
			namesUser,
		})),
		costs: effects.costs.map(({ payer, most, ...each }) => ({
			step: stepNumber(each),
			payer,
			most: digitsOf(most),
		})),
		gaps: [...effects.gaps].toSorted(),
	};
}
