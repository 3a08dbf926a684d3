import type { Cost, WithheldShare } from "../../effects/effects.ts";
import { NATIVE } from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { percentOf } from "../../format/amount.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type About, type Finding, gravestFirst, newFinding, ofStep } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, inStep } from "./evidence.ts";
import { FEE, FEE_RATIO, feeBound, GAS, WITHHELD } from "./thresholds.ts";

interface JudgedCost extends GeneralEvidence {
	readonly chainRef: string;
	readonly cost: Cost;
}

type CostRule = (judged: JudgedCost) => Finding | null;

const caution = (text: Message, about: About): Finding => newFinding("cost", "caution", text, { about });

const danger = (text: Message, about: About): Finding =>
	newFinding("cost", "danger", text, { about, stake: { kind: "cost" } });

const block = (text: Message, about: About): Finding => newFinding("cost", "block", text, { about });

const nativeParam = ({ formatter }: GeneralEvidence, raw: bigint) => formatter.amountParam(NATIVE, raw);

const timesOf = (ratio: bigint): number => Number(ratio / 10n) / 10;

const hundredthsOf = (amount: bigint, whole: bigint): bigint => (whole === 0n ? 0n : (amount * 100n) / whole);

/** A contract can use up its entire gas limit, even if an honest contract wouldn't. */
const ratio: CostRule = (judged) => {
	const { chainRef, cost } = judged;
	const { runMost, runLikely, runAtPrice } = cost;
	if (runMost === null || runLikely === null) return null;
	if (runMost - runLikely <= feeBound(chainRef) / FEE.smallPart) return null;
	const most = hundredthsOf(runMost, runLikely);
	const isRefused = most > FEE_RATIO.refused;
	if (!isRefused && hundredthsOf(runAtPrice ?? runMost, runLikely) <= FEE_RATIO.word) return null;
	const text = message("finding.cost.ratio", {
		most: nativeParam(judged, runMost),
		times: timesOf(most),
		likely: nativeParam(judged, runLikely),
	});
	const about = ["ratio", aboutAsset(judged, NATIVE)];
	return isRefused
		? block(sentences(text, message("finding.cost.ratio.refused")), about)
		: danger(text, about);
};

/** A fee is usually unknown because the transaction would fail. */
const unknown: CostRule = ({ cost: { unknown: found } }) => {
	if (found === null) return null;
	const { reason, isPending } = found;
	if (isPending) return caution(message("finding.cost.unknown.not-yet"), ["not yet"]);
	const text = message("finding.cost.unknown");
	return danger(reason === null ? text : sentences(text, reason), ["unknown"]);
};

const largeLimit: CostRule = ({ cost: { gas } }) => {
	const used = gas?.used ?? 0n;
	if (gas === null || used === 0n) return null;
	const { limit } = gas;
	if (limit <= used * GAS.times || limit - used < GAS.least) return null;
	const params = { limit: Number(limit), times: Number(limit / used), used: Number(used) };
	return caution(message("finding.cost.gas-limit", params), ["gas limit"]);
};

/**
 * If the price is too low, the account's later transactions can't be mined either. If our simulation
 * succeeded with a gas limit, any higher estimate is wrong, because it ignores earlier steps.
 */
const tooLittle: CostRule = ({ cost: { gas } }) => {
	if (gas === null) return null;
	const { limit, estimate, isEnough, price, basePrice } = gas;
	if (!isEnough && estimate !== null && limit * 100n < estimate * GAS.enough)
		return danger(
			message("finding.cost.too-little.gas", { limit: Number(limit), estimate: Number(estimate) }),
			["too little gas"],
		);
	if (price === null || basePrice === null || price >= basePrice) return null;
	return danger(message("finding.cost.too-little.price"), ["too little paid"]);
};

/** Tips go to block producers, so the party that requests a tip may also be its recipient. */
const tip: CostRule = (judged) => {
	const { chainRef, cost } = judged;
	const { priority } = cost;
	const most = (priority?.most ?? 0n) + cost.tip;
	if (most * FEE.tipPart <= feeBound(chainRef)) return null;
	const about = ["tip", aboutAsset(judged, NATIVE)];
	const amount = nativeParam(judged, most);
	const usual = priority?.usual ?? null;
	if (usual === null)
		return most < feeBound(chainRef) ? caution(message("finding.cost.tip", { amount }), about) : null;
	if (most <= usual * FEE.tipTimes) return null;
	return danger(message("finding.cost.tip.unusual", { amount, times: Number(FEE.tipTimes) }), about);
};

