import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { SvmAccountFacts } from "../../../../../src/core/chain/svm.ts";
import data from "../../../../../src/core/decode/svm/idl/data.json" with { type: "json" };
import type {
	AccountWrite,
	ItemOpinion,
	KeyOffset,
} from "../../../../../src/core/decoded-transaction/opinion.ts";
import { svmStepEffects } from "../../../../../src/core/effects/svm/step-effects.ts";
import {
	key,
	ME,
	MINT,
	mint,
	PROGRAM,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
	tokens,
	YOU,
} from "../../review/svm-scene.ts";

/** Decoded app calls and unknown programs, and what they write to their own accounts. */

const BOOK = key(50);
const [MARINADE, SQUADS] = [
	"MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD",
	"SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf",
].map((address) => new PublicKey(address)) as [PublicKey, PublicKey];

const changes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
const signs = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true });

const calling = (program: PublicKey, ...accounts: readonly PublicKey[]) =>
	new TransactionInstruction({
		programId: program,
		keys: [signs(ME), ...accounts.map(changes)],
		data: Buffer.from([1, 2, 3]),
	});

const book = (owner = PROGRAM, lamports = 5n): SvmAccountFacts => ({
	owner: text(owner),
	lamports,
	executable: false,
	size: 300,
	data: { kind: "other" },
});

const stands = (when: KeyOffset["stands"], other: PublicKey | null = null): KeyOffset => ({
	key: text(ME),
	at: 40,
	stands: when,
	other: other === null ? null : text(other),
});

const wrote = (address: PublicKey, more: Partial<AccountWrite> = {}): AccountWrite => ({
	address: text(address),
	before: book(),
	after: book(),
	isDataChanged: true,
	isMoved: false,
	keys: [],
	...more,
});

const ran = (...writes: readonly AccountWrite[]): ItemOpinion => ({
	addressFacts: null,
	local: {
		state: "done",
		how: "simulateTransaction",
		at: 1n,
		simulation: svmSimulation(),
		gaps: [],
		controls: [],
		writes,
		unread: [],
		inner: [],
		codes: new Map(),
		allowances: [],
		hangsOnBlock: false,
		revert: null,
	},
});

const effectsOf = (instruction: TransactionInstruction, opinion: ItemOpinion, facts = svmFacts()) =>
	svmStepEffects(svmSubject([instruction], { facts }), opinion, 3, "unproven");

describe("writes of an unknown program", () => {
	const call = calling(PROGRAM, BOOK);

	it("are unexplained, and name the user if their key is or was in them", () => {
		const write = { address: text(BOOK), owner: text(PROGRAM), step: 3 };
		expect(effectsOf(call, ran(wrote(BOOK))).unexplained).toEqual([{ ...write, namesUser: false }]);
		for (const keys of [[stands("both")], [stands("before")], [stands("after")]])
			expect(effectsOf(call, ran(wrote(BOOK, { keys }))).unexplained).toEqual([
				{ ...write, namesUser: true },
			]);
	});

	it("are reported for a closed account, and for a new one", () => {
		const closed = wrote(BOOK, { after: null, keys: [stands("before")] });
		const made = wrote(BOOK, { before: null, keys: [stands("after")] });
		for (const write of [closed, made])
			expect(effectsOf(call, ran(write)).unexplained).toMatchObject([{ namesUser: true }]);
	});

	it("are absent if only lamports change", () => {
		expect(effectsOf(call, ran(wrote(BOOK, { isDataChanged: false }))).unexplained).toEqual([]);
	});

	it("are a loss of control if another key replaces the user's", () => {
		const { rights } = effectsOf(call, ran(wrote(BOOK, { keys: [stands("before", YOU)] })));
		expect(rights).toEqual([
			{
				holder: text(YOU),
				account: text(ME),
				scope: { kind: "control", over: text(BOOK), what: "other" },
				extent: null,
				until: null,
				step: 3,
				basis: "observed",
			},
		]);
	});

	it("are no loss of control if the user's key only moves within the account", () => {
		const keys = [stands("before", YOU), { ...stands("after"), at: 72 }];
		const effects = effectsOf(call, ran(wrote(BOOK, { keys })));
		expect(effects.rights).toEqual([]);
		expect(effects.unexplained).toMatchObject([{ namesUser: true }]);
	});

	it("are a gap if an account is too large to be read", () => {
		const opinion = ran();
		const local = opinion.local.state === "done" ? { ...opinion.local, unread: [text(BOOK)] } : opinion.local;
		const transfer = SystemProgram.transfer({ fromPubkey: ME, toPubkey: YOU, lamports: 1 });
		expect(effectsOf(transfer, { ...opinion, local }).gaps).toEqual(["unread"]);
		expect(effectsOf(transfer, opinion).gaps).toEqual([]);
	});
});

