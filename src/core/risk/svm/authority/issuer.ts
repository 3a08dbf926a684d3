import type { SvmStep } from "../../../decode/svm/decode-svm.ts";
import { describeStep } from "../../../explain/svm/describe.ts";
import { inner, message } from "../../../message.ts";
import { isOwn, isUsedBefore } from "../../../subject/svm/held.ts";
import { holderOf, type SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, type SvmRule } from "../finding.ts";

/** The instruction's authority, or the signers that stand for it, are the user's. */
const isByUser = (subject: SvmSubject, { accounts }: SvmStep): boolean =>
	accounts.slice(2).some(({ pubkey, signer }) => signer && isOwn(subject, pubkey));

function findingOf(subject: SvmSubject, step: SvmStep): Finding | null {
	const { meaning } = step;
	if (!isByUser(subject, step)) return null;
	const what = () => describeStep(subject, step).text;
	if (meaning.kind === "token_freeze")
		return meaning.frozen
			? caution("issuer", message("finding.issuer.freeze", { what: inner(what()) }))
			: null;
	if (meaning.kind !== "token_mint" || meaning.amount === 0n) return null;
	const holder = holderOf(subject, meaning.destination) ?? meaning.destination;
	if (isOwn(subject, holder)) return null;
	const text = message("finding.issuer.mint", { what: inner(what()) });
	return isUsedBefore(subject, holder, "paid") ? caution("issuer", text) : danger("issuer", text, holder);
}

/** The user's powers over a token of their own are used: new units for others, or an account that is frozen. */
export const issuer: SvmRule = ({ subject }) =>
	gravestFirst(subject.steps.map((step) => findingOf(subject, step)))[0] ?? null;
