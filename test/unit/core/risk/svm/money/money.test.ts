import {
	createBurnCheckedInstruction,
	createCloseAccountInstruction,
	createDisableCpiGuardInstruction,
	createInitializeAccount3Instruction,
	createMintToInstruction,
	createTransferCheckedInstruction,
	createTransferCheckedWithFeeInstruction,
	createWithdrawWithheldTokensFromMintInstruction,
	NATIVE_MINT,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { Authorized, PublicKey, StakeProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { SvmAccountFacts } from "../../../../../../src/core/chain/svm.ts";
import { NO_HISTORY } from "../../../../../../src/core/identities/counterparties.ts";
import { NOT_SIMULATED } from "../../../review/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	mint,
	out,
	PROGRAM,
	sending,
	svmFacts,
	svmFinding,
	svmFound,
	svmGeneral,
	text,
	tokens,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";
import { simulated } from "../../evm/scene.ts";

const GRAVE = { severity: "danger", needsWord: true };
const MILD = { severity: "caution", needsWord: false };
const SOL = 10n ** 9n;
const STAKE = key(13);
const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const stranger = me({ counterparties: NO_HISTORY });
const transfer = (amount: bigint, to = YOUR_TOKENS) =>
	createTransferCheckedInstruction(MY_TOKENS, MINT, to, ME, amount, 6);

describe("half of a holding, or more", () => {
	const large = (...all: Parameters<typeof svmFinding>[1]) => svmFinding("loss", all, { who: stranger });

	it("requires a typed word for an unknown recipient, and names them", () => {
		expect(large(sending(SOL / 2n))).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(YOU) },
		});
		expect(large(transfer(20_500_000n))).toMatchObject(GRAVE);
		expect(large(sending(SOL / 10n - 1n))).toBeUndefined();
	});

	it("is added up over several strangers", () => {
		expect(large(sending(SOL / 3n), sending(SOL / 3n, key(41)))).toMatchObject(GRAVE);
	});

	it("is reported, without a typed word, for a named or known recipient", () => {
		expect(svmFinding("loss", [sending(SOL)])).toMatchObject(MILD);
		const named = me({ counterparties: NO_HISTORY, labels: { [text(YOU)]: "Ana" } });
		expect(svmFinding("loss", [sending(SOL)], { who: named })).toMatchObject(MILD);
	});

	it("requires a typed word for a recipient first paid in this very session", () => {
		const who = me({ uses: new Map() });
		expect(svmFinding("loss", [sending(SOL)], { who })).toMatchObject(GRAVE);
	});

	it("is ignored if it stays with the user: another account of theirs, or unwrapped SOL", () => {
		const who = me({ accounts: [text(ME), text(YOU)], counterparties: NO_HISTORY });
		const sent = simulated({ balanceChanges: [out("native", SOL, { counterparty: text(YOU) })] });
		const shown = { more: { opinion: { ...NOT_SIMULATED, local: sent } } };
		expect(svmFinding("loss", [sending(SOL)], { who, ...shown })).toBeUndefined();
		const purse = key(42);
		const facts = svmFacts({}, [[purse, tokens(ME, 4n, NATIVE_MINT)]]);
		const balanceChanges = [out(text(NATIVE_MINT), 4n), out("native", 4n, { direction: "in" })];
		const opinion = { ...NOT_SIMULATED, local: simulated({ balanceChanges }) };
		const close = createCloseAccountInstruction(purse, ME, ME);
		expect(svmFinding("loss", [close], { facts, more: { opinion } })).toBeUndefined();
	});

	it("is reported, without a typed word, for burned junk", () => {
		expect(large(createBurnCheckedInstruction(MY_TOKENS, MINT, ME, 41_000_000n, 6))).toMatchObject(MILD);
	});

	it("requires a typed word for holdings of an account derived from the user's", () => {
		const facts = svmFacts({}, [[key(43), wallet(SOL / 10n)]]);
		const from = { fromPubkey: key(43), basePubkey: ME, seed: "s", programId: SystemProgram.programId };
		const all = SystemProgram.transfer({ ...from, toPubkey: YOU, lamports: SOL / 10n });
		const some = SystemProgram.transfer({ ...from, toPubkey: YOU, lamports: SOL / 20n - 1n });
		for (const each of [all, some])
			expect(svmFinding("not-own-funds", [each], { facts, who: stranger })).toMatchObject(GRAVE);
	});
});

