import {
	AuthorityType,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createBurnInstruction,
	createCloseAccountInstruction,
	createInitializeMultisigInstruction,
	createRevokeInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferInstruction,
	getAssociatedTokenAddressSync,
	NATIVE_MINT,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	Authorized,
	Keypair,
	Lockup,
	PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FEE, openSvmScene, RENT, SOL, type SvmScene } from "../../simulate/svm-scene.ts";
import { type SvmEffectsScene, svmEffectsScene } from "./effects-scene.ts";

/** Transfers, permissions and writes of a Solana transaction, on a real runtime. */

let scene: SvmScene;
let told: SvmEffectsScene;
let me: PublicKey;
let mint: PublicKey;
let purse: PublicKey;

beforeAll(async () => {
	scene = await openSvmScene();
	told = svmEffectsScene(scene);
	me = scene.me.publicKey;
	told.nameAddress("nobody", SystemProgram.programId);
});
afterAll(() => scene?.close());
beforeEach(() => {
	mint = scene.svm.createMint();
	purse = scene.svm.mintTo(mint, me, 1_000n);
	told.nameAddress("GOLD", mint);
	told.nameAddress("purse", purse);
});

const lamports = (account: PublicKey): bigint => scene.svm.accountOf(account)?.lamports ?? 0n;
const pay = (from: PublicKey, to: PublicKey, amount: bigint) =>
	SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount });
const purseOf = (owner: PublicKey, of = mint) => getAssociatedTokenAddressSync(of, owner, true);
const opening = (owner: PublicKey, of = mint) =>
	createAssociatedTokenAccountIdempotentInstruction(me, purseOf(owner, of), owner, of);

describe("movements of SOL", () => {
	it("are equal by the bytes and by our simulation, with the earlier balance", async () => {
		const held = lamports(me);
		const effects = await told.effects([pay(me, scene.thief, SOL)]);
		expect(told.movements(effects)).toEqual([
			`decoded me > thief ${SOL} SOL`,
			`observed me > thief ${SOL} SOL`,
		]);
		expect(told.holdings(effects)).toEqual([`me ${held} SOL`]);
		expect(effects.costs).toMatchObject([
			{ payer: me.toBase58(), most: FEE, step: 0, tip: 0n, withheld: [] },
		]);
		expect([effects.gaps, effects.controlled, effects.rights, effects.unexplained]).toEqual([[], [], [], []]);
	});

	it("are equal, and of the same holding, if another account pays the fee", async () => {
		const held = lamports(me);
		const effects = await told.effects([pay(me, scene.thief, SOL)], { payer: scene.friend });
		expect(told.movements(effects, "observed")).toEqual([`observed me > thief ${SOL} SOL`]);
		expect(told.holdings(effects)).toEqual([`me ${held} SOL`]);
		expect(effects.costs).toMatchObject([{ payer: scene.friend.toBase58() }]);
	});

	it("follow the bytes without a simulation, with a note", async () => {
		const effects = await told.effects([pay(me, scene.thief, SOL)], { isSimulated: false });
		expect(told.movements(effects)).toEqual([`decoded me > thief ${SOL} SOL`]);
		expect(effects.gaps).toEqual(["not-simulated"]);
	});

	it("separate each recipient, and another account of the user's", async () => {
		const effects = await told.effects([
			pay(me, scene.thief, 5n),
			pay(me, scene.mine, 7n),
			pay(me, scene.friend, 9n),
		]);
		expect(told.movements(effects, "observed")).toEqual([
			"observed me > thief 5 SOL",
			"observed me > mine 7 SOL",
			"observed me > friend 9 SOL",
		]);
	});

	it("include those of an unreadable program", async () => {
		const hidden = scene.svm.hide(pay(me, scene.thief, SOL));
		const effects = await told.effects([hidden]);
		expect(told.movements(effects)).toEqual([`observed me > thief ${SOL} SOL`]);
		expect(effects.gaps).toEqual(["unread"]);
	});

	it("are absent if the user wraps SOL, and SOL if wrapped SOL is sent in the same step", async () => {
		const wrapped = purseOf(me, NATIVE_MINT);
		const held = lamports(me);
		const wrap = [opening(me, NATIVE_MINT), pay(me, wrapped, SOL), createSyncNativeInstruction(wrapped)];
		expect(told.movements(await told.effects(wrap))).toEqual([]);
		const theirs = purseOf(scene.thief, NATIVE_MINT);
		const effects = await told.effects([
			...wrap,
			opening(scene.thief, NATIVE_MINT),
			createTransferInstruction(wrapped, theirs, me, SOL),
			createCloseAccountInstruction(wrapped, me, me),
		]);
		expect(told.movements(effects)).toEqual([
			`decoded me > thief ${RENT} SOL`,
			`decoded me > thief ${SOL} SOL`,
			`observed me > thief ${RENT} SOL`,
			`observed me > thief ${SOL} SOL`,
		]);
		expect(told.holdings(effects)).toEqual([`me ${held} SOL`]);
	});
});

