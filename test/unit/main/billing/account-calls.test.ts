import { expect, it } from "vitest";
import { Retries } from "../../../../src/main/billing/account-calls.ts";
import { virtualClock } from "../signing/clock.ts";

function scene() {
	const clock = virtualClock(0);
	const tries: number[] = [];
	const retries = new Retries(clock, () => {
		tries.push(clock.now());
	});
	/** Fails until nothing is retried automatically. */
	const failOn = () => {
		retries.failed(0);
		while (clock.next()) retries.failed(0);
	};
	return { clock, tries, retries, failOn };
}

it("a temporary failure is retried, each time after twice the delay, up to five times", () => {
	const { tries, failOn } = scene();
	failOn();
	expect(tries).toEqual([2_000, 6_000, 14_000, 30_000, 62_000]);
});

it("nothing is retried before the service allows it", () => {
	const { clock, tries, retries } = scene();
	retries.failed(90_000);
	clock.next();
	expect(tries).toEqual([90_000]);
});

it("a success, and the user's own request, reset the failure count", () => {
	const { clock, tries, retries, failOn } = scene();
	failOn();
	retries.forget();
	retries.failed(0);
	expect(clock.waiting()).toBe(1);
	retries.succeeded();
	expect(clock.waiting()).toBe(0);
	retries.failed(0);
	clock.next();
	expect(tries).toHaveLength(6);
});

it("nothing is retried once the work has ended", () => {
	const { clock, retries } = scene();
	retries.failed(0);
	retries.stop();
	expect(clock.waiting()).toBe(0);
});
