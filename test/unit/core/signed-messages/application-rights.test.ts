import { describe, expect, it } from "vitest";
import { NO_HISTORY, roleOf } from "../../../../src/core/identities/counterparties.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { CHAIN, SIGNER, TOKEN } from "../match/honest.ts";
import { END, members, type Typed } from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { analyzeTyped, ids, type MessageOptions, typedFindings, valuesOf } from "./scene.ts";

const STRANGER = { user: user({ counterparties: NO_HISTORY, labels: {} }) };
const OTHER = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";
const KNOWN = {
	user: user({
		counterparties: new Map([[OTHER, { paid: 0, allowed: 1, lastAt: 1 }]]),
		uses: new Map([[OTHER, { sessionId: "before", roles: new Set([roleOf("allowed", String(CHAIN))]) }]]),
	}),
};
const MORPHO = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
const COMET = "0xb125e6687d4313864e53df431d5425969c15eb2f";
const MAX = String(2n ** 256n - 1n);

const at = (verifyingContract: string) => ({ chainId: CHAIN, verifyingContract });

const morpho = (patch: Typed["message"] = {}, contract = MORPHO): Typed => ({
	types: {
		Authorization: members(
			"address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline",
		),
	},
	primaryType: "Authorization",
	domain: at(contract),
	message: { authorizer: SIGNER, authorized: OTHER, isAuthorized: true, nonce: 0, deadline: END, ...patch },
});

const comet = (patch: Typed["message"] = {}): Typed => ({
	types: {
		Authorization: members("address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry"),
	},
	primaryType: "Authorization",
	domain: { name: "Compound USDC", version: "0", ...at(COMET) },
	message: { owner: SIGNER, manager: OTHER, isAllowed: true, nonce: 0, expiry: END, ...patch },
});

const debt = (patch: Typed["message"] = {}): Typed => ({
	types: {
		DelegationWithSig: members("address delegatee,uint256 value,uint256 nonce,uint256 deadline"),
	},
	primaryType: "DelegationWithSig",
	domain: { name: "Debt", version: "1", ...at(TOKEN) },
	message: { delegatee: OTHER, value: 5_000, nonce: 0, deadline: END, ...patch },
});

describe("a right at an application, given by a signature", () => {
	it.each([
		["Morpho", morpho()],
		["Compound", comet()],
	])("names who may move everything at %s", (app, typed) => {
		const insight = analyzeTyped(typed, STRANGER);
		expect(insight.headline).toEqual({
			text: message("act.right.account", { who: expect.stringContaining("0x9B1f4C"), app }),
			known: true,
			amount: null,
		});
		expect(insight.permissions).toMatchObject([{ spender: OTHER, kind: "right", grants: true }]);
		expect(typedFindings(typed, STRANGER)).toMatchObject([
			{ id: "rights", severity: "danger", needsWord: true, stake: { kind: "unlimited" } },
			{ id: "first-time", severity: "info" },
		]);
		expect(ids(insight)).not.toContain("unknown-typed-data");
	});

	it("over the user's debt equals one that is sent", () => {
		const signed = (around: MessageOptions) => typedFindings(debt(), around);
		expect(signed(STRANGER)).toMatchObject([
			{ id: "rights", severity: "danger", needsWord: true },
			{ id: "first-time", severity: "info" },
		]);
		expect(signed(KNOWN)).toEqual([]);
		expect(typedFindings(debt({ value: 0 }), STRANGER)).toEqual([]);
	});

	it("is a caution for a holder that the user permitted before", () => {
		expect(typedFindings(morpho(), KNOWN)).toMatchObject([
			{ id: "rights", severity: "caution", needsWord: false },
		]);
	});

	it.each([
		["Morpho", morpho({ isAuthorized: false })],
		["Compound", comet({ isAllowed: false })],
	])("is mild if it revokes the right at %s", (app, typed) => {
		const insight = analyzeTyped(typed, STRANGER);
		expect(insight.headline.text).toMatchObject(
			message("act.right.take-back", { app, who: expect.any(String) }),
		);
		expect(insight.permissions).toMatchObject([{ grants: false }]);
		expect(insight.needsWord).toBe(false);
		expect(ids(insight)).toEqual(["held-signature"]);
	});

	it("requires a typed word at a contract not known as the application's, granted or revoked", () => {
		for (const typed of [morpho({}, TOKEN), morpho({ isAuthorized: false }, TOKEN), debt({ value: 0 })])
			for (const around of [STRANGER, KNOWN])
				expect(analyzeTyped(typed, around).findings).toContainEqual(
					expect.objectContaining({ id: "domain-contract", severity: "danger", needsWord: true }),
				);
	});

	it("borrows in the user's name up to a limit, or without one", () => {
		const who = expect.any(String);
		const headline = (value: string) => analyzeTyped(debt({ value }), STRANGER).headline.text;
		expect(headline("5000")).toEqual(
			message("act.right.debt.up-to", { who, app: expect.any(String), amount: "5,000" }),
		);
		expect(headline(MAX)).toEqual(message("act.right.debt", { who, app: expect.any(String) }));
	});

	it("is a danger without an expiry", () => {
		expect(typedFindings(morpho({ deadline: MAX }), KNOWN)).toContainEqual(
			expect.objectContaining({ id: "deadline-far", severity: "danger" }),
		);
		expect(ids(analyzeTyped(morpho({ deadline: 1 }), KNOWN))).toContain("deadline-past");
	});
});

