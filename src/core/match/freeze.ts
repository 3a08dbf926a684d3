import {
	type CommitTransport,
	type CommitView,
	type CommitWalletAttemptStatus,
	commitView,
} from "../../service-api/commit.ts";
import { type RefusedMember, refusedMembers, withoutShown } from "../../service-api/open.ts";
import { type Message, message } from "../localized-text.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import {
	type FreezeRefusal,
	type FrozenCommit,
	frozenCommit,
	type RequestOwner,
	type SvmLookup,
} from "./frozen.ts";
import { expirySecondsOf } from "./member.ts";

/** The route is part of the frozen commit, so the user approves it too. */

type Routing =
	| { readonly ok: true; readonly route: CommitTransport }
	| { readonly ok: false; readonly refusal: FreezeRefusal };

const refused = (field: string, text: Message): Routing => ({ ok: false, refusal: { field, text } });

const NOT_OFFERED = message("freeze.route.not-offered");

/**
 * A wallet attempt requires an EVM transaction that the wallet broadcasts, and a review digest
 * (docs/service-api/commits.md#choosing-the-route).
 */
function canAttempt({ action, broadcaster, review }: CommitView): boolean {
	if (action === null || action.kind === "broadcast") return false;
	const named = review !== null && review.digest !== "";
	return action.payload.kind === "evm_transaction" && broadcaster === "wallet" && named;
}

function offersAttempt(view: CommitView): boolean {
	return view.supported_transports?.includes("browser_send") === true && canAttempt(view);
}

/**
 * Returns the route for an older service, whose action includes a digest that must equal the review's digest.
 */
function retired(view: CommitView, digest: string): Routing {
	const offered = view.supported_transports;
	if (!canAttempt(view) || (offered !== undefined && !offered.includes("browser_send")))
		return {
			ok: false,
			refusal: {
				field: "action",
				text: message("freeze.route.retired"),
				saysUnsigned: true,
			},
		};
	return view.review?.digest === digest
		? { ok: true, route: "browser_send" }
		: refused("action.review_digest", message("freeze.route.other-review"));
}

/**
 * Returns the user's preferred route if the service offers both routes, and otherwise the only route that it
 * offers. Without a list of routes, the wallet signs first (interface, Versioning 3).
 */
export function routeOf(view: CommitView, preferred: CommitTransport): Routing {
	const { action, supported_transports: offered } = view;
	if (action === null || action.kind === "broadcast") return { ok: true, route: "sign_and_broadcast" };
	if (action.kind === "start_wallet_send") return retired(view, action.review_digest);
	const sends = offersAttempt(view);
	const signs = offered === undefined || offered.includes("sign_and_broadcast");
	if (sends && (preferred === "browser_send" || !signs)) return { ok: true, route: "browser_send" };
	return signs ? { ok: true, route: "sign_and_broadcast" } : refused("supported_transports", NOT_OFFERED);
}

export function offersBoth(view: CommitView): boolean {
	const offered = view.supported_transports ?? [];
	return view.action?.kind === "sign" && offered.includes("sign_and_broadcast") && offersAttempt(view);
}

export type Freezing =
	| { readonly ok: true; readonly frozen: FrozenCommit }
	| { readonly ok: false; readonly refusals: readonly FreezeRefusal[] };

const FROZEN_PARTS = ["review.request", "review.legs", "action.payload", "batch"];

