import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import { givenTo } from "../../subject/svm/held.ts";
import { mintFor, type SvmSubject } from "../../subject/svm/svm-subject.ts";
import type { ExplainedOutflow, ExplainedRight, Explanation } from "../explanation.ts";
import type { FamilyOperations } from "../family.ts";

/** Losses that the instructions of a Solana transaction account for. */

interface StepReader {
	readonly subject: SvmSubject;
	readonly family: FamilyOperations;
}

/** @param asset `null` for a token that nobody names */
function outflow(
	{ family }: StepReader,
	account: string,
	asset: string | null,
	most: bigint | null,
): ExplainedOutflow {
	const named = asset === null ? null : family.asset(asset);
	return {
		account: family.account(account),
		covers: (other) => (named === null ? other !== "native" : other === named),
		isNamed: named !== null,
		most,
		to: null,
		givenUpTo: null,
	};
}

function outflowsBy(reader: StepReader, { meaning }: SvmStep): ExplainedOutflow[] {
	const { subject } = reader;
	const sol = (account: string, most: bigint | null) => outflow(reader, account, "native", most);
	switch (meaning.kind) {
		case "lamports":
			return [sol(meaning.from, meaning.lamports)];
		case "create":
			return [sol(meaning.payer, meaning.lamports)];
		case "token_transfer":
		case "token_burn": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return [outflow(reader, meaning.source, mint, meaning.amount)];
		}
		case "token_close":
			return [sol(meaning.account, null)];
		case "token_unwrap":
			return [sol(meaning.account, meaning.lamports)];
		case "withdraw":
			return [sol(meaning.authority, meaning.lamports)];
		case "nonce":
			return meaning.what === "withdraw" ? [sol(subject.signer, meaning.lamports)] : [];
		case "token_open":
			// Rent is the chain's to state.
			return meaning.payer === null ? [] : [sol(meaning.payer, null)];
		case "token_authority":
			return meaning.role === "owner"
				? [outflow(reader, meaning.account, mintFor(subject, meaning.account, null), null)]
				: [];
		case "other":
			return meaning.rent === true ? [sol(subject.signer, null)] : [];
		default:
			return [];
	}
}

function rightsBy({ subject, family }: StepReader, { meaning }: SvmStep): ExplainedRight[] {
	if (meaning.kind !== "token_approve") return [];
	const token = mintFor(subject, meaning.source, meaning.mint);
	return [
		{ account: family.account(meaning.source), token, spender: meaning.delegate, most: meaning.amount },
	];
}

export function explainedByInstructions(subject: SvmSubject, family: FamilyOperations): Explanation {
	const reader = { subject, family };
	const { steps } = subject;
	// A known app's instructions are held against the simulation by app-calls.ts.
	const isUnread = steps.some(
		(step) =>
			step.meaning.kind === "app" || (step.meaning.kind === "unknown" && givenTo(subject, step) !== null),
	);
	return {
		mayMoveUnread: () => isUnread,
		outflows: steps.flatMap((step) => outflowsBy(reader, step)),
		rights: steps.flatMap((step) => rightsBy(reader, step)),
	};
}
