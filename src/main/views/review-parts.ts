import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { tokenOf } from "../../core/decoded-transaction/decoded-transaction.ts";
import { collectionParam } from "../../core/decoded-transaction/party-names.ts";
import type { BalanceChangeRow } from "../../core/describe/evm/changes.ts";
import { type Costs, l1Text } from "../../core/describe/evm/costs.ts";
import type { GrantedPermission } from "../../core/describe/evm/permissions.ts";
import type { EffectAsset } from "../../core/effects/effects.ts";
import { itemOf, NEW_ITEM } from "../../core/effects/family.ts";
import type { Amount } from "../../core/format/amount.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { message, type Param, sameText, sentences, type Text } from "../../core/localized-text.ts";
import type { MatchResult } from "../../core/match/check.ts";
import { simulationOf } from "../../core/match/member.ts";
import { commitViewOf, isActionLikeRequest } from "../../core/review/approval-request.ts";
import { reviewParties } from "../../core/review/effects/parties.ts";
import { receivedBy } from "../../core/review/effects/receivers.ts";
import { runningBalances } from "../../core/review/effects/running-balances.ts";
import type { Review } from "../../core/review/review.ts";
import type { AmountView } from "../../ipc/primitives.ts";
import type {
	BatchStepRow,
	ChangeRow,
	GuardRow,
	PartyView,
	PermissionRow,
	ReviewView,
	TokenMark,
} from "../../ipc/review.ts";
import type { CommitView } from "../../service-api/commit.ts";
import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { addressView } from "./addresses.ts";
import { feeAmountView, roundedView, viewOfAmount, viewOfClaim } from "./amounts.ts";
import type { Pricing } from "./fiat-view.ts";

/** Refers to a collection only by its own name in quotation marks, or by the user's name for it. */
export function itemLabel({ analyses, user }: Pick<Review, "analyses" | "user">, asset: EffectAsset): Text {
	const { address, item } = asset;
	if (address === null) return message("token.not-named");
	const facts = analyses.map((each) => each.facts).find((each) => tokenOf(each, address) !== null) ?? null;
	const collection = collectionParam({ facts, user }, address);
	if (item === NEW_ITEM) return message("item.new", { collection });
	return item === null ? message("item.any", { collection }) : message("item.numbered", { collection, item });
}

/** Uses only the app's own list of addresses, because a token can claim any name. */
export function markOf(asset: string, chainRef: string): { readonly mark?: TokenMark } {
	if (asset === "native") return { mark: "coin" };
	const token = wellKnownAt(chainRef, asset);
	if (token === null) return {};
	return { mark: DOLLARS.has(token.symbol) ? "dollar" : "listed" };
}

/** Listed stablecoins that are pegged to the dollar. */
const DOLLARS: ReadonlySet<string> = new Set(["USDC", "USDT", "DAI", "USDS", "PYUSD", "USDC.e", "USDbC"]);

const towards = ({ direction }: BalanceChangeRow) => (direction === "in" ? "down" : "up");

/** Counts items, regardless of the decimals that their contract states. */
function countOfItems(raw: bigint, { direction, source }: BalanceChangeRow): AmountView {
	const count = raw < MANY_ITEMS ? Number(raw) : Number(MANY_ITEMS);
	const unit = { decimals: 0, symbol: message("exchange.items", { count }), checked: source !== "service" };
	return roundedView({ raw, ...unit }, direction === "in" ? "down" : "up");
}

const MANY_ITEMS = 1_000_000n;

function changeAmount(change: BalanceChangeRow, pricing: Pricing): AmountView {
	const { amount, asset, tokenId } = change;
	if (amount.kind !== "amount") return viewOfClaim(amount);
	if (tokenId !== null) return countOfItems(amount.amount.raw, change);
	const view = roundedView(amount.amount, towards(change));
	return { ...view, ...pricing.ofMovement(amount.amount, asset, towards(change)) };
}

