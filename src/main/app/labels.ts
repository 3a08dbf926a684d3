import type { Labels } from "../policy/labels.ts";
import type { Settings } from "../ports.ts";
import type { StoredContact } from "../storage/contacts.ts";

/** The person's own names: of their accounts, and of their address book. An account's own name comes first. */
export function labelsOf(settings: Pick<Settings, "labels">, contacts: readonly StoredContact[]): Labels {
	const book = Object.fromEntries(contacts.map(({ address, label }) => [address, label]));
	return { ...book, ...settings.labels };
}
