import { base58 } from "@scure/base";
import {
	AccountLayout,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createFreezeAccountInstruction,
	createTransferCheckedInstruction,
	ExtensionType,
	getAssociatedTokenAddressSync,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	NONCE_ACCOUNT_LENGTH,
	PublicKey,
	StakeProgram,
	SystemProgram,
	type VersionedTransaction,
	VoteProgram,
} from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import type { SvmAccountFacts } from "../../../../../src/core/chain/svm.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { type SvmChain, SvmRpcChains } from "../../../../../src/main/chains/svm/chain.ts";
import { metadataAddressOf } from "../../../../../src/main/chains/svm/metadata.ts";
import { devSvmKeypair, type Svm, startSvm } from "../../../../chains/svm.ts";
import { metaplexMetadata } from "../../../../chains/svm-tokens.ts";
import { codesOf } from "../../../../support/saying.ts";
import { fakeClock } from "../fake-rpc.ts";
import { base64Of, signed, transfer, unsigned, wireOf } from "../scene.ts";

/** Tests with a real Solana runtime as the user's RPC. */

const me = devSvmKeypair(0);
const you = devSvmKeypair(1).publicKey;
const SOL = 10n ** 9n;

let svm: Svm;
let chain: SvmChain;

const chainAt = (genesis: string) =>
	new SvmRpcChains({ urlOf: () => svm.url, genesisOf: () => genesis, fetch, clock: fakeClock() }).of(
		"localnet",
	);

beforeEach(async () => {
	svm = await startSvm();
	chain = chainAt(svm.genesisHash);
	svm.airdrop(me.publicKey, 10n * SOL);
	svm.advance();
});
afterEach(() => svm.stop());

async function transferOf(lamports: bigint): Promise<VersionedTransaction> {
	const { blockhash } = await chain.latestBlockhash();
	return signed({ payer: me, blockhash, instructions: [transfer(me, you, lamports)] });
}

const signatureOf = ({ signatures: [first = new Uint8Array()] }: VersionedTransaction) =>
	base58.encode(first);

async function factsOf(...accounts: PublicKey[]) {
	const { blockhash } = await chain.latestBlockhash();
	const { message } = unsigned({ payer: me, blockhash, instructions: [transfer(me, you, SOL)] });
	return chain.facts({
		payer: me.publicKey.toBase58(),
		blockhash,
		messageBase64: base64Of(message.serialize()),
		accounts: accounts.map((key) => key.toBase58()),
		mints: accounts.map((key) => key.toBase58()),
	});
}

async function accountFacts(key: PublicKey): Promise<SvmAccountFacts | null> {
	const read = (await factsOf(key)).accounts.get(key.toBase58());
	if (read?.ok !== true) throw new Error(codesOf(read?.reason).join(", "));
	return read.value;
}

