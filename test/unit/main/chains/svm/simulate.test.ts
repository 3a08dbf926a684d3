import {
	AuthorityType,
	createAssociatedTokenAccountIdempotentInstruction,
	createSetAuthorityInstruction,
	createTransferCheckedInstruction,
	getAssociatedTokenAddressSync,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { type PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { Abilities } from "../../../../../src/main/chains/abilities.ts";
import { innerOf } from "../../../../../src/main/chains/svm/inner.ts";
import { accountFacts } from "../../../../../src/main/chains/svm/raw-accounts.ts";
import { createSvmRpc, svmLink } from "../../../../../src/main/chains/svm/rpc.ts";
import { type SvmSimulateRequest, simulate } from "../../../../../src/main/chains/svm/simulate.ts";
import { devSvmKeypair, startSvm } from "../../../../chains/svm.ts";
import { eagerClock, fakeClock } from "../fake-rpc.ts";
import { fakeSvmRpc, RpcRefusal } from "../fake-svm-rpc.ts";
import { transfer, unsigned, wireOf } from "../scene.ts";

/** Parsing of an RPC's simulation in each of its forms. */

const me = devSvmKeypair(0);
const [you, mint, other] = [1, 2, 3].map((index) => devSvmKeypair(index).publicKey) as [
	PublicKey,
	PublicKey,
	PublicKey,
];
const text = (key: PublicKey) => key.toBase58();

describe("an inner instruction", () => {
	const purse = getAssociatedTokenAddressSync(mint, me.publicKey);
	const tokenAmount = { amount: "77", decimals: 6n, uiAmount: 0.000077, uiAmountString: "0.000077" };
	const words: readonly (readonly [string, TransactionInstruction, Record<string, unknown>])[] = [
		[
			"transferChecked",
			createTransferCheckedInstruction(purse, mint, you, me.publicKey, 77n, 6),
			{
				source: text(purse),
				mint: text(mint),
				destination: text(you),
				authority: text(me.publicKey),
				tokenAmount,
			},
		],
		[
			"setAuthority",
			createSetAuthorityInstruction(purse, me.publicKey, AuthorityType.AccountOwner, you),
			{
				account: text(purse),
				authority: text(me.publicKey),
				authorityType: "accountOwner",
				newAuthority: text(you),
			},
		],
		[
			"setAuthority",
			createSetAuthorityInstruction(mint, me.publicKey, AuthorityType.FreezeAccount, null),
			{ mint: text(mint), authority: text(me.publicKey), authorityType: "freezeAccount", newAuthority: null },
		],
		[
			"transfer",
			transfer(me, you, 2n ** 60n),
			{ source: text(me.publicKey), destination: text(you), lamports: 2n ** 60n },
		],
		[
			"createAccount",
			SystemProgram.createAccount({
				fromPubkey: me.publicKey,
				newAccountPubkey: you,
				lamports: 5,
				space: 165,
				programId: TOKEN_PROGRAM_ID,
			}),
			{
				source: text(me.publicKey),
				newAccount: text(you),
				lamports: 5n,
				space: 165n,
				owner: text(TOKEN_PROGRAM_ID),
			},
		],
		[
			"createIdempotent",
			createAssociatedTokenAccountIdempotentInstruction(me.publicKey, purse, me.publicKey, mint),
			{
				source: text(me.publicKey),
				account: text(purse),
				wallet: text(me.publicKey),
				mint: text(mint),
				systemProgram: text(SystemProgram.programId),
				tokenProgram: text(TOKEN_PROGRAM_ID),
			},
		],
	];

	it.each(words)(
		"“%s” in a node's parsed form is encoded back into the very bytes",
		(type, instruction, info) => {
			const said = { programId: text(instruction.programId), parsed: { type, info }, stackHeight: 3 };
			expect(innerOf(1, said, [])).toEqual({
				under: 1,
				depth: 2,
				program: text(instruction.programId),
				accounts: instruction.keys.map(({ pubkey }) => text(pubkey)),
				data: Uint8Array.from(instruction.data),
			});
		},
	);

	it("is the same by number and by address", () => {
		const keys = [me.publicKey, you, mint].map(text);
		const same = { under: 0, depth: 1, program: text(mint), accounts: [text(you)], data: Uint8Array.of(97) };
		expect(innerOf(0, { programIdIndex: 2, accounts: [1], data: "2g" }, keys)).toEqual(same);
		expect(innerOf(0, { programId: text(mint), accounts: [text(you)], data: "2g" }, keys)).toEqual(same);
	});

	it("in an unknown parsed form keeps its program and accounts, and has no bytes", () => {
		const parsed = { type: "toString", info: { b: text(you), a: 5n, c: "not a key" } };
		expect(innerOf(0, { programId: text(TOKEN_PROGRAM_ID), parsed }, [])).toMatchObject({
			program: text(TOKEN_PROGRAM_ID),
			accounts: [text(you)],
			data: new Uint8Array(),
		});
	});

	it.each([
		{ programIdIndex: 9, accounts: [], data: "" },
		{ programIdIndex: 0, accounts: [9], data: "" },
		{ programIdIndex: 0, accounts: [], data: "0OIl" },
	])("that is malformed is ignored: %j", (said) => {
		expect(innerOf(0, said, [text(me.publicKey)])).toBeNull();
	});
});

describe("simulateTransaction", () => {
	const blockhash = text(other);
	const wire = wireOf(unsigned({ payer: me, blockhash, instructions: [transfer(me, you, 5n)] }));
	const request: SvmSimulateRequest = {
		transactionBase64: wire,
		keys: [me.publicKey, you, SystemProgram.programId].map(text),
		accounts: [text(me.publicKey), text(you)],
		anyBlockhash: true,
	};
	const wallet = (lamports: number, data = "", space = 0) => ({
		data: [data, "base64"],
		executable: false,
		lamports,
		owner: text(SystemProgram.programId),
		space,
	});
	const at = (slot: number, value: unknown) => ({ context: { slot }, value });
	const passed = { err: null, accounts: [wallet(90), wallet(10)], logs: [], fee: 5, innerInstructions: [] };

	function asked(methods: Parameters<typeof fakeSvmRpc>[0], of: SvmSimulateRequest = request) {
		const fake = fakeSvmRpc({
			getMultipleAccounts: () => at(7, [wallet(100), null]),
			simulateTransaction: () => at(7, passed),
			...methods,
		});
		const rpc = createSvmRpc(svmLink({ url: "http://127.0.0.1:1", fetch: fake.fetch, clock: eagerClock() }));
		const abilities = new Abilities(fakeClock());
		return { calls: fake.calls, result: simulate(rpc, abilities, of) };
	}

	it("requires no signature, runs at the accounts' slot or later, and returns the accounts afterwards", async () => {
		const { calls, result } = asked({});
		expect(await result).toMatchObject({ slot: 7n, error: null, fee: 5n, inner: [], moved: [] });
		expect(calls.map(({ method }) => method)).toEqual(["getMultipleAccounts", "simulateTransaction"]);
		expect(calls[1]?.params).toEqual([
			wire,
			{
				encoding: "base64",
				commitment: "confirmed",
				sigVerify: false,
				replaceRecentBlockhash: true,
				minContextSlot: 7,
				innerInstructions: true,
				accounts: { encoding: "base64", addresses: request.accounts },
			},
		]);
	});

	it("treats an account without lamports as missing", async () => {
		const accounts = [wallet(0), wallet(10)];
		const { result } = asked({ simulateTransaction: () => at(7, { ...passed, accounts }) });
		expect((await result).after.get(text(me.publicKey))).toBeNull();
	});

	it("queries the fee of the simulated message if the node does not state it", async () => {
		const { calls, result } = asked({
			simulateTransaction: () =>
				at(7, { ...passed, fee: undefined, replacementBlockhash: { blockhash: text(mint) } }),
			getFeeForMessage: () => at(7, 5_000),
		});
		expect((await result).fee).toBe(5_000n);
		const message = unsigned({
			payer: me,
			blockhash: text(mint),
			instructions: [transfer(me, you, 5n)],
		}).message;
		expect(calls.at(-1)?.params[0]).toBe(Buffer.from(message.serialize()).toString("base64"));
	});

	it("omits an account that is too large to be returned whole", async () => {
		const large = Buffer.alloc(16_384).toString("base64");
		const { calls, result } = asked({
			getMultipleAccounts: () => at(7, [wallet(100), wallet(10, large, 2_000_000)]),
			simulateTransaction: () => at(7, { ...passed, accounts: [wallet(90)] }),
		});
		expect((await result).after.get(text(you))).toBe("too large");
		expect(calls[1]?.params[1]).toMatchObject({ accounts: { addresses: [text(me.publicKey)] } });
	});

	it("reads more than 64 accounts in rounds of 64, and runs it once", async () => {
		const keys = Array.from({ length: 130 }, (_, at) => text(devSvmKeypair(at).publicKey));
		const slots = [7, 8, 7];
		let reads = 0;
		const { calls, result } = asked(
			{
				getMultipleAccounts: ([addresses]) => {
					const slot = slots[reads] ?? 9;
					reads += 1;
					return at(
						slot,
						(addresses as string[]).map(() => wallet(100)),
					);
				},
				simulateTransaction: () => at(9, { ...passed, accounts: keys.map(() => wallet(90)) }),
			},
			{ ...request, accounts: keys },
		);
		const { after, before, slot } = await result;
		expect([before.size, after.size, slot]).toEqual([130, 130, 9n]);
		const sizes = calls.map(({ method, params }) => [method, (params[0] as string[]).length]);
		expect(sizes.filter(([method]) => method === "getMultipleAccounts")).toEqual(
			[64, 64, 2, 64, 64, 2].map((size) => ["getMultipleAccounts", size]),
		);
		const run = calls.filter(({ method }) => method === "simulateTransaction");
		expect(run.map(({ params }) => params[1])).toMatchObject([{ minContextSlot: 8 }]);
	});

	it("reads again if the rounds have different slots", async () => {
		const keys = Array.from({ length: 65 }, (_, at) => text(devSvmKeypair(at).publicKey));
		const lamports = [100, 100, 100, 50];
		const slots = [7, 8, 8, 8];
		let reads = 0;
		const { result } = asked(
			{
				getMultipleAccounts: ([addresses]) => {
					const read = reads;
					reads += 1;
					return at(
						slots[read] ?? 0,
						(addresses as string[]).map(() => wallet(lamports[read] ?? 0)),
					);
				},
				simulateTransaction: () => at(8, { ...passed, accounts: keys.map(() => wallet(90)) }),
			},
			{ ...request, accounts: keys },
		);
		expect((await result).moved).toEqual([keys[64]]);
	});

	it("reports others' changes meanwhile", async () => {
		let reads = 0;
		const { result } = asked({
			getMultipleAccounts: () => {
				reads += 1;
				return at(6 + reads, [wallet(100 * reads), null]);
			},
			simulateTransaction: () => at(9, passed),
		});
		expect((await result).moved).toEqual([text(me.publicKey)]);
	});

	it.each([
		["on an older slot", () => at(6, passed)],
		["with too few accounts", () => at(7, { ...passed, accounts: [wallet(1)] })],
		["with an account of another size", () => at(7, { ...passed, accounts: [wallet(1, "AAAA", 9), null] })],
		[
			"with invalid inner instructions",
			() => at(7, { ...passed, innerInstructions: [{ index: 0, instructions: [{ programIdIndex: 200 }] }] }),
		],
		["with more accounts than can be", () => at(7, { ...passed, accounts: Array(257).fill(null) })],
	])("does not use an answer %s", async (_, simulateTransaction) => {
		await expect(asked({ simulateTransaction }).result).rejects.toMatchObject({ kind: "unreadable" });
	});

	it("distinguishes an RPC that can't simulate from one that can't simulate this", async () => {
		const lacking = () => new RpcRefusal("Method not found", -32_601);
		await expect(asked({ simulateTransaction: lacking }).result).rejects.toMatchObject({ kind: "no_method" });
		const never = () => new RpcRefusal("not for you", -32_000);
		await expect(asked({ simulateTransaction: never }).result).rejects.toMatchObject({ kind: "no_method" });
		const picky = (params: readonly unknown[]) =>
			params[0] === wire ? new RpcRefusal("too complex", -32_000) : at(7, { ...passed, accounts: null });
		await expect(asked({ simulateTransaction: picky }).result).rejects.toMatchObject({ kind: "exceeds" });
	});

	it.each([
		["is behind", -32_016, "refused"],
		["is unhealthy or rate-limited", -32_005, "busy"],
	])("assigns no permanent fault if the node %s", async (_, code, kind) => {
		const simulateTransaction = () => new RpcRefusal("later", code);
		await expect(asked({ simulateTransaction }).result).rejects.toMatchObject({ kind });
	});
});

describe("others' powers by Token-2022's extensions", () => {
	it("is read from the mint", async () => {
		const svm = await startSvm();
		const made = svm.createMint({
			program: "token-2022",
			freezeAuthority: you,
			permanentDelegate: you,
			transferHook: other,
			transferFee: { basisPoints: 250, most: 9_000n },
			frozenByDefault: true,
			closeAuthority: mint,
		});
		const account = svm.accountOf(made);
		await svm.stop();
		if (account === null) throw new Error("no mint");
		const raw = { ...account, size: account.data.length };
		const { data } = accountFacts(text(made), raw);
		expect(data).toMatchObject({
			kind: "mint",
			freezeAuthority: text(you),
			powers: {
				permanentDelegate: text(you),
				transferHook: { program: text(other) },
				transferFee: { basisPoints: 250, most: 9_000n },
				frozenByDefault: true,
				closeAuthority: text(mint),
			},
		});
	});

	it("are absent for a mint without extensions", async () => {
		const svm = await startSvm();
		const made = svm.createMint();
		const account = svm.accountOf(made);
		await svm.stop();
		if (account === null) throw new Error("no mint");
		expect(accountFacts(text(made), { ...account, size: account.data.length }).data).not.toHaveProperty(
			"powers",
		);
	});
});
