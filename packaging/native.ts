import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { NATIVE_LIBRARIES } from "./deb.ts";

/** Whether the native packages load from where the package has them. */

const run = promisify(execFile);

/** What each does when it is first used: loading alone reads no binary. */
const USES: Readonly<Record<string, string>> = { "node-hid": "devices()", usb: "getDeviceList()" };

/**
 * Uses a native package as the app would.
 * @param folder the app's files, outside of any project with packages of its own
 * @returns null where it works; else what went wrong
 */
export async function loadNative(folder: string, name: string): Promise<string | null> {
	const program = `require("node:module").createRequire(process.argv[1])(${JSON.stringify(name)}).${USES[name] ?? "toString()"}`;
	try {
		await run(process.execPath, ["-e", program, `${folder}/package.json`], { cwd: folder });
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** A library that this system lacks, and that the installed package brings with it; null where it is another fault. */
export function lacksOfSystem(fault: string): string | null {
	const library = /Error: (lib[\w.+-]+\.so[.0-9]*): cannot open shared object file/.exec(fault)?.[1];
	return library !== undefined && library in NATIVE_LIBRARIES ? library : null;
}

/** Libraries that a Linux binary names, beside those that every system has. */
export function librariesOf(binary: string): readonly string[] {
	const named =
		readFileSync(binary)
			.toString("latin1")
			.match(/lib[\w+-]+(?:\.\d+)*\.so(?:\.\d+)+/g) ?? [];
	return [...new Set(named)]
		.filter((name) => !/^lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so/.test(name))
		.sort();
}
