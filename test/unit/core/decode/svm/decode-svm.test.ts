import {
	AuthorityType,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createAssociatedTokenAccountInstruction,
	createBurnCheckedInstruction,
	createCloseAccountInstruction,
	createEnableRequiredMemoTransfersInstruction,
	createFreezeAccountInstruction,
	createInitializeAccount3Instruction,
	createInitializeMint2Instruction,
	createMintToInstruction,
	createRevokeInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	createTransferCheckedWithFeeInstruction,
	createTransferInstruction,
	createWithdrawWithheldTokensFromMintInstruction,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	AddressLookupTableProgram,
	Authorized,
	ComputeBudgetProgram,
	PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
	VoteProgram,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { decodeSvm } from "../../../../../src/core/decode/svm/decode-svm.ts";
import { describeStep } from "../../../../../src/core/describe/svm/describe.ts";
import { svmHeadlineOf } from "../../../../../src/core/describe/svm/headline.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { outline } from "../../../../support/outline.ts";
import { saying } from "../../../../support/saying.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	PROGRAM,
	sending,
	short,
	svmFacts,
	svmSubject,
	text,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const memo = (text: string) =>
	new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text) });
const stranger = (data = Buffer.of(1, 2)) =>
	new TransactionInstruction({
		programId: PROGRAM,
		keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
		data,
	});

/** Returns our decoding of the instruction. */
function step(instruction: TransactionInstruction) {
	const [found] = svmSubject([instruction]).steps;
	if (found === undefined) throw new Error("no instruction");
	return found;
}

/** Returns the instruction with changed data. */
function withData(of: TransactionInstruction, change: (data: Buffer) => Buffer): TransactionInstruction {
	return new TransactionInstruction({
		programId: of.programId,
		keys: of.keys,
		data: change(Buffer.from(of.data)),
	});
}

const transfer = createTransferInstruction(MY_TOKENS, YOUR_TOKENS, ME, 5n);
const checked = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5_000_000n, 6);

const STAKE = key(13);
const VOTE = key(15);
const CLOCK = "SysvarC1ock11111111111111111111111111111111";
const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const LOADER_V4 = new PublicKey("LoaderV411111111111111111111111111111111111");

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer);
const given = (value: Buffer) => Buffer.concat([Buffer.of(1), value]);
const seed = (text: string) => Buffer.concat([u64(BigInt(text.length)), Buffer.from(text)]);

/** Builds an instruction with these accounts in order, of which those in `signers` sign. */
function raw(
	programId: PublicKey,
	keys: readonly (PublicKey | string)[],
	data: readonly Buffer[],
	signers: readonly PublicKey[] = [ME],
): TransactionInstruction {
	const accounts = keys.map((each) => {
		const pubkey = new PublicKey(each);
		return { pubkey, isSigner: signers.some((signer) => signer.equals(pubkey)), isWritable: true };
	});
	return new TransactionInstruction({ programId, keys: accounts, data: Buffer.concat(data) });
}

const stake = (tag: number, keys: readonly (PublicKey | string)[], ...data: readonly Buffer[]) =>
	raw(StakeProgram.programId, keys, [u32(tag), ...data], [ME, YOU]);
const vote = (tag: number, keys: readonly (PublicKey | string)[], ...data: readonly Buffer[]) =>
	raw(VoteProgram.programId, keys, [u32(tag), ...data], [ME, YOU]);

const ruler = (of: string, account: PublicKey, role: string, to: PublicKey | null = YOU) => ({
	kind: "control",
	of,
	account: text(account),
	role,
	to: to === null ? null : text(to),
});

/**
 * Instructions that change who controls an account, laid out as in the programs' own interfaces, because web3.js
 * can't encode most of them.
 */
