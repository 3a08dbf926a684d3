import { chainName } from "../../core/chain/names.ts";
import { nameParam } from "../../core/decoded-transaction/party-names.ts";
import { slippageOf } from "../../core/describe/slippage.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import { skeletonOf } from "../../core/format/confusable.ts";
import { plain } from "../../core/format/plain.ts";
import { type Labels, labelOf, sameAddress } from "../../core/identities/labels.ts";
import {
	isMessage,
	type Message,
	message,
	type Param,
	sameText,
	type Text,
} from "../../core/localized-text.ts";
import { isOfChain } from "../../core/match/check.ts";
import { offersBoth } from "../../core/match/freeze.ts";
import { intentIndexOf } from "../../core/match/freeze-action.ts";
import { type Frozen, hasSeveralSteps } from "../../core/match/frozen.ts";
import { type ApprovalState, readableValues } from "../../core/review/approval.ts";
import {
	type ApprovalRequest,
	commitViewOf,
	isActionLikeRequest,
	isSelfSubmitted,
} from "../../core/review/approval-request.ts";
import type { JudgedReview } from "../../core/review/band.ts";
import { replacementText } from "../../core/review/compose/compose-replacement.ts";
import { isQuiet } from "../../core/review/diff/diff.ts";
import { outlierText } from "../../core/review/effects/flow-text.ts";
import { fieldText } from "../../core/review/field-text.ts";
import type { DayLimit } from "../../core/review/policy/day-limit.ts";
import type { Review } from "../../core/review/review.ts";
import type {
	ChangeRow,
	CheckRow,
	FindingRow,
	PartyView,
	ReplacementView,
	ReviewView,
	TypedIntentRow,
} from "../../ipc/review.ts";
import type { DeviceReviewView, DeviceView } from "../../ipc/wallet.ts";
import type { ActionRequest, Broadcaster, ChainFamily } from "../../service-api/action.ts";
import { type CommitTransport, type CommitView, commitView } from "../../service-api/commit.ts";
import { actionEvent } from "../../service-api/events.ts";
import { type Stranger, strangersIn } from "../../service-api/open.ts";
import { addressView } from "./addresses.ts";
import { contentView } from "./content-view.ts";
import { contractViews } from "./contract-view.ts";
import { deviceReviewView } from "./device-view.ts";
import { exchangeViews } from "./exchange-view.ts";
import { pricingFor } from "./fiat-view.ts";
import { flowView } from "./flow-view.ts";
import { opinionView } from "./opinion-view.ts";
import { type ProposingAgent, proposalView } from "./proposal-view.ts";
import {
	type BatchMember,
	changeRows,
	changesClaim,
	costsView,
	partyViews,
	permissionRows,
	simulationRows,
	stepsOf,
	stepView,
	verdictText,
} from "./review-parts.ts";

const MAX_LENGTH = 40;

/**
 * Returns the strings that a user could mistake for a name: the name with and without its last label, and
 * each of the other labels.
 */
function facesOf(name: string): readonly string[] {
	const parts = name.split(".").slice(0, -1);
	return [name, parts.join("."), ...parts].map(skeletonOf).filter((each) => each !== "");
}

function imitates(address: string, name: string, own: readonly (readonly [string, string])[]): boolean {
	const faces = facesOf(name);
	return own.some(([of, skeleton]) => faces.includes(skeleton) && !sameAddress(of, address));
}

const skeletons = (labels: Labels) =>
	Object.entries(labels).map(([address, label]) => [address, skeletonOf(label)] as const);

/**
 * Omits a name that looks like the user's own name for a different address, because anyone can register one.
 */
export function namesView(review: Pick<Review, "names" | "user">): ReviewView["names"] {
	if (review.names.size === 0) return {};
	const { labels } = review.user;
	const own = skeletons(labels);
	return Object.fromEntries(
		[...review.names]
			.filter(([address, name]) => labelOf(labels, address) === null && !imitates(address, name, own))
			.map(([address, name]) => {
				const shown = addressView(address, {}).address;
				const system = shown.startsWith("0x") ? ("ENS" as const) : ("SNS" as const);
				return [shown, { name: plain(name, MAX_LENGTH), system }];
			}),
	);
}