describe("rent for a program's space", () => {
	const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
	const [DEPLOY, EXTEND, BYTES] = [2, 6, 1_000];
	/** Maximum cost, with the headers of an account and of program data, at 6,960 lamports per byte. */
	const MOST = (128n + 45n + 1_000n) * 6_960n;
	const programData = Keypair.generate().publicKey;
	const loader = (kind: number, room: Buffer, accounts: readonly PublicKey[]) => {
		const data = Buffer.concat([Buffer.alloc(4), room]);
		data.writeUInt32LE(kind);
		const keys = accounts.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(me), isWritable: true }));
		return new TransactionInstruction({ programId: LOADER, keys, data });
	};
	function deploy(authority: PublicKey) {
		const room = Buffer.alloc(8);
		room.writeUInt32LE(BYTES);
		const between = Array.from({ length: 4 }, () => Keypair.generate().publicKey);
		return loader(DEPLOY, room, [me, programData, ...between, SystemProgram.programId, authority]);
	}
	function extend(...payer: readonly PublicKey[]) {
		const room = Buffer.alloc(4);
		room.writeUInt32LE(BYTES);
		const program = Keypair.generate().publicKey;
		return loader(EXTEND, room, [programData, program, SystemProgram.programId, ...payer]);
	}
	const movements = async (instruction: TransactionInstruction) =>
		told.movements(await told.effects([instruction], { isSimulated: false }));

	beforeAll(() => told.nameAddress("program data", programData));

	it("goes to the program's authority", async () => {
		expect(await movements(deploy(scene.thief))).toEqual([`decoded me > thief 0..${MOST} SOL`]);
	});

	it("goes to the program's data account if its authority is unknown", async () => {
		expect(await movements(extend(me))).toEqual([`decoded me > program data 0..${MOST} SOL`]);
	});

	it("leaves the user for a program of their own: it stays there while the program can run", async () => {
		expect(await movements(deploy(me))).toEqual([`decoded me > ? 0..${MOST} SOL`]);
	});

	it("has no bound if the bytes name no payer", async () => {
		expect(await movements(extend())).toEqual(["decoded me > ? 0.. SOL"]);
	});
});

describe("movements of tokens", () => {
	it("are described by the owners of the token accounts", async () => {
		const effects = await told.effects([
			opening(scene.thief),
			createTransferInstruction(purse, purseOf(scene.thief), me, 400n),
		]);
		expect(told.movements(effects, "observed")).toEqual([
			`observed me > thief ${RENT} SOL`,
			"observed me > thief 400 GOLD",
		]);
		expect(told.holdings(effects)).toContain("me 1000 GOLD");
	});

	it("go to nobody if they are burned", async () => {
		const effects = await told.effects([createBurnInstruction(purse, mint, me, 10n)]);
		expect(told.movements(effects)).toEqual(["decoded me > nobody 10 GOLD", "observed me > nobody 10 GOLD"]);
	});

	it("are the whole account if its owner changes", async () => {
		const effects = await told.effects([
			createSetAuthorityInstruction(purse, me, AuthorityType.AccountOwner, scene.thief),
		]);
		expect(told.movements(effects)).toEqual([
			"decoded me > thief 1000 GOLD",
			`observed me > thief ${RENT} SOL`,
			"observed me > thief 1000 GOLD",
		]);
		expect(told.rights(effects)).toEqual([
			"decoded thief has owner of purse from me",
			"observed me loses owner of purse from me",
			"observed thief has owner of purse from me",
		]);
	});

	it("of a single token are an item", async () => {
		const item = scene.svm.createMint({ decimals: 0 });
		const account = scene.svm.mintTo(item, me, 1n);
		const effects = await told.effects([
			opening(scene.thief, item),
			createTransferInstruction(account, purseOf(scene.thief, item), me, 1n),
		]);
		expect(effects.movements.filter(({ asset }) => asset.kind === "item")).toMatchObject([
			{ basis: "decoded", asset: { address: item.toBase58(), item: "1" }, most: 1n },
			{ basis: "observed", asset: { address: item.toBase58(), item: "1" }, most: 1n },
		]);
	});

	it("that come in name their sender", async () => {
		const theirs = scene.svm.mintTo(mint, scene.friend, 50n);
		const effects = await told.effects([createTransferInstruction(theirs, purse, scene.friend, 50n)]);
		expect(told.movements(effects)).toEqual(["decoded friend > me 50 GOLD", "observed friend > me 50 GOLD"]);
		expect(effects.controlled).toEqual([]);
	});
});