function withheldFinding(
	{ formatter }: GeneralEvidence,
	{ of, share, holder }: WithheldShare,
): Finding | null {
	const limit = WITHHELD[of];
	if (share < limit.caution) return null;
	const percent = percentOf(share);
	const text =
		holder === null
			? message("finding.cost.kept", { percent })
			: message("finding.cost.kept.rewards", { percent, validator: formatter.name(holder) });
	const about = [of, holder];
	if (share < limit.danger) return caution(text, about);
	return holder === null ? danger(text, about) : { ...danger(text, about), ...atStakeAddress(holder) };
}

const withheldShares: CostRule = (judged) =>
	gravestFirst(
		judged.cost.withheld.flatMap((each) => (each.of === "transfer" ? [] : withheldFinding(judged, each))),
	)[0] ?? null;

function withheldFromTransfer(
	{ formatter }: GeneralEvidence,
	{ of, share, holder }: WithheldShare,
): Finding | null {
	const limit = WITHHELD[of];
	if (of !== "transfer" || share < limit.caution) return null;
	const token = holder === null ? message("token.not-named") : formatter.name(holder);
	const isDanger = share >= limit.danger;
	return newFinding(
		"kept-back",
		isDanger ? "danger" : "caution",
		message("finding.kept-back", { token, percent: percentOf(share) }),
		isDanger ? atStakeAddress(holder) : {},
	);
}

const rent: CostRule = (judged) => {
	const { rent: paid } = judged.cost;
	if (paid === null) return null;
	return newFinding(
		"cost",
		"info",
		message("finding.cost.rent", {
			count: paid.accounts,
			rent: nativeParam(judged, paid.amount),
		}),
	);
};

const COST_RULES: readonly CostRule[] = [ratio, unknown, tooLittle, tip, withheldShares, largeLimit, rent];

const feeIn = ({ most, runMost, rent: deposit, tip: tipped }: Cost): bigint =>
	(deposit === null ? (most ?? runMost ?? 0n) : 0n) + tipped;

function bound(evidence: GeneralEvidence, chainRef: string, costs: readonly Cost[]): Finding | null {
	const total = costs.reduce((sum, each) => sum + feeIn(each), 0n);
	const limit = feeBound(chainRef);
	if (total < limit) return null;
	const text = message("finding.cost.bound", { most: nativeParam(evidence, total) });
	const about = ["bound", aboutAsset(evidence, NATIVE)];
	const refused = limit * FEE.refusedTimes;
	if (total < refused) return danger(text, about);
	const why = message("finding.cost.bound.refused", { bound: nativeParam(evidence, refused) });
	return block(sentences(text, why), about);
}

const isSeveral = ({ effects }: GeneralEvidence): boolean =>
	[...effects.movements, ...effects.rights, ...effects.costs].some(({ step }) => step > 0);

const costOfStep = (finding: Finding, step: number): Finding => ({
	...ofStep(finding, step),
	about: [String(step), ...(finding.about ?? [])],
});

const paidBy = ({ effects }: GeneralEvidence): readonly Cost[] =>
	effects.costs.filter(({ payer }) => payer === effects.signer || isUsersAccount(effects, payer));

export const withheldFromTransfers = (evidence: GeneralEvidence): readonly Finding[] =>
	paidBy(evidence).flatMap((cost) =>
		gravestFirst(cost.withheld.map((each) => withheldFromTransfer(evidence, each)))
			.slice(0, 1)
			.map((finding) => inStep(evidence, cost.step, finding)),
	);

/** Assesses fees, tips, and the shares that other parties keep, all of which the request's author sets. */
export function costs(evidence: GeneralEvidence): readonly Finding[] {
	const { chainRef } = evidence.effects;
	if (chainRef === null) return [];
	const paid = paidBy(evidence);
	const several = isSeveral(evidence);
	const total = bound(evidence, chainRef, paid);
	const each = paid.flatMap((cost) => {
		const found = COST_RULES.map((rule) => rule({ ...evidence, chainRef, cost })).filter(
			(finding) => finding !== null,
		);
		return several ? found.map((finding) => costOfStep(finding, cost.step)) : found;
	});
	return total === null ? each : [total, ...each];
}
