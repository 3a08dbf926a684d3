import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
	type AgentAnswer,
	type AgentRequest,
	agentAnswer,
	type ProposalStatus,
} from "../../../../src/agents-process/protocol.ts";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { CALLER, computer, credentialOf, ME, OTHER, propose, row, START, transfer } from "./scene.ts";

/** Answers to agents' calls. */

const MINUTE = 60_000;
const fault = (code: string) => ({ kind: "fault", code });

function statusIn(answer: AgentAnswer): ProposalStatus {
	expect(agentAnswer.parse(answer)).toEqual(answer);
	if (answer.kind !== "proposal") throw new Error(JSON.stringify(answer));
	return answer.status;
}

function open() {
	const one = computer();
	one.add("a1");
	const ask = async (request: AgentRequest = propose(), agent = "a1") =>
		statusIn(await one.call(agent, request));
	return { ...one, ask };
}

describe("a caller", () => {
	it("is unknown without an agent's secret, or once the agent is removed, and is shown for ten minutes", async () => {
		const one = computer();
		one.add("a1");
		one.agents.change("a1", { removedAt: START });
		expect(await one.call("a1", { kind: "accounts" })).toMatchObject(fault("unknown_agent"));
		expect(await one.call("a9", { kind: "accounts" })).toMatchObject(fault("unknown_agent"));
		expect(one.admission.unknownCall()).toMatchObject({ program: "claude", pid: 42 });
		one.clock.skip(11 * MINUTE);
		expect(one.admission.unknownCall()).toBeNull();
	});

	it("gets no answer before the user confirms its first call, which is remembered", async () => {
		const one = computer();
		one.add("a1", {}, false);
		expect(await one.call("a1", { kind: "accounts" })).toMatchObject(fault("not_confirmed"));
		expect(await one.call("a1", propose(), { ...CALLER, pid: 43 })).toMatchObject(fault("not_confirmed"));
		expect(one.agents.get("a1")?.firstCall).toMatchObject({ door: "mcp_stdio", pid: 42, program: "claude" });
		expect(one.proposals.all()).toEqual([]);
		one.agents.change("a1", { confirmedAt: START });
		expect(await one.call("a1", { kind: "accounts" })).toEqual({
			kind: "accounts",
			accounts: [{ family: "evm", address: ME }],
		});
	});

	it("is paused if the user paused the agent, or something else changed it", async () => {
		const one = open();
		one.agents.change("a1", { pausedAt: START });
		expect(await one.call("a1", propose())).toMatchObject(fault("paused"));
		one.agents.change("a1", { pausedAt: null });
		one.seen.doubted.push("a1");
		expect(await one.call("a1", { kind: "list" })).toMatchObject(fault("paused"));
	});

	it("has no control characters in its name, and is stored only once in a while", async () => {
		const one = open();
		const program = `\u202Eevil\u0007${"x".repeat(150)}`;
		for (let times = 0; times < 50; times += 1)
			await one.call("a1", { kind: "accounts" }, { ...CALLER, program });
		expect(one.agents.get("a1")?.lastCall).toBeNull();
		one.clock.hurry(11_000);
		const name = one.agents.get("a1")?.lastCall?.program ?? "";
		expect(name.length).toBeLessThanOrEqual(120);
		for (const hidden of ["\u202E", "\u0007"]) expect(name).not.toContain(hidden);
		expect(one.seen.events.filter((each) => each === "agent-changed").length).toBeLessThan(5);
	});
});

