import { serializeTransaction } from "viem";
import { describe, expect, it } from "vitest";
import { TransportChannel } from "../../../src/ledger-process/app-channel.ts";
import { ledgerJsEngine } from "../../../src/ledger-process/engine-ledgerjs.ts";
import { fakeClock, fakeDevice, type Reaction } from "./fake.ts";
import { type App, exchangesOf, inputText } from "./recordings.ts";

const EVM_PATH = "m/44'/60'/0'/0/0";
const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SVM_PATH = "m/44'/501'/0'";

async function scene(react: (request: string, index: number) => Reaction) {
	let index = 0;
	const device = fakeDevice((request) => react(request, index++));
	const engine = ledgerJsEngine(device);
	const questions: number[] = [];
	const talk = new TransportChannel(await engine.open("one"), {
		clock: fakeClock(),
		signal: new AbortController().signal,
		exchangeMs: 5_000,
		onQuestion: () => questions.push(device.sent.length),
	});
	return { engine, talk, sent: device.sent, questions };
}

/** Returns the device of a recording, which requires exactly the recorded bytes in the same order. */
function sceneOf(
	app: App,
	name: string,
	change: (answer: string, index: number) => Reaction = (same) => same,
) {
	const exchanges = exchangesOf(app, name);
	return scene((request, index) => {
		expect(request).toBe(exchanges[index]?.request);
		return change(exchanges[index]?.response ?? "", index);
	});
}

/** Returns r, s and the parity from a recorded answer v, r, s. */
function expected(app: App, name: string): string {
	const last = exchangesOf(app, name).at(-1)?.response.slice(0, -4) ?? "";
	if (app === "Solana") return last;
	const v = Number.parseInt(last.slice(0, 2), 16);
	return `${last.slice(2)}0${v < 27 ? v : v - 27}`;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => Buffer.from(text.replace(/^0x/, ""), "hex");

describe("requests equal the bare library's, and answers are read completely", () => {
	const transactions = [
		"transfer, mainnet",
		"transfer, Base (8453)",
		"transfer, chain id over 2^31",
		"transfer, nonce and value zero",
		"ERC-20 transfer of an unknown token",
		"call with 1000 bytes of data (several chunks)",
	];
	it.each(transactions)("Ethereum: %s", async (name) => {
		const { engine, talk, questions, sent } = await sceneOf("Ethereum", name);
		const unsigned = bytesOf(inputText("Ethereum", name, "unsigned"));
		const signature = await engine.signEvmTransaction(talk, EVM_PATH, unsigned, null);
		expect(hex(signature)).toBe(expected("Ethereum", name));
		expect(questions).toEqual([sent.length - 1]);
	});

	it.each(["personal message", "personal message, 600 bytes", "personal message, 32 raw bytes"])(
		"Ethereum: %s",
		async (name) => {
			const { engine, talk, questions, sent } = await sceneOf("Ethereum", name);
			const signature = await engine.signMessage(
				talk,
				"evm",
				EVM_PATH,
				bytesOf(inputText("Ethereum", name, "hex")),
			);
			expect(hex(signature)).toBe(expected("Ethereum", name));
			expect(questions).toEqual([sent.length - 1]);
		},
	);

	it.each(["typed data, Permit", "typed data, nested structs and arrays"])("Ethereum: %s", async (name) => {
		const { engine, talk, questions, sent } = await sceneOf("Ethereum", name);
		const signature = await engine.signTypedData(
			talk,
			EVM_PATH,
			inputText("Ethereum", name, "typedData"),
			null,
		);
		expect(hex(signature)).toBe(expected("Ethereum", name));
		expect(questions).toEqual([sent.length - 1]);
	});

	it.each(["transfer, legacy", "transfer, v0", "compute budget and transfer", "unknown program"])(
		"Solana: %s",
		async (name) => {
			const { engine, talk, questions } = await sceneOf("Solana", name);
			const message = bytesOf(inputText("Solana", name, "message"));
			expect(hex(await engine.signSvmTransaction(talk, SVM_PATH, message))).toBe(expected("Solana", name));
			expect(questions).toEqual([0]);
		},
	);
});

describe("answers that no honest app gives", () => {
	it.each(["02", "1a", "ff"])("a first byte of %s before r and s is not a parity", async (byte) => {
		const name = "transfer, mainnet";
		const { engine, talk } = await sceneOf("Ethereum", name, (answer) => `${byte}${answer.slice(2)}`);
		const unsigned = bytesOf(inputText("Ethereum", name, "unsigned"));
		await expect(engine.signEvmTransaction(talk, EVM_PATH, unsigned, null)).rejects.toMatchObject({
			fault: "badAnswer",
		});
	});
});

describe("older forms of v", () => {
	const body = "11".repeat(64);

	it.each([
		["1b", "00"],
		["1c", "01"],
		["00", "00"],
		["01", "01"],
	])("a personal message's %s is parity %s", async (v, parity) => {
		const { engine, talk } = await scene(() => `${v}${body}9000`);
		const signature = await engine.signMessage(talk, "evm", EVM_PATH, Buffer.from("hi"));
		expect(hex(signature)).toBe(`${body}${parity}`);
	});

	/** A legacy transaction with EIP-155, whose v includes the chain ID and is cut to one byte. */
	it.each([
		[1, 0],
		[1, 1],
		[8453, 1],
	])("chain %i with parity %i, as in EIP-155", async (chainId, parity) => {
		const v = ((chainId * 2 + 35 + parity) % 256).toString(16).padStart(2, "0");
		const unsigned = serializeTransaction({
			type: "legacy",
			chainId,
			nonce: 1,
			gas: 21_000n,
			gasPrice: 1n,
			to: TO,
		});
		const { engine, talk } = await scene(() => `${v}${body}9000`);
		expect(hex(await engine.signEvmTransaction(talk, EVM_PATH, bytesOf(unsigned), null))).toBe(
			`${body}0${parity}`,
		);
	});
});
