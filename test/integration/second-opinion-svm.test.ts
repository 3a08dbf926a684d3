import {
	AuthorityType,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createBurnInstruction,
	createCloseAccountInstruction,
	createRevokeInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	createTransferCheckedWithFeeInstruction,
	getAssociatedTokenAddressSync,
	NATIVE_MINT,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { Keypair, PublicKey, StakeProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReviewView } from "../../src/ipc/review.ts";
import { verdictTable } from "../fixtures/verdict-table.ts";
import { givenText } from "../mock-service/svm-given.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { sayingOne, tells } from "../support/saying.ts";

/**
 * Real programs on a real Solana runtime. The service simulates them truthfully, then falsely. Every lie is refused
 * or requires a typed word, under the name of its finding; honest requests need no word.
 */

const SOL = 10n ** 9n;
const table = verdictTable("Second opinion, Solana");

let kinds: Kinds;
let me: PublicKey;
let usdx: PublicKey;
/** Mint of a token that hardly anyone but the user holds. */
let coin: PublicKey;
/** Token-2022 mint that withholds one percent of each transfer. */
let taxed: PublicKey;
/** Token-2022 mint whose permanent delegate can take anyone's tokens. */
let seizable: PublicKey;
const friend = Keypair.generate().publicKey;
const thief = Keypair.generate().publicKey;
const stake = Keypair.generate();

beforeAll(async () => {
	kinds = await openKinds();
	const { svm, person } = kinds.solana;
	me = person.publicKey;
	usdx = new PublicKey(kinds.solana.options.mint);
	for (const each of [friend, thief]) {
		svm.airdrop(each, SOL);
		svm.mintTo(usdx, each, 1n);
	}
	coin = svm.createMint();
	svm.mintTo(coin, me, 900n * 10n ** 6n);
	svm.mintTo(coin, thief, 1n);
	taxed = svm.createMint({ program: "token-2022", transferFee: { basisPoints: 100, most: 10n ** 6n } });
	seizable = svm.createMint({ program: "token-2022", permanentDelegate: thief });
	const { instructions } = StakeProgram.createAccount({
		fromPubkey: me,
		stakePubkey: stake.publicKey,
		authorized: { staker: me, withdrawer: me },
		lamports: Number(2n * SOL),
	});
	svm.execute(instructions, [person, stake]);
	for (const mint of [taxed, seizable]) {
		svm.mintTo(mint, me, 900n * 10n ** 6n);
		svm.mintTo(mint, friend, 1n);
	}
});

afterAll(async () => {
	await kinds?.close();
	table.print();
});

const key = (of: PublicKey) => of.toBase58();
const programOf = (mint: PublicKey) =>
	[taxed, seizable].some((each) => each.equals(mint)) ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID;
const purse = (mint: PublicKey, owner = me) =>
	getAssociatedTokenAddressSync(mint, owner, true, programOf(mint));
const run = (...instructions: readonly TransactionInstruction[]) =>
	`run on solana ${givenText(instructions)}`;
const hidden = (instruction: TransactionInstruction) => kinds.solana.svm.hide(instruction);

const pay = (to: PublicKey, lamports: bigint) =>
	SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports });
const move = (mint: PublicKey, to: PublicKey, amount: bigint) =>
	createTransferCheckedInstruction(purse(mint), mint, purse(mint, to), me, amount, 6, [], programOf(mint));
const open = (mint: PublicKey, owner: PublicKey) =>
	createAssociatedTokenAccountIdempotentInstruction(me, purse(mint, owner), owner, mint, programOf(mint));
const approve = (to: PublicKey, amount: bigint) => createApproveInstruction(purse(usdx), to, me, amount);
const give = (type: AuthorityType, to = thief) => createSetAuthorityInstruction(purse(usdx), me, type, to);
const close = (mint: PublicKey, to: PublicKey) => createCloseAccountInstruction(purse(mint), to, me);
/** Builds SetLockup of the stake program (tag 6): locked until 2106 for everyone but the custodian. */
function lock(custodian: PublicKey): TransactionInstruction {
	const data = Buffer.alloc(47);
	data.writeUInt32LE(6, 0);
	data.writeUInt8(1, 4);
	data.writeBigInt64LE(4_291_747_200n, 5);
	data.writeUInt8(1, 14);
	custodian.toBuffer().copy(data, 15);
	return new TransactionInstruction({
		programId: StakeProgram.programId,
		keys: [
			{ pubkey: stake.publicKey, isSigner: false, isWritable: true },
			{ pubkey: me, isSigner: true, isWritable: false },
		],
		data,
	});
}
const reward = () => pay(friend, 10_000n);

