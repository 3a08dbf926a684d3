import type { Insight } from "../insight.ts";
import type { Comparison, OwnSimulation } from "../opinion.ts";
import { hidesTogether } from "../outflow.ts";
import { comparisonOfAll } from "../simulate/compare.ts";
import type { Subject } from "../subject.ts";
import { svmHidesTogether } from "../svm/outflow.ts";
import type { SvmSubject } from "../svm-subject.ts";
import type { Finding } from "./finding.ts";
import { promiseShort } from "./promise-short.ts";
import { undeclared } from "./undeclared.ts";

/** Of several steps that are approved at once: what all of them together do, by records that name no step. */

interface Step<Of> {
	readonly subject: Of;
	readonly own: OwnSimulation;
}

interface Steps {
	readonly evm: readonly Step<Subject>[];
	readonly svm: readonly Step<SvmSubject>[];
}

function stepsOf(insights: readonly Insight[]): Steps {
	const evm = insights.flatMap(({ content, opinion: { own } }) =>
		content.kind === "evm_transaction" ? [{ subject: content.subject, own }] : [],
	);
	const svm = insights
		.flatMap(({ content, opinion: { own } }) =>
			content.kind === "svm_transaction" ? [{ subject: content.subject, own }] : [],
		)
		// Nobody told of what is only to be signed, so nobody can have hidden anything.
		.filter(({ subject }) => subject.simulation !== null || subject.transaction !== null);
	return { evm, svm };
}

/** Whether one of these records may be of any step. */
const namesNoStep = ({ simulation }: Subject | SvmSubject): boolean =>
	(simulation?.balanceChanges ?? []).some(({ step }) => step === undefined || step === null);

/** null where each record is of one step, so that comparing step by step is all there is to compare. */
function comparedWhole(steps: readonly Step<Subject | SvmSubject>[]): Comparison | null {
	if (steps.length < 2 || !steps.some(({ subject }) => namesNoStep(subject))) return null;
	return comparisonOfAll(steps);
}

const ofAll = (finding: Finding): Finding => ({ ...finding, words: `All steps together: ${finding.words}` });

/** More leaves than the service's records of all steps say: by our own simulation, else by our own decoding. */
export function hiddenInAll(insights: readonly Insight[]): Finding | null {
	// What one step hides is told there, by name, and blocks.
	if (insights.some(({ comparison }) => comparison?.verdict === "undeclared")) return null;
	const { evm, svm } = stepsOf(insights);
	for (const comparison of [comparedWhole(evm), comparedWhole(svm)]) {
		if (comparison === null) continue;
		const found = undeclared({ comparison }) ?? promiseShort({ comparison });
		if (found !== null) return ofAll(found);
	}
	const hides =
		(evm.length > 1 && hidesTogether(evm.map(({ subject }) => subject))) ||
		(svm.length > 1 && svmHidesTogether(svm.map(({ subject }) => subject)));
	if (!hides) return null;
	return {
		id: "contradiction",
		severity: "danger",
		words: "All steps together move more than the service's simulation shows.",
		needsWord: true,
	};
}
