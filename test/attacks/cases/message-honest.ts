import { encodeFunctionData, parseAbi } from "viem";
import { type Case, NOW, SVM_USER, USER } from "../case.ts";
import { PERMIT2 } from "../world/evm/base.ts";
import {
	APES,
	DUTCH_REACTOR,
	FARCASTER_KEYS,
	ONE_INCH_ROUTER,
	SAFE,
	SEAPORT_1_6,
	UNISWAP_ROUTER,
} from "../world/evm/settlers.ts";
import { DAI, UNI, USDC, usd, WETH, whole } from "../world/evm/tokens.ts";
import {
	DAY,
	ethereumSignIn,
	FRIEND,
	isoIn,
	MESSAGE_CONTEXT,
	messageHonest,
	offchain,
	personal,
	SOON,
	several,
	solanaBytes,
	solanaSignIn,
	solanaText,
	textPayload,
	typedAsk,
	typedPayload,
} from "./message-tools.ts";
import * as make from "./typed.ts";

/** Messages that honest applications ask users to sign, in their original wording. */

const USDC_DOMAIN = { name: "USD Coin", version: "2", chainId: 1, verifyingContract: USDC } as const;
const DAI_DOMAIN = { name: "Dai Stablecoin", version: "1", chainId: 1, verifyingContract: DAI } as const;
const UNI_DOMAIN = { name: "Uniswap", chainId: 1, verifyingContract: UNI } as const;

/** Context in which the user has swapped here before. */
const SWAPPED_BEFORE = {
	...MESSAGE_CONTEXT,
	dealings: [
		{ address: FRIEND, paid: 3 },
		{ address: UNISWAP_ROUTER, allowed: 5 },
		{ address: PERMIT2, allowed: 4 },
	],
};

const signIns: readonly Case[] = [
	messageHonest({
		id: "sign-in/exchange",
		label: "info",
		title: "Signs in to an exchange.",
		why: "EIP-4361, well-formed: domain, page, account and chain are one.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "app.uniswap.org", expires: isoIn(600) })),
	}),
	messageHonest({
		id: "sign-in/without-statement",
		label: "info",
		title: "Signs in to a market, without a statement.",
		why: "EIP-4361: the statement is optional.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", statement: null, uri: "https://opensea.io/login" })),
	}),
	messageHonest({
		id: "sign-in/terms",
		label: "info",
		title: "Signs in and accepts the terms, which are named as a resource.",
		why: "EIP-4361: resources name what is agreed to.",
		world: null,
		ask: personal(
			ethereumSignIn({
				domain: "app.safe.global",
				statement: "I accept the terms of use.",
				resources: [
					"https://app.safe.global/terms",
					"ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
				],
			}),
		),
	}),
	messageHonest({
		id: "sign-in/farcaster",
		label: "info",
		title: "Signs in with Farcaster.",
		why: "FIP-11: EIP-4361 with a farcaster:// resource; the request names its own chain.",
		world: null,
		ask: personal(
			ethereumSignIn({
				domain: "frames.example.org",
				uri: "https://frames.example.org/login",
				statement: "Farcaster Auth",
				resources: ["farcaster://fid/1234"],
			}),
		),
	}),
	messageHonest({
		id: "sign-in/port",
		label: "info",
		title: "Signs in to a developer's own page.",
		why: "EIP-4361: an authority may have a port.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "localhost:3000", uri: "http://localhost:3000/" })),
	}),
	messageHonest({
		id: "sign-in/solana",
		label: "info",
		title: "Signs in with Solana to a market.",
		why: "Sign In With Solana, well-formed.",
		world: null,
		ask: solanaText(solanaSignIn({ domain: "magiceden.io", expires: isoIn(600) })),
	}),
	messageHonest({
		id: "sign-in/solana-offchain",
		label: "info",
		title: "The same inside of an off-chain message's header.",
		why: "The header makes it even surer: it can't be a transaction.",
		world: null,
		ask: solanaBytes(
			offchain(solanaSignIn({ domain: "app.example.org", statement: "Sign in." }), { format: 1 }),
		),
	}),
	messageHonest({
		id: "sign-in/solana-least",
		label: "info",
		title: "Signs in with Solana with nothing but site and account.",
		why: "Sign In With Solana: all else is optional.",
		world: null,
		ask: solanaText(`magiceden.io wants you to sign in with your Solana account:\n${SVM_USER}`),
	}),
	messageHonest({
		id: "sign-in/own-port",
		label: "info",
		title: "Signs in to a site with its scheme's own port in the domain.",
		why: "RFC 6454: https on port 443 is the same origin.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "app.example.org:443", uri: "https://app.example.org/login" })),
	}),
	messageHonest({
		id: "sign-in/subdomain-page",
		label: "caution",
		title: "Signs in to galxe.com on a page of app.galxe.com.",
		why: "One site's own pages.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "galxe.com", uri: "https://app.galxe.com/login" })),
	}),
	messageHonest({
		id: "text/of-32-bytes",
		label: "danger",
		title: "Signs a text that happens to be 32 bytes long.",
		why: "It reads as a text, and is none of a sign-in's form.",
		world: null,
		ask: personal("Sign in to Foundry early access."),
	}),
	messageHonest({
		id: "sign-in/two-accounts",
		label: "info",
		title: "Two sign-ins to one site, for two of its services.",
		why: "Several harmless signatures are no graver than one.",
		world: null,
		ask: several([
			textPayload(ethereumSignIn({ domain: "app.example.org", nonce: "Aq81kLmn22" })),
			textPayload(
				ethereumSignIn({
					domain: "app.example.org",
					uri: "https://app.example.org/data",
					nonce: "Bq81kLmn23",
				}),
			),
		]),
	}),
];

