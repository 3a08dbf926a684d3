import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { makePortable, PROGRAM } from "../../packaging/portable.ts";
import { root } from "../../scripts/lib/ensure.mjs";
import { t } from "../../src/text/index.ts";

/** Tests the launcher of the AppImage and the plain archive with the settings of different systems. */

const scratch = mkdtempSync(join(tmpdir(), "countersign-portable-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const [assembled, portable] = [join(scratch, "assembled"), join(scratch, "it's portable")];
const [system, programs] = [join(scratch, "system"), join(scratch, "programs")];

function write(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text, { mode: 0o755 });
}

/** Creates a program that is found before the system's program of this name. */
const program = (name: string, body: string) => write(join(programs, name), `#!/bin/sh\n${body}\n`);
const setting = (path: string, value: string) => write(join(system, path), `${value}\n`);

interface Given {
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

function start({ args = [], env = {} }: Given = {}) {
	const { status, stdout, stderr } = spawnSync(join(portable, "countersign"), args, {
		encoding: "utf8",
		env: { PATH: `${programs}:/usr/bin:/bin`, ...env },
	});
	return { status, stdout, output: stderr };
}

/** Checks that nothing was started and that this text is printed. */
function refuses(text: string, given: Given = {}): void {
	const { status, stdout, output } = start(given);
	expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
	expect(output).toContain(text);
}

describe.runIf(process.platform === "linux")("the launcher", () => {
	beforeEach(() => {
		for (const folder of [assembled, system, programs]) rmSync(folder, { recursive: true, force: true });
		write(join(assembled, "countersign"), '#!/bin/sh\nfor each in "$@"; do printf "[%s]" "$each"; done\n');
		write(join(assembled, "chrome-sandbox"), "");
		makePortable(root, assembled, portable);
		const launcher = join(portable, "countersign");
		writeFileSync(launcher, readFileSync(launcher, "utf8").replace("proc=/proc\n", `proc='${system}'\n`));
		program("id", "echo 1000");
		program("unshare", "exit 0");
		setting("sys/user/max_user_namespaces", "127000");
	});

	test("starts the program with its arguments if user namespaces are available", () => {
		expect(start({ args: ["--hidden", "countersign://session/a b", "", "it's *"] })).toEqual({
			status: 0,
			stdout: "[--hidden][countersign://session/a b][][it's *]",
			output: "",
		});
	});

	test("removes AppRun's --no-sandbox at any position", () => {
		expect(start({ args: ["--no-sandbox", "--doctor", "--no-sandbox"] }).stdout).toBe("[--doctor]");
	});

	test.each([
		[
			"Debian's switch is off",
			"sys/kernel/unprivileged_userns_clone",
			"0",
			"kernel.unprivileged_userns_clone=1",
		],
		[
			"the maximum number of namespaces is zero",
			"sys/user/max_user_namespaces",
			"0",
			"user.max_user_namespaces=15000",
		],
	])("refuses if %s, and shows the command that allows namespaces", (_name, path, value, command) => {
		setting(path, value);
		refuses(t("launcher.none"), { args: ["--no-sandbox"] });
		refuses(command);
		refuses(t("launcher.deb"));
	});

	test("refuses if AppArmor allows namespaces only to programs with a profile, even if unshare has one", () => {
		setting("sys/kernel/apparmor_restrict_unprivileged_userns", "1");
		setting("self/attr/apparmor/current", "unconfined");
		refuses(t("launcher.profile"), { args: ["--no-sandbox"] });
	});

	test("starts if it has an AppArmor profile", () => {
		setting("sys/kernel/apparmor_restrict_unprivileged_userns", "1");
		setting("self/attr/current", "countersign-portable (unconfined)");
		expect(start().status).toBe(0);
	});

	test("refuses if namespaces fail for another reason", () => {
		program("unshare", "exit 1");
		refuses(t("launcher.refused"));
	});

	test("refuses to run as root, because Chromium then has no sandbox", () => {
		program("id", "echo 0");
		refuses(t("doctor.sandbox.root"));
	});

	test("starts if the sandbox's helper is setuid root", () => {
		setting("sys/user/max_user_namespaces", "0");
		chmodSync(join(portable, "chrome-sandbox"), 0o4755);
		expect(start().status).toBe(0);
	});

	test("shows a dialog on a desktop, without an AppImage's libraries", () => {
		setting("sys/user/max_user_namespaces", "0");
		program("zenity", `printf '%s|' "\${LD_LIBRARY_PATH-none}" "$@" >'${join(scratch, "box")}'`);
		refuses(t("launcher.none"), { env: { DISPLAY: ":0", LD_LIBRARY_PATH: "/tmp/.mount/usr/lib" } });
		const box = readFileSync(join(scratch, "box"), "utf8");
		expect(box).toMatch(/^none\|--error\|/);
		expect(box).toContain(t("launcher.deb"));
	});

	test("is a script for any shell, and starts the program in its own folder", () => {
		const launcher = join(portable, "countersign");
		execFileSync("sh", ["-n", launcher]);
		expect(readFileSync(launcher, "utf8")).toContain(`exec "$here/${PROGRAM}"`);
	});
});