const MAX = 24;
const MAX_NAME_LENGTH = 80;
const MAX_VALUE_LENGTH = 400;

const isNotable = ({ status, refusal, value }: Stranger) =>
	(status === "shown" || status === "needed") && refusal === null && value !== null;

function strangersOf(request: ApprovalRequest): readonly Stranger[] {
	if (isActionLikeRequest(request)) return strangersIn(actionEvent, request.action);
	const view = commitViewOf(request);
	return view === null ? [] : strangersIn(commitView, view);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

export function addsView(request: ApprovalRequest): ReviewView["adds"] {
	const notable = strangersOf(request).filter(isNotable);
	const rows = notable.slice(0, MAX).map(({ path, value }) => ({
		name: plain(path, MAX_NAME_LENGTH),
		value: plain(textOf(value), MAX_VALUE_LENGTH),
	}));
	const more = notable.length - rows.length;
	return more === 0 ? rows : [...rows, { name: "…", value: `and ${more} more` }];
}

const SUBMITS: Readonly<Record<Broadcaster, Message>> = {
	wallet: message("review.submits.wallet"),
	hosted: message("review.submits.hosted"),
	venue: message("review.submits.venue"),
};

export interface ReviewViewContext {
	readonly entryId: string;
	readonly batch: ReadonlyMap<string, BatchMember>;
	/** `null` or absent if no Ledger signs or it is unknown which one does. */
	readonly device?: DeviceView | null;
	readonly canAskChange?: boolean;
	readonly chainNameOf?: (chainRef: string) => string;
	/** Absent if no agent can have proposed the request. */
	readonly agentOf?: (agentId: string) => ProposingAgent | null;
	/** Absent if the networks weren't checked. */
	readonly networks?: RpcStatus;
	/** `null` or absent if no limit fits. */
	readonly dayLimit?: DayLimit | null;
	/** Prices in US dollars. Absent if the user hides fiat values. */
	readonly prices?: PriceSource;
}

interface RpcStatus {
	notesOf(chainRef: string): readonly Text[];
	isRpcBusy(chainRef: string): boolean;
	lacksRpc(chainRef: string): string | null;
}

interface Where {
	readonly signer: string;
	/** Empty if the request doesn't name a chain. */
	readonly chainRef: string;
	readonly request: ActionRequest | undefined;
}

function whereOf({ request, frozen }: Review): Where {
	switch (request.kind) {
		case "commit": {
			const view = commitViewOf(request);
			return {
				signer: view?.signer ?? "",
				chainRef: view?.chain_ref ?? "",
				request: view?.review?.request,
			};
		}
		case "action":
		case "proposal": {
			const { signer, chain_ref: chainRef } = intentIndexOf(request.action.request);
			return { signer, chainRef: chainRef ?? "", request: request.action.request };
		}
		case "unreadable":
		case "replacement":
		case "revocation":
		case "transfer":
			return { signer: frozen?.signer ?? "", chainRef: frozen?.chain_ref ?? "", request: undefined };
	}
}

const ROUTES: Readonly<Record<CommitTransport, Message>> = {
	browser_send: message("review.route.browser-send"),
	sign_and_broadcast: message("review.route.hand-in"),
};

/** Returns the route only if it is unusual or the user has set it. */
function routeText(view: CommitView | null, frozen: Frozen | null): { readonly route?: Message } {
	if (frozen === null || view === null || frozen.kind !== "commit") return {};
	const isStated = frozen.route === "browser_send" || offersBoth(view);
	return isStated ? { route: ROUTES[frozen.route] } : {};
}

function broadcasterView({ request, frozen }: Review): ReviewView["broadcaster"] {
	if (request.kind === "commit") {
		const view = commitViewOf(request);
		const kind = view?.broadcaster ?? "wallet";
		return { kind, text: SUBMITS[kind], ...routeText(view, frozen) };
	}
	if (!isActionLikeRequest(request) || isSelfSubmitted(request))
		return { kind: "wallet", text: SUBMITS.wallet };
	return { kind: "hosted", text: message("review.submits.signature") };
}

/** An action has no digest, so its description is only the service's own. */
const SELF_DESCRIBED = message("review.self-described");

function labelsOf(request: ActionRequest | undefined): string[] {
	if (request === undefined) return [];
	if (request.type === "sign") return [request.description];
	if (request.type === "execute_svm") return request.transactions.map((tx) => tx.description);
	return request.transactions.map((tx) => tx.label);
}

function labelsClaimed(review: Review, request: ActionRequest | undefined): string[] {
	const own = review.analyses.flatMap(({ serviceLabel: says }) => (says === null ? [] : [says]));
	// A proposal has no label, because its fields are empty.
	return (own.length > 0 ? [...new Set(own)] : labelsOf(request)).filter((label) => label !== "");
}

function appOf(review: Review, request: ActionRequest | undefined): string | null {
	if (review.session.app !== null) return review.session.app;
	for (const { content } of review.analyses)
		if (content.kind === "evm_transaction") return content.subject.transaction?.protocol ?? null;
	return request?.type === "execute_evm" ? (request.transactions[0]?.protocol ?? null) : null;
}

const SIGNER_WORDS = {
	ready: message("review.signer.ready"),
	locked: message("review.signer.locked"),
	missing: message("review.signer.missing"),
	watched: message("review.signer.watched"),
} as const;

const DEVICE_WORDS: Readonly<Record<DeviceView["condition"], Message>> = {
	none: message("review.device.none"),
	looking: message("review.device.looking"),
	permission: message("review.device.permission"),
	busy: message("review.device.busy"),
	locked: message("review.signer.locked"),
	dashboard: message("review.device.dashboard"),
	wrongApp: message("review.device.wrong-app"),
	appTooOld: message("review.device.app-too-old"),
	stillAsking: message("review.device.still-asking"),
	ready: message("review.device.ready"),
	asking: message("review.device.asking"),
	failed: message("review.device.failed"),
};

function deviceState({ condition, app }: DeviceView): Message {
	return condition === "ready" && app !== null
		? message("review.device.app-open", { app: app.name })
		: DEVICE_WORDS[condition];
}

function rawOf({ request, frozen }: Review): unknown {
	switch (request.kind) {
		case "commit": {
			const view = commitViewOf(request);
			return view === null ? null : { action: view.action, review: view.review };
		}
		case "action":
		case "proposal": {
			const { id, revision, state, expires_at, request: stated } = request.action;
			return { id, revision, state, expires_at, request: stated };
		}
		case "unreadable":
			return request.action.raw;
		case "replacement":
			return frozen?.kind === "replacement" ? { payload: frozen.payload, replaces: frozen.replaces } : null;
		case "revocation":
			return frozen?.kind === "revocation"
				? { payload: frozen.payload, revokes: frozen.revokes, lowers_to: frozen.lowers_to }
				: null;
		case "transfer":
			return frozen?.kind === "transfer" ? { payload: frozen.payload, sends: frozen.sends } : null;
	}
}

function rawText(review: Review): string {
	const raw = rawOf(review);
	return raw === null ? "" : JSON.stringify(raw, null, 2);
}

function replacesOf({ request }: Review): ReplacementView | null {
	if (request.kind !== "replacement" || request.planned === null) return null;
	const { frozen, headline } = request.planned;
	return {
		purpose: frozen.purpose,
		headline,
		transactionId: frozen.replaces.transaction_id,
		text: replacementText(request.planned),
	};
}

function requestIdOf({ request }: Review): string | null {
	switch (request.kind) {
		case "commit":
			return request.read.kind === "known" ? request.read.view.commit_id : request.read.commitId;
		case "action":
		case "proposal":
		case "unreadable":
			return request.action.id;
		case "replacement":
		case "revocation":
		case "transfer":
			return null;
	}
}

const buildOf = ({ request }: Review): Pick<ReviewView, "build"> =>
	request.kind === "action" && request.build !== undefined ? { build: request.build.digest } : {};

function revisionOf({ frozen, request }: Review): number | null {
	if (frozen !== null && frozen.kind === "commit") return frozen.review_revision;
	if (isActionLikeRequest(request) || request.kind === "unreadable") return request.action.revision;
	return commitViewOf(request)?.review?.revision ?? null;
}

function findingRows({ findings, request, user }: Review): FindingRow[] {
	const rows: FindingRow[] = findings.map(({ id, severity, text, short, stake }) => ({
		id,
		severity,
		text,
		...(short === undefined ? {} : { short }),
		...(stake !== undefined && "address" in stake ? { at: addressView(stake.address, user.labels) } : {}),
	}));
	return request.kind === "action"
		? [...rows, { id: "self-described", severity: "info", text: SELF_DESCRIBED }]
		: rows;
}

const typedIntentRow = ({ typedIntent }: Review): TypedIntentRow | null =>
	typedIntent === null ? null : { outcome: typedIntent.outcome, text: typedIntent.text };

function familyOf({ request, frozen }: Review): ChainFamily {
	if (frozen !== null) return frozen.chain_family;
	return isActionLikeRequest(request)
		? intentIndexOf(request.action.request).chain_family
		: (commitViewOf(request)?.chain_family ?? "evm");
}

function deviceOf(review: Review, context: ReviewViewContext): DeviceReviewView | null {
	const { user, device: plans } = review;
	if (user.device === null) return null;
	return deviceReviewView(plans, user.device, familyOf(review), context.device ?? null);
}

/** If the digests differ, the approval covers both of them. */
function batchDigestOf(view: CommitView | null): Pick<ReviewView, "batchDigest"> {
	const digest = view?.batch?.review_digest ?? null;
	return digest === null || digest === view?.review?.digest ? {} : { batchDigest: digest };
}

/** Replaces the names of lookalike addresses in the headline. The full address is shown below. */
function withoutImitators({ headline, user }: Review, parties: readonly PartyView[]): Text {
	const names = new Set<unknown>(
		parties.flatMap(({ imitates, address }) => (imitates === null ? [] : [nameParam(user, address.address)])),
	);
	if (names.size === 0) return headline.text;
	const shownParam = (param: Param): Param => {
		if (typeof param === "string") return names.has(param) ? message("headline.unknown-address") : param;
		if (Array.isArray(param)) return param.map(shownParam);
		return isMessage(param) ? inMessage(param) : param;
	};
	const inMessage = ({ code, params = {} }: Message): Message => ({
		code,
		params: Object.fromEntries(Object.entries(params).map(([name, each]) => [name, shownParam(each)])),
	});
	return typeof headline.text === "string" ? headline.text : inMessage(headline.text);
}

/** The headline's value can only come from a change that has exactly the same amount. */
function fiatOfHeadline({ headline }: Review, changes: readonly ChangeRow[]): Pick<ReviewView, "fiat"> {
	const { amount } = headline;
	if (amount === null) return {};
	const same = changes.find(
		(row) => row.mine && row.amount.raw === amount.raw.toString() && sameText(row.amount.unit, amount.symbol),
	);
	return same?.amount.fiat === undefined ? {} : { fiat: same.amount.fiat };
}

function rpcOf(
	chainRef: string,
	networks: RpcStatus | undefined,
	{ causes }: ApprovalState,
): Pick<ReviewView, "rpc"> {
	if (networks === undefined || chainRef === "") return {};
	const missing = networks.lacksRpc(chainRef);
	const failing = missing === null && causes.includes("rpc-silent");
	const rpc = { notes: networks.notesOf(chainRef), missing, failing, busy: networks.isRpcBusy(chainRef) };
	return rpc.notes.length === 0 && missing === null && !failing ? {} : { rpc };
}

/** Requires a decoded minimum and, in both simulations, an incoming amount. */
function slippageText({ analyses, effects }: Review): Pick<ReviewView, "slippage"> {
	const [only, ...more] = analyses;
	if (only === undefined || more.length > 0 || effects === null) return {};
	const { comparison } = only;
	if (comparison?.verdict !== "agrees" && comparison?.verdict !== "drifts") return {};
	const found = slippageOf(effects);
	if (found === null) return {};
	const percent = `${found / 100n}.${(found % 100n).toString().padStart(2, "0")}`.replace(/\.?0+$/, "");
	return { slippage: message("review.slippage", { percent }) };
}

function approvalView(state: ApprovalState): ReviewView["approval"] {
	const { possible, refusals, word, wordOf, canRetry, isEnded, causes } = state;
	return {
		possible,
		refusals,
		word,
		wordOf,
		canRetry,
		...(isEnded === undefined ? {} : { isEnded }),
		...(causes.includes("rules-locked") ? { rulesLocked: true } : {}),
	};
}

function dayLimitView(
	{ user }: Review,
	{ dayLimit = null, chainNameOf = chainName }: ReviewViewContext,
): Pick<ReviewView, "dayLimit"> {
	if (dayLimit === null) return {};
	const { account, chainRef, amount, most, earlier } = dayLimit;
	const named = { amount, account: nameParam(user, account), chain: chainNameOf(chainRef) };
	const text =
		earlier === null
			? message("review.day-limit", named)
			: message("review.day-limit.earlier", { ...named, earlier });
	return { dayLimit: { text, most: most.toString() } };
}

const outlierOf = (review: Review): Pick<JudgedReview, "outlier"> => {
	const outlier = outlierText(review);
	return outlier === null ? {} : { outlier };
};

export const judgedView = (review: Review) =>
	({
		...outlierOf(review),
		approval: approvalView(review.approval),
		checks: review.match.checks,
		contents: review.analyses.map((analysis) => contentView(analysis, review.user.labels)),
		findings: findingRows(review),
		fingerprint: review.fingerprint,
		...simulationRows(review),
		headlineKnown: review.headline.known,
		opinion: opinionView(review),
		signer: { state: review.user.signerState },
		verdict: review.match.verdict,
	}) satisfies JudgedReview;

export function reviewView(review: Review, context: ReviewViewContext): ReviewView {
	const { session, headline, match, user } = review;
	const device = deviceOf(review, context);
	const { signer, chainRef, request } = whereOf(review);
	const pricing = pricingFor(chainRef, context.prices ?? null);
	const changes = changeRows(review, chainRef, pricing);
	const costs = costsView(review, pricing);
	const parties = partyViews(review, signer, chainRef);
	const exchanges = exchangeViews(review, chainRef, context.prices ?? null);
	// The card of a single exchange already shows who else receives something.
	const isShown = review.flow?.isExchange === true && review.flow.steps === 1 && "exchanges" in exchanges;
	const flow = isShown ? {} : flowView(review, chainRef, pricing);
	const prices = pricing.source();
	const view = commitViewOf(review.request);
	const checks: CheckRow[] = match.checks.map((check) => ({
		...check,
		...readableValues(check, chainRef),
		field: fieldText(check.field),
		...(isOfChain(check) ? { isOfChain: true } : {}),
	}));
	return {
		...judgedView(review),
		entryId: context.entryId,
		requestKind: review.request.kind === "unreadable" ? "action" : review.request.kind,
		requestId: requestIdOf(review),
		...buildOf(review),
		...proposalView(review, context.agentOf ?? (() => null)),
		replaces: replacesOf(review),
		who: { app: appOf(review, request), session: session.title, sessionId: session.id },
		broadcaster: broadcasterView(review),
		chain: {
			id: chainRef,
			name: chainRef === "" ? message("review.no-chain") : (context.chainNameOf ?? chainName)(chainRef),
		},
		...rpcOf(chainRef, context.networks, review.approval),
		step: stepView(view),
		headline: withoutImitators(review, parties),
		serviceSays: labelsClaimed(review, request),
		adds: addsView(review.request),
		expiresAt: review.expiresAt,
		parties,
		...contractViews(review, chainRef),
		...exchanges,
		changes,
		...fiatOfHeadline(review, changes),
		...flow,
		...slippageText(review),
		...(prices === null ? {} : { prices }),
		changesClaim: changesClaim(review),
		permissions: permissionRows(review),
		costs,
		verdictText: verdictText(match),
		checks,
		typedIntent: typedIntentRow(review),
		digest: view?.review?.digest ?? null,
		...batchDigestOf(view),
		revision: revisionOf(review),
		steps: stepsOf(view, headline.text, context.batch),
		raw: rawText(review),
		changed: isQuiet(review.changed) ? [] : review.changed,
		signer: {
			address: addressView(signer, user.labels),
			state: user.signerState,
			text: device === null ? SIGNER_WORDS[user.signerState] : deviceState(device.device),
		},
		oneHold:
			review.frozen !== null && hasSeveralSteps(review.frozen)
				? review.analyses.map(({ headline }) => headline.text)
				: [],
		...dayLimitView(review, context),
		canAskChange: context.canAskChange === true,
		canReject: review.canReject,
		device,
		names: namesView(review),
	};
}