describe("SOL in a new account", () => {
	const create = (owner: PublicKey, lamports: bigint, space = 0) =>
		SystemProgram.createAccount({
			fromPubkey: ME,
			newAccountPubkey: STAKE,
			lamports: Number(lamports),
			space,
			programId: owner,
		});
	const rule = (withdrawer: PublicKey) =>
		StakeProgram.initialize({ stakePubkey: STAKE, authorized: new Authorized(withdrawer, withdrawer) });
	const loader = (data: readonly (readonly [value: number, bytes: 4 | 8])[], ...accounts: PublicKey[]) =>
		new TransactionInstruction({
			programId: LOADER,
			keys: accounts.map((pubkey) => ({ pubkey, isSigner: pubkey === ME, isWritable: true })),
			data: Buffer.concat(
				data.map(([value, bytes]) => {
					const part = Buffer.alloc(bytes);
					part.writeUInt32LE(value);
					return part;
				}),
			),
		});
	const buffer = (authority: PublicKey) => loader([[0, 4]], STAKE, authority);
	const deploy = (authority: PublicKey, room: number) =>
		loader(
			[
				[2, 4],
				[room, 8],
			],
			ME,
			...[14, 15, 16, 17, 18].map(key),
			SystemProgram.programId,
			authority,
		);
	const extend = (room: number) =>
		loader(
			[
				[6, 4],
				[room, 4],
			],
			key(14),
			key(15),
			SystemProgram.programId,
			ME,
		);

	it("requires a typed word if an unknown program controls it", () => {
		expect(svmFinding("placed", [create(PROGRAM, SOL / 10n)])).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(PROGRAM) },
		});
	});

	it("requires a typed word if the stake's owner is unknown", () => {
		expect(svmFinding("placed", [create(StakeProgram.programId, SOL / 10n, 200)])).toMatchObject(GRAVE);
	});

	it("requires a typed word if its owner is unknown, for any program", () => {
		for (const owner of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, LOADER, SystemProgram.programId])
			expect(svmFinding("placed", [create(owner, SOL / 10n, 165)]), text(owner)).toMatchObject(GRAVE);
	});

	it("requires a typed word if its account is opened for somebody else", () => {
		const opened = (owner: PublicKey) => createInitializeAccount3Instruction(STAKE, NATIVE_MINT, owner);
		const wrapped = create(TOKEN_PROGRAM_ID, SOL / 10n, 165);
		expect(svmFinding("placed", [wrapped, opened(YOU)])).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(YOU) },
		});
		expect(svmFinding("placed", [wrapped, opened(ME)])).toBeUndefined();
	});

	it("requires a typed word if it is rent for far more space than a program needs for itself", () => {
		const space = 10_000_000;
		const large = (owner: PublicKey) => create(owner, BigInt(space) * 6_960n, space);
		for (const owner of [PROGRAM, LOADER])
			expect(svmFinding("placed", [large(owner)]), text(owner)).toMatchObject(GRAVE);
		expect(svmFinding("placed", [large(LOADER), buffer(YOU)])).toMatchObject(GRAVE);
		expect(svmFinding("placed", [large(LOADER), buffer(ME)])).toBeUndefined();
	});

	it("requires a typed word if somebody else's program is created, or enlarged, with the user's SOL", () => {
		const room = 10_000_000;
		expect(svmFinding("placed", [deploy(YOU, room)])).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(YOU) },
		});
		expect(svmFinding("placed", [deploy(ME, room)])).toBeUndefined();
		expect(svmFinding("placed", [extend(room)])).toMatchObject(GRAVE);
		expect(svmFinding("placed", [extend(10_240)])).toBeUndefined();
	});

	it("is ignored as its rent, or as a stake of the user's", () => {
		expect(svmFinding("placed", [create(PROGRAM, 2_039_280n, 165)])).toBeUndefined();
		const all = [create(StakeProgram.programId, SOL / 10n, 200), rule(ME)];
		expect(svmFinding("placed", all)).toBeUndefined();
		expect(svmFound(all, { who: stranger }).filter(({ severity }) => severity !== "info")).toEqual([]);
	});

	it("leaves the user if the stake is somebody else's, or locked by them", () => {
		const most = create(StakeProgram.programId, SOL - 1n, 200);
		expect(svmFinding("loss", [most, rule(ME)], { who: stranger })).toBeUndefined();
		expect(svmFinding("loss", [most, rule(YOU)], { who: stranger })).toMatchObject(GRAVE);
	});
});

