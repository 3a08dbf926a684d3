import {
	AuthorityType,
	createApproveCheckedInstruction,
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
import {
	ComputeBudgetProgram,
	Keypair,
	PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decodeSvm, type SvmStep } from "../../../../../src/core/decode/svm/decode-svm.ts";
import type { InnerCall } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { message, sentences } from "../../../../../src/core/localized-text.ts";
import { simulateSvm } from "../../../../../src/main/reviewing/facts/simulate-svm.ts";
import {
	FEE,
	netChanges,
	openSvmScene,
	outflowLines,
	RENT,
	SOL,
	type SvmScene,
} from "../../../core/simulate/svm-scene.ts";

let scene: SvmScene;
let me: PublicKey;
/** A token with six decimals, of which the user has a thousand. */
let mint: PublicKey;
let purse: PublicKey;

beforeAll(async () => {
	scene = await openSvmScene();
	me = scene.me.publicKey;
});
afterAll(() => scene?.close());
beforeEach(() => {
	mint = scene.svm.createMint();
	purse = scene.svm.mintTo(mint, me, 1_000_000_000n);
});

const key = (of: PublicKey) => of.toBase58();
const pay = (to: PublicKey, lamports: bigint, from = me) =>
	SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
const purseOf = (owner: PublicKey, of = mint, program = TOKEN_PROGRAM_ID) =>
	getAssociatedTokenAddressSync(of, owner, true, program);
const opening = (owner: PublicKey, of = mint, program = TOKEN_PROGRAM_ID) =>
	createAssociatedTokenAccountIdempotentInstruction(me, purseOf(owner, of, program), owner, of, program);
const sending = (to: PublicKey, amount: bigint) =>
	createTransferCheckedInstruction(purse, mint, purseOf(to), me, amount, 6);

/** Returns an inner instruction as our own code decodes it. */
function decoded(inner: InnerCall): SvmStep {
	const accounts = inner.accounts.map((pubkey) => ({ pubkey, signer: false, writable: false, from: "" }));
	const data = Buffer.from(inner.data.slice(2), "hex");
	const [step] = decodeSvm({ programId: inner.to, accounts, data }, 0);
	if (step === undefined) throw new Error("no step");
	return step;
}

describe("our own simulation on Solana", () => {
	it("shows the amount sent, and the fee separately", async () => {
		const done = await scene.run([pay(scene.friend, SOL)]);
		expect(done).toMatchObject({ how: "simulateTransaction", revert: null, controls: [] });
		expect(done.simulation).toMatchObject({
			status: "passed",
			balanceChanges: [
				{
					account: key(me),
					asset: "native",
					direction: "out",
					amount: String(SOL),
					decimals: 9,
					symbol: "SOL",
					counterparty: key(scene.friend),
				},
			],
			fees: [{ account: key(me), amount: String(FEE), kind: "network" }],
			approvals: [],
			warnings: [],
		});
		expect(done.at).toBeGreaterThan(0n);
	});

	it("adds a priority fee to the fee", async () => {
		const done = await scene.run([
			ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
			pay(scene.friend, SOL),
		]);
		expect(done.simulation.fees[0]?.amount).toBe("10000");
		expect(netChanges(done)).toEqual([`${key(me)} out ${SOL} native`]);
	});

	it("charges the user no fee if another account pays it", async () => {
		const done = await scene.run([pay(scene.friend, SOL)], { payer: scene.thief });
		expect(netChanges(done)).toEqual([`${key(me)} out ${SOL} native`]);
		expect(done.simulation.fees[0]?.account).toBe(key(scene.thief));
	});

	it("covers each account of the user's, the one that gains too", async () => {
		const done = await scene.run([pay(scene.mine, SOL)]);
		expect(netChanges(done)).toEqual(
			[`${key(me)} out ${SOL} native`, `${key(scene.mine)} in ${SOL} native`].toSorted(),
		);
	});

	it("shows tokens by owner, with the mint's decimals, and the rent of opening", async () => {
		const done = await scene.run([opening(scene.friend), sending(scene.friend, 5_000_000n)]);
		expect(netChanges(done)).toEqual(
			[`${key(me)} out ${RENT} native`, `${key(me)} out 5000000 ${key(mint)}`].toSorted(),
		);
		const token = done.simulation.balanceChanges.find(({ asset }) => asset === key(mint));
		expect(token).toMatchObject({ decimals: 6, counterparty: key(scene.friend) });
	});

	it("names each recipient", async () => {
		const done = await scene.run([
			pay(scene.friend, SOL),
			pay(scene.thief, 3n),
			opening(scene.friend),
			opening(scene.thief),
			sending(scene.friend, 10n),
			sending(scene.thief, 4n),
		]);
		expect(outflowLines(done)).toEqual(
			[
				`${SOL + RENT} native to ${key(scene.friend)}`,
				`${3n + RENT} native to ${key(scene.thief)}`,
				`10 ${key(mint)} to ${key(scene.friend)}`,
				`4 ${key(mint)} to ${key(scene.thief)}`,
			].toSorted(),
		);
	});

	it("names nobody for burned or withheld tokens", async () => {
		const burn = createBurnInstruction(purse, mint, me, 8n);
		expect(outflowLines(await scene.run([burn]))).toEqual([`8 ${key(mint)} to null`]);
	});

	it("lists the inner instructions in order, each decoded by us", async () => {
		const done = await scene.run([pay(scene.friend, 1n), opening(scene.friend)]);
		expect(done.inner.map(({ under, depth, kind }) => [under, depth, kind])).toEqual(
			done.inner.map(() => [1, 1, "instruction"]),
		);
		expect(done.inner.map((each) => decoded(each).name)).toEqual([
			"getAccountDataSize",
			"createAccount",
			"initializeImmutableOwner",
			"initializeAccount3",
		]);
		const [, create] = done.inner;
		expect(create === undefined ? null : decoded(create).meaning).toMatchObject({
			kind: "create",
			payer: key(me),
			account: key(purseOf(scene.friend)),
			lamports: RENT,
		});
	});

	it("works without inner instructions if the RPC does not know them", async () => {
		const chain = scene.chainThrough(async (url, init) => {
			const body = String(init?.body);
			if (!body.includes("innerInstructions")) return await fetch(url, init);
			return Response.json({
				jsonrpc: "2.0",
				id: 1,
				error: { code: -32_602, message: "unknown field innerInstructions" },
			});
		});
		const done = await scene.run([opening(scene.friend), sending(scene.friend, 5n)], { chain });
		expect(done.inner).toEqual([]);
		expect(netChanges(done)).toHaveLength(2);
	});

	it("resolves lookup tables", async () => {
		const table = scene.svm.createLookupTable([purseOf(scene.friend), mint, scene.friend]);
		scene.svm.mintTo(mint, scene.friend, 1n);
		const done = await scene.run([sending(scene.friend, 7n), pay(scene.friend, SOL)], { tables: [table] });
		expect(netChanges(done)).toEqual(
			[`${key(me)} out ${SOL} native`, `${key(me)} out 7 ${key(mint)}`].toSorted(),
		);
	});

	it("does not simulate a transaction with an unread lookup table", async () => {
		const table = scene.svm.createLookupTable([scene.friend]);
		scene.svm.advance(2);
		const leg = await scene.leg([pay(scene.friend, SOL)], { tables: [table] });
		const [own] = await simulateSvm(scene.chain, [{ ...leg, lookups: [] }], []);
		expect(own).toMatchObject({ state: "impossible", why: "exceeds" });
	});
});

describe("an undeclared effect in our own simulation", () => {
	it("is a delegate, and a revoked one", async () => {
		const approve = createApproveCheckedInstruction(purse, mint, scene.thief, me, 77n, 6);
		const done = await scene.run([pay(scene.friend, 1n), approve]);
		expect(done.simulation.approvals).toMatchObject([
			{
				account: key(me),
				spender: key(scene.thief),
				asset: key(mint),
				amount: "77",
				unlimited: false,
				decimals: 6,
			},
		]);
		scene.svm.execute([pay(scene.friend, 1n), approve], [scene.me]);
		const same = await scene.run([pay(scene.friend, 1n), approve]);
		expect(same.simulation.approvals).toEqual([]);
		const revoked = await scene.run([createRevokeInstruction(purse, me)]);
		expect(revoked.simulation.approvals).toMatchObject([{ approved: false, amount: "0" }]);
	});

	it("is an unlimited delegate", async () => {
		const approve = createApproveCheckedInstruction(purse, mint, scene.thief, me, 2n ** 64n - 1n, 6);
		expect((await scene.run([approve])).simulation.approvals).toMatchObject([{ unlimited: true }]);
	});

	it("is a token account with a new owner, and its whole balance leaves with it", async () => {
		const give = createSetAuthorityInstruction(purse, me, AuthorityType.AccountOwner, scene.thief);
		const done = await scene.run([pay(scene.friend, SOL), give]);
		expect(done.controls).toEqual([
			{ account: key(purse), what: "owner", before: key(me), after: key(scene.thief), mine: true },
		]);
		expect(netChanges(done)).toContain(`${key(me)} out 1000000000 ${key(mint)}`);
	});

	it("is somebody else who may close a token account", async () => {
		const give = createSetAuthorityInstruction(purse, me, AuthorityType.CloseAccount, scene.thief);
		const done = await scene.run([give]);
		expect(done.controls).toEqual([
			{ account: key(purse), what: "close", before: key(me), after: key(scene.thief), mine: true },
		]);
		expect(netChanges(done)).toEqual([]);
	});

	it("is hidden by an unknown program: a new owner, a delegate, a transfer", async () => {
		const pursed = scene.svm.mintTo(mint, scene.thief, 1n);
		const give = createSetAuthorityInstruction(purse, me, AuthorityType.AccountOwner, scene.thief);
		const given = await scene.run([pay(scene.friend, 1n), scene.svm.hide(give)]);
		expect(given.revert).toBeNull();
		expect(given.controls).toEqual([
			{ account: key(purse), what: "owner", before: key(me), after: key(scene.thief), mine: true },
		]);
		expect(given.inner.map((each) => [each.under, each.depth, decoded(each).meaning])).toMatchObject([
			[1, 1, { kind: "token_authority", account: key(purse), role: "owner", to: key(scene.thief) }],
		]);
		const approve = createApproveCheckedInstruction(purse, mint, scene.thief, me, 77n, 6);
		const approved = await scene.run([scene.svm.hide(approve)]);
		expect(approved.simulation.approvals).toMatchObject([{ spender: key(scene.thief), amount: "77" }]);
		const move = createTransferCheckedInstruction(purse, mint, pursed, me, 5n, 6);
		expect(netChanges(await scene.run([scene.svm.hide(move)]))).toEqual([`${key(me)} out 5 ${key(mint)}`]);
		const sol = await scene.run([scene.svm.hide(pay(scene.thief, 3n * SOL))]);
		expect(netChanges(sol)).toEqual([`${key(me)} out ${3n * SOL} native`]);
		expect(sol.inner.map((each) => decoded(each).meaning)).toMatchObject([
			{ kind: "lamports", to: key(scene.thief), lamports: 3n * SOL },
		]);
	});

	it("is a mint of the user's with a new authority", async () => {
		const own = scene.svm.createMint({ authority: me, freezeAuthority: me });
		const done = await scene.run([
			createSetAuthorityInstruction(own, me, AuthorityType.MintTokens, scene.thief),
			createSetAuthorityInstruction(own, me, AuthorityType.FreezeAccount, null),
		]);
		expect(done.controls).toEqual([
			{ account: key(own), what: "mint", before: key(me), after: key(scene.thief), mine: true },
			{ account: key(own), what: "freeze", before: key(me), after: null, mine: true },
		]);
	});

	it("is a wallet handed over to a program", async () => {
		const done = await scene.run([SystemProgram.assign({ accountPubkey: me, programId: TOKEN_PROGRAM_ID })], {
			payer: scene.thief,
		});
		expect(done.controls).toEqual([
			{
				account: key(me),
				what: "program",
				before: key(SystemProgram.programId),
				after: key(TOKEN_PROGRAM_ID),
				mine: true,
			},
		]);
	});

	it("is a closed token account whose rent goes to a stranger, next to a declared payment", async () => {
		const empty = scene.svm.createMint();
		scene.svm.execute([opening(me, empty)], [scene.me]);
		const close = (to: PublicKey) => createCloseAccountInstruction(purseOf(me, empty), to, me);
		const stolen = await scene.run([pay(scene.friend, SOL), close(scene.thief)]);
		expect(netChanges(stolen)).toEqual([`${key(me)} out ${SOL + RENT} native`]);
		const honest = await scene.run([pay(scene.friend, SOL), close(me)]);
		expect(netChanges(honest)).toEqual([`${key(me)} out ${SOL - RENT} native`]);
		const aside = await scene.run([pay(scene.friend, SOL), close(scene.mine)]);
		expect(netChanges(aside)).toEqual(
			[`${key(me)} out ${SOL} native`, `${key(scene.mine)} in ${RENT} native`].toSorted(),
		);
	});

	it("counts wrapped SOL as its token, and its rent once", async () => {
		const wrapping = purseOf(me, NATIVE_MINT);
		const wrap = [opening(me, NATIVE_MINT), pay(wrapping, SOL), createSyncNativeInstruction(wrapping)];
		expect(netChanges(await scene.run(wrap))).toEqual(
			[`${key(me)} in ${SOL} ${key(NATIVE_MINT)}`, `${key(me)} out ${SOL + RENT} native`].toSorted(),
		);
		const roundTrip = await scene.run([...wrap, createCloseAccountInstruction(wrapping, me, me)]);
		expect(netChanges(roundTrip)).toEqual([]);
		scene.svm.execute(wrap, [scene.me]);
		const stolen = await scene.run([createCloseAccountInstruction(wrapping, scene.thief, me)]);
		expect(netChanges(stolen)).toEqual(
			[`${key(me)} out ${RENT} native`, `${key(me)} out ${SOL} ${key(NATIVE_MINT)}`].toSorted(),
		);
	});

	it("names the recipient of SOL wrapped for somebody else", async () => {
		const theirs = purseOf(scene.thief, NATIVE_MINT);
		const wrap = [opening(scene.thief, NATIVE_MINT), pay(theirs, SOL), createSyncNativeInstruction(theirs)];
		const leaving = (amount: bigint, to: PublicKey) => ({
			account: key(me),
			asset: "native",
			direction: "out",
			amount: String(amount),
			counterparty: key(to),
		});
		const wrapped = await scene.run(wrap);
		expect(wrapped.simulation.balanceChanges).toMatchObject([leaving(SOL + RENT, scene.thief)]);
		const both = await scene.run([...wrap, pay(scene.friend, 2n * SOL)]);
		expect(both.simulation.balanceChanges).toMatchObject([
			leaving(SOL + RENT, scene.thief),
			leaving(2n * SOL, scene.friend),
		]);
	});

	it("is a stake account whose lamports go to a stranger, and one that somebody else may withdraw from", async () => {
		const stake = Keypair.generate();
		const open = StakeProgram.createAccount({
			fromPubkey: me,
			stakePubkey: stake.publicKey,
			authorized: { staker: me, withdrawer: me },
			lamports: Number(2n * SOL),
		});
		scene.svm.execute(open.instructions, [scene.me, stake]);
		const withdraw = (toPubkey: PublicKey) =>
			StakeProgram.withdraw({
				stakePubkey: stake.publicKey,
				authorizedPubkey: me,
				toPubkey,
				lamports: Number(2n * SOL),
			}).instructions;
		expect(netChanges(await scene.run(withdraw(scene.thief)))).toEqual([`${key(me)} out ${2n * SOL} native`]);
		expect(netChanges(await scene.run(withdraw(me)))).toEqual([`${key(me)} in ${2n * SOL} native`]);
		const authorize = StakeProgram.authorize({
			stakePubkey: stake.publicKey,
			authorizedPubkey: me,
			newAuthorizedPubkey: scene.thief,
			stakeAuthorizationType: { index: 1 },
		});
		expect((await scene.run(authorize.instructions)).controls).toEqual([
			{ account: key(stake.publicKey), what: "owner", before: key(me), after: key(scene.thief), mine: true },
		]);
	});
});

describe("its writes, account by account", () => {
	it("cover every changed account, those of others too", async () => {
		const own = await scene.run([pay(scene.thief, SOL)]);
		expect(own.unread).toEqual([]);
		expect(own.writes?.map(({ address, isDataChanged, keys }) => [address, isDataChanged, keys])).toEqual([
			[key(me), false, []],
			[key(scene.thief), false, []],
		]);
		expect(own.writes?.[1]?.after?.lamports).toBe((own.writes?.[1]?.before?.lamports ?? 0n) + SOL);
	});

	it("show where another key replaces the user's in an account of unknown layout", async () => {
		const [buffer, at] = [Keypair.generate().publicKey, 83];
		const data = Buffer.alloc(300);
		// A loader's buffer: its state, then its authority.
		data.writeUInt32LE(1, 0);
		data.set([1, ...me.toBytes()], 4);
		data.set(me.toBytes(), at);
		const owner = "BPFLoaderUpgradeab1e11111111111111111111111";
		scene.svm.setAccount(buffer, { owner, lamports: SOL, executable: false, data });
		const head = Buffer.alloc(16);
		head.writeUInt32LE(1, 0);
		// The program's bytes start after 37 bytes of state.
		head.writeUInt32LE(at - 37, 4);
		head.writeBigUInt64LE(32n, 8);
		const write = new TransactionInstruction({
			programId: new PublicKey(owner),
			keys: [
				{ pubkey: buffer, isSigner: false, isWritable: true },
				{ pubkey: me, isSigner: true, isWritable: false },
			],
			data: Buffer.concat([head, scene.thief.toBytes()]),
		});
		const own = await scene.run([write]);
		expect(own.writes?.find(({ address }) => address === key(buffer))).toMatchObject({
			isDataChanged: true,
			keys: [
				{ key: key(me), at, stands: "before", other: key(scene.thief) },
				{ key: key(me), at: 5, stands: "both", other: null },
			],
		});
	});

	it("report a too large account as unknown", async () => {
		const large = Keypair.generate().publicKey;
		const data = new Uint8Array(16_385);
		scene.svm.setAccount(large, { owner: key(mint), lamports: SOL * 10n, executable: false, data });
		const own = await scene.run([pay(large, 1n)]);
		expect(own.unread).toEqual([key(large)]);
		expect(own.writes?.map(({ address }) => address)).toEqual([key(me)]);
	});
});

describe("a stake's lockup", () => {
	const LATER = 4_291_747_200n;

	/** Builds SetLockup (tag 6), which locks until LATER for everyone but the custodian. */
	function lockup(stake: PublicKey, custodian: PublicKey): TransactionInstruction {
		const data = Buffer.alloc(4 + 9 + 1 + 33);
		data.writeUInt32LE(6, 0);
		data.writeUInt8(1, 4);
		data.writeBigInt64LE(LATER, 5);
		data.writeUInt8(1, 14);
		custodian.toBuffer().copy(data, 15);
		return new TransactionInstruction({
			programId: StakeProgram.programId,
			keys: [
				{ pubkey: stake, isSigner: false, isWritable: true },
				{ pubkey: me, isSigner: true, isWritable: false },
			],
			data,
		});
	}

	function opened(stake: Keypair) {
		const { instructions } = StakeProgram.createAccount({
			fromPubkey: me,
			stakePubkey: stake.publicKey,
			authorized: { staker: me, withdrawer: me },
			lamports: Number(2n * SOL),
		});
		scene.svm.execute(instructions, [scene.me, stake]);
		return stake.publicKey;
	}

	it("is a loss of control with another custodian", async () => {
		const stake = opened(Keypair.generate());
		const done = await scene.run([lockup(stake, scene.thief)]);
		expect(done.revert).toBeNull();
		expect(done.controls).toEqual([
			{ account: key(stake), what: "lockup", before: null, after: key(scene.thief), mine: true },
		]);
		expect((await scene.run([scene.svm.hide(lockup(stake, scene.thief))])).controls).toHaveLength(1);
	});

	it("is none with the user as custodian", async () => {
		const stake = opened(Keypair.generate());
		expect(await scene.run([lockup(stake, me)])).toMatchObject({ revert: null, controls: [] });
	});
});

describe("Token-2022", () => {
	it("includes the token's fee in the outflow", async () => {
		const taxed = scene.svm.createMint({
			program: "token-2022",
			transferFee: { basisPoints: 100, most: 1_000_000n },
		});
		const from = scene.svm.mintTo(taxed, me, 1_000_000n);
		const to = purseOf(scene.friend, taxed, TOKEN_2022_PROGRAM_ID);
		// Rent of an account with the fee extension and an immutable owner.
		const rent = BigInt(await scene.svm.connection().getMinimumBalanceForRentExemption(182));
		const done = await scene.run([
			opening(scene.friend, taxed, TOKEN_2022_PROGRAM_ID),
			createTransferCheckedWithFeeInstruction(from, taxed, to, me, 10_000n, 6, 100n),
		]);
		expect(netChanges(done)).toContain(`${key(me)} out 10000 ${key(taxed)}`);
		expect(outflowLines(done)).toEqual(
			[
				`${rent} native to ${key(scene.friend)}`,
				`9900 ${key(taxed)} to ${key(scene.friend)}`,
				`100 ${key(taxed)} to null`,
			].toSorted(),
		);
		expect(done.controls).toEqual([]);
	});

	it("finds a permanent delegate's outflow", async () => {
		const seized = scene.svm.createMint({ program: "token-2022", permanentDelegate: scene.thief });
		const from = scene.svm.mintTo(seized, me, 900n);
		const to = scene.svm.mintTo(seized, scene.thief, 1n);
		const take = createTransferCheckedInstruction(
			from,
			seized,
			to,
			scene.thief,
			900n,
			6,
			[],
			TOKEN_2022_PROGRAM_ID,
		);
		const done = await scene.run([pay(scene.friend, 1n), take]);
		expect(netChanges(done)).toContain(`${key(me)} out 900 ${key(seized)}`);
	});

	it("reads the symbol from the mint itself", async () => {
		const named = scene.svm.createMint({
			program: "token-2022",
			metadata: { name: "Test Dollar", symbol: "TUSD" },
		});
		const from = scene.svm.mintTo(named, me, 900n);
		const to = scene.svm.mintTo(named, scene.friend, 1n);
		const send = createTransferCheckedInstruction(from, named, to, me, 9n, 6, [], TOKEN_2022_PROGRAM_ID);
		expect((await scene.run([send])).simulation.balanceChanges).toMatchObject([
			{ symbol: "TUSD", decimals: 6, amount: "9" },
		]);
	});
});

describe("a failed simulation", () => {
	it("gives the reason of the failure, in words, and shows only the fee", async () => {
		const done = await scene.run([opening(scene.friend), sending(scene.friend, 2_000_000_000n)]);
		expect(done.simulation).toMatchObject({
			status: "failed",
			balanceChanges: [],
			approvals: [],
			fees: [{ amount: String(FEE) }],
		});
		expect(done.revert).toEqual(
			sentences(
				message("chain.svm.error.instruction-own", { number: "2", code: "1" }),
				message("revert.program-wrote", { text: "Error: insufficient funds" }),
			),
		);
	});

	it("renews a renewable blockhash, and no other", async () => {
		const dead = { blockhash: key(scene.friend) };
		expect((await scene.run([pay(scene.friend, SOL)], dead)).simulation.status).toBe("passed");
		const kept = await scene.run([pay(scene.friend, SOL)], { ...dead, preserve: true });
		expect(kept).toMatchObject({
			simulation: { status: "failed" },
		});
		expect(kept.revert).toEqual(message("chain.svm.error.blockhash-gone"));
	});

	it("says that a later one of several is unproven", async () => {
		const leg = await scene.leg([pay(scene.friend, SOL)]);
		const all = await simulateSvm(scene.chain, [leg, leg, leg], []);
		expect(all.map(({ state }) => state)).toEqual(["done", "impossible", "impossible"]);
		expect(all[1]).toMatchObject({ why: "later", text: message("own-simulation.later") });
	});

	it.each([
		["that is down", () => Promise.reject(new Error("no")), message("chain.unreachable", { family: "svm" })],
		[
			"that answers nonsense",
			async () => new Response("<html>"),
			message("chain.not-json", { family: "svm" }),
		],
		[
			"of another cluster",
			async () => Response.json({ id: 1, result: "x" }),
			message("chain.svm.unreadable", { method: "getGenesisHash" }),
		],
	])("is impossible on an RPC %s", async (_, fetching, text) => {
		const own = await scene.own([pay(scene.friend, SOL)], { chain: scene.chainThrough(fetching) });
		expect(own).toMatchObject({ state: "impossible", why: "failed", text });
	});

	it("is impossible for bytes that are not a transaction", async () => {
		const leg = await scene.leg([pay(scene.friend, SOL)]);
		const payload = { ...leg.payload, transaction_base64: "AAAA" };
		const [own] = await simulateSvm(scene.chain, [{ ...leg, payload }], []);
		expect(own).toMatchObject({
			state: "impossible",
			text: message("own-simulation.unreadable.transaction"),
		});
	});

	/** Returns a chain on which others change an account between the two reads, this many times. */
	function changing(account: PublicKey, times: number) {
		let left = times;
		return scene.chainThrough(async (url, init) => {
			const answer = await fetch(url, init);
			if (!String(init?.body).includes("simulateTransaction") || left === 0) return answer;
			left -= 1;
			scene.svm.airdrop(account, 5n * SOL);
			scene.svm.advance(2);
			const text = (await answer.text()).replace(/"slot":(\d+)/, (_, slot) => `"slot":${Number(slot) + 1}`);
			return new Response(text);
		});
	}

	it("is repeated if the user's balance changed in between, and then shows only its own effects", async () => {
		const done = await scene.run([pay(scene.friend, SOL)], { chain: changing(me, 1) });
		expect(netChanges(done)).toEqual([`${key(me)} out ${SOL} native`]);
	});

	it("is unproven if the user's balance changes each time", async () => {
		const own = await scene.own([pay(scene.friend, SOL)], { chain: changing(me, 9) });
		expect(own).toMatchObject({ state: "impossible", text: message("own-simulation.accounts-changed") });
	});

	it("ignores others' changes", async () => {
		const done = await scene.run([pay(scene.friend, SOL)], { chain: changing(scene.friend, 9) });
		expect(netChanges(done)).toEqual([`${key(me)} out ${SOL} native`]);
	});
});
