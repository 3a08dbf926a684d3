import type { ActionRequest } from "../../../service-api/action.ts";
import type { Action } from "../../../service-api/events.ts";
import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import { strangersFirst } from "../../describe/gain.ts";
import { type Message, message, type Text } from "../../localized-text.ts";
import { intentIndexOf } from "../../match/freeze-action.ts";
import type { Severity } from "../../risk/finding.ts";
import { actionStateObstacles, approvalOf, freezingObstacles } from "../approval.ts";
import type { ActionLikeRequest } from "../approval-request.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import type { Review, ReviewInput } from "../review.ts";
import { headlineOfRequest, MAX_LISTED, wholeHeadline } from "../reviewed.ts";
import { approvalFor, composeCommon, refusalsOf, wordFor } from "./composed.ts";
import { headlineOfApprovals, tellingSteps } from "./telling-steps.ts";

const unknownOf = (text: Text): Headline => ({ text, known: false, amount: null });

function gravestOf(insights: readonly ItemAnalysis[]): readonly ItemAnalysis[] {
	const having = (severity: Severity) =>
		insights.filter(({ findings }) =>
			findings.some((finding) => finding.severity === severity && finding.stake?.kind !== "cost"),
		);
	const blocked = having("block");
	return blocked.length > 0 ? blocked : having("danger");
}

function ofSignatures(insights: readonly ItemAnalysis[]): Headline {
	const headlines = insights.map(({ headline }) => headline);
	const [grave] = gravestOf(insights);
	if (grave !== undefined || insights.length === 1)
		return wholeHeadline(headlines, grave === undefined ? undefined : [grave.headline]);
	const kinds = new Set(insights.map(({ content }) => content.kind));
	return {
		text: message(kinds.has("svm_transaction") ? "headline.signs-payloads" : "headline.signs-messages", {
			count: insights.length,
		}),
		known: insights.every(({ headline }) => headline.known),
		amount: null,
	};
}

function ofTransactions(all: readonly ItemAnalysis[], user: User): Headline {
	const approvals = headlineOfApprovals(all, user);
	if (approvals !== null) return approvals;
	const grave = new Set(gravestOf(all));
	const telling = new Set(tellingSteps(all));
	const insights = all.filter((each) => telling.has(each) || grave.has(each));
	const headlines = insights.map(({ headline }) => headline);
	if (grave.size === 0) return wholeHeadline(headlines);
	const giving = insights.filter((each) => grave.has(each) || each.approvals.some(({ grants }) => grants));
	const ordered = strangersFirst(giving, ({ headline }) => headline.gain ?? null).toSorted(
		(left, right) => Number(grave.has(right)) - Number(grave.has(left)),
	);
	const named = giving.length <= MAX_LISTED ? giving : ordered.slice(0, MAX_LISTED);
	return wholeHeadline(
		headlines,
		named.map(({ headline }) => headline),
	);
}

export function headlineOfAction(action: Action, user: User): Headline {
	const { request } = action;
	const { signer, chain_ref: chainRef } = intentIndexOf(request);
	const headline = headlineOfRequest(request, { signer, chainRef: chainRef ?? "" }, user);
	return headline ?? unknownOf(bareText(request));
}

function bareText(request: ActionRequest): Message {
	if (request.type !== "sign") return message("headline.undecoded");
	const count = request.payloads.length;
	return message("headline.asks", { count });
}

function unreadText(request: ActionRequest): Message {
	if (request.type !== "sign" || request.payloads.length !== 1) return message("headline.undecoded");
	const typed = request.payloads[0]?.kind === "evm_typed_data";
	return message(typed ? "message.unreadable.typed-data" : "message.unreadable");
}

export function headlineOfUnread(action: Action, user: User): Headline {
	const { request } = action;
	return request.type === "sign" ? unknownOf(unreadText(request)) : headlineOfAction(action, user);
}

export function composeAction(input: ReviewInput, { action }: ActionLikeRequest): Review {
	const common = composeCommon(input);
	const own = actionStateObstacles(action.state, input.confirmedByGet);
	const { analyses } = common;
	const decoded =
		action.request.type === "sign" ? ofSignatures(analyses) : ofTransactions(analyses, input.user);
	return {
		...common,
		headline: analyses.length === 0 ? headlineOfUnread(action, input.user) : decoded,
		approval:
			action.state === "pending"
				? approvalFor(input, common, freezingObstacles(refusalsOf(input), null), own)
				: approvalOf(own, wordFor(common)),
		canReject: action.state === "pending",
	};
}
