import { describe, expect, it } from "vitest";
import { appNamed, MAX_APP_NAME } from "../../../../src/core/identities/app-name.ts";
import { ruleBlocking } from "../../../../src/core/rules/blocking.ts";
import { inboxProcedures } from "../../../../src/ipc/inbox.ts";

/** One name of an app, by which it is listed, muted and blocked, however long the service's own is. */

const long = (end: string) => `Payroll ${"x".repeat(4_000)}${end}`;

describe("an app's name", () => {
	it("is the service's own, up to the interface's maximum length", () => {
		expect(appNamed("Payroll")).toBe("Payroll");
		const longest = "p".repeat(MAX_APP_NAME);
		expect(appNamed(longest)).toBe(longest);
	});

	it("is missing if the service sends none, or only white space", () => {
		for (const none of [null, undefined, "", "  \n"]) expect(appNamed(none)).toBeNull();
	});

	it("is the same with any surrounding white space: none evades a rule that way", () => {
		expect(appNamed(`\n Payroll${" ".repeat(4_000)}`)).toBe("Payroll");
	});

	it("is its beginning and a digest of its whole beyond that, different for each", () => {
		const [one, other] = [long("1"), long("2")].map(appNamed);
		expect(one).toMatch(/^Payroll x+… [0-9a-f]{16}$/);
		expect(one?.length).toBeLessThanOrEqual(MAX_APP_NAME);
		expect(other).not.toBe(one);
		expect(appNamed(long("1"))).toBe(one);
		expect(appNamed(one)).toBe(one);
	});

	it("is cut between characters", () => {
		const name = appNamed("😀".repeat(1_000)) ?? "";
		expect(name.isWellFormed()).toBe(true);
		expect(name.length).toBeLessThanOrEqual(MAX_APP_NAME);
	});

	it("can be muted and blocked", () => {
		for (const name of [long(""), "😀".repeat(1_000), "p".repeat(MAX_APP_NAME)]) {
			const app = appNamed(name) ?? "";
			expect(inboxProcedures.setAppLevel.input.safeParse({ app, level: "muted" }).success).toBe(true);
			expect(inboxProcedures.blockApp.input.safeParse({ app }).success).toBe(true);
			expect(ruleBlocking(app, "r1", "Blocked")?.scope.apps).toEqual([app.toLowerCase()]);
		}
	});
});
