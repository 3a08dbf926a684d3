import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base64 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "../../scripts/lib/ensure.mjs";
import { signList } from "../../src/main/updates/signed-list.ts";
import { openPerson, type Person } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/**
 * Tests a release from end to end: scripts create keys and sign a list, a server provides it, the app checks for
 * updates, and the download is compared with the list. The scripts run unchanged in a copy of the source whose
 * release.json contains the test's keys, because they accept keys from nowhere else.
 */

const scratch = mkdtempSync(join(tmpdir(), "countersign-release-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const DAY_MS = 24 * 3600_000;

interface Key {
	readonly secret: string;
	readonly key: string;
}

/** Creates a copy of the source whose releases are signed with these keys. */
function sourceOf(name: string, keys: readonly Key[]): string {
	const folder = join(scratch, name);
	for (const file of [
		"scripts/sign-updates.mjs",
		"scripts/verify-download.mjs",
		"src/main/updates/signed-list.ts",
	])
		cpSync(join(root, file), join(folder, file));
	const facts = { list: null, page: null, keys: keys.map(({ key }) => key) };
	writeFileSync(join(folder, "src/main/updates/release.json"), JSON.stringify(facts));
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
	return folder;
}

function script(source: string, name: string, args: readonly string[], key?: Key) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(source, "scripts", name), ...args], {
		encoding: "utf8",
		env: { ...process.env, COUNTERSIGN_UPDATE_KEY: key?.secret ?? "" },
	});
	return { status, output: stdout + stderr };
}

function newKey(): Key {
	const { output } = script(root, "sign-updates.mjs", ["--new-key"]);
	const [, secret, key] = /^secret (\S+)\npublic (\S+)$/m.exec(output) ?? [];
	return { secret: z.string().parse(secret), key: z.string().parse(key) };
}

const [present, next, stranger] = [newKey(), newKey(), newKey()];
const ours = sourceOf("ours", [present, next]);
const theirs = sourceOf("theirs", [stranger]);

const file = join(scratch, "countersign-0.2.0-linux-x64.deb");
const changes = join(scratch, "changes.txt");
mkdirSync(scratch, { recursive: true });
writeFileSync(file, "a package");
writeFileSync(changes, "- Reviews read faster.\n\n* A second line.\n");

/** Returns a list that is signed with the release script. */
function signed(version: string, { source = ours, key = present, days = "90" } = {}): string {
	const out = join(scratch, "list");
	const args = ["--version", version, "--changes", changes, "--out", out, "--days", days, file];
	const { status, output } = script(source, "sign-updates.mjs", args, key);
	expect(status, output).toBe(0);
	expect(output).not.toContain(key.secret);
	return readFileSync(out, "utf8");
}

/** Lists in the order of their time. They are signed before the app starts, because signing blocks this process. */
const lists = {
	first: signed("0.3.0"),
	byNext: signed("0.3.0", { key: next }),
	byStranger: signed("0.4.0", { source: theirs, key: stranger }),
	older: signed("0.2.0"),
	oldest: signed("0.0.9"),
	expiring: signed("0.3.0", { days: "1" }),
};