const texts: readonly Case[] = [
	messageHonest({
		id: "text/opensea-welcome",
		label: "danger",
		title: "OpenSea's old login text.",
		why: "docs/security.md: a text that is no well-formed sign-in is shown whole and takes a word; its reader is unknown.",
		world: null,
		ask: personal(
			`Welcome to OpenSea!\n\nClick to sign in and accept the OpenSea Terms of Service (https://opensea.io/tos) and Privacy Policy (https://opensea.io/privacy).\n\nThis request will not trigger a blockchain transaction or cost any gas fees.\n\nWallet address:\n${USER.toLowerCase()}\n\nNonce:\n8e51c5ae-92a6-4f1c-9c1f-2a1bb0b8e6a1`,
		),
	}),
	messageHonest({
		id: "text/solana-nonce",
		label: "danger",
		title: "A Solana site's own login text.",
		why: "As above, on the other family.",
		world: null,
		ask: solanaText(`Sign this message to log in to the forum.\nAccount: ${SVM_USER}\nNonce: 5f19c2`),
	}),
	...(
		[
			["terms", "Accepts terms", "I accept the terms of service."],
			[
				"terms-named",
				"Accepts terms of an application",
				"By signing this message, you agree to the Terms of Service of app.blur.io.",
			],
			["challenge", "Logs in by a challenge", "Sign in to Blur\n\nChallenge: 81c1a3f2e0b44c0f9aa2"],
			[
				"ownership",
				"Proves an account",
				"Please sign this message to verify that you own this wallet.\n\nThis will not cost any gas fees.\nTimestamp: 1800000000",
			],
			[
				"fields",
				"Logs in by fields that are no sign-in",
				"Sign in to app.galxe.com\nURI: https://app.galxe.com/login\nIssued At: 2027-01-15T08:00:00Z\nNonce: 77aa12bc",
			],
			[
				"free",
				"Logs in for free",
				"Welcome back to Magic Eden! Please sign in with your wallet. Signing is free and will not send a transaction.",
			],
		] as const
	).map(([name, what, text]) =>
		messageHonest({
			id: `text/plain-${name}`,
			label: "caution",
			title: `${what} in plain words.`,
			why: "Plain words that allow nothing; as light as a sign-in by EIP-4361, whose site is checked besides.",
			world: null,
			ask: personal(text),
		}),
	),
];

const NAMES = { name: "snapshot", version: "0.1.4" } as const;
const votes: readonly Case[] = [
	messageHonest({
		id: "vote/snapshot",
		label: "caution",
		title: "Votes on a proposal at Snapshot.",
		why: "The most signed of all typed data, worth to be a known kind: its domain names no contract, so that none reads it.",
		world: null,
		ask: typedAsk(
			make.typed(
				NAMES,
				{
					Vote: "address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata",
				},
				{
					from: USER,
					space: "uniswapgovernance.eth",
					timestamp: String(NOW - 3),
					proposal: `0x${"4e".repeat(32)}`,
					choice: 1,
					reason: "",
					app: "snapshot",
					metadata: "{}",
				},
			),
		),
	}),
	messageHonest({
		id: "vote/own-votes-to-friend",
		label: "caution",
		title: "Lets a friend vote with the user's UNI.",
		why: "ERC-5805: votes are lent, tokens stay; control given to a contact is told.",
		ask: typedAsk(
			make.typed(
				UNI_DOMAIN,
				{ Delegation: "address delegatee,uint256 nonce,uint256 expiry" },
				{ delegatee: FRIEND, nonce: "0", expiry: String(SOON) },
			),
		),
	}),
];