const RULING: readonly (readonly [string, TransactionInstruction, object])[] = [
	[
		"Stake authorize",
		stake(1, [STAKE, CLOCK, ME], YOU.toBuffer(), u32(1)),
		ruler("stake", STAKE, "withdraw"),
	],
	[
		"Stake setLockup",
		stake(6, [STAKE, ME], given(u64(4_291_747_200n)), Buffer.of(0), given(YOU.toBuffer())),
		{ kind: "lockup", stake: text(STAKE), custodian: text(YOU), time: 4_291_747_200n, epoch: null },
	],
	[
		"Stake merge",
		stake(7, [STAKE, key(14), CLOCK, key(16), ME]),
		{ kind: "other", control: false, text: { params: { stake: text(key(14)), into: text(STAKE) } } },
	],
	[
		"Stake authorizeWithSeed",
		stake(8, [STAKE, ME, CLOCK], YOU.toBuffer(), u32(0), seed("abc"), PROGRAM.toBuffer()),
		ruler("stake", STAKE, "stake"),
	],
	[
		"Stake initializeChecked",
		stake(9, [STAKE, "SysvarRent111111111111111111111111111111111", ME, YOU]),
		{
			kind: "rule",
			of: "stake",
			account: text(STAKE),
			staker: text(ME),
			withdrawer: text(YOU),
			lockup: null,
		},
	],
	[
		"Stake initializeChecked without sysvars",
		stake(9, [STAKE, ME, YOU]),
		{ kind: "rule", staker: text(ME), withdrawer: text(YOU) },
	],
	["Stake authorizeChecked", stake(10, [STAKE, CLOCK, ME, YOU], u32(1)), ruler("stake", STAKE, "withdraw")],
	[
		"Stake authorizeChecked without sysvars",
		stake(10, [STAKE, ME, YOU, key(16)], u32(1)),
		ruler("stake", STAKE, "withdraw"),
	],
	[
		"Stake authorizeCheckedWithSeed",
		stake(11, [STAKE, ME, CLOCK, YOU], u32(1), seed("abc"), PROGRAM.toBuffer()),
		ruler("stake", STAKE, "withdraw"),
	],
	[
		"Stake authorizeCheckedWithSeed without sysvars",
		stake(11, [STAKE, ME, YOU, key(16)], u32(1), seed("abc"), PROGRAM.toBuffer()),
		ruler("stake", STAKE, "withdraw"),
	],
	[
		"Stake setLockupChecked",
		stake(12, [STAKE, ME, YOU], Buffer.of(0), given(u64(900n))),
		{ kind: "lockup", stake: text(STAKE), custodian: text(YOU), time: null, epoch: 900n },
	],
	["Stake getMinimumDelegation", stake(13, []), { kind: "other", control: false }],
	["Stake deactivateDelinquent", stake(14, [STAKE, VOTE, key(16)]), { kind: "other", control: false }],
	["Stake moveStake", stake(16, [STAKE, key(14), ME], u64(5n)), { kind: "other", control: false }],
	["Stake moveLamports", stake(17, [STAKE, key(14), ME], u64(5n)), { kind: "other", control: false }],
	[
		"Stake withdraw without sysvars",
		stake(4, [STAKE, YOU, ME], u64(6n)),
		{ kind: "withdraw", of: "stake", to: text(YOU), authority: text(ME), lamports: 6n },
	],
	[
		"Vote initializeAccount",
		vote(0, [VOTE, key(16), CLOCK, ME], ME.toBuffer(), ME.toBuffer(), YOU.toBuffer(), Buffer.of(5)),
		{ kind: "rule", of: "vote", account: text(VOTE), staker: text(ME), withdrawer: text(YOU) },
	],
	["Vote authorize", vote(1, [VOTE, CLOCK, ME], YOU.toBuffer(), u32(1)), ruler("vote", VOTE, "withdraw")],
	[
		"Vote withdraw",
		vote(3, [VOTE, YOU, ME], u64(7n)),
		{ kind: "withdraw", of: "vote", account: text(VOTE), to: text(YOU), authority: text(ME), lamports: 7n },
	],
	["Vote updateValidatorIdentity", vote(4, [VOTE, YOU, ME]), ruler("vote", VOTE, "identity")],
	["Vote updateCommission", vote(5, [VOTE, ME], Buffer.of(100)), { kind: "other", control: true }],
	["Vote authorizeChecked", vote(7, [VOTE, CLOCK, ME, YOU], u32(0)), ruler("vote", VOTE, "vote")],
	[
		"Vote authorizeWithSeed",
		vote(10, [VOTE, CLOCK, ME], u32(1), PROGRAM.toBuffer(), seed("abc"), YOU.toBuffer()),
		ruler("vote", VOTE, "withdraw"),
	],
	[
		"Vote authorizeCheckedWithSeed",
		vote(11, [VOTE, CLOCK, ME, YOU], u32(1), PROGRAM.toBuffer(), seed("abc")),
		ruler("vote", VOTE, "withdraw"),
	],
	[
		"BPF Loader setAuthority",
		raw(LOADER, [key(17), ME, YOU], [u32(4)]),
		ruler("program", key(17), "upgrade"),
	],
	[
		"BPF Loader setAuthority to no one",
		raw(LOADER, [key(17), ME], [u32(4)]),
		ruler("program", key(17), "upgrade", null),
	],
	[
		"BPF Loader setAuthorityChecked",
		raw(LOADER, [key(17), ME, YOU], [u32(7)]),
		ruler("program", key(17), "upgrade"),
	],
	[
		"BPF Loader upgrade",
		raw(LOADER, [key(17), key(18), key(19), YOU, key(20), CLOCK, ME], [u32(3)]),
		{ kind: "other", control: true },
	],
	[
		"BPF Loader upgrade, keeping its buffer",
		raw(LOADER, [key(17), key(18), key(19), YOU, key(20), CLOCK, ME], [u32(3), Buffer.of(0)]),
		{ kind: "other", control: true },
	],
	[
		"BPF Loader close of a buffer",
		raw(LOADER, [key(19), YOU, ME], [u32(5)]),
		{ kind: "withdraw", of: "program", account: text(key(19)), to: text(YOU), lamports: null },
	],
	[
		"BPF Loader close of a program",
		raw(LOADER, [key(17), YOU, ME, key(18)], [u32(5)]),
		{ kind: "other", control: true },
	],
	[
		"BPF Loader extend",
		raw(LOADER, [key(17), key(18), key(20), ME], [u32(6), u32(9)]),
		{ kind: "other", control: false, rent: true },
	],
	[
		"Loader v4 setAuthority",
		raw(LOADER_V4, [key(17), ME, YOU], [u32(1)]),
		ruler("program", key(17), "upgrade"),
	],
	[
		"Loader v4 withdrawExcessLamports",
		raw(LOADER_V4, [key(17), ME, YOU], [u32(8)]),
		{ kind: "withdraw", of: "program", to: text(YOU), authority: text(ME) },
	],
	["Loader v4 deploy", raw(LOADER_V4, [key(17), ME], [u32(6), u32(9)]), { kind: "other", control: true }],
	[
		"Token withdrawExcessLamports",
		raw(TOKEN_PROGRAM_ID, [MY_TOKENS, YOU, ME], [Buffer.of(38)]),
		{ kind: "token_unwrap", account: text(MY_TOKENS), to: text(YOU), lamports: null },
	],
	[
		"Token unwrapLamports",
		raw(TOKEN_PROGRAM_ID, [MY_TOKENS, YOU, ME], [Buffer.of(45), given(u64(8n))]),
		{ kind: "token_unwrap", account: text(MY_TOKENS), to: text(YOU), lamports: 8n },
	],
	[
		"Token-2022 withdrawWithheldTokensFromMint",
		createWithdrawWithheldTokensFromMintInstruction(MINT, YOUR_TOKENS, ME),
		{ kind: "withdraw", of: "fees", account: text(MINT), to: text(YOUR_TOKENS), authority: text(ME) },
	],
	[
		"Address Lookup Table close",
		AddressLookupTableProgram.closeLookupTable({ lookupTable: key(14), authority: ME, recipient: YOU }),
		{ kind: "withdraw", of: "lookup_table", account: text(key(14)), to: text(YOU) },
	],
];

