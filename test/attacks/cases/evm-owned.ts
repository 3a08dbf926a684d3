import { concatHex, type Hex, keccak256, parseAbi, stringToHex } from "viem";
import { type Case, NOW, THIEF, USER } from "../case.ts";
import {
	MULTI_SEND_CALL_ONLY,
	multiSend,
	SAFE,
	SMART_ACCOUNT,
	safeAbi,
	safeExec,
	simpleAccountAbi,
} from "../world/evm/accounts.ts";
import { MULTICALL3 } from "../world/evm/base.ts";
import { COIN_BALANCE, COINS } from "../world/evm/coins.ts";
import { COLLECTION, CONDUITS, SEAPORT, seaportAbi } from "../world/evm/drops.ts";
import { BLUE, blueAbi, DSPROXY_ACTIONS, dsActionsAbi } from "../world/evm/markets.ts";
import {
	ENS,
	ENS_REGISTRAR,
	ENS_RESOLVER,
	NAME,
	NODE,
	registryAbi,
	resolverAbi,
} from "../world/evm/names.ts";
import { LANDLORD, THIEF_TOO, wordOf } from "../world/evm/people.ts";
import { USDC, usd } from "../world/evm/tokens.ts";
import { MAKER, makerAbi, SPENDER } from "../world/evm/traps.ts";
import { attack, calls, dataOf, e18, tokenAbi } from "./attack.ts";

/**
 * Assets that the user owns indirectly (through a Safe, a smart account, names, listings), and network fees.
 */

const THROUGH =
	"What a contract account of the person's holds is the person's: it is moved in that account's name";

/** Creates a step that the Safe executes. The user is its only owner. */
const bySafe = (to: `0x${string}`, value: bigint, data: Hex, operation = 0) => ({
	to: SAFE,
	data: safeExec(to, value, data, operation),
});

const usdcTo = (to: `0x${string}`, amount: bigint) => dataOf(tokenAbi, "transfer", [to, amount]);

const accounts: readonly Case[] = [
	attack(
		"owned/safe-all-usdc",
		"danger",
		"The person's Safe sends all its USDC to a stranger.",
		THROUGH,
		bySafe(USDC, 0n, usdcTo(THIEF, usd(8_000))),
	),
	attack(
		"owned/safe-all-ether",
		"danger",
		"The person's Safe sends all its ether to a stranger.",
		THROUGH,
		bySafe(THIEF, 5n * e18, "0x"),
	),
	attack(
		"owned/safe-multisend",
		"danger",
		"The person's Safe pays the landlord a little and a stranger all the rest, by MultiSend.",
		`${THROUGH}, inside of a packed batch that is carried out by delegation.`,
		bySafe(
			MULTI_SEND_CALL_ONLY,
			0n,
			multiSend([
				{ to: USDC, data: usdcTo(LANDLORD, usd(10)) },
				{ to: USDC, data: usdcTo(THIEF, usd(7_990)) },
				{ to: THIEF_TOO, value: 5n * e18, data: "0x" },
			]),
			1,
		),
		{ context: { contacts: [{ address: LANDLORD, label: "Landlord" }] } },
	),
	attack(
		"owned/safe-allowance-exact",
		"danger",
		"The person's Safe lets an unknown contract take exactly what it holds.",
		`${THROUGH}; an allowance of what is held takes everything.`,
		bySafe(USDC, 0n, dataOf(tokenAbi, "approve", [SPENDER, usd(8_000)])),
	),
	attack(
		"owned/safe-new-owner",
		"danger",
		"A stranger becomes an owner of the person's Safe, one of whom is enough.",
		"Control of an account is given away: addOwnerWithThreshold.",
		bySafe(SAFE, 0n, dataOf(safeAbi, "addOwnerWithThreshold", [THIEF, 1n])),
	),
	attack(
		"owned/safe-delegatecall",
		"danger",
		"The person's Safe runs somebody's code in its own name.",
		"A delegatecall to unknown code rewrites the Safe itself; told as upkeep.",
		bySafe(DSPROXY_ACTIONS, 0n, dataOf(dsActionsAbi, "upkeep", [wordOf(THIEF)]), 1),
	),
	attack(
		"owned/safe-approve-hash",
		"danger",
		"Approves a hash for the person's Safe; what it stands for is nowhere to be read.",
		"A bare hash is signed: whoever holds the transaction behind it carries it out.",
		calls(SAFE, safeAbi, "approveHash", [keccak256(stringToHex("anything at all"))]),
	),
	attack(
		"owned/safe-authorization",
		"danger",
		"The person's Safe lets a stranger manage its positions at Morpho.",
		"A lasting right over what a contract account may hold, by a call inside of a call.",
		bySafe(BLUE, 0n, dataOf(blueAbi, "setAuthorization", [THIEF, true])),
	),
	attack(
		"owned/smart-account-all-usdc",
		"danger",
		"The person's smart account sends all its USDC to a stranger.",
		THROUGH,
		calls(SMART_ACCOUNT, simpleAccountAbi, "execute", [USDC, 0n, usdcTo(THIEF, usd(8_000))]),
	),
	attack(
		"owned/smart-account-batch",
		"danger",
		"The person's smart account pays the person a little and a stranger the rest.",
		`${THROUGH}, in a batch that begins with a payment to the person.`,
		calls(SMART_ACCOUNT, simpleAccountAbi, "executeBatch", [
			[
				{ target: USDC, value: 0n, data: usdcTo(USER, usd(1)) },
				{ target: USDC, value: 0n, data: usdcTo(THIEF, usd(7_999)) },
				{ target: THIEF, value: 5n * e18, data: "0x" },
			],
		]),
	),
	attack(
		"owned/to-multicall3",
		"danger",
		"Sends all of a token to Multicall3, from where anybody takes it.",
		"Multicall3 calls whatever anybody asks of it in its own name: what lies there is everybody's.",
		calls(COINS.MKR, tokenAbi, "transfer", [MULTICALL3, COIN_BALANCE]),
	),
	attack(
		"owned/multicall3-allowance",
		"danger",
		"Lets Multicall3 take a token, which is to let anybody take it.",
		"Multicall3 calls whatever anybody asks of it in its own name: an allowance for it is one for everybody.",
		calls(COINS.MKR, tokenAbi, "approve", [MULTICALL3, COIN_BALANCE]),
	),
];