describe("an agent", () => {
	it("sees its own networks, or all of them if it has none", async () => {
		const one = open();
		one.add("a2", { networks: ["8453"] });
		expect(await one.call("a1", { kind: "networks" })).toMatchObject({
			networks: [{ chain: "8453" }, { chain: "1", family: "evm", name: "Ethereum" }],
		});
		expect(await one.call("a2", { kind: "networks" })).toMatchObject({ networks: [{ chain: "8453" }] });
	});

	it("proposes only for shared accounts and allowed networks", async () => {
		const one = open();
		one.add("a2", { networks: ["8453"], accounts: [OTHER] });
		expect(await one.call("a1", propose(transfer("1", { from: OTHER })))).toMatchObject(
			fault("account_not_shared"),
		);
		// An account that no longer belongs to the user isn't shared.
		expect(await one.call("a2", propose(transfer("1", { from: OTHER })))).toMatchObject(
			fault("account_not_shared"),
		);
		one.add("a3", { networks: ["1"] });
		expect(await one.call("a3", propose())).toMatchObject(fault("network_not_allowed"));
		const typed = {
			domain: { name: "A" },
			types: { EIP712Domain: [{ name: "name", type: "string" }], A: [{ name: "a", type: "string" }] },
			primaryType: "A",
			message: { a: "" },
		};
		const signing = propose({ kind: "typed_data", from: ME, typedData: JSON.stringify(typed) });
		expect(await one.call("a3", signing)).toMatchObject(fault("network_not_allowed"));
		expect(await one.call("a1", signing)).toMatchObject({ kind: "proposal" });
		expect(await one.call("a1", propose(transfer("1", { chain: "10" })))).toMatchObject(fault("no_rpc"));
	});

	it("reaches no proposal of another agent", async () => {
		const one = open();
		one.add("a2");
		const { id } = await one.ask();
		for (const kind of ["get", "cancel", "delivered"] as const)
			expect(await one.call("a2", { kind, id })).toMatchObject(fault("not_found"));
		expect(await one.call("a2", { kind: "list" })).toEqual({ kind: "proposals", all: [] });
		expect(await one.call("a1", { kind: "list" })).toMatchObject({ all: [{ id, state: "waiting" }] });
	});
});

describe("limits", () => {
	it("refuse requests above them, count the refusals, and let repeats through", async () => {
		const one = open();
		one.agents.change("a1", { maxWaiting: 2 });
		await one.ask(propose(transfer("1")));
		const { id } = await one.ask(propose(transfer("2")));
		expect(await one.call("a1", propose(transfer("3")))).toMatchObject(fault("too_many_waiting"));
		expect(one.admission.refusalsSince("a1", START - MINUTE)).toBe(1);
		expect(await one.ask(propose(transfer("2")))).toMatchObject({ id, asked: 2 });
		await one.call("a1", { kind: "cancel", id });
		expect(await one.ask(propose(transfer("3")))).toMatchObject({ state: "waiting" });
	});

	it("apply within an hour, whatever ended meanwhile", async () => {
		const one = open();
		one.agents.change("a1", { maxPerHour: 2 });
		for (const value of ["1", "2"]) {
			const { id } = await one.ask(propose(transfer(value)));
			await one.call("a1", { kind: "cancel", id });
		}
		expect(await one.call("a1", propose(transfer("3")))).toMatchObject(fault("too_many_requests"));
		one.clock.skip(61 * MINUTE);
		expect(await one.ask(propose(transfer("3")))).toMatchObject({ state: "waiting" });
	});

	it("store a flood of refusals with one write", async () => {
		const one = open();
		one.agents.change("a1", { maxWaiting: 1 });
		await one.ask();
		for (let value = 2; value < 200; value += 1) await one.call("a1", propose(transfer(String(value))));
		expect(
			await one.call("a1", propose({ ...transfer(), kind: "evm_calls", chain: "0" } as never)),
		).toMatchObject(fault("too_many_requests"));
		expect(one.agents.refusalsSince("a1", START)).toBe(0);
		one.clock.hurry(11_000);
		expect(one.agents.refusalsSince("a1", START)).toBe(199);
	});
});

describe("a key", () => {
	it("gives the same proposal for the same fields, also after a restart and after delivery", async () => {
		const one = open();
		const request = propose(transfer(), { key: "k" });
		const { id } = await one.ask(request);
		expect(await one.ask(request)).toMatchObject({ id, asked: 2 });
		await one.call("a1", { kind: "cancel", id });
		await one.call("a1", { kind: "delivered", id });
		const again = await one.restarted().calls.answer(credentialOf("a1"), CALLER, request);
		expect(statusIn(again)).toMatchObject({ id, state: "cancelled", asked: 3 });
	});

	it("is refused with other fields, and is separate for each agent", async () => {
		const one = open();
		one.add("a2");
		const { id } = await one.ask(propose(transfer(), { key: "k" }));
		expect(await one.call("a1", propose(transfer("2"), { key: "k" }))).toMatchObject(fault("key_reused"));
		expect((await one.ask(propose(transfer(), { key: "k" }), "a2")).id).not.toBe(id);
	});
});