const KNOWN: readonly (readonly [string, TransactionInstruction, object])[] = [
	["System transfer", sending(5n), { kind: "lamports", from: text(ME), to: text(YOU), lamports: 5n }],
	[
		"System transfer of more than a double can count",
		sending(2n ** 63n + 1n),
		{ kind: "lamports", lamports: 2n ** 63n + 1n },
	],
	[
		"System createAccount",
		SystemProgram.createAccount({
			fromPubkey: ME,
			newAccountPubkey: key(11),
			lamports: 7,
			space: 165,
			programId: TOKEN_PROGRAM_ID,
		}),
		{
			kind: "create",
			payer: text(ME),
			account: text(key(11)),
			lamports: 7n,
			space: 165n,
			owner: text(TOKEN_PROGRAM_ID),
		},
	],
	[
		"System createAccountWithSeed",
		SystemProgram.createAccountWithSeed({
			fromPubkey: ME,
			newAccountPubkey: key(11),
			basePubkey: ME,
			seed: "seed",
			lamports: 7,
			space: 1,
			programId: PROGRAM,
		}),
		{ kind: "create", lamports: 7n, owner: text(PROGRAM) },
	],
	[
		"System assign",
		SystemProgram.assign({ accountPubkey: ME, programId: PROGRAM }),
		{ kind: "assign", account: text(ME), owner: text(PROGRAM) },
	],
	[
		"System nonceAdvance",
		SystemProgram.nonceAdvance({ noncePubkey: key(12), authorizedPubkey: ME }),
		{ kind: "nonce", what: "advance", account: text(key(12)) },
	],
	[
		"System nonceWithdraw",
		SystemProgram.nonceWithdraw({ noncePubkey: key(12), authorizedPubkey: ME, toPubkey: YOU, lamports: 3 }),
		{ kind: "nonce", what: "withdraw", to: text(YOU), lamports: 3n },
	],
	[
		"System nonceAuthorize",
		SystemProgram.nonceAuthorize({ noncePubkey: key(12), authorizedPubkey: ME, newAuthorizedPubkey: YOU }),
		{ kind: "nonce", what: "authorize", to: text(YOU) },
	],
	[
		"Token transfer",
		transfer,
		{
			kind: "token_transfer",
			source: text(MY_TOKENS),
			destination: text(YOUR_TOKENS),
			mint: null,
			amount: 5n,
		},
	],
	[
		"Token transferChecked",
		checked,
		{
			kind: "token_transfer",
			mint: text(MINT),
			destination: text(YOUR_TOKENS),
			amount: 5_000_000n,
			decimals: 6,
		},
	],
	[
		"Token-2022 transferCheckedWithFee",
		createTransferCheckedWithFeeInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5n, 6, 1n),
		{ kind: "token_transfer", mint: text(MINT), amount: 5n, decimals: 6, fee: 1n },
	],
	[
		"Token approve",
		createApproveInstruction(MY_TOKENS, YOU, ME, 9n),
		{ kind: "token_approve", source: text(MY_TOKENS), delegate: text(YOU), authority: text(ME), amount: 9n },
	],
	["Token revoke", createRevokeInstruction(MY_TOKENS, ME), { kind: "token_revoke", source: text(MY_TOKENS) }],
	[
		"Token setAuthority of an owner",
		createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, YOU),
		{ kind: "token_authority", role: "owner", account: text(MY_TOKENS), to: text(YOU) },
	],
	[
		"Token setAuthority to no one",
		createSetAuthorityInstruction(MINT, ME, AuthorityType.MintTokens, null),
		{ kind: "token_authority", role: "mint", to: null },
	],
	[
		"Token mintTo",
		createMintToInstruction(MINT, YOUR_TOKENS, ME, 4n),
		{ kind: "token_mint", mint: text(MINT), destination: text(YOUR_TOKENS), amount: 4n },
	],
	[
		"Token burnChecked",
		createBurnCheckedInstruction(MY_TOKENS, MINT, ME, 4n, 6),
		{ kind: "token_burn", source: text(MY_TOKENS), mint: text(MINT), amount: 4n, decimals: 6 },
	],
	[
		"Token closeAccount",
		createCloseAccountInstruction(MY_TOKENS, YOU, ME),
		{ kind: "token_close", account: text(MY_TOKENS), to: text(YOU) },
	],
	[
		"Token freezeAccount",
		createFreezeAccountInstruction(YOUR_TOKENS, MINT, ME),
		{ kind: "token_freeze", frozen: true },
	],
	[
		"Token initializeAccount3",
		createInitializeAccount3Instruction(key(11), MINT, ME),
		{ kind: "token_open", account: text(key(11)), owner: text(ME), mint: text(MINT), payer: null },
	],
	[
		"Token initializeMint2",
		createInitializeMint2Instruction(key(11), 6, ME, null),
		{ kind: "other", control: false },
	],
	["Token syncNative", createSyncNativeInstruction(MY_TOKENS), { kind: "other", control: false }],
	[
		"Token-2022 enableRequiredMemoTransfers",
		createEnableRequiredMemoTransfersInstruction(MY_TOKENS, ME, [], TOKEN_2022_PROGRAM_ID),
		{ kind: "other", control: false },
	],
	[
		"Associated Token create",
		createAssociatedTokenAccountInstruction(ME, YOUR_TOKENS, YOU, MINT),
		{ kind: "token_open", payer: text(ME), account: text(YOUR_TOKENS), owner: text(YOU), mint: text(MINT) },
	],
	[
		"Associated Token createIdempotent",
		createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT),
		{ kind: "token_open", owner: text(YOU) },
	],
	["Compute Budget", ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 9 }), { kind: "budget" }],
	["Memo", memo("hello"), { kind: "memo", text: "hello" }],
	[
		"Stake withdraw",
		new TransactionInstruction(
			StakeProgram.withdraw({
				stakePubkey: key(13),
				authorizedPubkey: ME,
				toPubkey: YOU,
				lamports: 6,
			}).instructions[0] ?? sending(1n),
		),
		{
			kind: "withdraw",
			of: "stake",
			account: text(key(13)),
			to: text(YOU),
			authority: text(ME),
			lamports: 6n,
		},
	],
	[
		"Stake initialize",
		StakeProgram.initialize({ stakePubkey: key(13), authorized: new Authorized(ME, YOU) }),
		{
			kind: "rule",
			of: "stake",
			account: text(key(13)),
			staker: text(ME),
			withdrawer: text(YOU),
			lockup: null,
		},
	],
	...RULING,
	[
		"Address Lookup Table extend",
		AddressLookupTableProgram.extendLookupTable({
			lookupTable: key(14),
			authority: ME,
			payer: ME,
			addresses: [YOU],
		}),
		{ kind: "other", control: false },
	],
];