const nameAbi = parseAbi([
	"function reclaim(uint256 id, address owner)",
	"function transferFrom(address from, address to, uint256 tokenId)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
	"function approve(address to, uint256 tokenId)",
]);
const NAME_ID = BigInt(keccak256(stringToHex(NAME)));
const NAMED = "A name is given away: what is paid to it later goes to somebody else";

const names: readonly Case[] = [
	attack(
		"names/set-owner",
		"danger",
		"Gives the person's ENS name to a stranger in the registry.",
		`${NAMED} (setOwner).`,
		calls(ENS, registryAbi, "setOwner", [NODE, THIEF]),
	),
	attack(
		"names/set-resolver",
		"danger",
		"Lets a stranger's contract say what the person's name stands for.",
		`${NAMED} (setResolver).`,
		calls(ENS, registryAbi, "setResolver", [NODE, SPENDER]),
	),
	attack(
		"names/set-subnode-owner",
		"caution",
		"Gives a name below the person's own to a stranger.",
		"A name below one's own speaks for one; the owner of the name can take it back.",
		calls(ENS, registryAbi, "setSubnodeOwner", [NODE, keccak256(stringToHex("pay")), THIEF]),
	),
	attack(
		"names/registry-operator",
		"danger",
		"Makes a stranger the operator of all names.",
		`${NAMED} (setApprovalForAll of the registry).`,
		calls(ENS, tokenAbi, "setApprovalForAll", [THIEF, true]),
	),
	attack(
		"names/reclaim-for-stranger",
		"danger",
		"Makes a stranger the name's owner in the registry; the item stays.",
		`${NAMED} (reclaim); no token moves.`,
		calls(ENS_REGISTRAR, nameAbi, "reclaim", [NAME_ID, THIEF]),
	),
	attack(
		"names/transfer",
		"danger",
		"Sends the item that is the person's name to a stranger.",
		`${NAMED} (transferFrom of the registrar).`,
		calls(ENS_REGISTRAR, nameAbi, "transferFrom", [USER, THIEF, NAME_ID]),
	),
	attack(
		"names/approve",
		"danger",
		"Lets an unknown contract take the item that is the person's name.",
		`${NAMED}: approve(address, uint256) reads as an amount.`,
		calls(ENS_REGISTRAR, nameAbi, "approve", [SPENDER, NAME_ID]),
	),
	attack(
		"names/set-address",
		"danger",
		"Has the person's name stand for a stranger's address.",
		`${NAMED} (setAddr of the resolver).`,
		calls(ENS_RESOLVER, resolverAbi, "setAddr", [NODE, THIEF]),
	),
	attack(
		"names/set-address-among-texts",
		"danger",
		"Sets a picture and a link, and between them a stranger's address.",
		`${NAMED}; setAddr stands in the middle of a multicall of records.`,
		calls(ENS_RESOLVER, resolverAbi, "multicall", [
			[
				dataOf(resolverAbi, "setText", [NODE, "avatar", "https://example.org/me.png"]),
				dataOf(resolverAbi, "setAddr", [NODE, THIEF]),
				dataOf(resolverAbi, "setText", [NODE, "url", "https://example.org"]),
			],
		]),
	),
	attack(
		"names/item-and-name",
		"danger",
		"Renames the address of a name, then gives its item away, in two steps.",
		NAMED,
		[
			calls(ENS_RESOLVER, resolverAbi, "setText", [NODE, "description", "Moving house"]),
			calls(ENS_REGISTRAR, nameAbi, "safeTransferFrom", [USER, THIEF, NAME_ID]),
		],
	),
];

