/** Returns the set with the items, or without them. */
export function turned<Item>(
	held: ReadonlySet<Item>,
	items: readonly Item[],
	on: boolean,
): ReadonlySet<Item> {
	const next = new Set(held);
	for (const item of items) {
		if (on) next.add(item);
		else next.delete(item);
	}
	return next;
}
