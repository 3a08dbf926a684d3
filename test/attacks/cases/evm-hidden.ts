import { type Address, concatHex, encodePacked, type Hex, parseAbi } from "viem";
import type { PipelineSimulation } from "../../../src/service-api/simulation.ts";
import { NOTHING } from "../build.ts";
import { type Case, NOW, THIEF, USER } from "../case.ts";
import { BASKET, COIN_BALANCE, COINS } from "../world/evm/coins.ts";
import { COLLECTION, collectionAbi, SELLER } from "../world/evm/drops.ts";
import { inputOf } from "../world/evm/liquidity.ts";
import { BLUE, blueAbi, COMET, cometAbi } from "../world/evm/markets.ts";
import { LANDLORD } from "../world/evm/people.ts";
import { DELEGATES, delegatesAbi } from "../world/evm/rights.ts";
import { WETH } from "../world/evm/tokens.ts";
import {
	CHAMELEON,
	chameleonAbi,
	KEEPS_ALL,
	LOUD_CLAIMS,
	loudAbi,
	MAKER,
	MAX_KEPT,
	makerAbi,
	OLD_FRIEND,
} from "../world/evm/traps.ts";
import { attack, calls, dataOf, e18, SOON, tokenAbi } from "./attack.ts";

/**
 * Requests that misrepresent themselves: wrappers that execute nothing, payloads that can't be simulated,
 * code that detects a simulation.
 */

const SPEAKS = "A wrapper is known by its four bytes alone: unknown code speaks like one and keeps the value";
const CONTACTS = { contacts: [{ address: LANDLORD, label: "Landlord" }] };
const VALUE = 3n * e18;
const ETHER: Address = "0x0000000000000000000000000000000000000000";

const accountAbi = parseAbi([
	"function execute(address dest, uint256 value, bytes func) payable",
	"function executeBatch(address[] dest, uint256[] value, bytes[] func) payable",
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
	"function multiSend(bytes transactions) payable",
]);
const tuplesAbi = parseAbi([
	"function executeBatch((address target, uint256 value, bytes data)[] calls) payable",
]);
const modeAbi = parseAbi(["function execute(bytes32 mode, bytes executionCalldata) payable"]);
const routerAbi = parseAbi(["function execute(bytes commands, bytes[] inputs, uint256 deadline) payable"]);
const multicallAbi = parseAbi(["function multicall(bytes[] data) payable"]);
const deadlineAbi = parseAbi(["function multicall(uint256 deadline, bytes[] data) payable"]);
const multicall3Abi = parseAbi([
	"function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable",
	"function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
	"function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable",
]);
const wethAbi = parseAbi(["function deposit() payable"]);

const transferToMe = dataOf(tokenAbi, "transfer", [USER, 5_000n * e18]);

