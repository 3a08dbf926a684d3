import { encodeFunctionData, parseAbi } from "viem";
import { type Case, NOW, THIEF, USER } from "../case.ts";
import { PERMIT2 } from "../world/evm/base.ts";
import {
	APES,
	BLUR_EXCHANGE,
	DRAINER,
	DUTCH_REACTOR,
	SAFE,
	SEAPORT_1_6,
	UNISWAP_ROUTER,
} from "../world/evm/settlers.ts";
import { DAI, LINK, UNI, USDC, USDT, usd, WBTC, WETH, whole } from "../world/evm/tokens.ts";
import { DAY, messageAttack, SOON, several, textPayload, typedAsk, typedPayload } from "./message-tools.ts";
import * as make from "./typed.ts";

/** Typed data that gives assets away: permits, orders, accounts, and a severe one among many. */

const OPEN_PERMISSION = "Permissions for everything that are not “unlimited” pass as info";
const DUST_ORDER = "Orders for dust, and paying for nothing, are info";
const MAX = 2n ** 256n - 1n;
const MAX160 = 2n ** 160n - 1n;

const USDC_DOMAIN = { name: "USD Coin", version: "2", chainId: 1, verifyingContract: USDC } as const;
const DAI_DOMAIN = { name: "Dai Stablecoin", version: "1", chainId: 1, verifyingContract: DAI } as const;
const UNI_DOMAIN = { name: "Uniswap", chainId: 1, verifyingContract: UNI } as const;

const usdcPermit = (spender: string, value: bigint, deadline = SOON) =>
	make.permit(USDC_DOMAIN, { owner: USER, spender, value, deadline });

const MORPHO = "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb";
const morphoRight = (patch: Readonly<Record<string, unknown>>, verifyingContract = MORPHO) =>
	make.typed(
		{ chainId: 1, verifyingContract },
		{
			Authorization: "address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline",
		},
		{ authorizer: USER, authorized: THIEF, isAuthorized: true, nonce: "0", deadline: String(SOON), ...patch },
	);
const compoundRight = make.typed(
	{
		name: "Compound USDC",
		version: "0",
		chainId: 1,
		verifyingContract: "0xc3d688B66703497DAA19211EEdff47f25384cdc3",
	},
	{ Authorization: "address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry" },
	{ owner: USER, manager: THIEF, isAllowed: true, nonce: "0", expiry: String(SOON) },
);
const creditRight = make.typed(
	{
		name: "Aave Variable Debt USDC",
		version: "1",
		chainId: 1,
		verifyingContract: "0x72E95b8931767C79bA4EeE721354d6E99a61D004",
	},
	{ DelegationWithSig: "address delegatee,uint256 value,uint256 nonce,uint256 deadline" },
	{ delegatee: THIEF, value: String(MAX), nonce: "0", deadline: String(SOON) },
);
const relayerRight = make.typed(
	{ name: "Vault", version: "1", chainId: 1, verifyingContract: DRAINER },
	{ SetRelayer: "address relayer,bool approved,uint256 nonce" },
	{ relayer: THIEF, approved: true, nonce: "0" },
);

