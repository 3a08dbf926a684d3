import { base58, base64 } from "@scure/base";
import {
	ComputeBudgetProgram,
	PublicKey,
	SystemProgram,
	TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import {
	type Descriptors,
	descriptorsForData,
	descriptorsForTransaction,
	devicePlanOf,
} from "../../../../src/core/device/plans.ts";
import { unsignedEvm } from "../../../../src/core/match/evm/bytes.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import { personalBytes } from "../../../../src/core/match/message/bytes.ts";
import { signingBytesSvm } from "../../../../src/core/match/svm/bytes.ts";
import { readSvmTransaction, writeSvmTransaction } from "../../../../src/core/match/svm/transaction.ts";
import { deviceTypedData } from "../../../../src/core/match/typed-data/reading.ts";
import type { DevicePayload } from "../../../../src/ledger-process/protocol.ts";
import { type EmulatedLedger, startLedger } from "../../../mock-ledger/start.ts";
import { LEDGER_TOKENS } from "../../../support/ledger-tokens.ts";
import { type Caller, callerOf, EVM, realClock, SVM } from "../../ledger-process/scene.ts";
import { approveData, transferData } from "../match/honest.ts";
import { deviceFacts, predictedPages, reviewPages, transfer } from "./recorded.ts";

/** Compares each plan with the screens of the emulated device, which is driven by the real device process. */

const TIMES = { exchangeMs: 5_000, graceMs: 1_000, holdMs: 1_000, pollMs: 20 };

let device: EmulatedLedger;
let caller: Caller;

beforeAll(async () => {
	device = await startLedger({
		reenumerateMs: 20,
		blindSigning: { Ethereum: true, Solana: true },
		person: { decide: "wait", afterMs: 0 },
	});
	caller = callerOf({ clock: realClock, times: TIMES, transport: { kind: "speculos", urls: [device.url] } });
});
afterAll(async () => {
	await caller.stop();
	await device.stop();
});

const encoded = (descriptors: Descriptors) => descriptors?.map((each) => base64.encode(each)) ?? null;

function payloadOf(intent: Intent): DevicePayload {
	switch (intent.kind) {
		case "evm_transaction":
			return {
				kind: "evm_transaction",
				unsigned: unsignedEvm(intent),
				descriptors: encoded(descriptorsForTransaction(LEDGER_TOKENS, intent)),
			};
		case "evm_personal":
			return {
				kind: "evm_personal",
				message: `0x${Buffer.from(personalBytes(intent.message)).toString("hex")}`,
			};
		case "evm_typed_data": {
			const told = deviceTypedData(intent.typed_data);
			if (!told.ok) throw new Error(told.text.code);
			return {
				kind: "evm_typed_data",
				typedData: told.json,
				descriptors: encoded(descriptorsForData(LEDGER_TOKENS, told.json)),
			};
		}
		case "svm_transaction":
			return { kind: "svm_transaction", message: base64.encode(signingBytesSvm(intent)) };
		case "svm_message":
			return { kind: "svm_offchain", message: intent.message_base64 };
	}
}

/**
 * Signs on the device.
 * @returns the plan, and the pages that the device showed until the approval
 */
async function held(
	intent: Intent,
	blindSigning = true,
): Promise<{ plan: DevicePlan; pages: readonly string[] }> {
	const solana = intent.kind.startsWith("svm_");
	const app = solana ? "Solana" : "Ethereum";
	const account = solana ? SVM : EVM;
	const facts = deviceFacts(solana ? "1.9.0" : "1.22.0", blindSigning);
	const plan = devicePlanOf(intent, account.address, facts);
	if (device.app() !== app) {
		device.open(app);
		await expect
			.poll(() => caller.answer({ kind: "prepare", deviceId: device.url, ...account }))
			.toEqual({ ok: true });
	}
	const asked = caller.ask({ kind: "sign", deviceId: device.url, ...account, payload: payloadOf(intent) });
	await device.untilQuestion();
	const from = device.screens().length - 1;
	device.approve();
	expect(await asked.answer).toMatchObject({ ok: true });
	const screens = device
		.screens()
		.slice(from)
		.map((lines) => lines.join(" | "));
	return { plan, pages: reviewPages({ screens }) };
}

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

const permit = (value: bigint, deadline: bigint): Intent => ({
	kind: "evm_typed_data",
	typed_data: {
		types: {
			Permit: [
				{ name: "owner", type: "address" },
				{ name: "spender", type: "address" },
				{ name: "value", type: "uint256" },
				{ name: "nonce", type: "uint256" },
				{ name: "deadline", type: "uint256" },
			],
		},
		primaryType: "Permit",
		domain: { name: "USD Coin", version: "2", chainId: 1, verifyingContract: USDC },
		message: {
			owner: EVM.address,
			spender: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
			value: value.toString(),
			nonce: "0",
			deadline: deadline.toString(),
		},
	},
});

const typed = (domain: Record<string, unknown>, text: string): Intent => ({
	kind: "evm_typed_data",
	typed_data: {
		types: { Note: [{ name: "text", type: "string" }] },
		primaryType: "Note",
		domain,
		message: { text },
	},
});

const me = new PublicKey(SVM.address);
const you = new PublicKey(new Uint8Array(32).fill(8));
const sending = (lamports: bigint) => SystemProgram.transfer({ fromPubkey: me, toPubkey: you, lamports });
const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
const memo = new TransactionInstruction({
	programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
	keys: [],
	data: Buffer.from("order 17"),
});
const unknown = new TransactionInstruction({
	programId: new PublicKey(new Uint8Array(32).fill(10)),
	keys: [{ pubkey: me, isSigner: true, isWritable: true }],
	data: Buffer.from([1, 2, 3]),
});

function solana(...instructions: TransactionInstruction[]): Intent {
	const message = new TransactionMessage({
		payerKey: me,
		recentBlockhash: base58.encode(new Uint8Array(32).fill(3)),
		instructions,
	}).compileToV0Message();
	const transaction_base64 = base64.encode(new VersionedTransaction(message).serialize());
	return { kind: "svm_transaction", signer: SVM.address, transaction_base64, lookups: [] };
}

function withTable(intent: Intent): Intent {
	if (intent.kind !== "svm_transaction") throw new Error("only a transaction names tables");
	const table = { table: you.toBase58(), writableIndexes: [0], readonlyIndexes: [] };
	const read = readSvmTransaction(intent.transaction_base64);
	return { ...intent, transaction_base64: writeSvmTransaction({ ...read, lookups: [table] }) };
}

function offchain(format: number, said: string, others: readonly PublicKey[] = []): Intent {
	const body = Buffer.from(said);
	const signers = [me, ...others];
	const bytes = [
		...[0xff, ...Buffer.from("solana offchain"), 0, ...new Uint8Array(32), format, signers.length],
		...signers.flatMap((each) => [...each.toBytes()]),
		...[body.length & 0xff, body.length >> 8, ...body],
	];
	return { kind: "svm_message", message_base64: base64.encode(Uint8Array.from(bytes)) };
}

const KNOWN: readonly (readonly [string, Intent])[] = [
	["a value with eighteen decimals", transfer({ value: "50123456789012345" })],
	["one wei", transfer({ value: "1" })],
	["a value of nothing", transfer({ value: "0" })],
	["more ether than there is", transfer({ value: (2n ** 200n - 1n).toString() })],
	["odd fees", transfer({ gas_limit: 21_001, max_fee_per_gas: "1000000007" })],
	["Polygon", transfer({ chain_id: 137 })],
	["Avalanche", transfer({ chain_id: 43_114 })],
	["Gnosis", transfer({ chain_id: 100 })],
	["an unknown chain", transfer({ chain_id: 31_337 })],
	["a chain beyond 32 bits", transfer({ chain_id: 11_297_108_100 })],
	["a call without value", transfer({ value: "0", data: "0xdeadbeef" })],
	["a call that sends ether", transfer({ data: "0xdeadbeef" })],
	[
		"such a call on another chain",
		transfer({ data: "0xdeadbeef", chain_id: 8453, value: parseEther("2").toString() }),
	],
	["one byte of data", transfer({ value: "0", data: "0x00" })],
	["a long call", transfer({ value: "0", data: `0xdeadbeef${"5a".repeat(3000)}` })],
	["a token's approval", transfer({ value: "0", data: approveData(EVM.address, 2n ** 256n - 1n) })],
	[
		"a token's transfer on Base",
		transfer({ value: "0", chain_id: 8453, data: transferData(EVM.address, 7n) }),
	],
	[
		"a described token’s transfer",
		transfer({ value: "0", to: USDC, data: transferData(EVM.address, 12_500_000n) }),
	],
	[
		"a described token’s unlimited approval on Base",
		transfer({
			value: "0",
			chain_id: 8453,
			to: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
			data: approveData(EVM.address, 2n ** 256n - 1n),
		}),
	],
	[
		"an approval of one less than the maximum",
		transfer({ value: "0", to: USDC, data: approveData(EVM.address, 2n ** 256n - 2n) }),
	],
	["a permit of a described token", permit(25_000_000n, 1_900_000_000n)],
	["a permit without limit or expiry", permit(2n ** 256n - 1n, 2n ** 256n - 1n)],
	["a permit of less than one", permit(1n, 1n)],
	["a short message", { kind: "evm_personal", message: "Sign in" }],
	["a message with line ends and tabs", { kind: "evm_personal", message: "one\r\ntwo\tthree\n\nfour" }],
	["a message of 3 000 characters", { kind: "evm_personal", message: "All of it. ".repeat(272) }],
	["letters beyond ASCII", { kind: "evm_personal", message: "Grüße" }],
	["text with reversed direction", { kind: "evm_personal", message: "pay ‮evil‬ 5" }],
	["control characters", { kind: "evm_personal", message: "a\u0007b" }],
	["bytes in hex", { kind: "evm_personal", message: `0x${"11".repeat(32)}` }],
	["typed data", typed({ name: "Notes", version: "1", chainId: 1, verifyingContract: EVM.address }, "hi")],
	["typed data of a long domain name", typed({ name: "Approve nothing. ".repeat(12), chainId: 8453 }, "hi")],
	["typed data with a name like a page", typed({ name: "Message hash 0x00 Sign message" }, "hi")],
	["typed data with a salt", typed({ name: "Notes", salt: `0x${"ab".repeat(32)}` }, "hi")],
	["typed data with a domain of a large chain", typed({ chainId: (2n ** 64n).toString() }, "hi")],
	["a transfer of SOL", solana(sending(1n))],
	["a transfer with many decimals", solana(sending(1_234_567_891n))],
	["a transfer with a whole compute budget", solana(limit(200_000), price(1_000_000), sending(5n))],
	["a transfer with a limit alone", solana(limit(10), sending(5n))],
	["two transfers", solana(sending(1n), sending(2n))],
	["an unknown program", solana(unknown)],
	["a transfer next to an unknown program", solana(sending(1n), unknown)],
	["a lookup table", withTable(solana(sending(1n)))],
	["a transfer with a memo", solana(memo, sending(1n))],
	["a transfer, then a memo", solana(limit(200_000), price(1_000_000), sending(1n), memo)],
	["a Solana message", offchain(0, "Sign in to the example")],
	["a Solana message of two lines", offchain(1, "Sign in\nto the example")],
	["a Solana message of several signers", offchain(0, "Together", [you])],
];

describe("the emulated device's display", () => {
	it.each(KNOWN)("matches the prediction, page by page: %s", async (_, intent) => {
		const { plan, pages } = await held(intent);
		expect(pages.length).toBeGreaterThan(1);
		expect(predictedPages(plan.pages)).toEqual(pages);
	});

	it.each(
		KNOWN.filter(([, { kind }]) => kind === "evm_typed_data").filter(
			([name]) => !name.startsWith("a permit"),
		),
	)("shows every member with Raw messages on and blind signing off: %s", async (_, intent) => {
		device.blindSigning("Ethereum", false);
		device.rawMessages(true);
		try {
			const { plan, pages } = await held(intent, false);
			expect(plan).toMatchObject({ sight: "members", acceptsRawMessages: true });
			expect(predictedPages(plan.pages)).toEqual(pages);
			expect(plan.hashes.filter(({ onDevice }) => onDevice)).toEqual([]);
		} finally {
			device.blindSigning("Ethereum", true);
			device.rawMessages(false);
		}
	});

	it("shows each predicted hash", async () => {
		for (const intent of [
			transfer({ data: "0xdeadbeef" }),
			typed({ name: "Notes" }, "hi"),
			solana(unknown),
		]) {
			const { plan, pages } = await held(intent);
			const [hash] = plan.hashes.filter(({ onDevice }) => onDevice);
			expect(pages.join(" ")).toContain(hash?.value ?? "a hash");
		}
	});
});
