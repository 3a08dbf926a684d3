import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markRun } from "../../../../../src/main/desktop/lifecycle/crash.ts";
import { fileOfAddress } from "../../../../../src/main/desktop/windows/served-file.ts";
import { stoppedFile, stoppedPageOf } from "../../../../../src/main/desktop/windows/stopped-page.ts";

describe("a stopped window's page", () => {
	it("has no script, and one link to the window's own page", () => {
		const { body = "" } = stoppedFile(stoppedPageOf("trusted")) ?? {};
		expect(body).not.toMatch(/<script|style=|on\w+=|https?:/i);
		expect([...body.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(["stopped.css", "index.html"]);
		expect(stoppedFile("app://trusted/stopped.css")?.type).toBe("text/css; charset=utf-8");
	});

	it.each([
		"app://other/stopped.html",
		"app://desk/stopped.js",
		"app://desk/x/stopped.html",
		"app://desk/stopped.html?a",
	])("is not served at %s", (address) => {
		expect(stoppedFile(address)).toBeNull();
		expect(fileOfAddress(address)?.path ?? null).toBeNull();
	});
});

describe("the run marker", () => {
	it("shows whether the last run ended without quitting", () => {
		const folder = mkdtempSync(join(tmpdir(), "run-"));
		try {
			const first = markRun(folder, () => {});
			expect(first.wasCut).toBe(false);
			expect(markRun(folder, () => {}).wasCut).toBe(true);
			first.ended();
			expect(markRun(folder, () => {}).wasCut).toBe(false);
			expect(readdirSync(folder)).toEqual(["running"]);
			expect(markRun(join(folder, "none"), () => {}).wasCut).toBe(false);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