const permits: readonly Case[] = [
	messageAttack({
		id: "permit/unlimited",
		label: "danger",
		title: "Lets a stranger's contract take any amount of USDC.",
		why: "Permit phishing, the most used drain of wallets.",
		ask: typedAsk(usdcPermit(DRAINER, MAX)),
	}),
	messageAttack({
		id: "permit/whole-balance",
		label: "danger",
		title: "Lets a stranger's contract take exactly the 25 000 USDC that are held.",
		why: OPEN_PERMISSION,
		ask: typedAsk(usdcPermit(DRAINER, usd(25_000))),
	}),
	messageAttack({
		id: "permit/half-balance",
		label: "danger",
		title: "Lets a stranger's contract take 13 000 of 25 000 USDC.",
		why: `${OPEN_PERMISSION}; half of a holding or more, for a spender never met: danger and word for a signature.`,
		ask: typedAsk(usdcPermit(DRAINER, usd(13_000))),
	}),
	messageAttack({
		id: "permit/to-account",
		label: "danger",
		title: "Lets a stranger's own account, which is no contract, take 500 USDC.",
		why: "No honest application takes tokens by an account without code.",
		ask: typedAsk(usdcPermit(THIEF, usd(500))),
	}),
	messageAttack({
		id: "permit/several-small",
		label: "danger",
		title: "Four permits of 6 000 USDC for one spender, of 25 000 that are held.",
		why: `${OPEN_PERMISSION}; judged by what they give together.`,
		ask: several(
			[0, 1, 2, 3].map((nonce) => {
				const data = usdcPermit(DRAINER, usd(6_000));
				return typedPayload({ ...data, message: { ...Object(data["message"]), nonce: String(nonce) } });
			}),
		),
	}),
	messageAttack({
		id: "permit/dai",
		label: "danger",
		title: "DAI's own permit: all of it, for a stranger's contract, without end.",
		why: "All or nothing by its form; drainers ask for it because it reads short.",
		ask: typedAsk(make.daiPermit(DAI_DOMAIN, { holder: USER, spender: DRAINER, expiry: 0 })),
	}),
	messageAttack({
		id: "permit/no-chain",
		label: "danger",
		title: "A permit whose domain names no chain.",
		why: "EIP-712: without a chain it may count on every one.",
		ask: typedAsk(
			make.permit(
				{ name: "Uniswap", verifyingContract: UNI },
				{ owner: USER, spender: DRAINER, value: whole(20), deadline: SOON },
			),
		),
	}),
	messageAttack({
		id: "permit/other-chain",
		label: "block",
		title: "A permit for another chain than the request's.",
		why: "The match: typed data for another chain is refused.",
		ask: typedAsk(
			make.permit(
				{ ...USDC_DOMAIN, chainId: 8453 },
				{ owner: USER, spender: DRAINER, value: usd(500), deadline: SOON },
			),
		),
	}),
	messageAttack({
		id: "permit/without-end",
		label: "danger",
		title: "A permit of 900 USDC that can be used without end.",
		why: "A signature without end is a permission that may turn up at any later time.",
		ask: typedAsk(usdcPermit(DRAINER, usd(900), 2 ** 52)),
	}),
	messageAttack({
		id: "permit2/whole-balance",
		label: "danger",
		title: "By Permit2, a stranger's contract may take exactly the 20 WETH that are held.",
		why: OPEN_PERMISSION,
		ask: typedAsk(make.permitSingle({ token: WETH, amount: whole(20) }, DRAINER, NOW + DAY, SOON)),
	}),
	messageAttack({
		id: "permit2/unlimited",
		label: "danger",
		title: "By Permit2, a stranger's contract may take any amount of USDT without end.",
		why: "The form that drainers ask for most.",
		ask: typedAsk(make.permitSingle({ token: USDT, amount: MAX160 }, DRAINER, 2 ** 48 - 1, SOON)),
	}),
	messageAttack({
		id: "permit2/fifteen-tokens",
		label: "danger",
		title: "By Permit2, fifteen tokens, of which the last three are all that the user holds.",
		why: `${OPEN_PERMISSION}: the chain was asked about twelve of them.`,
		ask: typedAsk(
			make.permitBatch(
				[
					...Array.from({ length: 12 }, (_, at) => ({
						token: `0x${(0xa0 + at).toString(16).repeat(20)}`,
						amount: 1n,
					})),
					{ token: USDC, amount: usd(25_000) },
					{ token: WETH, amount: whole(20) },
					{ token: WBTC, amount: 50_000_000n },
				],
				DRAINER,
				NOW + DAY,
				SOON,
			),
		),
	}),
	messageAttack({
		id: "permit2/transfer-all",
		label: "danger",
		title: "By Permit2, a stranger's contract takes all 400 LINK once.",
		why: OPEN_PERMISSION,
		ask: typedAsk(make.permitTransfer({ token: LINK, amount: whole(400) }, DRAINER, SOON)),
	}),
	messageAttack({
		id: "permit2/transfer-all-of-several",
		label: "danger",
		title: "By Permit2, a stranger's contract takes all DAI, LINK and UNI once.",
		why: OPEN_PERMISSION,
		ask: typedAsk(
			make.permitBatchTransfer(
				[
					{ token: DAI, amount: whole(15_000) },
					{ token: LINK, amount: whole(400) },
					{ token: UNI, amount: whole(800) },
				],
				DRAINER,
				SOON,
			),
		),
	}),
	messageAttack({
		id: "eip-3009/receive-all",
		label: "danger",
		title: "Lets a stranger's contract pull all 25 000 USDC once.",
		why: `${OPEN_PERMISSION}; EIP-3009's receiveWithAuthorization.`,
		ask: typedAsk(
			make.authorization(USDC_DOMAIN, "ReceiveWithAuthorization", {
				from: USER,
				to: DRAINER,
				value: usd(25_000),
				validBefore: SOON,
			}),
		),
	}),
	messageAttack({
		id: "eip-3009/receive-half",
		label: "danger",
		title: "Lets a stranger's contract pull 12 500 of 25 000 USDC once.",
		why: `${OPEN_PERMISSION}; half or more.`,
		ask: typedAsk(
			make.authorization(USDC_DOMAIN, "ReceiveWithAuthorization", {
				from: USER,
				to: DRAINER,
				value: usd(12_500),
				validBefore: SOON,
			}),
		),
	}),
	messageAttack({
		id: "eip-3009/send-all",
		label: "danger",
		title: "Sends all 25 000 USDC to a stranger by a signature that anybody may carry out.",
		why: "Whole balance to somebody never met.",
		ask: typedAsk(
			make.authorization(USDC_DOMAIN, "TransferWithAuthorization", {
				from: USER,
				to: THIEF,
				value: usd(25_000),
				validBefore: SOON,
			}),
		),
	}),
];