describe("a transfer", () => {
	it("is sent once, and followed from pending to final", async () => {
		const transaction = await transferOf(SOL);
		const signature = signatureOf(transaction);
		expect(await chain.lookup(signature)).toEqual({ state: "unknown" });
		expect(await chain.receipt(signature)).toBeNull();
		expect(await chain.send(wireOf(transaction))).toEqual({ kind: "sent", signature });
		expect(await chain.lookup(signature)).toEqual({ state: "pending" });
		expect(await chain.send(wireOf(transaction))).toEqual({ kind: "already_known" });
		svm.advance();
		const confirmed = { state: "landed", succeeded: true, error: null, confirmed: true };
		expect(await chain.lookup(signature)).toMatchObject({ ...confirmed, finalized: false });
		svm.advance(31);
		expect(await chain.lookup(signature)).toMatchObject({ ...confirmed, finalized: true });
		expect(await chain.balance(you.toBase58())).toBe(SOL);
	});

	it("leaves a receipt with its fee and every lamport", async () => {
		const huge = 2n ** 63n + 1n;
		const owner = SystemProgram.programId.toBase58();
		svm.setAccount(you, { lamports: huge, owner, executable: false, data: new Uint8Array() });
		const transaction = await transferOf(SOL);
		const signature = signatureOf(transaction);
		await chain.send(wireOf(transaction));
		svm.advance();
		expect(await chain.receipt(signature)).toMatchObject({
			signature,
			fee: 5_000n,
			succeeded: true,
			error: null,
			lamports: [
				{ account: me.publicKey.toBase58(), pre: 10n * SOL, post: 9n * SOL - 5_000n },
				{ account: you.toBase58(), pre: huge, post: huge + SOL },
				{ account: owner, pre: 1n, post: 1n },
			],
			tokens: [],
			logs: [expect.stringContaining("invoke [1]"), expect.stringContaining("success")],
		});
		expect(await chain.balance(you.toBase58())).toBe(huge + SOL);
	});

	it("that is too large, unsigned, badly signed or late is reported separately, and moves nothing", async () => {
		expect(await chain.send(wireOf(await transferOf(100n * SOL)))).toMatchObject({
			kind: "insufficient_funds",
		});
		const forged = await transferOf(SOL);
		forged.signatures[0]?.fill(1);
		expect(await chain.send(wireOf(forged))).toMatchObject({
			kind: "refused",
			text: { params: { said: expect.stringContaining("signature verification failure") } },
		});
		const late = await transferOf(SOL);
		svm.advance(151);
		expect(await chain.send(wireOf(late))).toMatchObject({ kind: "blockhash_gone" });
		expect(await chain.lookup(signatureOf(late))).toEqual({ state: "unknown" });
		const poor = devSvmKeypair(9);
		const { blockhash } = await chain.latestBlockhash();
		const unpaid = signed({ payer: poor, blockhash, instructions: [transfer(poor, you, 1n)] });
		expect(await chain.send(wireOf(unpaid))).toMatchObject({ kind: "insufficient_funds" });
		expect(await chain.balance(me.publicKey.toBase58())).toBe(10n * SOL);
	});

	it("that failed on the chain gives its reason, and its cost", async () => {
		svm.setAutomine(false);
		const [first, second] = await Promise.all([transferOf(6n * SOL), transferOf(7n * SOL)]);
		await chain.send(wireOf(first));
		await chain.send(wireOf(second));
		svm.mine();
		svm.advance();
		const signature = signatureOf(second);
		const failed = {
			succeeded: false,
			error: message("chain.svm.error.instruction-own", { number: "1", code: "1" }),
		};
		expect(await chain.lookup(signature)).toMatchObject({ state: "landed", ...failed });
		expect(await chain.receipt(signature)).toMatchObject({ fee: 5_000n, ...failed });
	});

	it("is unknown while pending, and forever once dropped", async () => {
		svm.setAutomine(false);
		const transaction = await transferOf(SOL);
		expect(await chain.send(wireOf(transaction))).toMatchObject({ kind: "sent" });
		expect(await chain.lookup(signatureOf(transaction))).toEqual({ state: "unknown" });
		svm.drop(signatureOf(transaction));
		svm.mine();
		expect(await chain.lookup(signatureOf(transaction))).toEqual({ state: "unknown" });
	});
});

describe("a blockhash", () => {
	it("expires for confirmed blocks first, then for final ones", async () => {
		const { blockhash, lastValidBlockHeight } = await chain.latestBlockhash();
		const validAt = async () => [
			await chain.blockhashValid(blockhash, "confirmed"),
			await chain.blockhashValid(blockhash, "finalized"),
		];
		expect(await validAt()).toEqual([true, false]);
		svm.advance(Number(lastValidBlockHeight - (await chain.blockHeight("confirmed"))) + 1);
		expect(await chain.blockHeight("confirmed")).toBe(lastValidBlockHeight + 1n);
		expect(await validAt()).toEqual([false, true]);
		svm.advance(31);
		expect(await chain.blockHeight("finalized")).toBe(lastValidBlockHeight + 1n);
		expect(await validAt()).toEqual([false, false]);
	});
});

