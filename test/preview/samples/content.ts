import type { ContentView, SvmInstructionView, TypedNodeView } from "../../../src/ipc/review.ts";
import { address, MAIN, ROUTER, SOL_ANA, SOL_MAIN, SOL_STRANGER, STRANGER, USDC } from "./common.ts";

/** One of each thing that can be signed. */

export type Evm = Extract<ContentView, { readonly kind: "evm_transaction" }>;
export type Svm = Extract<ContentView, { readonly kind: "svm_transaction" }>;
export type Message = Extract<ContentView, { readonly kind: "message" }>;
export type Typed = Extract<ContentView, { readonly kind: "typed_data" }>;
export type Operation = Extract<ContentView, { readonly kind: "user_operation" }>;

export function swapCall(change: Partial<Evm> = {}): Evm {
	return {
		kind: "evm_transaction",
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		calls: [],
		claims: [],
		serviceSays: "Swap ETH to USDC on Uniswap v4, slippage 0.5 %",
		to: ROUTER,
		decoded: {
			signature: "execute(bytes,bytes[],uint256)",
			selector: "0x3593564c",
			args: [
				{ name: "commands", type: "bytes", value: "0x0b10" },
				{ name: "inputs", type: "bytes[]", value: "2 items, 704 bytes" },
				{ name: "deadline", type: "uint256", value: "1795270052" },
			],
		},
		nonce: "42",
		gasLimit: "215000",
		maxFee: "1906976744",
		priorityFee: "50000000",
		data: `0x3593564c${"00".repeat(702)}`,
		...change,
	};
}

export function approveCall(): Evm {
	return swapCall({
		headline: "Approve the router to spend up to 100 USDC",
		serviceSays: "Approve USDC for the router",
		to: USDC,
		decoded: {
			signature: "approve(address,uint256)",
			selector: "0x095ea7b3",
			args: [
				{ name: "spender", type: "address", value: ROUTER.address },
				{ name: "amount", type: "uint256", value: "100000000" },
			],
		},
		nonce: "41",
		data: `0x095ea7b3${"0".repeat(128)}`,
	});
}

export function unknownCall(): Evm {
	return swapCall({
		headline: "Call an unknown function of 0xbDA5…1B197E",
		serviceSays: null,
		to: STRANGER,
		decoded: { signature: null, selector: "0xdeadbeef", args: [] },
	});
}

type SvmAccount = SvmInstructionView["accounts"][number];

const TABLE = "HdpeWxLKuH4NmS6xe6nZwzhTxzsLZXrsF9LxE4gPJPqm";

function account(
	of: SvmAccount["address"],
	role: string | null,
	flags = "",
	table: string | null = null,
): SvmAccount {
	return { address: of, role, signer: flags.includes("s"), writable: flags.includes("w"), table };
}

export function instruction(at: number, change: Partial<SvmInstructionView> = {}): SvmInstructionView {
	return {
		at,
		inner: [],
		program: { name: "System program", address: address("11111111111111111111111111111111") },
		text: "Send 1.25 SOL from your account to Ana (Contacts).",
		known: true,
		args: [{ name: "lamports", type: "u64", value: "1250000000" }],
		accounts: [account(SOL_MAIN, "from", "sw"), account(SOL_ANA, "to", "w")],
		data: "02000000807c814a00000000",
		...change,
	};
}

export function priority(at: number): SvmInstructionView {
	return instruction(at, {
		program: { name: "Compute budget", address: address("ComputeBudget111111111111111111111111111111") },
		text: "Send at most 0.00002 SOL to be taken sooner.",
		args: [{ name: "microLamports", type: "u64", value: "100000" }],
		accounts: [],
		data: "03a086010000000000",
	});
}

