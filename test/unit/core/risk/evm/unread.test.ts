import { concatHex, encodeAbiParameters, encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { addressWordsOf } from "../../../../../src/core/decode/evm/address-words.ts";
import { namesRight } from "../../../../../src/core/decode/evm/selectors.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { roleOf, type Uses } from "../../../../../src/core/identities/counterparties.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { comparisonDiffers } from "../../../../../src/core/risk/general/declared-differs.ts";
import { saying } from "../../../../support/saying.ts";
import { CHAIN, commitOf, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { execTransaction, execute } from "../../review/calls.ts";
import { NOT_SIMULATED, user } from "../../review/scene.ts";
import {
	ACCOUNT,
	addressFactsOf,
	CALIBUR,
	CONTRACT,
	comparing,
	finding,
	GRAVE,
	inner,
	opinionWith,
	SAFE,
	simulated,
} from "./scene.ts";

const THIEF = "0x9B1f4C2ed8a67035b4A9e8d1C6f2037A5e4D8B61";
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const low = (address: string) => address.toLowerCase();
const word = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
const calling = (...parts: readonly Hex[]) => concatHex(["0x12345678", ...parts]);
const agreeing = comparing("agrees");
const UNREAD = "unfamiliar-argument";

describe("an address in an unreadable call's arguments", () => {
	const view = commitOf({ to: VAULT, data: calling(word(THIEF), word("0x64")) });

	it("requires a typed word, even if the simulations agree", () => {
		expect(finding(UNREAD, view, { more: agreeing })).toMatchObject({
			...GRAVE,
			text: saying("finding.unfamiliar-argument.unread", { addresses: [THIEF] }),
			stake: { kind: "address", address: low(THIEF) },
		});
	});

	it("is found in inner calls, in byte strings, and behind a number that looks like padding", () => {
		const nested = encodeFunctionData({
			abi: parseAbi(["function f(bytes[] calls, uint256 amount)"]),
			args: [[transferData(THIEF, 5n)], 2n ** 100n],
		});
		const deep = encodeAbiParameters([{ type: "bytes" }], [nested]);
		for (const data of [nested, calling(deep), calling(word("0xffffffff"), word(THIEF))])
			expect(finding(UNREAD, commitOf({ to: VAULT, data }), { more: agreeing }), data).toMatchObject(GRAVE);
		// An address mined to end in zeros, which looks like a number that is shifted by some bytes.
		const mined = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a00000000";
		const hidden = encodeFunctionData({
			abi: parseAbi(["function f(bytes call)"]),
			args: [transferData(mined, 5n)],
		});
		for (const data of [calling(word(mined)), hidden])
			expect(addressWordsOf(data), data).toContain(low(mined));
	});

	it("is not found if the argument is an amount, a mask, a price limit or no address at all", () => {
		const numbers = [0n, 1n, 9n, 10n ** 30n, 2n ** 160n - 1n, 2n ** 256n - 1n, 4_295_128_740n];
		const limit = 1461446703485210103287273052203988822378723970341n;
		const words = [...numbers, limit].map((each): Hex => `0x${each.toString(16).padStart(64, "0")}`);
		expect(addressWordsOf(calling(...words))).toEqual([]);
	});

	it("is not found across two values", () => {
		const number = (value: bigint): Hex => `0x${BigInt.asUintN(256, value).toString(16).padStart(64, "0")}`;
		const id: Hex = "0xcbb971801f592a557aab4267c7a1b53f7ad0b3c94c9dd5f3f26df7a7b6c01d2e";
		const pairs: readonly (readonly [string, readonly Hex[]])[] = [
			["an offset and an id", [number(512n), id]],
			["a fee and a negative tick", [number(3000n), number(-887_220n), number(887_220n)]],
			["an amount and an id", [number(10n ** 18n), id]],
			["an amount of a dollar token and an id", [number(25_000_000_000n), id]],
			["a time and a short text", [number(1_790_000_000n), `0x${"61".repeat(12)}${"00".repeat(20)}`]],
			[
				"a length, a selector and the head of an offset",
				[`0x${"00".repeat(18)}0424ac9650d8${"00".repeat(8)}`],
			],
			["a selector and zeros", [`0xa9059cbb${"00".repeat(28)}`, number(0n), number(1n)]],
		];
		for (const [what, words] of pairs) expect(addressWordsOf(calling(...words)), what).toEqual([]);
		// Packed like the calls in a Safe's MultiSend: length, selector, padding, and the start of an address.
		for (const shift of [0, 1, 2, 3, 5, 11]) {
			const call = concatHex([number(0x44n), "0xa9059cbb", word(THIEF), number(5n)]);
			const bytes = concatHex(["0x12345678", `0x${"ff".repeat(shift)}`, call, number(0n)]);
			for (const found of addressWordsOf(bytes)) expect(found, String(shift)).toBe(low(THIEF));
		}
	});

	it("is still found with minable zeros, and in packed calls", () => {
		const vanity = [
			"0x00000000219ab540356cbb839cbe05303d7705fa",
			"0x0000000000a39bb272e79075ade125fd351887ac",
		];
		for (const mined of vanity)
			for (const before of [word("0x01"), word("0x00"), word(`0x${"cd".repeat(32)}`)])
				expect(addressWordsOf(calling(before, word(mined), word("0x05")))).toContain(mined);
		const inside = encodeFunctionData({
			abi: parseAbi(["function f(uint256 amount, bytes call)"]),
			args: [0n, transferData("0x00000000219ab540356cbb839cbe05303d7705fa", 5n)],
		});
		expect(addressWordsOf(inside)).toContain("0x00000000219ab540356cbb839cbe05303d7705fa");
		const packed = concatHex(["0x12345678", "0xa9059cbb", word(THIEF), word("0x05")]);
		expect(addressWordsOf(packed)).toEqual([low(THIEF)]);
	});

	it("is found in a validator's withdrawal credentials", () => {
		for (const kind of ["01", "02"]) {
			const credentials: Hex = `0x${kind}${"00".repeat(11)}${low(THIEF).slice(2)}`;
			expect(addressWordsOf(calling(word("0x20"), credentials))).toEqual([low(THIEF)]);
		}
	});

	it("is ignored if it is the user's, a contact, the called contract or a well-known token", () => {
		for (const address of [SIGNER, VAULT, USDC])
			expect(
				finding(UNREAD, commitOf({ to: VAULT, data: calling(word(address)) }), { more: agreeing }),
			).toBeUndefined();
		const who = user({ labels: { [low(THIEF)]: "Alice" } });
		expect(finding(UNREAD, view, { who, more: agreeing })).toBeUndefined();
	});

	it("is ignored if it was used there before, and nowhere else: not on another chain or in another role", () => {
		const used = (role: string): Uses => new Map([[low(THIEF), { sessionId: "s", roles: new Set([role]) }]]);
		const here = `${low(VAULT)} 0x12345678`;
		const told = (role: string) => finding(UNREAD, view, { who: user({ uses: used(role) }), more: agreeing });
		expect(told(roleOf("named", String(CHAIN), here))).toBeUndefined();
		for (const role of [
			roleOf("named", "1", here),
			roleOf("named", String(CHAIN), `${low(TOKEN)} 0x12345678`),
			roleOf("paid", String(CHAIN)),
			roleOf("allowed", String(CHAIN)),
		])
			expect(told(role), role).toMatchObject(GRAVE);
	});

	it("is a caution without a typed word if it is a contract that our own simulation saw at work", () => {
		const opinion = (code: typeof CONTRACT, to: string) => ({
			...agreeing,
			opinion: {
				local: simulated({}, { inner: [inner({ to: low(to) })] }),
				addressFacts: addressFactsOf({ [THIEF]: code }),
			},
		});
		expect(finding(UNREAD, view, { more: opinion(CONTRACT, THIEF) })).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
		expect(finding(UNREAD, view, { more: opinion(CONTRACT, TOKEN) })).toMatchObject(GRAVE);
		expect(finding(UNREAD, view, { more: opinion(ACCOUNT, THIEF) })).toMatchObject(GRAVE);
	});

	it("is ignored if it is the moved asset, unless it gets another one", () => {
		const row = (direction: "in" | "out", asset: string, counterparty = low(VAULT)) => ({
			account: low(SIGNER),
			asset,
			amount: "5",
			direction,
			counterparty,
		});
		const told = (...balanceChanges: ReturnType<typeof row>[]) =>
			finding(UNREAD, view, {
				more: { ...agreeing, opinion: { local: simulated({ balanceChanges }), addressFacts: null } },
			});
		expect(told(row("out", low(THIEF)))).toBeUndefined();
		expect(told(row("out", "native"), row("in", low(THIEF)))).toBeUndefined();
		expect(told(row("out", low(TOKEN)))).toMatchObject(GRAVE);
		expect(told(row("out", low(TOKEN), low(THIEF)), row("in", low(THIEF)))).toMatchObject(GRAVE);
		expect(told({ ...row("out", low(THIEF)), account: low(TOKEN) })).toMatchObject(GRAVE);
	});

	it("is searched in wrapper lookalikes, and not in a known wrapper", () => {
		const pays = commitOf({ to: VAULT, data: execTransaction({ to: TOKEN, data: transferData(THIEF, 5n) }) });
		expect(finding(UNREAD, pays, { more: agreeing })).toMatchObject(GRAVE);
		const known = { ...agreeing, opinion: opinionWith({ [VAULT]: SAFE }) };
		expect(finding(UNREAD, pays, { more: known })).toBeUndefined();
	});
});

describe("a function name that suggests a right", () => {
	it.each([
		"setAuthorization(address,bool)",
		"setAuthorizationWithSig(address)",
		"approveDelegation(address,uint256)",
		"setOperator(address,bool)",
		"hope(address)",
		"allow(address,bool)",
		"setSubnodeOwner(bytes32,bytes32,address)",
		"setResolver(bytes32,address)",
		"addGuardian(address)",
		"executeFor(address,bytes)",
		"setRelayerApproval(address,address,bool)",
		"cdpAllow(uint256,address,uint256)",
		"withdrawOnBehalf(address,uint256)",
		"installModule(uint256,address,bytes)",
	])("is %s", (signature) => {
		expect(namesRight(signature)).toBe(true);
	});

	it.each([
		"swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
		"supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)",
		"selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)",
		"revokeOperator(address)",
		"cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)",
		"undelegate(address)",
		"depositFor(address,uint256)",
	])("is not %s", (signature) => {
		expect(namesRight(signature)).toBe(false);
	});
});

describe("the native coin sent by an inner call", () => {
	const view = commitOf({ to: SIGNER, data: execute({ to: VAULT, value: 5n }) });
	const ran = (...calls: Parameters<typeof inner>[0][]) => ({
		opinion: {
			...NOT_SIMULATED,
			local: simulated({}, { inner: calls.map(inner) }),
			addressFacts: addressFactsOf({ [SIGNER]: CALIBUR }),
		},
	});

	it("is a danger if our own simulation does not see it arrive", () => {
		for (const call of [
			{ to: low(THIEF), value: 5n },
			{ to: low(VAULT), value: 4n },
		])
			expect(finding("value-not-seen", view, { more: ran(call) })).toMatchObject(GRAVE);
	});

	it("is not reported if it arrives, or if the RPC does not return the executed calls", () => {
		expect(finding("value-not-seen", view, { more: ran({ to: low(VAULT), value: 5n }) })).toBeUndefined();
		expect(finding("value-not-seen", view, { more: ran() })).toBeUndefined();
	});
});

it("a validator's request to the chain requires a typed word, even if the simulations agree", () => {
	for (const to of [
		"0x00000961Ef480Eb55e80D19ad83579A64c007002",
		"0x0000BBdDc7CE488642fb579F8B00f3a590007251",
	])
		expect(
			finding("unknown-call", commitOf({ to, data: `0x${"b1".repeat(96)}`, value: 1n }), { more: agreeing }),
		).toMatchObject(GRAVE);
});

it("votes delegated to a stranger are reported", () => {
	const lends = (to: string) => commitOf({ to: TOKEN, data: `0x5c19a95c${word(to).slice(2)}` });
	expect(finding("control", lends(THIEF))).toMatchObject({ severity: "caution", needsWord: false });
	expect(finding("control", lends(SIGNER))).toBeUndefined();
});

describe("a call that looks like a wrapper", () => {
	const view = commitOf({ to: VAULT, data: "0xd0e30db0", value: 5n });
	const out = { account: SIGNER, asset: "native", amount: "5", direction: "out" as const };
	const ran = (...balanceChanges: object[]) => ({
		opinion: {
			...NOT_SIMULATED,
			local: simulated({ balanceChanges: [out, ...balanceChanges] as [typeof out] }),
		},
	});

	it("is a danger if it returns nothing", () => {
		expect(finding("value-not-seen", view, { more: ran() })).toMatchObject(GRAVE);
		const comes = { account: SIGNER, asset: VAULT, amount: "5", direction: "in" };
		expect(finding("value-not-seen", view, { more: ran(comes) })).toBeUndefined();
	});
});

describe("a recipient of an unreadable call's outflow", () => {
	const view = commitOf({ to: VAULT, data: "0x12345678" });
	const out = {
		account: SIGNER,
		asset: TOKEN,
		amount: "5",
		direction: "out" as const,
		counterparty: low(THIEF),
	};
	const ran = (call: Parameters<typeof inner>[0], code = CONTRACT) => ({
		...agreeing,
		opinion: {
			local: simulated({ balanceChanges: [out] }, { inner: [inner(call)] }),
			addressFacts: addressFactsOf({ [THIEF]: code }),
		},
	});

	it("requires a typed word if it is unfamiliar and has no other role in it", () => {
		expect(finding("unfamiliar-receiver", view, { more: ran({}, ACCOUNT) })).toMatchObject({
			...GRAVE,
			text: { code: "finding.unfamiliar-receiver" },
			stake: { kind: "address", address: low(THIEF) },
		});
		expect(
			finding("unfamiliar-receiver", view, { more: ran({ to: low(THIEF), data: "0x12" }, ACCOUNT) }),
		).toMatchObject(GRAVE);
	});

	it("is ignored if it is a contract, a contact, or was paid before on this chain", () => {
		expect(finding("unfamiliar-receiver", view, { more: ran({}) })).toBeUndefined();
		const uses: Uses = new Map([
			[low(THIEF), { sessionId: "s", roles: new Set([roleOf("paid", String(CHAIN))]) }],
		]);
		for (const who of [user({ labels: { [low(THIEF)]: "Alice" } }), user({ uses })])
			expect(finding("unfamiliar-receiver", view, { who, more: ran({}, ACCOUNT) })).toBeUndefined();
	});
});

describe("a loss that the service claims and our own simulation does not show", () => {
	const effect = { kind: "balance", costs: false, account: SIGNER, asset: "native", other: null } as const;
	const amount = (raw: bigint) => ({ raw, decimals: 18, symbol: "ETH", checked: true });
	const told = (more: object) =>
		comparisonDiffers(
			comparing("differs", [
				{ ...effect, status: "differs", theirs: null, ours: null, text: verbatim("They differ."), ...more },
			]).comparison,
			[SIGNER],
		).find((each) => each !== null);

	it("is reported, as is an expiry that the two do not share", () => {
		expect(told({ status: "only_theirs", theirs: amount(-5n) })?.severity).toBe("caution");
		expect(told({ theirs: amount(-5n), ours: amount(-2n) })?.severity).toBe("caution");
		expect(told({ kind: "outcome" })?.severity).toBe("caution");
	});

	it("is not a larger inflow than stated", () => {
		expect(told({ status: "only_ours", ours: amount(5n) })).toBeUndefined();
	});
});