describe("a token transfer through a lookup table", () => {
	it("is sent, and its receipt names the token owners", async () => {
		const mint = svm.createMint({ decimals: 6 });
		const mine = svm.mintTo(mint, me.publicKey, 2n ** 63n);
		const yours = getAssociatedTokenAddressSync(mint, you);
		const made = svm.createLookupTable([mint, mine, yours, you]);
		const table = made.key.toBase58();
		const tables = await chain.tables([table, you.toBase58(), "no address"]);
		expect(tables.get(table)).toEqual({
			table,
			addresses: [mint, mine, yours, you].map((key) => key.toBase58()),
			deactivated: false,
		});
		expect(tables.get(you.toBase58())).toBeNull();
		expect(tables.get("no address")).toBeNull();
		svm.advance();
		const { blockhash } = await chain.latestBlockhash();
		const instructions = [
			createAssociatedTokenAccountIdempotentInstruction(me.publicKey, yours, you, mint),
			createTransferCheckedInstruction(mine, mint, yours, me.publicKey, 2n ** 60n, 6),
		];
		const transaction = signed({ payer: me, blockhash, instructions, tables: [made] });
		expect(await chain.send(wireOf(transaction))).toMatchObject({ kind: "sent" });
		svm.advance();
		const found = await chain.receipt(signatureOf(transaction));
		const common = { mint: mint.toBase58(), decimals: 6 };
		const [from, to] = [
			{
				account: mine.toBase58(),
				owner: me.publicKey.toBase58(),
				pre: 2n ** 63n,
				post: 2n ** 63n - 2n ** 60n,
			},
			{ account: yours.toBase58(), owner: you.toBase58(), pre: 0n, post: 2n ** 60n },
		];
		expect(found?.tokens).toHaveLength(2);
		expect(found?.tokens).toEqual(
			expect.arrayContaining([
				{ ...common, ...from },
				{ ...common, ...to },
			]),
		);
		expect(found?.lamports.find(({ account }) => account === yours.toBase58())).toMatchObject({
			pre: 0n,
			post: 2_039_280n,
		});
	});

	it("is refused if the table was closed; a table that is being closed says so", async () => {
		const table = svm.createLookupTable([you]);
		const key = table.key.toBase58();
		const { blockhash } = await chain.latestBlockhash();
		const plan = { payer: me, blockhash, instructions: [transfer(me, you, SOL)], tables: [table] };
		svm.deactivateLookupTable(table.key);
		expect((await chain.tables([key])).get(key)).toMatchObject({ deactivated: true });
		svm.removeAccount(table.key);
		expect((await chain.tables([key])).get(key)).toBeNull();
		expect(await chain.send(wireOf(signed(plan)))).toMatchObject({ kind: "refused" });
	});

	it("knows nothing of a table with unreadable bytes", async () => {
		const table = svm.createLookupTable([you]);
		const account = svm.accountOf(table.key);
		if (account === null) throw new Error("no table");
		svm.setAccount(table.key, { ...account, data: account.data.slice(0, -1) });
		await expect(chain.tables([table.key.toBase58()])).rejects.toBeInstanceOf(ChainError);
	});
});

