import { describe, expect, it } from "vitest";
import { environmentName, environmentOf, identityOf, scopeOf } from "../../../../src/main/sign-in/owner.ts";

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

describe("a token's owner", () => {
	it("is the same for two tokens of one user, and another for another", () => {
		const first = identityOf(jwt({ iss: "a", sub: "ana", exp: 1 }));
		expect(identityOf(jwt({ iss: "a", sub: "ana", exp: 2 }))).toBe(first);
		expect(identityOf(jwt({ iss: "a", sub: "bo" }))).not.toBe(first);
		expect(identityOf(jwt({ iss: "b", sub: "ana" }))).not.toBe(first);
	});

	it("contains nothing of the token itself", () => {
		expect(identityOf(jwt({ iss: "a", sub: "ana" }))).not.toContain("ana");
		expect(identityOf("a-secret-token")).toBe("token");
		expect(identityOf("x.%%%.y")).toBe("token");
		expect(identityOf(null)).toBe("nobody");
	});
});

describe("an environment", () => {
	it("is the service's origin, so that another address shares nothing with it", () => {
		expect(environmentOf("https://chat.aomi.dev/v1")).toBe("https://chat.aomi.dev");
		expect(environmentOf("nonsense")).toBe("none");
		expect(scopeOf({ environment: "e", identity: "i" })).not.toBe(
			scopeOf({ environment: "e", identity: "j" }),
		);
	});

	it.each([
		["https://chat.aomi.dev", "production"],
		["https://chat-staging.aomi.dev", "staging"],
		["http://127.0.0.1:8080", "local"],
		["https://evil.example/chat.aomi.dev", "evil.example"],
		["", "no service"],
	])("calls %s “%s”", (baseUrl, name) => {
		expect(environmentName(baseUrl)).toBe(name);
	});
});
