import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { node24Path, root } from "../../../scripts/lib/ensure.mjs";
import { scratch } from "../../support/person.ts";

/** On Linux safeStorage has a backend by desktop: the app must name it, and trust `basic_text` with nothing. The host's keychain is its own. */

test("the doctor names the keychain's backend, and says of one that protects nothing that it does not", () => {
	test.skip(process.platform !== "linux", "the system's keychain is always there");
	const folder = scratch();
	try {
		const { stdout } = spawnSync(node24Path(), [join(root, "scripts", "doctor.mjs")], {
			encoding: "utf8",
			env: { ...process.env, COUNTERSIGN_DATA_DIR: folder.path },
		});
		const line = stdout.split("\n").find((each) => each.includes("Keychain")) ?? "";
		console.log(line);
		expect(line).toMatch(/gnome_libsecret|kwallet|basic_text|unknown/);
		expect(/basic_text|unknown/.test(line)).toBe(line.startsWith("less"));
	} finally {
		folder.remove();
	}
});
