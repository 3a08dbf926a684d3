import { describe, expect, it } from "vitest";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { approveData, OTHER, SIGNER, TOKEN, transferData } from "../../match/honest.ts";
import {
	aggregate3Value,
	CALLER,
	callOf,
	execTransaction,
	execute,
	input,
	MULTISEND,
	multiSend,
	PERMIT2,
	ROUTER_ITSELF,
	routerExecute,
	UNIVERSAL_ROUTER,
	v3Path,
} from "../../review/calls.ts";
import { collection, tokenFacts, user } from "../../review/scene.ts";
import { ACCOUNT, CALIBUR, SAFE } from "../../risk/evm/scene.ts";
import { approval, dai, friend, me, moves, thief, token, vault } from "../compare/compare-scene.ts";
import { effectsOf, MAX, movementLines, rightLines, SAFE_AT, simulating } from "./scene.ts";

const AAVE = "0xa238dd80c259a72e81d7e4664a9801593f98d1c5";
const POSITIONS = "0x03a520b32c04bf3beef7beb72e919cf822ed34f1";
const WETH = "0x4200000000000000000000000000000000000006";
const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const COLLECTION = { ...collection(), address: dai };
const ZERO = `0x${"0".repeat(40)}`;
const ZERO_WORD = `0x${"0".repeat(64)}`;

const swapIn = (recipient: string, least: bigint, byCaller = true) =>
	input("address|uint256|uint256|bytes|bool", [recipient, 100n, least, v3Path(TOKEN, dai), byCaller]);
const sweepTo = (asset: string, to: string, least: bigint) =>
	input("address|address|uint256", [asset, to, least]);
const portionTo = (asset: string, to: string, share: bigint) =>
	input("address|address|uint256", [asset, to, share]);

const router = (...commands: Parameters<typeof routerExecute>[0]) => ({
	to: UNIVERSAL_ROUTER,
	data: routerExecute(commands),
});

