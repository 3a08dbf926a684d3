import type { ChainSetting } from "../../../bridge/views.ts";

/** Checks of the network form, before main checks the same again. */

/** The clusters of Solana that can be read, by the names of their own tools. */
export const CLUSTERS = [
	{ value: "mainnet-beta", words: "Mainnet", name: "Solana" },
	{ value: "devnet", words: "Devnet", name: "Solana devnet" },
	{ value: "testnet", words: "Testnet", name: "Solana testnet" },
	{ value: "localnet", words: "Local", name: "Solana on this computer" },
] as const;
export type Cluster = (typeof CLUSTERS)[number]["value"];

/** A row for the first cluster that is not in the list; null where all are. */
export function nextCluster(chains: readonly ChainDraft[], key: number): ChainDraft | null {
	const free = CLUSTERS.find(({ value }) => !chains.some((chain) => chain.chainId === value));
	return free === undefined ? null : { key, family: "svm", chainId: free.value, name: free.name, rpcUrl: "" };
}

/** The row with another cluster; a name that was not the person's own follows it. */
export function withCluster(chain: ChainDraft, cluster: Cluster): ChainDraft {
	const given = CLUSTERS.some(({ name }) => name === chain.name.trim()) || chain.name.trim() === "";
	const name = CLUSTERS.find(({ value }) => value === cluster)?.name ?? chain.name;
	return { ...chain, chainId: cluster, name: given ? name : chain.name };
}

export interface ChainDraft {
	/** Stays the same while the row is edited. */
	readonly key: number;
	readonly family: ChainSetting["family"];
	/** Decimal for EVM, a cluster's name for Solana. */
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

/** What is wrong with a chain's number or a cluster's name; null where nothing is. */
export function chainIdFault(
	text: string,
	others: readonly string[],
	family: ChainSetting["family"] = "evm",
): string | null {
	if (family === "svm") {
		if (!CLUSTERS.some(({ value }) => value === text)) return "Choose a cluster";
	} else if (!/^[1-9][0-9]{0,15}$/.test(text)) return "A number, such as 1";
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
				chain.family,
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
