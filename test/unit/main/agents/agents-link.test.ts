import { describe, expect, it } from "vitest";
import type { AgentAnswer, Doors, FromAgents, ToAgents } from "../../../../src/agents-process/protocol.ts";
import { AgentsLink } from "../../../../src/main/agents/agents-link.ts";
import type { ProcessChannel } from "../../../../src/main/ports.ts";
import { testClock } from "../../../support/ports.ts";
import { CALLER, START } from "./scene.ts";

/** Main's view of the agents process: a fake process that tests can end, delay and make lie. */

const settled = () => new Promise((resolve) => void setImmediate(resolve));

const CREDENTIAL = "c".repeat(64);
const ALL: Doors = { http: { port: 0 }, socket: "/run/agents.sock" };

function world(doors: Doors | null = ALL) {
	const clock = testClock(START);
	const log: string[] = [];
	const started: FakeProcess[] = [];
	const state = { doors, ports: [] as (number | null)[], listens: true, canStart: true };
	const answers = new Map<string, Promise<AgentAnswer>>();

	class FakeProcess implements ProcessChannel {
		readonly sent: ToAgents[] = [];
		killed = false;
		#onMessage: (message: unknown) => void = () => {};
		#onExit: (code: number) => void = () => {};
		post(message: unknown): void {
			const sent = message as ToAgents;
			this.sent.push(sent);
			if (sent.kind === "hello" && state.listens)
				this.say({ kind: "listening", port: 4_321, socket: true, faults: [] });
		}
		onMessage(listener: (message: unknown) => void): void {
			this.#onMessage = listener;
		}
		onExit(listener: (code: number) => void): void {
			this.#onExit = listener;
		}
		kill(): void {
			this.killed = true;
			this.#onExit(0);
		}
		/** Sends a message with the process's token. */
		say(message: object): void {
			this.raw({ token: this.token, ...message });
		}
		raw(message: unknown): void {
			this.#onMessage(message);
		}
		get token(): string {
			const [hello] = this.sent;
			return hello?.token ?? "";
		}
	}

	let made = 0;
	const link = new AgentsLink({
		ports: {
			clock,
			log: (line) => void log.push(line),
			random: (length) => {
				made += 1;
				return new Uint8Array(length).fill(made);
			},
			forkAgents: () => {
				if (!state.canStart) throw new Error("no fork");
				const process = new FakeProcess();
				started.push(process);
				return process;
			},
		},
		doors: () => state.doors,
		answer: (credential) => answers.get(credential) ?? Promise.resolve({ kind: "done" }),
		onDoors: (port) => state.ports.push(port),
	});
	const last = () => {
		const process = started.at(-1);
		if (process === undefined) throw new Error("nothing was started");
		return process;
	};
	const call = (id = 1): Omit<Extract<FromAgents, { kind: "call" }>, "token"> => ({
		kind: "call",
		id,
		credential: CREDENTIAL,
		caller: CALLER,
		request: { kind: "accounts" },
	});
	return { clock, log, started, state, answers, link, last, call };
}

