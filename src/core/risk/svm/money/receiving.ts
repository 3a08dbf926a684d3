import type { SvmAccountFacts } from "../../../chain/svm.ts";
import { message } from "../../../message.ts";
import { isOwn, isUsedBefore } from "../../../subject/svm/held.ts";
import { mintUnit, type SvmSubject, svmNameParam, tokenAccountOf } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, type SvmEvidence, type SvmRule } from "../finding.ts";

/** The mint of wrapped SOL. */
const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

type TokenAccount = Extract<SvmAccountFacts["data"], { kind: "token" }>;

/** Tokens that come in by either simulation. */
function comingIn({ subject, opinion }: SvmEvidence): ReadonlySet<string> {
	const own = opinion.own.state === "done" ? opinion.own.simulation.balanceChanges : [];
	const all = [...(subject.simulation?.balanceChanges ?? []), ...own];
	return new Set(all.filter(({ direction }) => direction === "in").map(({ asset }) => asset));
}

/** Token accounts of the user that something is put into. */
function receivers(evidence: SvmEvidence): readonly TokenAccount[] {
	const { subject } = evidence;
	const named = subject.steps.flatMap(({ meaning }) =>
		meaning.kind === "token_transfer" || meaning.kind === "token_mint"
			? [meaning.destination]
			: meaning.kind === "lamports"
				? [meaning.to]
				: [],
	);
	const incoming = comingIn(evidence);
	const written = subject.steps.flatMap(({ accounts }) =>
		accounts.filter(({ writable }) => writable).map(({ pubkey }) => pubkey),
	);
	return [...new Set([...named, ...written])].flatMap((key) => {
		const account = tokenAccountOf(subject.facts, key);
		if (account === null || !isOwn(subject, account.owner)) return [];
		return named.includes(key) || incoming.has(account.mint) ? [account] : [];
	});
}

function ofDelegate(subject: SvmSubject, { delegate, delegatedAmount, mint }: TokenAccount): Finding | null {
	if (delegate === null || delegatedAmount === 0n || isOwn(subject, delegate)) return null;
	const text = message("finding.receiving.delegate", {
		who: svmNameParam(subject.user, delegate),
		symbol: mintUnit(subject.facts, mint).symbol,
	});
	return isUsedBefore(subject, delegate, "allowed")
		? caution("receiving", text)
		: danger("receiving", text, delegate);
}

/** An account of wrapped SOL may be closed with what is in it; any other only once it is empty. */
function ofCloser(subject: SvmSubject, { closeAuthority, mint }: TokenAccount): Finding | null {
	if (closeAuthority === null || isOwn(subject, closeAuthority)) return null;
	const who = svmNameParam(subject.user, closeAuthority);
	return mint === WRAPPED_SOL
		? danger("receiving", message("finding.receiving.closer-takes", { who }), closeAuthority)
		: caution("receiving", message("finding.receiving.closer", { who }));
}

/** What comes in comes into an account that somebody else may take of. */
export const receiving: SvmRule = (evidence) => {
	const { subject } = evidence;
	const found = receivers(evidence).flatMap((account) => [
		ofDelegate(subject, account),
		ofCloser(subject, account),
	]);
	return gravestFirst(found)[0] ?? null;
};
