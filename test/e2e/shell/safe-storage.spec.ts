import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { electronPath, root } from "../../../scripts/lib/ensure.mjs";
import { scratch } from "../../integration/person.ts";
import { onlyElectron } from "./only-electron.ts";

/** On Linux safeStorage has a backend by desktop: the app must name it, and trust `basic_text` with nothing. */

onlyElectron("its keychain is the host's own");

test("the doctor names the keychain's backend, and says of one that protects nothing that it does not", () => {
	test.skip(process.platform !== "linux", "the system's keychain is always there");
	const folder = scratch();
	try {
		const { stdout } = spawnSync(electronPath() ?? "", [root, "--doctor"], {
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
