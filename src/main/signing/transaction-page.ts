import { explorerPage } from "../../core/chain/explorers.ts";
import type { JournalRow } from "../../core/journal/types.ts";

/** Explorer page of an approval's transaction, built by main from the journal. */

export interface PageDeps {
	/** Returns a chain's transaction page with `{id}`; `null` if none is known. */
	explorerOf(chainRef: string): string | null;
}

/** @param items steps of an action, in order: it is shown by the one that was sent last */
export function sentTransaction(
	row: JournalRow,
	items: readonly JournalRow[],
): { readonly chainRef: string; readonly id: string } | null {
	const { chainRef, transactionId: id } =
		row.transactionId === null ? (items.findLast(({ transactionId }) => transactionId !== null) ?? row) : row;
	return id === null ? null : { chainRef, id };
}

/** Returns `null` if nothing was sent, or no explorer is known for its chain. */
export function transactionPage(deps: PageDeps, row: JournalRow, items: readonly JournalRow[]): URL | null {
	const sent = sentTransaction(row, items);
	const template = sent === null ? null : deps.explorerOf(sent.chainRef);
	return sent === null || template === null ? null : explorerPage(template, sent.id);
}
