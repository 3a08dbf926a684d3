import EthModule from "@ledgerhq/hw-app-eth";
import SolanaModule from "@ledgerhq/hw-app-solana";
import SpeculosModule from "@ledgerhq/hw-transport-node-speculos-http/lib/SpeculosHttpTransport";
import { ed25519 } from "@noble/curves/ed25519.js";
import {
	AddressLookupTableAccount,
	ComputeBudgetProgram,
	PublicKey,
	SystemProgram,
	TransactionInstruction,
	TransactionMessage,
} from "@solana/web3.js";
import {
	hashTypedData,
	keccak256,
	parseGwei,
	recoverAddress,
	recoverMessageAddress,
	serializeTransaction,
	type TransactionSerializableEIP1559,
} from "viem";
import { afterEach, describe, expect, it } from "vitest";
import { defaultOf } from "../../src/ledger-process/interop.ts";
import { type EmulatedLedger, type LedgerOptions, startLedger } from "./start.ts";

const Eth = defaultOf(EthModule);
const Solana = defaultOf(SolanaModule);
const Speculos = defaultOf(SpeculosModule);

const PATH = "44'/60'/0'/0/0";
const SOLANA_PATH = "44'/501'/0'";
const FROM = "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D";
const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const BLOCKHASH = new PublicKey(new Uint8Array(32).fill(9)).toBase58();

