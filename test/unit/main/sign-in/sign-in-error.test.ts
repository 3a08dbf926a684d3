import { ResponseBodyError } from "openid-client";
import { describe, expect, it } from "vitest";
import { signInErrorOf } from "../../../../src/main/sign-in/sign-in-error.ts";

/** Log lines of a failed sign-in. */

const answered = (error: string) =>
	signInErrorOf(
		new ResponseBodyError("the server answered with an error", {
			cause: { error },
			response: new Response(null, { status: 400 }),
		}),
	);

describe("an error of the sign-in server", () => {
	it("is named by its code, also an unknown one", () => {
		expect(answered("invalid_grant")).toMatchObject({ fault: "ended", message: "ended invalid_grant" });
		expect(answered("quota_used_up").message).toBe("clientRefused quota_used_up");
	});

	it("distinguishes refused permissions from a refused client", () => {
		expect(answered("invalid_scope").fault).toBe("scopeRefused");
		expect(answered("unauthorized_client").fault).toBe("clientRefused");
	});

	it.each([
		"8xLOxBtZp8AIt0kQh2Zc4Rk1sWf7nYvT3uJmEqPdGaH",
		"eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
		"a".repeat(43),
		"invalid grant\nforged line",
	])("puts nothing like a token into the log: %j", (error) => {
		expect(answered(error).message).toBe("clientRefused unnamed");
	});
});
