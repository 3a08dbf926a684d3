import type { DecodedEvmTransaction } from "../../decoded-transaction/decoded-transaction.ts";
import type { Comparison, LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { svmHidesTogether } from "../../decoded-transaction/svm/outflow.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { comparisonOfAll } from "../../effects/compare/compare.ts";
import { hidesTogether } from "../../effects/evm/hidden.ts";
import { message } from "../../localized-text.ts";
import { type Finding, framed } from "../../risk/finding.ts";
import { hiddenTogether, wholeDiffers } from "../../risk/general/declared-differs.ts";
import type { ItemAnalysis } from "../item-analysis.ts";

interface AggregateStep<Of> {
	readonly subject: Of;
	readonly local: LocalSimulation;
}

interface AggregateSteps {
	readonly evm: readonly AggregateStep<DecodedEvmTransaction>[];
	readonly svm: readonly AggregateStep<DecodedSvmTransaction>[];
}

function stepsOf(analyses: readonly ItemAnalysis[]): AggregateSteps {
	const evm = analyses.flatMap(({ content, opinion: { local } }) =>
		content.kind === "evm_transaction" ? [{ subject: content.subject, local }] : [],
	);
	const svm = analyses.flatMap(({ content, opinion: { local } }) =>
		content.kind === "svm_transaction" ? [{ subject: content.subject, local }] : [],
	);
	const declared = ({ subject }: AggregateStep<DecodedEvmTransaction | DecodedSvmTransaction>) =>
		subject.simulation !== null;
	return { evm: evm.filter(declared), svm: svm.filter(declared) };
}

const namesNoStep = ({ simulation }: DecodedEvmTransaction | DecodedSvmTransaction): boolean =>
	(simulation?.balanceChanges ?? []).some(({ step }) => step === undefined || step === null);

function comparedWhole(
	steps: readonly AggregateStep<DecodedEvmTransaction | DecodedSvmTransaction>[],
): Comparison | null {
	if (steps.length < 2 || !steps.some(({ subject }) => namesNoStep(subject))) return null;
	return comparisonOfAll(steps);
}

const ofAll = (finding: Finding): Finding =>
	framed(finding, (words) => message("finding.all-steps", { words }));

// The finding for an individual step already reports its hidden effects and blocks the approval.
export function hiddenInAll(analyses: readonly ItemAnalysis[]): Finding | null {
	if (analyses.some(({ comparison }) => comparison?.verdict === "undeclared")) return null;
	const { evm, svm } = stepsOf(analyses);
	for (const comparison of [comparedWhole(evm), comparedWhole(svm)]) {
		if (comparison === null) continue;
		const found = wholeDiffers(comparison);
		if (found !== null) return ofAll(found);
	}
	const hides =
		(evm.length > 1 && hidesTogether(evm.map(({ subject }) => subject))) ||
		(svm.length > 1 && svmHidesTogether(svm.map(({ subject }) => subject)));
	return hides ? hiddenTogether() : null;
}
