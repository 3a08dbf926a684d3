import { encodeFunctionData, parseAbi, toFunctionSelector } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { CodeFacts, InnerCall } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { saying } from "../../../../support/saying.ts";
import { commitOf, hex, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { NOT_SIMULATED, user } from "../../review/scene.ts";
import { CONTRACT, DELEGATING, finding, found, GRAVE, inner, opinionWith, simulated } from "./scene.ts";

const ZERO = hex(`0x${"0".repeat(40)}`);
const SAFE = "0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe";
const MULTISEND = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D";
const ABI = parseAbi([
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
	"function multiSend(bytes transactions)",
]);

function safeCall(to: string, data: `0x${string}`, operation: number) {
	return commitOf({
		to: SAFE,
		data: encodeFunctionData({
			abi: ABI,
			functionName: "execTransaction",
			args: [hex(to), 0n, data, operation, 0n, 0n, 0n, ZERO, ZERO, "0x"],
		}),
	});
}

/** Encodes one entry of a bundle: operation, recipient, value 0 and data. */
function packed(operation: number, to: string, data: `0x${string}`): string {
	const length = ((data.length - 2) / 2).toString(16).padStart(64, "0");
	return `${operation.toString(16).padStart(2, "0")}${to.slice(2)}${"0".repeat(64)}${length}${data.slice(2)}`;
}
const bundle = (...entries: readonly string[]) =>
	encodeFunctionData({ abi: ABI, functionName: "multiSend", args: [`0x${entries.join("")}`] });

describe("a delegatecall", () => {
	it("of a Safe requires a typed word", () => {
		expect(finding("control", safeCall(VAULT, "0x12345678", 1))).toMatchObject({
			...GRAVE,
			text: saying("finding.control.runs", { who: VAULT.toLowerCase(), over: SAFE }),
		});
	});

	it("inside a bundle requires a typed word, the bundle itself does not", () => {
		const entry = packed(0, TOKEN, transferData(OTHER, 1n));
		expect(finding("control", safeCall(MULTISEND, bundle(entry), 1))).toBeUndefined();
		const hidden = bundle(entry, packed(1, VAULT, "0x12345678"));
		expect(finding("control", safeCall(MULTISEND, hidden, 1))).toMatchObject(GRAVE);
		expect(finding("control", safeCall(VAULT, bundle(entry), 1))).toMatchObject(GRAVE);
	});

	it("that ran as an account of the user in our own simulation requires a typed word", () => {
		const ran = inner({
			kind: "delegatecall",
			from: SIGNER.toLowerCase(),
			to: VAULT.toLowerCase(),
			depth: 2,
		});
		const opinion = { ...NOT_SIMULATED, local: simulated({}, { inner: [ran] }) };
		const view = commitOf({ to: TOKEN, data: transferData(OTHER, 1n) });
		expect(finding("control", view, { more: { opinion } })).toMatchObject(GRAVE);
		const lent = {
			...opinion,
			addressFacts: opinionWith({ [SIGNER]: { ...DELEGATING, delegatedTo: VAULT.toLowerCase() } })
				.addressFacts,
		};
		expect(finding("control", view, { more: { opinion: lent } })).toBeUndefined();
	});

	it("of an own account that forwards the same call is its own code", () => {
		const data = transferData(OTHER, 1n);
		const view = commitOf({ to: SIGNER, data });
		const ran = (more: Partial<InnerCall>) =>
			inner({
				kind: "delegatecall",
				from: SIGNER.toLowerCase(),
				to: VAULT.toLowerCase(),
				depth: 1,
				data,
				...more,
			});
		const told = (call: InnerCall, code: CodeFacts) =>
			finding("control", view, {
				more: { opinion: { ...opinionWith({ [SIGNER]: code }), local: simulated({}, { inner: [call] }) } },
			});
		const proxy = { ...CONTRACT, size: 170 };
		expect(told(ran({}), proxy)).toBeUndefined();
		expect(told(ran({ data: "0x12345678" }), proxy)).toMatchObject(GRAVE);
		expect(told(ran({ depth: 2 }), proxy)).toMatchObject(GRAVE);
		expect(told(ran({}), CONTRACT)).toMatchObject(GRAVE);
		const named = { ...CONTRACT, implementation: VAULT.toLowerCase() };
		expect(told(ran({ data: "0x12345678" }), named)).toBeUndefined();
	});

	it("of a proxy to its own code is normal, and so is a plain call", () => {
		const proxy = inner({ kind: "delegatecall", from: TOKEN.toLowerCase(), to: VAULT.toLowerCase() });
		const plain = inner({ from: SIGNER.toLowerCase(), to: VAULT.toLowerCase() });
		const opinion = { ...NOT_SIMULATED, local: simulated({}, { inner: [plain, proxy] }) };
		const view = commitOf({ to: TOKEN, data: transferData(OTHER, 1n) });
		expect(finding("control", view, { more: { opinion } })).toBeUndefined();
		expect(finding("control", safeCall(TOKEN, transferData(OTHER, 1n), 0))).toBeUndefined();
	});
});

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
const calling = (signature: string, ...words: readonly string[]): `0x${string}` =>
	`${toFunctionSelector(signature)}${words.join("")}`;

const NEW = { who: OTHER.toLowerCase() };
const CODE = { who: VAULT.toLowerCase(), over: TOKEN.toLowerCase() };

describe("a change of control", () => {
	it.each([
		["transferOwnership(address)", [word(OTHER)], "", NEW],
		["grantRole(bytes32,address)", ["0".repeat(64), word(OTHER)], "", NEW],
		["setOwner(address)", [word(OTHER)], "", NEW],
		["setPendingOwner(address)", [word(OTHER)], "", NEW],
		["changeProxyAdmin(address,address)", [word(VAULT), word(OTHER)], "", NEW],
		["changeAdmin(address)", [word(OTHER)], "", NEW],
		["renounceOwnership()", [], ".lost", { over: TOKEN.toLowerCase() }],
		["renounceRole(bytes32,address)", ["0".repeat(64), word(SIGNER)], ".lost", { who: SIGNER.toLowerCase() }],
		["revokeRole(bytes32,address)", ["0".repeat(64), word(OTHER)], ".lost", NEW],
		["upgradeTo(address)", [word(VAULT)], ".runs", CODE],
		["upgrade(address,address)", [word(OTHER), word(VAULT)], ".runs", CODE],
		["diamondCut((address,uint8,bytes4[])[],address,bytes)", [], ".runs", { over: TOKEN.toLowerCase() }],
		["changeThreshold(uint256)", [word("0x02")], "", { over: TOKEN.toLowerCase() }],
		["enableModule(address)", [word(VAULT)], "", CODE],
		["swapOwner(address,address,address)", [word(TOKEN), word(SIGNER), word(OTHER)], "", NEW],
		["removeOwner(address,address,uint256)", [word(TOKEN), word(OTHER), word("0x01")], ".lost", NEW],
	] as const)("is reported for %s, and requires a typed word", (signature, words, text, values) => {
		const view = commitOf({ to: TOKEN, data: calling(signature, ...words) });
		expect(finding("control", view)).toMatchObject({
			...GRAVE,
			text: saying(`finding.control${text}`, values),
		});
		expect(found(view).filter(({ id }) => id === "unknown-call")).toEqual([]);
	});

	it("is found behind a Safe, and with trailing bytes", () => {
		const give = calling("transferOwnership(address)", word(OTHER));
		expect(finding("control", safeCall(TOKEN, give, 0))).toMatchObject(GRAVE);
		expect(finding("control", commitOf({ to: TOKEN, data: `${give}00` }))).toMatchObject(GRAVE);
	});

	it("is not found if the user's own account gets it, or for other calls", () => {
		const own = calling("transferOwnership(address)", word(SIGNER));
		expect(finding("control", commitOf({ to: TOKEN, data: own }))).toBeUndefined();
		const second = user({ accounts: [SIGNER, OTHER] });
		const toOther = commitOf({ to: TOKEN, data: calling("transferOwnership(address)", word(OTHER)) });
		expect(finding("control", toOther, { who: second })).toBeUndefined();
		for (const data of [transferData(OTHER, 1n), calling("acceptOwnership()"), "0x12345678" as const])
			expect(finding("control", commitOf({ to: TOKEN, data }))).toBeUndefined();
	});
});