describe("an operator in Euler's vaults, given by a signature", () => {
	const CONNECTOR = "0x5301c7dd20bd945d2013b48ed0dee3a284ca8989";
	const word = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
	const operator = (deadline: string, authorized = 1): Typed => ({
		types: {
			Permit: members(
				"address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data",
			),
		},
		primaryType: "Permit",
		domain: { name: "Ethereum Vault Connector", ...at(CONNECTOR) },
		message: {
			signer: SIGNER,
			sender: OTHER,
			nonceNamespace: 0,
			nonce: 1,
			deadline,
			value: 0,
			data: `0x9f5c462a${word(SIGNER)}${word(OTHER)}${String(authorized).padStart(64, "0")}`,
		},
	});

	it("is a danger without an expiry, like a right at any other application, unless it is revoked", () => {
		const far = (severity: string) => expect.objectContaining({ id: "deadline-far", severity });
		expect(typedFindings(operator(MAX), KNOWN)).toContainEqual(far("danger"));
		expect(typedFindings(operator(MAX, 0), KNOWN)).toContainEqual(far("caution"));
	});
});

describe("typed data of no known kind that names a holder", () => {
	const relayer = (type = "address relayer,bool approved"): Typed => ({
		types: { SetRelayer: members(type) },
		primaryType: "SetRelayer",
		domain: at(TOKEN),
		message: { relayer: OTHER, approved: false },
	});

	it("shows the holder, and stays as severe for any permission", () => {
		const insight = analyzeTyped(relayer(), STRANGER);
		expect(valuesOf(insight, "message.row.may-act")).toEqual([expect.stringContaining("0x9B1f4C")]);
		expect(insight.headline).toMatchObject({
			known: false,
			text: { code: "message.unknown-kind.holder" },
		});
		expect(insight.findings).toContainEqual(
			expect.objectContaining({ id: "unknown-typed-data", severity: "danger", needsWord: true }),
		);
	});

	it("needs both a holder and its permission", () => {
		expect(
			valuesOf(analyzeTyped(relayer("address relayer,uint8 approved"), STRANGER), "message.row.may-act"),
		).toEqual([]);
		expect(
			valuesOf(analyzeTyped(relayer("address token,bool approved"), STRANGER), "message.row.may-act"),
		).toEqual([]);
	});
});

describe("an authorization that is revoked before use (EIP-3009)", () => {
	const cancel = (contract: string): Typed => ({
		types: { CancelAuthorization: members("address authorizer,bytes32 nonce") },
		primaryType: "CancelAuthorization",
		domain: { name: "USD Coin", version: "2", ...at(contract) },
		message: { authorizer: SIGNER, nonce: `0x${"5c".repeat(32)}` },
	});

	it("requires no typed word at a known token", () => {
		const insight = analyzeTyped(cancel("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), STRANGER);
		expect(insight.headline?.known).toBe(true);
		expect(insight.needsWord).toBe(false);
		expect(ids(insight)).not.toContain("domain-contract");
	});

	it("requires one at any other contract, which may read it differently", () => {
		const insight = analyzeTyped(cancel(OTHER), STRANGER);
		expect(ids(insight)).toContain("domain-contract");
		expect(insight.needsWord).toBe(true);
	});
});
