import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { node24Path } from "../../scripts/lib/ensure.mjs";
import { selfTestReport } from "../../src/main/app/self-test.ts";
import { startHost } from "../host/client.ts";
import { scratch } from "../support/person.ts";
import { APP_DIR } from "./launch.ts";

/** Smoke test of a package: it reports what works, opens no window and doesn't touch user data. */

/**
 * Whether devices can be listed. Without the system's USB library they can't, and the self-test must report
 * this.
 */
const hasHid = await import("node-hid")
	.then(({ default: hid }) => hid.devices())
	.then(
		() => true,
		() => false,
	);

test("the self-test prints one line of JSON and ends, and the user's folder stays empty", async () => {
	const folder = scratch();
	try {
		const { child, ended } = startHost({
			node: node24Path(),
			appDir: APP_DIR,
			args: ["--self-test"],
			env: { COUNTERSIGN_HEADLESS: "1", COUNTERSIGN_DATA_DIR: folder.path },
		});
		let printed = "";
		child.stdout?.on("data", (chunk: Buffer) => {
			printed += chunk.toString();
		});
		expect(await ended).toBe(hasHid ? 0 : 1);
		const report = selfTestReport.parse(
			JSON.parse(printed.split("\n").find((line) => line.startsWith("{")) ?? ""),
		);
		expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual([
			["database", true],
			["vault", true],
			["ledger", hasHid],
			["decoder", true],
		]);
		expect(report.ok).toBe(hasHid);
		expect(readdirSync(folder.path).filter((name) => /vault|journal|settings/.test(name))).toEqual([]);
	} finally {
		folder.remove();
	}
});
