import { chainName } from "../../../core/chain/names.ts";
import { PUBLIC_NETWORKS, type PublicNetwork, publicNetwork } from "../../../core/chain/public-rpcs.ts";
import { message } from "../../../core/message.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { ChainSetting } from "../../../ipc/settings.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { chainIdFault, explorerFault, urlFault } from "../settings/check.ts";

/** Edited networks, before main checks them again. */

export interface NetworkDraft {
	/** Stable while the row is edited. */
	readonly key: string;
	readonly family: ChainSetting["family"];
	/** Decimal for EVM, a cluster's name for Solana. */
	readonly chainId: string;
	readonly name: string;
	readonly on: boolean;
	/** In query order; at least one box, which may be empty. */
	readonly rpcs: readonly string[];
	/** Empty if there is none. */
	readonly witness: string;
	/** The user's explorer page; empty for the known one. */
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

/** Returns the user's networks, then predefined ones. */
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

/** Returns the chain's known name; empty if unknown. */
function knownName(chainId: string): string {
	const name = chainName(chainId);
	return name.endsWith(` ${chainId}`) ? "" : name;
}

/** Returns an empty network. */
export const emptyDraft = (key: string, chainId: string): NetworkDraft => ({
	...{ key, family: /^[0-9]*$/.test(chainId) ? "evm" : "svm", chainId, on: true },
	...{ name: knownName(chainId), rpcs: [""], witness: "", explorer: "" },
});

/** Changes number or cluster; a name that the user did not edit follows. */
export const withChain = ({ chainId: before, name }: NetworkDraft, chainId: string): Partial<NetworkDraft> =>
	name.trim() === "" || name === knownName(before) ? { chainId, name: knownName(chainId) } : { chainId };

/** Returns whether number or cluster can be edited; those of known networks are fixed. */
export const isFree = ({ key, chainId }: NetworkDraft): boolean =>
	key !== chainId || publicNetwork(chainId) === null;

const hostOf = (url: string) => URL.parse(url.trim())?.host ?? null;

/** Returns the fault of a witness address; `null` if valid or absent. */
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

/** Returns the fault of a number or cluster; `null` if valid. */
export function idFault(draft: NetworkDraft, all: readonly NetworkDraft[]): string | null {
	const others = all.filter(({ key, on }) => on && key !== draft.key).map(({ chainId }) => chainId);
	return chainIdFault(draft.chainId, others, draft.family);
}

/** Returns whether all selected networks can be saved. */
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

/** Returns the selected networks as main saves them. */
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

/** Solana clusters by their tools' names. */
export const CLUSTERS = [
	{ value: "mainnet-beta", text: message("trusted.settings.clusters.mainnet-beta.words") },
	{ value: "devnet", text: message("trusted.settings.clusters.devnet.words") },
	{ value: "testnet", text: message("trusted.settings.clusters.testnet.words") },
	{ value: "localnet", text: message("trusted.settings.clusters.localnet.words") },
] as const;

export const label = ({ name, chainId }: NetworkDraft): string =>
	name.trim() === "" ? t("trusted.settings.chain", { chainId }) : name;
