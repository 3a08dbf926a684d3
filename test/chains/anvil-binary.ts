import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/** Thrown if anvil is missing; the message says how to get it. */
export class NoAnvilError extends Error {
	override readonly name = "NoAnvilError";
}

const require = createRequire(import.meta.url);

function executable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function packaged(): string[] {
	try {
		const manifest = require.resolve("@foundry-rs/anvil-linux-amd64/package.json");
		return [join(dirname(manifest), "bin", "anvil")];
	} catch {
		// An optional dependency, which is installed only on Linux x64.
		return [];
	}
}

/**
 * Finds anvil: COUNTERSIGN_ANVIL, the npm package for Linux x64, or `anvil` on PATH, in that order.
 * @throws NoAnvilError
 */
export function findAnvil(env: NodeJS.ProcessEnv = process.env): string {
	const named = env["COUNTERSIGN_ANVIL"];
	if (named !== undefined && named !== "") {
		if (executable(named)) return named;
		throw new NoAnvilError(`COUNTERSIGN_ANVIL names ${named}, which is not an executable file.`);
	}
	const name = process.platform === "win32" ? "anvil.exe" : "anvil";
	const onPath = (env["PATH"] ?? "")
		.split(delimiter)
		.filter((part) => part !== "")
		.map((part) => join(part, name));
	const found = [...(process.platform === "linux" ? packaged() : []), ...onPath].find(executable);
	if (found !== undefined) return found;
	throw new NoAnvilError(
		"anvil, the local EVM chain, was not found. On Linux x64 `npm install` brings it; elsewhere install Foundry " +
			"(https://getfoundry.sh), so that `anvil` is on PATH, or set COUNTERSIGN_ANVIL to the binary.",
	);
}
