import type { ComparedEffect } from "../../decoded-transaction/opinion.ts";
import type { FamilyOperations } from "../family.ts";
import { type BalanceEffect, DRIFT_PERCENT, isTrade, type Net, type Sides } from "./balances.ts";
import { redirectText, shortText } from "./comparison-text.ts";

interface StatedRecipient {
	readonly to: string;
	readonly stated: bigint;
	readonly found: bigint;
}

function recipientsOf(stated: Net, found: Net): StatedRecipient[] {
	return [...stated.sides].map(([to, amount]) => ({ to, stated: amount, found: found.sides.get(to) ?? 0n }));
}

function strangerIn(found: Net, named: Net): string | null {
	const strangers = [...found.sides].filter(([to]) => !named.sides.has(to));
	return strangers.toSorted(([, left], [, right]) => (left < right ? 1 : -1))[0]?.[0] ?? null;
}

function netFor(effect: BalanceEffect, nets: Sides["theirs"]): Net | undefined {
	return nets.get(JSON.stringify([effect.account, effect.asset, effect.item]));
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);

/**
 * A record without a step may belong to another step, so its recipients may be absent here. An amount to an
 * unnamed recipient must be covered by records without a recipient, or by a contract that passes it on.
 */
function strays(family: FamilyOperations, asset: string, stated: Net, found: Net): boolean {
	const open = [...stated.sides].filter(([to]) => family.mine(to) || family.passesOn(to, asset));
	const strangers = [...found.sides].filter(([to]) => !stated.sides.has(to) && !family.mine(to));
	return (
		total(strangers.map(([, amount]) => amount)) > stated.unnamed + total(open.map(([, amount]) => amount))
	);
}

function checked(family: FamilyOperations, sides: Sides, effect: BalanceEffect): readonly ComparedEffect[] {
	const { account, asset, item, ours, theirs } = effect;
	const [stated, found] = [netFor(effect, sides.theirs), netFor(effect, sides.ours)];
	if (ours === null || theirs === null || ours.raw >= 0n || theirs.raw >= 0n) return [effect];
	if (stated === undefined || found === undefined || found.sides.size === 0) return [effect];
	const trade = isTrade(sides, account);
	// A trade may pass through any stranger, so only its result is compared. An address that the user knows
	// isn't an intermediary, and incoming dust doesn't turn a payment into a trade.
	const named = recipientsOf(stated, found).filter(
		({ to }) => !family.passesOn(to, asset) && (!trade || (to !== account && family.knows(to))),
	);
	if (stated.loose) {
		const [first] = named;
		if (first === undefined || !strays(family, asset, stated, found)) return [effect];
		const other = strangerIn(found, stated);
		const text = redirectText(family, ours, first.to, other);
		return [{ ...effect, status: "differs", costs: true, other, text }];
	}
	const strangers = total(
		[...found.sides].filter(([to]) => !stated.sides.has(to)).map(([, amount]) => amount),
	);
	const cheated = named.find(
		(each) =>
			each.found * 2n < each.stated ||
			// A token may keep a share of a plain transfer. If an opaque call pays a stranger, that isn't a
			// fee.
			(each.found < each.stated &&
				!family.handsTo(each.to, asset) &&
				strangers * 100n > each.stated * DRIFT_PERCENT),
	);
	if (cheated !== undefined) {
		const other = strangerIn(found, stated);
		const text = redirectText(family, ours, cheated.to, other);
		return [{ ...effect, status: "differs", costs: true, other, text }];
	}
	const short = named.filter((each) => each.found < each.stated && family.handsTo(each.to, asset));
	return [
		effect,
		...short.map((each): ComparedEffect => {
			const [claimed, is] = [family.amount(asset, item, each.stated), family.amount(asset, item, each.found)];
			return {
				kind: "balance",
				status: "differs",
				// The loss is as declared, but the recipient gets less.
				costs: false,
				account: each.to,
				asset,
				other: account,
				theirs: claimed,
				ours: is,
				text: shortText(family, each.to, claimed, is),
			};
		}),
	];
}

export function withRecipients(
	family: FamilyOperations,
	sides: Sides,
	effects: readonly BalanceEffect[],
): readonly ComparedEffect[] {
	return effects.flatMap((effect) => checked(family, sides, effect));
}