/** Instructions whose last byte may be omitted. */
const OPTIONAL_END: ReadonlySet<string> = new Set(["BPF Loader upgrade, keeping its buffer"]);

describe("our own decoding of an instruction", () => {
	it.each(KNOWN)("recognises %s", (_name, instruction, meaning) => {
		expect(step(instruction).meaning).toMatchObject(meaning);
		expect(step(instruction).name).not.toBeNull();
	});

	it.each(KNOWN.filter(([name]) => name !== "Memo"))(
		"calls it unknown with a byte more or less: %s",
		(name, instruction) => {
			const longer = withData(instruction, (data) => Buffer.concat([data, Buffer.of(9)]));
			expect(step(longer).meaning).toEqual({ kind: "unknown", reason: "data" });
			// The Associated Token program's first instruction has no data.
			if (name.startsWith("Associated")) return;
			if (OPTIONAL_END.has(name)) return;
			const shorter = withData(instruction, (data) => data.subarray(0, data.length - 1));
			expect(step(shorter).meaning).toEqual({ kind: "unknown", reason: "data" });
		},
	);

	it("calls it unknown if an account is missing", () => {
		const cut = new TransactionInstruction({
			programId: transfer.programId,
			keys: transfer.keys.slice(0, 2),
			data: transfer.data,
		});
		expect(step(cut).meaning).toEqual({ kind: "unknown", reason: "data" });
	});

	it("displays an unknown program raw", () => {
		expect(step(stranger())).toMatchObject({
			program: null,
			name: null,
			meaning: { kind: "unknown", reason: "program" },
			accounts: [{ pubkey: text(ME), signer: true, writable: true, role: null }],
		});
		expect([...step(stranger()).data]).toEqual([1, 2]);
	});

	it("names each account's role", () => {
		expect(step(checked).accounts.map((account) => account.role)).toEqual([
			"source",
			"mint",
			"destination",
			"authority",
		]);
	});

	it("never throws on any data of a known program", () => {
		const accounts = Array.from({ length: 8 }, (_, at) => ({
			pubkey: text(key(at + 1)),
			signer: true,
			writable: true,
			from: "static",
		}));
		const programs = new Set(KNOWN.map(([, { programId }]) => text(programId)));
		for (const programId of programs)
			for (let tag = 0; tag < 64; tag += 1)
				for (const rest of [0, 1, 3, 7, 8, 40, 200]) {
					const data = Uint8Array.from([tag, ...new Uint8Array(rest).fill(tag % 3)]);
					expect(decodeSvm({ programId, accounts, data }, 0)[0]?.at).toBe(1);
				}
	});
});

