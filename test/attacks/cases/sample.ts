import { PublicKey, SystemProgram } from "@solana/web3.js";
import { encodeFunctionData, maxUint256, parseAbi, parseEther } from "viem";
import { type Case, NOW, SVM_THIEF, SVM_USER, THIEF, USER } from "../case.ts";
import { SAMPLE_TOKEN } from "../world/evm/sample.ts";

/** One case in each format, as a test of the framework and an example of how to write a case. */

const token = parseAbi([
	"function transfer(address to, uint256 amount)",
	"function approve(address spender, uint256 amount)",
]);

const lamportsTo = (to: string, lamports: bigint) =>
	SystemProgram.transfer({ fromPubkey: new PublicKey(SVM_USER), toPubkey: new PublicKey(to), lamports });

export const cases: readonly Case[] = [
	{
		id: "sample/evm/send-ether",
		kind: "honest",
		label: "caution",
		title: "Sends 0.1 ETH to somebody new, as it says.",
		why: "The plainest of all requests; every wallet lets it pass with at most a remark about the new address.",
		world: "evm",
		ask: {
			form: "evm",
			steps: [{ to: "0x4F2083f5fBede34C2714aFfb3105539775f7FE64", value: parseEther("0.1") }],
			declares: "truth",
		},
	},
	{
		id: "sample/evm/approve-unlimited-to-thief",
		kind: "attack",
		label: "danger",
		title: "Lets an account without code take all of a token, without a limit.",
		why: "ERC-20 approve drainers: the whole holding can be taken at any later time.",
		world: "evm",
		ask: {
			form: "evm",
			steps: [
				{
					to: SAMPLE_TOKEN,
					data: encodeFunctionData({ abi: token, functionName: "approve", args: [THIEF, maxUint256] }),
				},
			],
			declares: "truth",
		},
	},
	{
		id: "sample/evm/pay-twice-as-action",
		kind: "honest",
		label: "caution",
		title: "Sends two amounts of a token in two steps, as it says.",
		why: "A batch of two plain transfers.",
		world: "evm",
		ask: {
			form: "evm",
			steps: [1n, 2n].map((amount) => ({
				to: SAMPLE_TOKEN,
				data: encodeFunctionData({
					abi: token,
					functionName: "transfer",
					args: ["0x4F2083f5fBede34C2714aFfb3105539775f7FE64", amount * 10n ** 18n],
				}),
			})),
			declares: "truth",
		},
	},
	{
		id: "sample/evm/pulled-by-an-old-allowance",
		kind: "attack",
		label: "danger",
		title: "Hides that a token goes to a stranger; the user once allowed themselves to move it.",
		why: "The service's simulation states nothing of what leaves.",
		world: "evm",
		ask: {
			form: "evm",
			before: [
				{
					from: USER,
					to: SAMPLE_TOKEN,
					data: encodeFunctionData({ abi: token, functionName: "approve", args: [USER, maxUint256] }),
				},
			],
			steps: [
				{
					to: SAMPLE_TOKEN,
					data: encodeFunctionData({
						abi: parseAbi(["function transferFrom(address from, address to, uint256 amount)"]),
						functionName: "transferFrom",
						args: [USER, THIEF, 1_000n * 10n ** 18n],
					}),
				},
			],
			declares: "nothing",
		},
	},
	{
		id: "sample/svm/send-sol",
		kind: "honest",
		label: "caution",
		title: "Sends 0.5 SOL to a friend, as it says.",
		why: "The plainest request of Solana.",
		world: "svm",
		ask: {
			form: "svm",
			instructions: [lamportsTo("G3sJmeKHzKCsMu7aciSyzJHHRUgYiF8Ud6Q3tRLxB1ZM", 500_000_000n)],
			declares: "truth",
		},
		context: {
			contacts: [{ address: "G3sJmeKHzKCsMu7aciSyzJHHRUgYiF8Ud6Q3tRLxB1ZM", label: "A friend" }],
		},
	},
	{
		id: "sample/svm/hidden-transfer",
		kind: "attack",
		label: "danger",
		title: "Says that it does nothing, and sends 99 SOL to a stranger.",
		why: "The service's simulation states nothing of what leaves.",
		world: "svm",
		ask: {
			form: "svm",
			instructions: [lamportsTo(SVM_THIEF, 99_000_000_000n)],
			declares: "nothing",
		},
	},
	{
		id: "sample/svm/bytes-to-sign",
		kind: "honest",
		label: "caution",
		title: "Asks to sign a transfer of 0.5 SOL to a friend as bytes.",
		why: "A venue-built transfer that is decoded whole.",
		world: "svm",
		ask: {
			form: "svm",
			instructions: [lamportsTo("G3sJmeKHzKCsMu7aciSyzJHHRUgYiF8Ud6Q3tRLxB1ZM", 500_000_000n)],
			declares: "absent",
		},
		context: {
			contacts: [{ address: "G3sJmeKHzKCsMu7aciSyzJHHRUgYiF8Ud6Q3tRLxB1ZM", label: "A friend" }],
		},
	},
	{
		id: "sample/message/sign-in",
		kind: "honest",
		label: "caution",
		title: "Signs in to a site, as EIP-4361 writes it.",
		why: "EIP-4361: the message names domain, account, chain, nonce and time, and binds to nothing else.",
		world: null,
		ask: {
			form: "personal",
			text: [
				"app.example.org wants you to sign in with your Ethereum account:",
				USER,
				"",
				"Sign in to the example.",
				"",
				"URI: https://app.example.org",
				"Version: 1",
				"Chain ID: 1",
				"Nonce: k3Jd82kfPq0a",
				`Issued At: ${new Date(NOW * 1_000 - 5_000).toISOString()}`,
				`Expiration Time: ${new Date(NOW * 1_000 + 600_000).toISOString()}`,
			].join("\n"),
		},
	},
	{
		id: "sample/message/bare-hash",
		kind: "attack",
		label: "danger",
		title: "Signs a bare hash, which can stand for anything.",
		why: "eth_sign phishing: a hash can be that of a transaction, a permit or an order.",
		world: null,
		ask: {
			form: "personal",
			text: "0x57c33777248e86b84732f59c1e4a8e0a7d3c5b9f02641adf7781b3c9de50f412",
		},
	},
	{
		id: "sample/typed/permit-to-thief",
		kind: "attack",
		label: "danger",
		title: "Signs a permit that lets a stranger take all of a token, without a limit.",
		why: "EIP-2612 permit phishing: no transaction is seen until the tokens are gone.",
		world: "evm",
		ask: {
			form: "typed",
			typedData: {
				types: {
					EIP712Domain: [
						{ name: "name", type: "string" },
						{ name: "version", type: "string" },
						{ name: "chainId", type: "uint256" },
						{ name: "verifyingContract", type: "address" },
					],
					Permit: [
						{ name: "owner", type: "address" },
						{ name: "spender", type: "address" },
						{ name: "value", type: "uint256" },
						{ name: "nonce", type: "uint256" },
						{ name: "deadline", type: "uint256" },
					],
				},
				primaryType: "Permit",
				domain: { name: "Sample", version: "1", chainId: 1, verifyingContract: SAMPLE_TOKEN },
				message: {
					owner: USER,
					spender: THIEF,
					value: maxUint256.toString(),
					nonce: "0",
					deadline: String(NOW + 3_600),
				},
			},
		},
	},
];