describe("movements named by the bytes", () => {
	it.each<[string, { to: string; value?: bigint; data?: Hex }, readonly string[]]>([
		["coin", { to: OTHER, value: 5n }, [`5 native: ${me} > ${friend}`]],
		["a token", { to: TOKEN, data: transferData(OTHER, 7n) }, [`7 ${token}: ${me} > ${friend}`]],
		[
			"tokens of somebody else, by their permission",
			{
				to: TOKEN,
				data: callOf("function transferFrom(address from, address to, uint256 amount)", [thief, OTHER, 7n]),
			},
			[`7 ${token}: ${thief} > ${friend}`],
		],
		[
			"a burn",
			{ to: TOKEN, data: callOf("function burn(uint256 amount)", [7n]) },
			[`7 ${token}: ${me} > ${ZERO}`],
		],
		[
			"items by count",
			{
				to: vault,
				data: callOf(
					"function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
					[SIGNER, OTHER, [1n, 2n], [3n, 4n], "0x"],
				),
			},
			[`3 item ${vault} #1: ${me} > ${friend}`, `4 item ${vault} #2: ${me} > ${friend}`],
		],
		[
			"a swap with its minimum output",
			router([0x00, swapIn(CALLER, 90n)]),
			[`100 ${token}: ${me} > ${UNIVERSAL_ROUTER}`, `90.. ${dai}: ${UNIVERSAL_ROUTER} > ${me}`],
		],
		[
			"a part of the output for somebody else, and the minimum of the rest",
			router(
				[0x00, swapIn(ROUTER_ITSELF, 0n)],
				[0x06, portionTo(dai, thief, 5_000n)],
				[0x04, sweepTo(dai, CALLER, 40n)],
			),
			[
				`100 ${token}: ${me} > ${UNIVERSAL_ROUTER}`,
				`0.. ${dai}: ${UNIVERSAL_ROUTER} > ?`,
				`0.. ${dai}: ${UNIVERSAL_ROUTER} > ${thief}`,
				`40.. ${dai}: ${UNIVERSAL_ROUTER} > ${me}`,
			],
		],
		[
			"coin wrapped by the token",
			{ to: WETH, value: 9n, data: "0xd0e30db0" },
			[`9 native: ${me} > ${WETH}`, `9 ${WETH}: ${WETH} > ${me}`],
		],
		[
			"a deposit for shares that an unknown vault may not give",
			{
				to: vault,
				data: callOf("function deposit(uint256 assets, address receiver)", [50n, SIGNER]),
			},
			[`0..50 unknown: ${me} > ${vault}`, `0.. ${vault}: ${vault} > ${me}`],
		],
		[
			"a possible outflow to an unknown contract that may wrap coin",
			{ to: vault, data: callOf("function withdraw(uint256 amount)", [50n]) },
			[`0..50 ${vault}: ${me} > ${vault}`, `0..50 native: ${vault} > ${me}`],
		],
		[
			"shares of somebody else that are redeemed",
			{
				to: vault,
				data: callOf("function redeem(uint256 shares, address receiver, address owner)", [50n, thief, OTHER]),
			},
			[`0..50 ${vault}: ${friend} > ${vault}`, `0.. unknown: ${vault} > ${thief}`],
		],
		[
			"a loan with its debt",
			{
				to: AAVE,
				data: callOf(
					"function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
					[TOKEN, 70n, 2n, 0, SIGNER],
				),
			},
			[`70 ${token}: ${AAVE} > ${me}`, `70 debt ${AAVE}: ${AAVE} > ${me}`],
		],
		[
			"a deposit into a known contract, as a position",
			{
				to: AAVE,
				data: callOf(
					"function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
					[TOKEN, 70n, thief, 0],
				),
			},
			[`70 ${token}: ${me} > ${AAVE}`, `0.. position ${AAVE}: ${AAVE} > ${thief}`],
		],
		[
			"an amount that only the filled position determines",
			{
				to: POSITIONS,
				data: callOf(
					"function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)",
					[
						{
							tokenId: 5n,
							amount0Desired: 1n,
							amount1Desired: 2n,
							amount0Min: 0n,
							amount1Min: 0n,
							deadline: 1n,
						},
					],
				),
			},
			[`0.. unknown: ${me} > ${POSITIONS}`, `0.. position ${POSITIONS} #5: ${POSITIONS} > ?`],
		],
		[
			"a withdrawal for somebody else",
			{
				to: AAVE,
				data: callOf("function withdraw(address asset, uint256 amount, address to)", [TOKEN, MAX, thief]),
			},
			[`0.. position ${AAVE}: ${me} > ${AAVE}`, `0.. ${token}: ${AAVE} > ${thief}`],
		],
	])("cover %s", (_, call, expected) => {
		expect(movementLines(effectsOf(call))).toEqual(expected);
	});

	it("cover an item if the contract says that it is a collection", () => {
		const data = callOf("function transferFrom(address from, address to, uint256 id)", [SIGNER, OTHER, 7n]);
		expect(movementLines(effectsOf({ to: dai, data }, { tokens: [COLLECTION] }))).toEqual([
			`1 item ${dai} #7: ${me} > ${friend}`,
		]);
		expect(movementLines(effectsOf({ to: dai, data }))).toEqual([`7 unknown ${dai}: ${me} > ${friend}`]);
	});

	it("may come later, if an application pays out by another transaction", () => {
		const data = callOf("function requestRedeem(uint256 shares, address controller, address owner)", [
			50n,
			thief,
			SIGNER,
		]);
		const effects = effectsOf({ to: vault, data });
		expect(movementLines(effects)).toEqual([`0..50 position ${vault}: ${me} > ${vault}`]);
		expect(movementLines(effects, "permitted")).toEqual([`0.. unknown: ${vault} > ${thief}`]);
	});

	it("exclude payments to oneself and zero amounts", () => {
		const { movements } = effectsOf({ to: TOKEN, data: transferData(SIGNER, 7n) });
		expect(movements).toEqual([]);
		expect(effectsOf({ to: TOKEN, data: transferData(OTHER, 0n) }).movements).toEqual([]);
	});
});

describe("an account of somebody else", () => {
	it("is a funder if its tokens move by its allowance", () => {
		const data = callOf("function transferFrom(address from, address to, uint256 amount)", [friend, me, 7n]);
		expect(effectsOf({ to: TOKEN, data })).toMatchObject({ controlled: [friend], lenders: [friend] });
	});
});

