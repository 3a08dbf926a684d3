/** Checks of the network form, before main checks the same again. */

export interface ChainDraft {
	/** Stays the same while the row is edited. */
	readonly key: number;
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
}

/** What is wrong with an address; null where nothing is. */
export function urlFault(text: string): string | null {
	const value = text.trim();
	if (value === "") return "An address is needed";
	if (value.length > 2048) return "Too long";
	const url = URL.parse(value);
	if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return "Begins with https://";
	if (url.protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
		return "Plain http is only for this computer (127.0.0.1): others could read and change it on the way";
	}
	return null;
}

/** What is wrong with a chain's number; null where nothing is. */
export function chainIdFault(text: string, others: readonly string[]): string | null {
	if (!/^[1-9][0-9]{0,15}$/.test(text)) return "A number, such as 1";
	return others.includes(text) ? "Already in the list" : null;
}

/** True where every row can be saved. */
export function chainsAreFine(chains: readonly ChainDraft[]): boolean {
	return chains.every(
		(chain) =>
			urlFault(chain.rpcUrl) === null &&
			chain.name.trim() !== "" &&
			chain.name.trim().length <= 40 &&
			chainIdFault(
				chain.chainId,
				chains.filter((other) => other.key !== chain.key).map((other) => other.chainId),
			) === null,
	);
}

const LONGEST = 240;

/** What is wrong with a number of minutes; null where nothing is. */
export function minutesFault(text: string): string | null {
	const minutes = Number(text);
	const fine = /^\d{1,3}$/.test(text) && minutes >= 1 && minutes <= LONGEST;
	return fine ? null : `A whole number from 1 to ${LONGEST}`;
}
