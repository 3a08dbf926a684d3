import { type Case, USER } from "../case.ts";
import { COLLECTION, collectionAbi } from "../world/evm/drops.ts";
import { OTHER_POOL, stakingAbi } from "../world/evm/stakes.ts";
import { ROUTER_V2 } from "../world/evm/swaps.ts";
import { TAXED, tokenAbi, UNI, USDC, usd, whole } from "../world/evm/tokens.ts";
import { approve, CONTACTS, earlier, honest, LANDLORD, step } from "./honest.ts";

/**
 * Harmless uses of the function names in evm-words.ts: nothing leaves the account, or exactly the stated
 * amounts do.
 */

const NOTHING = "Nothing leaves by the user's own simulation: there is no loss to account for.";
const NAMED = "What leaves is what the bytes name, or less; the rest stays with the token.";
const UNREAD = "A contract that nobody knows is called, which is a remark; what moves comes to the user.";

const pool = (functionName: string, args: readonly unknown[] = []) =>
	step(OTHER_POOL, stakingAbi, functionName, args);

export const cases: readonly Case[] = [
	honest(
		"words/revoke",
		"info",
		"Takes an allowance of a router back.",
		NOTHING,
		approve(USDC, ROUTER_V2, 0n),
		{
			before: [earlier(approve(USDC, ROUTER_V2, usd(500)))],
		},
	),
	honest(
		"words/decrease",
		"info",
		"Lowers an allowance of a router.",
		NOTHING,
		step(UNI, tokenAbi, "decreaseAllowance", [ROUTER_V2, whole(10)]),
		{ before: [earlier(approve(UNI, ROUTER_V2, whole(20)))] },
	),
	honest(
		"words/delegate",
		"info",
		"Delegates one's votes to oneself.",
		NOTHING,
		step(UNI, tokenAbi, "delegate", [USER]),
	),
	honest(
		"words/operator-off",
		"info",
		"Takes the right over a collection back.",
		NOTHING,
		step(COLLECTION, collectionAbi, "setApprovalForAll", [ROUTER_V2, false]),
		{ before: [earlier(step(COLLECTION, collectionAbi, "setApprovalForAll", [ROUTER_V2, true]))] },
	),
	honest("words/get-reward", "caution", "Claims rewards of a pool on no list.", UNREAD, pool("getReward")),
	honest("words/exit", "caution", "Leaves a pool on no list with everything.", UNREAD, pool("exit")),
	honest(
		"words/unstake",
		"caution",
		"Takes 500 DAI out of a pool on no list.",
		UNREAD,
		pool("withdraw", [whole(500)]),
	),
	honest(
		"words/taxed-transfer",
		"caution",
		"Pays a contact with a token that keeps three percent.",
		NAMED,
		step(TAXED, tokenAbi, "transfer", [LANDLORD, whole(100)]),
		{ context: { contacts: CONTACTS } },
	),
];
