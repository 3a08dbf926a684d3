import { describe, expect, it } from "vitest";
import type { App } from "../../../src/main/app/parts.ts";
import { rejectEntry } from "../../../src/main/app/rejections.ts";
import { ServiceError } from "../../../src/main/service/errors.ts";
import { fakeClock } from "../chains-evm/fake-rpc.ts";

/** An application of which only what a rejection touches is there. */
function scene(startTurn: () => { outcome: Promise<{ ok: boolean }> }) {
	const clock = fakeClock();
	const lines: string[] = [];
	const account = {
		scope: "s",
		commits: { postManual: async () => ({ kind: "unreadable" }) },
		sessions: {
			acceptCommit: () => {},
			list: () => [{ id: "ses", turnState: "complete", pending: null }],
			startTurn,
		},
	};
	const app = {
		entry: () => ({ sessionId: "ses", row: null }),
		account: () => account,
		reviews: { get: () => null },
		intents: { remember: () => ({ id: "i", key: "k" }), settle: () => {} },
		place: () => ({ kind: "empty" }),
		running: () => true,
		userState: () => ({}),
		changed: () => {},
		ports: { clock, log: (line: string) => lines.push(line) },
	};
	return { app: app as unknown as App, clock, lines };
}

describe("the reason of a rejection", () => {
	it("is told again later, and nothing breaks, where a message can't be sent now", async () => {
		let tries = 0;
		const one = scene(() => {
			tries += 1;
			if (tries < 3) throw new ServiceError("conflict", { words: "Still on its way." });
			return { outcome: Promise.resolve({ ok: true }) };
		});
		expect(await rejectEntry(one.app, "commit:c", "no")).toEqual({ ok: true });
		expect(tries).toBe(1);
		expect(() => one.clock.advance(2_000)).not.toThrow();
		one.clock.advance(2_000);
		expect(tries).toBe(3);
		expect(one.lines.join("\n")).toMatch(/reason/);
	});
});
