import { describe, expect, it } from "vitest";
import { decodeEvm } from "../../../../src/core/decode/evm/decode-evm.ts";
import {
	commonSignatures,
	possibleFunction,
	shortSignature,
} from "../../../../src/core/decode/evm/selectors.ts";
import { headlineOf } from "../../../../src/core/describe/evm/headline.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { readAddress, readBytes } from "../../../../src/core/format/numeral.ts";
import { factsRequestOf } from "../../../../src/core/review/ask.ts";
import { outline } from "../../../support/outline.ts";
import {
	approveData,
	commitOf,
	frozenOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../match/honest.ts";
import {
	aggregate3Value,
	CALLER,
	callOf,
	execTransaction,
	execute,
	input,
	MULTISEND,
	multicall,
	multiSend,
	PERMIT2,
	ROUTER_ITSELF,
	routerExecute,
	UNIVERSAL_ROUTER,
	v3Path,
} from "./calls.ts";
import { facts, subject } from "./scene.ts";

const MAX = 2n ** 256n - 1n;
const ETHER = 10n ** 18n;

const [you, vault, token] = ["0x2B5AD5…cCD6cF", "0xb2b2b2…b2b2b2", "0xA1A1a1…A1a1a1"];

/** @param isVerified whether a contract with a wrapper's interface counts as a known wrapper */
function headline(to: string, data: Hex, value = 0n, isVerified = true) {
	const target = readAddress(to) ?? "0x";
	const decoded = decodeEvm({ to: target, value, data: readBytes(data) ?? "0x" }, () => isVerified);
	return headlineOf({ ...subject(commitOf({ to, data, value }), facts()), decoded });
}
const send = transferData(OTHER, 25_000_000n);
const allow = approveData(VAULT, MAX);
const allowKnown = approveData(ROUTER_ITSELF, 5n);
const swap = (recipient: string, payer = false) =>
	input("address|uint256|uint256|bytes|bool", [recipient, ETHER, 3_000_000n, v3Path(VAULT, TOKEN), payer]);

describe("the headline of a call with inner calls", () => {
	it.each<[string, string, Hex, bigint?]>([
		[
			`call.multicall(count: 2, where: ${token}, told: headline.then(told: token.send(amount: 25 TUSD, to: ${you}), next: token.permission.any(who: ${vault}, asset: TUSD)))`,
			TOKEN,
			multicall([send, allow]),
		],
		[`token.send(amount: 25 TUSD, to: ${you})`, TOKEN, multicall([send])],
		[`call.nothing(where: ${token})`, TOKEN, multicall([])],
		[
			`call.through.safe(where: ${vault}, count: 1, told: token.send(amount: 1 ETH, to: ${you}))`,
			VAULT,
			execTransaction({ to: OTHER, value: ETHER }),
		],
		[
			`call.through.safe(where: ${vault}, count: 1, told: call.unknown.delegate(where: ${you}, who: ${vault}))`,
			VAULT,
			execTransaction({ to: OTHER, data: "0x12345678", operation: 1 }),
		],
		[
			`call.through.safe(where: ${vault}, count: 1, told: call.things(count: 2, told: headline.then(told: token.send(amount: 25 TUSD, to: ${you}), next: token.send(amount: 1 ETH, to: ${you}))))`,
			VAULT,
			execTransaction({
				to: MULTISEND,
				data: multiSend([
					{ to: TOKEN, data: send },
					{ to: OTHER, value: ETHER },
				]),
				operation: 1,
			}),
		],
		[
			`call.through.safe(where: ${vault}, count: 1, told: call.refund(told: token.send(amount: 1 ETH, to: ${you}), amount: 1 ETH, to: ${you}))`,
			VAULT,
			execTransaction({ to: OTHER, value: ETHER }, { base: ETHER, price: 1n, receiver: OTHER }),
		],
		[
			`call.through(where: ${vault}, count: 2, told: headline.then(told: token.send(amount: 1 ETH, to: ${you}), next: token.send(amount: 25 TUSD, to: ${you})))`,
			VAULT,
			aggregate3Value([
				{ to: OTHER, value: ETHER },
				{ to: TOKEN, data: send },
			]),
			ETHER,
		],
		[
			`call.through.account(where: ${vault}, count: 1, told: token.send(amount: 25 TUSD, to: ${you}))`,
			VAULT,
			execute({ to: TOKEN, data: send }),
		],
		[
			`call.through.own-account(count: 1, told: token.send(amount: 25 TUSD, to: ${you}))`,
			SIGNER,
			execute({ to: TOKEN, data: send }),
		],
		[
			`call.with(amount: 1 ETH, told: call.through.router(where: 0x6fF569…299b43, told: call.swap(given: 1000000000000000000 units of token.without-symbol(address: ${vault}), got: 3 TUSD)))`,
			UNIVERSAL_ROUTER,
			routerExecute([
				[0x0b, input("address|uint256", [ROUTER_ITSELF, ETHER])],
				[0x00, swap(CALLER)],
				[0x04, input("address|address|uint256", [TOKEN, CALLER, 3_000_000n])],
			]),
			ETHER,
		],
		[
			`call.permits.permit2(told: token.permission(who: ${vault}, amount: 25 TUSD))`,
			PERMIT2,
			callOf("function approve(address token, address spender, uint160 amount, uint48 expiration)", [
				TOKEN,
				VAULT,
				25_000_000n,
				1_800_000_000,
			]),
		],
	])("says: %s", (text, to, data, value = 0n) => {
		expect(outline(headline(to, data, value).text)).toBe(text);
	});

	it("says if a swap goes to somebody else", () => {
		const { text } = headline(UNIVERSAL_ROUTER, routerExecute([[0x00, swap(OTHER, true)]]));
		expect(outline(text)).toMatch(new RegExp(`call\\.swap\\.sent-to\\(.*, got: 3 TUSD\\), to: ${you}\\)`));
	});

	it("says what an unknown contract would do only if it is a router", () => {
		const told = headline(VAULT, routerExecute([[0x00, swap(CALLER)]]), 0n, false);
		expect(outline(told.text)).toContain(`call.if(wrapper: call.wrapper.router, count: 1, told: call.swap(`);
		expect(told.known).toBe(false);
	});

	it.each<[string, string, Hex]>([
		[
			`call.if(wrapper: call.wrapper.safe, count: 1, told: token.send(amount: 1 ETH, to: ${you}))`,
			VAULT,
			execTransaction({ to: OTHER, value: ETHER }),
		],
		[
			`call.if(wrapper: call.wrapper.account, count: 1, told: token.send(amount: 25 TUSD, to: ${you}))`,
			VAULT,
			execute({ to: TOKEN, data: send }),
		],
		[
			`call.if(wrapper: call.wrapper.multicall, count: 1, told: token.send(amount: 25 TUSD, to: ${you}))`,
			TOKEN,
			multicall([send]),
		],
		[
			`call.if(wrapper: call.wrapper.aggregate, count: 1, told: token.send(amount: 25 TUSD, to: ${you}))`,
			VAULT,
			aggregate3Value([{ to: TOKEN, data: send }]),
		],
	])("describes only a possible call, if the code is not known: %s", (text, to, data) => {
		const told = headline(to, data, 0n, false);
		expect(outline(told.text)).toBe(text);
		expect(told.known).toBe(false);
	});

	it("names foreign code first, then unreadable calls, then rights", () => {
		const calls = multiSend([
			{ to: TOKEN, data: send },
			{ to: TOKEN, data: send },
			{ to: TOKEN, data: allow },
			{ to: VAULT, data: "0x12345678" },
			{ to: OTHER, data: "0x12345678", operation: 1 },
		]);
		const told = headline(VAULT, execTransaction({ to: MULTISEND, data: calls, operation: 1 }));
		expect(outline(told.text)).toBe(
			`call.through.safe(where: ${vault}, count: 1, told: call.things(count: 5, told: headline.and-more(told: headline.then(told: headline.then(told: call.unknown.delegate(where: ${you}, who: ${vault}), next: call.unknown(selector: 0x12345678, where: ${vault})), next: token.permission.any(who: ${vault}, asset: TUSD)), count: 2)))`,
		);
		expect(told.known).toBe(false);
	});

	it("hides no stranger behind a count: the largest amount of a stranger is named first", () => {
		const pay = (to: string, amount: bigint) => transferData(to, amount * 1_000_000n);
		const thief = "0x00000000000000000000000000000000000c0ffe";
		const eleven = Array.from({ length: 11 }, () => pay(OTHER, 25n));
		const calls = [...eleven.slice(0, 5), pay(VAULT, 1n), ...eleven.slice(5), pay(thief, 25n), allowKnown];
		const decoded = decodeEvm({ to: readAddress(TOKEN) ?? "0x", value: 0n, data: multicall(calls) });
		const knows = { labels: { [OTHER.toLowerCase()]: "Ada", [ROUTER_ITSELF.toLowerCase()]: "Router" } };
		const whole = subject(commitOf({ to: TOKEN, data: multicall(calls) }), facts());
		const told = headlineOf({ ...whole, user: { ...whole.user, ...knows }, decoded });
		expect(outline(told.text)).toContain(
			`headline.and-more(told: headline.then(told: headline.then(told: token.send(amount: 25 TUSD, to: 0x000000…0c0ffe), next: token.send(amount: 1 TUSD, to: ${vault}))`,
		);
		expect(told.gain).toMatchObject({ most: 25_000_000n });
	});

	it("states the number of unread calls", () => {
		const told = headline(TOKEN, multicall(Array.from({ length: 70 }, () => send)));
		expect(outline(told.text)).toMatch(/told: call\.more-than-shown\(.*, count: 67\), count: 6\)\)$/);
		expect(told.known).toBe(false);
	});
});

