import type { Subject } from "../decoded-transaction/decoded-transaction.ts";
import type { SvmSubject } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { Movement, Right } from "./effects.ts";
import { recordedMovements, recordedRights } from "./records.ts";

export interface DeclaredEffects {
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
	readonly undeclared: readonly number[];
}

/**
 * @param steps transactions of one request in signing order. A record without a step is the same object in
 * every transaction and counts only in the first
 */
export function declaredEffects(steps: readonly (Subject | SvmSubject)[]): DeclaredEffects {
	const seen = new Set<object>();
	const isFirst = (record: object): boolean => {
		const isNew = !seen.has(record);
		seen.add(record);
		return isNew;
	};
	const each = steps.map((subject, step) => {
		const changes = (subject.simulation?.balanceChanges ?? []).filter(isFirst);
		const approvals = (subject.simulation?.approvals ?? []).filter(isFirst);
		const common = { step, basis: "observed", until: null } as const;
		return {
			movements: recordedMovements(subject, changes).map((moved): Movement => ({ ...moved, ...common })),
			rights: recordedRights(subject, approvals).map((right): Right => ({ ...right, ...common })),
		};
	});
	return {
		movements: each.flatMap(({ movements }) => movements),
		rights: each.flatMap(({ rights }) => rights),
		undeclared: steps.flatMap(({ simulation }, step) => (simulation === null ? [step] : [])),
	};
}