const NOBODY = "0x0000000000000000000000000000000000000000";
const NO_HASH: Hex = `0x${"0".repeat(64)}`;
const conduitsAbi = parseAbi([
	"function createConduit(bytes32 conduitKey, address initialOwner) returns (address conduit)",
	"function updateChannel(address conduit, address channel, bool isOpen)",
	"function transferOwnership(address conduit, address newPotentialOwner)",
	"function getConduit(bytes32 conduitKey) view returns (address conduit, bool exists)",
]);
/** Conduit key. It starts with the address of its creator. */
const CONDUIT_KEY: Hex = concatHex([USER, `0x${"0".repeat(23)}1`]);

/** Creates an order that sells items of the user to one buyer for almost nothing. */
const giveaway = (ids: readonly bigint[], price: bigint) => ({
	parameters: {
		offerer: USER,
		zone: NOBODY,
		offer: ids.map((id) => ({
			itemType: 2,
			token: COLLECTION,
			identifierOrCriteria: id,
			startAmount: 1n,
			endAmount: 1n,
		})),
		consideration: [
			{
				itemType: 0,
				token: NOBODY,
				identifierOrCriteria: 0n,
				startAmount: price,
				endAmount: price,
				recipient: USER,
			},
		],
		orderType: 0,
		startTime: 0n,
		endTime: BigInt(NOW + 86_400),
		zoneHash: NO_HASH,
		salt: 1n,
		conduitKey: NO_HASH,
		totalOriginalConsiderationItems: 1n,
	},
	signature: "0x",
});

const listings: readonly Case[] = [
	attack(
		"listing/validate-for-one-wei",
		"danger",
		"Lists three items on chain for one wei together.",
		"Seaport's validate needs no signature of the offerer who sends it: the order stands, and anybody fills it.",
		calls(SEAPORT, seaportAbi, "validate", [[giveaway([1n, 2n, 3n], 1n)]]),
	),
	attack(
		"listing/approve-and-validate",
		"danger",
		"Lets Seaport move a collection and lists an item for one wei, as a listing goes.",
		"Looks as any listing does but for the price.",
		[
			calls(COLLECTION, tokenAbi, "setApprovalForAll", [SEAPORT, true]),
			calls(SEAPORT, seaportAbi, "validate", [[giveaway([1n], 1n)]]),
		],
	),
	attack(
		"listing/conduit-of-a-stranger",
		"danger",
		"Makes a conduit that a stranger owns.",
		"Whoever owns a conduit opens it to any contract: allowances for it are allowances for the owner.",
		calls(CONDUITS, conduitsAbi, "createConduit", [CONDUIT_KEY, THIEF]),
	),
];

