import type { SvmMeaning } from "../../../decode/svm/meaning.ts";
import { amountParam, message } from "../../../message.ts";
import { isOwn, isUsedBefore } from "../../../subject/svm/held.ts";
import { MAX_UNITS } from "../../../subject/svm/outflow.ts";
import {
	mintAmount,
	mintFor,
	type SvmSubject,
	svmNameParam,
	tokenAccountOf,
} from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { isLargePart } from "../../part-of-holdings.ts";
import { caution, danger, meaningsOf, type SvmRule } from "../finding.ts";

type Approve = Extract<SvmMeaning, { kind: "token_approve" }>;

const isLarge = ({ facts }: SvmSubject, { source, amount }: Approve): boolean =>
	isLargePart(amount, tokenAccountOf(facts, source)?.amount ?? null);

function findingOf(subject: SvmSubject, given: Approve): Finding | null {
	if (given.amount === 0n || isOwn(subject, given.delegate)) return null;
	const who = svmNameParam(subject.user, given.delegate);
	const amount = mintAmount(subject.facts, mintFor(subject, given.source, given.mint), given.amount);
	const unlimited = given.amount === MAX_UNITS;
	const text = unlimited
		? message("finding.delegate.all", { who })
		: message("finding.delegate", { who, amount: amountParam(amount) });
	if (!isLarge(subject, given) || isUsedBefore(subject, given.delegate, "allowed"))
		return caution("delegate", text);
	const found = danger("delegate", text, given.delegate);
	return unlimited ? { ...found, stake: { kind: "unlimited" } } : found;
}

/** SPL Token approve: somebody else may take tokens later, without a signature. */
export const delegate: SvmRule = ({ subject }) =>
	gravestFirst(meaningsOf(subject.steps, "token_approve").map((each) => findingOf(subject, each)))[0] ?? null;
