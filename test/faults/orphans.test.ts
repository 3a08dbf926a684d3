import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { entryOf } from "../fixtures/entries.ts";
import { scratch } from "../support/person.ts";

const folder = scratch();
afterAll(() => folder.remove());

const report = z.object({ pids: z.array(z.number()).length(2) });

/**
 * Returns true if a process runs. A dead process may keep its id until its new parent has read its exit code.
 */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	try {
		return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return process.platform !== "linux";
	}
}

it("the vault and the device process end with a killed main, even during a key derivation", async () => {
	const main = fork(entryOf("orphanChild"), [folder.path], {
		execArgv: [],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	const { pids } = report.parse(await new Promise((resolve) => main.once("message", resolve)));
	expect(pids.map(isRunning)).toEqual([true, true]);
	main.kill("SIGKILL");
	// The key derivation alone would keep the vault alive for longer than this timeout.
	await expect.poll(() => pids.filter(isRunning), { timeout: 30_000 }).toEqual([]);
});