const WORTHLESS = "0x5A3b1E0000000000000000000000000000005A3b".toLowerCase();
const listing = (consideration: readonly make.SeaportItem[]) =>
	make.seaport(SEAPORT_1_6, {
		offerer: USER,
		offer: [{ itemType: make.ITEM.erc721, token: APES, id: 4_117n, amount: 1n }],
		consideration,
		endTime: NOW + 7 * DAY,
	});

const orders: readonly Case[] = [
	messageAttack({
		id: "seaport/for-one-wei",
		label: "danger",
		title: "Offers an item of a collection for one wei.",
		why: `${DUST_ORDER}; OpenSea phishing: a private listing for nothing.`,
		ask: typedAsk(listing([{ itemType: make.ITEM.native, amount: 1n, recipient: USER }])),
	}),
	messageAttack({
		id: "seaport/paid-to-thief",
		label: "danger",
		title: "Offers an item for 30 ETH, all of which a stranger gets.",
		why: "What an order brings must come to whoever signs it.",
		ask: typedAsk(listing([{ itemType: make.ITEM.native, amount: whole(30), recipient: THIEF }])),
	}),
	messageAttack({
		id: "seaport/mostly-to-thief",
		label: "danger",
		title: "Offers an item for 30 ETH, of which a stranger gets 29.9.",
		why: `${DUST_ORDER}; a share for the signer that only silences the wallet.`,
		ask: typedAsk(
			listing([
				{ itemType: make.ITEM.native, amount: whole(1) / 10n, recipient: USER },
				{ itemType: make.ITEM.native, amount: (whole(1) * 299n) / 10n, recipient: THIEF },
			]),
		),
	}),
	messageAttack({
		id: "seaport/price-falls-to-nothing",
		label: "danger",
		title: "Offers an item for 30 ETH, which falls to one wei within the hour.",
		why: `${DUST_ORDER}; of what is got, the least counts.`,
		ask: typedAsk(
			listing([{ itemType: make.ITEM.native, amount: whole(30), endAmount: 1n, recipient: USER }]),
		),
	}),
	messageAttack({
		id: "seaport/any-item",
		label: "danger",
		title: "Offers any item of a collection, not one of them.",
		why: "A criteria order without a list takes whichever the taker wants.",
		ask: typedAsk(
			make.seaport(SEAPORT_1_6, {
				offerer: USER,
				offer: [{ itemType: make.ITEM.anyOf, token: APES, amount: 1n }],
				consideration: [{ itemType: make.ITEM.native, amount: whole(2), recipient: USER }],
				endTime: NOW + 7 * DAY,
			}),
		),
	}),
	messageAttack({
		id: "seaport/tokens-for-unlisted",
		label: "danger",
		title: "Offers 25 000 USDC for a million of a token that nobody lists.",
		why: `${DUST_ORDER}; comes back only a token nobody lists.`,
		ask: typedAsk(
			make.seaport(SEAPORT_1_6, {
				offerer: USER,
				offer: [{ itemType: make.ITEM.erc20, token: USDC, amount: usd(25_000) }],
				consideration: [
					{ itemType: make.ITEM.erc20, token: WORTHLESS, amount: whole(1_000_000), recipient: USER },
				],
				endTime: NOW + DAY,
			}),
		),
	}),
	messageAttack({
		id: "seaport/bulk",
		label: "danger",
		title: "Two listings in one signature, of which the second is for one wei.",
		why: `${DUST_ORDER}; OpenSea's bulk orders: each of the tree can be taken by itself.`,
		ask: typedAsk(
			make.seaportBulk(SEAPORT_1_6, [
				{
					offerer: USER,
					offer: [{ itemType: make.ITEM.erc721, token: APES, id: 1n, amount: 1n }],
					consideration: [{ itemType: make.ITEM.native, amount: whole(30), recipient: USER }],
					endTime: NOW + 7 * DAY,
				},
				{
					offerer: USER,
					offer: [{ itemType: make.ITEM.erc721, token: APES, id: 2n, amount: 1n }],
					consideration: [{ itemType: make.ITEM.native, amount: 1n, recipient: USER }],
					endTime: NOW + 7 * DAY,
				},
			]),
		),
	}),
	messageAttack({
		id: "blur/root",
		label: "danger",
		title: "Blur's bulk listing: one hash that stands for orders nobody sees.",
		why: "Blur phishing of 2023: the root of a tree, with listings for nothing in it.",
		ask: typedAsk(
			make.typed(
				{ name: "Blur Exchange", version: "1.0", chainId: 1, verifyingContract: BLUR_EXCHANGE },
				{ Root: "bytes32 root" },
				{ root: `0x${"9d".repeat(32)}` },
			),
		),
	}),
	messageAttack({
		id: "cow/for-dust",
		label: "danger",
		title: "Swaps 25 000 USDC for at least 0.000001 DAI.",
		why: `${DUST_ORDER}; two listed stable tokens, and nothing comes back.`,
		ask: typedAsk(
			make.cow({
				sell: { token: USDC, amount: usd(25_000) },
				buy: { token: DAI, amount: 10n ** 12n },
				validTo: SOON,
			}),
		),
	}),
	messageAttack({
		id: "cow/fee-of-all",
		label: "danger",
		title: "Swaps 10 USDC for 10 DAI, with a fee of 24 000 USDC.",
		why: `${DUST_ORDER}: the fee is added to what is given without a word.`,
		ask: typedAsk(
			make.cow({
				sell: { token: USDC, amount: usd(10) },
				buy: { token: DAI, amount: whole(10) },
				fee: usd(24_000),
				validTo: SOON,
			}),
		),
	}),
	messageAttack({
		id: "cow/other-receiver",
		label: "danger",
		title: "Swaps 5 000 USDC for a fair amount of DAI, which a stranger gets.",
		why: "What an order brings must come to whoever signs it.",
		ask: typedAsk(
			make.cow({
				sell: { token: USDC, amount: usd(5_000) },
				buy: { token: DAI, amount: whole(4_990) },
				receiver: THIEF,
				validTo: SOON,
			}),
		),
	}),
	messageAttack({
		id: "cow/for-unlisted",
		label: "danger",
		title: "Swaps all 15 000 DAI for a million of a token that nobody lists.",
		why: DUST_ORDER,
		ask: typedAsk(
			make.cow({
				sell: { token: DAI, amount: whole(15_000) },
				buy: { token: WORTHLESS, amount: whole(1_000_000) },
				validTo: SOON,
			}),
		),
	}),
	messageAttack({
		id: "0x/for-dust",
		label: "danger",
		title: "Offers 12 000 USDT for 0.01 USDC.",
		why: DUST_ORDER,
		ask: typedAsk(
			make.zeroEx(USER, { token: USDT, amount: usd(12_000) }, { token: USDC, amount: 10_000n }, NOW + DAY),
		),
	}),
	messageAttack({
		id: "1inch/for-dust",
		label: "danger",
		title: "Offers 20 WETH for 1 USDC.",
		why: `${DUST_ORDER}; a listed token for one fifty-thousandth of what any price was.`,
		ask: typedAsk(
			make.oneInch(
				USER,
				{ token: WETH, amount: whole(20) },
				{ token: USDC, amount: usd(1) },
				{ until: NOW + DAY },
			),
		),
	}),
	messageAttack({
		id: "1inch/extension",
		label: "danger",
		title: "Offers 10 WETH at a fair price, with an extension that is not shown.",
		why: "1inch v4: amounts and calls can stand in the extension, of which only a hash is signed.",
		ask: typedAsk(
			make.oneInch(
				USER,
				{ token: WETH, amount: whole(10) },
				{ token: USDC, amount: usd(25_000) },
				{ until: NOW + DAY, extension: true },
			),
		),
	}),
	messageAttack({
		id: "uniswapx/unknown-reactor",
		label: "danger",
		title: "Swaps 20 WETH by a contract that only looks like one of UniswapX.",
		why: "Permit2 lets its spender take the tokens whatever the witness says.",
		ask: typedAsk(
			make.uniswapX(
				{ token: WETH, amount: whole(20) },
				{ token: USDC, amount: usd(50_000), recipient: USER },
				{ reactor: DRAINER, swapper: USER, deadline: SOON },
			),
		),
	}),
	messageAttack({
		id: "uniswapx/for-dust",
		label: "danger",
		title: "Swaps 20 WETH by UniswapX for what falls to 0.01 USDC.",
		why: DUST_ORDER,
		ask: typedAsk(
			make.uniswapX(
				{ token: WETH, amount: whole(20) },
				{ token: USDC, amount: usd(50_000), end: 10_000n, recipient: USER },
				{ reactor: DUTCH_REACTOR, swapper: USER, deadline: SOON },
			),
		),
	}),
	messageAttack({
		id: "uniswapx/other-recipient",
		label: "danger",
		title: "Swaps 20 WETH by UniswapX for a fair amount of USDC, which a stranger gets.",
		why: "What an order brings must come to whoever signs it.",
		ask: typedAsk(
			make.uniswapX(
				{ token: WETH, amount: whole(20) },
				{ token: USDC, amount: usd(50_000), recipient: THIEF },
				{ reactor: DUTCH_REACTOR, swapper: USER, deadline: SOON },
			),
		),
	}),
];

