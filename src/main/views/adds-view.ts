import { plain } from "../../core/format/plain.ts";
import type { ReviewSubject } from "../../core/review/review.ts";
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

function strangersOf(subject: ReviewSubject): readonly Stranger[] {
	if (subject.kind === "commit") return subject.view === null ? [] : strangersIn(commitView, subject.view);
	return subject.kind === "action" ? strangersIn(actionEvent, subject.action) : [];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** In the order of the request, each by its place in it; of very many the first. */
export function addsView(subject: ReviewSubject): ReviewView["adds"] {
	const notable = strangersOf(subject).filter(isNotable);
	const rows = notable.slice(0, MAX).map(({ path, value }) => ({
		name: plain(path, MAX_NAME_LENGTH),
		value: plain(textOf(value), MAX_VALUE_LENGTH),
	}));
	const more = notable.length - rows.length;
	return more === 0 ? rows : [...rows, { name: "…", value: `and ${more} more` }];
}
