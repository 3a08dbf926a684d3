import { describe, expect, it } from "vitest";
import { deskProcedures } from "../../../../../src/ipc/windows.ts";
import {
	draftKey,
	MAX_LENGTH,
	NO_OPTIONS,
	optionFaults,
	optionText,
	roomIn,
	turnFields,
} from "../../../../../src/renderer/desk/session/composer.tsx";
import { deskView } from "../../../../preview/samples/desk.ts";
import { identityBrief } from "../../../../preview/samples/identity.ts";

const options = (change: Partial<typeof NO_OPTIONS>) => ({ ...NO_OPTIONS, ...change });

describe("the remaining length of a message", () => {
	it.each([
		["", "fine", 32_000],
		["x".repeat(28_799), "fine", 3_201],
		["x".repeat(28_800), "near", 3_200],
		["x".repeat(32_000), "near", 0],
		["x".repeat(32_001), "over", -1],
		[` ${"x".repeat(32_000)}\n`, "near", 0],
		["🦊".repeat(16_001), "fine", 15_999],
		["🦊".repeat(32_000), "near", 0],
		["🦊".repeat(32_001), "over", -1],
	] as const)("is counted like main's schema (%#)", (message, state, left) => {
		expect(roomIn(message)).toEqual({ left, state });
		const input = { sessionId: null, message: message.trim(), ...turnFields(NO_OPTIONS) };
		if (message !== "")
			expect(deskProcedures.startTurn.input.safeParse(input).success).toBe(state !== "over");
	});
	it("is the interface's", () => expect(MAX_LENGTH).toBe(32_000));
});

describe("a message's options", () => {
	it("are empty at first", () => {
		expect(turnFields(NO_OPTIONS)).toEqual({ mode: null, app: null, applicationId: null, model: null });
	});
	it("are the app or its id, without surrounding blanks", () => {
		expect(turnFields(options({ app: " uniswap " }))).toMatchObject({ app: "uniswap", mode: "auto" });
		expect(turnFields(options({ applicationId: " 42 " }))).toMatchObject({ applicationId: 42, mode: "auto" });
		expect(turnFields(options({ mode: "direct", model: "large" }))).toMatchObject({
			mode: "direct",
			model: "large",
		});
	});
	it.each([
		[{ app: "a", applicationId: "7" }, "applicationId"],
		[{ applicationId: "0" }, "applicationId"],
		[{ applicationId: "1.5" }, "applicationId"],
		[{ applicationId: "-1" }, "applicationId"],
		[{ applicationId: "9007199254740993" }, "applicationId"],
		[{ applicationId: "1e3" }, "applicationId"],
		[{ app: "a".repeat(161) }, "app"],
		[{ model: "m".repeat(201) }, "model"],
	] as const)("are not sent if invalid, with the position: %j", (change, field) => {
		expect(Object.keys(optionFaults(options(change)))).toEqual([field]);
		expect(turnFields(options(change))).toBeNull();
	});
	it("fit on one line", () => {
		expect(optionText(NO_OPTIONS)).toBe("Auto");
		expect(optionText({ mode: "direct", app: "uniswap", applicationId: "", model: "large" })).toBe(
			"Direct · uniswap · model large",
		);
	});
});

describe("a draft", () => {
	it("belongs to another user if the environment or the identity differs", () => {
		const view = deskView();
		const other = deskView({ identity: { ...identityBrief(), who: "somebody else" } });
		const elsewhere = deskView({ settings: { ...view.settings, baseUrl: "https://other.example" } });
		const keys = [view, other, elsewhere].map((each) => draftKey(each, null));
		expect(new Set([...keys, draftKey(view, "ses_1")]).size).toBe(4);
		expect(draftKey(deskView(), null)).toBe(keys[0]);
	});
});
