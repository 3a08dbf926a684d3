import {
	hexToBytes,
	keccak256,
	parseGwei,
	recoverAddress,
	serializeTransaction,
	type TransactionSerializable,
	toHex,
} from "viem";
import { describe, expect, it } from "vitest";
import { concat } from "./bytes.ts";
import { type Direct, direct, ETHEREUM_PATH } from "./direct.ts";

const FROM = "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D";
const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const base = { to: TO, nonce: 7, gas: 21_000n, value: 5n, chainId: 1 } as const;
const fees = { maxFeePerGas: parseGwei("30"), maxPriorityFeePerGas: 1n };
const accessList = [{ address: TO, storageKeys: [`0x${"01".repeat(32)}`] }] as const;

const FORMS: readonly (readonly [string, TransactionSerializable])[] = [
	["legacy with EIP-155", { ...base, type: "legacy", gasPrice: 9n }],
	["legacy with data", { ...base, type: "legacy", gasPrice: 9n, data: `0x${"ab".repeat(900)}` }],
	["EIP-2930 with an access list", { ...base, type: "eip2930", gasPrice: 9n, accessList }],
	["EIP-1559", { ...base, type: "eip1559", ...fees }],
	["EIP-1559 with 4 KiB of data", { ...base, type: "eip1559", ...fees, data: `0x${"cd".repeat(4096)}` }],
	["a chain id over 2^31", { ...base, type: "eip1559", ...fees, chainId: 3_735_928_559 }],
	["a contract creation", { ...base, type: "eip1559", ...fees, to: undefined, data: "0x6001600101" }],
	["one byte of data", { ...base, type: "eip1559", ...fees, data: "0x7f" }],
	["55 bytes of data", { ...base, type: "eip1559", ...fees, data: `0x${"11".repeat(55)}` }],
	["56 bytes of data", { ...base, type: "eip1559", ...fees, data: `0x${"11".repeat(56)}` }],
];

/** Sends path and bytes in chunks. Resolves to the last answer, or to the first that is not 9000. */
async function sign(to: Direct, bytes: Uint8Array, chunk = 255, ins = 0x04) {
	const payload = concat(ETHEREUM_PATH, bytes);
	let last = { word: "", data: new Uint8Array() };
	for (let at = 0; at < payload.length; at += chunk) {
		const answer = await to.send(ins, at === 0 ? 0x00 : 0x80, 0, payload.subarray(at, at + chunk));
		last = { word: answer.word, data: Uint8Array.from(answer.data) };
		if (answer.word !== "9000") return last;
	}
	return last;
}

describe("transactions on the emulated device", () => {
	it.each(FORMS)("signs what viem serializes: %s, in chunks of any length", async (_, transaction) => {
		const unsigned = serializeTransaction(transaction);
		for (const chunk of [22, 23, 100, 254, 255]) {
			const length = ETHEREUM_PATH.length + hexToBytes(unsigned).length;
			// A chunk that ends just before v, r and s is tested separately below.
			if (transaction.type === "legacy" && (length - 3) % chunk === 0) continue;
			const ledger = direct("Ethereum", { blind: true });
			const { word, data } = await sign(ledger, hexToBytes(unsigned), chunk);
			expect(word).toBe("9000");
			const v = data[0] ?? 0;
			const parity = transaction.type === "legacy" ? v - 37 : v;
			const signature = { r: toHex(data.slice(1, 33)), s: toHex(data.slice(33)), yParity: parity };
			expect(await recoverAddress({ hash: keccak256(unsigned), signature })).toBe(FROM);
		}
	});

	it("treats a legacy transaction as one without a chain id if a chunk ends before the chain id", async () => {
		const unsigned = hexToBytes(
			serializeTransaction({ ...base, type: "legacy", gasPrice: 9n, data: `0x${"ab".repeat(300)}` }),
		);
		const payload = ETHEREUM_PATH.length + unsigned.length;
		const ledger = direct("Ethereum", { blind: true });
		const first = payload - 3 - 200;
		const whole = concat(ETHEREUM_PATH, unsigned);
		expect((await ledger.send(0x04, 0, 0, whole.subarray(0, first))).word).toBe("9000");
		expect((await ledger.send(0x04, 0x80, 0, whole.subarray(first, payload - 3))).word).toBe("6a80");
	});

	it.each([
		["bytes after the list", "02c0ff"],
		["no list", "0283010203"],
		["too few fields", "02c0"],
		["a list where the value belongs", "02c90180808080c08080c0"],
		["nothing at all", ""],
	])("refuses %s", async (_, hex) => {
		const { word } = await sign(direct("Ethereum", { blind: true }), Buffer.from(hex, "hex"));
		expect(word).toBe("6a80");
	});

	it("does not support blob transactions", async () => {
		expect((await sign(direct("Ethereum"), Uint8Array.of(3, 0xc0))).word).toBe("6501");
	});

	it("refuses a continuation without a first chunk, a path of another coin and an unknown P1", async () => {
		const ledger = direct("Ethereum");
		expect((await ledger.send(0x04, 0x80, 0, Uint8Array.of(0xc0))).word).toBe("6986");
		expect((await ledger.send(0x02, 0, 0, Uint8Array.of(1, 0x80, 0, 0, 0x2c))).word).toBe("6a80");
		expect((await ledger.send(0x04, 0x01, 0, ETHEREUM_PATH)).word).toBe("6b00");
	});

	it("stops at the first chunk with data while blind signing is off, and leaves a notice", async () => {
		const ledger = direct("Ethereum");
		const unsigned = serializeTransaction({
			...base,
			type: "eip1559",
			...fees,
			data: `0x${"ab".repeat(900)}`,
		});
		expect((await sign(ledger, hexToBytes(unsigned))).word).toBe("6a80");
		expect(ledger.device.page.lines).toEqual(["Blind signing must", "be enabled in", "settings"]);
		ledger.device.press("both");
		expect(ledger.device.page.lines).toEqual(["Ethereum", "app is ready"]);
		expect(ledger.device.signed).toEqual([]);
	});

	it("refuses a message longer than announced", async () => {
		const ledger = direct("Ethereum");
		const data = concat(ETHEREUM_PATH, Uint8Array.of(0, 0, 0, 1, 0x61, 0x62));
		expect((await ledger.send(0x08, 0, 0, data)).word).toBe("6a80");
	});

	it("refuses a command with a wrong length", async () => {
		const { device } = direct("Ethereum");
		const reply = await device.exchange(Uint8Array.of(0xe0, 0x06, 0, 0, 5));
		expect([...reply.bytes]).toEqual([0x67, 0x00]);
	});
});
