import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";

const chosen = { paths: [] as string[], options: null as unknown };

const shown: { message: string; detail: string; defaultId: number; cancelId: number }[] = [];
const opened: string[] = [];
let answer = 0;

vi.mock("electron", () => ({
	dialog: {
		showOpenDialog: async (options: unknown) => {
			chosen.options = options;
			return { canceled: chosen.paths.length === 0, filePaths: chosen.paths };
		},
		showMessageBox: async (options: (typeof shown)[number]) => {
			shown.push(options);
			return { response: answer };
		},
	},
	shell: { openExternal: async (url: string) => void opened.push(url) },
}));

const { Dialogs, FileNotReadError, openExternal } = await import(
	"../../../../../src/main/desktop/shell/dialogs.ts"
);
const dialogs = new Dialogs();
const CSV = [{ name: "Comma-separated values", extensions: ["csv"] }];

beforeEach(() => {
	shown.length = 0;
	opened.length = 0;
	answer = 0;
});

describe("a link from somebody else", () => {
	it("is opened only after a yes to its whole address; “no” is the choice of Enter and Escape", async () => {
		const url = "https://xn--pple-43d.com/a?b=c#d";
		expect(await dialogs.confirmLink(url)).toBe(false);
		expect(opened).toEqual([]);
		expect(shown[0]).toMatchObject({ defaultId: 0, cancelId: 0 });
		expect(shown[0]?.message).toContain("xn--pple-43d.com");
		expect(shown[0]?.detail).toContain(url);
		answer = 1;
		expect(await dialogs.confirmLink(url)).toBe(true);
		expect(opened).toEqual([url]);
	});

	it("is shown as a browser reads it: no letters of another alphabet, no reversed text", async () => {
		await dialogs.confirmLink("https://аpple.com/\u202Egpj.exe");
		expect(shown[0]?.detail).toContain("https://xn--pple-43d.com/%E2%80%AEgpj.exe");
	});

	it("has only one dialog, however often a page asks", async () => {
		const first = dialogs.confirmLink("https://one.example");
		expect(await Promise.all([dialogs.confirmLink("https://two.example"), first])).toEqual([false, false]);
		expect(shown.map(({ message }) => message)).toEqual(["Open one.example in your browser?"]);
		await dialogs.confirmLink("https://three.example");
		expect(shown).toHaveLength(2);
	});

	it.each([
		"javascript:alert(1)",
		"file:///etc/passwd",
		"http://example.com",
		"https://bank.example@evil.example",
		"nonsense",
	])("is not even offered: %s", async (url) => {
		answer = 1;
		expect(await dialogs.confirmLink(url)).toBe(false);
		await expect(openExternal(url)).rejects.toThrow();
		expect([shown, opened]).toEqual([[], []]);
	});
});

it("the user gets one dialog at a time, and the next once it is answered or failed", async () => {
	const first = Promise.withResolvers<string>();
	const asked = dialogs.one(() => first.promise, "not asked");
	expect(await dialogs.one(() => Promise.resolve("second"), "not asked")).toBe("not asked");
	first.reject(new Error("gone"));
	await expect(asked).rejects.toThrow("gone");
	expect(await dialogs.one(() => Promise.resolve("third"), "not asked")).toBe("third");
});

describe("a chosen file", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "open-file-"));
	});
	afterAll(() => rm(folder, { recursive: true }));
	beforeEach(() => {
		chosen.paths = [];
	});

	async function choose(contents: string | Uint8Array): Promise<void> {
		const path = join(folder, "chosen.csv");
		await writeFile(path, contents);
		chosen.paths = [path];
	}

	it("is read as text, and only its kind is offered", async () => {
		await choose("family,address,label\r\nMüller");
		expect(await dialogs.openFile(CSV)).toBe("family,address,label\r\nMüller");
		expect(chosen.options).toEqual({ properties: ["openFile"], filters: CSV });
	});

	it("is absent if the user cancels", async () => {
		expect(await dialogs.openFile(CSV)).toBeNull();
	});

	it("is read up to 2 MB", async () => {
		await choose("x".repeat(2_000_000));
		expect((await dialogs.openFile(CSV))?.length).toBe(2_000_000);
		await choose("x".repeat(2_000_001));
		await expect(dialogs.openFile(CSV)).rejects.toMatchObject({
			params: { what: message("desktop.file.too-large") },
		});
	});

	it("is refused if it is not text, not a file, or missing", async () => {
		await choose(Uint8Array.of(0xff, 0xfe, 0x41, 0x00));
		await expect(dialogs.openFile(CSV)).rejects.toMatchObject({
			params: { what: message("desktop.file.not-utf8") },
		});
		for (const path of [folder, join(folder, "nowhere.csv")]) {
			chosen.paths = [path];
			await expect(dialogs.openFile(CSV)).rejects.toBeInstanceOf(FileNotReadError);
		}
	});
});
