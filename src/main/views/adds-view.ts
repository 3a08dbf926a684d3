import { plain } from "../../core/format/plain.ts";
import { type ApprovalRequest, commitViewOf } from "../../core/review/approval-request.ts";
import type { ReviewView } from "../../ipc/review.ts";
import { commitView } from "../../service-api/commit.ts";
import { actionEvent } from "../../service-api/events.ts";
import { type Stranger, strangersIn } from "../../service-api/open.ts";

/** What a newer service says beside what the interface names: told, since it changes nothing of what is signed. */

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

/** In the order of the request, each by its place in it; of very many the first. */
export function addsView(request: ApprovalRequest): ReviewView["adds"] {
	const notable = strangersOf(request).filter(isNotable);
	const rows = notable.slice(0, MAX).map(({ path, value }) => ({
		name: plain(path, MAX_NAME_LENGTH),
		value: plain(textOf(value), MAX_VALUE_LENGTH),
	}));
	const more = notable.length - rows.length;
	return more === 0 ? rows : [...rows, { name: "…", value: `and ${more} more` }];
}
