import { describe, expect, it } from "vitest";
import {
	authOriginOf,
	environmentsOf,
	findEnvironment,
	indicatorOf,
} from "../../../../src/main/sign-in/environments.ts";

const setting = (name: string, baseUrl: string) => ({
	name,
	baseUrl,
	authOrigin: null,
	clientIds: { agent: "id", pipeline: null, account: null },
});
const named = (settings: Parameters<typeof environmentsOf>[0], active: string) =>
	environmentsOf(settings, active).map(({ name, kind }) => `${name} (${kind})`);

describe("the environments", () => {
	it("are production and staging by default", () => {
		expect(named([], "")).toEqual(["Production (production)", "Staging (staging)"]);
	});

	it("include the active address, in every case", () => {
		expect(named([], "http://127.0.0.1:8080/base")).toContain("This computer (local)");
		expect(named([], "https://agents.example")).toContain("agents.example (custom)");
		expect(named([], "https://chat.aomi.dev/")).toHaveLength(2);
	});

	it("prevent other ones named production, and renaming of production", () => {
		const all = environmentsOf(
			[setting("Production!", "https://chat.aomi.dev"), setting("Production", "https://evil.example")],
			"",
		);
		expect(all.map(({ id, name, kind }) => [id, name, kind])).toEqual([
			["https://chat.aomi.dev", "Production", "production"],
			["https://chat-staging.aomi.dev", "Staging", "staging"],
			["https://evil.example", "Production", "custom"],
		]);
		expect(all[0]?.clientIds.agent).toBe("id");
	});

	it("differ by origin only", () => {
		const all = [setting("Mine", "https://mine.example/base")];
		expect(findEnvironment(all, "https://mine.example/other", "https://mine.example")?.name).toBe("Mine");
		expect(findEnvironment(all, "", "https://mine.example:444")).toBeNull();
	});

	it("sign in at their own origin, or at the configured one", () => {
		expect(authOriginOf(setting("M", "https://mine.example/base"))).toBe("https://mine.example");
		expect(
			authOriginOf({ ...setting("M", "https://mine.example"), authOrigin: "https://id.example/x" }),
		).toBe("https://id.example");
		expect(indicatorOf("https://id.example", "agent")).toBe("https://id.example/v1/agent");
	});
});