describe("a receiving account", () => {
	const purse = key(44);
	type Data = Extract<SvmAccountFacts["data"], { kind: "token" }>;
	function facts(patch: Partial<Data>, of = MINT) {
		const account = tokens(ME, 5n, of);
		if (account.data.kind !== "token") throw new Error("no token account");
		return svmFacts({}, [[purse, { ...account, data: { ...account.data, ...patch } }]]);
	}
	const lent = { delegate: text(key(45)), delegatedAmount: 9n };

	it("requires a typed word if a stranger may already spend from it", () => {
		for (const all of [[transfer(5n, purse)], [createMintToInstruction(MINT, purse, ME, 5n)]])
			expect(svmFinding("receiving", all, { facts: facts(lent) })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: text(key(45)) },
			});
	});

	it("is reported if only a simulation shows the inflow", () => {
		const own = simulated({ balanceChanges: [out(text(MINT), 5n, { direction: "in" })] });
		const more = { opinion: { ...NOT_SIMULATED, local: own } };
		const touching = createTransferCheckedInstruction(purse, MINT, YOUR_TOKENS, ME, 1n, 6);
		expect(svmFinding("receiving", [touching], { facts: facts(lent), more })).toMatchObject(GRAVE);
		expect(svmFinding("receiving", [touching], { facts: facts(lent) })).toBeUndefined();
	});

	it("is reported, without a typed word, for a known delegate", () => {
		const who = me({ counterparties: new Map([[text(key(45)), { paid: 0, allowed: 1, lastAt: 1 }]]) });
		expect(svmFinding("receiving", [transfer(5n, purse)], { facts: facts(lent), who })).toMatchObject(MILD);
	});

	it("requires a typed word if a stranger may close it with its SOL, and is reported if only once empty", () => {
		const closer = { closeAuthority: text(key(45)) };
		const wrapped = facts(closer, NATIVE_MINT);
		expect(svmFinding("receiving", [sending(5n, purse)], { facts: wrapped })).toMatchObject(GRAVE);
		expect(svmFinding("receiving", [transfer(5n, purse)], { facts: facts(closer) })).toMatchObject(MILD);
	});

	it("is fine if it is only the user's", () => {
		expect(svmFinding("receiving", [transfer(5n, purse)], { facts: facts({}) })).toBeUndefined();
		expect(
			svmFinding("receiving", [transfer(5n, purse)], { facts: facts({ ...lent, delegatedAmount: 0n }) }),
		).toBeUndefined();
	});
});

describe("a token's transfer fee", () => {
	const withFee = (fee: bigint) =>
		createTransferCheckedWithFeeInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 1_000n, 6, fee);

	it("is reported from a twentieth on, and requires a typed word from half on", () => {
		expect(svmFinding("kept-back", [withFee(49n)])).toBeUndefined();
		expect(svmFinding("kept-back", [withFee(50n)])).toMatchObject(MILD);
		expect(svmFinding("kept-back", [withFee(500n)])).toMatchObject(GRAVE);
	});

	it("is known from the mint if the instruction does not state it", () => {
		const powers = {
			permanentDelegate: null,
			transferHook: null,
			closeAuthority: null,
			transferFee: { authority: null, withdrawer: null, basisPoints: 9_000, most: 10n ** 12n },
			frozenByDefault: false,
		};
		const of = (most: bigint) =>
			svmFacts({}, [[MINT, mint({ powers: { ...powers, transferFee: { ...powers.transferFee, most } } })]]);
		expect(svmFinding("kept-back", [transfer(1_000n)], { facts: of(10n ** 12n) })).toMatchObject(GRAVE);
		expect(svmFinding("kept-back", [transfer(1_000n)], { facts: of(1n) })).toBeUndefined();
	});

	it("requires a typed word if it is collected for somebody else", () => {
		const collect = (to: PublicKey) => createWithdrawWithheldTokensFromMintInstruction(MINT, to, ME);
		expect(svmGeneral("elsewhere", [collect(YOUR_TOKENS)], { who: stranger })).toMatchObject(GRAVE);
		expect(svmGeneral("elsewhere", [collect(MY_TOKENS)])).toBeUndefined();
	});
});

describe("an emptied account", () => {
	const withdraw = (to: PublicKey) =>
		StakeProgram.withdraw({ stakePubkey: STAKE, authorizedPubkey: ME, toPubkey: to, lamports: 6 })
			.instructions;

	it("requires a typed word for somebody else, by name", () => {
		expect(svmGeneral("elsewhere", withdraw(YOU), { who: stranger })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(YOU) },
		});
		expect(svmGeneral("elsewhere", withdraw(ME))).toBeUndefined();
	});

	it("no longer holds the user's later payments", () => {
		const facts = svmFacts({}, [
			[STAKE, { ...wallet(), data: { kind: "stake", staker: text(ME), withdrawer: text(ME), lockup: null } }],
		]);
		const large = (...all: Parameters<typeof svmFinding>[1]) =>
			svmFinding("loss", all, { facts, who: stranger });
		expect(large(sending(SOL, STAKE))).toBeUndefined();
		expect(large(...withdraw(ME), sending(SOL, STAKE))).toMatchObject(GRAVE);
	});
});

it("a disabled guard is reported", () => {
	const off = createDisableCpiGuardInstruction(MY_TOKENS, ME, [], TOKEN_2022_PROGRAM_ID);
	expect(svmGeneral("control", [off])).toMatchObject(MILD);
	expect(svmGeneral("control", [createCloseAccountInstruction(MY_TOKENS, ME, ME)])).toBeUndefined();
});
