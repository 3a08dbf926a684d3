import { Authorized, Lockup, StakeProgram, SystemProgram, VoteProgram } from "@solana/web3.js";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import * as ix from "../world/svm/instructions.ts";
import { svmAttack } from "./svm-tools.ts";

/** Stakes, vote accounts and nonce accounts: assets that no balance of the wallet shows. */

const KEPT_ELSEWHERE = "What a third program keeps for the user is invisible";
const YEAR_2106 = 4_294_967_295n;
const SYSTEM = SystemProgram.programId;

const stakes: readonly Case[] = [
	svmAttack({
		id: "stake/set-lockup",
		label: "danger",
		title: "Locks the stake until 2106; only the thief can unlock it.",
		why: `${KEPT_ELSEWHERE}: SetLockup (tag 6) is ransom of 40 SOL.`,
		does: [ix.setLockup(at.MY_STAKE, at.ME, YEAR_2106, at.THIEF)],
		declares: "nothing",
	}),
	svmAttack({
		id: "stake/set-lockup-told",
		label: "danger",
		title: "The same with whatever our own simulation shows stated by the service.",
		why: `${KEPT_ELSEWHERE}.`,
		does: [ix.setLockup(at.MY_IDLE_STAKE, at.ME, YEAR_2106, at.THIEF)],
	}),
	svmAttack({
		id: "stake/set-lockup-checked",
		label: "danger",
		title: "Locks the stake until 2106 by the checked instruction, which the custodian has signed.",
		why: `${KEPT_ELSEWHERE}: SetLockupChecked (tag 12).`,
		does: [ix.setLockupChecked(at.MY_STAKE, at.ME, YEAR_2106, at.ACCOMPLICE)],
		declares: "nothing",
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
	svmAttack({
		id: "stake/authorize-withdrawer",
		label: "danger",
		title: "Makes the thief the one who withdraws the stake.",
		why: "Stake phishing: loss of all of it and of the right itself.",
		does: [ix.stakeAuthorize(at.MY_STAKE, at.ME, at.THIEF, "withdrawer")],
	}),
	svmAttack({
		id: "stake/authorize-staker",
		label: "danger",
		title: "Makes the thief the one who says where the stake goes.",
		why: "A lasting right to somebody never met: rewards can be taken by a validator of 100 % commission.",
		does: [ix.stakeAuthorize(at.MY_STAKE, at.ME, at.THIEF, "staker")],
	}),
	svmAttack({
		id: "stake/authorize-checked",
		label: "danger",
		title: "Makes the accomplice withdrawer by the checked instruction, which the accomplice has signed.",
		why: `${KEPT_ELSEWHERE}: AuthorizeChecked (tag 10), which was not read.`,
		does: [ix.authorizeChecked(at.MY_STAKE, at.ME, at.ACCOMPLICE, "withdrawer")],
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
	svmAttack({
		id: "stake/authorize-with-seed",
		label: "danger",
		title: "Makes the thief withdrawer of a stake that a seeded address rules.",
		why: "AuthorizeWithSeed (tag 8): the authority is the user's by a seed, so neither old nor new one is an account.",
		does: [ix.authorizeWithSeed(at.MY_SEEDED_STAKE, at.ME, at.SEED, SYSTEM, at.THIEF, "withdrawer")],
		declares: "nothing",
	}),
	svmAttack({
		id: "stake/authorize-checked-with-seed",
		label: "danger",
		title: "The same by the checked instruction.",
		why: `${KEPT_ELSEWHERE}: AuthorizeCheckedWithSeed (tag 11), which was not read.`,
		does: [
			ix.authorizeCheckedWithSeed(at.MY_SEEDED_STAKE, at.ME, at.SEED, SYSTEM, at.ACCOMPLICE, "withdrawer"),
		],
		declares: "nothing",
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
	svmAttack({
		id: "stake/withdraw-to-thief",
		label: "danger",
		title: "Withdraws 12 SOL of idle stake to the thief.",
		why: "All of a holding to somebody never met.",
		does: [
			...StakeProgram.withdraw({
				stakePubkey: at.MY_IDLE_STAKE,
				authorizedPubkey: at.ME,
				toPubkey: at.THIEF,
				lamports: Number(12n * at.SOL),
			}).instructions,
		],
	}),
	svmAttack({
		id: "stake/withdraw-to-thief-undeclared",
		label: "danger",
		title: "The same, and the service states nothing.",
		why: "The 12 SOL are of a stake account and not of the wallet: the undeclared loss must be seen all the same.",
		does: [
			...StakeProgram.withdraw({
				stakePubkey: at.MY_IDLE_STAKE,
				authorizedPubkey: at.ME,
				toPubkey: at.THIEF,
				lamports: Number(12n * at.SOL),
			}).instructions,
		],
		declares: "nothing",
	}),
	svmAttack({
		id: "stake/deactivate-then-authorize",
		label: "danger",
		title: "Ends staking, as the user asked, and makes the thief withdrawer in the next instruction.",
		why: "The gravest of several instructions decides.",
		does: [
			...StakeProgram.deactivate({ stakePubkey: at.MY_STAKE, authorizedPubkey: at.ME }).instructions,
			ix.stakeAuthorize(at.MY_STAKE, at.ME, at.THIEF, "withdrawer"),
		],
	}),
	svmAttack({
		id: "stake/new-stake-for-thief",
		label: "danger",
		title: "Stakes 30 SOL of the user's in a new account that the thief may withdraw.",
		why: "The stake looks like the user's own; its withdrawer is somebody never met.",
		does: [
			...StakeProgram.createAccountWithSeed({
				fromPubkey: at.ME,
				basePubkey: at.ME,
				seed: at.STAKE_SEED,
				stakePubkey: at.NEW_STAKE,
				lamports: Number(30n * at.SOL),
				authorized: new Authorized(at.ME, at.THIEF),
				lockup: new Lockup(0, 0, at.THIEF),
			}).instructions,
			...StakeProgram.delegate({
				stakePubkey: at.NEW_STAKE,
				authorizedPubkey: at.ME,
				votePubkey: at.VALIDATOR,
			}).instructions,
		],
	}),
	svmAttack({
		id: "stake/new-stake-locked",
		label: "danger",
		title: "Stakes 30 SOL in a new account of the user's that is locked until 2106 for the thief.",
		why: `${KEPT_ELSEWHERE}: the lockup is in the arguments of initialize.`,
		does: [
			...StakeProgram.createAccountWithSeed({
				fromPubkey: at.ME,
				basePubkey: at.ME,
				seed: at.STAKE_SEED,
				stakePubkey: at.NEW_STAKE,
				lamports: Number(30n * at.SOL),
				authorized: new Authorized(at.ME, at.ME),
				lockup: new Lockup(Number(YEAR_2106), 0, at.THIEF),
			}).instructions,
			...StakeProgram.delegate({
				stakePubkey: at.NEW_STAKE,
				authorizedPubkey: at.ME,
				votePubkey: at.VALIDATOR,
			}).instructions,
		],
	}),
	svmAttack({
		id: "stake/new-stake-checked",
		label: "danger",
		title: "Stakes 30 SOL in a new account whose withdrawer, the accomplice, has signed.",
		why: `${KEPT_ELSEWHERE}: InitializeChecked (tag 9), which was not read.`,
		does: [
			SystemProgram.createAccountWithSeed({
				fromPubkey: at.ME,
				newAccountPubkey: at.NEW_STAKE,
				basePubkey: at.ME,
				seed: at.STAKE_SEED,
				lamports: Number(30n * at.SOL),
				space: StakeProgram.space,
				programId: StakeProgram.programId,
			}),
			ix.initializeChecked(at.NEW_STAKE, at.ME, at.ACCOMPLICE),
		],
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
];

const votes: readonly Case[] = [
	svmAttack({
		id: "vote/withdraw",
		label: "danger",
		title: "Withdraws 2.9 SOL of a vote account's rewards to the thief.",
		why: `${KEPT_ELSEWHERE}: the vote program was not read.`,
		does: [
			...VoteProgram.withdraw({
				votePubkey: at.MY_VOTE,
				authorizedWithdrawerPubkey: at.ME,
				lamports: Number(at.lamports(2.9)),
				toPubkey: at.THIEF,
			}).instructions,
		],
		declares: "nothing",
	}),
	svmAttack({
		id: "vote/authorize-withdrawer",
		label: "danger",
		title: "Makes the thief the one who withdraws a validator's rewards, for good.",
		why: `${KEPT_ELSEWHERE}: the vote program was not read; the right lasts.`,
		does: [ix.voteAuthorizeWithdrawer(at.MY_VOTE, at.ME, at.THIEF)],
	}),
];

const nonces: readonly Case[] = [
	svmAttack({
		id: "nonce/authorize",
		label: "danger",
		title: "Makes the thief ruler of the nonce account.",
		why: "What is in it can be withdrawn, and every signature that was kept for it is ruled by the thief.",
		does: [
			SystemProgram.nonceAuthorize({
				noncePubkey: at.MY_NONCE,
				authorizedPubkey: at.ME,
				newAuthorizedPubkey: at.THIEF,
			}),
		],
	}),
	svmAttack({
		id: "nonce/withdraw",
		label: "danger",
		title: "Withdraws the nonce account's 2 SOL to the thief.",
		why: "All of a holding to somebody never met.",
		does: [
			SystemProgram.nonceWithdraw({
				noncePubkey: at.MY_NONCE,
				authorizedPubkey: at.ME,
				toPubkey: at.THIEF,
				lamports: Number(at.MY_NONCE_SOL),
			}),
		],
	}),
	svmAttack({
		id: "nonce/durable",
		label: "block",
		title: "A small payment that a durable nonce keeps valid without an end.",
		why: "docs/security.md and the match: a signature that never ends is not given.",
		does: [
			SystemProgram.nonceAdvance({ noncePubkey: at.MY_NONCE, authorizedPubkey: at.ME }),
			SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.FRIEND, lamports: at.lamports(0.2) }),
		],
	}),
	svmAttack({
		id: "nonce/new-for-thief",
		label: "danger",
		title: "Puts 5 SOL in a new nonce account that the thief rules.",
		why: "The account is at an address of the user's making, and its authority is in the arguments.",
		does: [
			...SystemProgram.createNonceAccount({
				fromPubkey: at.ME,
				noncePubkey: at.NEW_NONCE,
				basePubkey: at.ME,
				seed: at.NONCE_SEED,
				authorizedPubkey: at.THIEF,
				lamports: Number(5n * at.SOL),
			}).instructions,
		],
	}),
];

export const cases: readonly Case[] = [...stakes, ...votes, ...nonces];