const wrappers: readonly Case[] = [
	attack(
		"wrapper/account-execute",
		"danger",
		"An unknown contract is said to pay the landlord 3 ETH, and keeps them.",
		`${SPEAKS}: execute(address, uint256, bytes).`,
		calls(KEEPS_ALL, accountAbi, "execute", [LANDLORD, VALUE, "0x"], VALUE),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/account-execute-batch",
		"danger",
		"An unknown contract is said to pay the landlord and to wrap the rest, and keeps both.",
		`${SPEAKS}: executeBatch(address[], uint256[], bytes[]).`,
		calls(
			KEEPS_ALL,
			accountAbi,
			"executeBatch",
			[
				[LANDLORD, WETH],
				[e18, VALUE - e18],
				["0x", dataOf(wethAbi, "deposit", [])],
			],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/account-execute-tuples",
		"danger",
		"An unknown contract is said to pay the person a token, and keeps what is sent along.",
		`${SPEAKS}: executeBatch((address, uint256, bytes)[]).`,
		calls(
			KEEPS_ALL,
			tuplesAbi,
			"executeBatch",
			[[{ target: COINS.MKR, value: 0n, data: transferToMe }]],
			VALUE,
		),
	),
	attack(
		"wrapper/safe",
		"danger",
		"Something that speaks like a Safe is said to pay the landlord, and keeps what is sent along.",
		`${SPEAKS}: execTransaction.`,
		calls(
			KEEPS_ALL,
			accountAbi,
			"execTransaction",
			[LANDLORD, VALUE, "0x", 0, 0n, 0n, 0n, ETHER, ETHER, `0x${"00".repeat(65)}`],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/mode-execute",
		"danger",
		"Something that speaks like an ERC-7579 account is said to pay the landlord, and keeps it.",
		`${SPEAKS}: execute(bytes32, bytes).`,
		calls(
			KEEPS_ALL,
			modeAbi,
			"execute",
			[`0x${"00".repeat(32)}`, encodePacked(["address", "uint256"], [LANDLORD, VALUE])],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/multisend",
		"danger",
		"Something that speaks like MultiSend is said to pay the landlord, and keeps it.",
		`${SPEAKS}: multiSend(bytes).`,
		calls(
			KEEPS_ALL,
			accountAbi,
			"multiSend",
			[encodePacked(["uint8", "address", "uint256", "uint256"], [0, LANDLORD, VALUE, 0n])],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/aggregate3-value",
		"danger",
		"Something that speaks like Multicall3 is said to pay two contacts, and keeps it.",
		`${SPEAKS}: aggregate3Value.`,
		calls(
			KEEPS_ALL,
			multicall3Abi,
			"aggregate3Value",
			[[{ target: LANDLORD, allowFailure: false, value: VALUE, callData: "0x" }]],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/aggregate3",
		"danger",
		"Something that speaks like Multicall3 is said to pay the person a token, and keeps what is sent along.",
		`${SPEAKS}: aggregate3.`,
		calls(
			KEEPS_ALL,
			multicall3Abi,
			"aggregate3",
			[[{ target: COINS.MKR, allowFailure: false, callData: transferToMe }]],
			VALUE,
		),
	),
	attack(
		"wrapper/try-aggregate",
		"danger",
		"Something that speaks like Multicall2 is said to pay the person a token, and keeps what is sent along.",
		`${SPEAKS}: tryAggregate.`,
		calls(
			KEEPS_ALL,
			multicall3Abi,
			"tryAggregate",
			[true, [{ target: COINS.MKR, callData: transferToMe }]],
			VALUE,
		),
	),
	attack(
		"wrapper/multicall",
		"danger",
		"An unknown contract's multicall is said to wrap 3 ETH, and keeps them.",
		`${SPEAKS}: multicall(bytes[]).`,
		calls(KEEPS_ALL, multicallAbi, "multicall", [[dataOf(wethAbi, "deposit", [])]], VALUE),
	),
	attack(
		"wrapper/multicall-deadline",
		"danger",
		"An unknown contract's multicall is said to redeem shares for the person, and keeps what is sent along.",
		`${SPEAKS}: multicall(uint256, bytes[]).`,
		calls(
			KEEPS_ALL,
			deadlineAbi,
			"multicall",
			[
				SOON,
				[dataOf(parseAbi(["function deposit(uint256 assets, address receiver)"]), "deposit", [VALUE, USER])],
			],
			VALUE,
		),
	),
	attack(
		"wrapper/router",
		"danger",
		"Something that speaks like the Universal Router is said to wrap 3 ETH for the person, and keeps them.",
		`${SPEAKS}: execute(bytes, bytes[], uint256).`,
		calls(
			KEEPS_ALL,
			routerAbi,
			"execute",
			["0x0b", [inputOf("address, uint256", [USER, VALUE])], SOON],
			VALUE,
		),
	),
	attack(
		"wrapper/weth",
		"danger",
		"Something that speaks like wrapped ether is said to wrap 3 ETH, and keeps them.",
		`${SPEAKS}: deposit() at an address that is no wrapper.`,
		calls(KEEPS_ALL, wethAbi, "deposit", [], VALUE),
	),
	attack(
		"wrapper/pays-a-hundredth",
		"danger",
		"An unknown contract is said to pay the landlord 3 ETH, and pays 0.03.",
		"Value that a headline says arrives must be seen to arrive: execute at unknown code.",
		calls(MAX_KEPT, accountAbi, "execute", [LANDLORD, VALUE, "0x"], VALUE),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/aggregate-pays-a-hundredth",
		"danger",
		"Something that speaks like Multicall3 is said to pay the landlord 3 ETH, and pays 0.03.",
		"Value that a headline says arrives must be seen to arrive: aggregate3Value at unknown code.",
		calls(
			MAX_KEPT,
			multicall3Abi,
			"aggregate3Value",
			[[{ target: LANDLORD, allowFailure: false, value: VALUE, callData: "0x" }]],
			VALUE,
		),
		{ context: CONTACTS },
	),
	attack(
		"wrapper/takes-what-was-allowed",
		"danger",
		"A contract allowed something long ago is said to pay the person a token, and takes all of another.",
		"A false headline at unknown code, truthfully declared below it.",
		calls(OLD_FRIEND, accountAbi, "execute", [COINS.MKR, 0n, transferToMe]),
		{
			context: {
				dealings: [{ address: OLD_FRIEND, paid: 0, allowed: 1, lastAt: (NOW - 200 * 86_400) * 1000 }],
			},
		},
	),
	attack(
		"wrapper/takes-what-was-allowed-undeclared",
		"danger",
		"The same by multicall, and the service says that nothing happens.",
		"A false headline at unknown code, and a service that hides it.",
		calls(OLD_FRIEND, multicallAbi, "multicall", [[transferToMe]]),
		{ declares: "nothing" },
	),
];

const BLIND = "The payload switches our own simulation off, and what it does is not seen";
const hidden = { declares: "nothing" } as const;
const zeros = (bytes: number): Hex => `0x${"00".repeat(bytes)}`;

/** Wraps calldata in `depth` nested multicalls. */
const nested = (data: Hex, depth: number): Hex =>
	depth === 0 ? data : nested(dataOf(delegatesAbi, "multicall", [[data]]), depth - 1);

const delegateAll = (to: Address) => dataOf(delegatesAbi, "delegateAll", [to, zeros(32), true]);

const switchedOff: readonly Case[] = [
	attack(
		"blind/padded-claim",
		"danger",
		"A claim with 210 kB of proof takes all of a token that was allowed before.",
		`${BLIND}: padding inside of the arguments.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claim", [7n, zeros(210_000)]), gas: 4_000_000n },
		hidden,
	),
	attack(
		"blind/padded-authorization",
		"danger",
		"A right over every position at Morpho, with 210 kB behind it.",
		`${BLIND}: padding behind the arguments.`,
		{
			to: BLUE,
			data: concatHex([dataOf(blueAbi, "setAuthorization", [THIEF, true]), zeros(210_000)]),
			gas: 4_000_000n,
		},
		hidden,
	),
	attack(
		"blind/many-steps",
		"danger",
		"Twenty-five steps that do nothing and a right for a stranger.",
		`${BLIND}: more steps than are simulated.`,
		[
			...Array.from({ length: 25 }, () => ({ ...calls(MAKER, makerAbi, "ping"), gas: 32_000n })),
			{ ...calls(COMET, cometAbi, "allow", [THIEF, true]), gas: 70_000n },
		],
		hidden,
	),
	attack(
		"blind/many-steps-then-all",
		"danger",
		"Twenty-five steps that do nothing and a claim that takes all of a token.",
		`${BLIND}: more steps than are simulated.`,
		[
			...Array.from({ length: 25 }, () => ({ ...calls(MAKER, makerAbi, "ping"), gas: 32_000n })),
			{ ...calls(LOUD_CLAIMS, loudAbi, "claim", [7n, "0x"]), gas: 100_000n },
		],
		hidden,
	),
	attack(
		"blind/many-logs",
		"danger",
		"A claim of 2 100 epochs, each logged, takes all of a token.",
		`${BLIND}: more logs than are read.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimMany", [1n, 2_100n]), gas: 6_000_000n },
		hidden,
	),
	attack(
		"blind/huge-return",
		"danger",
		"A claim that returns 150 kB takes all of a token.",
		`${BLIND}: more return data than is read.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimAndReport", [150_000n]), gas: 400_000n },
		hidden,
	),
	attack(
		"blind/all-the-gas",
		"danger",
		"A claim that works until 29 million gas are used takes all of a token.",
		`${BLIND}: time, and gas beyond what is simulated.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimWithProofOfWork", [200_000n]), gas: 29_000_000n },
		hidden,
	),
	attack(
		"blind/gas-of-many-steps",
		"danger",
		"Six steps that together use more gas than a block has, the first takes all of a token.",
		`${BLIND}: a node refuses the whole ("block gas limit reached").`,
		Array.from({ length: 6 }, () => ({
			...calls(LOUD_CLAIMS, loudAbi, "claimWithProofOfWork", [200_000n]),
			gas: 12_000_000n,
		})),
		hidden,
	),
	attack(
		"blind/many-tokens",
		"danger",
		"A claim gives a little of forty unknown tokens and takes all of a known one.",
		`${BLIND}: more tokens than are asked of a chain.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimBasket", [BASKET]), gas: 6_000_000n },
		hidden,
	),
	attack(
		"blind/many-tokens-told",
		"danger",
		"The same, truthfully told.",
		"Among forty little gains stands one loss of everything.",
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimBasket", [BASKET]), gas: 6_000_000n },
	),
	attack(
		"blind/deep-calls",
		"danger",
		"A claim that takes all of a token two hundred calls deep.",
		`${BLIND}: a trace deeper than is read.`,
		{ ...calls(LOUD_CLAIMS, loudAbi, "claimDeep", [200n]), gas: 6_000_000n },
		hidden,
	),
	attack(
		"blind/nested-multicalls",
		"danger",
		"A right for a stranger inside of twelve multicalls.",
		"A reading that ends at some depth must not take the rest for nothing.",
		{ to: DELEGATES, data: nested(delegateAll(THIEF), 12) },
	),
	attack(
		"blind/one-among-many",
		"danger",
		"Three hundred calls that take back what nobody had, and one that gives a right to a stranger.",
		"A reading that ends at some number must not take the rest for nothing.",
		calls(DELEGATES, delegatesAbi, "multicall", [
			[
				...Array.from({ length: 300 }, () =>
					dataOf(delegatesAbi, "delegateContract", [USER, COINS.MKR, zeros(32), false]),
				),
				delegateAll(THIEF),
			],
		]),
	),
];

const KNOWS = "A contract tells the simulation from the block and pays where it is watched";

const watched: readonly Case[] = [
	attack(
		"watched/prevrandao",
		"danger",
		"A claim that pays where the block's random number is zero, and takes all of a token elsewhere.",
		`${KNOWS}: simulated blocks have no prevrandao.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByRandom"), gas: 90_000n },
	),
	attack(
		"watched/coinbase",
		"danger",
		"A claim that pays where nobody builds the block, and takes all of a token elsewhere.",
		`${KNOWS}: simulated blocks have no fee recipient.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByCoinbase"), gas: 90_000n },
	),
	attack(
		"watched/gas-price",
		"danger",
		"A claim that pays where no tip is paid, and takes all of a token elsewhere.",
		`${KNOWS}: a simulated call's price is the base fee, or nothing.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByPrice"), gas: 90_000n },
	),
	attack(
		"watched/gas-left",
		"danger",
		"A claim that pays where there is more gas than a wallet gives, and takes all of a token elsewhere.",
		`${KNOWS}: a simulation is given more gas than the transaction.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByGas"), gas: 90_000n },
	),
	attack(
		"watched/time",
		"danger",
		"A claim that pays until a minute from now, and takes all of a token afterwards.",
		`${KNOWS}: a simulation runs at the last block's time.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByTime", [BigInt(NOW + 60)]), gas: 90_000n },
	),
	attack(
		"watched/block-hash",
		"danger",
		"A claim that pays where the last block has no hash, and takes all of a token elsewhere.",
		`${KNOWS}: some simulations know no block hashes.`,
		{ ...calls(CHAMELEON, chameleonAbi, "claimByHash"), gas: 90_000n },
	),
	attack(
		"watched/time-in-a-batch",
		"danger",
		"The same by time, after a step that does nothing.",
		`${KNOWS}; the second step is mined blocks after it was simulated.`,
		[
			calls(MAKER, makerAbi, "ping"),
			{ ...calls(CHAMELEON, chameleonAbi, "claimByTime", [BigInt(NOW + 24)]), gas: 90_000n },
		],
	),
];

/** Attacks whose outflow a lying service describes as a payment to the user. */
const lying: readonly Case[] = [
	attack(
		"lying/gain-in-place-of-loss",
		"danger",
		"A claim that takes all of a token is told as one that gives 500.",
		"The service states the opposite of what happens.",
		calls(LOUD_CLAIMS, loudAbi, "claim", [8n, "0x"]),
		{
			declares: {
				...NOTHING,
				balanceChanges: [
					{
						account: USER,
						asset: COINS.GRT,
						amount: (COIN_BALANCE / 2n).toString(),
						direction: "in",
						standard: "erc20",
						symbol: "GRT",
						decimals: 18,
					},
				],
			},
		},
	),
];

const NUMBERS =
	"New items are counted whatever their numbers are; one that exists has its number, and fewer are fewer";
const AZUKI = COLLECTION.toLowerCase();

/**
 * Returns a declared simulation in which the user buys these items of a collection for 0.04 ETH from
 * somebody.
 */
const promises = (ids: readonly bigint[], from: Address): PipelineSimulation => ({
	...NOTHING,
	balanceChanges: [
		{ asset: "native", account: USER, direction: "out", amount: (e18 / 25n).toString(), counterparty: AZUKI },
		...ids.map((id) => ({
			asset: AZUKI,
			account: USER,
			standard: "erc721" as const,
			tokenId: id.toString(),
			direction: "in" as const,
			amount: "1",
			counterparty: from,
		})),
	],
});
const minted = calls(COLLECTION, collectionAbi, "mint", [2n], e18 / 25n);

const items: readonly Case[] = [
	attack(
		"items/an-existing-one-promised",
		"block",
		"The service says that items 4 and 5 come from who sells them; two new ones are made.",
		NUMBERS,
		minted,
		{ declares: promises([4n, 5n], SELLER) },
	),
	attack(
		"items/fewer-than-promised",
		"block",
		"The service says that three new items come; two are made.",
		NUMBERS,
		minted,
		{ declares: promises([6n, 7n, 8n], ETHER) },
	),
];

export const cases: readonly Case[] = [...wrappers, ...switchedOff, ...watched, ...lying, ...items];