function strangers(view: CommitView): readonly RefusedMember[] {
	const kept = (path: string) =>
		FROZEN_PARTS.some((part) => path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`));
	return refusedMembers(commitView, view).filter(({ field }) => !kept(field));
}

const hasAttempt = ({ wallet_attempt: attempt = null }: CommitView): boolean => attempt !== null;

function actionRefusal(view: CommitView): FreezeRefusal | null {
	const action = view.action;
	if (action?.kind === "sign" || action?.kind === "start_wallet_send" || hasAttempt(view)) return null;
	if (action === null)
		return {
			field: "action",
			text: message("freeze.no-signature-asked"),
			waiting: true,
		};
	return { field: "action", text: message("freeze.signed-already") };
}

const ATTEMPTS: Readonly<Record<CommitWalletAttemptStatus["state"], Message>> = {
	awaiting_wallet: message("freeze.attempt.awaiting-wallet"),
	reported: message("freeze.attempt.reported"),
	observing: message("freeze.attempt.observing"),
	mismatched: message("freeze.attempt.mismatched"),
};

function attemptRefusal(view: CommitView): FreezeRefusal | null {
	if (view.wallet_attempt === undefined)
		return { field: "wallet_attempt", text: message("freeze.attempt.unstated"), waiting: true };
	if (view.wallet_attempt === null) return null;
	const { state } = view.wallet_attempt;
	const refusal = { field: "wallet_attempt", text: ATTEMPTS[state] };
	// Otherwise, the commit doesn't contradict the review, but another wallet is already handling it.
	return state === "mismatched" ? refusal : { ...refusal, waiting: true };
}

function refusalsOf(view: CommitView, routing: Routing): FreezeRefusal[] {
	const route = routing.ok ? null : routing.refusal;
	const found = [actionRefusal(view), attemptRefusal(view), route].filter((each) => each !== null);
	if (view.review === null)
		found.push({
			field: "review",
			text: message("freeze.no-review"),
		});
	return [...found, ...strangers(view)];
}

/**
 * These values are refused before any comparison or hash, because two parsers could read them differently.
 */
function looseRefusal(view: unknown): FreezeRefusal | null {
	try {
		refuseLoose(view);
		return null;
	} catch (error) {
		if (!(error instanceof CanonicalError)) throw error;
		return { field: error.path, text: error.text, saysUnsigned: error.saysUnsigned };
	}
}

export function deepFreeze<T>(value: T): T {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
	for (const member of Object.values(value)) deepFreeze(member);
	return Object.freeze(value);
}

const unreadable = (field: string): Freezing => ({
	ok: false,
	refusals: [{ field, text: message("contract.member-unreadable", { path: field }) }],
});

/** Freezes the commit's fields, so that reading the commit again later can't change them. */
export function freeze(
	given: CommitView,
	owner: RequestOwner,
	lookups: readonly SvmLookup[] = [],
	blind = false,
	preferred: CommitTransport = "sign_and_broadcast",
): Freezing {
	const bare = withoutShown(commitView, given);
	const loose = looseRefusal(bare);
	if (loose !== null) return { ok: false, refusals: [loose] };
	const bound = commitView.safeParse(bare);
	if (!bound.success) return unreadable(bound.error.issues[0]?.path.join(".") ?? "commit");
	const view = bound.data;
	const routing = routeOf(view, preferred);
	const refusals = refusalsOf(view, routing);
	const { review, action } = view;
	if (refusals.length > 0 || !routing.ok || review === null || action === null || action.kind === "broadcast")
		return { ok: false, refusals };
	const parts = { batch: view.batch, request: review.request, legs: review.legs };
	const candidate = {
		kind: "commit",
		environment: owner.environment,
		identity: owner.identity,
		session_id: view.thread_id,
		commit_id: view.commit_id,
		review_revision: review.revision,
		review_digest: review.digest,
		route: routing.route,
		broadcaster: view.broadcaster,
		signer: view.signer,
		chain_family: view.chain_family,
		chain_ref: view.chain_ref,
		batch: view.batch,
		expires_at: expirySecondsOf(parts),
		request: review.request,
		legs: review.legs,
		payload: action.payload,
		...(action.payload.kind === "svm_transaction" ? { lookups } : {}),
		...(blind && action.payload.kind === "user_operation" ? { blind: true as const } : {}),
	};
	const parsed = frozenCommit.safeParse(candidate);
	if (!parsed.success) return unreadable(parsed.error.issues[0]?.path.join(".") ?? "review");
	return { ok: true, frozen: deepFreeze(parsed.data) };
}
