import type { SvmStep } from "../../../decode/svm/decode-svm.ts";
import { describeStep } from "../../../explain/svm/describe.ts";
import { message } from "../../../message.ts";
import { isOwn } from "../../../subject/svm/held.ts";
import { accountOf, type SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, type SvmRule } from "../finding.ts";

/** Who rules something from now on; `nobody` is a right that ends for ever. */
interface AuthorityChange {
	readonly to: readonly string[];
	readonly nobody: boolean;
}

const NONE: AuthorityChange = { to: [], nobody: false };

const present = (keys: readonly (string | null | undefined)[]) =>
	keys.filter((key) => key !== null && key !== undefined);

/** Of a lockup that stays with its custodian, whoever that is by the chain; one that ends is given to nobody. */
function lockedBy(
	subject: SvmSubject,
	meaning: Extract<SvmStep["meaning"], { kind: "lockup" }>,
): AuthorityChange | null {
	const { stake, custodian, time, epoch } = meaning;
	const data = accountOf(subject.facts, stake)?.data;
	const before = data?.kind === "stake" ? (data.lockup?.custodian ?? null) : null;
	const locks = (time ?? 0n) > 0n || (epoch ?? 0n) > 0n;
	const to = present([custodian ?? before]);
	if (to.length > 0) return locks || custodian !== null ? { to, nobody: false } : null;
	return locks ? { to: [], nobody: true } : null;
}

/** null where nothing changes hands. */
function changeOf(subject: SvmSubject, { meaning }: SvmStep): AuthorityChange | null {
	switch (meaning.kind) {
		case "token_authority":
		case "control":
			return { to: present([meaning.to]), nobody: meaning.to === null };
		case "lockup":
			return lockedBy(subject, meaning);
		case "rule": {
			const to = present([meaning.withdrawer, meaning.staker, meaning.lockup?.custodian]);
			// What is set up for the user alone, and locked by nobody, is theirs as before.
			const free = meaning.lockup === null && to.every((key) => isOwn(subject, key));
			return free ? null : { to, nobody: false };
		}
		case "other":
			return meaning.control ? { ...NONE, nobody: true } : null;
		default:
			return null;
	}
}

function findingOf(subject: SvmSubject, step: SvmStep): Finding | null {
	const change = changeOf(subject, step);
	if (change === null) return null;
	const { text } = describeStep(subject, step);
	const others = change.to.filter((key) => !isOwn(subject, key));
	if (others.length === 0 && !change.nobody)
		return caution("authority", message("finding.authority.own", { what: text }));
	return danger("authority", message("finding.authority", { what: text }), others[0]);
}

/** Who rules an account, a token, a stake, a vote or a program from now on. */
export const authority: SvmRule = ({ subject }) =>
	gravestFirst(subject.steps.map((step) => findingOf(subject, step)))[0] ?? null;
