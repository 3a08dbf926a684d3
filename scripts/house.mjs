import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Prints the size of the sources, and how often they contain what docs/architecture.md rules out. */

const SOURCE = /\.tsx?$/;
/** File names that features share on purpose. */
const SHARED = new Set(["index.ts", "README.md"]);
const MOST_OF_ONE_NAME = 3;

const files = readdirSync("src", { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile() && SOURCE.test(entry.name))
	.map((entry) => join(entry.parentPath, entry.name));
const texts = files.map((file) => readFileSync(file, "utf8"));

const count = (pattern) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);

const names = new Map();
for (const name of files.map((file) => basename(file))) names.set(name, (names.get(name) ?? 0) + 1);
const repeated = [...names]
	.filter(([name, times]) => times > MOST_OF_ONE_NAME && !SHARED.has(name))
	.map(([name, times]) => `${name} ${times}`);

const rows = [
	["lines of ts and tsx", texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0)],
	["source files", files.length],
	["types named …Deps or …Parts", count(/^(?:export )?(?:interface|type) \w*(?:Deps|Parts)\b/gm)],
	['"x" in frozen', count(/"\w+" in [\w.]*frozen\b/gi)],
	[
		"decisions on text codes",
		count(/\bcodesOf\([^)]*\)\s*\.(?:includes|some)|(?:text|name|field|label)\.code\s*[!=]==/g),
	],
	[
		"base names used more than three times",
		repeated.length === 0 ? 0 : `${repeated.length} (${repeated.join(", ")})`,
	],
];
for (const [name, value] of rows) console.log(`${name}: ${value}`);
