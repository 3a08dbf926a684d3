import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../src/core/identities/counterparties.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { approveData, CHAIN, hex, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../match/honest.ts";
import { END, members, safeTransaction, type Typed } from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { ACCOUNT, addressFactsOf, type Codes, DELEGATING } from "../risk/evm/scene.ts";
import { analyzeTyped, ids, type MessageOptions, typedFindings, valuesOf } from "./scene.ts";

const STRANGER = { user: user({ counterparties: NO_HISTORY, uses: new Map(), labels: {} }) };
const FORWARDER = "0x6d2f8aa1c4b7e9035d1f2a4b6c8e0d1f3a5b7c9e";
const ENTRY_POINT = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";
const MAX = 2n ** 256n - 1n;
const WORD = `0x${"0".repeat(64)}`;

const domain = (verifyingContract: string) => ({
	name: "App",
	version: "1",
	chainId: CHAIN,
	verifyingContract,
});

function one(primaryType: string, text: string, values: Typed["message"], reader: string): Typed {
	return { types: { [primaryType]: members(text) }, primaryType, domain: domain(reader), message: values };
}

const meta = (data: string, from = SIGNER): Typed =>
	one(
		"MetaTransaction",
		"uint256 nonce,address from,bytes functionSignature",
		{ nonce: 0, from, functionSignature: data },
		TOKEN,
	);

const BASE = "address from,address to,uint256 value,uint256 gas,uint256 nonce";
const forwarded = (more: string, data: string, from = SIGNER, values: Typed["message"] = {}): Typed =>
	one(
		"ForwardRequest",
		`${BASE},${more}`,
		{ from, to: TOKEN, value: 0, gas: 200_000, nonce: 1, data, ...values },
		FORWARDER,
	);

const operation = (callData: string, sender = SIGNER, values: Typed["message"] = {}): Typed =>
	one(
		"PackedUserOperation",
		"address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData",
		{
			sender,
			nonce: 1,
			initCode: "0x",
			callData,
			accountGasLimits: WORD,
			preVerificationGas: 50_000,
			gasFees: WORD,
			paymasterAndData: "0x",
			...values,
		},
		ENTRY_POINT,
	);

const execute = (to: string, data: string) =>
	encodeFunctionData({
		abi: parseAbi(["function execute(address dest, uint256 value, bytes func)"]),
		args: [hex(to), 0n, hex(data)],
	});

const safeOperation = (callData: string): Typed =>
	one(
		"SafeOp",
		"address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint",
		{
			safe: OTHER,
			nonce: 1,
			initCode: "0x",
			callData,
			verificationGasLimit: 1,
			callGasLimit: 1,
			preVerificationGas: 1,
			maxPriorityFeePerGas: 1,
			maxFeePerGas: 1,
			paymasterAndData: "0x",
			validAfter: 0,
			validUntil: 0,
			entryPoint: ENTRY_POINT,
		},
		FORWARDER,
	);

const sponsored = (data: string): Typed =>
	one(
		"SponsoredCallERC2771",
		"uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline",
		{ chainId: CHAIN, target: TOKEN, data, user: SIGNER, userNonce: 0, userDeadline: END },
		FORWARDER,
	);

const THIEF = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";
const SEND = transferData(THIEF, 25_000_000n);

/** The forms of typed data that carry a call of the token in the signer's name. */
const FORMS: Readonly<Record<string, (data: string) => Typed>> = {
	"a meta-transaction": meta,
	"OpenZeppelin's request, new": (data) =>
		forwarded("uint48 deadline,bytes data", data, SIGNER, { deadline: END }),
	"OpenZeppelin's request, old": (data) => forwarded("bytes data", data),
	"GSN's request": (data) =>
		forwarded("bytes data,uint256 validUntilTime", data, SIGNER, { validUntilTime: END }),
	"GSN's request, old": (data) => forwarded("bytes data,uint256 validUntil", data, SIGNER, { validUntil: 9 }),
	"GSN's request with its relay's payment": (data) => {
		const plain = forwarded("bytes data,uint256 validUntilTime,RelayData relayData", data, SIGNER, {
			validUntilTime: END,
			relayData: { relayWorker: OTHER, clientId: 1 },
		});
		return {
			...plain,
			primaryType: "RelayRequest",
			types: {
				RelayRequest: plain.types["ForwardRequest"] ?? [],
				RelayData: members("address relayWorker,uint256 clientId"),
			},
		};
	},
	"a sponsored call": sponsored,
	"a user operation": (data) => operation(execute(TOKEN, data)),
	"a user operation that runs a batch": (data) =>
		operation(
			encodeFunctionData({
				abi: parseAbi(["function executeBatch((address target, uint256 value, bytes data)[] calls)"]),
				args: [[{ target: hex(TOKEN), value: 0n, data: hex(data) }]],
			}),
		),
	"a request of an unknown kind that names a call in the usual way": (data) =>
		one(
			"Relayed",
			"address from,address to,uint256 value,bytes data,bytes32 salt",
			{ from: SIGNER, to: TOKEN, value: 0, data, salt: WORD },
			FORWARDER,
		),
};

/** A listed token on Base, the chain of these tests. */
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

describe("a call inside typed data", () => {
	it.each(Object.entries(FORMS))("is judged in %s: recipients of the account's holdings", (_, make) => {
		expect(typedFindings(make(SEND), STRANGER)).toContainEqual(
			expect.objectContaining({
				id: "loss",
				severity: "danger",
				needsWord: true,
				stake: { kind: "address", address: THIEF },
			}),
		);
	});

	it.each(Object.entries(FORMS))("is judged in %s: an unlimited permission", (_, make) => {
		expect(typedFindings(make(approveData(VAULT, MAX)), STRANGER)).toContainEqual(
			expect.objectContaining({ id: "rights", severity: "danger", stake: { kind: "unlimited" } }),
		);
	});

	it("is described as a call, in the signer's name or another account's", () => {
		const sends = expect.objectContaining({ code: "token.send" });
		expect(analyzeTyped(meta(SEND)).headline.text).toEqual(message("message.relayed", { told: sends }));
		expect(analyzeTyped(meta(SEND, OTHER)).headline.text).toEqual(
			message("message.relayed.account", { account: expect.any(String), told: sends }),
		);
	});

	it("gives its permissions in the signer's own name, and no others'", () => {
		const allows = approveData(VAULT, 25_000_000n);
		expect(analyzeTyped(meta(allows)).permissions).toMatchObject([
			{ spender: VAULT.toLowerCase(), token: TOKEN.toLowerCase(), kind: "allowance", grants: true },
		]);
		expect(analyzeTyped(meta(allows, OTHER)).permissions).toEqual([]);
	});

	it("is a caution, however harmless: nothing simulates it", () => {
		for (const make of Object.values(FORMS))
			expect(analyzeTyped(make(transferData(SIGNER, 1n))).findings).toContainEqual(
				expect.objectContaining({ id: "carried-call", severity: "caution" }),
			);
	});

	it("is a danger if it says how its relayer is paid, for any amount", () => {
		const make = FORMS["GSN's request with its relay's payment"];
		expect(make).toBeDefined();
		expect(make && analyzeTyped(make(transferData(SIGNER, 1n))).findings).toContainEqual(
			expect.objectContaining({ id: "unknown-call", severity: "danger", needsWord: true }),
		);
	});

	const CONTACT = {
		user: user({ counterparties: NO_HISTORY, uses: new Map(), labels: { [VAULT.toLowerCase()]: "Vault" } }),
	};
	const word = (typed: Typed, around: MessageOptions = {}) =>
		[...analyzeTyped(typed, around).findings, ...typedFindings(typed, around)].some(
			({ needsWord }) => needsWord,
		);

	it("of a smart account of somebody else requires a typed word for strangers", () => {
		const make = (data: string, token = USDC) => operation(execute(token, data), OTHER);
		expect(word(make(transferData(VAULT, 1n)), CONTACT)).toBe(false);
		expect(word(make(transferData(SIGNER, 1n)), CONTACT)).toBe(false);
		expect(word(make(SEND), CONTACT)).toBe(true);
		expect(word(make(approveData(THIEF, 1n)), CONTACT)).toBe(true);
	});

	it("of another account that signs for itself is a danger by that name", () => {
		const pays = transferData(VAULT, 1n);
		for (const typed of [meta(pays, OTHER), forwarded("bytes data", pays, OTHER)]) {
			expect(analyzeTyped(typed, CONTACT).findings).toContainEqual(
				expect.objectContaining({ id: "call-account", severity: "danger" }),
			);
			expect(ids(analyzeTyped(typed, { user: user({ accounts: [SIGNER, OTHER] }) }))).not.toContain(
				"call-account",
			);
		}
	});

	it("through unknown code may be another call, and requires a typed word", () => {
		const pays = execute(USDC, transferData(VAULT, 1n));
		expect(word(operation(pays, OTHER), CONTACT)).toBe(false);
		// An unlisted contract may do something else than the function's name says.
		expect(word(operation(execute(TOKEN, transferData(VAULT, 1n)), OTHER), CONTACT)).toBe(true);
		expect(word(operation(execute(TOKEN, approveData(THIEF, 0n)), OTHER), CONTACT)).toBe(true);
		// The user's own account runs the call, and its code controls everything that the account holds.
		expect(word(operation(pays), CONTACT)).toBe(true);
		expect(word(operation(execute(FORWARDER, pays), OTHER), CONTACT)).toBe(true);
		expect(word(forwarded("bytes data", pays, SIGNER, { to: OTHER }), CONTACT)).toBe(true);
		expect(word(meta(pays, OTHER), CONTACT)).toBe(true);
	});

	const coded = (codes: Codes): MessageOptions => ({ ...CONTACT, addressFacts: addressFactsOf(codes) });

	it("of the user's own account requires no typed word while nothing could execute it", () => {
		const pays = operation(execute(USDC, transferData(VAULT, 1n)));
		expect(word(pays, coded({ [SIGNER]: ACCOUNT }))).toBe(false);
		expect(word(pays, coded({ [SIGNER]: DELEGATING }))).toBe(true);
		expect(word(operation(execute(USDC, SEND)), coded({ [SIGNER]: ACCOUNT }))).toBe(true);
		expect(word(operation(execute(TOKEN, transferData(VAULT, 1n))), coded({ [SIGNER]: ACCOUNT }))).toBe(true);
		expect(word(operation("0x12345678"), coded({ [SIGNER]: ACCOUNT }))).toBe(true);
	});

	it("requires no typed word if no relayer exists and all its effects are shown", () => {
		const around = { ...coded({ [FORWARDER]: ACCOUNT }), facts: null };
		const request = (data: string, to: string) => forwarded("bytes data", data, SIGNER, { to });
		expect(ids(analyzeTyped(request(transferData(VAULT, 1n), USDC), around))).toContain("domain-no-code");
		expect(word(request(transferData(VAULT, 1n), USDC), around)).toBe(false);
		expect(word(request(transferData(VAULT, 1n), TOKEN), around)).toBe(true);
		expect(word(request("0x12345678", USDC), around)).toBe(true);
	});

	it("that also creates an account, or names a paymaster, requires a typed word", () => {
		const pays = execute(TOKEN, transferData(VAULT, 1n));
		expect(word(operation(pays, OTHER, { initCode: "0x1234" }), CONTACT)).toBe(true);
		expect(word(operation(pays, OTHER, { paymasterAndData: "0x1234" }), CONTACT)).toBe(true);
	});

	it("through a module of the Safe is decoded as that module's function, or not at all", () => {
		expect(word(safeOperation(execute(TOKEN, SEND)), CONTACT)).toBe(true);
	});

	it("is a danger if it is unreadable, or changes control", () => {
		expect(ids(analyzeTyped(meta("0x12345678")))).toContain("unknown-call");
		expect(ids(analyzeTyped(meta("0x")))).toContain("carried-call");
		const owner = encodeFunctionData({
			abi: parseAbi(["function transferOwnership(address to)"]),
			args: [hex(THIEF)],
		});
		expect(typedFindings(meta(owner), STRANGER)).toContainEqual(
			expect.objectContaining({ id: "control", severity: "danger" }),
		);
	});

	it("is a danger if it pays or approves an address that imitates a known one", () => {
		const alike = `${VAULT.slice(0, 6)}${"7".repeat(32)}${VAULT.slice(-4)}`.toLowerCase();
		const known = { user: user({ labels: { [VAULT]: "Vault" } }) };
		expect(typedFindings(meta(transferData(alike, 1n)), known)).toContainEqual(
			expect.objectContaining({ id: "look-alike", severity: "danger" }),
		);
	});

	it("shows the account's factory and its paymaster", () => {
		const typed = operation(execute(TOKEN, SEND), SIGNER, { initCode: "0x1234", paymasterAndData: "0x5678" });
		expect(valuesOf(analyzeTyped(typed), "message.row.makes-account")).toEqual(["0x1234"]);
		expect(valuesOf(analyzeTyped(typed), "message.row.paid-by")).toEqual(["0x5678"]);
	});

	it("of a user operation counts if its entry point is known", () => {
		const elsewhere = { ...operation(execute(TOKEN, SEND)), domain: domain(FORWARDER) };
		expect(ids(analyzeTyped(elsewhere))).toContain("domain-contract");
		expect(ids(analyzeTyped(operation(execute(TOKEN, SEND))))).not.toContain("domain-contract");
	});

	it("belongs to a Safe if it is a Safe transaction, described as before", () => {
		expect(ids(analyzeTyped(safeTransaction()))).not.toContain("carried-call");
	});

	it("is ignored if the bytes are among other members", () => {
		const typed = one(
			"Letter",
			"address from,address to,string data",
			{ from: SIGNER, to: OTHER, data: SEND },
			FORWARDER,
		);
		expect(ids(analyzeTyped(typed))).not.toContain("carried-call");
	});
});
