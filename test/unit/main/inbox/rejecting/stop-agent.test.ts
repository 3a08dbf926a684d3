import { describe, expect, it } from "vitest";
import { Events } from "../../../../../src/main/events.ts";
import { stopAgent } from "../../../../../src/main/inbox/rejecting/stop-agent.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { scene } from "./rejections-scene.ts";

/** One press stops an agent and ends all of its requests. */

function stopping(waiting: readonly string[]) {
	const one = scene();
	const held = { mutedSessions: ["other"] as readonly string[] };
	const interrupted: string[] = [];
	const { account } = one.world;
	Object.assign(account.sessions, {
		interrupt: async (id: string) => {
			interrupted.push(id);
			throw new Error("out of reach");
		},
	});
	const settings = { get: () => held, set: (change: object) => Object.assign(held, change) };
	const app = stub<Parameters<typeof stopAgent>[0]>({
		events: new Events(() => {}),
		signedIn: { current: () => account },
		ports: { ...one.ports, settings },
		powers: { ofSession: (id: string) => [`allowed in ${id}`] },
	});
	const inbox = stub<Parameters<typeof stopAgent>[1]>({
		rejections: one.rejections,
		entries: () => [
			...waiting.map((id) => ({ id, sessionId: "ses", state: "waiting" })),
			{ id: "commit:else", sessionId: "else", state: "waiting" },
			{ id: "commit:done", sessionId: "ses", state: "done" },
		],
	});
	const stop = () => stopAgent(app, inbox, "ses");
	return { one, stop, held, interrupted };
}

describe("stopping an agent", () => {
	it("interrupts, rejects all waiting requests of its conversation, mutes it, and lists the allowances", () => {
		const { one, stop, held, interrupted } = stopping(["commit:a", "commit:b"]);
		expect(stop()).toEqual({ ok: true, allowed: ["allowed in ses"] });
		const rejected = one.intents.pending("s").map(({ body }) => (body as { commitId: string }).commitId);
		expect(rejected).toEqual(["a", "b"]);
		expect(held.mutedSessions).toEqual(["other", "ses"]);
		expect(interrupted).toEqual(["ses"]);
	});

	it("rejects nothing if nothing waits, and mutes once", () => {
		const { one, stop, held } = stopping([]);
		stop();
		stop();
		expect([one.kinds(), held.mutedSessions]).toEqual([[], ["other", "ses"]]);
	});
});
