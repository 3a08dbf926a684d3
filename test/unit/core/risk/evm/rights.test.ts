import { describe, expect, it } from "vitest";
import { roleOf } from "../../../../../src/core/identities/counterparties.ts";
import { saying } from "../../../../support/saying.ts";
import { CHAIN, commitOf, SIGNER } from "../../match/honest.ts";
import { callOf } from "../../review/calls.ts";
import { facts, tokenFacts, user } from "../../review/scene.ts";
import { finding, GRAVE } from "./scene.ts";

const THIEF = "0x7411f74411f74411f74411f74411f74411f74411";
/** Compound market on Base, the chain of these tests. */
const COMET = "0xb125e6687d4313864e53df431d5425969c15eb2f";
const MORPHO = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
const POOL = "0xa238dd80c259a72e81d7e4664a9801593f98d1c5";
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WETH = "0x4200000000000000000000000000000000000006";
const ITEMS = "0x1717171717171717171717171717171717171717";

const strange = user({ counterparties: new Map(), uses: new Map() });
const asked = (to: string, signature: string, args: readonly unknown[]) =>
	commitOf({ to, data: callOf(`function ${signature}`, args) });

const allow = (to: string, given = true) =>
	asked(COMET, "allow(address manager, bool isAllowed)", [to, given]);

describe("a right over an application's holdings", () => {
	it("is a danger with a typed word if a stranger gets it", () => {
		expect(CHAIN).toBe(8453);
		expect(finding("rights", allow(THIEF), { who: strange })).toMatchObject({
			...GRAVE,
			text: saying("finding.rights.unlimited", { who: THIEF, over: "all" }),
		});
		const authorize = asked(MORPHO, "setAuthorization(address a, bool b)", [THIEF, true]);
		expect(finding("rights", authorize, { who: strange })).toMatchObject(GRAVE);
	});

	it("is a caution if the holder was permitted before, and none for oneself or as a revocation", () => {
		const uses = new Map([
			[THIEF, { sessionId: "before", roles: new Set([roleOf("allowed", String(CHAIN))]) }],
		]);
		const knowing = { ...strange, uses };
		expect(finding("rights", allow(THIEF), { who: knowing })).toMatchObject({ severity: "caution" });
		expect(finding("rights", allow(SIGNER), { who: strange })).toBeUndefined();
		expect(finding("rights", allow(THIEF, false), { who: strange })).toBeUndefined();
	});
});

describe("an application's payout or deposit", () => {
	const withdraw = (to: string) =>
		asked(POOL, "withdraw(address asset, uint256 amount, address to)", [USDC, 5n, to]);
	const supply = (to: string) =>
		asked(POOL, "supply(address asset, uint256 amount, address to, uint16 code)", [USDC, 5n, to, 0]);

	it("is a danger with a typed word if a stranger gets it", () => {
		for (const view of [withdraw(THIEF), supply(THIEF)])
			expect(finding("elsewhere", view, { who: strange })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: THIEF },
			});
	});

	it("is none if the user gets it, and then nothing is unreadable", () => {
		for (const view of [withdraw(SIGNER), supply(SIGNER)]) {
			expect(finding("elsewhere", view, { who: strange })).toBeUndefined();
			expect(finding("unknown-call", view, { who: strange })).toBeUndefined();
			expect(finding("unfamiliar-argument", view, { who: strange })).toBeUndefined();
		}
	});

	it("requires a typed word if a market's oracle is private", () => {
		const market = [USDC, WETH, THIEF, THIEF, 1n];
		const view = asked(
			MORPHO,
			"supply((address a, address b, address c, address d, uint256 e) m, uint256 f, uint256 g, address h, bytes i)",
			[market, 5n, 0n, SIGNER, "0x"],
		);
		expect(finding("unfamiliar-argument", view, { who: strange })).toMatchObject(GRAVE);
	});
});

describe("an item of a collection", () => {
	const give = (to: string) =>
		asked(ITEMS, "safeTransferFrom(address from, address to, uint256 tokenId)", [SIGNER, to, 7n]);

	it("requires a typed word if it goes to a stranger, and none if it goes to a contact", () => {
		expect(finding("loss", give(THIEF), { who: strange })).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: THIEF },
		});
		const knowing = { ...strange, labels: { [THIEF]: "Mira" } };
		expect(finding("loss", give(THIEF), { who: knowing })).toBeUndefined();
	});

	it("is distinguished from a token amount, which has the same bytes", () => {
		const view = asked(USDC, "transferFrom(address a, address b, uint256 c)", [SIGNER, THIEF, 7n]);
		expect(
			finding("loss", view, { who: strange, chain: facts({}, [tokenFacts({ address: USDC })]) }),
		).toBeUndefined();
	});
});
