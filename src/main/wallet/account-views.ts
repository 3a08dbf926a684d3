import { nativeOf } from "../../core/chain/names.ts";
import { message } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { AccountView } from "../../ipc/wallet.ts";
import type { WatchedAccountSetting } from "../ports.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Account, Accounts } from "./accounts.ts";
import { placeInPhrase } from "./phrase-place.ts";

export interface AccountViewsDeps {
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	/** The user's own names for addresses. */
	labels(): Labels;
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** By chain id or cluster. */
	health(): ReadonlyMap<string, ChainHealth>;
	/** The accounts' balances by chain and address, as read last, in the chain's smallest unit. */
	balances(): ReadonlyMap<string, bigint | null>;
}

const watchOnly = (account: WatchedAccountSetting) => ({ ...account, signer: "watch", path: null }) as const;

/** The user's accounts with their balances, as the desk lists them; those that are only watched come last. */
export function accountViews(deps: AccountViewsDeps): AccountView[] {
	const labels = deps.labels();
	const all: readonly (Account | ReturnType<typeof watchOnly>)[] = [
		...deps.accounts.list(),
		...deps.accounts.watched().map(watchOnly),
	];
	return all.map((account) => ({
		address: addressView(account.address, labels),
		family: account.family,
		signer: account.signer,
		path: account.path,
		place: account.signer === "watch" ? null : placeInPhrase(account),
		hidden: deps.accounts.isHidden(account.address),
		balances: deps
			.chainSettings()
			.filter((chain) => chain.family === account.family)
			.map((chain) => {
				const wei = deps.balances().get(`${chain.chainId} ${account.address}`);
				const unit = { ...nativeOf(chain.chainId), checked: true };
				if (wei !== undefined && wei !== null)
					return { chain: chain.name, amount: amountView(wei, unit), text: null };
				const health = deps.health().get(chain.chainId);
				return {
					chain: chain.name,
					amount: null,
					text: health?.ok === false ? health.text : message("app.chain.reading"),
				};
			}),
	}));
}
