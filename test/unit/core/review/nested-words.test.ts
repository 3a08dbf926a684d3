import { describe, expect, it } from "vitest";
import { decodeEvm } from "../../../../src/core/decode/evm/decode-evm.ts";
import {
	commonSignatures,
	possibleFunction,
	shortSignature,
} from "../../../../src/core/decode/evm/selectors.ts";
import { headlineOf } from "../../../../src/core/explain/evm/headline.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { readAddress, readBytes } from "../../../../src/core/format/numeral.ts";
import { factsRequestOf } from "../../../../src/core/review/ask.ts";
import { headlineText, textOf } from "../../../../src/text/index.ts";
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
import { facts, person, subject } from "./scene.ts";

const MAX = 2n ** 256n - 1n;
const ETHER = 10n ** 18n;
const me = "your account 0x7E5F45…395Bdf";
const [you, vault, token] = ["0x2B5AD5…cCD6cF", "0xb2b2b2…b2b2b2", "0xA1A1a1…A1a1a1"];

/** @param isVerified whatever speaks like a wrapper is known to be one */
function headline(to: string, data: Hex, value = 0n, isVerified = true) {
	const target = readAddress(to) ?? "0x";
	const decoded = decodeEvm({ to: target, value, data: readBytes(data) ?? "0x" }, () => isVerified);
	return headlineOf({ ...subject(commitOf({ to, data, value }), facts()), decoded });
}
const send = transferData(OTHER, 25_000_000n);
const allow = approveData(VAULT, MAX);
const swap = (recipient: string, payer = false) =>
	input("address|uint256|uint256|bytes|bool", [recipient, ETHER, 3_000_000n, v3Path(VAULT, TOKEN), payer]);

describe("the headline of a call that holds others", () => {
	it.each<[string, string, Hex, bigint?]>([
		[
			`Does 2 things on ${token}: sends 25 TUSD to ${you}, then lets ${vault} take any amount of TUSD`,
			TOKEN,
			multicall([send, allow]),
		],
		[`Sends 25 TUSD to ${you}`, TOKEN, multicall([send])],
		[`Does nothing through ${token}`, TOKEN, multicall([])],
		[`Through the Safe ${vault}: sends 1 ETH to ${you}`, VAULT, execTransaction({ to: OTHER, value: ETHER })],
		[
			`Through the Safe ${vault}: lets the code of ${you} act as ${vault}, with all that it holds`,
			VAULT,
			execTransaction({ to: OTHER, data: "0x12345678", operation: 1 }),
		],
		[
			`Through the Safe ${vault}: does 2 things: sends 25 TUSD to ${you}, then sends 1 ETH to ${you}`,
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
			`Through the Safe ${vault}: sends 1 ETH to ${you}, and pays at least 1 ETH to ${you} for gas`,
			VAULT,
			execTransaction({ to: OTHER, value: ETHER }, { base: ETHER, price: 1n, receiver: OTHER }),
		],
		[
			`Through ${vault}: does 2 things: sends 1 ETH to ${you}, then sends 25 TUSD to ${you}`,
			VAULT,
			aggregate3Value([
				{ to: OTHER, value: ETHER },
				{ to: TOKEN, data: send },
			]),
			ETHER,
		],
		[`Through the account ${vault}: sends 25 TUSD to ${you}`, VAULT, execute({ to: TOKEN, data: send })],
		[`Through your own account's code: sends 25 TUSD to ${you}`, SIGNER, execute({ to: TOKEN, data: send })],
		[
			`With 1 ETH: through the router 0x66a989…dBA8Af: swaps 1,000,000,000,000,000,000 base units of the token ${vault} for at least 3 TUSD`,
			UNIVERSAL_ROUTER,
			routerExecute([
				[0x0b, input("address|uint256", [ROUTER_ITSELF, ETHER])],
				[0x00, swap(CALLER)],
				[0x04, input("address|address|uint256", [TOKEN, CALLER, 3_000_000n])],
			]),
			ETHER,
		],
		[
			`Lets ${vault} take up to 25 TUSD through Permit2`,
			PERMIT2,
			callOf("function approve(address token, address spender, uint160 amount, uint48 expiration)", [
				TOKEN,
				VAULT,
				25_000_000n,
				1_800_000_000,
			]),
		],
	])("says: %s", (text, to, data, value = 0n) => {
		expect(textOf(headline(to, data, value).text)).toBe(text);
	});

	it("tells where a swap goes to somebody else", () => {
		const { text } = headline(UNIVERSAL_ROUTER, routerExecute([[0x00, swap(OTHER, true)]]));
		expect(textOf(text)).toContain(`for at least 3 TUSD, sent to ${you}`);
	});

	it("says what a contract would do only if it is a router, where nobody knows it as one", () => {
		const told = headline(VAULT, routerExecute([[0x00, swap(CALLER)]]), 0n, false);
		expect(textOf(told.text)).toContain(`If ${vault} is a Universal Router: swaps`);
		expect(told.known).toBe(false);
	});

	it.each<[string, string, Hex]>([
		[`If ${vault} is a Safe: sends 1 ETH to ${you}`, VAULT, execTransaction({ to: OTHER, value: ETHER })],
		[`If ${vault} is a smart account: sends 25 TUSD to ${you}`, VAULT, execute({ to: TOKEN, data: send })],
		[
			`If ${token} is a contract that calls its own functions: sends 25 TUSD to ${you}`,
			TOKEN,
			multicall([send]),
		],
		[
			`If ${vault} is a Multicall contract: sends 25 TUSD to ${you}`,
			VAULT,
			aggregate3Value([{ to: TOKEN, data: send }]),
		],
	])("says only what it would be, where the code is not known to be one: %s", (text, to, data) => {
		const told = headline(to, data, 0n, false);
		expect(textOf(told.text)).toBe(text);
		expect(told.known).toBe(false);
	});

	it("says first what runs in another's name, then what can't be read, then what gives rights away", () => {
		const calls = multiSend([
			{ to: TOKEN, data: send },
			{ to: TOKEN, data: send },
			{ to: TOKEN, data: allow },
			{ to: VAULT, data: "0x12345678" },
			{ to: OTHER, data: "0x12345678", operation: 1 },
		]);
		const told = headline(VAULT, execTransaction({ to: MULTISEND, data: calls, operation: 1 }));
		expect(textOf(told.text)).toBe(
			`Through the Safe ${vault}: does 5 things: lets the code of ${you} act as ${vault}, with all that it holds, then calls an unknown function 0x12345678 on ${vault}, then lets ${vault} take any amount of TUSD, and 2 more`,
		);
		expect(told.known).toBe(false);
	});

	it("says how many calls were not read", () => {
		const told = headline(TOKEN, multicall(Array.from({ length: 70 }, () => send)));
		expect(textOf(told.text)).toContain("and 67 more (6 of them more than can be shown)");
		expect(told.known).toBe(false);
	});

	it("stays of one length, however many and long its names are", () => {
		const who = person({ labels: { [OTHER.toLowerCase()]: "x".repeat(5000) } });
		const data = execTransaction({ to: TOKEN, data: multicall(Array.from({ length: 60 }, () => send)) });
		const { text } = headlineOf(subject(commitOf({ to: VAULT, data }), facts(), who));
		expect(headlineText(text).length).toBeLessThan(700);
	});
});

