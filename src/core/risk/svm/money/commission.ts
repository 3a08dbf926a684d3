import { percentOf } from "../../../format/percent.ts";
import { message } from "../../../message.ts";
import { accountOf, type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, type SvmRule } from "../finding.ts";

/** Hundredths of a percent; most validators keep 10 % or less. */
const HIGH = 1_000n;
const ALL = 10_000n;

function findingOf(subject: SvmSubject, validator: string): Finding | null {
	const data = accountOf(subject.facts, validator)?.data;
	if (data?.kind !== "vote" || data.commission <= HIGH) return null;
	const text = message("finding.commission", {
		validator: svmNameParam(subject.user, validator),
		percent: percentOf(data.commission),
	});
	return data.commission < ALL ? caution("commission", text) : danger("commission", text, validator);
}

/** A stake is delegated to a validator that keeps a large share of what it earns. */
export const commission: SvmRule = ({ subject }) =>
	gravestFirst(
		subject.steps
			.filter(({ program, name }) => program === "Stake" && name === "delegateStake")
			.map(({ accounts }) => findingOf(subject, accounts[1]?.pubkey ?? "")),
	)[0] ?? null;
