import { beforeEach, describe, expect, it, vi } from "vitest";

const shown: { message: string; detail: string; defaultId: number; cancelId: number }[] = [];
const opened: string[] = [];
let answer = 0;

vi.mock("electron", () => ({
	dialog: {
		showMessageBox: async (options: (typeof shown)[number]) => {
			shown.push(options);
			return { response: answer };
		},
	},
	shell: { openExternal: async (url: string) => void opened.push(url) },
}));

const { confirmLink, openExternal } = await import("../../../../../src/main/desktop/shell/open-link.ts");

beforeEach(() => {
	shown.length = 0;
	opened.length = 0;
	answer = 0;
});

describe("a link that somebody else wrote", () => {
	it("is opened only on a yes, after its whole address was shown; “no” is what Enter and Escape say", async () => {
		const url = "https://xn--pple-43d.com/a?b=c#d";
		expect(await confirmLink(url)).toBe(false);
		expect(opened).toEqual([]);
		expect(shown[0]).toMatchObject({ defaultId: 0, cancelId: 0 });
		expect(shown[0]?.message).toContain("xn--pple-43d.com");
		expect(shown[0]?.detail).toContain(url);
		answer = 1;
		expect(await confirmLink(url)).toBe(true);
		expect(opened).toEqual([url]);
	});

	it("is shown as a browser reads it: no letters of another alphabet, nothing that turns the line around", async () => {
		await confirmLink("https://аpple.com/\u202Egpj.exe");
		expect(shown[0]?.detail).toContain("https://xn--pple-43d.com/%E2%80%AEgpj.exe");
	});

	it("is asked about alone: a page that asks again and again opens no second dialog", async () => {
		const first = confirmLink("https://one.example");
		expect(await Promise.all([confirmLink("https://two.example"), first])).toEqual([false, false]);
		expect(shown.map(({ message }) => message)).toEqual(["Open one.example in your browser?"]);
		await confirmLink("https://three.example");
		expect(shown).toHaveLength(2);
	});

	it.each([
		"javascript:alert(1)",
		"file:///etc/passwd",
		"http://example.com",
		"https://bank.example@evil.example",
		"nonsense",
	])("is not even asked about: %s", async (url) => {
		answer = 1;
		expect(await confirmLink(url)).toBe(false);
		await expect(openExternal(url)).rejects.toThrow();
		expect([shown, opened]).toEqual([[], []]);
	});
});
