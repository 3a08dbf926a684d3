import { addressesTyped } from "./sentences.ts";

/** Letters and digits alone: what a text's marks, its escapes and its unseen characters hide or split stays together. */
const bare = (text: string): string =>
	text
		.normalize("NFKC")
		.replace(/\\[nrtbf]/g, "")
		.replace(/[^\p{L}\p{N}]/gu, "")
		.toLowerCase();

/**
 * Addresses in a typed text that a text of others had before it: of EVM in lower case. Whatever reads like one of them
 * counts, since nothing agrees with an address that is left out here.
 * @param others all that the service and the agent said in this conversation
 * @param own addresses that the user typed themselves before others had them
 */
export function foreignIn(
	typed: string,
	others: Iterable<string>,
	own: ReadonlySet<string>,
): readonly string[] {
	const asked = addressesTyped(typed).filter((address) => !own.has(address));
	if (asked.length === 0) return [];
	const left = new Map(asked.map((address) => [bare(address), address]));
	const found: string[] = [];
	for (const text of others) {
		const words = bare(text);
		for (const [key, address] of left) {
			if (!words.includes(key)) continue;
			found.push(address);
			left.delete(key);
		}
		if (left.size === 0) break;
	}
	return found;
}
