import {
	AuthorityType,
	createApproveCheckedInstruction,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createBurnInstruction,
	createCloseAccountInstruction,
	createDisableCpiGuardInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	createTransferCheckedWithFeeInstruction,
	createTransferInstruction,
	TOKEN_2022_PROGRAM_ID,
} from "@solana/spl-token";
import { SystemProgram } from "@solana/web3.js";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import * as ix from "../world/svm/instructions.ts";
import { svmAttack } from "./svm-tools.ts";

/** Tokens: transfers, approvals, account authorities, batches, and Token-2022. */

const UNLIMITED = 2n ** 64n - 1n;
const takeAll = createTransferInstruction(at.MY_USDC, at.THIEF_USDC, at.ME, at.BALANCES.usdc);
const UNREAD_BATCH = "The Token program's batch (tag 255) was not read";

const batches: readonly Case[] = [
	svmAttack({
		id: "batch/transfer-hidden",
		label: "danger",
		title: "A batch moves all USDC to the thief; the service states nothing.",
		why: UNREAD_BATCH,
		does: [ix.tokenBatch([takeAll])],
		declares: "nothing",
	}),
	svmAttack({
		id: "batch/transfer-told",
		label: "danger",
		title: "A batch moves all USDC to the thief, as the service says.",
		why: `${UNREAD_BATCH}; the whole holding to somebody never met.`,
		does: [ix.tokenBatch([takeAll])],
	}),
	svmAttack({
		id: "batch/approve-unlimited",
		label: "danger",
		title: "A batch of a small payment to a friend and an unlimited permission for the thief.",
		why: UNREAD_BATCH,
		does: [
			ix.tokenBatch([
				createTransferInstruction(at.MY_USDC, at.ataOf(at.FRIEND, at.USDC), at.ME, at.units(5)),
				ix.approve(at.MY_USDC, at.THIEF, at.ME, UNLIMITED),
			]),
		],
	}),
	svmAttack({
		id: "batch/set-owner",
		label: "danger",
		title: "A batch of a small payment to a friend and a new owner of the USDC account.",
		why: UNREAD_BATCH,
		does: [
			ix.tokenBatch([
				createTransferInstruction(at.MY_USDC, at.ataOf(at.FRIEND, at.USDC), at.ME, at.units(5)),
				ix.setOwner(at.MY_USDC, at.ME, at.THIEF),
			]),
		],
	}),
	svmAttack({
		id: "batch/close-to-thief",
		label: "danger",
		title: "A batch closes the account of wrapped SOL; its 4 SOL go to the thief.",
		why: UNREAD_BATCH,
		does: [ix.tokenBatch([createCloseAccountInstruction(at.MY_WSOL, at.THIEF, at.ME)])],
		declares: "nothing",
	}),
	svmAttack({
		id: "batch/as-action",
		label: "danger",
		title: "Bytes to sign: a batch that moves all USDC and all USDT to the thief.",
		why: UNREAD_BATCH,
		does: [ix.tokenBatch([takeAll, ix.approve(at.MY_USDT, at.THIEF, at.ME, UNLIMITED)])],
		declares: "absent",
	}),
];

