import { chainName } from "../../../core/chain/names.ts";
import { PUBLIC_NETWORKS, type PublicNetwork, publicNetwork } from "../../../core/chain/public-rpcs.ts";
import { message } from "../../../core/message.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { ChainSetting } from "../../../ipc/settings.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { chainIdFault, explorerFault, urlFault } from "../settings/check.ts";

/** Networks while they are chosen and edited, before main checks the same again. */

export interface NetworkDraft {
	/** Stays the same while the row is edited. */
	readonly key: string;
	readonly family: ChainSetting["family"];
	/** Decimal for EVM, a cluster's name for Solana. */
	readonly chainId: string;
	readonly name: string;
	readonly on: boolean;
	/** In the order in which they are asked; at least one box, which may be empty. */
	readonly rpcs: readonly string[];
	/** Empty where there is none. */
	readonly witness: string;
	/** The user's own page for transactions; empty for the known one. */
	readonly explorer: string;
}

type SavedChain = InputOf<TrustedProcedures["saveNetwork"]>["chains"][number];

const draftOf = (chain: ChainSetting): NetworkDraft => ({
	key: chain.chainId,
	family: chain.family,
	chainId: chain.chainId,
	name: chain.name,
	on: true,
	rpcs: [chain.rpcUrl, ...(chain.otherRpcUrls ?? [])],
	witness: chain.secondRpcUrl ?? "",
	explorer: chain.explorer ?? "",
});

const publicDraft = (network: PublicNetwork, on: boolean): NetworkDraft => ({
	key: network.chainId,
	family: network.family,
	chainId: network.chainId,
	name: network.name,
	on,
	rpcs: network.rpcs.map(({ url }) => url),
	witness: "",
	explorer: "",
});

/** The user's own, then those that are ready to choose. */
export function draftsOf(
	chains: readonly ChainSetting[],
	isOn: (network: PublicNetwork) => boolean,
): readonly NetworkDraft[] {
	const own = new Set(chains.map(({ chainId }) => chainId));
	return [
		...chains.map(draftOf),
		...PUBLIC_NETWORKS.filter(({ chainId }) => !own.has(chainId)).map((each) =>
			publicDraft(each, isOn(each)),
		),
	];
}

/** The name by which a chain is known; empty where it is known by its number alone. */
function knownName(chainId: string): string {
	const name = chainName(chainId);
	return name.endsWith(` ${chainId}`) ? "" : name;
}

/** A network that is in no list yet. */
export const emptyDraft = (key: string, chainId: string): NetworkDraft => ({
	...{ key, family: /^[0-9]*$/.test(chainId) ? "evm" : "svm", chainId, on: true },
	...{ name: knownName(chainId), rpcs: [""], witness: "", explorer: "" },
});

/** Another number or cluster; a name that is not the user's own follows it. */
export const withChain = ({ chainId: before, name }: NetworkDraft, chainId: string): Partial<NetworkDraft> =>
	name.trim() === "" || name === knownName(before) ? { chainId, name: knownName(chainId) } : { chainId };

/** Its number or cluster is the user's to write; of one that is known it stays. */
export const isFree = ({ key, chainId }: NetworkDraft): boolean =>
	key !== chainId || publicNetwork(chainId) === null;

const hostOf = (url: string) => URL.parse(url.trim())?.host ?? null;

/** What is wrong with the address of a witness; null where nothing is, or there is none. */
export function witnessFault({ witness, rpcs }: NetworkDraft): string | null {
	if (witness.trim() === "") return null;
	const host = hostOf(witness);
	return (
		urlFault(witness) ?? (rpcs.some((url) => hostOf(url) === host) ? t("trusted.networks.same-host") : null)
	);
}

export function nameFault({ name }: NetworkDraft): string | null {
	return name.trim() === "" ? t("trusted.networks.name-needed") : null;
}

/** What is wrong with its number or cluster; null where nothing is. */
export function idFault(draft: NetworkDraft, all: readonly NetworkDraft[]): string | null {
	const others = all.filter(({ key, on }) => on && key !== draft.key).map(({ chainId }) => chainId);
	return chainIdFault(draft.chainId, others, draft.family);
}

/** All that is chosen can be saved. */
export function areFine(drafts: readonly NetworkDraft[]): boolean {
	return drafts
		.filter(({ on }) => on)
		.every(
			(draft) =>
				draft.rpcs.every((url) => urlFault(url) === null) &&
				[witnessFault(draft), nameFault(draft), explorerFault(draft.explorer), idFault(draft, drafts)].every(
					(fault) => fault === null,
				),
		);
}

/** What is chosen, as main saves it. */
export const chosen = (drafts: readonly NetworkDraft[]): SavedChain[] =>
	drafts
		.filter(({ on }) => on)
		.map(({ chainId, name, rpcs: [first = "", ...others], witness, explorer }) => ({
			chainId,
			name: name.trim(),
			rpcUrl: first.trim(),
			otherRpcUrls: others.map((url) => url.trim()),
			secondRpcUrl: witness.trim() === "" ? null : witness.trim(),
			...(explorer.trim() === "" ? {} : { explorer: explorer.trim() }),
		}));

/** Clusters of Solana by the names of their own tools. */
export const CLUSTERS = [
	{ value: "mainnet-beta", text: message("trusted.settings.clusters.mainnet-beta.words") },
	{ value: "devnet", text: message("trusted.settings.clusters.devnet.words") },
	{ value: "testnet", text: message("trusted.settings.clusters.testnet.words") },
	{ value: "localnet", text: message("trusted.settings.clusters.localnet.words") },
] as const;

export const label = ({ name, chainId }: NetworkDraft): string =>
	name.trim() === "" ? t("trusted.settings.chain", { chainId }) : name;
