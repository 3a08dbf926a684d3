import type { DeviceReviewView, DeviceView } from "../../bridge/device-views.ts";
import type { CheckRow, FindingRow, ReplacementView, ReviewView } from "../../bridge/views.ts";
import type { ActionRequest, Broadcaster, ChainFamily } from "../../contract/action.ts";
import type { CommitTransport, CommitView } from "../../contract/commit.ts";
import { chainName } from "../chains/names.ts";
import { placeOf } from "../match/freeze-action.ts";
import type { Frozen } from "../match/frozen.ts";
import { offersBoth } from "../match/route.ts";
import type { Review, ReviewSubject } from "../review/review.ts";
import { addressView } from "./addresses.ts";
import { contentView } from "./content-view.ts";
import { deviceReviewView } from "./device-view.ts";
import { namesView } from "./names-view.ts";
import { opinionView } from "./opinion-view.ts";
import {
	allowRows,
	type BatchMember,
	changeRows,
	changesClaim,
	costsView,
	placeView,
	simulationRows,
	stepsOf,
	verdictWords,
} from "./review-parts.ts";

/** From a Review to what the trusted window draws. */

const SUBMITS: Readonly<Record<Broadcaster, string>> = {
	wallet: "Your wallet submits",
	hosted: "The service submits for you",
	venue: "The venue submits",
};

export interface ReviewPlace {
	readonly entryId: string;
	/** States of the batch's other commits, by id, as far as they are known. */
	readonly batch: ReadonlyMap<string, BatchMember>;
	/** The Ledger that must sign, as it stands now; null or absent where none does, or nothing is known of it. */
	readonly device?: DeviceView | null;
}

/** Who signs, and where, whatever kind of request it is. */
interface Where {
	readonly signer: string;
	/** Empty where nothing names one. */
	readonly chainRef: string;
	readonly request: ActionRequest | undefined;
}

function whereOf(subject: ReviewSubject): Where {
	switch (subject.kind) {
		case "commit":
			return {
				signer: subject.view?.signer ?? "",
				chainRef: subject.view?.chain_ref ?? "",
				request: subject.view?.review?.request,
			};
		case "action": {
			const { signer, chain_ref: chainRef } = placeOf(subject.action.request);
			return { signer, chainRef: chainRef ?? "", request: subject.action.request };
		}
		case "replacement":
		case "revocation":
			return { signer: subject.frozen.signer, chainRef: subject.frozen.chain_ref, request: undefined };
	}
}

const ROUTES: Readonly<Record<CommitTransport, string>> = {
	browser_send:
		"The service gives this to Countersign once; Countersign signs it, sends it through your RPC, and then reports its hash.",
	sign_and_broadcast:
		"Countersign hands its signature to the service first, and sends the transaction through your RPC after that.",
};

/** Told where it is not the usual route, or where the person's setting has decided. */
function routeWords(view: CommitView | null, frozen: Frozen | null): { readonly route?: string } {
	if (frozen === null || view === null || !("route" in frozen)) return {};
	const isTold = frozen.route === "browser_send" || offersBoth(view);
	return isTold ? { route: ROUTES[frozen.route] } : {};
}

function broadcasterView({ subject, frozen }: Review): ReviewView["broadcaster"] {
	if (subject.kind === "commit") {
		const kind = subject.view?.broadcaster ?? "wallet";
		return { kind, words: SUBMITS[kind], ...routeWords(subject.view, frozen) };
	}
	if (subject.kind !== "action" || subject.sendsItself) return { kind: "wallet", words: SUBMITS.wallet };
	return { kind: "hosted", words: "The service takes the signature" };
}

/** Nobody but the service itself describes an action: there is no digest to hold it against. */
const SELF_DESCRIBED =
	"This request describes itself: nothing but the service's own words says what it is for.";

function labelsOf(request: ActionRequest | undefined): string[] {
	if (request === undefined) return [];
	if (request.type === "sign") return [request.description];
	if (request.type === "execute_svm") return request.transactions.map((tx) => tx.description);
	return request.transactions.map((tx) => tx.label);
}

/** In the service's words: of what is signed, else of the whole request. */
function labelsSaid(review: Review, request: ActionRequest | undefined): string[] {
	const own = review.insights.flatMap(({ says }) => (says === null ? [] : [says]));
	return own.length > 0 ? [...new Set(own)] : labelsOf(request);
}

function appOf(review: Review, request: ActionRequest | undefined): string | null {
	if (review.session.app !== null) return review.session.app;
	for (const { content } of review.insights)
		if (content.kind === "evm_transaction") return content.subject.transaction?.protocol ?? null;
	return request?.type === "execute_evm" ? (request.transactions[0]?.protocol ?? null) : null;
}

const SIGNER_WORDS = {
	ready: "Ready to sign",
	locked: "Locked",
	missing: "Not one of your accounts here",
} as const;