describe("inner calls", () => {
	const pays = { to: TOKEN, data: transferData(thief, 7n) };

	it("move a Safe's holdings, and the refund it pays", () => {
		const data = execTransaction(pays, { base: 10n, price: 3n, receiver: thief });
		const effects = effectsOf({ to: SAFE_AT, data }, { codes: { [SAFE_AT]: SAFE } });
		expect(movementLines(effects)).toEqual([
			`30.. native: ${SAFE_AT} > ${thief}`,
			`7 ${token}: ${SAFE_AT} > ${thief}`,
		]);
		expect(effects).toMatchObject({ controlled: [SAFE_AT], lenders: [], gaps: ["not-simulated"] });
	});

	it("refund the sender of the transaction if no recipient is named", () => {
		const data = execTransaction(pays, { base: 10n, price: 3n });
		expect(movementLines(effectsOf({ to: SAFE_AT, data }, { codes: { [SAFE_AT]: SAFE } }))).toContain(
			`30.. native: ${SAFE_AT} > ${me}`,
		);
	});

	it("may move nothing if the contract between is not known to make them", () => {
		const effects = effectsOf({ to: SAFE_AT, data: execTransaction(pays) });
		expect(movementLines(effects)).toEqual([`0..7 ${token}: ${SAFE_AT} > ${thief}`]);
		expect(effects.gaps).toEqual(["not-simulated", "unread"]);
	});

	it("count for each call in a Safe's batch", () => {
		const batch = multiSend([{ to: thief, value: 2n }, pays]);
		const data = execTransaction({ to: MULTISEND, data: batch, operation: 1 });
		expect(movementLines(effectsOf({ to: SAFE_AT, data }, { codes: { [SAFE_AT]: SAFE } }))).toEqual([
			`2 native: ${SAFE_AT} > ${thief}`,
			`7 ${token}: ${SAFE_AT} > ${thief}`,
		]);
	});

	it("belong to the user if their account delegates to the code", () => {
		const effects = effectsOf({ to: SIGNER, data: execute(pays) }, { codes: { [SIGNER]: CALIBUR } });
		expect(movementLines(effects)).toEqual([`7 ${token}: ${me} > ${thief}`]);
		expect(effects.controlled).toEqual([]);
	});

	it("pass coin on from its sender", () => {
		const call = { to: MULTICALL3, value: 5n, data: aggregate3Value([{ to: thief, value: 5n }]) };
		const codes = { [MULTICALL3]: { ...ACCOUNT, size: 1 } };
		expect(movementLines(effectsOf(call, { codes })).map((line) => line.replace(/^\S+ /, ""))).toEqual([
			`native: ${me} > ${MULTICALL3}`,
			`native: ${MULTICALL3} > ${thief}`,
		]);
	});
});

describe("calls relayed for their signer", () => {
	const ENTRY_POINT = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";
	const FORWARDER = "0xf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0";
	const WORD = `0x${"0".repeat(64)}`;
	const sends = transferData(thief, 7n);

	it("move the holdings of the smart account of a user operation", () => {
		const data = callOf(
			"function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
			[
				[
					{
						sender: SAFE_AT,
						nonce: 0n,
						initCode: "0x",
						callData: execute({ to: TOKEN, data: sends }),
						accountGasLimits: WORD,
						preVerificationGas: 0n,
						gasFees: WORD,
						paymasterAndData: "0x",
						signature: "0x",
					},
				],
				SIGNER,
			],
		);
		const effects = effectsOf({ to: ENTRY_POINT, data });
		expect(movementLines(effects)).toEqual([`0..7 ${token}: ${SAFE_AT} > ${thief}`]);
		expect(effects).toMatchObject({ controlled: [SAFE_AT], gaps: ["not-simulated", "unread"] });
	});

	it("move and permit in the name of a meta-transaction's signer", () => {
		const forward = (data: Hex) =>
			callOf(
				"function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request)",
				[{ from: OTHER, to: TOKEN, value: 0n, gas: 1n, deadline: 1, data, signature: "0x" }],
			);
		const sent = effectsOf({ to: FORWARDER, data: forward(sends) });
		expect(movementLines(sent)).toEqual([`0..7 ${token}: ${friend} > ${thief}`]);
		expect(sent.controlled).toEqual([friend]);
		expect(rightLines(effectsOf({ to: FORWARDER, data: forward(approveData(thief, 7n)) }))).toEqual([
			`${thief}: 7 ${token}, ${friend}`,
		]);
	});

	it("move amounts that were signed earlier", () => {
		const data = callOf(
			"function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
			[OTHER, thief, 7n, 0n, 1n, WORD, 27, WORD, WORD],
		);
		const effects = effectsOf({ to: TOKEN, data });
		expect(movementLines(effects)).toEqual([`0..7 ${token}: ${friend} > ${thief}`]);
		expect(effects.controlled).toEqual([friend]);
	});

	it("are found inside a batch", () => {
		const data = callOf(
			"function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
			[OTHER, thief, 7n, 0n, 1n, WORD, "0x"],
		);
		const batch = execTransaction({ to: TOKEN, data });
		expect(movementLines(effectsOf({ to: SAFE_AT, data: batch }, { codes: { [SAFE_AT]: SAFE } }))).toEqual([
			`0..7 ${token}: ${friend} > ${thief}`,
		]);
	});
});

