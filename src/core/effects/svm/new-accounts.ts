import { accountOf, openedHere, type SvmSubject } from "../../subject/svm/svm-subject.ts";

/** SOL that goes to addresses without an account, by receiver. Their transaction does not open them by another step. */
export function paidAnew({ steps, facts }: SvmSubject): ReadonlyMap<string, bigint> {
	const sent = new Map<string, bigint>();
	for (const { meaning } of steps)
		if (meaning.kind === "lamports") sent.set(meaning.to, (sent.get(meaning.to) ?? 0n) + meaning.lamports);
	return new Map([...sent].filter(([to]) => accountOf(facts, to) === null && openedHere(steps, to) === null));
}
