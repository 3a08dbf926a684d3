import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../scripts/lib/ensure.mjs";

/** Returns the names of exported types that are declared in several of these files. */
function ambiguous(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
	const places = new Map<string, string[]>();
	for (const [file, source] of files)
		for (const [, name = ""] of source.matchAll(/^export (?:interface|type|class) (\w+)/gm))
			places.set(name, [...(places.get(name) ?? []), file]);
	return new Map([...places].filter(([, all]) => all.length > 1));
}

it("the exported name of a type has one meaning in the whole tree", () => {
	const files = globSync("src/**/*.{ts,tsx}", { cwd: root });
	expect(files.length).toBeGreaterThan(1000);
	const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
	expect(Object.fromEntries(ambiguous(sources))).toEqual({});
});

it("a name with two meanings is reported, with its locations", () => {
	const sources = new Map([
		["a.ts", "export interface Standing {\n\treadonly at: number;\n}\n"],
		["b.ts", 'export type Standing = "on" | "off";\nexport type { Other } from "./c.ts";\n'],
		["c.ts", "export interface Other {}\n"],
	]);
	expect(ambiguous(sources)).toEqual(new Map([["Standing", ["a.ts", "b.ts"]]]));
});
