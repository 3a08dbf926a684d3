import { readFile, realpath } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const HALVES = ["desk", "trusted"] as const;
export type Half = (typeof HALVES)[number];

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
	".woff2": "font/woff2",
};

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function pageOf(half: Half): string {
	return `app://${half}/index.html`;
}

/**
 * Returns the path below the root for an `app://` address. `null` if this window must not load it. Accepts
 * only plain ASCII names and rejects anything encoded, hidden or relative.
 */
export function fileOfAddress(
	address: string,
): { readonly half: Half; readonly path: readonly string[] } | null {
	const match = /^app:\/\/(desk|trusted)(\/[^?#]*)?$/.exec(address);
	const half = HALVES.find((name) => name === match?.[1]);
	if (half === undefined) return null;
	const segments = (match?.[2] ?? "/").split("/").slice(1);
	if (segments.length === 1 && (segments[0] === "" || segments[0] === "index.html"))
		return { half, path: [half, "index.html"] };
	const [folder, name] = segments;
	if (segments.length !== 2 || folder !== "assets" || name === undefined) return null;
	if (!SEGMENT.test(name) || !(extname(name) in TYPES) || extname(name) === ".html") return null;
	// Excludes the other window's bundle. All other assets are shared.
	if (HALVES.some((other) => other !== half && name.startsWith(`${other}-`))) return null;
	return { half, path: ["assets", name] };
}

export interface ServedFile {
	readonly type: string;
	readonly body: Uint8Array<ArrayBuffer>;
}

export async function readServedFile(root: string, path: readonly string[]): Promise<ServedFile | null> {
	const wanted = join(root, ...path);
	const type = TYPES[extname(wanted)];
	if (type === undefined) return null;
	try {
		const [realRoot, real] = await Promise.all([realpath(root), realpath(wanted)]);
		if (real !== join(realRoot, ...path) || !real.startsWith(realRoot + sep)) return null;
		return { type, body: new Uint8Array(await readFile(real)) };
	} catch (error) {
		if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR"))
			return null;
		throw error;
	}
}