const safeAbi = parseAbi([
	"function addOwnerWithThreshold(address owner, uint256 threshold)",
	"function enableModule(address module)",
	"function transfer(address to, uint256 amount)",
]);

const accounts: readonly Case[] = [
	messageAttack({
		id: "safe/delegatecall",
		label: "danger",
		title: "A Safe runs a stranger's code as its own.",
		why: "The theft of Bybit (2025): a delegatecall in a transaction that looked like a transfer.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: DRAINER,
				operation: 1,
				data: encodeFunctionData({ abi: safeAbi, functionName: "transfer", args: [THIEF, 0n] }),
			}),
		),
	}),
	messageAttack({
		id: "safe/add-owner",
		label: "danger",
		title: "A stranger becomes an owner of the user's Safe.",
		why: "A lasting right over all that the Safe holds.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: SAFE,
				data: encodeFunctionData({ abi: safeAbi, functionName: "addOwnerWithThreshold", args: [THIEF, 1n] }),
			}),
		),
	}),
	messageAttack({
		id: "safe/enable-module",
		label: "danger",
		title: "A stranger's contract becomes a module of the user's Safe.",
		why: "A module acts for the Safe without any owner.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: SAFE,
				data: encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [DRAINER] }),
			}),
		),
	}),
	messageAttack({
		id: "safe/refund",
		label: "danger",
		title: "A Safe does nothing, and pays a stranger 8 000 USDC for gas.",
		why: "Safe's handlePayment: a harmless call carries a payment of all that it holds.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: SAFE,
				baseGas: usd(8_000),
				gasPrice: 1n,
				gasToken: USDC,
				refundReceiver: THIEF,
			}),
		),
	}),
	messageAttack({
		id: "safe/send-all",
		label: "danger",
		title: "A Safe sends all 8 000 USDC that it holds to a stranger.",
		why: "Issue: what a Safe of the user holds is weighed too; whole balance to somebody never met.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: USDC,
				data: encodeFunctionData({ abi: safeAbi, functionName: "transfer", args: [THIEF, usd(8_000)] }),
			}),
		),
	}),
	messageAttack({
		id: "account/eip-7702",
		label: "danger",
		title: "Lends the account a stranger's code, on every chain, as typed data.",
		why: "EIP-7702 drainers (2025): the code acts as the account.",
		ask: typedAsk(
			make.typed(
				{ name: "Smart Account", version: "1", chainId: 1 },
				{ Authorization: "uint256 chainId,address address,uint64 nonce" },
				{ chainId: "0", address: DRAINER, nonce: "0" },
			),
		),
	}),
	messageAttack({
		id: "account/delegation",
		label: "danger",
		title: "A delegation without any limit lets a stranger act as the account.",
		why: "ERC-7710: whoever holds it moves all that the account holds.",
		ask: typedAsk(
			make.typed(
				{ name: "DelegationManager", version: "1", chainId: 1, verifyingContract: UNISWAP_ROUTER },
				{
					Delegation: "address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt",
					Caveat: "address enforcer,bytes terms",
				},
				{
					delegate: THIEF,
					delegator: USER,
					authority: `0x${"f".repeat(64)}`,
					caveats: [],
					salt: "0",
				},
			),
		),
	}),
	...(
		[
			["morpho", "everything at Morpho", morphoRight({})],
			["morpho-without-end", "everything at Morpho, without an end", morphoRight({ deadline: String(MAX) })],
			[
				"morpho-elsewhere",
				"something at a contract that only reads Morpho's form",
				morphoRight({ isAuthorized: false }, DRAINER),
			],
			["compound", "everything at Compound", compoundRight],
			["credit", "the user's credit", creditRight],
			["relayer", "something of an unknown kind", relayerRight],
		] as const
	).map(([name, what, typedData]) =>
		messageAttack({
			id: `account/right-${name}`,
			label: "danger",
			title: `Lets a stranger rule ${what}.`,
			why: "Morpho's setAuthorizationWithSig and Compound's allowBySig: the holder withdraws all and borrows against it.",
			ask: typedAsk(typedData),
		}),
	),
	messageAttack({
		id: "unknown/owner-of-name",
		label: "danger",
		title: "Typed data of an unknown kind that names a stranger as the new owner.",
		why: "Unknown typed data: what it lets others do can't be told; it names an address nobody knows.",
		ask: typedAsk(
			make.typed(
				{ name: "Names", version: "1", chainId: 1, verifyingContract: DRAINER },
				{ Handover: "string name,address newOwner,uint256 deadline" },
				{ name: "ana.example", newOwner: THIEF, deadline: String(SOON) },
			),
		),
	}),
	messageAttack({
		id: "unknown/looks-like-permit",
		label: "danger",
		title: "Typed data that is named Permit and has a member more.",
		why: "A kind is told by its encoded type, never by its name.",
		ask: typedAsk(
			make.typed(
				{ ...UNI_DOMAIN, verifyingContract: DRAINER },
				{ Permit: "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,bytes32 note" },
				{
					owner: USER,
					spender: THIEF,
					value: "1",
					nonce: "0",
					deadline: String(SOON),
					note: `0x${"00".repeat(32)}`,
				},
			),
		),
	}),
	messageAttack({
		id: "unknown/hyperliquid-agent",
		label: "danger",
		title: "Lets a stranger's key trade with the account at an exchange.",
		why: "Hyperliquid's ApproveAgent: a lasting right, by typed data that no contract reads.",
		ask: typedAsk(
			make.typed(
				{
					name: "HyperliquidSignTransaction",
					version: "1",
					chainId: 1,
					verifyingContract: "0x0000000000000000000000000000000000000000",
				},
				{
					"HyperliquidTransaction:ApproveAgent":
						"string hyperliquidChain,address agentAddress,string agentName,uint64 nonce",
				},
				{
					hyperliquidChain: "Mainnet",
					agentAddress: THIEF,
					agentName: "helper",
					nonce: String(NOW * 1_000),
				},
			),
		),
	}),
	messageAttack({
		id: "unknown/agent-without-contract",
		label: "danger",
		title: "The same in a form that names no contract and no chain.",
		why: "Nothing on a chain can read it, and an exchange can: a stranger's address in it is a right given away.",
		ask: typedAsk(
			make.typed(
				{ name: "Exchange", version: "1" },
				{ ApproveAgent: "string network,address agentAddress,string agentName,uint64 nonce" },
				{ network: "Mainnet", agentAddress: THIEF, agentName: "helper", nonce: String(NOW * 1_000) },
			),
		),
	}),
	messageAttack({
		id: "unknown/stark-key",
		label: "danger",
		title: "dYdX's typed data for a Stark key, asked for by another site.",
		why: "Keys are derived from this signature; it is typed data that no contract reads.",
		ask: typedAsk(
			make.typed(
				{ name: "dYdX", version: "1.0", chainId: 1 },
				{ dYdX: "string action,string onlySignOn" },
				{ action: "dYdX STARK Key", onlySignOn: "https://trade.dydx.exchange" },
			),
		),
	}),
	messageAttack({
		id: "unknown/own-account-reads-it",
		label: "danger",
		title: "Typed data that the user's own account is to read.",
		why: "With code lent (EIP-7702), whoever holds it makes the account do what it says.",
		ask: typedAsk(
			make.typed(
				{ name: "Account", version: "1", chainId: 1, verifyingContract: USER },
				{ Execute: "address target,uint256 value,bytes data,uint256 nonce" },
				{ target: THIEF, value: whole(9_000).toString(), data: "0x", nonce: "0" },
			),
		),
	}),
];