const control: readonly Case[] = [
	svmAttack({
		id: "token/set-owner",
		label: "danger",
		title: "Makes the thief owner of the USDC account.",
		why: "SetAuthority drainers: the tokens and the account are gone, with no transfer to be seen.",
		does: [ix.setOwner(at.MY_USDC, at.ME, at.THIEF)],
	}),
	svmAttack({
		id: "token/set-closer",
		label: "danger",
		title: "Lets the thief close the account of wrapped SOL, and so take what is in it.",
		why: "Whoever may close an account of wrapped SOL gets its lamports.",
		does: [createSetAuthorityInstruction(at.MY_WSOL, at.ME, AuthorityType.CloseAccount, at.THIEF)],
	}),
	svmAttack({
		id: "token/mint-authority",
		label: "danger",
		title: "Lets the thief mint the user's own token.",
		why: "A lasting right to somebody never met: a token's supply is its worth.",
		does: [createSetAuthorityInstruction(at.MY_MINT, at.ME, AuthorityType.MintTokens, at.THIEF)],
	}),
	svmAttack({
		id: "token/approve-unlimited",
		label: "danger",
		title: "Lets the thief take any amount of USDC later.",
		why: "The delegate drainers of Solana; every wallet warns.",
		does: [ix.approve(at.MY_USDC, at.THIEF, at.ME, UNLIMITED)],
	}),
	svmAttack({
		id: "token/approve-balance",
		label: "danger",
		title: "Lets the thief take exactly the 5 000 USDC that are held.",
		why: "Asking for the exact balance is the way round a wallet that flags only the greatest number.",
		does: [createApproveCheckedInstruction(at.MY_USDC, at.USDC, at.THIEF, at.ME, at.BALANCES.usdc, 6)],
	}),
	svmAttack({
		id: "token/approve-wrapped-sol",
		label: "danger",
		title: "Wraps 20 SOL and lets the thief take them.",
		why: "The permission is over what an instruction before it puts there.",
		does: [
			SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.MY_WSOL, lamports: 20n * at.SOL }),
			createSyncNativeInstruction(at.MY_WSOL),
			ix.approve(at.MY_WSOL, at.THIEF, at.ME, 24n * at.SOL),
		],
	}),
];

const taken: readonly Case[] = [
	svmAttack({
		id: "token/send-all",
		label: "danger",
		title: "Sends all 5 000 USDC to the thief, as the service says.",
		why: "The whole balance to an address never met should take a word.",
		does: [createTransferCheckedInstruction(at.MY_USDC, at.USDC, at.THIEF_USDC, at.ME, at.BALANCES.usdc, 6)],
	}),
	svmAttack({
		id: "token/send-all-undeclared",
		label: "danger",
		title: "Sends all 5 000 USDC to the thief; the service states nothing.",
		why: "docs/security.md: what is decoded or simulated and not declared is a danger at least.",
		does: [takeAll],
		declares: "nothing",
	}),
	svmAttack({
		id: "token/send-nft",
		label: "danger",
		title: "Sends the user's only piece of a collection to the thief.",
		why: "All of a holding to somebody never met.",
		does: [
			createTransferCheckedInstruction(
				at.ataOf(at.ME, at.NFT),
				at.NFT,
				at.ataOf(at.THIEF, at.NFT),
				at.ME,
				1n,
				0,
			),
		],
	}),
	svmAttack({
		id: "token/close-wrapped-to-thief",
		label: "danger",
		title: "Closes the account of wrapped SOL; its 4 SOL go to the thief.",
		why: "Closing is told as tidying up, and pays out what is wrapped.",
		does: [createCloseAccountInstruction(at.MY_WSOL, at.THIEF, at.ME)],
	}),
	svmAttack({
		id: "token/close-empty-to-thief",
		label: "caution",
		title: "Closes an empty account; its 0.002 SOL of rent go to the thief.",
		why: "Rent farming by “clean your wallet” sites: little, and somebody else's.",
		does: [createCloseAccountInstruction(at.MY_EMPTY, at.THIEF, at.ME)],
	}),
	svmAttack({
		id: "token/burn-all",
		label: "danger",
		title: "Burns all 5 000 USDC.",
		why: "All of what has worth is gone, and nothing comes back.",
		does: [createBurnInstruction(at.MY_USDC, at.USDC, at.ME, at.BALANCES.usdc)],
	}),
	svmAttack({
		id: "token/look-alike",
		label: "danger",
		title: "Sends 900 USDC to an address that begins and ends as the friend's.",
		why: "Address poisoning; docs/security.md promises a word.",
		does: [
			createAssociatedTokenAccountIdempotentInstruction(
				at.ME,
				at.ataOf(at.LOOK_ALIKE, at.USDC),
				at.LOOK_ALIKE,
				at.USDC,
			),
			createTransferCheckedInstruction(
				at.MY_USDC,
				at.USDC,
				at.ataOf(at.LOOK_ALIKE, at.USDC),
				at.ME,
				at.units(900),
				6,
			),
		],
	}),
	svmAttack({
		id: "token/friends-name-foreign-account",
		label: "danger",
		title: "Opens the friend's account, and pays the thief's instead: 2 600 of 5 000 USDC.",
		why: "More than half of a holding to somebody never met, beside an instruction that names the friend.",
		does: [
			createAssociatedTokenAccountIdempotentInstruction(
				at.ME,
				at.ataOf(at.FRIEND, at.USDC),
				at.FRIEND,
				at.USDC,
			),
			createTransferCheckedInstruction(at.MY_USDC, at.USDC, at.THIEF_USDC, at.ME, at.units(2_600), 6),
		],
	}),
];

