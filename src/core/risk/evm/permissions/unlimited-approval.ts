import { known } from "../../../chain/chain-error.ts";
import type { Decoded } from "../../../decode/evm/decode-evm.ts";
import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { approvalsOf } from "../../../explain/evm/approvals.ts";
import { type Message, message } from "../../../message.ts";
import { sameAddress } from "../../../people/labels.ts";
import { isUnlimited, nameParam, type Subject, tokenOf, unitOf } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { supposing } from "../calls.ts";

interface Limitless {
	readonly spender: string;
	readonly token: string;
	/** Whose tokens. */
	readonly owner: string;
	/** The call that gives it. */
	readonly by: Decoded;
	/** Of one that a contract keeps among many, what it is. */
	readonly what?: Message;
}

function isLimitless(subject: Subject, token: string, raw: bigint): boolean {
	const supply = known(tokenOf(subject.facts, token)?.totalSupply);
	return isUnlimited(raw) || (supply !== null && supply > 0n && raw > supply);
}

/** Permissions that a call writes into Permit2 or a token, and those of the calls inside of another. */
function inside(subject: Subject, { as, decoded }: MadeCall, isTop: boolean): Limitless[] {
	const { target: token } = decoded;
	const meaning = claimedMeaning(decoded);
	if (meaning.kind === "permits")
		return meaning.rows
			.filter((row) => isLimitless(subject, row.token, row.amount))
			.map((row) => ({ spender: row.spender, token: row.token, owner: meaning.owner ?? as, by: decoded }));
	if (meaning.kind === "approve-item") {
		const { spender, id, amount } = meaning;
		const what = message("token.of-id", { id: String(id), contract: nameParam(subject.user, token) });
		return isUnlimited(amount) ? [{ spender, token, owner: as, by: decoded, what }] : [];
	}
	if (isTop || (meaning.kind !== "approve" && meaning.kind !== "allowance")) return [];
	const raw = meaning.kind === "approve" ? meaning.amountOrId : meaning.up ? meaning.by : 0n;
	// A collection has no decimals, and its items may have numbers of any size.
	const item = known(tokenOf(subject.facts, token)?.isErc721) === true;
	return item || !isLimitless(subject, token, raw)
		? []
		: [{ spender: meaning.spender, token, owner: as, by: decoded }];
}

function stated(subject: Subject): Limitless[] {
	return approvalsOf(subject)
		.filter(({ grants, kind }) => grants && kind === "allowance")
		.filter(
			({ unlimited, amount, token }) =>
				unlimited || (amount !== null && isLimitless(subject, token, amount.raw)),
		)
		.map(({ spender, token }) => ({ spender, token, owner: subject.signer, by: subject.decoded }));
}

/** A permission over an EIP-20 or EIP-6909 token without limit, or above all that exists of it. */
export const unlimitedApproval: FindingRule = ({ subject }) => {
	const within = callsOf(subject).flatMap((call, at) => inside(subject, call, at === 0));
	const [found] = [...stated(subject), ...within];
	if (found === undefined) return null;
	const who = nameParam(subject.user, found.spender);
	const what = found.what ?? unitOf(subject.facts, found.token).symbol;
	const whose = sameAddress(found.owner, subject.signer)
		? message("account.signer")
		: nameParam(subject.user, found.owner);
	return {
		id: "unlimited-approval",
		severity: "danger",
		text: supposing(subject.user, found.by, message("finding.unlimited-approval", { who, what, whose })),
		needsWord: true,
		stake: { kind: "unlimited" },
	};
};
