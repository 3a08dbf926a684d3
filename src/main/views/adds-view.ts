import { plain } from "../../core/format/plain.ts";
import { type ApprovalRequest, commitViewOf } from "../../core/review/approval-request.ts";
import type { ReviewView } from "../../ipc/review.ts";
import { commitView } from "../../service-api/commit.ts";
import { actionEvent } from "../../service-api/events.ts";
import { type Stranger, strangersIn } from "../../service-api/open.ts";

/**
 * Members that a newer service adds to the interface: displayed, since they change nothing that is signed.
 */

const MAX = 24;
const MAX_NAME_LENGTH = 80;
const MAX_VALUE_LENGTH = 400;

const isNotable = ({ standing, refusal, value }: Stranger) =>
	(standing === "shown" || standing === "needed") && refusal === null && value !== null;

function strangersOf(request: ApprovalRequest): readonly Stranger[] {
	if (request.kind === "action") return strangersIn(actionEvent, request.action);
	const view = commitViewOf(request);
	return view === null ? [] : strangersIn(commitView, view);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns them in the order of the request, each with its path; only the first if there are very many. */
export function addsView(request: ApprovalRequest): ReviewView["adds"] {
	const notable = strangersOf(request).filter(isNotable);
	const rows = notable.slice(0, MAX).map(({ path, value }) => ({
		name: plain(path, MAX_NAME_LENGTH),
		value: plain(textOf(value), MAX_VALUE_LENGTH),
	}));
	const more = notable.length - rows.length;
	return more === 0 ? rows : [...rows, { name: "…", value: `and ${more} more` }];
}
