import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { message } from "../../../../../src/core/message.ts";
import { FileNotReadError, openFile } from "../../../../../src/main/desktop/shell/open-file.ts";

const chosen = vi.hoisted(() => ({ paths: [] as string[], options: null as unknown }));
vi.mock("electron", () => ({
	dialog: {
		showOpenDialog: async (options: unknown) => {
			chosen.options = options;
			return { canceled: chosen.paths.length === 0, filePaths: chosen.paths };
		},
	},
}));

const CSV = [{ name: "Comma-separated values", extensions: ["csv"] }];

describe("a file that the user chooses", () => {
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
		expect(await openFile(CSV)).toBe("family,address,label\r\nMüller");
		expect(chosen.options).toEqual({ properties: ["openFile"], filters: CSV });
	});

	it("is none where they cancel", async () => {
		expect(await openFile(CSV)).toBeNull();
	});

	it("is read to 2 MB and no further", async () => {
		await choose("x".repeat(2_000_000));
		expect((await openFile(CSV))?.length).toBe(2_000_000);
		await choose("x".repeat(2_000_001));
		await expect(openFile(CSV)).rejects.toMatchObject({
			params: { what: message("desktop.file.too-large") },
		});
	});

	it("is refused where it is no text, no file, or not there", async () => {
		await choose(Uint8Array.of(0xff, 0xfe, 0x41, 0x00));
		await expect(openFile(CSV)).rejects.toMatchObject({ params: { what: message("desktop.file.not-utf8") } });
		for (const path of [folder, join(folder, "nowhere.csv")]) {
			chosen.paths = [path];
			await expect(openFile(CSV)).rejects.toBeInstanceOf(FileNotReadError);
		}
	});
});