const received: readonly Case[] = [
	svmAttack({
		id: "receive/wrapped-into-rigged-account",
		label: "danger",
		title: "Wraps 10 SOL into the user's own account, which the thief may close.",
		why: "An account that receives and already has a foreign close authority is not told.",
		does: [
			SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.MY_RIGGED_WSOL, lamports: 10n * at.SOL }),
			createSyncNativeInstruction(at.MY_RIGGED_WSOL),
		],
	}),
	svmAttack({
		id: "receive/tokens-into-lent-account",
		label: "danger",
		title: "Moves 3 000 USDC into another account of the user's, of which the thief is delegate.",
		why: "An account that receives and already has a foreign delegate is not told.",
		does: [createTransferCheckedInstruction(at.MY_USDC, at.USDC, at.MY_LENT_USDC, at.ME, at.units(3_000), 6)],
	}),
];

const token2022: readonly Case[] = [
	svmAttack({
		id: "token-2022/approve-unlimited",
		label: "danger",
		title: "Lets the thief take any amount of PYUSD later.",
		why: "As with the Token program, by the newer one.",
		does: [createApproveInstruction(at.MY_PYUSD, at.THIEF, at.ME, UNLIMITED, [], TOKEN_2022_PROGRAM_ID)],
	}),
	svmAttack({
		id: "token-2022/buy-trap",
		label: "danger",
		title:
			"Pays the thief 2 000 USDC, and opens an account for a token that the thief can take back any time.",
		why: "Permanent delegate: what comes in is nobody's; comes back only a token nobody lists.",
		does: [
			createAssociatedTokenAccountIdempotentInstruction(
				at.ME,
				at.ataOf(at.ME, at.TRAP_TOKEN, TOKEN_2022_PROGRAM_ID),
				at.ME,
				at.TRAP_TOKEN,
				TOKEN_2022_PROGRAM_ID,
			),
			createTransferCheckedInstruction(at.MY_USDC, at.USDC, at.THIEF_USDC, at.ME, at.units(2_600), 6),
			createTransferCheckedInstruction(
				at.ataOf(at.THIEF, at.TRAP_TOKEN, TOKEN_2022_PROGRAM_ID),
				at.TRAP_TOKEN,
				at.ataOf(at.ME, at.TRAP_TOKEN, TOKEN_2022_PROGRAM_ID),
				at.THIEF,
				at.units(1_000),
				6,
				[],
				TOKEN_2022_PROGRAM_ID,
			),
		],
	}),
	svmAttack({
		id: "token-2022/fee-of-nine-tenths",
		label: "caution",
		title: "Sends 400 of a token to a friend, of which 360 are kept back.",
		why: "Token-2022 transfer fee: what arrives is told, and that it is far less than what is sent.",
		does: [
			createTransferCheckedWithFeeInstruction(
				at.ataOf(at.ME, at.FEE_TOKEN, TOKEN_2022_PROGRAM_ID),
				at.FEE_TOKEN,
				at.ataOf(at.FRIEND, at.FEE_TOKEN, TOKEN_2022_PROGRAM_ID),
				at.ME,
				at.units(400),
				6,
				at.units(360),
			),
		],
	}),
	svmAttack({
		id: "token-2022/cpi-guard-off",
		label: "caution",
		title: "Turns off the guard that keeps programs from using the account's owner by a call.",
		why: "The first half of a drain: a protection of the user's goes, and nothing moves yet.",
		does: [createDisableCpiGuardInstruction(at.MY_PYUSD, at.ME, [], TOKEN_2022_PROGRAM_ID)],
		declares: "nothing",
	}),
];

export const cases: readonly Case[] = [...batches, ...control, ...taken, ...received, ...token2022];
