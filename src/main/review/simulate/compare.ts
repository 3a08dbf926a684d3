import type { Comparison, OwnSimulation } from "../opinion.ts";
import type { Subject } from "../subject.ts";
import type { SvmSubject } from "../svm-subject.ts";

/** The service's simulation of one transaction held against ours, entry by entry. */
export function comparisonOf(subject: Subject | SvmSubject, own: OwnSimulation): Comparison {
	return { verdict: own.state === "running" && subject.person ? "running" : "unproven", effects: [] };
}
