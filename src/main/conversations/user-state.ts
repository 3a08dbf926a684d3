import type { ChainSetting } from "../../ipc/settings.ts";
import type { UserState } from "../../service-api/user-state.ts";
import type { ConnectedAccounts } from "../ports.ts";

/** Who is to submit: Auto has the service choose, and an explicit `wallet` is invalid with it (interface, CommitView). */
export type TurnMode = "auto" | "direct";

/** Omitted, a turn is Auto unless an app is named (interface, startTurn). */
export function modeOf(turn: {
	readonly mode: TurnMode | null;
	readonly app: string | null;
	readonly applicationId: number | null;
}): TurnMode {
	return turn.mode ?? (turn.app === null && turn.applicationId === null ? "auto" : "direct");
}

/** The chains of the connected families, as CAIP-2 writes EVM's; empty where the families name all of them. */
function chainsNamed(connected: ConnectedAccounts, chains: readonly ChainSetting[]): readonly string[] {
	const usable = chains.filter(({ family }) => connected[family] !== null);
	const families = new Set(usable.map(({ family }) => family));
	if (usable.length === families.size) return [];
	return usable.map(({ family, chainId }) => `${family === "evm" ? "eip155" : "solana"}:${chainId}`);
}

/**
 * What the agent is told of the user's wallet: the connected accounts and where they are, nothing else. Names of
 * theirs (ENS, labels) are never claimed, `preferences` stays away. Each family names one chain; where there are more,
 * all of them stand in `ext`, which the interface leaves to the client.
 */
export function userStateOf(
	connected: ConnectedAccounts,
	chains: readonly ChainSetting[],
	mode: TurnMode = "auto",
): UserState {
	const chain = chains.find((each) => each.family === "evm");
	const cluster = chains.find((each) => each.family === "svm");
	const named = chainsNamed(connected, chains);
	const submits = mode === "direct" ? { broadcaster: "wallet" as const } : {};
	return {
		connection: {
			is_connected: connected.evm !== null || connected.svm !== null,
			provider: "countersign",
			provider_label: "Countersign",
		},
		...(connected.evm === null
			? {}
			: {
					evm: {
						address: connected.evm,
						...(chain === undefined ? {} : { chain_id: Number(chain.chainId) }),
						...submits,
					},
				}),
		...(connected.svm === null
			? {}
			: {
					svm: {
						address: connected.svm,
						...(cluster === undefined ? {} : { cluster: cluster.chainId }),
						wallet_name: "Countersign",
						...submits,
					},
				}),
		...(named.length === 0 ? {} : { ext: { chains: named } }),
	};
}