describe("accounts moved by the signature although they are not the user's", () => {
	function multisig(): PublicKey {
		const account = Keypair.generate();
		const create = SystemProgram.createAccount({
			fromPubkey: me,
			newAccountPubkey: account.publicKey,
			lamports: 5_000_000,
			space: 355,
			programId: TOKEN_PROGRAM_ID,
		});
		const signers = [me, scene.friend];
		scene.svm.execute(
			[create, createInitializeMultisigInstruction(account.publicKey, signers, 1)],
			[scene.me, account],
		);
		told.nameAddress("treasury", account.publicKey);
		return account.publicKey;
	}

	it("include a multisig that the user signs for", async () => {
		const treasury = multisig();
		const account = scene.svm.mintTo(mint, treasury, 900n);
		const theirs = scene.svm.mintTo(mint, scene.thief, 1n);
		const effects = await told.effects([createTransferInstruction(account, theirs, treasury, 108n, [me])]);
		expect(told.movements(effects)).toEqual([
			"decoded treasury > thief 108 GOLD",
			"observed treasury > thief 108 GOLD",
		]);
		expect(effects.controlled.map(told.nameOf)).toEqual(["treasury"]);
		expect(effects.lenders).toEqual([]);
		expect(told.holdings(effects)).toEqual(["treasury 900 GOLD"]);
	});

	it("include a hidden multisig of a program, with nothing returned to the user", async () => {
		const treasury = multisig();
		const account = scene.svm.mintTo(mint, treasury, 900n);
		const theirs = scene.svm.mintTo(mint, scene.thief, 1n);
		const hidden = scene.svm.hide(createTransferInstruction(account, theirs, treasury, 900n, [me]));
		const effects = await told.effects([hidden]);
		expect(told.movements(effects)).toEqual(["observed treasury > thief 900 GOLD"]);
		expect(effects.controlled.map(told.nameOf)).toEqual(["treasury"]);
		expect(told.holdings(effects)).toEqual(["treasury 900 GOLD"]);
	});

	it("include a delegate that the multisig sets by the user's signature", async () => {
		const treasury = multisig();
		const account = scene.svm.mintTo(mint, treasury, 900n);
		const effects = await told.effects([
			createApproveInstruction(account, scene.thief, treasury, 2n ** 64n - 1n, [me]),
		]);
		expect(told.rights(effects)).toEqual([
			"decoded thief may take any GOLD of treasury",
			"observed thief may take any GOLD of treasury",
		]);
		expect(told.holdings(effects)).toEqual(["treasury 900 GOLD"]);
	});

	it("include a friend who made the user a delegate", async () => {
		const theirs = scene.svm.mintTo(mint, scene.friend, 70n);
		const data = Buffer.from(scene.svm.accountOf(theirs)?.data ?? []);
		// A delegate and its amount, in SPL Token's layout.
		data.writeUInt32LE(1, 72);
		data.set(me.toBytes(), 76);
		data.writeBigUInt64LE(60n, 121);
		scene.svm.setAccount(theirs, { ...ledger(theirs), data });
		const taker = scene.svm.mintTo(mint, scene.thief, 1n);
		const effects = await told.effects([createTransferInstruction(theirs, taker, me, 60n)]);
		expect(told.movements(effects, "observed")).toEqual(["observed friend > thief 60 GOLD"]);
		expect(effects.controlled.map(told.nameOf)).toEqual(["friend"]);
		expect(effects.lenders.map(told.nameOf)).toEqual(["friend"]);
		expect(told.holdings(effects)).toEqual(["friend 70 GOLD"]);
	});

	it("include an account derived from their key by a seed", async () => {
		const derived = await PublicKey.createWithSeed(me, "savings", SystemProgram.programId);
		scene.svm.airdrop(derived, 3n * SOL);
		told.nameAddress("savings", derived);
		const effects = await told.effects([
			SystemProgram.transfer({
				fromPubkey: derived,
				basePubkey: me,
				toPubkey: scene.thief,
				lamports: 2n * SOL,
				seed: "savings",
				programId: SystemProgram.programId,
			}),
		]);
		expect(told.movements(effects)).toEqual([
			`decoded savings > thief ${2n * SOL} SOL`,
			`observed savings > thief ${2n * SOL} SOL`,
		]);
		expect(effects.controlled.map(told.nameOf)).toEqual(["savings"]);
		expect(told.holdings(effects)).toEqual([`savings ${3n * SOL} SOL`]);
	});

	it("include a stake of theirs that pays a stranger, and exclude one that pays the user", async () => {
		const stake = Keypair.generate();
		told.nameAddress("stake", stake.publicKey);
		const made = StakeProgram.createAccount({
			fromPubkey: me,
			stakePubkey: stake.publicKey,
			authorized: new Authorized(me, me),
			lockup: Lockup.default,
			lamports: Number(3n * SOL),
		});
		scene.svm.execute(made.instructions, [scene.me, stake]);
		const withdrawal = (to: PublicKey) =>
			StakeProgram.withdraw({
				stakePubkey: stake.publicKey,
				authorizedPubkey: me,
				toPubkey: to,
				lamports: Number(3n * SOL),
			}).instructions;
		const stolen = await told.effects(withdrawal(scene.thief));
		expect(told.movements(stolen)).toEqual([
			`decoded stake > thief ${3n * SOL} SOL`,
			`observed stake > thief ${3n * SOL} SOL`,
		]);
		expect(stolen.controlled.map(told.nameOf)).toEqual(["stake"]);
		expect(told.holdings(stolen)).toEqual([`stake ${3n * SOL} SOL`]);
		expect(told.movements(await told.effects(withdrawal(me)))).toEqual([]);
	});

	it("exclude a fee payer and other signers for themselves", async () => {
		const effects = await told.effects([pay(scene.friend, scene.thief, SOL), pay(me, scene.thief, 1n)], {
			payer: scene.friend,
		});
		expect(effects.controlled).toEqual([]);
		expect(told.movements(effects, "observed")).toEqual(["observed me > thief 1 SOL"]);
	});
});

