import { known } from "../../chain/chain-error.ts";
import { isReadProgram, type SvmStep } from "../../decode/svm/decode-svm.ts";
import { amountParam, message } from "../../message.ts";
import { nativeAmount } from "../../subject/subject.ts";
import { isOwn } from "../../subject/svm/held.ts";
import { authorityOf, holderOf, type SvmSubject, svmNameParam } from "../../subject/svm/svm-subject.ts";
import type { Finding } from "../finding.ts";
import { danger, type SvmRule } from "./finding.ts";

/** Bytes for which rent is paid beside an account's own (agave: ACCOUNT_STORAGE_OVERHEAD). */
const HEADER = 128n;
/** In percent of the rent: what is more is no rent. */
const MAX_RENT = 110n;
/** What a program may add to an account at once (agave: MAX_PERMITTED_DATA_INCREASE); rent of more is worth taking. */
const MAX_SPACE = 10_240n;

/** SOL of the user's that an instruction puts into an account, beside what it says that it sends. */
interface Put {
	readonly account: string;
	readonly space: bigint;
	/** Null: the rent of that space. */
	readonly lamports: bigint | null;
	/** The program that keeps the account. */
	readonly owner: string;
}

const LOADER = "BPF Loader";

function putBy(
	subject: SvmSubject,
	{ program, programId, name, accounts, meaning, args }: SvmStep,
): Put | null {
	if (meaning.kind === "create")
		return isOwn(subject, meaning.payer)
			? { account: meaning.account, space: meaning.space, lamports: meaning.lamports, owner: meaning.owner }
			: null;
	if (program !== LOADER || (name !== "deploy" && name !== "extend")) return null;
	const [account, payer] = name === "deploy" ? [accounts[1], accounts[0]] : [accounts[0], accounts[3]];
	if (account === undefined || !isOwn(subject, payer?.pubkey ?? null)) return null;
	const space = args[0]?.value;
	return {
		account: account.pubkey,
		space: BigInt(typeof space === "string" ? space : 0),
		lamports: null,
		owner: programId,
	};
}

/** More than the rent of a small account; where rent is not known, any SOL is. */
function isWorthTaking({ facts }: SvmSubject, { lamports, space }: Put): boolean {
	if (lamports === null) return space > MAX_SPACE;
	const least = known(facts?.rent.wallet);
	const room = HEADER + (space < MAX_SPACE ? space : MAX_SPACE);
	return least === null || lamports * HEADER * 100n > least * room * MAX_RENT;
}

function findingOf(subject: SvmSubject, put: Put): Finding | null {
	if (!isWorthTaking(subject, put)) return null;
	const { account, owner, lamports, space } = put;
	const whose = holderOf(subject, account) ?? authorityOf(subject, account);
	if (isReadProgram(owner) && isOwn(subject, whose)) return null;
	const name = (address: string) => svmNameParam(subject.user, address);
	const where = name(account);
	const what =
		lamports === null
			? message("finding.placed.rent", { bytes: String(space) })
			: amountParam(nativeAmount(subject.chainRef, lamports));
	if (!isReadProgram(owner))
		return danger(
			"placed",
			message("finding.placed.program", { what, account: where, program: name(owner) }),
			owner,
		);
	return whose === null
		? danger("placed", message("finding.placed.nobody", { what, account: where }), account)
		: danger("placed", message("finding.placed.other", { what, account: where, who: name(whose) }), whose);
}

/** SOL put in an account that is not known to be the user's: kept by a program that nobody knows, somebody's or nobody's. */
export const placed: SvmRule = ({ subject }) => {
	for (const step of subject.steps) {
		const put = putBy(subject, step);
		const found = put === null ? null : findingOf(subject, put);
		if (found !== null) return found;
	}
	return null;
};
