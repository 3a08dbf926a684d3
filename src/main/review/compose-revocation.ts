import type { FrozenRevocation } from "../match/frozen.ts";
import { matchRevocation } from "../match/revocation.ts";
import type { Against } from "./approval.ts";
import { approvalFor, withFrozen } from "./composed.ts";
import type { Headline } from "./headline.ts";
import type { Insight } from "./insight.ts";
import { plain } from "./plain.ts";
import type { Review, Reviewed, ReviewInput } from "./review.ts";
import { nameOf } from "./subject.ts";
import { svmNameOf } from "./svm-subject.ts";

/** The review of a revocation: a wish of the person, so nobody else describes it. */

type OfRevocation = Extract<Reviewed, { kind: "revocation" }>;

/** The beginning of every headline of a call that takes something back (headline.ts, svm/tell.ts). */
const TAKES_BACK = "Takes back";

/** What the one call that was matched byte for byte does, where our decoding has no sentence for it. */
function matchedText({ revokes, chain_family: family }: FrozenRevocation, input: ReviewInput, asset: string) {
	const { kind, spender, token_id: item } = revokes;
	const who = (family === "svm" ? svmNameOf : nameOf)(input.person, spender);
	const what = plain(asset, 60);
	if (kind === "token") return `${TAKES_BACK} the permission on item ${item} of ${what}`;
	if (kind === "permit2") return `${TAKES_BACK} what ${who} may take of ${what} by Permit2`;
	return `${TAKES_BACK} what ${who} may take of ${what}`;
}

/** What nobody holds can take nothing: EIP-721 takes an item's permission back by giving it to this one. */
const NOBODY = `0x${"0".repeat(40)}`;

/** The same bytes grant where the contract is of another kind than it was taken for (EIP-721's approve of item 0). */
const grantsAnything = (insights: readonly Insight[]) =>
	insights.some(({ allows }) => allows.some((allow) => allow.grants && allow.spender !== NOBODY));

/** Our own decoding tells it; where it has no such sentence, the match proves that the bytes are the one revocation. */
function headlineOf(of: OfRevocation, input: ReviewInput, insights: readonly Insight[]): Headline {
	const own = insights[0]?.headline ?? null;
	if (own !== null && (grantsAnything(insights) || (own.known && own.text.startsWith(TAKES_BACK))))
		return own;
	return matchRevocation(of.frozen).verdict === "matched"
		? { text: matchedText(of.frozen, input, of.asset), known: true, amount: null }
		: (own ?? { text: "Does something that can't be decoded", known: false, amount: null });
}

const GRANTS: Against = {
	words:
		"By our own decoding this would not take the permission back but give one: the contract is of another kind than it was taken for. Nothing was signed.",
	passing: false,
};

/** A revocation takes nothing but its fee: what else leaves, or who else rules afterwards, is the contract's own doing. */
const takesAnything = (insights: readonly Insight[]) =>
	insights.some(
		({ comparison, opinion: { own } }) =>
			(comparison?.effects ?? []).some(
				({ kind, ours }) => kind === "balance" && ours !== null && ours.raw < 0n,
			) ||
			(own.state === "done" && own.controls.some(({ mine }) => mine)),
	);

const TAKES: Against = {
	words:
		"By your own simulation this would do more than take the permission back: something of yours would leave, or you would lose control of it. Nothing was signed.",
	passing: false,
};

export function composeRevocation(input: ReviewInput, of: OfRevocation): Review {
	const common = withFrozen(input, of.frozen);
	const { insights } = common;
	return {
		...common,
		subject: { kind: "revocation", frozen: of.frozen },
		headline: headlineOf(of, input, insights),
		approval: approvalFor(
			input,
			common,
			[],
			[...(grantsAnything(insights) ? [GRANTS] : []), ...(takesAnything(insights) ? [TAKES] : [])],
		),
		canReject: false,
	};
}