describe("the agents process", () => {
	it("does not run while no door is open", async () => {
		const { link, started } = world(null);
		await link.update();
		expect(started).toEqual([]);
		expect([link.port(), link.faults()]).toEqual([null, { socket: null, http: null }]);
	});

	it("gets its own token and the doors at the start, and reports its port", async () => {
		const { link, last, state } = world();
		await link.update();
		expect(last().sent).toEqual([{ kind: "hello", token: "01".repeat(32), doors: ALL }]);
		expect([link.port(), state.ports]).toEqual([4_321, [4_321]]);
	});

	it("is restarted if the doors change, and stopped with the last one", async () => {
		const { link, started, state } = world();
		await link.update();
		await link.update();
		expect(started).toHaveLength(1);
		state.doors = { http: null, socket: "/run/agents.sock" };
		await link.update();
		expect(started.map(({ killed }) => killed)).toEqual([true, false]);
		expect(started[1]?.token).not.toBe(started[0]?.token);
		state.doors = null;
		await link.update();
		expect(started.map(({ killed }) => killed)).toEqual([true, true]);
		expect(link.port()).toBeNull();
	});

	it("has its calls answered, and nothing else", async () => {
		const { link, last, call, answers, log } = world();
		await link.update();
		const answer: AgentAnswer = { kind: "fault", code: "paused", detail: null };
		answers.set(CREDENTIAL, Promise.resolve(answer));
		last().say(call(7));
		await Promise.resolve();
		await Promise.resolve();
		expect(last().sent.at(-1)).toEqual({ kind: "answer", token: last().token, id: 7, answer });
		const before = last().sent.length;
		last().raw({ ...call(8), token: "0".repeat(64) });
		last().raw("nonsense");
		for (let times = 0; times < 100; times += 1) last().say({ kind: "call", id: -1 });
		await Promise.resolve();
		expect(last().sent).toHaveLength(before);
		expect(log).toHaveLength(1);
	});

	it("gets an immediate answer to calls beyond the maximum of pending ones", async () => {
		const { link, last, call, answers } = world();
		await link.update();
		answers.set(CREDENTIAL, new Promise(() => {}));
		for (let id = 1; id <= 2_049; id += 1) last().say(call(id));
		expect(last().sent.filter(({ kind }) => kind === "answer")).toMatchObject([
			{ id: 2_049, answer: { kind: "fault", code: "unavailable" } },
		]);
	});

	it("restarts after it ended, later each time, and again a minute after too many ends", async () => {
		const { link, started, clock, last, state } = world();
		await link.update();
		for (const delay of [250, 1_000, 4_000]) {
			const before = started.length;
			last().kill();
			expect(state.ports.at(-1)).toBeNull();
			clock.hurry(delay - 200);
			expect(started).toHaveLength(before);
			clock.hurry(200);
			expect(started).toHaveLength(before + 1);
			await Promise.resolve();
		}
		last().kill();
		expect(link.faults()).toMatchObject({ http: { code: "agents.door.stopped" } });
		clock.hurry(10_000);
		expect(started).toHaveLength(4);
		clock.hurry(50_000);
		expect(started).toHaveLength(5);
		expect(link.faults()).toEqual({ socket: null, http: null });
	});

	it("gets no answer to a call of the previous process", async () => {
		const { link, last, call, clock, answers } = world();
		await link.update();
		const late = Promise.withResolvers<AgentAnswer>();
		answers.set(CREDENTIAL, late.promise);
		last().say(call(3));
		last().kill();
		clock.hurry(250);
		late.resolve({ kind: "done" });
		await late.promise;
		await Promise.resolve();
		expect(last().sent.map(({ kind }) => kind)).toEqual(["hello"]);
	});

	it("is ended if it opens no door in time, and may fail to start at all", async () => {
		const { link, last, state, clock, started } = world();
		state.listens = false;
		const opening = link.update();
		await settled();
		clock.hurry(10_000);
		await opening;
		expect(last().killed).toBe(true);
		state.canStart = false;
		clock.hurry(250);
		state.canStart = true;
		clock.hurry(1_000);
		expect(started).toHaveLength(2);
	});

	it("says which door failed, and keeps the other", async () => {
		const { link, last, state } = world();
		state.listens = false;
		const opening = link.update();
		await settled();
		last().say({ kind: "listening", port: null, socket: true, faults: ["port_in_use"] });
		await opening;
		expect(link.faults()).toMatchObject({ socket: null, http: { code: "agents.door.port-in-use" } });
	});

	it("gets changes and ends of connections, and nothing once it is stopped", async () => {
		const { link, last, clock, started } = world();
		await link.update();
		link.disconnect(CREDENTIAL);
		expect(last().sent.at(-1)).toMatchObject({ kind: "disconnect", credential: CREDENTIAL });
		await link.stop();
		link.disconnect(CREDENTIAL);
		expect(last().sent).toHaveLength(2);
		clock.hurry(120_000);
		await link.update();
		expect(started).toHaveLength(1);
	});
});