const morphoRight = (authorized: string, isAuthorized: boolean) =>
	typedAsk(
		make.typed(
			{ chainId: 1, verifyingContract: "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb" },
			{
				Authorization:
					"address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline",
			},
			{ authorizer: USER, authorized, isAuthorized, nonce: "0", deadline: String(SOON) },
		),
	);
const rights: readonly Case[] = [
	messageHonest({
		id: "right/morpho-taken-back",
		label: "info",
		title: "Takes a right at Morpho back from somebody.",
		why: "Nothing is allowed by it.",
		ask: morphoRight("0x9B1f4C2ed8a67035b4A9e8d1C6f2037A5e4D8B61", false),
	}),
	messageHonest({
		id: "right/morpho-to-known",
		label: "caution",
		title: "Lets a contract that was allowed something before manage what is at Morpho.",
		why: "How vaults and bundlers are set up; the same as a transaction is a caution.",
		ask: morphoRight(UNISWAP_ROUTER, true),
		context: SWAPPED_BEFORE,
	}),
];

const permits: readonly Case[] = [
	messageHonest({
		id: "permit/exact-for-known",
		label: "info",
		title: "Lets the exchange's router, used before, take the 400 of 25 000 USDC that are to be swapped.",
		why: "Exact amount, short end, a spender used before.",
		ask: typedAsk(
			make.permit(USDC_DOMAIN, { owner: USER, spender: UNISWAP_ROUTER, value: usd(400), deadline: SOON }),
		),
		context: SWAPPED_BEFORE,
	}),
	messageHonest({
		id: "permit/exact-first-time",
		label: "caution",
		title: "Lets 1inch's router take 250 of 25 000 USDC, for the first time.",
		why: "Exact amount, short end; that it is the first time is told.",
		ask: typedAsk(
			make.permit(USDC_DOMAIN, { owner: USER, spender: ONE_INCH_ROUTER, value: usd(250), deadline: SOON }),
		),
	}),
	messageHonest({
		id: "permit2/exact",
		label: "info",
		title: "By Permit2, lets the exchange's router, used before, take 1 of 20 WETH for half an hour.",
		why: "What Uniswap asks for at most swaps, with an exact amount.",
		ask: typedAsk(make.permitSingle({ token: WETH, amount: whole(1) }, UNISWAP_ROUTER, SOON, SOON)),
		context: SWAPPED_BEFORE,
	}),
	messageHonest({
		id: "permit2/as-uniswap-asks",
		label: "caution",
		title: "By Permit2, lets the exchange's router take any amount of USDC for 30 days.",
		why: "What Uniswap's own page asks for: the router spends for its caller alone, and was allowed something before.",
		ask: typedAsk(
			make.permitSingle({ token: USDC, amount: 2n ** 160n - 1n }, UNISWAP_ROUTER, NOW + 30 * DAY, SOON),
		),
		context: SWAPPED_BEFORE,
	}),
	messageHonest({
		id: "permit2/transfer-exact",
		label: "info",
		title: "By Permit2, lets the exchange's router, used before, take 300 USDC once.",
		why: "Once, exact, short.",
		ask: typedAsk(make.permitTransfer({ token: USDC, amount: usd(300) }, UNISWAP_ROUTER, SOON)),
		context: SWAPPED_BEFORE,
	}),
	messageHonest({
		id: "permit/dai-for-known",
		label: "caution",
		title: "DAI's own permit for the exchange's router, used before.",
		why: "All or nothing by its form; the router spends for its caller alone, and was allowed something before.",
		ask: typedAsk(make.daiPermit(DAI_DOMAIN, { holder: USER, spender: UNISWAP_ROUTER, expiry: SOON })),
		context: SWAPPED_BEFORE,
	}),
	messageHonest({
		id: "eip-3009/pay-a-shop",
		label: "caution",
		title: "Pays 12.50 USDC for a resource by an authorisation (x402).",
		why: "A small payment to somebody new.",
		ask: typedAsk(
			make.authorization(USDC_DOMAIN, "TransferWithAuthorization", {
				from: USER,
				to: "0x2c5A1F8e7B3d90A4c6E1b8F2D4a7093e5C6b1D8f".toLowerCase(),
				value: 12_500_000n,
				validBefore: NOW + 120,
			}),
		),
	}),
];

