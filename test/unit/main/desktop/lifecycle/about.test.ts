import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readAbout } from "../../../../../src/main/desktop/lifecycle/about.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "about-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () =>
	readAbout({ origin: join(folder, "origin.json"), notices: join(folder, "notices.json") }, "1.2.3", {
		electron: "45.4.1",
		chrome: "150.0.0.0",
	});

it("a package reports its commit and third-party components, each with its licence text", () => {
	writeFileSync(join(folder, "origin.json"), JSON.stringify({ commit: "abc", epoch: 1 }));
	const part = { version: "1", licence: "MIT" };
	const parts = [
		{ ...part, name: "a", text: 1 },
		{ ...part, name: "b", text: 0 },
	];
	writeFileSync(join(folder, "notices.json"), JSON.stringify({ parts, texts: ["first", "second"] }));
	expect(read()).toEqual({
		version: "1.2.3",
		commit: "abc",
		electron: "45.4.1",
		chromium: "150.0.0.0",
		parts: [
			{ ...part, name: "a", text: "second" },
			{ ...part, name: "b", text: "first" },
		],
	});
});

it("outside a package neither exists, and the versions are still reported", () => {
	expect(read()).toMatchObject({ version: "1.2.3", commit: null, parts: null, electron: "45.4.1" });
});
