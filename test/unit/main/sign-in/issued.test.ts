import { describe, expect, it } from "vitest";
import { readIssued } from "../../../../src/main/sign-in/issued.ts";
import { accessToken, ISSUER, ORIGIN } from "./fake-server.ts";

/** Responses of a token endpoint are checked before their tokens are stored or sent in a header. */

const EXPECTED = { issuer: ISSUER, indicator: `${ORIGIN}/v1/agent`, scopes: ["agent:read"] };
const read = (more: object) =>
	readIssued({ access_token: accessToken(), token_type: "Bearer", ...more }, EXPECTED);

describe("a token endpoint's answer", () => {
	it("is accepted if it is valid", () => {
		expect(read({ refresh_token: "r", expires_in: 60 })).toMatchObject({ refreshToken: "r", lifeMs: 60_000 });
	});

	it.each([
		["an access token with a line break", { access_token: `${accessToken()}\r\nx-other: 1` }],
		["an access token without end", { access_token: `${accessToken()}${"A".repeat(16_384)}` }],
		["a refresh token with a line break", { refresh_token: "r\r\nx" }],
		["a refresh token without end", { refresh_token: "r".repeat(16_385) }],
		["an empty refresh token", { refresh_token: "" }],
		["an opaque access token", { access_token: "opaque" }],
		["a type other than bearer", { token_type: "DPoP" }],
	])("is refused with %s", (_what, more) => {
		expect(() => read(more)).toThrow("unreadable");
	});

	it.each([
		[{ email: "mira@nordlicht.example", name: "Mira" }, "mira@nordlicht.example"],
		[{ preferred_username: " mira " }, "mira"],
		[{ name: "Mira" }, "Mira"],
		[{}, undefined],
		[{ email: 7, name: "" }, undefined],
		[{ email: "m".repeat(255) }, undefined],
	])("is accepted with the service's name for its user, if given: %j", (claims, name) => {
		expect(read({ access_token: accessToken(claims) }).name).toBe(name);
	});

	it("is renewed within a day, for any stated lifetime", () => {
		expect(read({ expires_in: 1e308 }).lifeMs).toBe(86_400_000);
	});

	it("never has a negative lifetime", () => {
		expect(read({ expires_in: -60 }).lifeMs).toBe(0);
	});
});
