import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { selfTest, selfTestReport } from "../../../../src/main/app/self-test.ts";
import { systemClock } from "../../../../src/main/desktop/adapters/clock.ts";
import type { ProcessChannel } from "../../../../src/main/ports.ts";
import { forkLedger, forkRealVault } from "../../../support/ports.ts";

/** Parts that fail on this computer: without the system's USB library, the self-test must report the device process. */
const withoutHid: readonly string[] = await import("node-hid")
	.then(({ default: hid }) => hid.devices())
	.then(
		() => [],
		() => ["ledger"],
	);

describe("the self-test of a package", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "self-test-"));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const tested = (patch: object = {}) =>
		selfTest({
			folder,
			version: "1.2.3",
			packaged: true,
			runsAsNode: () => Promise.resolve(false),
			platform: "linux",
			arch: "x64",
			versions: { node: "24.0.0", electron: undefined, uv: "1" },
			clock: systemClock,
			random: (length) => new Uint8Array(length).fill(9),
			forkVault: forkRealVault,
			forkLedger,
			log: () => {},
			...patch,
		});
	const failed = async (patch: object = {}) =>
		(await tested(patch)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

	it("finds a database, a vault process and a device process that work, and reports the versions", async () => {
		const report = await tested();
		expect(selfTestReport.parse(report)).toEqual(report);
		expect(report).toMatchObject({ version: "1.2.3", versions: { node: "24.0.0" } });
		expect(report.checks.flatMap(({ name, ok }) => (ok ? [] : [name]))).toEqual(withoutHid);
		expect(report.checks.every(({ ok, message }) => ok === (message === null))).toBe(true);
		expect(report.ok).toBe(withoutHid.length === 0);
	});

	/** Returns a process that can't load its modules, and ends at once. */
	const dead = (): ProcessChannel => ({
		post: () => {},
		onMessage: () => {},
		onExit: (listener) => setImmediate(() => listener(1)),
		kill: () => {},
	});

	it("names the vault whose process ends", async () => {
		expect(await failed({ forkVault: dead })).toEqual(["vault", ...withoutHid]);
	});

	it("names the devices whose process ends", async () => {
		expect(await failed({ forkLedger: dead })).toEqual(["ledger"]);
	});

	it("names a shell whose binary runs other programs, and checks no shell outside a package", async () => {
		expect(await failed({ runsAsNode: () => Promise.resolve(true) })).toEqual([...withoutHid, "shell"]);
		const { checks } = await tested({ runsAsNode: null });
		expect(checks.map(({ name }) => name)).toEqual(["database", "vault", "ledger", "decoder"]);
	});

	it("names a database that can't be opened", async () => {
		writeFileSync(
			join(folder, "self-test.db"),
			"no database, and long enough to be read as one: ".repeat(90),
		);
		expect(await failed()).toEqual(["database", ...withoutHid]);
	});
});