describe("a batch of the Token programs", () => {
	const bundle = (all: readonly TransactionInstruction[], end: readonly number[] = []) => {
		const data = all.flatMap((each) => [each.keys.length, each.data.length, ...each.data]);
		return new TransactionInstruction({
			programId: TOKEN_PROGRAM_ID,
			keys: all.flatMap(({ keys }) => keys),
			data: Buffer.from([255, ...data, ...end]),
		});
	};
	const approve = createApproveInstruction(MY_TOKENS, YOU, ME, 9n);

	it("is decoded into its instructions, each with its own accounts, in order", () => {
		const { steps } = svmSubject([sending(1n), bundle([transfer, approve]), sending(2n)]);
		expect(steps.map(({ at, part, meaning }) => [at, part, meaning.kind])).toEqual([
			[1, 0, "lamports"],
			[2, 1, "token_transfer"],
			[2, 2, "token_approve"],
			[3, 0, "lamports"],
		]);
		expect(steps[2]?.meaning).toMatchObject({ delegate: text(YOU), amount: 9n });
	});

	it("is unknown if it has remaining bytes, or contains another batch", () => {
		const short = bundle([transfer]);
		for (const each of [
			bundle([transfer], [1]),
			bundle([transfer], [0, 0]),
			bundle([bundle([transfer])]),
			bundle([]),
			new TransactionInstruction({ ...short, keys: [...short.keys, ...short.keys] }),
			new TransactionInstruction({ ...short, keys: short.keys.slice(1) }),
		])
			expect(svmSubject([each]).steps.map(({ meaning }) => meaning)).toEqual([
				{ kind: "unknown", reason: "data" },
			]);
	});

	it("shows an unreadable instruction as unknown, and decodes the others", () => {
		const odd = withData(transfer, () => Buffer.of(200));
		const { steps } = svmSubject([bundle([odd, transfer])]);
		expect(steps.map(({ meaning }) => meaning.kind)).toEqual(["unknown", "token_transfer"]);
	});

	it("with too many instructions is not decoded at all", () => {
		const nothing = new TransactionInstruction({
			programId: TOKEN_PROGRAM_ID,
			keys: [],
			data: Buffer.of(17),
		});
		const { steps } = svmSubject([bundle(Array.from({ length: 65 }, () => nothing))]);
		expect(steps.map(({ meaning }) => meaning.kind)).toEqual(["unknown"]);
	});
});