/** A SOL payment with a token transfer and a memo. */
export function solPayment(change: Partial<Svm> = {}): Svm {
	return {
		kind: "svm_transaction",
		headline: "Send 1.25 SOL and 40 USDC to Ana (Contacts)",
		serviceSays: "Pay the November invoice",
		version: "v0",
		feePayer: SOL_MAIN,
		blockhash: {
			value: "9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6",
			text: "Known to your RPC, and valid for about 60 seconds more.",
		},
		instructions: [
			priority(1),
			instruction(2),
			instruction(3, {
				program: { name: "Token program", address: address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA") },
				text: "Send 40 USDC of yours to the token account of Ana (Contacts).",
				args: [
					{ name: "amount", type: "u64", value: "40000000" },
					{ name: "decimals", type: "u8", value: "6" },
				],
				accounts: [
					account(SOL_STRANGER, "source", "w"),
					account(address("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "USDC"), "mint", "", TABLE),
					account(SOL_ANA, "destination", "w", TABLE),
					account(SOL_MAIN, "owner", "s"),
				],
				data: "0c005a62020000000006",
			}),
		],
		tables: [{ table: TABLE, accounts: ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", SOL_ANA.address] }],
		signatures: [{ address: SOL_MAIN, state: "yours" }],
		...change,
	};
}

/** A program that nobody knows, beside one that is known; a second signer has signed, a third has not. */
export function strangeSol(): Svm {
	return solPayment({
		headline: "Call an unknown program with your account",
		serviceSays: "Claim the rewards",
		instructions: [
			priority(1),
			instruction(2, {
				program: { name: null, address: SOL_STRANGER },
				text: "What this does is not known. It is given your account as a signer, so it may move what the account holds.",
				known: false,
				args: [],
				accounts: [account(SOL_MAIN, null, "sw"), account(SOL_STRANGER, null, "w"), account(SOL_ANA, null)],
				data: "b712469c946da12200e1f50500000000",
			}),
		],
		signatures: [
			{ address: SOL_MAIN, state: "yours" },
			{ address: SOL_ANA, state: "given" },
			{ address: SOL_STRANGER, state: "missing" },
		],
	});
}

/** Many instructions with many accounts each. */
export function crowdedSol(): Svm {
	return solPayment({
		instructions: Array.from({ length: 24 }, (_, index) =>
			instruction(index + 1, {
				accounts: Array.from({ length: 40 }, () => account(SOL_ANA, "to", "w")),
			}),
		),
	});
}

const SIGN_IN = `app.example.com wants you to sign in with your Ethereum account:
${MAIN.address}

Sign in to manage your orders.

URI: https://app.example.com
Version: 1
Chain ID: 8453
Nonce: 32891756
Issued At: 2026-11-21T14:02:10Z
Expiration Time: 2026-11-21T14:12:10Z`;

export function signIn(change: Partial<Message> = {}): Message {
	return {
		kind: "message",
		headline: "Sign in to app.example.com",
		serviceSays: "Sign in to see your orders",
		encoding: "text",
		text: SIGN_IN,
		bytes: "0x00",
		length: SIGN_IN.length,
		standard: { code: "message.standard.personal" },
		digest: "0x8f3c6a1be0527d94f6b1c2a37e5d80914bc2f7a6d3e81950274ac6bf9d013e52",
		rows: [
			{ label: "Site", value: "app.example.com", tone: "good" },
			{ label: "Account", value: "Main, the one that signs", tone: "good" },
			{ label: "Valid until", value: "21 Nov 2026, 14:12:10", tone: "plain" },
		],
		...change,
	};
}

/** A text with everything that hides in it, longer than its box. */
export function hidingMessage(): Message {
	const text = `I agree to the terms.\u200B\u200B\u200B\n${"\n".repeat(30)}Pay \u202Eeverything\u202C to ${STRANGER.address}\n<b>Not bold</b>\u0007`;
	return signIn({
		headline: "Sign a message of 34 lines",
		serviceSays: null,
		text,
		length: 142,
		rows: [
			{ label: "Hidden", value: "It holds characters that are not shown by themselves.", tone: "danger" },
		],
	});
}

export function bytesMessage(): Message {
	return signIn({
		headline: "Sign 48 unreadable bytes",
		serviceSays: "Link your account",
		encoding: "bytes",
		text: null,
		bytes: `0x${"8f3c6a1be0527d94f6b1c2a37e5d8091".repeat(3)}`,
		length: 48,
		standard: { code: "message.standard.solana-offchain" },
		digest: null,
		rows: [],
	});
}

export function leaf(name: string, type: string, value: string): TypedNodeView {
	return { name, type, value, children: [] };
}

export function branch(name: string, type: string, children: readonly TypedNodeView[]): TypedNodeView {
	return { name, type, value: null, children };
}

export function permit(change: Partial<Typed> = {}): Typed {
	return {
		kind: "typed_data",
		headline: "Approve 0xbDA574…1B197E to spend up to 250 USDC",
		serviceSays: "Permit USDC for the vault",
		primaryType: "Permit",
		known: "Permit (EIP-2612)",
		claims: [],
		rows: [
			{ label: "Token", value: "USDC on Base, the contract of the domain", tone: "good" },
			{ label: "Owner", value: "Main, the one that signs", tone: "good" },
			{ label: "Spender", value: STRANGER.address, tone: "plain" },
			{ label: "Amount", value: "250 USDC", tone: "plain" },
			{ label: "Deadline", value: "21 Nov 2026, 14:33:20", tone: "plain" },
		],
		domain: [
			leaf("name", "string", "USD Coin"),
			leaf("version", "string", "2"),
			leaf("chainId", "uint256", "8453"),
			leaf("verifyingContract", "address", USDC.address),
		],
		tree: [
			leaf("owner", "address", MAIN.address),
			leaf("spender", "address", STRANGER.address),
			leaf("value", "uint256", "250000000"),
			leaf("nonce", "uint256", "7"),
			leaf("deadline", "uint256", "1795271600"),
		],
		domainHash: "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f",
		messageHash: "0xb1c9d0a14f3e7c526a80f95be2d471639c3087a1f5be64d20c7a9813fe56db07",
		digest: "0x41c5a9f7d20e8b36ae914f7d5c0b2e83f6a71d94c58e0372b6dfa914e05c7b2d",
		...change,
	};
}

/** An order of an unknown kind, with members inside of members. */
export function unknownOrder(): Typed {
	const item = (index: number) =>
		branch(`[${index}]`, "OfferItem", [
			leaf("itemType", "uint8", "1"),
			leaf("token", "address", USDC.address),
			leaf("startAmount", "uint256", "1000000000"),
			leaf("endAmount", "uint256", "1000000000"),
		]);
	return permit({
		headline: "Sign an unknown kind of typed data (OrderComponents)",
		serviceSays: "List the item for sale",
		primaryType: "OrderComponents",
		known: null,
		rows: [],
		tree: [
			leaf("offerer", "address", MAIN.address),
			branch("offer", "OfferItem[]", [item(0), item(1)]),
			branch("consideration", "ConsiderationItem[]", [item(0)]),
			leaf("note", "string", "Trusted\u202E by ev\u200Beryone"),
			leaf("empty", "bytes[]", "[]"),
		],
	});
}

/** Twelve thousand members, as a hostile service may send. */
export function hugeOrder(): Typed {
	return permit({
		headline: "Sign an unknown kind of typed data (Airdrop)",
		primaryType: "Airdrop",
		known: null,
		rows: [],
		tree: [
			leaf("owner", "address", MAIN.address),
			branch(
				"claims",
				"Claim[]",
				Array.from({ length: 6000 }, (_, index) =>
					branch(`[${index}]`, "Claim", [leaf("to", "address", STRANGER.address)]),
				),
			),
		],
	});
}

export function userOperation(): Operation {
	const hash = "0x7d1f5c0ae94b3862d0f7b8c1e35a94f26b07d8c3915ae4f2076bd8ca3e91f504";
	return {
		kind: "user_operation",
		headline: "Sign a bare hash for a smart account",
		serviceSays: "Execute the batch gaslessly",
		requests: [{ message: hash, rawPayload: hash }],
		calls: [
			{ text: "Approve 0x7FFC3D…E7b2c4 to spend up to 100 USDC.", known: true },
			{ text: "Call an unknown function 0xdeadbeef on 0xbDA5…1B197E.", known: false },
		],
	};
}
