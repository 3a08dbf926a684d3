import { balanceOf, byKey, type IndexedEffects, receiversOf } from "../../effects/accounting.ts";
import { assetKey, type Effects, type Movement } from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { message } from "../../localized-text.ts";
import type { Finding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence } from "./evidence.ts";
import { SHARE, shareOf, WHOLE } from "./thresholds.ts";

const isControlled = ({ parties }: Effects, address: string): boolean =>
	parties.get(address)?.relation === "controlled";

function isSpent({ movements, parties }: Effects, { asset, from, to, step }: Movement): boolean {
	if (asset.kind !== "position" || to === null || parties.get(to)?.relation !== "known-contract")
		return false;
	const paidOut = movements.filter((each) => each.step === step && each.from === to);
	return paidOut.length > 0 && paidOut.every((each) => each.to === from);
}

const isExpected = (effects: Effects, movement: Movement): boolean => {
	const { from, to } = movement;
	return (
		to === from || (to !== null && effects.parties.get(to)?.isContact === true) || isSpent(effects, movement)
	);
};

function sharesLost(effects: IndexedEffects): ReadonlyMap<string, bigint> {
	const accounts = byKey(
		effects.movements.filter(({ from }) => isControlled(effects, from)),
		({ from }) => from,
	);
	return new Map(
		[...accounts].map(([from, movements]) => {
			const shares = receiversOf({ movements }, (account) => account === from)
				.filter((each) => !isUsersAccount(effects, each.to))
				.map(({ asset, amount }) => shareOf(amount, balanceOf(effects, from, asset)) ?? WHOLE);
			return [from, shares.reduce((sum, share) => sum + share, 0n)];
		}),
	);
}

function movementsOf({ effects }: GeneralEvidence): readonly Movement[] {
	return effects.movements.filter(
		(each) => isControlled(effects, each.from) && each.most !== 0n && !isExpected(effects, each),
	);
}

export function foreignFunds(evidence: GeneralEvidence): Finding | null {
	const { effects, words } = evidence;
	const moved = movementsOf(evidence);
	const shares = sharesLost(effects);
	const isSmallAndUsual = ({ from, to }: Movement) =>
		to !== null && effects.parties.get(to)?.dealt.paid === true && (shares.get(from) ?? WHOLE) < SHARE.danger;
	// Assets in a lender's account belong to its owner, but a signer may be paid from it.
	const isFromLender = ({ from }: Movement) => effects.parties.get(from)?.isLender === true;
	const away = moved.filter((each) =>
		isUsersAccount(effects, each.to) ? isFromLender(each) : !isSmallAndUsual(each),
	);
	const [first] = away.length > 0 ? away : moved;
	if (first === undefined) return null;
	const { from, to, asset, most } = first;
	const isDanger = away.length > 0;
	const amount = most === null ? null : words.amountParam(asset, most);
	const account = words.name(from);
	const text =
		to === null
			? message("finding.not-own-funds.unnamed", { account })
			: amount === null
				? message("finding.not-own-funds.all", { account, to: words.name(to) })
				: message("finding.not-own-funds", { account, amount, to: words.name(to) });
	return {
		id: "not-own-funds",
		severity: isDanger ? "danger" : "caution",
		text,
		needsWord: isDanger,
		about: [from, to, aboutAsset(evidence, asset), assetKey(asset)],
		...(isDanger ? atStakeAddress(to ?? from) : {}),
	};
}
