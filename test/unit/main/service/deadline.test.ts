import { describe, expect, it } from "vitest";
import { until, withinDeadline } from "../../../../src/main/service/deadline.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { virtualClock } from "../signing/clock.ts";

const never = () => new Promise<never>(() => {});

function scene(signal?: AbortSignal) {
	const clock = virtualClock(0);
	return { clock, deadline: { clock, limitMs: 100, method: "GET", signal } };
}

describe("work under a deadline", () => {
	it("gives its value, and leaves no timer behind", async () => {
		const { clock, deadline } = scene();
		expect(await withinDeadline(deadline, async () => 7)).toBe(7);
		expect(clock.waiting()).toBe(0);
	});

	it("ends with a time-out, though the work hears no signal", async () => {
		const { clock, deadline } = scene();
		const ended = withinDeadline(deadline, (signal) => until(signal, never()));
		clock.advance(100);
		await expect(ended).rejects.toMatchObject({ kind: "timeout" });
	});

	it("ends with the caller's own reason, also where that came before it began", async () => {
		const caller = new AbortController();
		const { deadline } = scene(caller.signal);
		const reason = new Error("closed");
		const ended = withinDeadline(deadline, (signal) => until(signal, never()));
		caller.abort(reason);
		await expect(ended).rejects.toBe(reason);
		await expect(withinDeadline(deadline, async () => 7)).rejects.toBe(reason);
	});

	it("makes a failure of the network one of the service, and keeps one that is", async () => {
		const { deadline } = scene();
		const own = new ServiceError("refused", { detail: "own" });
		await expect(withinDeadline(deadline, () => Promise.reject(own))).rejects.toBe(own);
		const lost = withinDeadline(deadline, () => Promise.reject(new TypeError("fetch failed")));
		await expect(lost).rejects.toBeInstanceOf(ServiceError);
	});
});
