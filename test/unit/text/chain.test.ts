import { describe, expect, it } from "vitest";
import { type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const refused = message("chain.svm.refused", { method: "simulateTransaction", said: "no" });

describe("what an RPC is told to have said", () => {
	it.each<[Message, string]>([
		[
			message("chain.unreachable", { family: "evm" }),
			"Your RPC could not be reached, or gave no answer. Check its address in Settings or try again.",
		],
		[
			message("chain.unreachable", { family: "svm" }),
			"Your Solana RPC could not be reached, or gave no answer. Check its address in Settings or try again.",
		],
		[
			message("chain.too-large", { family: "evm" }),
			"Your RPC answered with more than Countersign reads. Try again, or set another one in Settings.",
		],
		[
			message("chain.not-text", { family: "svm" }),
			"Your Solana RPC answered with something that is not text. Check its address in Settings.",
		],
		[
			message("chain.simulation-too-large", { family: "evm" }),
			"What your RPC tells of this is more than is read.",
		],
		[
			message("chain.simulation-not-of-this", { family: "svm", fault: refused }),
			"your Solana RPC can simulate, and can’t simulate this. Your Solana RPC refused simulateTransaction: no",
		],
		[
			message("chain.refused-transaction", {
				why: message("chain.evm.refused", { method: "eth_sendRawTransaction", said: "nonce too low" }),
			}),
			"Your RPC refused the transaction: Your RPC refused eth_sendRawTransaction: nonce too low",
		],
		[
			message("chain.evm.wrong-chain", { chainId: "8453", said: "84532" }),
			"Your RPC for chain 8453 is of chain 84532. Nothing was sent; correct its address in Settings.",
		],
		[message("chain.svm.error.unknown", { error: '{"Odd":["x"]}' }), 'The chain says {"Odd":["x"]}.'],
		[
			message("chain.svm.error.instruction-own", { number: "1", code: "6001" }),
			"Instruction 1 failed with its own error 6001.",
		],
	])("reads whole: %j", (told, sentence) => {
		expect(textOf(told)).toBe(sentence);
	});
});