const many: readonly Case[] = [
	messageAttack({
		id: "many/one-permit-of-twenty-one",
		label: "danger",
		title: "Twenty small texts, and one permit for all USDC among them.",
		why: `${OPEN_PERMISSION}: the headline “Signs 21 messages” hides the one that is grave.`,
		ask: several([
			...Array.from({ length: 12 }, (_, at) => textPayload(`I have read page ${at + 1}.`)),
			typedPayload(usdcPermit(DRAINER, usd(25_000))),
			...Array.from({ length: 8 }, (_, at) => textPayload(`I have read page ${at + 13}.`)),
		]),
	}),
	messageAttack({
		id: "many/permits-for-each-token",
		label: "caution",
		title: "Permits of three tokens for one stranger, each just below half of what is held.",
		why: `${OPEN_PERMISSION}: judged by what they give together; no single one reaches half, so that a remark is the least.`,
		ask: several([
			typedPayload(usdcPermit(DRAINER, usd(12_400))),
			typedPayload(
				make.permit(UNI_DOMAIN, { owner: USER, spender: DRAINER, value: whole(399), deadline: SOON }),
			),
			typedPayload(make.permitTransfer({ token: WETH, amount: whole(9) }, DRAINER, SOON)),
		]),
	}),
	messageAttack({
		id: "many/permit-and-permit2",
		label: "danger",
		title: "A permit for Permit2, and a transfer by Permit2 of all USDC to a stranger.",
		why: `${OPEN_PERMISSION}: the first is usual, and only makes the second work.`,
		ask: several([
			typedPayload(usdcPermit(PERMIT2, MAX)),
			typedPayload(make.permitTransfer({ token: USDC, amount: usd(25_000) }, DRAINER, SOON)),
		]),
	}),
];

export const cases: readonly Case[] = [...permits, ...orders, ...accounts, ...many];
