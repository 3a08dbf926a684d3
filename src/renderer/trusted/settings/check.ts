import { isExplorer } from "../../../core/chain/explorers.ts";
import { message } from "../../../core/message.ts";
import type { ChainSetting } from "../../../ipc/settings.ts";
import { t, textOf } from "../../../text/index.ts";

/** Checks of the network form, before main checks the same again. */

/** The clusters of Solana that can be read, by the names of their own tools. */
export const CLUSTERS = [
	{
		value: "mainnet-beta",
		text: message("trusted.settings.clusters.mainnet-beta.words"),
		name: message("trusted.settings.clusters.mainnet-beta.name"),
	},
	{
		value: "devnet",
		text: message("trusted.settings.clusters.devnet.words"),
		name: message("trusted.settings.clusters.devnet.name"),
	},
	{
		value: "testnet",
		text: message("trusted.settings.clusters.testnet.words"),
		name: message("trusted.settings.clusters.testnet.name"),
	},
	{
		value: "localnet",
		text: message("trusted.settings.clusters.localnet.words"),
		name: message("trusted.settings.clusters.localnet.name"),
	},
] as const;
export type ClusterChoice = (typeof CLUSTERS)[number]["value"];

/** A row for the first cluster that is not in the list; null where all are. */
export function nextCluster(chains: readonly ChainDraft[], key: number): ChainDraft | null {
	const free = CLUSTERS.find(({ value }) => !chains.some((chain) => chain.chainId === value));
	return free === undefined
		? null
		: { key, family: "svm", chainId: free.value, name: textOf(free.name), rpcUrl: "", explorer: "" };
}

/** The row with another cluster; a name that was not the user's own follows it. */
export function withCluster(chain: ChainDraft, cluster: ClusterChoice): ChainDraft {
	const given = CLUSTERS.some(({ name }) => textOf(name) === chain.name.trim()) || chain.name.trim() === "";
	const name = textOf(CLUSTERS.find(({ value }) => value === cluster)?.name ?? chain.name);
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
	/** The user's own page for transactions; empty for the known one. */
	readonly explorer: string;
}

/** What is wrong with an address; null where nothing is. */
export function urlFault(text: string): string | null {
	const value = text.trim();
	if (value === "") return t("trusted.settings.address-needed");
	if (value.length > 2048) return t("trusted.settings.too-long");
	const url = URL.parse(value);
	if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
		return t("trusted.settings.begins-with-https");
	if (url.protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
		return t("trusted.settings.plain-http-only-computer-127");
	}
	return null;
}

/** What is wrong with the page of a block explorer; null where nothing is, or the known one is used. */
export function explorerFault(text: string): string | null {
	const value = text.trim();
	return value === "" || isExplorer(value) ? null : t("trusted.settings.explorer-needs-id");
}

/** What is wrong with a chain's number or a cluster's name; null where nothing is. */
export function chainIdFault(
	text: string,
	others: readonly string[],
	family: ChainSetting["family"] = "evm",
): string | null {
	if (family === "svm") {
		if (!CLUSTERS.some(({ value }) => value === text)) return t("trusted.settings.choose-a-cluster");
	} else if (!/^[1-9][0-9]{0,15}$/.test(text)) return t("trusted.settings.number-such-1");
	return others.includes(text) ? t("trusted.settings.already-list") : null;
}

/** True where every row can be saved. */
export function chainsAreFine(chains: readonly ChainDraft[]): boolean {
	return chains.every(
		(chain) =>
			urlFault(chain.rpcUrl) === null &&
			explorerFault(chain.explorer) === null &&
			chain.name.trim() !== "" &&
			chain.name.trim().length <= 40 &&
			chainIdFault(
				chain.chainId,
				chains.filter((other) => other.key !== chain.key).map((other) => other.chainId),
				chain.family,
			) === null,
	);
}

const MAX_LENGTH = 240;

/** What is wrong with a number of minutes; null where nothing is. */
export function minutesFault(text: string): string | null {
	const minutes = Number(text);
	const fine = /^\d{1,3}$/.test(text) && minutes >= 1 && minutes <= MAX_LENGTH;
	return fine ? null : t("trusted.settings.whole-number-1", { LONGEST: MAX_LENGTH });
}
