import type { SessionRow } from "../../../ipc/conversations.ts";
import { textOf } from "../../../text/index.ts";

/** What the list of conversations shows: those that fit the filter, and below them the archived ones, folded away. */

export type ListRow =
	| { readonly kind: "session"; readonly session: SessionRow }
	| { readonly kind: "archive"; readonly count: number; readonly open: boolean };

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** By words of the title or the start of the id; all of them where nothing is looked for. */
function fits({ title, id }: SessionRow, text: string): boolean {
	const wanted = folded(text.trim());
	return folded(textOf(title)).includes(wanted) || folded(id).startsWith(wanted);
}

/** In the order given. While something is looked for, or waits in one of them, the archive is open. */
export function listRows(
	sessions: readonly SessionRow[],
	filter: string,
	archiveOpen: boolean,
): readonly ListRow[] {
	const shown = sessions.filter((session) => fits(session, filter));
	const archived = shown.filter((session) => session.archived);
	const current = shown.filter((session) => !session.archived);
	const open = archiveOpen || filter.trim() !== "" || archived.some((session) => session.waiting > 0);
	const rowOf = (session: SessionRow): ListRow => ({ kind: "session", session });
	return [
		...current.map(rowOf),
		...(archived.length === 0 ? [] : [{ kind: "archive", count: archived.length, open } as const]),
		...(open ? archived.map(rowOf) : []),
	];
}
