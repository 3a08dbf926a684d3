import { readFileSync } from "node:fs";
import { ResponseBodyError } from "openid-client";
import { describe, expect, it } from "vitest";
import { OAUTH_FAULTS, signInErrorOf } from "../../../../src/main/sign-in/sign-in-error.ts";
import { textOf } from "../../../../src/text/index.ts";

/** What the log is told of a sign-in that failed. */

const answered = (error: string) =>
	signInErrorOf(
		new ResponseBodyError("the server answered with an error", {
			cause: { error },
			response: new Response(null, { status: 400 }),
		}),
	);

describe("an error of the sign-in server", () => {
	it("is named by its code, also one that nobody knows", () => {
		expect(answered("invalid_grant")).toMatchObject({ fault: "ended", message: "ended invalid_grant" });
		expect(answered("quota_used_up").message).toBe("clientRefused quota_used_up");
	});

	it("tells permissions that are refused from a client that is", () => {
		expect(answered("invalid_scope").fault).toBe("scopeRefused");
		expect(answered("unauthorized_client").fault).toBe("clientRefused");
	});

	it.each([
		"8xLOxBtZp8AIt0kQh2Zc4Rk1sWf7nYvT3uJmEqPdGaH",
		"eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
		"a".repeat(43),
		"invalid grant\nforged line",
	])("brings nothing like a token into the log: %j", (error) => {
		expect(answered(error).message).toBe("clientRefused unnamed");
	});
});

/** The rows of the table of docs/errors.md, each as its cells without their backticks. */
const ROWS = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8")
	.split(/^## /m)
	.filter((part) => part.startsWith("Signing in"))
	.flatMap((part) => part.split("\n"))
	.filter((line) => line.startsWith("| `"))
	.map((row) =>
		row
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim().replaceAll("`", "")),
	);

describe("docs/errors.md on signing in", () => {
	it.each(ROWS)("says of %s what the code does", (code = "", fault, again, words) => {
		const error = answered(code);
		expect([error.fault, error.retryable ? "yes" : "no", textOf(error.told)]).toEqual([fault, again, words]);
	});

	it("leaves out no code that is known", () => {
		expect([...OAUTH_FAULTS.keys()].sort()).toEqual(ROWS.map(([code]) => code ?? "").sort());
	});
});
