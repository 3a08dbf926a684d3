import { expect, it, vi } from "vitest";

const system = { offers: true, finger: "known" as "known" | "strange", asked: [] as string[] };
vi.mock("electron", () => ({
	systemPreferences: {
		canPromptTouchID: () => system.offers,
		async promptTouchID(why: string) {
			system.asked.push(why);
			if (system.finger === "strange") throw new Error("Authentication failed.");
		},
	},
}));

const { confirmByTouch, offersTouch } = await import("../../../../../src/main/desktop/desktop.ts");

it("confirming by touch requests a fingerprint on macOS if the system has a reader, and accepts a refusal", async () => {
	expect(await confirmByTouch("show it", "darwin")).toBe("yes");
	system.finger = "strange";
	expect(await confirmByTouch("show it", "darwin")).toBe("no");
	expect(system.asked).toEqual(["show it", "show it"]);
});

it("confirming by touch requests nothing on other systems, or without a reader", async () => {
	system.asked = [];
	expect(offersTouch("linux")).toBe(false);
	expect(await confirmByTouch("show it", "win32")).toBe("none");
	system.offers = false;
	expect(await confirmByTouch("show it", "darwin")).toBe("none");
	expect(system.asked).toEqual([]);
});