describe("an app with a decoded call", () => {
	const MSOL = key(60);
	const MY_MSOL = getAssociatedTokenAddressSync(MSOL, ME, true);
	const BOOKS = [61, 62, 63, 64].map(key);
	const facts = svmFacts({}, [
		[MSOL, mint()],
		[MY_MSOL, tokens(ME, 100n, MSOL)],
	]);

	/** Marinade's liquid_unstake: 5 units of its token for SOL. */
	const unstake = new TransactionInstruction({
		programId: MARINADE,
		keys: [
			...[BOOKS[0] ?? ME, MSOL, BOOKS[1] ?? ME, BOOKS[2] ?? ME, BOOKS[3] ?? ME, MY_MSOL].map(changes),
			{ pubkey: ME, isSigner: true, isWritable: false },
			changes(ME),
			{ pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
			{ pubkey: TOKEN_PROGRAM_ID, isSigner: false, isWritable: false },
		],
		data: Buffer.concat([Buffer.from("1e1e77f0bfe30c10", "hex"), Buffer.from([5, 0, 0, 0, 0, 0, 0, 0])]),
	});

	it("names its input, and that an output is expected", () => {
		const { movements, holdings, gaps, controlled } = effectsOf(unstake, ran(), facts);
		expect(movements).toMatchObject([
			{ from: text(ME), to: null, asset: { address: text(MSOL) }, least: 5n, most: 5n, basis: "decoded" },
			{ from: text(MARINADE), to: text(ME), asset: { kind: "native" }, least: 0n, most: null },
		]);
		expect(holdings.map(({ account, amount }) => [account, amount])).toEqual([
			[text(ME), 100n],
			[text(ME), 10n ** 9n],
		]);
		expect([gaps, controlled]).toEqual([[], []]);
	});

	it("explains its own books, except for a removal of the user's key", () => {
		const [state = ME] = BOOKS;
		expect(effectsOf(unstake, ran(wrote(state)), facts).unexplained).toEqual([]);
		for (const keys of [[stands("both")], [stands("after")]])
			expect(effectsOf(unstake, ran(wrote(state, { keys })), facts).unexplained).toEqual([]);
		const keys = [stands("before", YOU)];
		for (const gone of [wrote(state, { keys }), wrote(state, { keys, after: null })])
			expect(effectsOf(unstake, ran(gone), facts).unexplained).toMatchObject([
				{ address: text(state), namesUser: true },
			]);
	});

	it("explains no account that its call does not name", () => {
		expect(effectsOf(unstake, ran(wrote(BOOK)), facts).unexplained).toMatchObject([{ address: text(BOOK) }]);
	});
});

describe("a deposit into a position", () => {
	const ORCA = data.programs.find(({ name }) => name === "Orca Whirlpools");
	const increase = ORCA?.instructions.find(({ name }) => name === "increase_liquidity");
	const program = new PublicKey(ORCA?.id ?? "");
	const [A, B, POSITION, POSITION_TOKEN] = [91, 92, 93, 94].map(key) as [
		PublicKey,
		PublicKey,
		PublicKey,
		PublicKey,
	];
	const named: Readonly<Record<string, PublicKey>> = {
		position_authority: ME,
		position_token_account: POSITION_TOKEN,
		token_owner_account_a: A,
		token_owner_account_b: B,
	};
	const args = Buffer.alloc(32);
	args.writeBigUInt64LE(1n, 0);
	args.writeBigUInt64LE(70n, 16);
	args.writeBigUInt64LE(80n, 24);
	const deposit = new TransactionInstruction({
		programId: program,
		keys: (increase?.accounts ?? []).map(({ name, signer, writable }, at) => ({
			pubkey: name === "token_program" ? TOKEN_PROGRAM_ID : (named[name] ?? key(100 + at)),
			isSigner: signer === true,
			isWritable: writable === true,
		})),
		data: Buffer.concat([Buffer.from(increase?.discriminator ?? "", "hex"), args]),
	});
	const positions = (owner: PublicKey, amount: bigint) =>
		effectsOf(
			deposit,
			ran(wrote(key(101))),
			svmFacts({}, [
				[A, tokens(ME, 500n, key(95))],
				[B, tokens(ME, 500n, key(96))],
				[POSITION_TOKEN, tokens(owner, amount, POSITION)],
			]),
		).movements.filter(({ asset }) => asset.kind === "position");

	it("comes to the user if the position is theirs", () => {
		expect(positions(ME, 1n)).toMatchObject([
			{
				from: text(program),
				to: text(ME),
				asset: { address: text(program), item: text(POSITION) },
				basis: "observed",
				least: 1n,
			},
		]);
	});

	it("comes to nobody if it is another user's, or if its token is missing", () => {
		expect(positions(YOU, 1n)).toEqual([]);
		expect(positions(ME, 0n)).toEqual([]);
	});
});

describe("a proposal to a multisig", () => {
	const VAULT = key(70);
	const create = data.programs
		.find(({ name }) => name === "Squads")
		?.instructions.find(({ name }) => name === "vault_transaction_create");

	it("permits spending from the vault at any time", () => {
		const transfer = SystemProgram.transfer({ fromPubkey: VAULT, toPubkey: YOU, lamports: 900 });
		const held = [
			...[1, 1, 1, 3, ...VAULT.toBytes(), ...YOU.toBytes(), ...SystemProgram.programId.toBytes()],
			...[1, 2, 2, 0, 1, transfer.data.length, 0, ...transfer.data, 0],
		];
		const args = [0, 0, held.length & 255, held.length >> 8, 0, 0, ...held, 0];
		const instruction = new TransactionInstruction({
			programId: SQUADS,
			keys: (create?.accounts ?? []).map(({ signer, writable }, at) => ({
				pubkey: signer === true ? ME : key(80 + at),
				isSigner: signer === true,
				isWritable: writable === true,
			})),
			data: Buffer.concat([Buffer.from(create?.discriminator ?? "", "hex"), Buffer.from(args)]),
		});
		const effects = effectsOf(instruction, ran());
		expect(effects.movements).toMatchObject([
			{ from: text(VAULT), to: text(YOU), most: 900n, basis: "permitted", until: null },
		]);
		expect(effects.controlled).toEqual([text(VAULT)]);
	});
});

describe("amounts in our simulation", () => {
	const THIEF = key(51);
	const POOL = key(52);
	const moving = (address: PublicKey, owner: PublicKey, before: bigint, after: bigint, isMoved = false) =>
		wrote(address, { before: tokens(owner, before), after: tokens(owner, after), isMoved });
	const [mine, theirs, pools] = [53, 54, 55].map(key) as [PublicKey, PublicKey, PublicKey];
	const call = calling(PROGRAM, mine, theirs, pools);
	const toldOf = (...writes: readonly AccountWrite[]) =>
		effectsOf(call, ran(...writes)).movements.map(({ from, to, most }) => [from, to, most]);

	it("go to each account that gains if only one loses", () => {
		expect(
			toldOf(moving(mine, ME, 100n, 0n), moving(theirs, THIEF, 0n, 60n), moving(pools, POOL, 5n, 45n)),
		).toEqual([
			[text(ME), text(THIEF), 60n],
			[text(ME), text(POOL), 40n],
		]);
	});

	it("have no recipient if several lose and several gain: any may have paid any", () => {
		const other = key(56);
		expect(
			toldOf(
				moving(mine, ME, 100n, 0n),
				moving(pools, POOL, 100n, 0n),
				moving(theirs, THIEF, 0n, 150n),
				moving(other, YOU, 0n, 50n),
			),
		).toEqual(expect.arrayContaining([[text(ME), null, 100n]]));
	});

	it("of somebody else don't count as moved by the signature if others changed the account meanwhile", () => {
		const busy = effectsOf(call, ran(moving(pools, POOL, 100n, 0n, true), moving(theirs, THIEF, 0n, 100n)));
		expect(busy.controlled).toEqual([]);
		const quiet = effectsOf(call, ran(moving(pools, POOL, 100n, 0n), moving(theirs, THIEF, 0n, 100n)));
		expect(quiet.controlled).toEqual([text(POOL)]);
	});

	it("that a pool pays for others don't make it an account whose funds the signature moves", () => {
		const swap = ran(
			moving(mine, ME, 100n, 0n),
			moving(pools, POOL, 0n, 100n),
			wrote(key(57), { before: tokens(POOL, 9n, key(58)), after: tokens(POOL, 0n, key(58)) }),
			wrote(key(59), { before: tokens(ME, 0n, key(58)), after: tokens(ME, 9n, key(58)) }),
		);
		const { movements, controlled } = effectsOf(call, swap);
		expect(movements.map(({ from, to, most, asset }) => [from, to, most, asset.address])).toEqual([
			[text(ME), text(POOL), 100n, text(MINT)],
			[text(POOL), text(ME), 9n, text(key(58))],
		]);
		expect(controlled).toEqual([]);
	});
});
