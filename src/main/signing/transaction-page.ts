import { explorerPage } from "../../core/chain/explorers.ts";
import type { JournalRow } from "../../core/journal/types.ts";

export interface PageDeps {
	explorerOf(chainRef: string): string | null;
}

export function sentTransaction(
	row: JournalRow,
	items: readonly JournalRow[],
): { readonly chainRef: string; readonly id: string } | null {
	const { chainRef, transactionId: id } =
		row.transactionId === null ? (items.findLast(({ transactionId }) => transactionId !== null) ?? row) : row;
	return id === null ? null : { chainRef, id };
}

export function transactionPage(deps: PageDeps, row: JournalRow, items: readonly JournalRow[]): URL | null {
	const sent = sentTransaction(row, items);
	const template = sent === null ? null : deps.explorerOf(sent.chainRef);
	return sent === null || template === null ? null : explorerPage(template, sent.id);
}
