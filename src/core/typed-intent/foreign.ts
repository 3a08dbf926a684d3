import { addressesTyped } from "./sentences.ts";

/**
 * Keeps only letters and digits, so that marks, escapes and invisible characters can't hide or split an
 * address.
 */
const bare = (text: string): string =>
	text
		.normalize("NFKC")
		.replace(/\\[nrtbf]/g, "")
		.replace(/[^\p{L}\p{N}]/gu, "")
		.toLowerCase();

/**
 * Returns the addresses in the user's message that the service or agent mentioned first, because the user may
 * have copied them. A loose comparison is safe, because an address that is returned here never counts as
 * agreement.
 * @param others all text from the service and the agent in this session
 * @param own addresses that the user typed before others mentioned them
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