const LOOKING = sayingOne("against.opinion.simulating", "against.opinion.asking");

/** Returns the review of this request after the second opinion. */
async function reviewed(sentence: string): Promise<ReviewView> {
	const entry = await kinds.asked(sentence);
	return await kinds.person.review(
		entry.id,
		({ opinion, approval }) =>
			opinion !== null && opinion.state !== "running" && !tells(approval.refusals, LOOKING),
	);
}

const grave = ({ findings }: ReviewView) =>
	findings.filter(({ severity }) => severity === "danger" || severity === "block").map(({ id }) => id);

interface Lie {
	readonly what: string;
	readonly sentence: () => string;
	/** Id of the finding that must report the lie. */
	readonly by: string;
}

const LIES: readonly Lie[] = [
	{
		what: "SOL that is said to stay",
		sentence: () => `${run(pay(friend, SOL))}, hiding everything`,
		by: "declared-differs",
	},
	{
		what: "ten times the SOL that is said",
		sentence: () => `${run(pay(friend, SOL))}, stating 10 percent of what leaves`,
		by: "declared-differs",
	},
	{
		what: "SOL to somebody else than is said",
		sentence: () => `${run(pay(thief, SOL))}, naming ${key(friend)} as the recipient`,
		by: "declared-differs",
	},
	{
		what: "a token that is said to stay",
		sentence: () => `${run(move(usdx, friend, 5n * 10n ** 6n))}, hiding what leaves of ${key(usdx)}`,
		by: "declared-differs",
	},
	{
		what: "tokens to somebody beside the one who is told of",
		sentence: () =>
			`${run(move(usdx, friend, 5n), move(usdx, thief, 500n))}, hiding what goes to ${key(thief)}`,
		by: "declared-differs",
	},
	{
		what: "other decimals than the mint has",
		sentence: () => `${run(move(usdx, friend, 5n * 10n ** 6n))}, stating 9 decimals`,
		by: "token-claims",
	},
	{
		what: "ten times what is said, of accounts in a lookup table",
		sentence: () => `send 50 USDX to ${key(friend)} with a table, stating 10 percent of what leaves`,
		by: "declared-differs",
	},
	{
		what: "a token with a fee, said to be less",
		sentence: () =>
			`${run(createTransferCheckedWithFeeInstruction(purse(taxed), taxed, purse(taxed, friend), me, 10_000n, 6, 100n))}, stating 10 percent of what leaves`,
		by: "declared-differs",
	},
	{
		what: "tokens that a hidden instruction takes",
		sentence: () => `${run(reward(), hidden(move(coin, thief, 400n)))}, hiding what leaves of ${key(coin)}`,
		by: "declared-differs",
	},
	{
		what: "SOL that a hidden instruction takes",
		sentence: () => `${run(reward(), hidden(pay(thief, 3n * SOL)))}, hiding what goes to ${key(thief)}`,
		by: "declared-differs",
	},
	{
		what: "a hidden SetAuthority of the owner",
		sentence: () => `${run(hidden(give(AuthorityType.AccountOwner)))}, hiding everything`,
		by: "declared-differs",
	},
	{
		what: "a hidden SetAuthority of who may close",
		sentence: () => run(hidden(give(AuthorityType.CloseAccount))),
		by: "declared-differs",
	},
	{
		what: "a plain SetAuthority of the owner",
		sentence: () => `${run(reward(), give(AuthorityType.AccountOwner))}, hiding what leaves of ${key(usdx)}`,
		by: "declared-differs",
	},
	{
		what: "a plain SetAuthority of who may close",
		sentence: () => run(reward(), give(AuthorityType.CloseAccount)),
		by: "control",
	},
	{
		what: "a delegate that is not told of",
		sentence: () => `${run(approve(thief, 77n))}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "a hidden delegate",
		sentence: () => `${run(reward(), hidden(approve(thief, 77n)))}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "another delegate than is said",
		sentence: () => `${run(approve(thief, 77n))}, naming ${key(friend)} as the spender`,
		by: "declared-differs",
	},
	{
		what: "a hundred times the permission that is said",
		sentence: () => `${run(approve(friend, 7_700n))}, stating 1 percent of the permission`,
		by: "declared-differs",
	},
	{
		what: "a token account closed to a stranger",
		sentence: () => run(createBurnInstruction(purse(coin), coin, me, 900n * 10n ** 6n), close(coin, thief)),
		by: "declared-differs",
	},
	{
		what: "wrapped SOL closed to a stranger",
		sentence: () =>
			`${run(open(NATIVE_MINT, me), pay(purse(NATIVE_MINT), SOL), createSyncNativeInstruction(purse(NATIVE_MINT)), close(NATIVE_MINT, thief))}, hiding what leaves of native`,
		by: "declared-differs",
	},
	{
		what: "rent of an account for a stranger, not told of",
		sentence: () => `${run(hidden(pay(thief, 2_039_280n)))}, hiding what leaves of native`,
		by: "declared-differs",
	},
	{
		what: "a stake that a stranger keeps locked",
		sentence: () => run(lock(thief)),
		by: "control",
	},
	{
		what: "a stake that a hidden instruction lets a stranger keep locked",
		sentence: () => run(hidden(lock(thief))),
		by: "declared-differs",
	},
	{
		what: "a wallet handed over to a program by a hidden instruction",
		sentence: () => run(hidden(SystemProgram.assign({ accountPubkey: me, programId: TOKEN_PROGRAM_ID }))),
		by: "declared-differs",
	},
];

