import { expect, it } from "vitest";
import { type AgentConnection, MainLink } from "../../../src/agents-process/main-link.ts";
import type { FromAgents, ProposalStatus } from "../../../src/agents-process/protocol.ts";
import { ManualTimers } from "../../support/agents-world.ts";

const STATUS: ProposalStatus = {
	id: "0".repeat(32),
	key: null,
	chain: "1",
	state: "waiting",
	isFinal: false,
	reason: null,
	wantedChange: null,
	transactionIds: [],
	signatures: [],
	asked: 1,
	createdAt: 0,
	expiresAt: null,
	payment: null,
};
const agent = (credential: string): AgentConnection => ({
	credential,
	caller: { door: "json_rpc", pid: null, program: null },
});
const GET = { kind: "get", id: STATUS.id } as const;

function open() {
	const posted: FromAgents[] = [];
	const timers = new ManualTimers();
	const link = new MainLink({ token: "t", post: (message) => posted.push(message), after: timers.after });
	return { link, posted, timers };
}
const listening = () => ({ ms: null, signal: new AbortController().signal });

it("answers each call by its id", async () => {
	const { link } = open();
	const first = link.call(agent("a"), { kind: "accounts" });
	const second = link.call(agent("a"), { kind: "networks" });
	link.settle(2, { kind: "networks", networks: [] });
	link.settle(1, { kind: "accounts", accounts: [] });
	expect(await first).toEqual({ kind: "accounts", accounts: [] });
	expect(await second).toEqual({ kind: "networks", networks: [] });
});

it("gives up a call that main never answers, and ignores a late answer", async () => {
	const { link, timers } = open();
	const call = link.call(agent("a"), { kind: "accounts" });
	timers.expire(120_000);
	expect(await call).toMatchObject({ kind: "fault", code: "unavailable" });
	link.settle(1, { kind: "accounts", accounts: [] });
	expect(timers.waiting).toEqual([]);
});

it("misses no change that arrives right after the answer", async () => {
	const { link } = open();
	const followed = link.follow(agent("a"), GET, ({ isFinal }) => isFinal, listening());
	link.settle(1, { kind: "proposal", status: STATUS });
	link.change("a", { ...STATUS, state: "rejected", isFinal: true });
	expect(await followed).toMatchObject({ status: { state: "rejected" } });
});

it("does not wake other agents when a request changes", async () => {
	const { link, timers } = open();
	const followed = link.follow(agent("a"), GET, ({ isFinal }) => isFinal, { ...listening(), ms: 50 });
	link.settle(1, { kind: "proposal", status: STATUS });
	link.change("b", { ...STATUS, state: "rejected", isFinal: true });
	timers.expire(50);
	expect(await followed).toMatchObject({ status: { state: "waiting" } });
});

it("returns the last known state when the wait ends", async () => {
	const { link, timers } = open();
	const followed = link.follow(agent("a"), GET, ({ isFinal }) => isFinal, { ...listening(), ms: 50 });
	link.settle(1, { kind: "proposal", status: STATUS });
	link.change("a", { ...STATUS, state: "approved" });
	timers.expire(50);
	expect(await followed).toMatchObject({ status: { state: "approved" } });
});

it("stores nothing for programs that disconnected", async () => {
	const { link, timers } = open();
	const abort = new AbortController();
	const followed = link.follow(agent("a"), GET, () => false, { ms: 50, signal: abort.signal });
	link.settle(1, { kind: "proposal", status: STATUS });
	abort.abort();
	await followed;
	expect(timers.waiting).toEqual([]);
});

it("limits how many of ten thousand calls may be pending, per agent and in total", async () => {
	const { link, posted } = open();
	const codes = new Map<string, number>();
	for (let index = 0; index < 10_000; index += 1)
		void link.call(agent("hostile"), { kind: "accounts" }).then((answer) => {
			if (answer.kind === "fault") codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
		});
	await Promise.resolve();
	expect(posted).toHaveLength(128);
	expect(codes.get("busy")).toBe(10_000 - 128);
	void link.call(agent("honest"), { kind: "accounts" });
	expect(posted).toHaveLength(129);
	for (let index = 0; index < 10_000; index += 1)
		void link.call(agent(`agent ${index}`), { kind: "accounts" });
	expect(posted).toHaveLength(1_024);
	link.settle(1, { kind: "accounts", accounts: [] });
	void link.call(agent("hostile"), { kind: "accounts" });
	expect(posted).toHaveLength(1_025);
});

it("reports a delivery even if too many calls are pending", () => {
	const { link, posted } = open();
	for (let index = 0; index < 200; index += 1) void link.call(agent("a"), { kind: "accounts" });
	link.confirmDelivery(agent("a"), STATUS.id);
	expect(posted.at(-1)).toMatchObject({ request: { kind: "delivered", id: STATUS.id } });
});

it("refuses messages that violate the protocol, which main would ignore", async () => {
	const { link, posted } = open();
	const message = "x".repeat(262_145);
	const answer = await link.call(agent("a"), {
		kind: "propose",
		proposed: { kind: "message", family: "evm", from: `0x${"11".repeat(20)}`, message },
		reason: null,
		key: null,
		expiresAt: null,
	});
	expect(answer).toEqual({ kind: "fault", code: "malformed", detail: "proposed.message" });
	expect(posted).toEqual([]);
});
