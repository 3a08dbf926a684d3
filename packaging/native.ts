import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { NATIVE_LIBRARIES } from "./deb.ts";

/** Checks that the native packages work in the packaged folder. */

const run = promisify(execFile);

/** Calls by package that load its binary. Only importing the package does not. */
const USES: Readonly<Record<string, string>> = { "node-hid": "devices()", usb: "getDeviceList()" };

/**
 * Uses a native package as the app would.
 * @param folder folder with the app's files, not inside a project that has packages
 * @returns the error message, or `null` if the package works
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

/**
 * Returns the missing system library that the Debian package would install. `null` if the fault has another
 * cause.
 */
export function missingLibrary(fault: string): string | null {
	const library = /Error: (lib[\w.+-]+\.so[.0-9]*): cannot open shared object file/.exec(fault)?.[1];
	return library !== undefined && library in NATIVE_LIBRARIES ? library : null;
}

/** Returns the libraries that a Linux binary requires, except those that every system has. */
export function librariesOf(binary: string): readonly string[] {
	const named =
		readFileSync(binary)
			.toString("latin1")
			.match(/lib[\w+-]+(?:\.\d+)*\.so(?:\.\d+)+/g) ?? [];
	return [...new Set(named)]
		.filter((name) => !/^lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so/.test(name))
		.sort();
}
