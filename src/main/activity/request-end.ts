import type { Entry } from "../inbox/entries/entry.ts";

/** How a request ended that was not signed here; null while it stands, and where the journal tells of it. */
export function endOf(
	{ request, row, expiresAt }: Pick<Entry, "request" | "row" | "expiresAt">,
	now: number,
): "expired" | "rejected" | null {
	// What was approved is the journal's, but for what ended unsigned: that was asked for still.
	if (row !== null && row.state !== "refused" && !row.dead) return null;
	const state = stateOf(request);
	if (state === "expired") return state;
	// A “no” after an approval is one of its steps.
	if (state === "rejected") return row === null ? state : null;
	const isOpen = state === "needs_signature" || state === "pending";
	return isOpen && expiresAt !== null && expiresAt <= now ? "expired" : null;
}

function stateOf(request: Entry["request"]): string | null {
	switch (request.kind) {
		case "commit":
			return request.read.kind === "known" ? request.read.view.state : (request.read.state ?? null);
		case "action":
		case "unreadable":
			return request.action.state;
		case "replacement":
		case "revocation":
			return null;
	}
}
