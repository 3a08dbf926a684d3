import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** Every animation in the windows is limited to systems that don't request reduced motion. */

const RENDERER = join(import.meta.dirname, "../../../src/renderer");
const WANTED = /@media[^{]*prefers-reduced-motion:\s*no-preference/;

/** Returns the declarations that animate something outside of a query for wanted motion. */
function unasked(css: string): readonly string[] {
	const around: string[] = [];
	const found: string[] = [];
	for (const [text] of css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/[^{};]+[{;]|\}/g)) {
		if (text === "}") around.pop();
		else if (text.endsWith("{")) around.push(text);
		else if (
			/^\s*(animation|transition|scroll-behavior)[\w-]*\s*:/.test(text) &&
			!around.some((each) => WANTED.test(each))
		)
			found.push(text.trim());
	}
	return found;
}

/** Returns the classes and calls that animate something regardless of the system's setting. */
function unaskedOf(code: string): readonly string[] {
	const classes =
		code.match(/(?<![\w-])(?:[\w[\]&>*-]+:)*(?:animate-|transition(?=-|[\s"'`])(?!\s*[=:,)]))[\w[\]-]*/g) ??
		[];
	const calls = code.match(/\.animate\(|behavior:\s*["']smooth["']|scroll-smooth/g) ?? [];
	return [...classes.filter((each) => !each.startsWith("motion-safe:")), ...calls];
}

async function sources(
	ending: readonly string[],
): Promise<readonly { readonly file: string; readonly text: string }[]> {
	const files = await readdir(RENDERER, { recursive: true });
	return Promise.all(
		files
			.filter((file) => ending.includes(extname(file)))
			.map(async (file) => ({ file, text: await readFile(join(RENDERER, file), "utf8") })),
	);
}

describe("motion", () => {
	it("is found in every file without the preference", () => {
		expect(unasked("a { color: red; transition: all 1s; }")).toEqual(["transition: all 1s;"]);
		expect(unasked("@media (prefers-reduced-motion: reduce) { a { animation: b 1s; } }")).toHaveLength(1);
		expect(unasked("@media (prefers-reduced-motion: no-preference) { a { animation: b 1s; } }")).toEqual([]);
		expect(unaskedOf('className="p-1 hover:animate-spin"')).toEqual(["hover:animate-spin"]);
		expect(unaskedOf('className="transition-colors motion-safe:transition-transform"')).toEqual([
			"transition-colors",
		]);
		expect(unaskedOf('node.scrollIntoView({ behavior: "smooth" })')).toHaveLength(1);
	});

	it("respects the preference in each stylesheet", async () => {
		const sheets = await sources([".css"]);
		expect(sheets.flatMap(({ text }) => text.match(/animation:/g) ?? []).length).toBeGreaterThan(0);
		expect(sheets.flatMap(({ file, text }) => unasked(text).map((each) => `${file}: ${each}`))).toEqual([]);
	});

	it("respects the preference in each component", async () => {
		const code = await sources([".ts", ".tsx"]);
		expect(code.flatMap(({ file, text }) => unaskedOf(text).map((each) => `${file}: ${each}`))).toEqual([]);
	});
});
