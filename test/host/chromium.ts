import {
	chmodSync,
	createReadStream,
	createWriteStream,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const names: Partial<Record<NodeJS.Platform, string[]>> = {
	linux: ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"],
};

function installedPaths(): string[] {
	if (process.platform === "darwin")
		return [
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			join(homedir(), "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
		];
	if (process.platform === "win32")
		return [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA]
			.filter((root) => root !== undefined)
			.flatMap((root) => [
				join(root, "Google\\Chrome\\Application\\chrome.exe"),
				join(root, "Chromium\\Application\\chrome.exe"),
			]);
	const path = (process.env.PATH ?? "").split(delimiter);
	return (names[process.platform] ?? []).flatMap((name) => path.map((dir) => join(dir, name)));
}

function cacheDir(): string {
	if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
	return process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
}

/**
 * Unpacks the browser from `@sparticuz/chromium` once per version. Returns `undefined` if the package is
 * missing.
 */
async function packedChromium(): Promise<string | undefined> {
	if (process.platform !== "linux" || process.arch !== "x64") return undefined;
	let root: string;
	try {
		root = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
	} catch {
		return undefined;
	}
	const packed = join(root, "bin", "chromium.br");
	if (!existsSync(packed)) return undefined;
	const described: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	// The package's own code would reuse an older binary in the temporary folder, so each version has its own
	// folder.
	const dir = join(cacheDir(), "countersign-host", `chromium-${described.version}`);
	const binary = join(dir, "chromium");
	if (existsSync(binary)) return binary;
	mkdirSync(dir, { recursive: true });
	const part = `${binary}.${process.pid}`;
	await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(part));
	chmodSync(part, 0o755);
	renameSync(part, binary);
	return binary;
}

/**
 * Returns the Chromium that shows the windows: COUNTERSIGN_CHROMIUM, an installed Chrome or Chromium, or the
 * one from `@sparticuz/chromium`. Throws an error that explains how to get one.
 */
export async function findChromium(): Promise<string> {
	const given = process.env.COUNTERSIGN_CHROMIUM;
	if (given !== undefined && given !== "") {
		if (existsSync(given)) return given;
		throw new Error(`COUNTERSIGN_CHROMIUM names ${given}, and no file is there.`);
	}
	const found = installedPaths().find((path) => existsSync(path)) ?? (await packedChromium());
	if (found !== undefined) return found;
	throw new Error(
		"No Chromium was found to show the windows in. Install Google Chrome or Chromium, or run " +
			'"npm install --include=optional" with Node 22 or later (brings @sparticuz/chromium on Linux x64), or set ' +
			"COUNTERSIGN_CHROMIUM to the path of a Chromium binary. With real Electron none is needed: set " +
			"ELECTRON_OVERRIDE_DIST_PATH to the folder of its binary.",
	);
}
