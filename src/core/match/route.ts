import type { CommitTransport, CommitView } from "../../service-api/commit.ts";
import { type Message, message } from "../localized-text.ts";
import type { FreezeRefusal } from "./frozen.ts";

/** The route is frozen with the commit, so the user approves it as well. */

export type Routing =
	| { readonly ok: true; readonly route: CommitTransport }
	| { readonly ok: false; readonly refusal: FreezeRefusal };

const refused = (field: string, text: Message): Routing => ({ ok: false, refusal: { field, text } });

const NOT_OFFERED = message("freeze.route.not-offered");

/**
 * A wallet attempt requires an EVM transaction broadcast by the wallet, and a review digest
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

/** Older services include a digest in the action, which must equal the review's. */
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
 * Returns the user's preferred route if the service offers both, otherwise the one it offers. Without a list
 * of routes, the wallet signs first (interface, Versioning 3).
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
