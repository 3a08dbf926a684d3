import { smallFee } from "../../../explain/evm/fee-bounds.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { aboutUnit, type FindingRule } from "../../finding.ts";

/** In hundredths of our own estimate, at the price that is paid now. */
const WORD_ABOVE = 300n;
/** In hundredths of our own estimate, at the highest price. */
const REFUSED_ABOVE = 1000n;

/** 4.5, from hundredths; one place, cut. */
const timesOf = (ratio: bigint): number => Number(ratio / 10n) / 10;

/**
 * Compares the most that the gas can cost with our own estimate. A contract can burn its whole limit, so everything
 * beyond the likely cost counts, also gas that an honest contract returns.
 */
export const costRatio: FindingRule = ({ subject, costs }) => {
	const { ratio, ratioAtPrice } = costs;
	const { most, likely } = costs.gas;
	if (ratio === null || most === null || likely === null) return null;
	if (most.raw - likely.raw <= smallFee(subject.chainRef)) return null;
	if (ratio <= REFUSED_ABOVE && (ratioAtPrice ?? ratio) <= WORD_ABOVE) return null;
	const text = message("finding.cost-ratio", {
		most: amountParam(most),
		times: timesOf(ratio),
		likely: amountParam(likely),
	});
	return ratio > REFUSED_ABOVE
		? {
				id: "cost-ratio",
				severity: "block",
				text: sentences(text, message("finding.cost-ratio.refused")),
				needsWord: false,
			}
		: {
				id: "cost-ratio",
				severity: "danger",
				text,
				needsWord: true,
				stake: { kind: "cost" },
				about: [aboutUnit(most), aboutUnit(likely)],
			};
};
