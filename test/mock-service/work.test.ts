import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWork } from "./work.ts";

/** Creates working agents with a log that counts events, and a fake clock. */
function scene() {
	const said = new Map<string, number>();
	let isUp = true;
	const log = {
		appendRaw: (id: string, events: readonly unknown[]) => {
			said.set(id, (said.get(id) ?? 0) + events.length);
		},
	};
	const service = { db: { transaction: <T>(run: () => T) => run() }, log };
	const work = createWork(
		() => (isUp ? service : null),
		() => Date.now(),
	);
	return {
		work,
		said,
		setUp(up: boolean) {
			isUp = up;
		},
	};
}

describe("agents at work", () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it("send a set number of events per second in each session until they are stopped", () => {
		const { work, said } = scene();
		work.order({ sessionIds: ["a", "b"], perSecond: 10 });
		vi.advanceTimersByTime(2_000);
		expect([...said]).toEqual([
			["a", 20],
			["b", 20],
		]);
		work.order({ sessionIds: [], perSecond: 0 });
		vi.advanceTimersByTime(2_000);
		expect(said.get("a")).toBe(20);
	});

	it("send nothing while the service is down, and do not catch up", () => {
		const { work, said, setUp } = scene();
		work.order({ sessionIds: ["a"], perSecond: 100 });
		setUp(false);
		vi.advanceTimersByTime(5_000);
		expect(said.size).toBe(0);
		setUp(true);
		vi.advanceTimersByTime(1_000);
		expect(said.get("a")).toBe(100);
	});
});