describe("accounts whose funds the signature moves", () => {
	it("are those that gave the user a permission, and none of their own", () => {
		const data = callOf("function transferFrom(address from, address to, uint256 amount)", [
			OTHER,
			thief,
			7n,
		]);
		expect(effectsOf({ to: TOKEN, data }).controlled).toEqual([friend]);
		const who = user({ accounts: [SIGNER, OTHER] });
		expect(effectsOf({ to: TOKEN, data }, { who }).controlled).toEqual([]);
	});

	it("are never the contract that passes on its holdings", () => {
		expect(effectsOf(router([0x00, swapIn(CALLER, 90n)])).controlled).toEqual([]);
	});
});

describe("rights given by the bytes", () => {
	const LATER = 1_795_270_052n;
	it.each<[string, { to: string; data: Hex }, readonly string[]]>([
		["an allowance", { to: TOKEN, data: approveData(thief, 7n) }, [`${thief}: 7 ${token}, ${me}`]],
		[
			"an allowance without a bound",
			{ to: TOKEN, data: approveData(thief, MAX) },
			[`${thief}: all ${token}, ${me}`],
		],
		["a revoked allowance", { to: TOKEN, data: approveData(thief, 0n) }, [`${thief}: 0 ${token}, ${me}`]],
		[
			"an increased allowance",
			{
				to: TOKEN,
				data: callOf("function increaseAllowance(address spender, uint256 addedValue)", [thief, 7n]),
			},
			[`${thief}: 10 ${token}, ${me}`],
		],
		[
			"Permit2, with its expiry",
			{
				to: PERMIT2,
				data: callOf("function approve(address token, address spender, uint160 amount, uint48 expiration)", [
					TOKEN,
					thief,
					7n,
					Number(LATER),
				]),
			},
			[`${thief}: 7 ${token}, ${me} until ${LATER} in ${PERMIT2.toLowerCase()}`],
		],
		[
			"Permit2, if a router hands it the permit",
			router([
				0x0a,
				input("((address,uint160,uint48,uint48),address,uint256)|bytes", [
					[[TOKEN, 7n, Number(LATER), 0], thief, 1n],
					"0x",
				]),
			]),
			[`${thief}: 7 ${token}, ${me} until ${LATER} in ${PERMIT2.toLowerCase()}`],
		],
		[
			"the token, if another contract hands it the permit",
			{
				to: POSITIONS,
				data: callOf(
					"function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
					[TOKEN, 7n, 1n, 27, ZERO_WORD, ZERO_WORD],
				),
			},
			[`${POSITIONS}: 7 ${token}, ${me}`],
		],
		[
			"a whole collection",
			{
				to: vault,
				data: callOf("function setApprovalForAll(address operator, bool approved)", [thief, true]),
			},
			[`${thief}: all item ${vault}, ${me}`],
		],
		[
			"votes",
			{ to: TOKEN, data: callOf("function delegate(address delegatee)", [thief]) },
			[`${thief}: all vote of ${token}, ${me}`],
		],
		[
			"a contract's owner",
			{ to: vault, data: callOf("function transferOwnership(address newOwner)", [thief]) },
			[`${thief}: all owner of ${vault}, ${vault}`],
		],
		[
			"new code",
			{ to: vault, data: callOf("function upgradeTo(address newImplementation)", [thief]) },
			[`${thief}: all upgrade of ${vault}, ${vault}`],
		],
		[
			"nobody, if it is given up",
			{ to: vault, data: callOf("function renounceOwnership()", []) },
			[`${me}: 0 renounce of ${vault}, ${vault}`],
		],
	])("cover %s", (_, call, expected) => {
		const tokens = [tokenFacts({ allowance: { ok: true, value: 3n } })];
		expect(rightLines(effectsOf(call, { tokens }))).toEqual(expected);
	});

	it("cover one item if the contract says that it is a collection", () => {
		const effects = effectsOf({ to: dai, data: approveData(thief, 7n) }, { tokens: [COLLECTION] });
		expect(rightLines(effects)).toEqual([`${thief}: 1 item ${dai} #7, ${me}`]);
	});

	it.each<[string, Hex, readonly string[]]>([
		[
			"owners",
			callOf("function swapOwner(address prevOwner, address oldOwner, address newOwner)", [
				CALLER,
				SIGNER,
				thief,
			]),
			[
				`${thief}: all safe-owner-swapped of ${SAFE_AT}, ${SAFE_AT}`,
				`${me}: 0 safe-owner-swapped of ${SAFE_AT}, ${SAFE_AT}`,
			],
		],
		[
			"modules",
			callOf("function enableModule(address module)", [thief]),
			[`${thief}: all safe-module of ${SAFE_AT}, ${SAFE_AT}`],
		],
		[
			"guards",
			callOf("function setGuard(address guard)", [thief]),
			[`${thief}: all safe-guard of ${SAFE_AT}, ${SAFE_AT}`],
		],
	])("cover the %s of a Safe", (_, data, expected) => {
		const call = { to: SAFE_AT, data: execTransaction({ to: SAFE_AT, data }) };
		expect(rightLines(effectsOf(call, { codes: { [SAFE_AT]: SAFE } }))).toEqual(expected);
	});

	it("cover all of a Safe for code that runs in its name", () => {
		const data = execTransaction({ to: thief, data: "0x12345678", operation: 1 });
		expect(rightLines(effectsOf({ to: SAFE_AT, data }, { codes: { [SAFE_AT]: SAFE } }))).toEqual([
			`${thief}: all delegatecall of ${SAFE_AT}, ${SAFE_AT}`,
		]);
	});
});