const ledger = (account: PublicKey) => {
	const found = scene.svm.accountOf(account);
	if (found === null) throw new Error("no account");
	return found;
};

describe("rights", () => {
	it("are given to a delegate, and revoked", async () => {
		const given = await told.effects([createApproveInstruction(purse, scene.thief, me, 40n)]);
		expect(told.rights(given)).toEqual([
			"decoded thief may take 40 GOLD of me",
			"observed thief may take 40 GOLD of me",
		]);
		scene.svm.execute([createApproveInstruction(purse, scene.thief, me, 40n)], [scene.me]);
		const taken = await told.effects([createRevokeInstruction(purse, me)]);
		expect(told.rights(taken)).toEqual([
			"decoded thief may take 0 GOLD of me",
			"observed thief may take 0 GOLD of me",
		]);
	});

	it("cover an account that a program takes over", async () => {
		const program = Keypair.generate().publicKey;
		told.nameAddress("program", program);
		const effects = await told.effects([SystemProgram.assign({ accountPubkey: me, programId: program })]);
		expect(told.rights(effects)).toEqual([
			"decoded program has program of me from me",
			"observed program has program of me from me",
		]);
	});

	it("cover a stake that somebody else may withdraw from", async () => {
		const stake = Keypair.generate();
		told.nameAddress("stake", stake.publicKey);
		const made = StakeProgram.createAccount({
			fromPubkey: me,
			stakePubkey: stake.publicKey,
			authorized: new Authorized(me, me),
			lockup: Lockup.default,
			lamports: Number(3n * SOL),
		});
		scene.svm.execute(made.instructions, [scene.me, stake]);
		const { instructions } = StakeProgram.authorize({
			stakePubkey: stake.publicKey,
			authorizedPubkey: me,
			newAuthorizedPubkey: scene.thief,
			stakeAuthorizationType: { index: 1 },
		});
		const effects = await told.effects(instructions);
		expect(told.rights(effects)).toEqual([
			"decoded thief has withdraw of stake from me",
			"observed me loses owner of stake from me",
			"observed thief has owner of stake from me",
		]);
		expect(told.movements(effects, "observed")).toEqual([
			`observed me > thief ${lamports(stake.publicKey)} SOL`,
		]);
	});
});

describe("unexplained writes", () => {
	const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";

	/** Builds a call of an unknown program that hides a write of the loader, which can write any bytes to a buffer. */
	function overwrite(names: PublicKey, by: PublicKey): TransactionInstruction {
		const buffer = Keypair.generate().publicKey;
		told.nameAddress("position", buffer);
		const data = Buffer.alloc(101);
		data.writeUInt32LE(1, 0);
		data.set([1, ...me.toBytes()], 4);
		data.set(names.toBytes(), 69);
		scene.svm.setAccount(buffer, { owner: LOADER, lamports: SOL, executable: false, data });
		const head = Buffer.alloc(16);
		head.writeUInt32LE(1, 0);
		head.writeUInt32LE(69 - 37, 4);
		head.writeBigUInt64LE(32n, 8);
		return new TransactionInstruction({
			programId: new PublicKey(LOADER),
			keys: [
				{ pubkey: buffer, isSigner: false, isWritable: true },
				{ pubkey: me, isSigner: true, isWritable: false },
			],
			data: Buffer.concat([head, by.toBytes()]),
		});
	}

	it("exclude decoded instructions of the chain's programs; a lost key is a right", async () => {
		const effects = await told.effects([overwrite(me, scene.thief)]);
		expect(effects.unexplained).toEqual([]);
		expect(told.rights(effects)).toEqual(["observed thief has other of position from me"]);
	});
});
