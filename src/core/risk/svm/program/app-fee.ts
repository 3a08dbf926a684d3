import { percentOf } from "../../../format/percent.ts";
import { message } from "../../../message.ts";
import { caution, danger, meaningsOf, type SvmRule } from "../finding.ts";

/** Hundredths of a percent. Apps that route swaps keep up to about 1 %. */
const HIGH = 300n;
const EXCESSIVE = 1_000n;

/** Whoever built a swap keeps a large share of it, whatever comes back. */
export const appFee: SvmRule = ({ subject }) => {
	const most = meaningsOf(subject.steps, "app").reduce(
		(highest, { fee }) => (fee > highest ? fee : highest),
		0n,
	);
	if (most <= HIGH) return null;
	const text = message("finding.app-fee", { percent: percentOf(most) });
	return most < EXCESSIVE ? caution("app-fee", text) : danger("app-fee", text);
};
