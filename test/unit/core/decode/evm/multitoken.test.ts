import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { isUnderstood } from "../../../../../src/core/decode/evm/leaves.ts";
import { headlineOf } from "../../../../../src/core/describe/evm/headline.ts";
import { decodedOutflows } from "../../../../../src/core/effects/evm/outflows.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { outline } from "../../../../support/outline.ts";
import { commitOf, SIGNER } from "../../match/honest.ts";
import { callOf, multicall } from "../../review/calls.ts";
import { facts, subject, user } from "../../review/scene.ts";
import { finding, GRAVE } from "../../risk/evm/scene.ts";

/** Uniswap v4's pool manager on Base, the chain of the honest commit. */
const MANAGER = "0x498581ff718922c3f8e6a244956af099b2652b2b";
const ODD = "0x4444444444444444444444444444444444444444";
const THIEF = "0x7411f74411f74411f74411f74411f74411f74411";
const MAX = 2n ** 256n - 1n;

const TRANSFER = "function transfer(address receiver, uint256 id, uint256 amount)";
const TRANSFER_FROM = "function transferFrom(address sender, address receiver, uint256 id, uint256 amount)";
const APPROVE = "function approve(address spender, uint256 id, uint256 amount)";
const SET_OPERATOR = "function setOperator(address operator, bool approved)";

const who = user({ counterparties: new Map(), uses: new Map() });
const knowing = { ...who, labels: { [THIEF]: "Mira" } };

function read(to: Hex, data: Hex) {
	const decoded = decodeEvm({ to, value: 0n, data }, undefined, contractsOf("8453"));
	const { text } = headlineOf({ decoded, facts: null, user: who, chainRef: "8453", signer: SIGNER });
	return { decoded, text: outline(text), known: isUnderstood(decoded) };
}

const CALLS = [
	[TRANSFER, [THIEF, 7n, 40n]],
	[TRANSFER_FROM, [SIGNER, THIEF, 7n, 40n]],
	[APPROVE, [THIEF, 7n, 40n]],
	[SET_OPERATOR, [THIEF, true]],
] as const;

describe("a multi-token contract with numbered tokens", () => {
	it("is decoded if known, with the recipient, the token and the amount", () => {
		const words = CALLS.map(([signature, args]) => read(MANAGER, callOf(signature, args)));
		expect(words.map(({ known }) => known)).toEqual([true, true, true, true]);
		expect(words.map(({ text }) => text.replaceAll(/0x\w{6}…\w{6}/g, "0x"))).toEqual([
			"token.move(amount: 40 units of token.numbered(id: 7, where: 0x), from: account.yours(address: 0x), to: 0x)",
			"token.move(amount: 40 units of token.numbered(id: 7, where: 0x), from: account.yours(address: 0x), to: 0x)",
			"token.permission(who: 0x, amount: 40 units of token.numbered(id: 7, where: 0x))",
			"token.operator.all(who: 0x, where: 0x)",
		]);
	});

	it("reports revocations and unlimited allowances", () => {
		const texts = [
			read(MANAGER, callOf(APPROVE, [THIEF, 7n, 0n])),
			read(MANAGER, callOf(APPROVE, [THIEF, 7n, MAX])),
			read(MANAGER, callOf(SET_OPERATOR, [THIEF, false])),
		].map(({ text }) => text.replaceAll(/0x\w{6}…\w{6}/g, "0x"));
		expect(texts).toEqual([
			"token.permission.take-back(who: 0x, asset: token.numbered(id: 7, where: 0x))",
			"token.permission.any(who: 0x, asset: token.numbered(id: 7, where: 0x))",
			"token.operator.all.take-back(who: 0x, where: 0x)",
		]);
	});

	it("is only a guess at any other address, and as unreadable as any unknown call", () => {
		for (const [signature, args] of CALLS) {
			const { decoded, known, text } = read(ODD, callOf(signature, args));
			expect(decoded.meaning).toMatchObject({ kind: "unknown", like: { app: "an ERC-6909 token" } });
			expect(known).toBe(false);
			expect(text).toMatch(/^call\.like\(app: an ERC-6909 token, told: /);
			const view = commitOf({ to: ODD, data: callOf(signature, args) });
			expect(finding("unknown-call", view, { who: knowing })).toMatchObject(GRAVE);
		}
	});

	it("is not decoded with one byte more, less, or changed in an address' padding", () => {
		for (const [signature, args] of CALLS) {
			const data = callOf(signature, args);
			const padded: Hex = `0x${data.slice(2, 10)}01${data.slice(12)}`;
			const bad: readonly Hex[] = [`${data}00`, `0x${data.slice(2, -2)}`, padded];
			for (const each of bad) expect(read(MANAGER, each).decoded.meaning).toMatchObject({ kind: "unknown" });
		}
	});

	it("spends from its caller, or from the account it names", () => {
		for (const [signature, args] of CALLS.slice(0, 2)) {
			const view = commitOf({ to: MANAGER, data: callOf(signature, args) });
			expect(decodedOutflows(subject(view, facts(), who))).toMatchObject([
				{ asset: MANAGER, from: SIGNER.toLowerCase(), to: THIEF, tokenIds: [7n] },
			]);
		}
	});
});

describe("the tokens of a multi-token contract", () => {
	const ask = (to: string, signature: string, args: readonly unknown[]) =>
		commitOf({ to, data: callOf(signature, args) });

	it("require a typed word if a stranger gets them, known or not", () => {
		for (const to of [MANAGER, ODD])
			for (const [signature, args] of CALLS.slice(0, 2)) {
				expect(finding("loss", ask(to, signature, args), { who })).toMatchObject({
					...GRAVE,
					stake: { kind: "address", address: THIEF },
				});
				expect(finding("loss", ask(to, signature, args), { who: knowing })).toBeUndefined();
			}
	});

	it("require a typed word if an operator is set, whoever it is, and none if one is revoked", () => {
		for (const to of [MANAGER, ODD]) {
			const given = ask(to, SET_OPERATOR, [THIEF, true]);
			expect(finding("rights", given, { who: knowing })).toMatchObject({
				...GRAVE,
				stake: { kind: "unlimited" },
			});
			const taken = ask(to, SET_OPERATOR, [THIEF, false]);
			expect(finding("rights", taken, { who })).toBeUndefined();
		}
	});

	it("require a typed word for an unlimited allowance", () => {
		for (const to of [MANAGER, ODD]) {
			const unlimited = ask(to, APPROVE, [THIEF, 7n, MAX]);
			expect(finding("rights", unlimited, { who: knowing })).toMatchObject({
				...GRAVE,
				stake: { kind: "unlimited" },
			});
			expect(finding("rights", ask(to, APPROVE, [THIEF, 7n, 40n]), { who })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: THIEF },
			});
		}
	});

	it("are found inside a multicall too", () => {
		const hidden = commitOf({ to: ODD, data: multicall([callOf(SET_OPERATOR, [THIEF, true])]) });
		expect(finding("rights", hidden, { who })).toMatchObject(GRAVE);
	});
});