const orders: readonly Case[] = [
	messageHonest({
		id: "seaport/listing",
		label: "info",
		title: "Lists an item for 30 ETH, of which the market gets 0.5 %.",
		why: "OpenSea's listing: nearly all comes to whoever signs.",
		ask: typedAsk(
			make.seaport(SEAPORT_1_6, {
				offerer: USER,
				offer: [{ itemType: make.ITEM.erc721, token: APES, id: 4_117n, amount: 1n }],
				consideration: [
					{ itemType: make.ITEM.native, amount: (whole(30) * 995n) / 1_000n, recipient: USER },
					{
						itemType: make.ITEM.native,
						amount: (whole(30) * 5n) / 1_000n,
						recipient: "0x0000a26b00c1f0df003000390027140000faa719",
					},
				],
				endTime: NOW + 7 * DAY,
			}),
		),
	}),
	messageHonest({
		id: "seaport/offer",
		label: "caution",
		title: "Offers 1.2 of 20 WETH for an item.",
		why: "A bid: what comes back is an item whose worth nobody can check here.",
		ask: typedAsk(
			make.seaport(SEAPORT_1_6, {
				offerer: USER,
				offer: [{ itemType: make.ITEM.erc20, token: WETH, amount: (whole(1) * 12n) / 10n }],
				consideration: [
					{ itemType: make.ITEM.erc721, token: APES, id: 88n, amount: 1n, recipient: USER },
					{
						itemType: make.ITEM.erc20,
						token: WETH,
						amount: whole(1) / 200n,
						recipient: "0x0000a26b00c1f0df003000390027140000faa719",
					},
				],
				endTime: NOW + 3 * DAY,
			}),
		),
	}),
	messageHonest({
		id: "cow/stable-for-stable",
		label: "info",
		title: "Swaps 1 000 of 25 000 USDC for at least 998 DAI.",
		why: "A fair limit between two listed tokens, to whoever signs.",
		ask: typedAsk(
			make.cow({
				sell: { token: USDC, amount: usd(1_000) },
				buy: { token: DAI, amount: whole(998) },
				receiver: USER,
				validTo: SOON,
			}),
		),
	}),
	messageHonest({
		id: "cow/ether-for-stable",
		label: "info",
		title: "Swaps 2 of 20 WETH for at least 5 900 USDC.",
		why: "A plausible price between two listed tokens.",
		ask: typedAsk(
			make.cow({
				sell: { token: WETH, amount: whole(2) },
				buy: { token: USDC, amount: usd(5_900) },
				validTo: SOON,
			}),
		),
	}),
	messageHonest({
		id: "1inch/limit",
		label: "info",
		title: "Offers 1 of 20 WETH for 4 200 USDC for a week.",
		why: "A limit order without an extension.",
		ask: typedAsk(
			make.oneInch(
				USER,
				{ token: WETH, amount: whole(1) },
				{ token: USDC, amount: usd(4_200) },
				{ until: NOW + 7 * DAY },
			),
		),
	}),
	messageHonest({
		id: "0x/limit",
		label: "info",
		title: "Offers 500 of 15 000 DAI for 500 USDC for a day.",
		why: "A limit order at par.",
		ask: typedAsk(
			make.zeroEx(USER, { token: DAI, amount: whole(500) }, { token: USDC, amount: usd(500) }, NOW + DAY),
		),
	}),
	messageHonest({
		id: "uniswapx/swap",
		label: "info",
		title: "Swaps 1 of 20 WETH by UniswapX for at least 2 980 USDC.",
		why: "A known reactor, a limit that falls a little, to whoever signs.",
		ask: typedAsk(
			make.uniswapX(
				{ token: WETH, amount: whole(1) },
				{ token: USDC, amount: usd(3_000), end: usd(2_980), recipient: USER },
				{ reactor: DUTCH_REACTOR, swapper: USER, deadline: SOON },
			),
		),
	}),
];

