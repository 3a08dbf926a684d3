import type { Insight } from "../insight.ts";
import { hidesTogether } from "../outflow.ts";
import { svmHidesTogether } from "../svm/outflow.ts";
import type { Finding } from "./finding.ts";

/** Of several steps that are approved at once: all of them together take more than the service's simulation shows. */
export function hiddenInAll(insights: readonly Insight[]): Finding | null {
	const contents = insights.map(({ content }) => content);
	const evm = contents.flatMap((each) => (each.kind === "evm_transaction" ? [each.subject] : []));
	const svm = contents
		.flatMap((each) => (each.kind === "svm_transaction" ? [each.subject] : []))
		// Nobody told of what is only to be signed, so nobody can have hidden anything.
		.filter(({ simulation, transaction }) => simulation !== null || transaction !== null);
	const hides = (evm.length > 1 && hidesTogether(evm)) || (svm.length > 1 && svmHidesTogether(svm));
	if (!hides) return null;
	return {
		id: "contradiction",
		severity: "danger",
		words: "All steps together move more than the service's simulation shows.",
		needsWord: true,
	};
}