/** Configuration that lets the library query no server. */
const OFFLINE = {
	nftExplorerBaseURL: null,
	pluginBaseURL: null,
	extraPlugins: null,
	cryptoassetsBaseURL: null,
	calServiceURL: null,
	staticERC20Signatures: null,
	staticEIP712SignaturesV1: null,
	staticEIP712SignaturesV2: null,
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

async function connect(options: LedgerOptions) {
	const ledger: EmulatedLedger = await startLedger(options);
	const { protocol, hostname, port } = new URL(ledger.url);
	const transport = await Speculos.open({ baseURL: `${protocol}//${hostname}`, apiPort: port });
	closing.push(async () => {
		await transport.close();
		await ledger.stop();
	});
	return { ledger, transport };
}

const ethereum = async () => {
	const { ledger, transport } = await connect({ blindSigning: { Ethereum: true } });
	return { ledger, eth: new Eth(transport, "w0w", OFFLINE) };
};

describe("Ledger's own library for Ethereum, on the emulated device", () => {
	const transfer: TransactionSerializableEIP1559 = {
		chainId: 1,
		nonce: 3,
		to: TO,
		value: 12_300_000_000_000_000n,
		gas: 21_000n,
		maxFeePerGas: parseGwei("30"),
		maxPriorityFeePerGas: parseGwei("1"),
	};

	it.each([
		["a transfer", transfer],
		["4 KiB of data", { ...transfer, data: `0x${"5a".repeat(4096)}` } as const],
		["a chain id over 2^31", { ...transfer, chainId: 3_735_928_559 }],
	])("gets a valid signature of the account: %s", async (_, transaction) => {
		const { ledger, eth } = await ethereum();
		const unsigned = serializeTransaction(transaction);
		const { r, s, v } = await eth.signTransaction(PATH, unsigned.slice(2), null);
		const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number.parseInt(v, 16) } as const;
		expect(await recoverAddress({ hash: keccak256(unsigned), signature })).toBe(FROM);
		expect(ledger.signed()).toHaveLength(1);
	});

	it("gets the chain code, and an address that is shown with its chain", async () => {
		const { ledger, eth } = await ethereum();
		const { address, chainCode } = await eth.getAddress(PATH, true, true, "8453");
		expect(address).toBe(FROM);
		expect(chainCode).toBe("428489ee70680fa137392bc8399c4da9e39e92f058eb9e790f736142bba7e9d6");
		expect(ledger.screens()[1]).toEqual(["Verify Base", "address"]);
	});

	it("signs legacy transactions of chains whose v does not fit a byte", async () => {
		const { eth } = await ethereum();
		for (const chainId of [1, 137, 8453, 11_155_111]) {
			const unsigned = serializeTransaction({
				type: "legacy",
				chainId,
				to: TO,
				gasPrice: 9n,
				gas: 21_000n,
				nonce: 1,
			});
			const { r, s, v } = await eth.signTransaction(PATH, unsigned.slice(2), null);
			const yParity = Number(BigInt(`0x${v}`) - BigInt(2 * chainId + 35));
			const signature = { r: `0x${r}`, s: `0x${s}`, yParity } as const;
			expect(await recoverAddress({ hash: keccak256(unsigned), signature })).toBe(FROM);
		}
	});

	it("signs a message in several chunks", async () => {
		const { eth } = await ethereum();
		const message = "A message that is longer than one chunk. ".repeat(20);
		const { r, s, v } = await eth.signPersonalMessage(PATH, Buffer.from(message).toString("hex"));
		const signature = { r: `0x${r}`, s: `0x${s}`, v: BigInt(v) } as const;
		expect(await recoverMessageAddress({ message, signature })).toBe(FROM);
	});

	const permit = {
		domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: TO },
		primaryType: "Permit",
		types: {
			EIP712Domain: [
				{ name: "name", type: "string" },
				{ name: "version", type: "string" },
				{ name: "chainId", type: "uint256" },
				{ name: "verifyingContract", type: "address" },
			],
			Permit: [
				{ name: "owner", type: "address" },
				{ name: "spender", type: "address" },
				{ name: "value", type: "uint256" },
				{ name: "nonce", type: "uint256" },
				{ name: "deadline", type: "uint256" },
			],
		},
		message: { owner: FROM, spender: TO, value: "1000000", nonce: "0", deadline: "1900000000" },
	} as const;

	it("signs a Permit", async () => {
		const { eth } = await ethereum();
		const types = { EIP712Domain: [...permit.types.EIP712Domain], Permit: [...permit.types.Permit] };
		const { r, s, v } = await eth.signEIP712Message(PATH, { ...permit, types });
		const unknownTypes: Record<string, { name: string; type: string }[]> = types;
		const hash = hashTypedData({ ...permit, types: unknownTypes });
		const signature = { r: `0x${r}`, s: `0x${s}`, v: BigInt(v) } as const;
		expect(await recoverAddress({ hash, signature })).toBe(FROM);
	});

	it("gets a refusal for bare hashes", async () => {
		const { ledger, eth } = await ethereum();
		const hash = "11".repeat(32);
		await expect(eth.signEIP712HashedMessage(PATH, hash, hash)).rejects.toMatchObject({ statusCode: 0x6b00 });
		expect(ledger.signed()).toEqual([]);
	});
});

