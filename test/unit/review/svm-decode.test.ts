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
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { decodeSvm } from "../../../src/main/review/decode-svm.ts";
import { svmHeadlineOf } from "../../../src/main/review/svm/headline.ts";
import { tellStep } from "../../../src/main/review/svm/tell.ts";
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
} from "./svm-scene.ts";

const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const memo = (words: string) =>
	new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(words) });
const stranger = (data = Buffer.of(1, 2)) =>
	new TransactionInstruction({
		programId: PROGRAM,
		keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
		data,
	});

/** The one instruction, as we read it. */
function step(instruction: TransactionInstruction) {
	const [found] = svmSubject([instruction]).steps;
	if (found === undefined) throw new Error("no instruction");
	return found;
}

/** The same instruction with other data. */
function withData(of: TransactionInstruction, change: (data: Buffer) => Buffer): TransactionInstruction {
	return new TransactionInstruction({
		programId: of.programId,
		keys: of.keys,
		data: change(Buffer.from(of.data)),
	});
}

const transfer = createTransferInstruction(MY_TOKENS, YOUR_TOKENS, ME, 5n);
const checked = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5_000_000n, 6);

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
		"Token setAuthority to nobody",
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
		{ kind: "stake_withdraw", stake: text(key(13)), to: text(YOU), authority: text(ME), lamports: 6n },
	],
	[
		"Stake initialize",
		StakeProgram.initialize({ stakePubkey: key(13), authorized: new Authorized(ME, YOU) }),
		{ kind: "other", control: true },
	],
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

describe("our own reading of an instruction", () => {
	it.each(KNOWN)("knows %s", (_name, instruction, meaning) => {
		expect(step(instruction).meaning).toMatchObject(meaning);
		expect(step(instruction).name).not.toBeNull();
	});

	it.each(KNOWN.filter(([name]) => name !== "Memo"))(
		"calls it unknown with a byte more or less: %s",
		(name, instruction) => {
			const longer = withData(instruction, (data) => Buffer.concat([data, Buffer.of(9)]));
			expect(step(longer).meaning).toEqual({ kind: "unknown", reason: "data" });
			// The Associated Token program takes no data at all for its first instruction.
			if (name.startsWith("Associated")) return;
			const shorter = withData(instruction, (data) => data.subarray(0, data.length - 1));
			expect(step(shorter).meaning).toEqual({ kind: "unknown", reason: "data" });
		},
	);

	it("calls it unknown where an account is missing", () => {
		const cut = new TransactionInstruction({
			programId: transfer.programId,
			keys: transfer.keys.slice(0, 2),
			data: transfer.data,
		});
		expect(step(cut).meaning).toEqual({ kind: "unknown", reason: "data" });
	});

	it("shows an unknown program raw", () => {
		expect(step(stranger())).toMatchObject({
			program: null,
			name: null,
			meaning: { kind: "unknown", reason: "program" },
			accounts: [{ pubkey: text(ME), signer: true, writable: true, role: null }],
		});
		expect([...step(stranger()).data]).toEqual([1, 2]);
	});

	it("says what each account is there for", () => {
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
					expect(decodeSvm({ programId, accounts, data }, 0).at).toBe(1);
				}
	});
});

describe("the headline of a Solana transaction", () => {
	const headline = (...all: TransactionInstruction[]) => svmHeadlineOf(svmSubject(all));

	it("tells SOL and tokens in their own unit, to whoever is behind the account", () => {
		expect(headline(sending(500_000_000n)).text).toBe(`Sends 0.5 SOL to ${short(YOU)}`);
		expect(headline(checked)).toMatchObject({
			text: `Sends 5 USDX to ${short(YOU)}`,
			known: true,
			amount: { raw: 5_000_000n, checked: true },
		});
	});

	it("says that an account is opened for them, only where there is none yet", () => {
		const all = [createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT), checked];
		const fresh = svmSubject(all, { facts: svmFacts({}, [[YOUR_TOKENS, null]]) });
		expect(svmHeadlineOf(fresh).text).toBe(`Sends 5 USDX to ${short(YOU)} (opens a token account for them)`);
		expect(headline(...all).text).toBe(`Sends 5 USDX to ${short(YOU)}`);
	});

	it("tells base units where the chain was not asked", () => {
		const blind = svmSubject([checked], { facts: null });
		expect(svmHeadlineOf(blind).text).toBe(
			`Sends 5,000,000 base units of the token ${short(MINT)} to the token account ${short(YOUR_TOKENS)}`,
		);
	});

	it("leaves out fees and notes, and tells several steps in order", () => {
		const budget = ComputeBudgetProgram.setComputeUnitLimit({ units: 9 });
		expect(
			headline(budget, memo("hi"), createApproveInstruction(MY_TOKENS, YOU, ME, 5_000_000n), sending(1n))
				.text,
		).toBe(`Lets ${short(YOU)} take up to 5 USDX, then sends 0.000000001 SOL to ${short(YOU)}`);
	});

	it("never hides what it can't read behind what it can", () => {
		const told = headline(sending(1n), sending(2n), sending(3n), stranger());
		expect(told.text).toMatch(
			new RegExp(`^Calls the unknown program ${short(PROGRAM)}, then .* and 1 more$`),
		);
		expect(told.known).toBe(false);
	});

	it("uses the person's own names letter by letter, and shows hidden characters", () => {
		const named = svmSubject([sending(1n)], { who: me({ labels: { [text(YOU)]: "Alice" } }) });
		expect(svmHeadlineOf(named).text).toContain("to Alice");
		const folded = svmSubject([sending(1n)], {
			who: me({ labels: { [text(YOU).toLowerCase()]: "Mallory" } }),
		});
		expect(svmHeadlineOf(folded).text).not.toContain("Mallory");
		const [note] = svmSubject([memo("a\u202eb")]).steps;
		expect(note && tellStep(svmSubject([]), note).text).toBe("Writes a memo: “a‹U+202E›b”");
	});
});