describe("a release", () => {
	let served = "";
	const server = createServer((request, response) => {
		if (request.url === "/list") response.end(served);
		else response.writeHead(404).end();
	});
	let person: Person;
	let address = "";

	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const bound = server.address();
		address = `http://127.0.0.1:${bound !== null && typeof bound === "object" ? bound.port : 0}`;
		person = await openPerson({
			dataDir: join(scratch, "data"),
			baseUrl: "",
			token: null,
			chains: [],
			key: `0x${"11".repeat(32)}`,
			version: "0.1.0",
			release: { list: `${address}/list`, page: `${address}/`, keys: [present.key, next.key] },
		});
	});
	afterAll(async () => {
		await person.stop();
		await new Promise((resolve) => server.close(resolve));
	});

	/** Serves this list, checks for updates, and returns the desk's state. */
	async function checkUpdates(text: string) {
		served = text;
		const before = person.desk().updates.checkedAt;
		expect(await person.callDesk("checkUpdates", {})).toEqual({ ok: true });
		return person.until("the end of the check", () => {
			const { updates } = person.desk();
			return updates.checking || updates.checkedAt === before ? null : updates;
		});
	}
	const OUT = { state: "out", release: { version: "0.3.0" }, announced: true };

	test("is unknown at first, and reported with its changes after the first check", async () => {
		expect(person.desk().updates).toMatchObject({ state: "unknown", release: null });
		const updates = await checkUpdates(lists.first);
		expect(updates).toMatchObject({
			...OUT,
			release: { version: "0.3.0", changes: ["Reviews read faster.", "A second line."] },
			fault: null,
		});
	});

	test("may be signed by the next key", async () => {
		expect(await checkUpdates(lists.byNext)).toMatchObject({ ...OUT, fault: null });
	});

	test.each<[string, string, Parameters<typeof saying>[0]]>([
		["is signed with another key", lists.byStranger, "updates.fault.signature"],
		["was changed", lists.first.replace("0.3.0", "0.4.0"), "updates.fault.signature"],
		["has no signature", lists.first.slice(lists.first.indexOf("\n") + 1), "updates.fault.not-a-list"],
		["names an older version than the latest one", lists.older, "updates.fault.older"],
		["names an older version than the installed one", lists.oldest, "updates.fault.older"],
	])("stays as it is if the list %s, and the fault is reported", async (_name, list, code) => {
		expect(await checkUpdates(list)).toMatchObject({ ...OUT, fault: saying(code) });
	});

	test("with an expired list is reported, because newer ones may be withheld", async () => {
		expect(await checkUpdates(lists.expiring)).toMatchObject({ ...OUT, fault: null });
		person.ports.clock.skip(2 * DAY_MS);
		expect(await checkUpdates(lists.expiring)).toMatchObject({
			...OUT,
			fault: saying("updates.fault.expired"),
		});
	});

	test("is opened at the build's own page, which lists can't change", async () => {
		await person.callDesk("openReleasePage", {});
		expect(person.ports.desktop.opened).toEqual([`${address}/`]);
	});
});

describe("a download", () => {
	const list = join(scratch, "published");
	const verify = (path: string, source = ours) => script(source, "verify-download.mjs", [list, path]);

	test("is accepted if it matches the list byte for byte", () => {
		writeFileSync(list, lists.first);
		expect(verify(file)).toMatchObject({ status: 0, output: expect.stringContaining("as it was released") });
	});

	test.each([
		["has another byte", "b package", "digest"],
		["has one more byte", "a package!", "size"],
	])("is rejected if it %s", (_name, bytes, why) => {
		const other = join(scratch, "elsewhere", "countersign-0.2.0-linux-x64.deb");
		mkdirSync(join(scratch, "elsewhere"), { recursive: true });
		writeFileSync(other, bytes);
		expect(verify(other)).toMatchObject({ status: 1, output: expect.stringContaining(why) });
	});

	test("is rejected if the list does not name it", () => {
		expect(verify(changes)).toMatchObject({ status: 1, output: expect.stringContaining("unnamed") });
	});

	test("is rejected if the list is signed with another key or has expired", () => {
		expect(verify(file, theirs)).toMatchObject({ status: 1, output: expect.stringContaining("signature") });
		const [, ...lines] = readFileSync(list, "utf8").split("\n");
		const longAgo = lines.join("\n").replace(/"expires": "\d{4}/, '"expires": "2020');
		writeFileSync(list, signList(longAgo, base64.decode(present.secret)));
		expect(verify(file)).toMatchObject({ status: 1, output: expect.stringContaining("expired") });
	});

	test("is reported if it is missing", () => {
		expect(verify(join(scratch, "none"))).toMatchObject({
			status: 2,
			output: expect.stringContaining("no file"),
		});
	});
});

describe("signing", () => {
	const args = ["--version", "0.3.0", "--changes", changes, "--out", join(scratch, "unsigned"), file];

	test.each<[string, Key | undefined, readonly string[]]>([
		["without a key", undefined, args],
		["with a key that no app accepts", stranger, args],
		["of a list that the app would reject", present, args.with(1, "not a version")],
		["for longer than a year", present, [...args, "--days", "366"]],
	])("%s writes nothing", (_name, key, given) => {
		const { status, output } = script(ours, "sign-updates.mjs", given, key);
		expect(status).toBe(2);
		if (key !== undefined) expect(output).not.toContain(key.secret);
		expect(() => readFileSync(join(scratch, "unsigned"))).toThrow();
	});

	test("fails in this source, which contains no release keys yet", () => {
		const { status } = script(root, "sign-updates.mjs", args, present);
		expect(status).toBe(2);
	});
});
