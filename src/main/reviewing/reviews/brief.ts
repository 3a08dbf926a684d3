import { type Intent, intentsOf } from "../../../core/match/frozen.ts";
import { sameText } from "../../../core/message.ts";
import { bandOf, worstOf } from "../../../core/review/band.ts";
import type { Review } from "../../../core/review/compose.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";
import { judgedView } from "../../views/review-view.ts";

/** Of the amount that the headline names, where one of the user's own changes is just that. */
function stakeOf({ headline, insights, frozen }: Review): ReviewBrief["stake"] {
	const { amount } = headline;
	if (amount === null || frozen === null) return null;
	for (const { changes } of insights)
		for (const row of changes?.rows ?? []) {
			const own = row.amount;
			if (!row.mine || row.tokenId !== null || own.kind !== "amount") continue;
			if (own.amount.raw === amount.raw && sameText(own.amount.symbol, amount.symbol))
				return {
					chainRef: frozen.chain_ref ?? "",
					asset: row.asset,
					amount: own.amount,
					rounding: row.direction === "in" ? "down" : "up",
				};
		}
	return null;
}

/** The token or coin of the stake, else the one that others may spend, else the only one that leaves. */
function assetOf(review: Review, stake: ReviewBrief["stake"]): ReviewBrief["asset"] {
	if (stake !== null) return stake;
	const { frozen, insights } = review;
	if (frozen === null) return null;
	const granted = insights
		.flatMap(({ approvals }) => approvals)
		.filter(({ grants, kind }) => grants && kind !== "right")
		.map(({ token }) => token);
	const rows = insights.flatMap(({ changes }) => changes?.rows ?? []);
	const out = rows.filter(({ mine, direction }) => mine && direction === "out").map(({ asset }) => asset);
	const [asset, ...others] = new Set(granted.length > 0 ? granted : out);
	return asset === undefined || others.length > 0 ? null : { chainRef: frozen.chain_ref ?? "", asset };
}

const MESSAGES: ReadonlySet<string> = new Set<Intent["kind"]>([
	"evm_personal",
	"evm_typed_data",
	"svm_message",
]);

/** What a list tells of a review: the worst of it first. */
export function briefOf(review: Review): ReviewBrief {
	const { findings, insights, match, frozen } = review;
	const stake = stakeOf(review);
	return {
		verdict: match.verdict,
		// Mere information is no finding in a list, as in the review's band.
		findings: findings.filter(({ severity }) => severity !== "info").length,
		worst: worstOf(bandOf(judgedView(review))),
		unlimited: insights.some(({ approvals }) => approvals.some((each) => each.grants && each.unlimited)),
		stake,
		asset: assetOf(review, stake),
		signsOnly: frozen !== null && intentsOf(frozen).every(({ kind }) => MESSAGES.has(kind)),
	};
}