describe("facts", () => {
	it("come from the chain: height, blockhash, fee, rent and the payer's lamports", async () => {
		expect(await factsOf()).toMatchObject({
			genesis: svm.genesisHash,
			rightCluster: true,
			blockHeight: { ok: true, value: svm.blockHeight() - 1n },
			blockhashValid: { ok: true, value: true },
			lamports: { ok: true, value: 10n * SOL },
			fee: { ok: true, value: 5_000n },
			rent: {
				wallet: { ok: true, value: 890_880n },
				token: { ok: true, value: 2_039_280n },
				mint: { ok: true, value: 1_461_600n },
			},
		});
	});

	it("cover a wallet, a missing account, and a program", async () => {
		const system = SystemProgram.programId.toBase58();
		expect(await accountFacts(me.publicKey)).toMatchObject({
			owner: system,
			lamports: 10n * SOL,
			executable: false,
			size: 0,
			data: { kind: "other" },
		});
		expect(await accountFacts(devSvmKeypair(50).publicKey)).toBeNull();
		expect(await accountFacts(TOKEN_PROGRAM_ID)).toMatchObject({ executable: true, data: { kind: "other" } });
	});

	it("cover a mint, and a token account with a delegate, frozen", async () => {
		const authority = devSvmKeypair(5);
		const mint = svm.createMint({
			decimals: 9,
			authority: authority.publicKey,
			freezeAuthority: authority.publicKey,
		});
		const mine = svm.mintTo(mint, me.publicKey, 2n ** 64n - 1n, authority);
		const key = authority.publicKey.toBase58();
		expect((await accountFacts(mint))?.data).toEqual({
			kind: "mint",
			decimals: 9,
			supply: 2n ** 64n - 1n,
			mintAuthority: key,
			freezeAuthority: key,
			extensions: [],
			symbol: null,
			name: null,
		});
		const token = {
			kind: "token",
			mint: mint.toBase58(),
			owner: me.publicKey.toBase58(),
			amount: 2n ** 64n - 1n,
			delegate: null,
			delegatedAmount: 0n,
			closeAuthority: null,
			frozen: false,
		};
		expect((await accountFacts(mine))?.data).toEqual(token);
		svm.execute([createApproveInstruction(mine, you, me.publicKey, 2n ** 62n)], [me]);
		svm.airdrop(authority.publicKey);
		svm.execute([createFreezeAccountInstruction(mine, mint, authority.publicKey)], [authority]);
		expect((await accountFacts(mine))?.data).toEqual({
			...token,
			delegate: you.toBase58(),
			delegatedAmount: 2n ** 62n,
			frozen: true,
		});
	});

	it("of a Token-2022 mint name its extensions, and its maker's name", async () => {
		const metadata = { name: "Démo Dollar", symbol: "DEMO" };
		const mint = svm.createMint({ program: "token-2022", metadata });
		const mine = svm.mintTo(mint, me.publicKey, 5n);
		expect(await accountFacts(mint)).toMatchObject({
			owner: TOKEN_2022_PROGRAM_ID.toBase58(),
			data: { kind: "mint", decimals: 6, extensions: ["MetadataPointer", "TokenMetadata"], ...metadata },
		});
		expect(await accountFacts(mine)).toMatchObject({ size: 170, data: { kind: "token", amount: 5n } });
	});

	it("bound a long name, and name no mint by metadata of another", async () => {
		const mint = svm.createMint({ program: "token-2022", metadata: { name: "N".repeat(300), symbol: "S" } });
		expect((await accountFacts(mint))?.data).toMatchObject({ name: "N".repeat(100), symbol: "S" });
		const account = svm.accountOf(mint);
		if (account === null) throw new Error("no mint");
		svm.setAccount(you, account);
		expect((await accountFacts(you))?.data).toMatchObject({ kind: "mint", name: null, symbol: null });
	});

	describe("for a mint without its own name use Metaplex’ metadata", () => {
		let mint: PublicKey;

		beforeEach(() => {
			mint = svm.createMint();
		});

		function metadata({ key = 4, of = mint, name = "Jupiter", symbol = "JUP" } = {}): Uint8Array {
			const { data } = metaplexMetadata(of, { name, symbol });
			data[0] = key;
			return data;
		}
		function put(data: Uint8Array, by?: string): void {
			const { address, owner } = metaplexMetadata(mint, { name: "", symbol: "" });
			svm.setAccount(address, { lamports: SOL, executable: false, owner: by ?? owner, data });
		}
		const named = async () => (await accountFacts(mint))?.data;

		it("without padding, and bounded by the program's limit", async () => {
			put(metadata());
			expect(await named()).toMatchObject({ kind: "mint", name: "Jupiter", symbol: "JUP", decimals: 6 });
			put(metadata({ name: "N".repeat(32), symbol: "S".repeat(10) }));
			expect(await named()).toMatchObject({ name: "N".repeat(32), symbol: "S".repeat(10) });
			put(metadata({ name: "", symbol: "" }));
			expect(await named()).toMatchObject({ name: null, symbol: null });
		});

		it("at the address that the program derives", () => {
			expect(metadataAddressOf("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).toBe(
				"5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq",
			);
		});

		it("but not if the mint names itself", async () => {
			mint = svm.createMint({ program: "token-2022", metadata: { name: "Own", symbol: "OWN" } });
			put(metadata());
			expect(await named()).toMatchObject({ name: "Own", symbol: "OWN" });
		});

		it.each<[string, () => void]>([
			["of another program", () => put(metadata(), SystemProgram.programId.toBase58())],
			["of another mint", () => put(metadata({ of: you }))],
			["of another kind of account", () => put(metadata({ key: 6 }))],
			["with a longer name than there can be", () => put(metadata({ name: "N".repeat(33) }))],
			["with a longer symbol than there can be", () => put(metadata({ symbol: "S".repeat(11) }))],
			["cut in its symbol", () => put(metadata().slice(0, 110))],
			["cut before its name", () => put(metadata().slice(0, 40))],
			["without any byte", () => put(new Uint8Array())],
			["with a length that reaches past its end", () => put(metadata().fill(255, 65, 69))],
			["that isn't text", () => put(metadata().fill(255, 69, 72))],
			[
				"more than the read limit of an account",
				() => put(Buffer.concat([metadata(), Buffer.alloc(20_000)])),
			],
		])("and no metadata %s", async (_what, place) => {
			place();
			expect(await named()).toMatchObject({ kind: "mint", name: null, symbol: null });
		});
	});

	it("name an extension unknown to the library by its number", async () => {
		const mint = svm.createMint({ program: "token-2022", metadata: { name: "N", symbol: "S" } });
		const account = svm.accountOf(mint);
		if (account === null) throw new Error("no mint");
		const data = account.data.slice();
		expect(data[166]).toBe(ExtensionType.MetadataPointer);
		data[166] = 99;
		svm.setAccount(mint, { ...account, data });
		expect((await accountFacts(mint))?.data).toMatchObject({ extensions: ["Unknown(99)", "TokenMetadata"] });
		data[166] = 24;
		svm.setAccount(mint, { ...account, data });
		expect((await accountFacts(mint))?.data).toMatchObject({
			extensions: ["ConfidentialMintBurn", "TokenMetadata"],
		});
	});

	it.each<[string, string, (data: Uint8Array) => Uint8Array]>([
		[
			"an extension that reaches past the end",
			TOKEN_2022_PROGRAM_ID.toBase58(),
			(data) => data.fill(255, 168, 170),
		],
		["data cut in the middle", TOKEN_2022_PROGRAM_ID.toBase58(), (data) => data.slice(0, 150)],
		["another owner", SystemProgram.programId.toBase58(), (data) => data],
		[
			"more data than was requested",
			TOKEN_2022_PROGRAM_ID.toBase58(),
			(data) => new Uint8Array([...data, ...new Uint8Array(20_000)]),
		],
	])("reject a mint with %s", async (_what, owner, change) => {
		const mint = svm.createMint({ program: "token-2022", metadata: { name: "N", symbol: "S" } });
		const account = svm.accountOf(mint);
		if (account === null) throw new Error("no mint");
		const data = change(account.data.slice());
		svm.setAccount(mint, { ...account, owner, data });
		expect(await accountFacts(mint)).toMatchObject({ size: data.length, data: { kind: "other" } });
	});

	it("reject an uninitialised token account, and recognise a nonce account by its size", async () => {
		const blank = { lamports: SOL, executable: false };
		const owner = TOKEN_PROGRAM_ID.toBase58();
		svm.setAccount(you, { ...blank, owner, data: new Uint8Array(AccountLayout.span) });
		expect((await accountFacts(you))?.data).toEqual({ kind: "other" });
		const system = SystemProgram.programId.toBase58();
		svm.setAccount(you, { ...blank, owner: system, data: new Uint8Array(NONCE_ACCOUNT_LENGTH) });
		expect((await accountFacts(you))?.data).toEqual({ kind: "nonce" });
	});

	it("include a stake's authority, its lockup's custodian and end", async () => {
		const owner = StakeProgram.programId.toBase58();
		const [staker, withdrawer, custodian] = [3, 4, 5].map((byte) => new Uint8Array(32).fill(byte));
		const data = new Uint8Array(200);
		const view = new DataView(data.buffer);
		view.setUint32(0, 1, true);
		data.set(staker ?? [], 12);
		data.set(withdrawer ?? [], 44);
		svm.setAccount(you, { lamports: SOL, executable: false, owner, data: data.slice() });
		const key = (bytes: Uint8Array | undefined) => new PublicKey(bytes ?? []).toBase58();
		const rulers = { kind: "stake", staker: key(staker), withdrawer: key(withdrawer) };
		expect((await accountFacts(you))?.data).toEqual({ ...rulers, lockup: null });
		view.setBigInt64(76, 4_291_747_200n, true);
		view.setBigUint64(84, 900n, true);
		data.set(custodian ?? [], 92);
		svm.setAccount(you, { lamports: SOL, executable: false, owner, data });
		expect((await accountFacts(you))?.data).toEqual({
			...rulers,
			lockup: { time: 4_291_747_200n, epoch: 900n, custodian: key(custodian) },
		});
	});

	it("include whether a stake is delegated, to whom, and until which epoch", async () => {
		const owner = StakeProgram.programId.toBase58();
		const data = new Uint8Array(200);
		const view = new DataView(data.buffer);
		const voter = new Uint8Array(32).fill(6);
		data.set(voter, 124);
		for (const [state, end, delegation] of [
			[1, 7n, undefined],
			[2, 2n ** 64n - 1n, { voter: new PublicKey(voter).toBase58(), endsIn: null }],
			[2, 7n, { voter: new PublicKey(voter).toBase58(), endsIn: 7n }],
		] as const) {
			view.setUint32(0, state, true);
			view.setBigUint64(172, end, true);
			svm.setAccount(you, { lamports: SOL, executable: false, owner, data: data.slice() });
			const found = (await accountFacts(you))?.data;
			expect(found?.kind === "stake" ? found.delegation : null).toEqual(delegation);
		}
	});

	it("include a vote account's validator, withdrawer and commission, for versions with an equal beginning", async () => {
		const owner = VoteProgram.programId.toBase58();
		const data = new Uint8Array(3_762);
		const [identity, withdrawer] = [3, 4].map((byte) => new Uint8Array(32).fill(byte));
		data.set(identity ?? [], 4);
		data.set(withdrawer ?? [], 36);
		// A percentage for versions before the fourth, and hundredths of a percent for the fourth.
		data[68] = 7;
		new DataView(data.buffer).setUint16(132, 1_234, true);
		const key = (bytes: Uint8Array | undefined) => new PublicKey(bytes ?? []).toBase58();
		const ruled = { kind: "vote", identity: key(identity), withdrawer: key(withdrawer), commission: 700n };
		for (const [version, told] of [
			[0, { kind: "other" }],
			[1, ruled],
			[2, ruled],
			[3, { ...ruled, commission: 1_234n }],
			[4, { kind: "other" }],
		] as const) {
			data[0] = version;
			svm.setAccount(you, { lamports: SOL, executable: false, owner, data: data.slice() });
			expect((await accountFacts(you))?.data).toEqual(told);
		}
	});
});

describe("an RPC of another cluster", () => {
	it("receives nothing, and is never trusted", async () => {
		const wrong = chainAt(you.toBase58());
		const transaction = await transferOf(SOL);
		await expect(wrong.send(wireOf(transaction))).rejects.toMatchObject({ kind: "wrong_chain" });
		await expect(wrong.balance(me.publicKey.toBase58())).rejects.toMatchObject({ kind: "wrong_chain" });
		await expect(wrong.latestBlockhash()).rejects.toMatchObject({ kind: "wrong_chain" });
		expect(await chain.lookup(signatureOf(transaction))).toEqual({ state: "unknown" });
	});
});
