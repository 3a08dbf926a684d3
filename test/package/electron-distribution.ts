import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Creates a fake folder of Electron's binary with all files that packaging uses. Nothing in it can run. Its fuses
 * are set as in Electron's releases.
 */

const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** States of the fuses in order. `1` means on, `0` off. */
const AS_RELEASED = "101100011";

/** Returns a file with an ELF header but no code. */
function binary(fuses: string): Buffer {
	const head = Buffer.alloc(64);
	head.write("\x7fELF\x02\x01\x01", 0, "latin1");
	const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
	return Buffer.concat([head, Buffer.alloc(4096), wire, Buffer.alloc(4096)]);
}

export function standInElectron(folder: string, fuses: string = AS_RELEASED): void {
	mkdirSync(join(folder, "locales"), { recursive: true });
	mkdirSync(join(folder, "resources"), { recursive: true });
	writeFileSync(join(folder, "electron"), binary(fuses), { mode: 0o755 });
	writeFileSync(join(folder, "chrome-sandbox"), binary(""), { mode: 0o755 });
	writeFileSync(join(folder, "version"), "45.4.1");
	for (const name of ["LICENSE", "LICENSES.chromium.html", "resources.pak", "icudtl.dat"])
		writeFileSync(join(folder, name), name);
	for (const name of ["en-US", "en-GB", "de", "ja"])
		writeFileSync(join(folder, "locales", `${name}.pak`), name);
	writeFileSync(join(folder, "resources", "default_app.asar"), "Electron's own");
}
