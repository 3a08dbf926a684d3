import { isNextToNothing } from "../../decoded-transaction/asset-amount.ts";
import type { Effects, Movement } from "../../effects/effects.ts";
import { isUsersAccount, paidOf } from "../../effects/losses.ts";
import { message } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, isStranger, isUnpaid } from "./evidence.ts";
import { INTERFACE_FEE } from "./thresholds.ts";

/**
 * Finds results of the user's payment that go to another party: bought, wrapped, withdrawn or repaid assets,
 * a name's record, the contents of an emptied account, or newly issued units of the user's token. Also covers
 * payments to a stranger from another of the user's accounts, because the request is for the signer.
 */

interface Result {
	readonly movement: Movement;
	readonly giver: string | null;
	readonly gainer: string | null;
}

/** A party that gets rid of a debt gains, but a lender gains nothing from a debt. */
function resultIn(movement: Movement): Result {
	const { asset, from, to } = movement;
	if (asset.kind !== "debt") return { movement, giver: from, gainer: to };
	return { movement, giver: to, gainer: from === asset.address ? null : from };
}

const isControlled = ({ parties }: Effects, address: string | null): boolean =>
	address !== null && parties.get(address)?.relation === "controlled";

const isOther = ({ parties }: Effects, address: string): boolean =>
	!["own", "nobody"].includes(parties.get(address)?.relation ?? "nobody");

const isNobody = ({ parties }: Effects, address: string | null): boolean =>
	address !== null && parties.get(address)?.relation === "nobody";

const isCrumb = ({ chainRef }: Effects, { asset: { address }, most }: Movement): boolean =>
	chainRef !== null &&
	address !== null &&
	most !== null &&
	isNextToNothing(chainRef, [{ asset: address, raw: most }]);

function lost(evidence: GeneralEvidence, { asset, most }: Movement): Finding {
	return newFinding(
		"elsewhere",
		"danger",
		most === null
			? message("finding.elsewhere.nobody", { kind: asset.kind })
			: message("finding.elsewhere.given-up", { amount: evidence.formatter.amountParam(asset, most) }),
		{ about: ["nobody", most === null, aboutAsset(evidence, asset)] },
	);
}

function resultsToOthers(effects: Effects): readonly Result[] {
	const { movements } = effects;
	const payers = new Set(movements.map(({ from, to, step }) => `${step} ${from} ${to}`));
	const paidIn = new Set(
		movements.filter(({ from }) => isUsersAccount(effects, from)).map(({ step }) => step),
	);
	/** Another rule assesses an account that pays with these funds and receives the result itself. */
	const paysForIt = ({ from, to, step }: Movement) =>
		isControlled(effects, to) && payers.has(`${step} ${to} ${from}`);
	const isIssued = ({ asset, from, step, isByAuthority }: Movement) =>
		asset.kind === "fungible" && asset.address === from && !paidIn.has(step) && isByAuthority !== true;
	const results = movements.map(resultIn).filter(({ movement, giver, gainer }) => {
		if (movement.basis === "observed" || movement.isPrice === true || gainer === null) return false;
		const isByAuthority = movement.isByAuthority === true;
		const isGiven = !isByAuthority && (isUsersAccount(effects, giver) || isControlled(effects, giver));
		const isResult = gainer !== giver && !isGiven && !paysForIt(movement) && !isIssued(movement);
		if (isResult && isNobody(effects, gainer)) return !isCrumb(effects, movement);
		return isResult && (isUnpaid(effects, gainer) || (isByAuthority && isOther(effects, gainer)));
	});
	const fees = results.reduce((sum, { movement: { share = 0n } }) => sum + share, 0n);
	return fees > INTERFACE_FEE ? results : results.filter(({ movement }) => movement.share === undefined);
}

function resultGoes(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const isToElse = ({ gainer }: Result) => gainer !== null && isUnpaid(effects, gainer);
	const results = resultsToOthers(effects);
	const first =
		results.find(isToElse) ?? results.find(({ gainer }) => isNobody(effects, gainer)) ?? results[0];
	if (first === undefined || first.gainer === null) return null;
	if (isNobody(effects, first.gainer)) return lost(evidence, first.movement);
	const { gainer, movement } = first;
	const { asset, least } = movement;
	const who = formatter.name(gainer);
	const isDanger = isToElse(first);
	const isCounted = least > 0n && (asset.kind === "native" || asset.kind === "fungible");
	return newFinding(
		"elsewhere",
		isDanger ? "danger" : "caution",
		movement.isByAuthority
			? message("finding.elsewhere.authority", { who, stranger: isDanger ? "yes" : "no" })
			: asset.kind === "debt"
				? message("finding.elsewhere.debt", { who })
				: isCounted
					? message("finding.elsewhere.amount", { who, amount: formatter.amountParam(asset, least) })
					: message("finding.elsewhere", { who, kind: asset.kind }),
		{ about: ["result", gainer, aboutAsset(evidence, asset)], ...(isDanger ? atStakeAddress(gainer) : {}) },
	);
}

function otherAccountPays(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const paid = paidOf(effects, (to) => isStranger(effects, to, "paid"));
	const [first] = paid.filter(({ account }) => account !== effects.signer);
	if (first === undefined) return null;
	const { account, to, asset } = first;
	return newFinding(
		"elsewhere",
		"danger",
		message("finding.elsewhere.other-account", {
			account: formatter.name(account),
			to: to === null ? "" : formatter.name(to),
		}),
		{ about: ["account", account, to, aboutAsset(evidence, asset)], ...atStakeAddress(to ?? account) },
	);
}

export const goesToOthers = (evidence: GeneralEvidence): Finding | null =>
	resultGoes(evidence) ?? otherAccountPays(evidence);
