import { chainName } from "../../../core/chain/names.ts";
import { PUBLIC_NETWORKS, type PublicNetwork, publicNetwork } from "../../../core/chain/public-rpcs.ts";
import { message } from "../../../core/localized-text.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { ChainSetting } from "../../../ipc/settings.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { chainIdFault, explorerFault, urlFault } from "../settings/check.ts";

export interface NetworkDraft {
	readonly key: string;
	readonly family: ChainSetting["family"];
	/** Decimal chain ID, or name of the cluster. */
	readonly chainId: string;
	readonly name: string;
	readonly on: boolean;
	/** RPCs in query order. There is always at least one, but it may be empty. */
	readonly rpcs: readonly string[];
	/** Empty if there is none. */
	readonly witness: string;
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

function knownName(chainId: string): string {
	const name = chainName(chainId);
	return name.endsWith(` ${chainId}`) ? "" : name;
}

export const emptyDraft = (key: string, chainId: string): NetworkDraft => ({
	...{ key, family: /^[0-9]*$/.test(chainId) ? "evm" : "svm", chainId, on: true },
	...{ name: knownName(chainId), rpcs: [""], witness: "", explorer: "" },
});

/** Also updates the name when the chain ID changes, unless the user has edited it. */
export const withChain = ({ chainId: before, name }: NetworkDraft, chainId: string): Partial<NetworkDraft> =>
	name.trim() === "" || name === knownName(before) ? { chainId, name: knownName(chainId) } : { chainId };

/** The chain ID of a known network can't be changed. */
export const isFree = ({ key, chainId }: NetworkDraft): boolean =>
	key !== chainId || publicNetwork(chainId) === null;

const hostOf = (url: string) => URL.parse(url.trim())?.host ?? null;

export function witnessFault({ witness, rpcs }: NetworkDraft): string | null {
	if (witness.trim() === "") return null;
	const host = hostOf(witness);
	return (
		urlFault(witness) ?? (rpcs.some((url) => hostOf(url) === host) ? t("trusted.networks.same-host") : null)
	);
}

export function nameFault({ name }: NetworkDraft): string | null {
	return name.trim() === "" ? t("ui.name.needed") : null;
}

export function idFault(draft: NetworkDraft, all: readonly NetworkDraft[]): string | null {
	const others = all.filter(({ key, on }) => on && key !== draft.key).map(({ chainId }) => chainId);
	return chainIdFault(draft.chainId, others, draft.family);
}

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

export const CLUSTERS = (["mainnet-beta", "devnet", "testnet", "localnet"] as const).map((value) => ({
	value,
	text: message(`trusted.settings.clusters.${value}.words`),
}));

export const label = ({ name, chainId }: NetworkDraft): string =>
	name.trim() === "" ? t("trusted.settings.chain", { chainId }) : name;
