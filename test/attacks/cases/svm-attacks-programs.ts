import { ComputeBudgetProgram, PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import { call, changes, reads, signs, signsAndChanges } from "../world/svm/instructions.ts";
import { svmAttack } from "./svm-tools.ts";

/** Unknown programs, effects hidden among many instructions, addresses from lookup tables, and fees. */

const SILENT_SIMULATIONS = "Silence of both simulations counts as knowledge";
const DATA = Buffer.from("66063d1201daebea", "hex");
const idle = (...keys: TransactionInstruction["keys"]) => call(at.HIDDEN.nothing.program, keys, DATA);
const pay = (to: PublicKey, lamports: bigint) =>
	SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: to, lamports });
const memo = (text: string) =>
	call(new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"), [signs(at.ME)], Buffer.from(text));

const unknown: readonly Case[] = [
	svmAttack({
		id: "unknown/idle-with-signature",
		label: "danger",
		title: "An unknown program gets the wallet's signature, and does nothing yet.",
		why: `${SILENT_SIMULATIONS}: a program that is handed a signature can do otherwise when it lands (upgrade, clock, flag).`,
		does: [idle(signsAndChanges(at.ME))],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/idle-as-action",
		label: "danger",
		title: "The same as bytes to sign, which nobody simulated for the user.",
		why: `${SILENT_SIMULATIONS}; without a service's simulation there is not even somebody to agree with.`,
		does: [idle(signsAndChanges(at.ME), changes(at.MY_USDC))],
		declares: "absent",
	}),
	svmAttack({
		id: "unknown/idle-with-token-accounts",
		label: "danger",
		title: "An unknown program gets signature and every token account, and does nothing yet.",
		why: `${SILENT_SIMULATIONS}; an unknown program that is given a signature or a writable account takes a word.`,
		does: [idle(signs(at.ME), changes(at.MY_USDC), changes(at.MY_USDT), changes(at.MY_WSOL))],
	}),
	svmAttack({
		id: "unknown/writable-account-only",
		label: "danger",
		title: "An unknown program may change a token account of the user's that has a foreign delegate.",
		why: `${SILENT_SIMULATIONS}: no signature is needed where the program is, or knows, the delegate.`,
		does: [idle(changes(at.MY_LENT_USDC), changes(at.THIEF_USDC), reads(at.THIEF))],
	}),
	svmAttack({
		id: "unknown/idle-with-stake",
		label: "danger",
		title: "An unknown program gets the signature beside a stake account of the user's.",
		why: `${SILENT_SIMULATIONS}: stakes are ruled by a signature, and a program that has it can authorise anybody.`,
		does: [
			idle(
				signs(at.ME),
				changes(at.MY_STAKE),
				reads(new PublicKey("Stake11111111111111111111111111111111111111")),
			),
		],
	}),
	svmAttack({
		id: "unknown/takes-sol-hidden",
		label: "block",
		title: "An unknown program sends 60 of 100 SOL to the thief; the service states nothing.",
		why: "docs/security.md: a loss that the service does not declare and the own simulation shows is never signed.",
		does: [at.callHidden("sol")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/takes-sol-told",
		label: "danger",
		title: "An unknown program sends 60 of 100 SOL to the thief, as the service says.",
		why: "Wallet drainer with honest effects: most of the balance to somebody never met takes a word.",
		does: [at.callHidden("sol")],
	}),
	svmAttack({
		id: "unknown/takes-tokens-hidden",
		label: "block",
		title: "An unknown program moves all USDC to the thief; the service states nothing.",
		why: "docs/security.md: undeclared loss.",
		does: [at.callHidden("tokens")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/takes-account-hidden",
		label: "block",
		title: "An unknown program makes the thief owner of the USDC account; the service states nothing.",
		why: "docs/security.md: an undeclared change of control. Known from drainers (SetAuthority by CPI).",
		does: [at.callHidden("owner")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/takes-permission-hidden",
		label: "block",
		title: "An unknown program makes the thief delegate of all USDC; the service states nothing.",
		why: "docs/security.md: an undeclared permission.",
		does: [at.callHidden("approve")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/takes-stake-hidden",
		label: "block",
		title: "An unknown program makes the thief withdrawer of the stake; the service states nothing.",
		why: "docs/security.md: an undeclared change of control, of 40 SOL that no balance shows.",
		does: [at.callHidden("stake")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/takes-wallet-hidden",
		label: "block",
		title: "An unknown program has the wallet assigned to another program; the service states nothing.",
		why: "Owner-reassignment phishing (SlowMist, 2025): the wallet itself is handed over by a CPI of assign.",
		does: [at.callHidden("assign")],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/dust-for-usdc",
		label: "danger",
		title:
			"A lookalike exchange takes 4 000 of 5 000 USDC and gives a speck of another token, as the service says.",
		why: "Leaves most of what has worth, comes back dust of an unlisted token.",
		does: [at.callHidden("dust")],
	}),
	svmAttack({
		id: "unknown/no-program",
		label: "danger",
		title: "Calls an address at which there is no program, with the wallet's signature.",
		why: "A program that is put there after the review runs with the user's signature.",
		does: [call(at.corpusKeypair("empty place").publicKey, [signsAndChanges(at.ME)], DATA)],
		declares: "nothing",
	}),
	svmAttack({
		id: "unknown/gain-is-claimed",
		label: "danger",
		title: "The service claims a gain of 900 USDC; the program takes 0.4 SOL.",
		why: "A service that claims more than happens, with a payment to somebody never met.",
		does: [at.callHidden("small")],
		declares: {
			status: "passed",
			balanceChanges: [
				{
					account: at.ME.toBase58(),
					asset: at.USDC.toBase58(),
					amount: at.units(900).toString(),
					direction: "in",
					symbol: "USDC",
					decimals: 6,
				},
				{
					account: at.ME.toBase58(),
					asset: "native",
					amount: at.lamports(0.4).toString(),
					direction: "out",
					counterparty: at.THIEF.toBase58(),
					symbol: "SOL",
					decimals: 9,
					standard: "native",
				},
			],
			approvals: [],
			fees: [],
			warnings: [],
			guards: [],
			gas: null,
			logs: [],
		},
	}),
];

const many: readonly Case[] = [
	svmAttack({
		id: "many/unknown-among-memos",
		label: "danger",
		title: "Eleven memos and small payments to a friend, and one unknown program that gets the signature.",
		why: `${SILENT_SIMULATIONS}; the gravest of many instructions decides.`,
		does: [
			...Array.from({ length: 5 }, (_, n) => memo(`invoice ${n + 1}`)),
			...Array.from({ length: 5 }, () => pay(at.FRIEND, at.lamports(0.01))),
			idle(signs(at.ME), changes(at.MY_USDC)),
			memo("end"),
		],
	}),
	svmAttack({
		id: "many/second-transaction-drains",
		label: "danger",
		title: "An action of two transactions: a small payment to a friend, then 95 SOL to the thief.",
		why: "What is not simulated (only the first transaction of several can be) is judged by its decoding.",
		does: [pay(at.FRIEND, at.lamports(0.1))],
		more: [[pay(at.THIEF, 95n * at.SOL)]],
	}),
	svmAttack({
		id: "many/second-transaction-unknown",
		label: "danger",
		title:
			"An action of two transactions: a small payment to a friend, then an unknown program with the signature.",
		why: `${SILENT_SIMULATIONS}; nobody simulates the second one.`,
		does: [pay(at.FRIEND, at.lamports(0.1))],
		more: [[idle(signsAndChanges(at.ME), changes(at.MY_USDC))]],
	}),
];

const tables: readonly Case[] = [
	svmAttack({
		id: "table/recipient-of-all",
		label: "danger",
		title: "97 of 100 SOL go to an address that only a lookup table names.",
		why: "Whole balance to somebody never met; the recipient is not in the signed bytes.",
		does: [pay(at.THIEF, 97n * at.SOL)],
		lookups: [at.OTHER_TABLE.toBase58()],
	}),
	svmAttack({
		id: "table/unknown-gets-accounts",
		label: "danger",
		title: "An unknown program gets the signature and accounts that a stranger's lookup table lends.",
		why: SILENT_SIMULATIONS,
		does: [idle(signs(at.ME), changes(at.MY_USDC), changes(at.THIEF_USDC), changes(at.THIEF))],
		lookups: [at.OTHER_TABLE.toBase58()],
	}),
];

const fees: readonly Case[] = [
	svmAttack({
		id: "fee/half-a-sol",
		label: "danger",
		title: "Sends 0.01 SOL, and pays 0.56 SOL of priority fee for it.",
		why: "The fee is a hundred thousand times the usual; validators and their friends get it.",
		does: [
			ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 400_000_000 }),
			pay(at.FRIEND, at.lamports(0.01)),
		],
	}),
	svmAttack({
		id: "fee/twenty-sol",
		label: "block",
		title: "Sends 0.01 SOL, and pays 21 SOL of priority fee for it.",
		why: "An absolute bound in native units; no honest request pays a fifth of the wallet as a fee.",
		does: [
			ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 15_000_000_000 }),
			pay(at.FRIEND, at.lamports(0.01)),
		],
	}),
	svmAttack({
		id: "fee/price-without-limit",
		label: "danger",
		title: "Sets only a price; the limit that it is multiplied with is the default of its instructions.",
		why: "The fee must be computed from the bytes; without a limit it is 200 000 units an instruction.",
		does: [
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 3_000_000_000 }),
			memo("hello"),
			pay(at.FRIEND, at.lamports(0.01)),
		],
	}),
	svmAttack({
		id: "fee/twentieth-of-a-sol",
		label: "caution",
		title: "Sends 0.01 SOL, and pays 0.05 SOL of priority fee for it.",
		why: "Ten thousand times the base fee is told, though traders have paid it.",
		does: [
			ComputeBudgetProgram.setComputeUnitLimit({ units: 500_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000_000 }),
			pay(at.FRIEND, at.lamports(0.01)),
		],
	}),
];

export const cases: readonly Case[] = [...unknown, ...many, ...tables, ...fees];
