import { decodeInnerSvm, type SvmStep } from "../../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../../decode/svm/meaning.ts";
import { describeProposal } from "../../../explain/svm/describe.ts";
import { inner, message } from "../../../message.ts";
import { isUsedBefore } from "../../../subject/svm/held.ts";
import { holderOf, type SvmContext } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, meaningsOf, type SvmRule } from "../finding.ts";

const HARMLESS: ReadonlySet<SvmMeaning["kind"]> = new Set(["budget", "memo", "token_revoke", "token_open"]);

/** Returns whom a proposed instruction pays; `null` if it does more than pay, or can't be read. */
function paidBy(context: SvmContext, { meaning }: SvmStep): string | null {
	if (meaning.kind === "lamports") return holderOf(context, meaning.to) ?? meaning.to;
	if (meaning.kind === "token_transfer") return holderOf(context, meaning.destination) ?? meaning.destination;
	return null;
}

function findingOf(context: SvmContext, proposed: readonly SvmStep[]): Finding | null {
	const held = { ...context, steps: proposed };
	const weighty = proposed.filter(({ meaning }) => !HARMLESS.has(meaning.kind));
	if (weighty.length === 0) return null;
	const payees = weighty.map((step) => paidBy(held, step));
	const stranger = payees.find((payee) => payee === null || !isUsedBefore(held, payee, "paid"));
	const text = message("finding.proposal", { what: inner(describeProposal(context, proposed)) });
	return stranger === undefined ? caution("proposal", text) : danger("proposal", text, stranger ?? undefined);
}

/**
 * What a multisig's proposal holds happens once its members agree, with no signature of the user's: no simulation of
 * today shows it, and its bytes are all that there is to judge.
 */
export const proposal: SvmRule = ({ subject }) =>
	gravestFirst(
		meaningsOf(subject.steps, "app").map(({ proposed }) =>
			findingOf(subject, proposed.flatMap(decodeInnerSvm)),
		),
	)[0] ?? null;
