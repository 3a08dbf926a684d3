import type { ActionRequest } from "../../../service-api/action.ts";
import type { Action } from "../../../service-api/events.ts";
import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import type { GrantedPermission } from "../../describe/evm/permissions.ts";
import { strangersFirst } from "../../describe/gain.ts";
import { sameAddress } from "../../identities/labels.ts";
import { type Message, message, type Text } from "../../localized-text.ts";
import { intentIndexOf } from "../../match/freeze-action.ts";
import type { Severity } from "../../risk/finding.ts";
import { actionStateObstacles, approvalOf, freezingObstacles } from "../approval.ts";
import type { ActionLikeRequest } from "../approval-request.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import type { Review, ReviewInput } from "../review.ts";
import { headlineOfRequest, MAX_LISTED, wholeHeadline } from "../reviewed.ts";
import { approvalFor, composeCommon, refusalsOf, wordFor } from "./composed.ts";

/** Returns whether a step only grants allowances and moves nothing in our own simulation. */
function onlyApproves({ content, headline, permissions, opinion: { local } }: ItemAnalysis): boolean {
	return (
		content.kind === "evm_transaction" &&
		headline.known &&
		permissions.length > 0 &&
		permissions.every(({ grants, kind }) => grants && kind === "allowance") &&
		local.state === "done" &&
		local.simulation.balanceChanges.length === 0
	);
}

/**
 * Returns whether nothing remains of the allowance, according to our own simulation of the last step that
 * shows it.
 */
function isUsedUp({ spender, token, unlimited }: GrantedPermission, later: readonly ItemAnalysis[]): boolean {
	const left = later.flatMap(({ opinion: { local } }) =>
		local.state === "done"
			? local.allowances.filter(
					(each) => sameAddress(each.spender, spender) && sameAddress(each.token, token),
				)
			: [],
	);
	return !unlimited && left.at(-1)?.amount === 0n;
}

/**
 * Drops steps whose allowance is used up by later steps, because the headline already names their purpose. An
 * undecoded call has no named purpose, so its allowance is kept.
 */
function informativeSteps(analyses: readonly ItemAnalysis[]): readonly ItemAnalysis[] {
	const telling = analyses.filter(
		(each, step) =>
			!onlyApproves(each) ||
			!each.permissions.every((approval) => isUsedUp(approval, analyses.slice(step + 1))),
	);
	return telling.length > 0 && telling.every(({ headline }) => headline.known) ? telling : analyses;
}

/** Number of allowances below which each is listed individually. */
const MANY_APPROVALS = 3;

/** Returns a single headline if one spender gets allowances for several tokens. Otherwise, returns `null`. */
function headlineOfApprovals(analyses: readonly ItemAnalysis[], user: User): Headline | null {
	const permissions = analyses.flatMap((each) => each.permissions);
	const [first] = permissions;
	if (first === undefined || analyses.length < MANY_APPROVALS || !analyses.every(onlyApproves)) return null;
	if (!permissions.every(({ spender }) => sameAddress(spender, first.spender))) return null;
	const tokens = new Set(permissions.map(({ token }) => token.toLowerCase()));
	return {
		text: message("headline.approves-many", { who: nameParam(user, first.spender), count: tokens.size }),
		known: true,
		amount: null,
	};
}

const unknownOf = (text: Text): Headline => ({ text, known: false, amount: null });

function gravestOf(analyses: readonly ItemAnalysis[]): readonly ItemAnalysis[] {
	const having = (severity: Severity) =>
		analyses.filter(({ findings }) =>
			findings.some((finding) => finding.severity === severity && finding.stake?.kind !== "cost"),
		);
	const blocked = having("block");
	return blocked.length > 0 ? blocked : having("danger");
}

function ofSignatures(analyses: readonly ItemAnalysis[]): Headline {
	const headlines = analyses.map(({ headline }) => headline);
	const [grave] = gravestOf(analyses);
	if (grave !== undefined || analyses.length === 1)
		return wholeHeadline(headlines, grave === undefined ? undefined : [grave.headline]);
	const kinds = new Set(analyses.map(({ content }) => content.kind));
	return {
		text: message(kinds.has("svm_transaction") ? "headline.signs-payloads" : "headline.signs-messages", {
			count: analyses.length,
		}),
		known: analyses.every(({ headline }) => headline.known),
		amount: null,
	};
}

function ofTransactions(all: readonly ItemAnalysis[], user: User): Headline {
	const approvals = headlineOfApprovals(all, user);
	if (approvals !== null) return approvals;
	const grave = new Set(gravestOf(all));
	const telling = new Set(informativeSteps(all));
	const insights = all.filter((each) => telling.has(each) || grave.has(each));
	const headlines = insights.map(({ headline }) => headline);
	if (grave.size === 0) return wholeHeadline(headlines);
	const giving = insights.filter((each) => grave.has(each) || each.permissions.some(({ grants }) => grants));
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
