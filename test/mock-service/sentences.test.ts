import { maxUint256, parseEther } from "viem";
import { describe, expect, it } from "vitest";
import { readSentence } from "./sentences.ts";

const FRIEND = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";

function orderOf(text: string) {
	const sentence = readSentence(text);
	if (sentence.kind !== "order") throw new Error(`"${text}" is read as ${sentence.kind}`);
	return sentence.order;
}

describe("the scripted agent understands", () => {
	it("transfers of ETH and DEMO, in any letter case and with a wrong checksum", () => {
		expect(orderOf(`Send 0.05 eth to ${FRIEND.toUpperCase().replace("0X", "0x")}`).intent).toEqual({
			kind: "send_eth",
			to: FRIEND,
			amount: parseEther("0.05"),
		});
		expect(orderOf(`please send 20 DEMO to ${FRIEND}`).intent).toMatchObject({ kind: "send_token" });
	});

	it("approvals, including unlimited ones, and swaps", () => {
		expect(orderOf("approve 100 DEMO for the router").intent).toEqual({
			kind: "approve",
			spender: "router",
			amount: parseEther("100"),
		});
		expect(orderOf("approve unlimited DEMO for the router").intent).toMatchObject({ amount: maxUint256 });
		expect(orderOf(`approve 1 DEMO for ${FRIEND}`).intent).toMatchObject({ spender: FRIEND });
		expect(orderOf("swap 1.5 DEMO").intent).toEqual({ kind: "swap", amount: parseEther("1.5") });
	});

	it("several requests at once, as a batch in the stated order", () => {
		expect(orderOf("approve 100 DEMO and swap 50 DEMO, hosted")).toMatchObject({
			intent: { kind: "approve", spender: "router", amount: parseEther("100") },
			later: [{ kind: "swap", amount: parseEther("50") }],
			broadcaster: "hosted",
			twist: null,
		});
		const sends = orderOf(
			`send 0.01 ETH to ${FRIEND} and 0.02 ETH to ${FRIEND} and send 3 DEMO to ${FRIEND}`,
		);
		expect(sends).toMatchObject({
			intent: { kind: "send_eth", amount: parseEther("0.01") },
			later: [
				{ kind: "send_eth", to: FRIEND, amount: parseEther("0.02") },
				{ kind: "send_token", to: FRIEND, amount: parseEther("3") },
			],
		});
		const lie = orderOf("lie about the order: approve 100 DEMO and swap 50 DEMO");
		expect(lie).toMatchObject({ twist: "lie_order", later: [{ kind: "swap" }] });
		expect(orderOf("lie about the members").later).toHaveLength(1);
		expect(orderOf("lie about the batch: swap 1 DEMO").twist).toBe("lie_batch");
	});

	it('a single request if the text after "and" is not a request', () => {
		expect(orderOf("swap 1 DEMO and tell me when it is done").later).toEqual([]);
		expect(orderOf(`please send 1 ETH to ${FRIEND}, and then revise`)).toMatchObject({
			later: [],
			reviseAfterMs: "default",
		});
	});

	it("the submitter, the expiry, and a revision", () => {
		const plain = orderOf("swap 1 DEMO");
		expect(plain).toMatchObject({ broadcaster: null, expiresIn: null, reviseAfterMs: null, twist: null });
		expect(orderOf("swap 1 DEMO, hosted").broadcaster).toBe("hosted");
		expect(orderOf("swap 1 DEMO, venue expiring in 5 s")).toMatchObject({
			broadcaster: "venue",
			expiresIn: 5,
		});
		expect(orderOf("swap 1 DEMO then revise").reviseAfterMs).toBe("default");
		expect(orderOf("swap 1 DEMO then revise in 0.2 s").reviseAfterMs).toBe(200);
	});

	it("requested deviations, with or without a transfer", () => {
		expect(orderOf(`lie about the target: send 1 ETH to ${FRIEND}`).twist).toBe("lie_target");
		expect(orderOf("fail simulation")).toMatchObject({
			twist: "fail_simulation",
			intent: { kind: "send_eth" },
		});
		expect(orderOf("retired view").twist).toBe("retired_view");
	});

	it("everything else as conversation", () => {
		expect(readSentence("work for 3 s")).toEqual({ kind: "work", seconds: 3 });
		expect(readSentence("I rejected it: too much")).toEqual({ kind: "rejection", reason: "too much" });
		expect(readSentence("I rejected send 1 ETH")).toEqual({ kind: "rejection", reason: null });
		expect(readSentence("please show everything").kind).toBe("show");
		expect(readSentence("hello there").kind).toBe("hello");
		expect(readSentence("what is the weather like?").kind).toBe("chat");
	});
});

function requestOf(text: string) {
	const sentence = readSentence(text);
	if (sentence.kind !== "request") throw new Error(`"${text}" is read as ${sentence.kind}`);
	return sentence.request;
}

describe("the scripted agent understands for Solana and actions", () => {
	const TO = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";

	it("transfers, with their shape", () => {
		expect(requestOf(`send 0.5 SOL to ${TO}`)).toMatchObject({
			subject: {
				kind: "svm_commit",
				send: { unit: "SOL", amount: "0.5", to: TO },
				shape: { version: "legacy", table: false, preserveBlockhash: false },
				mirror: false,
			},
		});
		expect(requestOf(`send 5 USDX to ${TO} with a table, keeping the blockhash, hosted`)).toMatchObject({
			subject: { send: { unit: "USDX" }, shape: { version: "v0", table: true, preserveBlockhash: true } },
			broadcaster: "hosted",
		});
	});

	it("an execution, with legs", () => {
		expect(requestOf("execute: approve 10 DEMO for the router, then swap 10 DEMO").subject).toMatchObject({
			kind: "execute_evm",
			intents: [{ kind: "approve" }, { kind: "swap" }],
		});
		expect(requestOf(`execute: send 0.1 ETH to ${FRIEND}, expiring in 20 s then revise`)).toMatchObject({
			subject: { kind: "execute_evm", intents: [{ kind: "send_eth", to: FRIEND }] },
			expiresIn: 20,
			reviseAfterMs: "default",
		});
		expect(requestOf(`execute as built: send 0.2 SOL to ${TO}`).subject).toMatchObject({
			kind: "execute_svm",
			asBuilt: true,
			shape: { preserveBlockhash: true },
		});
		expect(orderOf(`mirror: send 1 ETH to ${FRIEND}`).mirror).toBe(true);
	});

	it("a payload to sign, without the modifiers around it", () => {
		expect(requestOf("sign the message: Send 1 ETH, expiring in 5 s")).toMatchObject({
			subject: { kind: "sign", wanted: [{ kind: "text", text: "Send 1 ETH" }] },
			expiresIn: 5,
		});
		expect(requestOf("sign two messages: a | b").subject).toMatchObject({
			wanted: [{ text: "a" }, { text: "b" }],
		});
		expect(requestOf("permit the router 25 DEMO").subject).toMatchObject({
			wanted: [{ kind: "permit", amount: parseEther("25") }],
		});
		expect(requestOf("lie about the chain: permit2 3 DEMO")).toMatchObject({
			subject: { wanted: [{ kind: "permit2" }] },
			twist: "lie_chain",
		});
		expect(requestOf("lie about the mint")).toMatchObject({
			subject: { kind: "svm_commit" },
			twist: "lie_mint",
		});
	});
});
