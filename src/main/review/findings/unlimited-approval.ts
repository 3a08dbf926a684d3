import { known } from "../../chains/chain-error.ts";
import { sameAddress } from "../../policy/labels.ts";
import { allowsOf } from "../allows.ts";
import { isUnlimited, nameOf, type Subject, tokenOf, unitOf } from "../subject.ts";
import { callsOf, type MadeCall } from "./calls.ts";
import type { Rule } from "./finding.ts";

interface Limitless {
	readonly spender: string;
	readonly token: string;
	/** Whose tokens. */
	readonly owner: string;
}

function isLimitless(subject: Subject, token: string, raw: bigint): boolean {
	const supply = known(tokenOf(subject.facts, token)?.totalSupply);
	return isUnlimited(raw) || (supply !== null && supply > 0n && raw > supply);
}

/** Permissions that a call writes into Permit2 or a token, and those of the calls inside of another. */
function inside(subject: Subject, { as, decoded }: MadeCall, isTop: boolean): Limitless[] {
	const { meaning, target: token } = decoded;
	if (meaning.kind === "permits")
		return meaning.rows
			.filter((row) => isLimitless(subject, row.token, row.amount))
			.map((row) => ({ spender: row.spender, token: row.token, owner: meaning.owner ?? as }));
	if (isTop || (meaning.kind !== "approve" && meaning.kind !== "allowance")) return [];
	const raw = meaning.kind === "approve" ? meaning.amountOrId : meaning.up ? meaning.by : 0n;
	// A collection has no decimals, and its items may have numbers of any size.
	const item = known(tokenOf(subject.facts, token)?.isErc721) === true;
	return item || !isLimitless(subject, token, raw) ? [] : [{ spender: meaning.spender, token, owner: as }];
}

function stated(subject: Subject): Limitless[] {
	return allowsOf(subject)
		.filter(({ grants, kind }) => grants && kind === "allowance")
		.filter(
			({ unlimited, amount, token }) =>
				unlimited || (amount !== null && isLimitless(subject, token, amount.raw)),
		)
		.map(({ spender, token }) => ({ spender, token, owner: subject.signer }));
}

/** A permission over an EIP-20 token without limit, or above all that exists of it. */
export const unlimitedApproval: Rule = ({ subject }) => {
	const within = callsOf(subject).flatMap((call, at) => inside(subject, call, at === 0));
	const [found] = [...stated(subject), ...within];
	if (found === undefined) return null;
	const who = nameOf(subject.person, found.spender);
	const { symbol } = unitOf(subject.facts, found.token);
	const whose = sameAddress(found.owner, subject.signer)
		? "your account"
		: nameOf(subject.person, found.owner);
	return {
		id: "unlimited-approval",
		severity: "danger",
		words: `This lets ${who} take all ${symbol} of ${whose}, today and at any later time, without asking again.`,
		needsWord: true,
	};
};