describe("an identical proposal without a key", () => {
	it("joins the first one until its answer was delivered, across restarts", async () => {
		const one = open();
		const { id } = await one.ask();
		expect(await one.ask()).toMatchObject({ id, asked: 2 });
		one.clock.skip(120 * MINUTE);
		expect(statusIn(await one.restarted().calls.answer(credentialOf("a1"), CALLER, propose()))).toMatchObject(
			{
				id,
				asked: 3,
			},
		);
		one.rows.set(`proposal:${id}`, row({ state: "settled", outcome: "confirmed" }));
		one.steps.set("row", [row({ state: "settled", outcome: "confirmed", transactionId: "0xabc" })]);
		expect(await one.ask()).toMatchObject({ id, state: "confirmed", transactionIds: ["0xabc"] });
		await one.call("a1", { kind: "delivered", id });
		expect((await one.ask()).id).not.toBe(id);
	});

	it("is new once its transaction was answered, although it is not confirmed yet", async () => {
		const one = open();
		const { id } = await one.ask();
		one.rows.set(`proposal:${id}`, row({ state: "submitted" }));
		one.steps.set("row", [row({ state: "submitted", transactionId: "0xabc" })]);
		expect(await one.ask()).toMatchObject({ id, state: "sent", isFinal: false, transactionIds: ["0xabc"] });
		await one.call("a1", { kind: "delivered", id });
		expect((await one.ask()).id).not.toBe(id);
	});

	it("is new if nobody collected an answer for an hour", async () => {
		const one = open();
		const { id } = await one.ask();
		one.rows.set(`proposal:${id}`, row({ state: "settled", outcome: "confirmed" }));
		one.steps.set("row", [row({ state: "settled", outcome: "confirmed", transactionId: "0xabc" })]);
		one.clock.skip(59 * MINUTE);
		expect(await one.ask()).toMatchObject({ id });
		one.clock.skip(61 * MINUTE);
		expect((await one.ask()).id).not.toBe(id);
	});

	it("is rejected automatically for ten minutes, delivered or not, and then shown again", async () => {
		const one = open();
		const { id } = await one.ask();
		one.proposals.end(id, "rejected", "Too much", true);
		await one.call("a1", { kind: "delivered", id });
		expect(await one.ask()).toMatchObject({ id, state: "rejected", wantedChange: "Too much", reason: null });
		one.clock.skip(9 * MINUTE);
		expect(await one.ask()).toMatchObject({ id });
		one.clock.skip(2 * MINUTE);
		const next = await one.ask();
		expect(next).toMatchObject({ state: "waiting", asked: 1 });
		expect(next.id).not.toBe(id);
	});

	it("is new after it was cancelled or expired, and with another nonce", async () => {
		const one = open();
		const { id } = await one.ask();
		expect(statusIn(await one.call("a1", { kind: "cancel", id }))).toMatchObject({ state: "cancelled" });
		const second = await one.ask(propose(transfer(), { expiresAt: START / 1000 + 60 }));
		one.clock.skip(2 * MINUTE);
		expect(await one.ask({ kind: "get", id: second.id })).toMatchObject({ state: "expired", isFinal: true });
		const third = await one.ask();
		expect(new Set([id, second.id, third.id]).size).toBe(3);
		expect((await one.ask(propose(transfer("1", { nonce: "4" })))).id).not.toBe(third.id);
	});

	it("is refused if its nonce was used, and joins the proposal that used it", async () => {
		const one = open();
		const first = await one.ask(propose(transfer("1", { nonce: "4" })));
		one.rpc.latest = async () => 5;
		expect((await one.ask(propose(transfer("1", { nonce: "4" })))).id).toBe(first.id);
		const changed = propose(transfer("2", { nonce: "4" }));
		expect(await one.call("a1", changed)).toMatchObject({ ...fault("malformed"), detail: "nonce" });
		expect((await one.ask(propose(transfer("2", { nonce: "5" })))).asked).toBe(1);
		one.rpc.latest = () =>
			Promise.reject(new ChainError("unreachable", message("chain.evm.unreadable", { method: "x" })));
		expect((await one.ask(propose(transfer("3", { nonce: "4" })))).asked).toBe(1);
	});

	it("keeps the program that proposed it, whoever repeats it", async () => {
		const one = open();
		const { id } = await one.ask();
		const before = one.proposals.get(id)?.stored.caller;
		await one.ask();
		expect(before).toMatchObject({ door: "mcp_stdio", pid: 42 });
		expect(one.proposals.get(id)?.stored.caller).toEqual(before);
	});

	it("stores at most sixty repeats a minute", async () => {
		const one = open();
		await one.ask();
		for (let times = 0; times < 100; times += 1) await one.ask();
		expect((await one.ask()).asked).toBe(61);
		one.clock.skip(2 * MINUTE);
		expect((await one.ask()).asked).toBe(62);
	});
});

