import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Logger } from "../../../../../src/main/desktop/adapters/logger.ts";

describe("the log", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "log-"));
	});
	afterEach(() => rm(folder, { recursive: true }));
	const text = () => readFile(join(folder, "countersign.log"), "utf8");

	it("writes a line with its time, for its owner only", async () => {
		new Logger(folder, () => 0).log("started");
		expect(await text()).toBe("1970-01-01T00:00:00.000Z started\n");
		expect((await stat(join(folder, "countersign.log"))).mode & 0o077).toBe(0);
	});

	it("redacts, and lets no text begin a line of its own", async () => {
		new Logger(folder, () => 0).log(`bearer abcdefgh1234\n1970 forged\u001b[31m`);
		const lines = (await text()).trimEnd().split("\n");
		expect(lines).toHaveLength(1);
		expect(lines[0]).not.toMatch(/abcdefgh|\p{Cc}/u);
	});

	it("rotates at its size and keeps three old files", async () => {
		const full = "x".repeat(1024 * 1024 - 10);
		for (let turn = 0; turn < 5; turn++) {
			await writeFile(join(folder, "countersign.log"), full);
			new Logger(folder, () => 0).log(`turn ${turn}`);
		}
		expect((await readdir(folder)).sort()).toEqual([
			"countersign.log",
			"countersign.log.1",
			"countersign.log.2",
			"countersign.log.3",
		]);
		expect(await text()).toContain("turn 4");
	});

	it("complains once, and does not throw, if nothing can be written", async () => {
		const complaint = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const file = join(folder, "file");
		await writeFile(file, "");
		const logger = new Logger(join(file, "under"), () => 0);
		logger.log("x");
		logger.log("y");
		expect(complaint).toHaveBeenCalledOnce();
		complaint.mockRestore();
	});
});