const HONEST: readonly (readonly [what: string, sentence: () => string])[] = [
	["SOL", () => `send 0.1 SOL to ${key(friend)}`],
	["SOL to a new account", () => `send 0.1 SOL to ${Keypair.generate().publicKey.toBase58()}`],
	["a token", () => `send 5 USDX to ${key(friend)}`],
	["a token, opening an account for it", () => `send 5 USDX to ${Keypair.generate().publicKey.toBase58()}`],
	["a token through a lookup table", () => `send 5 USDX to ${key(friend)} with a table`],
	["a token, its blockhash kept", () => `send 5 USDX to ${key(friend)} keeping the blockhash`],
	["two recipients", () => run(move(usdx, friend, 5n), pay(friend, 7n))],
	[
		"a Token-2022 token that withholds a fee",
		() =>
			run(
				createTransferCheckedWithFeeInstruction(
					purse(taxed),
					taxed,
					purse(taxed, friend),
					me,
					10_000n,
					6,
					100n,
				),
			),
	],
	["a Token-2022 token with a permanent delegate", () => run(move(seizable, friend, 100n))],
	["a revoked delegate", () => run(createRevokeInstruction(purse(usdx), me))],
	[
		"wrapping SOL",
		() =>
			run(
				open(NATIVE_MINT, me),
				pay(purse(NATIVE_MINT), SOL),
				createSyncNativeInstruction(purse(NATIVE_MINT)),
			),
	],
	["an empty token account, closed to oneself", () => run(open(NATIVE_MINT, me), close(NATIVE_MINT, me))],
];

describe("a lie in the service's simulation is caught by its name", () => {
	it.each(LIES)("$what: $by", async ({ what, sentence, by }) => {
		const review = await reviewed(sentence());
		const caught = !review.approval.possible || review.approval.word !== null;
		table.lie(what, caught, grave(review));
		expect(grave(review)).toContain(by);
		expect(caught).toBe(true);
	});
});

describe("an honest request is approved without a typed word", () => {
	it.each(HONEST)("%s", async (what, sentence) => {
		const review = await reviewed(sentence());
		const said = review.findings.filter(({ severity }) => severity !== "info").map(({ id }) => id);
		table.honest(what, said.length > 0, said);
		expect(said).toEqual([]);
		expect(review.approval).toMatchObject({ possible: true, word: null });
		expect(review.opinion?.state).not.toMatch(/differs|undeclared/);
	});
});

it("an unknown program requires a typed word for a signature, even if the service describes its effect", async () => {
	const review = await reviewed(run(hidden(move(coin, thief, 5n))));
	expect(review.findings.filter(({ id }) => id === "unknown-program")).toMatchObject([
		{ severity: "danger" },
	]);
	expect(review.approval.possible).toBe(true);
	expect(review.approval.word).not.toBeNull();
	expect(review.opinion?.state).not.toMatch(/differs|undeclared/);
});

it("every lie and every honest request on Solana is counted", () => {
	expect(table.summary).toBe(
		`caught ${LIES.length} of ${LIES.length} lies, flagged 0 of ${HONEST.length} honest requests`,
	);
});
