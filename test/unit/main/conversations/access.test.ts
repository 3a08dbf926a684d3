import { beforeEach, describe, expect, it } from "vitest";
import { Access } from "../../../../src/main/conversations/access.ts";
import { HandClock } from "../sign-in/fake-server.ts";

const HOUR = 3_600_000;

describe("a rate limit of the service", () => {
	let clock: HandClock;
	let access: Access;
	beforeEach(() => {
		clock = new HandClock();
		access = new Access(
			clock,
			() => 0,
			() => {},
		);
	});

	it("for one session does not delay others", () => {
		access.limit("a", HOUR);
		expect(access.delay("a")).toBe(HOUR);
		expect(access.delay("b")).toBe(0);
	});

	it("for one session twice still applies only to it", () => {
		access.limit("a", HOUR);
		access.limit("a", 2 * HOUR);
		expect(access.delay("b")).toBe(0);
	});

	it("for two sessions at once applies to the account: all wait until the first may send again", () => {
		access.limit("a", HOUR);
		access.limit("list", 10_000);
		expect(["a", "list", "b"].map((source) => access.delay(source))).toEqual([HOUR, 10_000, 10_000]);
	});

	it("that is over is not combined with a later one", async () => {
		access.limit("a", 1_000);
		await clock.pass(1_000);
		access.limit("b", HOUR);
		expect(access.delay("c")).toBe(0);
	});

	it("is forgotten when the user refreshes everything", () => {
		access.limit("a", HOUR);
		access.limit("b", HOUR);
		access.clear();
		expect(["a", "b", "c"].map((source) => access.delay(source))).toEqual([0, 0, 0]);
	});
});