const word = (value: string) => `0x${value.replace("0x", "").padStart(64, "0")}`;
const logged = (address: string, from: string, to: string, amount: bigint) => ({
	address,
	topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", word(from), word(to)],
	data: word(amount.toString(16)),
});

describe("our own simulation's effects", () => {
	const call = { to: vault, data: "0x47e7ef24" } as const;

	it("are the user's movements, each once, with the counterparty", () => {
		const who = user({ accounts: [SIGNER, OTHER] });
		const own = simulating({
			balanceChanges: [
				moves("out", token, 5n, { counterparty: thief }),
				moves("out", "native", 4n, { counterparty: friend }),
				moves("in", "native", 4n, { account: friend, counterparty: me }),
				moves("in", dai, 1n, { tokenId: "7", counterparty: ZERO, standard: "erc721" }),
				moves("out", dai, 3n),
			],
		});
		const effects = effectsOf(call, { own, who });
		expect(movementLines(effects, "observed")).toEqual([
			`5 ${token}: ${me} > ${thief}`,
			`4 native: ${me} > ${friend}`,
			`3 ${dai}: ${me} > ?`,
			`1 item ${dai} #7: ${ZERO} > ${me}`,
		]);
		expect(effects.gaps).toEqual(["unread"]);
	});

	it("include a right that ends once every book of it is empty", () => {
		const goneBy = (...amounts: readonly bigint[]) => {
			const standing = amounts.map((amount, index) => ({
				account: me,
				spender: vault,
				token,
				book: index === 0 ? "token" : PERMIT2.toLowerCase(),
				amount,
			}));
			return rightLines(effectsOf(call, { own: simulating({}, { allowances: standing }) }), "observed");
		};
		expect(goneBy(0n, 5n)).toEqual([]);
		expect(goneBy(5n, 0n)).toEqual([]);
		const gone = `${vault}: 0 ${token}, ${me}`;
		expect(goneBy(0n, 0n)).toEqual([gone, `${gone} in ${PERMIT2.toLowerCase()}`]);
	});

	it("include a right in its own book", () => {
		const by = (book: string, amount = 7n) => {
			const standing = [{ account: me, spender: thief, token, book, amount }];
			return rightLines(
				effectsOf(call, { own: simulating({ approvals: [approval(thief, 7n)] }, { allowances: standing }) }),
				"observed",
			);
		};
		const right = `${thief}: 7 ${token}, ${me}`;
		expect(by("token")).toEqual([right]);
		expect(by(PERMIT2.toLowerCase())).toEqual([`${right} in ${PERMIT2.toLowerCase()}`]);
		expect(by(PERMIT2.toLowerCase(), 6n)).toEqual([right]);
	});

	it("include rights gained or lost, and changes of control", () => {
		const own = simulating(
			{
				approvals: [
					approval(thief, 7n),
					approval(friend, 0n, { unlimited: true, amount: null }),
					approval(thief, 0n, { kind: "operator", standard: "erc721_or_erc1155", asset: dai, amount: null }),
				],
			},
			{
				controls: [{ account: vault, what: "owner", before: me, after: thief, mine: true }],
				allowances: [{ account: me, spender: vault, token, book: "token", amount: 0n }],
			},
		);
		expect(rightLines(effectsOf(call, { own }), "observed")).toEqual([
			`${thief}: 7 ${token}, ${me}`,
			`${friend}: all ${token}, ${me}`,
			`${thief}: all item ${dai}, ${me}`,
			`${me}: 0 owner of ${vault}, ${vault}`,
			`${thief}: all owner of ${vault}, ${vault}`,
			`${vault}: 0 ${token}, ${me}`,
		]);
	});

	it("include a Safe's payments, by its trace and the token logs", () => {
		const own = simulating(
			{ logs: [logged(token, SAFE_AT, thief, 9n)] },
			{
				inner: [
					{ under: 0, depth: 1, kind: "call", from: SAFE_AT, to: thief, value: 6n, data: "0x", accounts: [] },
					{
						under: 0,
						depth: 1,
						kind: "delegatecall",
						from: SAFE_AT,
						to: vault,
						value: 6n,
						data: "0x",
						accounts: [],
					},
				],
			},
		);
		const data = execTransaction({ to: vault, data: "0x12345678" });
		const effects = effectsOf({ to: SAFE_AT, data }, { own, codes: { [SAFE_AT]: SAFE } });
		expect(movementLines(effects, "observed")).toEqual([
			`9 ${token}: ${SAFE_AT} > ${thief}`,
			`6 native: ${SAFE_AT} > ${thief}`,
		]);
	});

	const supply = callOf(
		"function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
		[TOKEN, 70n, SIGNER, 0],
	);
	const repay = callOf(
		"function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)",
		[TOKEN, 70n, 2n, SIGNER],
	);
	const paid = moves("out", token, 70n, { counterparty: AAVE });
	const minted = (asset: string) => moves("in", asset, 70n, { counterparty: ZERO });
	const burned = (asset: string) => moves("out", asset, 70n, { counterparty: ZERO });

	it("distinguish receipt and debt tokens at a known contract from others", () => {
		const supplied = effectsOf(
			{ to: AAVE, data: supply },
			{ own: simulating({ balanceChanges: [paid, minted(dai)] }) },
		);
		expect(movementLines(supplied, "observed")).toEqual([
			`70 ${token}: ${me} > ${AAVE}`,
			`70 position ${dai}: ${ZERO} > ${me}`,
		]);
		const repaid = effectsOf(
			{ to: AAVE, data: repay },
			{ own: simulating({ balanceChanges: [paid, burned(dai)] }) },
		);
		expect(movementLines(repaid, "observed")).toEqual([
			`70 ${token}: ${me} > ${AAVE}`,
			`70 debt ${dai}: ${me} > ${ZERO}`,
		]);
	});

	it("count no more receipt tokens than the bytes name, and none at an unknown contract", () => {
		const two = simulating({ balanceChanges: [paid, burned(dai), burned(vault)] });
		expect(movementLines(effectsOf({ to: AAVE, data: repay }, { own: two }), "observed")).toContain(
			`70 ${dai}: ${me} > ${ZERO}`,
		);
		const own = simulating({ balanceChanges: [paid, burned(dai)] });
		expect(movementLines(effectsOf({ to: vault, data: repay }, { own }), "observed")).toContain(
			`70 ${dai}: ${me} > ${ZERO}`,
		);
	});

	it("include the fee that the bytes allow others, by the token's logs", () => {
		const own = simulating({
			logs: [logged(dai, UNIVERSAL_ROUTER, thief, 45n), logged(dai, vault, thief, 9n)],
		});
		const call = router([0x00, swapIn(ROUTER_ITSELF, 0n)], [0x06, portionTo(dai, thief, 5_000n)]);
		expect(movementLines(effectsOf(call, { own }), "observed")).toEqual([
			`45 ${dai}: ${UNIVERSAL_ROUTER} > ${thief}`,
		]);
	});

	it("are absent for a failed run, which is a gap", () => {
		const own = simulating({ status: "failed", balanceChanges: [moves("out", token, 5n)] });
		const effects = effectsOf(call, { own });
		expect(movementLines(effects, "observed")).toEqual([]);
		expect(effects.gaps).toEqual(["not-simulated", "unread"]);
	});
});