function changeRow(
	change: BalanceChangeRow,
	step: number | null,
	{ labels, chainRef, balances, pricing, review }: ChangesContext,
): ChangeRow {
	const { account, asset, mine, direction, tokenId, counterparty, source } = change;
	const item = itemOf(tokenId);
	const balance = balances.get(change);
	const after = balance?.after ?? null;
	return {
		account: addressView(account, labels),
		mine,
		direction,
		amount: changeAmount(change, pricing),
		tokenId,
		...(item === null ? {} : { item: itemLabel(review, { kind: "item", address: asset, item }) }),
		counterparty: counterparty === null ? null : addressView(counterparty, labels),
		of: balance === undefined ? null : roundedView(balance.before, "down"),
		...(after === null ? {} : { after: roundedView(after, "down") }),
		...markOf(change.asset, chainRef),
		step,
		source,
	};
}

interface ChangesContext {
	readonly labels: Labels;
	readonly chainRef: string;
	readonly balances: ReturnType<typeof runningBalances>;
	readonly pricing: Pricing;
	readonly review: Pick<Review, "analyses" | "user">;
}

function permissionRow(allow: GrantedPermission, step: number | null, labels: Labels): PermissionRow {
	return {
		...allow,
		spender: addressView(allow.spender, labels),
		token: addressView(allow.token, labels),
		amount: viewOfAmount(allow.amount),
		step,
	};
}

export function changeRows(review: Review, chainRef: string, pricing: Pricing): ChangeRow[] {
	const { analyses, effects, user } = review;
	const only = analyses.length === 1;
	const rows = analyses.flatMap(({ changes }, index) =>
		(changes?.rows ?? []).filter(({ step }) => only || step === index + 1 || (step === null && index === 0)),
	);
	const around = { labels: user.labels, chainRef, balances: runningBalances(rows, effects), pricing, review };
	return rows.map((change) => changeRow(change, only ? null : change.step, around));
}

export function changesClaim({ analyses }: Review): Text {
	if (analyses.length === 0) return message("review.changes.undecoded");
	const found = analyses.flatMap(({ changes }) => (changes === null ? [] : [changes]));
	const claims = found.map(({ claim }) => claim);
	// A step without changes claims that nothing changes, which would contradict the rows of the other steps.
	const first = (found.find(({ rows }) => rows.length > 0) ?? found[0])?.claim;
	if (first === undefined) return message("review.changes.signature-only");
	// The least reliable claim is shown for all of them.
	const least =
		claims.find(({ status }) => status === "contradicted") ??
		claims.find(({ status }) => status === "unconfirmed") ??
		first;
	return least.text;
}

const totalsOf = (amounts: readonly Param[]): Pick<PartyView, "gets"> =>
	amounts.length === 0 ? {} : { gets: amounts.map((amount) => message("party.gets", { amount })) };

export function partyViews(
	{ analyses, findings, user, approval, effects }: Review,
	signer: string,
	chainRef: string,
): PartyView[] {
	return reviewParties({
		effects,
		findings,
		user,
		signer,
		chainRef,
		named: approval.wordParty,
	}).map(({ address, imitates, ...party }) => ({
		...party,
		address: addressView(address, user.labels),
		...totalsOf(receivedBy(address, effects, { analyses: analyses, user })),
		imitates: imitates === null ? null : { ...imitates, address: addressView(imitates.address, user.labels) },
	}));
}

/** The service's claim about the whole request is repeated for each step. */
export function permissionRows({ analyses, user }: Review): PermissionRow[] {
	const only = analyses.length === 1;
	const rows = analyses.flatMap(({ permissions }, index) =>
		permissions.map((allow) => permissionRow(allow, only ? null : index + 1, user.labels)),
	);
	const same = (left: PermissionRow, right: PermissionRow) =>
		left.source === "service" &&
		right.source === "service" &&
		sameText(left.text, right.text) &&
		left.spender.address === right.spender.address &&
		left.token.address === right.token.address;
	return rows.filter((row, at) => rows.findIndex((other) => other === row || same(other, row)) === at);
}

