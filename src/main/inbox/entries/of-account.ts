import { intentIndexOf } from "../../../core/match/freeze-action.ts";
import { message } from "../../../core/message.ts";
import { textOf } from "../../../text/index.ts";
import { sameAddress } from "../../wallet/signers/address.ts";
import type { Rejections } from "../rejecting/rejections.ts";
import type { Entry } from "./entry.ts";

/** What waits for the signature of one account, and what becomes of it when that account goes. */

interface OfAccountDeps {
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
}

/** Who is asked to sign; null where that can't be read. */
function signerOf({ request }: Entry): string | null {
	if (request.kind === "action") return intentIndexOf(request.action.request).signer;
	return request.kind === "commit" && request.read.kind === "known" ? request.read.view.signer : null;
}

/** Ids of the entries that wait for it. */
export function waitingOf(deps: OfAccountDeps, address: string): readonly string[] {
	return deps.entries().flatMap((entry) => {
		const signer = entry.state === "waiting" ? signerOf(entry) : null;
		return signer !== null && sameAddress(signer, address) ? [entry.id] : [];
	});
}

/** The agent is told why: nobody here can sign it any more. */
export function rejectWaitingOf(
	deps: OfAccountDeps & { readonly inbox: { readonly rejections: Pick<Rejections, "hold"> } },
	address: string,
): void {
	const waiting = waitingOf(deps, address);
	if (waiting.length > 0) deps.inbox.rejections.hold(waiting, textOf(message("app.account-removed.reason")));
}