describe("holdings and costs", () => {
	it("are known for every account of the user's with a movement, as far as the chain was queried", () => {
		const data = callOf("function transferFrom(address from, address to, uint256 amount)", [
			OTHER,
			SIGNER,
			7n,
		]);
		const { holdings, costs } = effectsOf({ to: TOKEN, data });
		expect(holdings.map(({ account, amount }) => [account, amount])).toEqual([
			[friend, null],
			[me, 41_000_000n],
		]);
		expect(costs).toMatchObject([{ payer: me, step: 0 }]);
	});

	it("are known for accounts that the user controls, by our own simulation", () => {
		const own = simulating(
			{},
			{
				balancesBefore: [
					{ account: SAFE_AT, token, id: null, amount: 90n },
					{ account: SAFE_AT, token: "native", id: null, amount: 3n },
				],
				controlled: {
					accounts: [SAFE_AT],
					changes: [moves("out", token, 7n, { account: SAFE_AT, counterparty: thief })],
				},
			},
		);
		const data = execTransaction({ to: TOKEN, data: transferData(thief, 7n) });
		const effects = effectsOf({ to: SAFE_AT, data }, { own, codes: { [SAFE_AT]: SAFE } });
		expect(movementLines(effects, "observed")).toEqual([`7 ${token}: ${SAFE_AT} > ${thief}`]);
		expect(effects.holdings).toEqual([
			{ account: SAFE_AT, asset: { kind: "fungible", address: token, item: null }, amount: 90n },
		]);
		const coin = execTransaction({ to: thief, value: 2n });
		expect(
			effectsOf({ to: SAFE_AT, data: coin }, { own, codes: { [SAFE_AT]: SAFE } }).holdings,
		).toContainEqual({
			account: SAFE_AT,
			asset: { kind: "native", address: "native", item: null },
			amount: 3n,
		});
	});

	it("are equal by measurement and by the logs, each once", () => {
		const own = simulating(
			{ logs: [logged(token, SAFE_AT, thief, 7n)] },
			{
				controlled: {
					accounts: [SAFE_AT],
					changes: [moves("out", token, 7n, { account: SAFE_AT, counterparty: thief })],
				},
			},
		);
		const data = execTransaction({ to: vault, data: "0x12345678" });
		expect(
			movementLines(effectsOf({ to: SAFE_AT, data }, { own, codes: { [SAFE_AT]: SAFE } }), "observed"),
		).toEqual([`7 ${token}: ${SAFE_AT} > ${thief}`]);
	});
});
