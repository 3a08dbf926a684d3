import type { ChainSetting } from "../../bridge/views.ts";
import type { UserState } from "../../contract/user-state.ts";
import type { Account } from "../accounts/accounts.ts";

/** What the agent is told of the person's wallet: addresses and preferences, nothing else. */
export function userStateOf(accounts: readonly Account[], chains: readonly ChainSetting[]): UserState {
	const evm = accounts.find((account) => account.family === "evm");
	const svm = accounts.find((account) => account.family === "svm");
	const chain = chains.find((each) => each.family === "evm");
	const cluster = chains.find((each) => each.family === "svm");
	return {
		connection: {
			is_connected: accounts.length > 0,
			provider: "countersign",
			provider_label: "Countersign",
		},
		...(evm === undefined
			? {}
			: {
					evm: {
						address: evm.address,
						...(chain === undefined ? {} : { chain_id: Number(chain.chainId) }),
						broadcaster: "wallet" as const,
					},
				}),
		...(svm === undefined
			? {}
			: {
					svm: {
						address: svm.address,
						...(cluster === undefined ? {} : { cluster: cluster.chainId }),
						wallet_name: "Countersign",
						broadcaster: "wallet" as const,
					},
				}),
	};
}