describe("the tokens of inner calls", () => {
	it("are queried, so that they can be shown in their own unit", () => {
		const data = execTransaction({ to: TOKEN, data: multicall([send, allow]) });
		const view = commitOf({ to: VAULT, data });
		expect(factsRequestOf(frozenOf(view))?.tokens.map(({ address }) => address)).toEqual([
			TOKEN.toLowerCase(),
		]);
		const traded = commitOf({ to: UNIVERSAL_ROUTER, data: routerExecute([[0x00, swap(CALLER)]]) });
		expect(factsRequestOf(frozenOf(traded))?.tokens.map(({ address }) => address)).toEqual([
			VAULT.toLowerCase(),
			TOKEN.toLowerCase(),
		]);
	});
});

describe("plainly known functions", () => {
	it.each<[string, string, readonly unknown[], bigint?]>([
		[`call.deposit(amount: 1 ETH, where: ${token})`, "function deposit()", [], ETHER],
		[`call.take-out(amount: 25 TUSD, where: ${token})`, "function withdraw(uint256 amount)", [25_000_000n]],
		[`control.owner(who: ${you}, where: ${token})`, "function transferOwnership(address newOwner)", [OTHER]],
		[`control.renounce(where: ${token})`, "function renounceOwnership()", []],
		[
			`control.grant(who: ${you}, role: control.admin-role, where: ${token})`,
			"function grantRole(bytes32 role, address account)",
			[`0x${"0".repeat(64)}`, OTHER],
		],
		[
			`control.upgrade.and-run(where: ${token}, who: ${you})`,
			"function upgradeToAndCall(address newImplementation, bytes data)",
			[OTHER, "0x12345678"],
		],
		[`control.safe-module(who: ${you}, where: ${token})`, "function enableModule(address module)", [OTHER]],
		[
			`call.vote(who: account.yours(address: 0x7E5F45…395Bdf), where: ${token}, to: ${you})`,
			"function delegate(address delegatee)",
			[OTHER],
		],
		["token.burn(amount: 25 TUSD)", "function burn(uint256 amount)", [25_000_000n]],
		[
			`call.vault.deposit.for(amount: 25000000 units of call.vault.asset, where: ${token}, to: ${you})`,
			"function deposit(uint256 assets, address receiver)",
			[25_000_000n, OTHER],
		],
		[
			`call.vault.redeem.to(amount: 25 TUSD, where: ${token}, to: ${you})`,
			"function redeem(uint256 shares, address receiver, address owner)",
			[25_000_000n, OTHER, SIGNER],
		],
		[
			`call.permits.from(told: token.permission(who: ${vault}, amount: 25 TUSD), owner: ${you})`,
			"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
			[OTHER, VAULT, 25_000_000n, 1n, 27, `0x${"1".repeat(64)}`, `0x${"2".repeat(64)}`],
		],
	])("are described: %s", (text, signature, args, value = 0n) => {
		const told = headline(TOKEN, callOf(signature, args), value);
		expect(outline(told.text)).toBe(text);
		expect(told.known).toBe(true);
	});
});