describe("the description of an authority change", () => {
	const told = (instruction: TransactionInstruction) =>
		outline(describeStep(svmSubject([]), step(instruction)).text);

	it("names the new authority and its scope", () => {
		expect(told(stake(10, [STAKE, CLOCK, ME, YOU], u32(1)))).toBe(
			`svm.give(to: ${short(YOU)}, what: svm.rule.withdraw(what: svm.ruled.stake(account: ${short(STAKE)})))`,
		);
		expect(told(vote(4, [VOTE, YOU, ME]))).toContain(
			`svm.rule.identity(what: svm.ruled.vote(account: ${short(VOTE)}))`,
		);
		expect(told(raw(LOADER, [key(17), ME], [u32(4)]))).toMatch(/^svm\.give-up\(what: svm\.rule\.upgrade\(/);
	});

	it("names the end of a stake's lockup, and its custodian", () => {
		const lockup = (...data: readonly Buffer[]) => told(stake(6, [STAKE, ME], ...data));
		const none = Buffer.of(0);
		expect(lockup(given(u64(4_291_747_200n)), none, given(YOU.toBuffer()))).toBe(
			`svm.lockup(stake: ${short(STAKE)}, lockup: svm.lockup.until(until: [2106-01-01], who: ${short(YOU)}))`,
		);
		expect(lockup(none, given(u64(900n)), none)).toContain(
			"svm.lockup.until(until: [svm.until.epoch(epoch: 900)], who: svm.lockup.its-custodian)",
		);
		expect(lockup(given(u64(2n ** 63n - 1n)), none, none)).toContain("svm.until.end-of-time");
		expect(lockup(given(u64(0n)), given(u64(0n)), none)).toContain("svm.lockup.ends");
	});
});

describe("the headline of a Solana transaction", () => {
	const headline = (...all: TransactionInstruction[]) => svmHeadlineOf(svmSubject(all));
	const said = (...all: TransactionInstruction[]) => outline(headline(...all).text);
	/** Matches the outline up to the first headline. */
	const FIRST = /^(?:headline\.(?:and-more|then)\(told: )+/;

	it("shows SOL and tokens in their own unit, to the owner of the token account", () => {
		expect(said(sending(500_000_000n))).toBe(`svm.send(amount: 0.5 SOL, to: ${short(YOU)})`);
		expect(headline(checked)).toMatchObject({
			text: { code: "svm.send", params: { to: short(YOU) } },
			known: true,
			amount: { raw: 5_000_000n, checked: true },
		});
	});

	it("says that an account is opened for them, only if there is none yet", () => {
		const all = [createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT), checked];
		const fresh = svmSubject(all, { facts: svmFacts({}, [[YOUR_TOKENS, null]]) });
		expect(svmHeadlineOf(fresh).text).toEqual(
			message("svm.opens-for-them", {
				told: message("svm.send", {
					amount: { amount: { raw: "5000000", decimals: 6, symbol: "USDX", checked: true } },
					to: short(YOU),
				}),
			}),
		);
		expect(said(...all)).toBe(`svm.send(amount: 5 USDX, to: ${short(YOU)})`);
	});

	it("shows base units if the chain was not queried", () => {
		const blind = svmSubject([checked], { facts: null });
		expect(svmHeadlineOf(blind).text).toEqual(
			message("svm.send", {
				amount: {
					amount: {
						raw: "5000000",
						decimals: null,
						symbol: message("token.without-symbol", { address: short(MINT) }),
						checked: false,
					},
				},
				to: message("svm.token-account", { account: short(YOUR_TOKENS) }),
			}),
		);
	});

	it("omits fees and memos, and describes several steps in order", () => {
		const budget = ComputeBudgetProgram.setComputeUnitLimit({ units: 9 });
		expect(
			said(budget, memo("hi"), createApproveInstruction(MY_TOKENS, YOU, ME, 5_000_000n), sending(1n)),
		).toBe(
			`headline.then(told: svm.approve(who: ${short(YOU)}, amount: 5 USDX), next: svm.send(amount: 0.000000001 SOL, to: ${short(YOU)}))`,
		);
	});

	it("never hides unreadable steps behind readable ones", () => {
		const told = headline(sending(1n), sending(2n), sending(3n), stranger());
		expect(outline(told.text)).toMatch(
			new RegExp(
				`^headline\\.and-more\\([^,]*told: svm\\.unknown\\.program\\(program: ${short(PROGRAM)}\\), next: .*, count: 1\\)$`,
			),
		);
		expect(told.known).toBe(false);
	});

	it("names the worst of several, at any position", () => {
		const all = [1n, 2n, 3n, 4n].map((lamports) => sending(lamports));
		const rights = createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, YOU);
		expect(said(...all, rights)).toMatch(
			new RegExp(
				`${FIRST.source}svm\\.give\\(to: ${short(YOU)}, what: svm\\.right\\.owner\\(.*, count: 2\\)$`,
			),
		);
		expect(said(...all, rights, stranger())).toMatch(
			/^[^,]*told: svm\.unknown\.program\([^,]*\), next: svm\.give\(/,
		);
		const notes = [memo("a"), createSyncNativeInstruction(MY_TOKENS)];
		const harmless = [5, 6, 7].map((tag) => stake(14, [key(tag), VOTE, key(16)]));
		expect(said(...notes, ...harmless, sending(1n))).toMatch(new RegExp(`${FIRST.source}svm\\.send\\(`));
	});

	it("shows the user's own names unchanged, with hidden characters visible", () => {
		const named = svmSubject([sending(1n)], { who: me({ labels: { [text(YOU)]: "Alice" } }) });
		expect(svmHeadlineOf(named).text).toEqual(saying("svm.send", { to: "Alice" }));
		const folded = svmSubject([sending(1n)], {
			who: me({ labels: { [text(YOU).toLowerCase()]: "Mallory" } }),
		});
		expect(outline(svmHeadlineOf(folded).text)).not.toContain("Mallory");
		const [note] = svmSubject([memo("a\u202eb")]).steps;
		expect(note && describeStep(svmSubject([]), note).text).toEqual(
			message("svm.memo", { text: "a‹U+202E›b" }),
		);
	});
});
