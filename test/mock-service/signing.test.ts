import { type Hex, parseEther, parseTransaction } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { parseSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignablePayload, SignRequest } from "../../src/service-api/action.ts";
import type { Action } from "../../src/service-api/events.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { Caller, lastState, openWorld, RELAYER, type World } from "./fixture.ts";
import { personalBytes } from "./personal.ts";
import { typedData } from "./typed-data.ts";

let world: World;
let caller: Caller;
beforeAll(async () => {
	world = await openWorld({ relayer: RELAYER });
	caller = new Caller(world.service);
});
afterAll(() => world.close());

function signOf({ request }: Action): SignRequest {
	if (request.type !== "sign") throw new Error(`a request to ${request.type}`);
	return request;
}

function typedIn(action: Action) {
	const payload = signOf(action).payloads[0];
	if (payload?.kind !== "evm_typed_data") throw new Error("no typed data");
	return typedData.parse(payload.typed_data);
}

async function signature(person: PrivateKeyAccount, payload: SignablePayload): Promise<Hex> {
	if (payload.kind === "evm_personal")
		return await person.signMessage({ message: personalBytes(payload.message) });
	if (payload.kind !== "evm_typed_data") throw new Error("not of an EVM account");
	const { types, ...rest } = typedData.parse(payload.typed_data);
	const { EIP712Domain: _domain, ...own } = types;
	return await person.signTypedData({ ...rest, types: own });
}

async function signAll(action: Action, person: PrivateKeyAccount = world.person) {
	const { payloads } = signOf(action);
	const signatures = await Promise.all(payloads.map((payload) => signature(person, payload)));
	const outputs = signatures.map((each, index) => ({ id: `payload_${index + 1}`, signature: each }));
	return { status: "signed" as const, outputs };
}

describe("a message", () => {
	it.each([
		["sign the message: Hello, world", "Hello, world"],
		["sign the bytes: 0xC0FFEE", "0xC0FFEE"],
		["sign the message: 0xabc", "0xabc"],
	])("%s: is signed, completed and reported", async (sentence, message) => {
		const action = await caller.action(sentence);
		expect(signOf(action)).toMatchObject({
			chainFamily: "evm",
			executionKind: "message",
			signer: world.person.address,
			payloads: [{ kind: "evm_personal", message }],
		});
		const result = await signAll(action);
		const { status, body } = await caller.resolve(action, result);
		expect([status, body.action?.state, body.action?.revision]).toEqual([200, "completed", 1]);
		expect(await caller.finalMessage(action)).toContain(result.outputs[0]?.signature);
	});

	it("is an EIP-4361 text of this chain and user when signing in", async () => {
		const payload = signOf(await caller.action("sign in expiring in 60 s")).payloads[0];
		const text = payload?.kind === "evm_personal" ? payload.message : "";
		expect(parseSiweMessage(text)).toMatchObject({
			address: world.person.address,
			chainId: world.chain.chainId,
			domain: "ledger-desk.example",
			expirationTime: expect.any(Date),
		});
	});

	it("accepts one output for each of several messages, in order", async () => {
		const action = await caller.action("sign two messages: first | second");
		expect(signOf(action).payloads).toHaveLength(2);
		const { outputs } = await signAll(action);
		const swapped = outputs.map(({ id }, index) => ({ id, signature: outputs[1 - index]?.signature }));
		const refused = await caller.resolve(action, { status: "signed", outputs: swapped });
		expect([refused.status, refused.body.error.code]).toEqual([422, "signature_mismatch"]);
		for (const some of [outputs.slice(0, 1), outputs.toReversed(), [...outputs, ...outputs]]) {
			const { body } = await caller.resolve(action, { status: "signed", outputs: some });
			expect(body.error.code).toBe("output_mismatch");
		}
		expect((await caller.resolve(action, { status: "signed", outputs })).status).toBe(200);
	});

	it("rejects a missing signature, or one of another account or over another text", async () => {
		const action = await caller.action("sign the message: hello");
		const other = await signAll(action, privateKeyToAccount(generatePrivateKey()));
		const text = await world.person.signMessage({ message: "hello " });
		const results = [text, "0x", "nonsense"].map((each) => ({
			status: "signed" as const,
			outputs: [{ id: "payload_1", signature: each }],
		}));
		for (const result of [other, ...results]) {
			const { status, body } = await caller.resolve(action, result);
			expect([status, body.error.code]).toEqual([422, "signature_mismatch"]);
		}
		const page = await caller.page(`/v1/agent/chat/${String(action["session_id"])}`);
		expect(lastState(page)).toBe("awaiting_action");
	});

	it("can be revised to another text", async () => {
		const action = await caller.action("sign the message: hello");
		const result = await signAll(action);
		await world.service.control.reviseAction({ actionId: action.id });
		expect((await caller.resolve(action, result)).body.error.code).toBe("action_revision_conflict");
		expect((await caller.resolve(action, result, { revision: 1 })).body.error.code).toBe(
			"signature_mismatch",
		);
	});
});

