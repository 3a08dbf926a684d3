import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from "viem";
import type { PipelineSimulation } from "../../../src/service-api/simulation.ts";
import { NOTHING } from "../build.ts";
import { type Case, type CaseContext, NOW, USER } from "../case.ts";
import * as accounts from "../world/evm/accounts.ts";
import { ACROSS, acrossAbi, STARGATE_NATIVE, STARGATE_USDC, stargateAbi } from "../world/evm/bridges.ts";
import * as drops from "../world/evm/drops.ts";
import * as names from "../world/evm/names.ts";
import { AAVE_POOL, poolAbi } from "../world/evm/reserves.ts";
import { ROUTER_V2, routerV2Abi } from "../world/evm/swaps.ts";
import { tokenAbi, USDC, usd, WETH } from "../world/evm/tokens.ts";
import { approve, CONTACTS, earlier, FRIEND, honest, LANDLORD, step } from "./honest.ts";

/** Names, NFTs, bridges and contract accounts of the user. */

const ZERO: Address = "0x0000000000000000000000000000000000000000";
const DEADLINE = BigInt(NOW + 1_200);

const ENTRY_POINT_ABI = parseAbi(["function depositTo(address account) payable"]);

const NAMES = "A name's owner writes their own name: nothing moves, nobody gets a right.";
const BRIDGE =
	"What arrives on another chain is seen by no simulation here: a remark is right; receiver and amounts are in the call and the receiver is the person.";
const MINT = "The price of the app's own collection, and the item is seen to arrive.";
const INSIDE =
	"The account is the person's own and known by its code and its owner; the calls inside are what happens.";

const controller = (functionName: string, args: readonly unknown[], value?: bigint) =>
	step(names.ENS_CONTROLLER, names.controllerAbi, functionName, args, value);
const resolver = (functionName: string, args: readonly unknown[]) =>
	step(names.ENS_RESOLVER, names.resolverAbi, functionName, args);
const across = (token: Address, other: Address, amount: bigint, arrives: bigint, value?: bigint) =>
	step(
		ACROSS,
		acrossAbi,
		"depositV3",
		[USER, USER, token, other, amount, arrives, 8_453n, ZERO, NOW - 60, NOW + 7_200, 0, "0x"],
		value,
	);
const stargate = (pool: Address, amountLD: bigint, nativeFee: bigint, value: bigint) =>
	step(
		pool,
		stargateAbi,
		"send",
		[
			{
				dstEid: 30_184,
				to: `0x${USER.slice(2).toLowerCase().padStart(64, "0")}`,
				amountLD,
				minAmountLD: (amountLD * 995n) / 1_000n,
				extraOptions: "0x",
				composeMsg: "0x",
				oftCmd: "0x",
			},
			{ nativeFee, lzTokenFee: 0n },
			USER,
		],
		value,
	);

const known: CaseContext = {
	accounts: [
		{ address: USER },
		{ address: accounts.SAFE, label: "Household Safe", signer: "missing" },
		{ address: accounts.SMART_ACCOUNT, label: "Smart account", signer: "missing" },
	],
	contacts: CONTACTS,
};

const transfer = (to: Address, amount: bigint): Hex =>
	encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [to, amount] });
const dataOf = ({ data }: { readonly data?: Hex }): Hex => data ?? "0x";
const swapFor = (to: Address) =>
	step(ROUTER_V2, routerV2Abi, "swapExactTokensForTokens", [
		usd(300),
		parseEther("0.099"),
		[USDC, WETH],
		to,
		DEADLINE,
	]);
const supplyFor = (to: Address) => step(AAVE_POOL, poolAbi, "supply", [USDC, usd(700), to, 0]);
const simple = (account: Address, functionName: string, args: readonly unknown[]) =>
	step(account, accounts.simpleAccountAbi, functionName, args);
const callOf = ({ to, data }: { readonly to: Hex; readonly data?: Hex }) => ({
	target: to,
	value: 0n,
	data: data ?? "0x",
});

/**
 * Event that delegates the user's account to Simple7702Account. Its code is then EIP-7702's delegation
 * indicator and the address.
 */
const delegated = [{ at: USER, code: `0xef0100${accounts.DELEGATE_7702.slice(2).toLowerCase()}` as Hex }];