describe("the tokens of calls inside of a call", () => {
	it("are asked of the chain, so that they can be told in their own unit", () => {
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
		[`Deposits 1 ETH in ${token}`, "function deposit()", [], ETHER],
		[`Takes 25 TUSD out of ${token}`, "function withdraw(uint256 amount)", [25_000_000n]],
		[`Makes ${you} the owner of ${token}`, "function transferOwnership(address newOwner)", [OTHER]],
		[`Leaves ${token} without an owner for ever`, "function renounceOwnership()", []],
		[
			`Gives ${you} the role that rules all others of ${token}`,
			"function grantRole(bytes32 role, address account)",
			[`0x${"0".repeat(64)}`, OTHER],
		],
		[
			`Replaces the code of ${token} with that of ${you}, and runs it at once`,
			"function upgradeToAndCall(address newImplementation, bytes data)",
			[OTHER, "0x12345678"],
		],
		[
			`Lets the contract ${you} act as the Safe ${token} without its owners`,
			"function enableModule(address module)",
			[OTHER],
		],
		[`Lends the votes of ${me} in ${token} to ${you}`, "function delegate(address delegatee)", [OTHER]],
		[`Burns 25 TUSD`, "function burn(uint256 amount)", [25_000_000n]],
		[
			`Puts 25,000,000 base units of its asset into the vault ${token} for ${you}`,
			"function deposit(uint256 assets, address receiver)",
			[25_000_000n, OTHER],
		],
		[
			`Gives back 25 TUSD to the vault ${token} for its asset, paid to ${you}`,
			"function redeem(uint256 shares, address receiver, address owner)",
			[25_000_000n, OTHER, SIGNER],
		],
		[
			`Lets ${vault} take up to 25 TUSD from ${you}`,
			"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
			[OTHER, VAULT, 25_000_000n, 1n, 27, `0x${"1".repeat(64)}`, `0x${"2".repeat(64)}`],
		],
	])("are told: %s", (text, signature, args, value = 0n) => {
		const told = headline(TOKEN, callOf(signature, args), value);
		expect(textOf(told.text)).toBe(text);
		expect(told.known).toBe(true);
	});
});

describe("functions that are not read", () => {
	it("are named as possible only, and stay unknown", () => {
		const told = headline(VAULT, "0x38ed1739");
		expect(textOf(told.text)).toBe(
			`Calls an unknown function 0x38ed1739, possibly swapExactTokensForTokens(…), on ${vault}`,
		);
		expect(told.known).toBe(false);
	});

	it("come from a list of some hundreds, each once", () => {
		const all = commonSignatures();
		expect(all.length).toBeGreaterThan(200);
		expect(new Set(all).size).toBe(all.length);
		expect(possibleFunction("0xffffffff")).toBeNull();
		expect(shortSignature("mint()")).toBe("mint()");
	});

	it("are not in that list where they are read", () => {
		for (const signature of ["transfer(address,uint256)", "multicall(bytes[])", "execute(bytes,bytes[])"])
			expect(commonSignatures()).not.toContain(signature);
	});
});