const DEVICE_WORDS: Readonly<Record<DeviceView["condition"], string>> = {
	none: "Not connected",
	looking: "Looking at it",
	permission: "Not allowed by the system",
	busy: "Used by another program",
	locked: "Locked",
	dashboard: "No app open",
	wrongApp: "Another app open",
	appTooOld: "App too old",
	ready: "App open",
	asking: "Asking you",
	failed: "Can't be reached",
};

/** In a few words: the panel has the sentences. */
function deviceState({ condition, app }: DeviceView): string {
	return condition === "ready" && app !== null ? `${app.name} app open` : DEVICE_WORDS[condition];
}

function rawText({ subject }: Review): string {
	switch (subject.kind) {
		case "commit": {
			if (subject.view === null) return "";
			const { action, review } = subject.view;
			return JSON.stringify({ action, review }, null, 2);
		}
		case "action": {
			const { id, revision, state, expires_at, request } = subject.action;
			return JSON.stringify({ id, revision, state, expires_at, request }, null, 2);
		}
		case "replacement":
			return JSON.stringify({ payload: subject.frozen.payload, replaces: subject.frozen.replaces }, null, 2);
		case "revocation":
			return JSON.stringify({ payload: subject.frozen.payload, revokes: subject.frozen.revokes }, null, 2);
	}
}

function replacesOf(subject: ReviewSubject): ReplacementView | null {
	if (subject.kind !== "replacement") return null;
	const { frozen, headline, words } = subject;
	return {
		purpose: frozen.purpose,
		headline,
		transactionId: frozen.replaces.transaction_id,
		words,
	};
}

function subjectIdOf(subject: ReviewSubject): string | null {
	if (subject.kind === "commit") return subject.commitId;
	return subject.kind === "action" ? subject.action.id : null;
}

function revisionOf({ frozen, subject }: Review): number | null {
	if (frozen !== null && "review_revision" in frozen) return frozen.review_revision;
	if (subject.kind === "action") return subject.action.revision;
	return subject.kind === "commit" ? (subject.view?.review?.revision ?? null) : null;
}

function findingRows({ findings, subject }: Review): FindingRow[] {
	const rows: FindingRow[] = findings.map(({ id, severity, words }) => ({ id, severity, words }));
	return subject.kind === "action"
		? [...rows, { id: "self-described", severity: "info", words: SELF_DESCRIBED }]
		: rows;
}

/** Of the request itself, since nothing may be frozen. */
function familyOf({ subject, frozen }: Review): ChainFamily {
	if (frozen !== null) return frozen.chain_family;
	if (subject.kind === "commit") return subject.view?.chain_family ?? "evm";
	return subject.kind === "action" ? placeOf(subject.action.request).chain_family : "evm";
}

function deviceOf(review: Review, place: ReviewPlace): DeviceReviewView | null {
	const { person, device: plans } = review;
	if (person.device === null) return null;
	return deviceReviewView(plans, person.device, familyOf(review), place.device ?? null);
}

/** Everything that the trusted window draws of one review. */
export function reviewView(review: Review, place: ReviewPlace): ReviewView {
	const { subject, session, headline, match, person, insights } = review;
	const device = deviceOf(review, place);
	const { signer, chainRef, request } = whereOf(subject);
	const view = subject.kind === "commit" ? subject.view : null;
	const checks: CheckRow[] = match.checks.map((check) => ({ ...check }));
	return {
		entryId: place.entryId,
		subject: subject.kind,
		subjectId: subjectIdOf(subject),
		replaces: replacesOf(subject),
		who: { app: appOf(review, request), session: session.title, sessionId: session.id },
		broadcaster: broadcasterView(review),
		chain: { id: chainRef, name: chainRef === "" ? "No chain is named" : chainName(chainRef) },
		step: placeView(view),
		headline: headline.text,
		headlineKnown: headline.known,
		serviceSays: labelsSaid(review, request),
		expiresAt: review.expiresAt,
		changes: changeRows(review),
		changesClaim: changesClaim(review),
		allows: allowRows(review),
		costs: costsView(review),
		verdict: match.verdict,
		verdictWords: verdictWords(match),
		checks,
		...simulationRows(review),
		findings: findingRows(review),
		fingerprint: review.fingerprint,
		digest: view?.review?.digest ?? null,
		revision: revisionOf(review),
		steps: stepsOf(view, headline.text, place.batch),
		contents: insights.map((insight) => contentView(insight, person.labels)),
		raw: rawText(review),
		changed: review.changed,
		signer: {
			address: addressView(signer, person.labels),
			state: person.signerState,
			words: device === null ? SIGNER_WORDS[person.signerState] : deviceState(device.device),
		},
		approval: review.approval,
		canReject: review.canReject,
		device,
		opinion: opinionView(review),
		names: namesView(review),
	};
}