/** Returns `null` if nothing is sent. If the request couldn't be decoded, returns unknown costs. */
export function costsView(review: Review, pricing: Pricing): ReviewView["costs"] {
	const { costs, analyses } = review;
	if (costs !== null) return costsRows(costs, pricing);
	if (analyses.length > 0) return null;
	return {
		most: null,
		likely: null,
		l1: null,
		serviceFee: message("review.costs.undecoded"),
		fees: [],
		covered: { ok: null, text: message("review.costs.undecoded") },
	};
}

function costsRows(costs: Costs, pricing: Pricing): ReviewView["costs"] {
	const { serviceFee, fees, covered } = costs;
	// If the L1 fee is unknown, the amount covers only the gas, and the next line says so.
	const { most, likely } = costs.l1?.kind === "unknown" ? costs.gas : costs;
	const fee = (amount: Amount | null) =>
		amount === null ? null : { ...feeAmountView(amount), ...pricing.ofFee(amount) };
	return {
		most: fee(most),
		likely: fee(likely),
		l1: l1Text(costs),
		serviceFee,
		fees: fees.map(({ kind, amount }) => ({ kind, amount: viewOfClaim(amount) })),
		covered,
	};
}

export function verdictText(match: MatchResult): Text {
	const failed = match.checks.filter((check) => check.status === "failed");
	const [first] = failed;
	if (match.verdict === "matched") return message("review.match.all", { count: match.checks.length });
	if (first !== undefined)
		return failed.length === 1
			? first.text
			: sentences(first.text, message("review.match.more", { count: failed.length - 1 }));
	if (match.verdict === "refused") return message("review.match.nothing");
	const open = match.checks.filter((check) => check.status === "unknown").length;
	return message("review.match.open", { open, count: match.checks.length });
}

function simulationFor({ frozen, request }: Review): PipelineSimulation | null {
	if (frozen !== null && frozen.kind === "commit") return simulationOf(frozen);
	const stated = isActionLikeRequest(request)
		? request.action.request
		: commitViewOf(request)?.review?.request;
	return stated === undefined || stated.type === "sign" ? null : stated.simulation;
}

export function simulationRows(review: Review): Pick<ReviewView, "guards" | "warnings" | "logs"> {
	const simulation = simulationFor(review);
	if (simulation === null) return { guards: [], warnings: [], logs: [] };
	const guards: GuardRow[] = simulation.guards.map(({ name, status, message }) => ({
		name,
		status,
		message: message ?? null,
	}));
	const logs = simulation.logs.map(({ address, topics, data }) => ({ address, topics, data }));
	return { guards, warnings: simulation.warnings, logs };
}

export interface BatchMember {
	readonly state: string;
	readonly headline: Text;
}

function sourceOf({ batch }: CommitView, index: number): string | null {
	const stage = batch?.ordered_stage_ids[index];
	const source = batch?.sources.find((each) => each.stage_id === stage);
	return source === undefined
		? null
		: `staged as ${source.source_id} for ${source.chain_ref} (${source.stage_id})`;
}

export function stepsOf(
	view: CommitView | null,
	headline: Text,
	members: ReadonlyMap<string, BatchMember>,
): BatchStepRow[] {
	if (view === null || view.batch === null) return [];
	return view.batch.ordered_commit_ids.map((commitId, index) => {
		const here = commitId === view.commit_id;
		const member = members.get(commitId);
		return {
			commitId,
			index,
			state: here ? view.state : (member?.state ?? "unknown"),
			headline: here ? headline : (member?.headline ?? null),
			source: sourceOf(view, index),
			here,
		};
	});
}

export function stepView(view: CommitView | null): ReviewView["step"] {
	const batch = view?.batch ?? null;
	return batch === null ? null : { at: batch.index + 1, of: batch.ordered_commit_ids.length };
}