const token = parseAbi(["function transfer(address to, uint256 amount)"]);
const accounts: readonly Case[] = [
	messageHonest({
		id: "safe/pay-friend",
		label: "caution",
		title: "The user's Safe sends 300 of its 8 000 USDC to a friend.",
		why: "Decoded whole; a plain payment to a contact.",
		ask: typedAsk(
			make.safeTx(SAFE, {
				to: USDC,
				data: encodeFunctionData({
					abi: token,
					functionName: "transfer",
					args: [FRIEND, usd(300)],
				}),
			}),
		),
	}),
	messageHonest({
		id: "safe/send-ether",
		label: "caution",
		title: "The user's Safe sends 0.2 of its 5 ETH to a friend.",
		why: "As above.",
		ask: typedAsk(make.safeTx(SAFE, { to: FRIEND, value: whole(1) / 5n })),
	}),
	messageHonest({
		id: "safe/cancel",
		label: "caution",
		title: "The user's Safe calls itself with nothing, which cancels what waits in this place.",
		why: "Safe's own way to reject: no value, no data.",
		ask: typedAsk(make.safeTx(SAFE, { to: SAFE })),
	}),
];

const logins: readonly Case[] = [
	messageHonest({
		id: "login/polymarket",
		label: "caution",
		title: "Polymarket's login, from which the keys of its interface are made.",
		why: "Typed data that no contract reads; the keys see and cancel orders, and none is given without a signature of its own.",
		world: null,
		ask: typedAsk(
			make.typed(
				{ name: "ClobAuthDomain", version: "1", chainId: 1 },
				{ ClobAuth: "address address,string timestamp,uint256 nonce,string message" },
				{
					address: USER,
					timestamp: String(NOW - 2),
					nonce: "0",
					message: "This message attests that I control the given wallet",
				},
			),
		),
	}),
	messageHonest({
		id: "login/hyperliquid-withdraw",
		label: "caution",
		title: "Withdraws 500 USDC from Hyperliquid to the user's own account.",
		why: "Funds at an exchange come back to the account that signs: nobody else gets any of them.",
		ask: typedAsk(
			make.typed(
				{
					name: "HyperliquidSignTransaction",
					version: "1",
					chainId: 1,
					verifyingContract: "0x0000000000000000000000000000000000000000",
				},
				{
					"HyperliquidTransaction:Withdraw":
						"string hyperliquidChain,string destination,string amount,uint64 time",
				},
				{
					hyperliquidChain: "Mainnet",
					destination: USER.toLowerCase(),
					amount: "500",
					time: String(NOW * 1_000),
				},
			),
		),
	}),
	messageHonest({
		id: "login/farcaster-key",
		label: "caution",
		title: "Vouches for a key that an application asks for at Farcaster, until tomorrow.",
		why: "It says that an app asks for a key; whoever adds the key to an account signs that for themselves.",
		ask: typedAsk(
			make.typed(
				{
					name: "Farcaster SignedKeyRequestValidator",
					version: "1",
					chainId: 1,
					verifyingContract: FARCASTER_KEYS,
				},
				{ SignedKeyRequest: "uint256 requestFid,bytes key,uint256 deadline" },
				{ requestFid: "1234", key: `0x${"7b".repeat(32)}`, deadline: String(NOW + DAY) },
			),
		),
	}),
	messageHonest({
		id: "login/mail",
		label: "caution",
		title: "A forum's login as typed data.",
		why: "No chain and no contract reads it, every member is one of a login, and its text is plain.",
		world: null,
		ask: typedAsk(
			make.typed(
				{ name: "Forum login", version: "1" },
				{ Login: "string account,string statement,string nonce,uint64 issuedAt" },
				{
					account: "ana.example",
					statement: "I log in to the forum.",
					nonce: "u3Jw8Kq1",
					issuedAt: String(NOW - 4),
				},
			),
		),
	}),
	messageHonest({
		id: "many/sign-in-and-permit",
		label: "info",
		title: "A sign-in, and a permit of 400 USDC for the exchange's router, used before.",
		why: "What a swap page asks for at its first use; no graver than its parts.",
		ask: several([
			textPayload(ethereumSignIn({ domain: "app.uniswap.org" })),
			typedPayload(
				make.permit(USDC_DOMAIN, {
					owner: USER,
					spender: UNISWAP_ROUTER,
					value: usd(400),
					deadline: SOON,
				}),
			),
		]),
		context: SWAPPED_BEFORE,
	}),
];

export const cases: readonly Case[] = [
	...signIns,
	...texts,
	...votes,
	...rights,
	...permits,
	...orders,
	...accounts,
	...logins,
];
