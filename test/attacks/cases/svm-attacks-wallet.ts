import { AddressLookupTableProgram, SystemProgram } from "@solana/web3.js";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import * as ix from "../world/svm/instructions.ts";
import { svmAttack } from "./svm-tools.ts";

/** The wallet account, accounts derived from it, and programs that the user can upgrade. */

const wallet: readonly Case[] = [
	svmAttack({
		id: "wallet/send-all",
		label: "danger",
		title: "Sends 99.9 of 100 SOL to the thief, as the service says.",
		why: "The whole balance to an address never met should take a word.",
		does: [SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.THIEF, lamports: at.lamports(99.9) })],
	}),
	svmAttack({
		id: "wallet/send-all-as-bytes",
		label: "danger",
		title: "The same as bytes to sign.",
		why: "Whole balance to somebody never met; nobody but our own simulation says what happens.",
		does: [SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.THIEF, lamports: at.lamports(99.9) })],
		declares: "absent",
	}),
	svmAttack({
		id: "wallet/send-to-look-alike",
		label: "danger",
		title: "Sends 3 SOL to an address that begins and ends as the friend's.",
		why: "Address poisoning.",
		does: [SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.LOOK_ALIKE, lamports: 3n * at.SOL })],
	}),
	svmAttack({
		id: "wallet/send-to-mint",
		label: "danger",
		title: "Sends 3 SOL to the address of a token itself.",
		why: "Nobody has its key: what is sent there is lost.",
		does: [SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.USDC, lamports: 3n * at.SOL })],
	}),
	svmAttack({
		id: "wallet/assign",
		label: "danger",
		title: "Hands the wallet over to a program of the thief's.",
		why: "Owner-reassignment phishing: the wallet can never sign for its SOL again.",
		does: [SystemProgram.assign({ accountPubkey: at.ME, programId: at.THIEF_PROGRAM })],
		declares: "nothing",
	}),
	svmAttack({
		id: "wallet/allocate",
		label: "danger",
		title: "Gives the wallet room for data, after which it can send no SOL.",
		why: "agave: a system account that holds data can't be the source of a transfer, nor be made empty again.",
		does: [SystemProgram.allocate({ accountPubkey: at.ME, space: 64 })],
		declares: "nothing",
	}),
	svmAttack({
		id: "wallet/assign-with-seed",
		label: "danger",
		title:
			"Puts 30 SOL in an address that is derived from the wallet, and hands it over to the thief's program.",
		why: "AssignWithSeed: the user's by a seed, and the thief's program's from then on; value goes without a payee.",
		does: [
			SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: at.NEW_VAULT, lamports: 30n * at.SOL }),
			SystemProgram.assign({
				accountPubkey: at.NEW_VAULT,
				basePubkey: at.ME,
				seed: at.VAULT_SEED,
				programId: at.THIEF_PROGRAM,
			}),
		],
	}),
	svmAttack({
		id: "wallet/transfer-with-seed",
		label: "danger",
		title:
			"Sends the 30 SOL of an account that is derived from the wallet to the thief, as the service says.",
		why: "TransferWithSeed: all of a holding of the user's, though no account of the list.",
		does: [
			SystemProgram.transfer({
				fromPubkey: at.MY_SAVINGS,
				basePubkey: at.ME,
				seed: at.SEED,
				programId: SystemProgram.programId,
				toPubkey: at.THIEF,
				lamports: at.MY_SAVINGS_SOL,
			}),
		],
	}),
	svmAttack({
		id: "wallet/create-for-program",
		label: "danger",
		title: "Puts 55 of 100 SOL in a new account, derived from the wallet, that the thief's program rules.",
		why: "CreateAccountWithSeed: the address looks like the user's own; its owner program decides over it.",
		does: [
			SystemProgram.createAccountWithSeed({
				fromPubkey: at.ME,
				newAccountPubkey: at.NEW_VAULT,
				basePubkey: at.ME,
				seed: at.VAULT_SEED,
				lamports: Number(55n * at.SOL),
				space: 0,
				programId: at.THIEF_PROGRAM,
			}),
		],
	}),
	svmAttack({
		id: "wallet/create-for-program-signed",
		label: "danger",
		title: "Puts 55 of 100 SOL in a new account whose key the accomplice has.",
		why: "CreateAccount: value goes to somebody never met without any transfer.",
		does: [
			SystemProgram.createAccount({
				fromPubkey: at.ME,
				newAccountPubkey: at.ACCOMPLICE,
				lamports: Number(55n * at.SOL),
				space: 0,
				programId: SystemProgram.programId,
			}),
		],
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
];

const programs: readonly Case[] = [
	svmAttack({
		id: "program/set-authority",
		label: "danger",
		title: "Lets the thief upgrade the user's program.",
		why: "A lasting right: the program can then take whatever it rules. Upgrade-authority phishing of teams.",
		does: [ix.setProgramAuthority(at.MY_PROGRAM_DATA, at.ME, at.THIEF)],
	}),
	svmAttack({
		id: "program/set-authority-checked",
		label: "danger",
		title: "The same by the checked instruction, which the accomplice has signed.",
		why: "SetAuthorityChecked (tag 7).",
		does: [ix.setProgramAuthorityChecked(at.MY_PROGRAM_DATA, at.ME, at.ACCOMPLICE)],
		cosigners: [at.ACCOMPLICE_KEYPAIR],
	}),
	svmAttack({
		id: "program/upgrade",
		label: "danger",
		title: "Puts the thief's code in place of the user's program.",
		why: "Whatever the program rules is the thief's; the buffer was written by a stranger.",
		does: [ix.upgradeProgram(at.MY_PROGRAM_DATA, at.MY_PROGRAM, at.THIEF_BUFFER, at.THIEF, at.ME)],
		declares: "nothing",
	}),
	svmAttack({
		id: "program/close",
		label: "danger",
		title: "Closes the user's program for good; its 20 SOL of rent go to the thief.",
		why: "A closed program can never be deployed at its address again.",
		does: [ix.closeProgram(at.MY_PROGRAM_DATA, at.MY_PROGRAM, at.THIEF, at.ME)],
		declares: "nothing",
	}),
	svmAttack({
		id: "program/close-lookup-table",
		label: "caution",
		title: "Deactivates the user's lookup table, so that it can be closed.",
		why: "What others built on it stops to work; nothing is lost yet.",
		does: [AddressLookupTableProgram.deactivateLookupTable({ lookupTable: at.MY_TABLE, authority: at.ME })],
	}),
];

export const cases: readonly Case[] = [...wallet, ...programs];
