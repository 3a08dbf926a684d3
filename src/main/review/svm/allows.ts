import type { ApprovalChange } from "../../../contract/simulation.ts";
import { readUint } from "../../match/numeral.ts";
import type { Allow } from "../allows.ts";
import { amountWords } from "../amount.ts";
import type { SvmStep } from "../decode-svm.ts";
import { addedApprovals, NOT_FOUND, type OwnFound } from "../simulate/records.ts";
import { mintAmount, mintFor, type SvmSubject, svmNameOf, tokenAccountOf } from "../svm-subject.ts";
import { MOST_UNITS } from "./outflow.ts";

/** What the person would allow others to take of their token accounts later. */

const LASTS = "This stays until it is spent or taken back.";

function granted(
	subject: SvmSubject,
	spender: string,
	token: string,
	raw: bigint,
	source: Allow["source"],
): Allow {
	const unlimited = raw >= MOST_UNITS;
	const amount = mintAmount(subject.facts, token, raw);
	const who = svmNameOf(subject.person, spender);
	const words = unlimited
		? `${who} may take all of this token account, now and later, without asking again.`
		: `${who} may take up to ${amountWords(amount)}. ${LASTS}`;
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : amount,
		unlimited,
		grants: raw > 0n,
		words: raw === 0n ? `Takes back what ${who} may take.` : words,
		source,
	};
}

function decoded(subject: SvmSubject, { meaning }: SvmStep): Allow[] {
	if (meaning.kind === "token_approve") {
		const token = mintFor(subject, meaning.source, meaning.mint) ?? meaning.source;
		return [granted(subject, meaning.delegate, token, meaning.amount, "decoded")];
	}
	if (meaning.kind !== "token_revoke") return [];
	const account = tokenAccountOf(subject.facts, meaning.source);
	const token = account?.mint ?? meaning.source;
	return [granted(subject, account?.delegate ?? meaning.source, token, 0n, "decoded")];
}

function told(subject: SvmSubject, approval: ApprovalChange, source: "service" | "simulated"): Allow {
	const raw = approval.unlimited === true ? MOST_UNITS : readUint(approval.amount ?? "");
	const row = granted(subject, approval.spender, approval.asset, raw ?? 0n, source);
	const grants = approval.approved !== false && raw !== 0n;
	if (raw !== null) return { ...row, kind: approval.kind, grants };
	const who = svmNameOf(subject.person, approval.spender);
	const words = `${who} may take an amount that the service does not state.`;
	return { ...row, kind: approval.kind, grants, amount: null, words };
}

/** Our own decoding first; the service's where it says more; and what only our own simulation finds. */
export function svmAllowsOf(subject: SvmSubject, found: OwnFound = NOT_FOUND): readonly Allow[] {
	const own = subject.steps.flatMap((step) => decoded(subject, step));
	const stated = (subject.simulation?.approvals ?? []).map((each) => told(subject, each, "service"));
	const added = addedApprovals(subject, found).map((each) => told(subject, each, "simulated"));
	const more = [...stated, ...added].filter(
		(row) => !own.some((each) => each.spender === row.spender && each.token === row.token),
	);
	return [...own, ...more];
}