/** Returns a declared simulation with only this outflow of ether. */
const paysEther = (to: Address, ether: string): PipelineSimulation => ({
	...NOTHING,
	balanceChanges: [
		{
			asset: "native",
			account: USER,
			direction: "out",
			amount: parseEther(ether).toString(),
			counterparty: to,
		},
	],
});

/** Returns a declared simulation in which the user pays 0.04 ETH for these new items of `COLLECTION`. */
const mints = (ids: readonly bigint[]): PipelineSimulation => {
	const paid = paysEther(drops.COLLECTION, "0.04");
	const items = ids.map((id) => ({
		asset: drops.COLLECTION,
		account: USER,
		standard: "erc721" as const,
		tokenId: id.toString(),
		direction: "in" as const,
		amount: "1",
		counterparty: ZERO,
	}));
	return { ...paid, balanceChanges: [...paid.balanceChanges, ...items] };
};

export const cases: readonly Case[] = [
	honest(
		"ens-register",
		"info",
		"Registers a name for a year, for oneself; what is paid too much comes back.",
		"The app sends a tenth more than the price, which the controller refunds; the name comes as an item.",
		controller("register", names.REGISTRATION, parseEther("0.00176")),
	),
	honest(
		"ens-commit",
		"info",
		"Commits to a name that is to be registered.",
		"A hash is written down; nothing else happens.",
		controller("commit", [`0x${"4d".repeat(32)}`]),
		{ declares: "nothing" },
	),
	honest(
		"ens-renew",
		"info",
		"Renews one's name for two years; what is paid too much comes back.",
		"Usual, and cheap; what leaves is what was not refunded.",
		controller("renew", [names.NAME, names.YEAR * 2n], parseEther("0.0036")),
	),
	honest(
		"ens-renew-told-by-what-it-costs",
		"info",
		"The same, where the service tells what is left to pay after the refund.",
		"The price is sent with a margin, and the reading says that it is the most.",
		controller("renew", [names.NAME, names.YEAR * 2n], parseEther("0.0036")),
		{ declares: paysEther(names.ENS_CONTROLLER, "0.0032") },
	),
	honest(
		"ens-set-text",
		"info",
		"Writes a text of one's name.",
		NAMES,
		resolver("setText", [names.NODE, "url", "https://example.org"]),
		{ declares: "nothing" },
	),
	honest(
		"ens-set-records",
		"info",
		"Has one's name stand for oneself and sets two texts, in one multicall.",
		NAMES,
		resolver("multicall", [
			[
				dataOf(resolver("setAddr", [names.NODE, USER])),
				dataOf(resolver("setText", [names.NODE, "avatar", "https://example.org/me.png"])),
				dataOf(resolver("setText", [names.NODE, "com.github", "somebody"])),
			],
		]),
	),
	honest(
		"ens-set-content",
		"info",
		"Points one's name at a site on IPFS.",
		NAMES,
		resolver("setContenthash", [names.NODE, `0xe3010170122${"29f".repeat(21)}0`]),
	),
	honest(
		"ens-primary-name",
		"info",
		"Makes a name the one that one's address is shown by.",
		NAMES,
		step(names.ENS_REVERSE, names.reverseAbi, "setName", [`${names.NAME}.eth`]),
		{ declares: "nothing" },
	),
	honest(
		"mint-from-a-collection",
		"info",
		"Mints two items of a collection for 0.04 ETH.",
		MINT,
		step(drops.COLLECTION, drops.collectionAbi, "mint", [2n], parseEther("0.04")),
	),
	honest(
		"mint-by-seadrop",
		"info",
		"Mints one item through OpenSea's seller of drops.",
		MINT,
		step(
			drops.SEADROP,
			drops.seadropAbi,
			"mintPublic",
			[drops.DROPPED, drops.OPENSEA_FEES, ZERO, 1n],
			parseEther("0.01"),
		),
	),
	honest(
		"mint-while-others-do",
		"info",
		"Mints two items; two others were minted since the service's simulation.",
		"Numbers of new items move with whoever mints before: as many come as were said.",
		step(drops.COLLECTION, drops.collectionAbi, "mint", [2n], parseEther("0.04")),
		{
			declares: mints([6n, 7n]),
			before: [
				earlier(step(drops.COLLECTION, drops.collectionAbi, "mint", [2n], parseEther("0.04")), drops.SELLER),
			],
		},
	),
	honest(
		"mint-editions",
		"info",
		"Mints five of an edition for 0.005 ETH.",
		MINT,
		step(drops.EDITIONS, drops.editionsAbi, "mint", [7n, 5n], parseEther("0.005")),
	),
	honest(
		"list-a-collection",
		"danger",
		"Lets OpenSea's conduit move all items of a collection, as listing needs.",
		"An operator over all items is what drainers ask for as well; every wallet warns in red, of the known conduit too.",
		step(drops.COLLECTION, drops.collectionAbi, "setApprovalForAll", [drops.OPENSEA_CONDUIT, true]),
	),
	honest(
		"list-one-item",
		"caution",
		"Lets OpenSea's conduit move one item.",
		"One item, to a well-known contract.",
		step(drops.COLLECTION, drops.collectionAbi, "approve", [drops.OPENSEA_CONDUIT, 1n]),
	),
	honest(
		"buy-by-basic-order",
		"info",
		"Buys an item for 1.5 ETH through Seaport, by its short order.",
		"Seaport's own code at its address; the item is seen to arrive, and the price is what leaves.",
		step(
			drops.SEAPORT,
			drops.seaportAbi,
			"fulfillBasicOrder_efficient_6GL6yc",
			[drops.basicListing(4n)],
			drops.LISTING_PRICE,
		),
	),
	honest(
		"buy-from-collection-with-longer-name",
		"caution",
		"Buys an item for 1.5 ETH through Seaport, of a collection whose name begins with a well-known one's.",
		"Makers name their collections alike (Azuki, Azuki Elementals): only the whole name is a claim to be that one. That the collection was never met is told.",
		step(
			drops.SEAPORT,
			drops.seaportAbi,
			"fulfillBasicOrder_efficient_6GL6yc",
			[drops.basicListing(1n, drops.SISTER)],
			drops.LISTING_PRICE,
		),
	),
	honest(
		"buy-by-advanced-order",
		"info",
		"Buys an item for 1.5 ETH through Seaport, by an order with conditions; the item comes to oneself.",
		"Seaport's own code at its address; the item is seen to arrive, and the price is what leaves.",
		step(
			drops.SEAPORT,
			drops.seaportAbi,
			"fulfillAdvancedOrder",
			[
				{ parameters: drops.listing(5n), numerator: 1n, denominator: 1n, signature: "0x", extraData: "0x" },
				[],
				`0x${"0".repeat(64)}`,
				USER,
			],
			drops.LISTING_PRICE,
		),
	),
	honest(
		"buy-and-pay-too-much",
		"info",
		"Buys an item for 1.5 ETH and sends 1.6: Seaport gives back the rest.",
		"Interfaces round up; what leaves at the end is the price.",
		step(
			drops.SEAPORT,
			drops.seaportAbi,
			"fulfillAdvancedOrder",
			[
				{ parameters: drops.listing(5n), numerator: 1n, denominator: 1n, signature: "0x", extraData: "0x" },
				[],
				`0x${"0".repeat(64)}`,
				USER,
			],
			parseEther("1.6"),
		),
	),
	honest(
		"cancel-all-listings",
		"info",
		"Ends all of one's orders at Seaport.",
		"Takes offers back; nobody gets anything by it.",
		step(drops.SEAPORT, drops.seaportAbi, "incrementCounter"),
		{ declares: "nothing" },
	),
	honest(
		"across-usdc",
		"caution",
		"Sends 1 000 USDC to oneself on Base by Across, with an exact allowance.",
		BRIDGE,
		[
			approve(USDC, ACROSS, usd(1_000)),
			across(USDC, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", usd(1_000), usd(999)),
		],
	),
	honest(
		"across-ether",
		"caution",
		"Sends 0.8 ETH to oneself on Base by Across.",
		BRIDGE,
		across(
			WETH,
			"0x4200000000000000000000000000000000000006",
			parseEther("0.8"),
			parseEther("0.7995"),
			parseEther("0.8"),
		),
	),
	honest(
		"stargate-usdc",
		"caution",
		"Sends 600 USDC to oneself on Base by Stargate, with an exact allowance and the fee of its messages.",
		BRIDGE,
		[
			approve(USDC, STARGATE_USDC, usd(600)),
			stargate(STARGATE_USDC, usd(600), parseEther("0.0005"), parseEther("0.0005")),
		],
	),
	honest(
		"stargate-ether-refund",
		"caution",
		"Sends 0.5 ETH to oneself on Base by Stargate; a part of the fee comes back.",
		BRIDGE,
		stargate(STARGATE_NATIVE, parseEther("0.5"), parseEther("0.0006"), parseEther("0.5006")),
	),
	honest(
		"safe-pays-a-contact",
		"info",
		"Has one's own Safe pay a contact 900 USDC.",
		INSIDE,
		{ to: accounts.SAFE, data: accounts.safeExec(USDC, 0n, transfer(LANDLORD, usd(900))) },
		{ context: known },
	),
	honest(
		"safe-sends-ether",
		"info",
		"Has one's own Safe send a contact 0.3 ETH.",
		INSIDE,
		{ to: accounts.SAFE, data: accounts.safeExec(FRIEND, parseEther("0.3"), "0x") },
		{ context: known },
	),
	honest(
		"safe-multisend",
		"caution",
		"Has one's own Safe approve and supply 700 USDC to Aave by MultiSend.",
		"The Safe's own interface batches so: a delegated call, but to the well-known MultiSend that does no more than the calls in its list.",
		{
			to: accounts.SAFE,
			data: accounts.safeExec(
				accounts.MULTI_SEND_CALL_ONLY,
				0n,
				accounts.multiSend([
					{ to: USDC, data: dataOf(approve(USDC, AAVE_POOL, usd(700))) },
					{ to: AAVE_POOL, data: dataOf(supplyFor(accounts.SAFE)) },
				]),
				1,
			),
		},
		{ context: known },
	),
	honest(
		"safe-deposit",
		"info",
		"Sends 1 ETH to one's own Safe.",
		"What goes to an account of the person's own is not lost.",
		{ to: accounts.SAFE, value: parseEther("1") },
		{ context: known },
	),
	honest(
		"smart-account-pays",
		"info",
		"Has one's own smart account pay a contact 250 USDC.",
		INSIDE,
		simple(accounts.SMART_ACCOUNT, "execute", [USDC, 0n, transfer(FRIEND, usd(250))]),
		{ context: known },
	),
	honest(
		"smart-account-batch",
		"info",
		"Has one's own smart account approve and swap 300 USDC for itself.",
		INSIDE,
		simple(accounts.SMART_ACCOUNT, "executeBatch", [
			[callOf(approve(USDC, ROUTER_V2, usd(300))), callOf(swapFor(accounts.SMART_ACCOUNT))],
		]),
		{ context: known },
	),
	honest(
		"delegated-account-batch",
		"info",
		"Approves and swaps 300 USDC in one transaction of one's own delegated account (EIP-7702).",
		INSIDE,
		simple(USER, "executeBatch", [[callOf(approve(USDC, ROUTER_V2, usd(300))), callOf(swapFor(USER))]]),
		{ context: { contacts: CONTACTS }, before: delegated },
	),
	honest(
		"delegated-account-pays",
		"info",
		"Pays two contacts in one transaction of one's own delegated account (EIP-7702).",
		INSIDE,
		simple(USER, "executeBatch", [
			[
				{ target: USDC, value: 0n, data: transfer(FRIEND, usd(20)) },
				{ target: LANDLORD, value: parseEther("0.05"), data: "0x" },
			],
		]),
		{ context: { contacts: CONTACTS }, before: delegated },
	),
	honest(
		"smart-account-deposit",
		"caution",
		"Puts 0.05 ETH into what one's smart account keeps at the entry point for its fees.",
		"The deposit stands in the entry point's books for the person's own account; no balance shows it.",
		step(accounts.SMART_ACCOUNT, accounts.simpleAccountAbi, "addDeposit", [], parseEther("0.05")),
		{ context: known },
	),
	honest(
		"entry-point-deposit-for-own-account",
		"caution",
		"Deposits 0.1 ETH at the entry point for one's own smart account.",
		"The entry point counts for one account of the person what another one pays: nothing is lost, and nothing comes.",
		step(accounts.ENTRY_POINT, ENTRY_POINT_ABI, "depositTo", [accounts.SMART_ACCOUNT], parseEther("0.1")),
		{ context: known, declares: paysEther(accounts.ENTRY_POINT, "0.1") },
	),
];
