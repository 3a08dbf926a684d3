import {
	type CommitTransport,
	type CommitView,
	type CommitWalletAttemptStatus,
	commitView,
} from "../../contract/commit.ts";
import { unknownMembers } from "../../contract/open.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import { type FrozenCommit, frozenCommit, type Owner, type Refusal, type SvmLookup } from "./frozen.ts";
import { expirySecondsOf } from "./member.ts";
import { type Routing, routeOf } from "./route.ts";

/** From a CommitView to the one object that a person approves. */

export type Freezing =
	| { readonly ok: true; readonly frozen: FrozenCommit }
	| { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Members that end up in the frozen object: unknown ones among them are found again by the match. */
const FROZEN_PARTS = ["review.request", "review.legs", "action.payload", "batch"];

function strangers(view: CommitView): string[] {
	const kept = (path: string) =>
		FROZEN_PARTS.some((part) => path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`));
	return unknownMembers(commitView, view).filter((path) => !kept(path));
}

function actionRefusal(view: CommitView): Refusal | null {
	const action = view.action;
	if (action?.kind === "sign" || action?.kind === "start_wallet_send" || view.wallet_attempt !== null)
		return null;
	if (action === null)
		return {
			field: "action",
			words: "The service asks for no signature on this commit now.",
			waiting: true,
		};
	return { field: "action", words: "This commit is signed already and waits to be submitted." };
}

const ATTEMPTS: Readonly<Record<CommitWalletAttemptStatus["state"], string>> = {
	awaiting_wallet:
		"Another wallet has begun to send this. Countersign signs nothing, so that it is not sent twice.",
	reported:
		"Another wallet has sent this, and the service looks for it on the chain. Countersign signs nothing, so that it is not sent twice.",
	observing:
		"Another wallet has sent this, and the service follows it on the chain. Countersign signs nothing, so that it is not sent twice.",
	mismatched:
		"The chain holds another transaction than the reviewed one under this request. This commit is never signed again. What that transaction did with your funds only the chain can tell: look at it there, and ask whoever sent it.",
};

function attemptRefusal(view: CommitView): Refusal | null {
	if (view.wallet_attempt === null) return null;
	const { state } = view.wallet_attempt;
	const refusal = { field: "wallet_attempt", words: ATTEMPTS[state] };
	// Nothing differs from the review as long as nobody says so: it is only in other hands.
	return state === "mismatched" ? refusal : { ...refusal, waiting: true };
}

function refusalsOf(view: CommitView, routing: Routing): Refusal[] {
	const route = routing.ok ? null : routing.refusal;
	const found = [actionRefusal(view), attemptRefusal(view), route].filter((each) => each !== null);
	if (view.review === null)
		found.push({
			field: "review",
			words: "There is no readable review, so there is nothing to compare with.",
		});
	for (const path of strangers(view))
		found.push({
			field: path,
			words: `“${path}” is unknown to this version: this needs a newer Countersign.`,
		});
	return found;
}

/** Numbers and texts that two readers could read differently are refused before anything is compared or hashed. */
function looseRefusal(view: CommitView): Refusal | null {
	try {
		refuseLoose(view);
		return null;
	} catch (error) {
		if (!(error instanceof CanonicalError)) throw error;
		return { field: error.path, words: error.message };
	}
}

/** No later hand changes what was approved. */
export function deepFreeze<T>(value: T): T {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
	for (const member of Object.values(value)) deepFreeze(member);
	return Object.freeze(value);
}

/**
 * Takes from a commit what an approval binds. Nothing read later replaces any of it.
 * Refuses what has no signature to give or what the frozen object could not carry; the match does the rest.
 * @param blind the person allows blind signatures; it counts for a user operation only
 * @param lookups what the person's own RPC says of the lookup tables that a Solana payload names
 * @param wished the route that is taken where the service offers both
 */
export function freeze(
	view: CommitView,
	owner: Owner,
	lookups: readonly SvmLookup[] = [],
	blind = false,
	wished: CommitTransport = "sign_and_broadcast",
): Freezing {
	const loose = looseRefusal(view);
	if (loose !== null) return { ok: false, refusals: [loose] };
	const routing = routeOf(view, wished);
	const refusals = refusalsOf(view, routing);
	const { review, action } = view;
	if (refusals.length > 0 || !routing.ok || review === null || action === null || action.kind === "broadcast")
		return { ok: false, refusals };
	const parts = { commit_id: view.commit_id, batch: view.batch, request: review.request, legs: review.legs };
	const candidate = {
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
	if (!parsed.success) {
		const field = parsed.error.issues[0]?.path.join(".") ?? "review";
		return {
			ok: false,
			refusals: [{ field, words: `“${field}” can't be read as the interface writes it.` }],
		};
	}
	return { ok: true, frozen: deepFreeze(parsed.data) };
}
