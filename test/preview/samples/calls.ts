import type { CallNodeView } from "../../../src/ipc/review.ts";
import { address, ROUTER, SOL_STRANGER, STRANGER, USDC } from "./common.ts";
import { type Evm, instruction, priority, type Svm, solPayment, swapCall } from "./content.ts";

/** Calls inside of calls, and instructions inside of instructions. */

/** One call inside of another, as decoded from its bytes. */
function callNode(change: Partial<CallNodeView> = {}): CallNodeView {
	return {
		kind: "call",
		to: USDC,
		text: "Send 250 USDC to Ana (Contacts).",
		known: true,
		signature: "transfer(address,uint256)",
		args: [
			{ name: "to", type: "address", value: STRANGER.address },
			{ name: "amount", type: "uint256", value: "250000000" },
		],
		value: null,
		source: "decoded",
		children: [],
		...change,
	};
}

const step = (text: string, signature: string): CallNodeView =>
	callNode({ to: ROUTER, text, signature, args: [] });

/** A swap by the router's commands, and what the user's own RPC ran of it. */
export function routerCall(): Evm {
	return swapCall({
		headline:
			"With 1.5 ETH: through the router 0x66a989…dBA8Af: swaps 1.5 wrapped ETH for at least 4,388.2 USDC",
		calls: [
			step("Wraps 1.5 ETH.", "WRAP_ETH"),
			step("Swaps 1.5 wrapped ETH for at least 4,388.2 USDC.", "V3_SWAP_EXACT_IN"),
			step("Send out 0.25 % of its USDC to 0x7FFC3D…E7b2c4.", "PAY_PORTION"),
			step("Send out all USDC, at least 4,388.2 USDC, to your account 0x52908400…", "SWEEP"),
			callNode({
				to: address("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "WETH"),
				text: "Deposits 1.5 ETH in WETH.",
				signature: "deposit()",
				args: [],
				source: "simulated",
			}),
			callNode({
				text: "Send 4,401.1 USDC to the router.",
				source: "simulated",
				children: [
					callNode({
						kind: "delegatecall",
						to: STRANGER,
						text: "Run the code of 0xbDA5…1B197E as USDC.",
						source: "simulated",
						args: [],
					}),
				],
			}),
		],
	});
}

/** A Safe that pays in a batch, and lends itself to foreign code at the end of it. */
export function safeCall(): Evm {
	const safe = address("0x5aFE5afE5aFE5AfE5afE5aFE5AFe5afe5Afe5AFe", "Our Safe");
	return swapCall({
		headline:
			"Through the Safe Our Safe: does 3 things: lets the code of 0xbDA5…1B197E act as Our Safe, with all that it holds, then sends 250 USDC to Ana (Contacts), then sends 1 ETH to 0xbDA5…1B197E",
		serviceSays: "Pay the November invoices",
		to: safe,
		decoded: {
			signature: "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
			selector: "0x6a761202",
			args: [{ name: "operation", type: "uint8", value: "1" }],
		},
		calls: [
			callNode({
				kind: "delegatecall",
				to: address("0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526"),
				text: "3 actions: send 250 USDC to Ana (Contacts), then send 1 ETH to 0xbDA5…1B197E.",
				known: false,
				signature: "multiSend(bytes)",
				args: [{ name: "transactions", type: "bytes", value: `0x${"00".repeat(60)}… (412 bytes)` }],
				children: [
					callNode(),
					callNode({
						to: STRANGER,
						text: "Send 1 ETH to 0xbDA5…1B197E.",
						signature: null,
						args: [],
						value: { text: "1", full: "1", unit: "ETH", raw: "1000000000000000000", checked: true },
					}),
					callNode({
						kind: "delegatecall",
						to: STRANGER,
						text: "Give the code of 0xbDA5…1B197E control of Our Safe and all it holds.",
						known: false,
						signature: "0x12345678",
						args: [],
					}),
				],
			}),
		],
	});
}

/** A program that pays, and gives the token account away on the quiet. */
export function hidingSol(): Svm {
	const token = { name: "Token", address: address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA") };
	return solPayment({
		headline: "Call the unknown program Jup6…TaV4",
		instructions: [
			priority(1),
			instruction(2, {
				program: { name: null, address: SOL_STRANGER },
				text: "Call the unknown program Jup6…TaV4.",
				known: false,
				args: [],
				inner: [
					instruction(1, {
						program: token,
						text: "Send 40 USDC to Ana (Contacts).",
						inner: [
							instruction(1, {
								program: token,
								text: "Gives 9xQe…Fmn2 the token account 4Nd1…8HkQ.",
								grave: true,
								args: [{ name: "authorityType", type: "u8", value: "2" }],
							}),
						],
					}),
					instruction(2, { program: token, text: "Open a token account for Ana (Contacts).", args: [] }),
				],
			}),
		],
	});
}