describe("typed data", () => {
	it("permit: the service submits it, and the allowance exists", async () => {
		const action = await caller.action("permit the router 25 DEMO");
		expect(signOf(action).requestKind).toBe("permit");
		expect(typedIn(action).domain).toMatchObject({ verifyingContract: world.demo.token });
		expect((await caller.resolve(action, await signAll(action))).status).toBe(200);
		expect(await caller.finalMessage(action)).toMatch(/^Done: the permit is in transaction 0x[0-9a-f]{64}/);
		const allowance = await world.chain.publicClient.readContract({
			address: world.demo.token,
			abi: tokenAbi,
			functionName: "allowance",
			args: [world.person.address, world.demo.router],
		});
		expect(allowance).toBe(parseEther("25"));
		expect(typedIn(await caller.action("permit the router 1 DEMO")).message).toMatchObject({ nonce: "1" });
	});

	it.each([
		["permit2 10 DEMO", "PermitSingle"],
		["order: sell 10 DEMO", "Order"],
		["delegate my account", "Delegation"],
	])("%s: is verified", async (sentence, primaryType) => {
		const action = await caller.action(sentence);
		expect(typedIn(action).primaryType).toBe(primaryType);
		const stranger = await signAll(action, privateKeyToAccount(generatePrivateKey()));
		expect((await caller.resolve(action, stranger)).body.error.code).toBe("signature_mismatch");
		expect((await caller.resolve(action, await signAll(action))).body.action.state).toBe("completed");
	});

	it("operation: is a hash to sign, with its description", async () => {
		const action = await caller.action("authorize an operation");
		expect(signOf(action)).toMatchObject({
			executionKind: "erc4337",
			broadcaster: "hosted",
			sponsorship: "none",
		});
		expect((await caller.resolve(action, await signAll(action))).status).toBe(200);
	});
});

describe("a lie about a sign request", () => {
	it("chain: the domain is of another chain, the request is not", async () => {
		const action = await caller.action("lie about the chain: permit the router 25 DEMO");
		expect(typedIn(action).domain["chainId"]).toBe(world.chain.chainId + 1);
		expect(signOf(action).chainId).toBe(world.chain.chainId);
	});

	it("owner: the permit is for another account's tokens", async () => {
		const action = await caller.action("lie about the owner");
		expect(typedIn(action).message["owner"]).not.toBe(world.person.address);
	});

	it("message: it contains a transaction", async () => {
		const payload = signOf(await caller.action("lie about the message: sign the message: hello")).payloads[0];
		const message = payload?.kind === "evm_personal" ? payload.message : "";
		expect(parseTransaction(`0x02${message.slice(4)}`)).toMatchObject({ chainId: world.chain.chainId });
	});

	it("signer: it requests an account that is not the user's", async () => {
		const action = await caller.action("lie about the signer: sign the message: hello");
		expect(signOf(action).signer).not.toBe(world.person.address);
		expect((await caller.resolve(action, await signAll(action))).status).toBe(422);
	});

	it("target, value: the transaction differs from its own label and simulation", async () => {
		const friend = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";
		const { request } = await caller.action(`lie about the target: execute: send 0.1 ETH to ${friend}`);
		if (request.type !== "execute_evm") throw new Error("no EVM request");
		expect(request.transactions[0]?.label).toContain(friend);
		expect(request.transactions[0]?.to).not.toBe(friend);
		expect(request.simulation.balanceChanges[0]?.counterparty).toBe(friend);
	});

	it("unknown member: the request has more than the interface knows", async () => {
		const page = caller.turn("unknown member: execute: send 0.1 ETH");
		await expect(page).rejects.toThrow(/unknown members: .*request\.surprise_member/);
	});
});