describe("a proposal", () => {
	it("expires in a week by default, and in thirty days at most", async () => {
		const one = open();
		const now = START / 1000;
		const end = async (value: string, expiresAt: number | null) =>
			Math.round(((await one.ask(propose(transfer(value), { expiresAt }))).expiresAt ?? 0) - now);
		expect(await end("1", null)).toBe(7 * 86_400);
		expect(await end("2", now + 90)).toBe(90);
		expect(await end("3", now + 10 ** 9)).toBe(30 * 86_400);
		expect(await one.call("a1", propose(transfer("4"), { expiresAt: now - 1 }))).toMatchObject(
			fault("malformed"),
		);
	});

	it("can be cancelled while it waits, but not once it was approved", async () => {
		const one = open();
		const { id } = await one.ask();
		one.rows.set(`proposal:${id}`, row({ state: "approved" }));
		one.steps.set("row", [row({})]);
		expect(await one.call("a1", { kind: "cancel", id })).toMatchObject(fault("too_late"));
		one.rows.clear();
		expect(await one.ask({ kind: "cancel", id })).toMatchObject({ state: "cancelled", isFinal: true });
		expect(await one.ask({ kind: "cancel", id })).toMatchObject({ state: "cancelled" });
	});

	it("fails as unavailable if the disk fails, which is not an answer", async () => {
		const one = open();
		one.db.exec("PRAGMA query_only = ON");
		expect(await one.call("a1", propose())).toMatchObject(fault("unavailable"));
	});
});

describe("a read", () => {
	const read = (change: object = {}): AgentRequest => ({
		kind: "read",
		chain: "8453",
		method: "eth_call",
		params: '[{"to":"0x01"},"latest"]',
		...change,
	});

	it("goes to the user's own RPC, and its result comes back", async () => {
		const one = open();
		one.rpc.answer = async (method, params) => ({ method, params });
		expect(await one.call("a1", read())).toEqual({
			kind: "result",
			json: '{"method":"eth_call","params":[{"to":"0x01"},"latest"]}',
		});
		one.rpc.answer = async () => undefined;
		expect(await one.call("a1", read())).toEqual({ kind: "result", json: "null" });
	});

	it("is refused on another network, with unreadable parameters, and beyond 32 at once", async () => {
		const one = open();
		one.add("a2", { networks: ["1"] });
		expect(await one.call("a2", read())).toMatchObject(fault("network_not_allowed"));
		expect(await one.call("a1", read({ params: "{" }))).toMatchObject(fault("malformed"));
		expect(await one.call("a1", read({ params: '{"to":1}' }))).toMatchObject(fault("malformed"));
		const waiting = Promise.withResolvers<unknown>();
		one.rpc.answer = () => waiting.promise;
		const running = Array.from({ length: 32 }, () => one.call("a1", read()));
		expect(await one.call("a1", read())).toMatchObject(fault("too_many_requests"));
		waiting.resolve("0x");
		expect(new Set((await Promise.all(running)).map(({ kind }) => kind))).toEqual(new Set(["result"]));
		expect(await one.call("a1", read())).toMatchObject({ kind: "result" });
	});

	it("returns the RPC's error in plain text, and distinguishes it from a silent RPC", async () => {
		const one = open();
		const text = message("chain.evm.unreadable", { method: "x" });
		const options = { rpcCode: 3, nodeText: "execution \u202Ereverted", revertData: "0x08c379a0" };
		one.rpc.answer = () => Promise.reject(new ChainError("refused", text, options));
		const refused = await one.call("a1", read());
		expect(refused).toMatchObject(fault("rpc_error"));
		const { detail } = z.object({ detail: z.string() }).parse(refused);
		expect(JSON.parse(detail)).toMatchObject({ code: 3, data: "0x08c379a0" });
		expect(JSON.stringify(refused)).not.toContain("\u202E");
		one.rpc.answer = () => Promise.reject(new ChainError("unreachable", text));
		expect(await one.call("a1", read())).toMatchObject(fault("no_rpc"));
		one.rpc.answer = async () => "x".repeat(9_000_000);
		expect(await one.call("a1", read())).toMatchObject(fault("rpc_error"));
	});
});
