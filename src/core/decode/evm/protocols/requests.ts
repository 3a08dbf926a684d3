import { message } from "../../../localized-text.ts";
import { lower } from "../abi.ts";
import { functionsOf } from "../function.ts";
import type { Meaning } from "../meaning.ts";
import { act, type ContractFamily, part, recordedFor, setOperator } from "./act.ts";

/**
 * Decodes vaults with two-step deposits and payouts. A request belongs to its controller, who claims the
 * result through ERC-4626 calls as the owner (`tokens.ts`). Sources: ERC-7540 and ERC-7887.
 */

const ofReceiver = (amount: bigint | null, receiver: string) =>
	part(null, amount, { party: lower(receiver) });

const claimCancelled = (receiver: string, owner: string): Meaning =>
	act("claim", { gets: [recordedFor(receiver)], owner, about: message("act.vault.cancelled") });

export const ASYNC_VAULT: ContractFamily = {
	app: "an ERC-7540 vault",
	functions: [
		...functionsOf({
			"requestDeposit(uint256 assets, address controller, address owner)": ([assets, controller, owner]) =>
				act("request-deposit", {
					gives: [ofReceiver(assets, owner)],
					gets: [recordedFor(controller)],
					owner,
					about: message("act.vault.asset"),
				}),
			"requestRedeem(uint256 shares, address controller, address owner)": ([shares, controller, owner]) =>
				act("request", {
					gives: [ofReceiver(shares, owner)],
					gets: [recordedFor(controller)],
					owner,
					about: message("act.vault.shares"),
				}),
			"deposit(uint256 assets, address receiver, address controller)": ([assets, receiver, owner]) =>
				act("claim", {
					gets: [recordedFor(receiver)],
					owner,
					about: message("act.vault.base-units", { amount: String(assets) }),
				}),
			"mint(uint256 shares, address receiver, address controller)": ([shares, receiver, owner]) =>
				act("claim", { gets: [ofReceiver(shares, receiver)], owner, about: message("act.vault.shares") }),
			"cancelDepositRequest(uint256 requestId, address controller)": ([, owner]) =>
				act("cancel", { about: message("act.vault.deposit-request"), owner }),
			"cancelRedeemRequest(uint256 requestId, address controller)": ([, owner]) =>
				act("cancel", { about: message("act.vault.redeem-request"), owner }),
			"claimCancelDepositRequest(uint256 requestId, address receiver, address controller)": ([
				,
				receiver,
				owner,
			]) => claimCancelled(receiver, owner),
			"claimCancelRedeemRequest(uint256 requestId, address receiver, address controller)": ([
				,
				receiver,
				owner,
			]) => claimCancelled(receiver, owner),
		}),
		setOperator,
	],
};