describe("Ledger's own library for Solana, on the emulated device", () => {
	const solana = async (blind = false) => {
		const { ledger, transport } = await connect({ app: "Solana", blindSigning: { Solana: blind } });
		const app = new Solana(transport);
		const { address } = await app.getAddress(SOLANA_PATH);
		return { ledger, app, payer: new PublicKey(address) };
	};
	const to = new PublicKey(new Uint8Array(32).fill(7));

	function messageOf(payer: PublicKey, instructions: TransactionInstruction[]): TransactionMessage {
		return new TransactionMessage({ payerKey: payer, recentBlockhash: BLOCKHASH, instructions });
	}

	it("signs a v0 transfer with a compute budget, which it shows clearly", async () => {
		const { ledger, app, payer } = await solana();
		const message = messageOf(payer, [
			ComputeBudgetProgram.setComputeUnitLimit({ units: 40_000 }),
			ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 25_000 }),
			SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 5 }),
		])
			.compileToV0Message()
			.serialize();
		const { signature } = await app.signTransaction(SOLANA_PATH, Buffer.from(message));
		expect(ed25519.verify(signature, message, payer.toBytes())).toBe(true);
		expect(ledger.screens().map((lines) => lines.slice(0, 2).join(" "))).toEqual([
			"Application is ready",
			"Transfer 0.000000005 SOL",
			"Max fees 0.000006 SOL",
			"Recipient US517G5965aydkZ46",
			"Approve",
			"Application is ready",
		]);
	});

	it("signs a v0 transaction with a lookup table in several chunks only if blind signing is on", async () => {
		const keys = Array.from({ length: 12 }, (_, at) => new PublicKey(new Uint8Array(32).fill(20 + at)));
		const table = new AddressLookupTableAccount({
			key: new PublicKey(new Uint8Array(32).fill(3)),
			state: {
				deactivationSlot: 0xffff_ffff_ffff_ffffn,
				lastExtendedSlot: 0,
				lastExtendedSlotStartIndex: 0,
				addresses: keys.slice(0, 6),
			},
		});
		for (const blind of [false, true]) {
			const { ledger, app, payer } = await solana(blind);
			const accounts = keys.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true }));
			const instruction = new TransactionInstruction({
				keys: accounts,
				programId: to,
				data: Buffer.alloc(300, 1),
			});
			const message = messageOf(payer, [instruction]).compileToV0Message([table]).serialize();
			expect(message.length).toBeGreaterThan(510);
			const signed = app.signTransaction(SOLANA_PATH, Buffer.from(message));
			if (blind) {
				expect(ed25519.verify((await signed).signature, message, payer.toBytes())).toBe(true);
			} else {
				await expect(signed).rejects.toThrow("blind signature");
				// The notice goes by itself after a while.
				const notice = ["Blind signing must", "be enabled in", "settings"];
				await expect.poll(() => ledger.screens()).toContainEqual(notice);
				expect(ledger.signed()).toEqual([]);
			}
		}
	});

	const offchain = (signer: PublicKey, text: string, format: number) => {
		const body = Buffer.from(text, "utf8");
		const head = Buffer.concat([Buffer.from([0xff]), Buffer.from("solana offchain"), Buffer.from([0])]);
		const length = Buffer.from([body.length & 0xff, body.length >> 8]);
		return Buffer.concat([head, Buffer.alloc(32), Buffer.from([format, 1]), signer.toBuffer(), length, body]);
	};

	it("signs an off-chain message, and one with other than ASCII characters only blindly", async () => {
		const { app, payer } = await solana();
		const message = offchain(payer, "Sign in to the demo. ".repeat(20), 0);
		const { signature } = await app.signOffchainMessage(SOLANA_PATH, message);
		expect(ed25519.verify(signature, message, payer.toBytes())).toBe(true);
		await expect(app.signOffchainMessage(SOLANA_PATH, offchain(payer, "Grüße", 1))).rejects.toThrow(
			"blind signature",
		);
		await expect(app.signOffchainMessage(SOLANA_PATH, offchain(payer, "Grüße", 0))).rejects.toMatchObject({
			statusCode: 0x6a82,
		});
	});

	it("refuses a message that its key does not sign, an invalid one, and one that is too long", async () => {
		const { ledger, app, payer } = await solana(true);
		const foreign = messageOf(to, [SystemProgram.transfer({ fromPubkey: to, toPubkey: payer, lamports: 1 })]);
		const refused = async (bytes: Uint8Array) =>
			app.signTransaction(SOLANA_PATH, Buffer.from(bytes)).then(
				() => null,
				(error: unknown) => (error instanceof Error && "statusCode" in error ? error.statusCode : error),
			);
		expect(await refused(foreign.compileToLegacyMessage().serialize())).toBe(0x6a81);
		expect(await refused(Uint8Array.of(1, 0, 0))).toBe(0x6a80);
		expect(await refused(new Uint8Array(1300))).toBe(0x6a83);
		expect(ledger.signed()).toEqual([]);
	});
});
