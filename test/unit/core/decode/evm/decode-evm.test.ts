import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { decodeEvm, decodeTransaction } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { approveData, hex, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";

const low = (address: string) => hex(address.toLowerCase());
const to = low(TOKEN);
const ABI = parseAbi([
	"function transferFrom(address from, address to, uint256 amount)",
	"function increaseAllowance(address spender, uint256 by)",
	"function decreaseAllowance(address spender, uint256 by)",
	"function setApprovalForAll(address operator, bool approved)",
	"function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
]);
const SAFE721 = parseAbi(["function safeTransferFrom(address from, address to, uint256 id)"]);
const BALLOT = parseAbi(["function castVote(uint256 proposalId, uint8 support)"]);
const SAFE721DATA = parseAbi(["function safeTransferFrom(address from, address to, uint256 id, bytes data)"]);
const SAFE1155 = parseAbi([
	"function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);
const read = (data: string, value = 0n) => decodeEvm({ to, value, data: hex(data) });
const [me, you] = [hex(SIGNER), hex(OTHER)];

describe("our own decoding of a call", () => {
	it("recognises a native transfer", () => {
		expect(read("0x", 5n)).toEqual({ target: to, value: 5n, meaning: { kind: "native" }, call: null });
	});

	it.each<[string, string, object]>([
		["transfer", transferData(OTHER, 7n), { kind: "transfer", to: low(OTHER), amount: 7n }],
		["approve", approveData(VAULT, 8n), { kind: "approve", spender: low(VAULT), amountOrId: 8n }],
		[
			"transferFrom",
			encodeFunctionData({ abi: ABI, functionName: "transferFrom", args: [me, you, 9n] }),
			{ kind: "transferFrom", from: low(SIGNER), to: low(OTHER), amountOrId: 9n },
		],
		[
			"increaseAllowance",
			encodeFunctionData({ abi: ABI, functionName: "increaseAllowance", args: [you, 1n] }),
			{ kind: "allowance", spender: low(OTHER), by: 1n, up: true },
		],
		[
			"decreaseAllowance",
			encodeFunctionData({ abi: ABI, functionName: "decreaseAllowance", args: [you, 1n] }),
			{ kind: "allowance", spender: low(OTHER), by: 1n, up: false },
		],
		[
			"setApprovalForAll",
			encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [you, true] }),
			{ kind: "operator", operator: low(OTHER), approved: true, over: "items" },
		],
		[
			"EIP-721 safeTransferFrom",
			encodeFunctionData({ abi: SAFE721, args: [me, you, 4n] }),
			{
				kind: "items",
				standard: "erc721",
				from: low(SIGNER),
				to: low(OTHER),
				items: [{ id: 4n, amount: 1n }],
			},
		],
		[
			"EIP-721 safeTransferFrom with data",
			encodeFunctionData({ abi: SAFE721DATA, args: [me, you, 4n, "0x0102"] }),
			{
				kind: "items",
				standard: "erc721",
				from: low(SIGNER),
				to: low(OTHER),
				items: [{ id: 4n, amount: 1n }],
			},
		],
		[
			"EIP-1155 safeTransferFrom",
			encodeFunctionData({ abi: SAFE1155, args: [me, you, 4n, 3n, "0x"] }),
			{
				kind: "items",
				standard: "erc1155",
				from: low(SIGNER),
				to: low(OTHER),
				items: [{ id: 4n, amount: 3n }],
			},
		],
		[
			"EIP-1155 safeBatchTransferFrom",
			encodeFunctionData({
				abi: ABI,
				functionName: "safeBatchTransferFrom",
				args: [me, you, [1n, 2n], [3n, 4n], "0x"],
			}),
			{
				kind: "items",
				standard: "erc1155",
				from: low(SIGNER),
				to: low(OTHER),
				items: [
					{ id: 1n, amount: 3n },
					{ id: 2n, amount: 4n },
				],
			},
		],
	])("recognises %s", (_name, data, meaning) => {
		expect(read(data).meaning).toEqual(meaning);
	});

	it("displays function and arguments as text", () => {
		expect(read(transferData(OTHER, 7n)).call).toEqual({
			signature: "transfer(address,uint256)",
			selector: "0xa9059cbb",
			args: [
				{ name: "to", type: "address", value: OTHER },
				{ name: "amount", type: "uint256", value: "7" },
			],
		});
	});

	it.each([
		["a byte after the arguments", `${transferData(OTHER, 7n)}00`, "extra"],
		["a word after the arguments", transferData(OTHER, 7n) + "00".repeat(32), "extra"],
		["dirty padding of an address", transferData(OTHER, 7n).replace("0xa9059cbb00", "0xa9059cbb01"), "loose"],
		["missing arguments", transferData(OTHER, 7n).slice(0, -2), "cut"],
		[
			"a bool that is 2",
			encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [you, true] }).replace(
				/1$/,
				"2",
			),
			"loose",
		],
		[
			"lists of different length",
			encodeFunctionData({
				abi: ABI,
				functionName: "safeBatchTransferFrom",
				args: [me, you, [1n, 2n], [3n], "0x"],
			}),
			"loose",
		],
		[
			"another offset of the same bytes",
			encodeFunctionData({ abi: SAFE721DATA, args: [me, you, 4n, "0x01"] }).replace(
				"80".padStart(64, "0"),
				"a0".padStart(64, "0"),
			),
			"loose",
		],
	])("calls a known function with %s unknown", (_what, data, reason) => {
		expect(read(data).meaning).toMatchObject({ kind: "unknown", reason });
		expect(read(data).call?.args).toEqual([]);
	});

	it("keeps the bytes after the arguments of the outer call", () => {
		const sent = (data: string) => decodeTransaction({ to, value: 0n, data: hex(data) });
		expect(sent(`${transferData(OTHER, 7n)}0badcafe`)).toMatchObject({
			meaning: { kind: "transfer", to: low(OTHER), amount: 7n },
			tail: "0x0badcafe",
		});
		expect(sent(transferData(OTHER, 7n))).not.toHaveProperty("tail");
		const vote = encodeFunctionData({ abi: BALLOT, args: [3n, 1] });
		expect(sent(`${vote}0badcafe`)).toMatchObject({
			meaning: { kind: "unknown", like: { meaning: { kind: "act" } } },
			tail: "0x0badcafe",
		});
		expect(
			sent(`${transferData(OTHER, 7n).replace("0xa9059cbb00", "0xa9059cbb01")}00`).meaning,
		).toMatchObject({
			reason: "loose",
		});
	});

	it("decodes no inner call with bytes after its arguments", () => {
		const multicall = encodeFunctionData({
			abi: parseAbi(["function multicall(bytes[] data)"]),
			args: [[hex(`${transferData(OTHER, 7n)}${low(OTHER).slice(2)}`)]],
		});
		expect(decodeTransaction({ to, value: 0n, data: multicall }).meaning).toMatchObject({
			kind: "calls",
			calls: [{ decoded: { meaning: { kind: "unknown", reason: "extra" } } }],
		});
	});

	it("calls everything else unknown, with its selector if there is one", () => {
		expect(read("0x12345678ff")).toMatchObject({
			meaning: { kind: "unknown", reason: "selector", bytes: 5 },
			call: { selector: "0x12345678", signature: null },
		});
		expect(read("0x1234")).toMatchObject({ meaning: { reason: "short" }, call: { selector: null } });
	});

	it("decodes 128 KiB of hostile lists quickly", () => {
		const args = encodeFunctionData({
			abi: ABI,
			functionName: "safeBatchTransferFrom",
			args: [me, you, Array(2000).fill(1n), Array(2000).fill(1n), "0x"],
		});
		expect(read(args).meaning.kind).toBe("items");
	});
});
