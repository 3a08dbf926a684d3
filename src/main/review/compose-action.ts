import type { ActionRequest } from "../../contract/action.ts";
import type { Action } from "../../contract/events.ts";
import { placeOf } from "../match/freeze-action.ts";
import { againstActionState, againstFreezing, approvalOf } from "./approval.ts";
import { approvalFor, withFrozen, withoutFrozen } from "./composed.ts";
import type { Headline } from "./headline.ts";
import type { Insight } from "./insight.ts";
import type { Review, Reviewed, ReviewInput } from "./review.ts";
import { headlineOfRequest, wholeHeadline } from "./reviewed.ts";
import type { Person } from "./subject.ts";

/** The review of an action: it describes itself, since it has no digest. */

type OfAction = Extract<Reviewed, { kind: "action" }>;

const unknownOf = (text: string): Headline => ({ text, known: false, amount: null });

/** Several payloads that only ask for signatures are counted: each has its own sentence below. */
function ofSignatures(insights: readonly Insight[]): Headline {
	const [only] = insights;
	if (only !== undefined && insights.length === 1) return only.headline;
	const kinds = new Set(insights.map(({ content }) => content.kind));
	const what = kinds.has("svm_transaction") ? "payloads" : "messages";
	return {
		text: `Signs ${insights.length} ${what}`,
		known: insights.every(({ headline }) => headline.known),
		amount: null,
	};
}

/** By the request alone, for a list or where nothing could be frozen. */
export function headlineOfAction(action: Action, person: Person): Headline {
	const { request } = action;
	const { signer, chain_ref: chainRef } = placeOf(request);
	const told = headlineOfRequest(request, { signer, chainRef: chainRef ?? "" }, person);
	return told ?? unknownOf(bareWords(request));
}

function bareWords(request: ActionRequest): string {
	if (request.type !== "sign") return "A request that can't be decoded";
	const count = request.payloads.length;
	return count === 1 ? "Asks for a signature" : `Asks for ${count} signatures`;
}

export function composeAction(input: ReviewInput, of: OfAction): Review {
	const { action, freezing, sendsItself } = of;
	const refusals = freezing.ok ? [] : freezing.refusals;
	const common = freezing.ok ? withFrozen(input, freezing.frozen) : withoutFrozen(input, refusals);
	const own = againstActionState(action.state, input.confirmedByGet);
	const { insights } = common;
	const decoded =
		action.request.type === "sign"
			? ofSignatures(insights)
			: wholeHeadline(insights.map(({ headline }) => headline));
	return {
		...common,
		subject: { kind: "action", action, sendsItself },
		headline: insights.length === 0 ? headlineOfAction(action, input.person) : decoded,
		approval:
			action.state === "pending"
				? approvalFor(input, common, againstFreezing(refusals, null), own)
				: approvalOf(own, common.findings),
		canReject: action.state === "pending",
	};
}
