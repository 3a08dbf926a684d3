import { describe, expect, it } from "vitest";
import { type StopDeps, stopAgent } from "../../../../../src/main/inbox/rejecting/stop-agent.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { scene } from "./rejections-scene.ts";

/** One press ends what an agent does: nothing of it waits for anybody else. */

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
	const deps = stub<StopDeps>({
		inbox: one,
		account: () => account,
		changed: () => {},
		ports: { ...one.ports, settings },
		allowances: { ofSession: (id: string) => [`allowed in ${id}`] },
		entries: () => [
			...waiting.map((id) => ({ id, sessionId: "ses", state: "waiting" })),
			{ id: "commit:else", sessionId: "else", state: "waiting" },
			{ id: "commit:done", sessionId: "ses", state: "done" },
		],
	});
	return { one, deps, held, interrupted };
}

describe("stopping an agent", () => {
	it("interrupts, rejects all that waits of its conversation, mutes it, and says what was allowed", () => {
		const { one, deps, held, interrupted } = stopping(["commit:a", "commit:b"]);
		expect(stopAgent(deps, "ses")).toEqual({ ok: true, allowed: ["allowed in ses"] });
		const rejected = one.intents.pending("s").map(({ body }) => (body as { commitId: string }).commitId);
		expect(rejected).toEqual(["a", "b"]);
		expect(held.mutedSessions).toEqual(["other", "ses"]);
		expect(interrupted).toEqual(["ses"]);
	});

	it("rejects nothing where nothing waits, and mutes once", () => {
		const { one, deps, held } = stopping([]);
		stopAgent(deps, "ses");
		stopAgent(deps, "ses");
		expect([one.kinds(), held.mutedSessions]).toEqual([[], ["other", "ses"]]);
	});
});
