import type { Labels } from "../../core/people/labels.ts";
import type { Settings } from "../ports.ts";
import type { StoredContact } from "./contacts.ts";

interface Merged {
	readonly own: Labels;
	readonly all: Labels;
}

/** By the store's own array, which is another one after each change. */
const merged = new WeakMap<readonly StoredContact[], Merged>();

function same(left: Labels, right: Labels): boolean {
	const keys = Object.keys(left);
	return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

/**
 * The user's own names: of their accounts, and of their address book. An account's own name comes first. The same
 * object until one of them changes: a list of thousands asks for it again and again.
 */
export function labelsOf(settings: Pick<Settings, "labels">, contacts: readonly StoredContact[]): Labels {
	const own = settings.labels;
	const known = merged.get(contacts);
	if (known !== undefined && same(known.own, own)) return known.all;
	const book = Object.fromEntries(contacts.map(({ address, label }) => [address, label]));
	const all = { ...book, ...own };
	merged.set(contacts, { own, all });
	return all;
}