describe("functions that are not decoded", () => {
	it("are named as possible only, and stay unknown", () => {
		const told = headline(VAULT, "0x38ed1739");
		expect(outline(told.text)).toBe(
			`call.unknown.possibly(selector: 0x38ed1739, possible: swapExactTokensForTokens(…), where: ${vault})`,
		);
		expect(told.known).toBe(false);
	});

	it("are some hundreds, each once, and none that a family decodes", () => {
		const all = commonSignatures();
		expect(all.length).toBeGreaterThan(200);
		expect(new Set(all).size).toBe(all.length);
		expect(possibleFunction("0xffffffff")).toBeNull();
		expect(shortSignature("mint()")).toBe("mint()");
	});

	it("include a family's functions, which are decoded only at their own contracts", () => {
		expect(possibleFunction("0xa694fc3a")).toBe("stake(uint256)");
		expect(possibleFunction("0x617ba037")).toBe("supply(address,uint256,address,uint16)");
	});

	it("exclude functions that are decoded anywhere, or that count only at their family's contracts", () => {
		const readAnywhere = ["transfer(address,uint256)", "multicall(bytes[])", "execute(bytes,bytes[])"];
		const ofFamily = ["deposit()", "transfer(address,uint256,uint256)", "approve(bytes32,address,bool)"];
		for (const signature of [...readAnywhere, ...ofFamily])
			expect(commonSignatures()).not.toContain(signature);
	});
});