/** Returns fees for a price in gwei, most of which is a tip for the block builder. */
const paying = (gwei: bigint, gas: bigint) => ({
	gas,
	price: { max: gwei * 10n ** 9n, tip: (gwei - 20n) * 10n ** 9n },
});
/** Number of rounds that use most of `WORK`. */
const ROUNDS = 89_000n;
const WORK = 27_000_000n;
const FEE = "The fee is the theft: whoever builds the block is the thief, or shares with them";

const fees: readonly Case[] = [
	attack(
		"fee/tip-of-a-payment",
		"danger",
		"Pays the landlord 0.1 ETH with a tip of 0.06.",
		`${FEE}: a tip of 3 000 gwei where the chain takes one.`,
		{ to: LANDLORD, value: e18 / 10n, ...paying(3_000n, 21_000n) },
		{ context: { contacts: [{ address: LANDLORD, label: "Landlord" }] } },
	),
	attack(
		"fee/tip-of-a-transfer",
		"danger",
		"Sends a token to a contact with a tip of nearly 1 ETH.",
		`${FEE}; the gas limit is right, the price is not.`,
		{
			...calls(COINS.BAL, tokenAbi, "transfer", [LANDLORD, e18]),
			...paying(12_000n, 80_000n),
		},
		{ context: { contacts: [{ address: LANDLORD, label: "Landlord" }] } },
	),
	attack(
		"fee/gas-limit-of-four-times",
		"danger",
		"Pays the landlord 0.1 ETH with four times the gas that it takes.",
		`${FEE}: a limit far above the estimate is room for code that uses more than it did.`,
		{ to: LANDLORD, value: e18 / 10n, gas: 84_000n },
		{ context: { contacts: [{ address: LANDLORD, label: "Landlord" }] } },
	),
	attack(
		"fee/tip-of-fifty-times",
		"danger",
		"Sends a token to a contact with a tip of fifty times the usual, which makes its price three times what it is.",
		`${FEE}; the gas limit is right, the price is not.`,
		{
			...calls(COINS.BAL, tokenAbi, "transfer", [LANDLORD, e18]),
			gas: 80_000n,
			price: { max: 91n * 10n ** 9n, tip: 50n * 10n ** 9n },
		},
		{ context: { contacts: [{ address: LANDLORD, label: "Landlord" }] } },
	),
	attack(
		"fee/within-three-times",
		"danger",
		"A call that really uses 24 million gas for nothing, at two and a half times the chain's price: 1.2 ETH.",
		`${FEE}: the estimate is as high as the limit, so that no ratio between them shows.`,
		{ ...calls(MAKER, makerAbi, "work", [ROUNDS]), ...paying(50n, WORK) },
	),
	attack(
		"fee/estimate-fails",
		"danger",
		"A call that fails where no price is named, so that its cost can't be estimated: up to 8 ETH.",
		`${FEE}; an estimate without a price fails, and nothing is held against the limit.`,
		{ ...calls(MAKER, makerAbi, "workForPay", [ROUNDS]), ...paying(300n, WORK) },
	),
	attack(
		"fee/batch-burns-gas",
		"danger",
		"Five steps that do nothing but use 24 million gas each: more than 2 ETH.",
		`${FEE}; in a batch, at the price that the wallet itself chooses.`,
		[1n, 2n, 3n, 4n, 5n].map(() => ({ ...calls(MAKER, makerAbi, "work", [ROUNDS]), gas: WORK })),
		{ declares: "nothing" },
	),
	attack(
		"fee/batch-estimates-fail",
		"danger",
		"Three steps of that kind whose cost can't be estimated, among them an honest one.",
		`${FEE}; in a batch, where every later step is said to be hard to estimate.`,
		[
			calls(COINS.BAL, tokenAbi, "transfer", [LANDLORD, e18]),
			...[1n, 2n, 3n].map(() => ({ ...calls(MAKER, makerAbi, "workForPay", [ROUNDS]), gas: WORK })),
		],
		{
			context: { contacts: [{ address: LANDLORD, label: "Landlord" }] },
		},
	),
];

export const cases: readonly Case[] = [...accounts, ...names, ...listings, ...fees];
