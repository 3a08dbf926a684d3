import type { CreditPosition } from "../../service-api/account.ts";

/** So many entries are kept at most, so that a service that pages without end costs no memory. */
const MAX_ENTRIES = 5_000;

/** A position with its newest entries, as far as they are kept. */
export const newestPage = (position: CreditPosition): CreditPosition => ({
	...position,
	entries: position.entries.slice(0, MAX_ENTRIES),
});

/**
 * The same position with a page of older entries behind its own. A page that brings nothing new, or leads back to where
 * it was asked from, is the last one.
 */
export function withOlderPage(
	position: CreditPosition,
	page: Pick<CreditPosition, "entries" | "nextBeforeId">,
): CreditPosition {
	const known = new Set(position.entries.map(({ id }) => id));
	const fresh = page.entries.filter(({ id }) => !known.has(id));
	const entries = [...position.entries, ...fresh].slice(0, MAX_ENTRIES);
	const next = page.nextBeforeId;
	const ends = fresh.length === 0 || next === position.nextBeforeId || entries.length >= MAX_ENTRIES;
	return { ...position, entries, nextBeforeId: ends ? null : next };
}
