import { type CommitView, commitView } from "../../contract/commit.ts";
import { unknownMembers } from "../../contract/open.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import { type FrozenCommit, frozenCommit, type Owner, type Refusal, type SvmLookup } from "./frozen.ts";
import { expirySecondsOf } from "./member.ts";

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
	if (action?.kind === "sign" || view.wallet_attempt !== null) return null;
	if (action === null)
		return {
			field: "action",
			words: "The service asks for no signature on this commit now.",
			waiting: true,
		};
	if (action.kind === "broadcast")
		return { field: "action", words: "This commit is signed already and waits to be submitted." };
	return {
		field: "action",
		words:
			"This is an older form of request which Countersign does not sign. Nothing was signed; ask the agent for it again.",
	};
}

function attemptRefusal(view: CommitView): Refusal | null {
	if (view.wallet_attempt === null) return null;
	const words =
		view.wallet_attempt.state === "mismatched"
			? "Another wallet sent something else than what was reviewed. This commit is never signed again."
			: "Another wallet has begun to send this. Countersign signs nothing, so that it is not sent twice.";
	return { field: "wallet_attempt", words };
}

function routeRefusal(view: CommitView): Refusal | null {
	const transports = view.supported_transports;
	if (transports === undefined || transports.includes("sign_and_broadcast")) return null;
	return {
		field: "supported_transports",
		words: "The service takes no signed transaction for this commit, so Countersign does not sign it.",
	};
}

function refusalsOf(view: CommitView): Refusal[] {
	const found = [actionRefusal(view), attemptRefusal(view), routeRefusal(view)].filter(
		(each) => each !== null,
	);
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
 */
export function freeze(
	view: CommitView,
	owner: Owner,
	lookups: readonly SvmLookup[] = [],
	blind = false,
): Freezing {
	const loose = looseRefusal(view);
	if (loose !== null) return { ok: false, refusals: [loose] };
	const refusals = refusalsOf(view);
	const { review, action } = view;
	if (refusals.length > 0 || review === null || action?.kind !== "sign") return { ok: false, refusals };
	const parts = { commit_id: view.commit_id, batch: view.batch, request: review.request, legs: review.legs };
	const candidate = {
		environment: owner.environment,
		identity: owner.identity,
		session_id: view.thread_id,
		commit_id: view.commit_id,
		review_revision: review.revision,
		review_digest: review.digest,
		route: "sign_and_broadcast" as const,
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
