import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { scenes } from "../../preview/scenes.ts";

/** The user guide names buttons as the app does, and shows pictures of it. */

const DOCS = new URL("../../../docs/", import.meta.url);
const IMAGES = new URL("images/", DOCS);
const GUIDE = readFileSync(new URL("../../../docs/user-guide.md", import.meta.url), "utf8");
/** All pages of the docs, since some tasks have their own page. */
const PAGES = readdirSync(DOCS)
	.filter((name) => name.endsWith(".md"))
	.map((name) => readFileSync(new URL(name, DOCS), "utf8"))
	.join("\n");
const TEXTS: readonly string[] = Object.values(en);
const MAX_IMAGE_BYTES = 150_000;

/** Labels in single asterisks. An arrow separates the labels of a path, and “ …” stands for a name. */
const LABELS = [
	...new Set(
		[...GUIDE.replace(/^ {4}.*$|`[^`]*`/gm, "").matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].flatMap(
			([, path = ""]) => path.split(" → ").map((label) => label.replace(/ …$/, "")),
		),
	),
];

const PLACEHOLDER = /\{\w+\}/g;

/** Returns whether the label fills the placeholders of a text such as “Find {name} accounts”. */
function fills(label: string, text: string): boolean {
	const parts = text.split(PLACEHOLDER);
	if (parts.length === 1 || !/^\w/.test(text) || parts.some((part) => part.includes("{"))) return false;
	const escaped = parts.map((part) => part.replace(/[.*+?^$()|[\]\\}]/g, "\\$&"));
	return new RegExp(`^${escaped.join(".+")}$`).test(label);
}

describe("the pages for users", () => {
	it.each(LABELS)("names “%s” as the app does", (label) => {
		expect(TEXTS.some((text) => text.includes(label) || fills(label, text))).toBe(true);
	});

	it("shows every picture, each of a scene of the gallery and small enough", () => {
		const pictures = readdirSync(IMAGES);
		const shown = new Set([...PAGES.matchAll(/\]\(images\/([^)]+)\)/g)].map(([, name]) => name));
		const names = new Set(scenes.map(({ name }) => `${name}.png`));
		expect(pictures.filter((name) => !shown.has(name))).toEqual([]);
		expect(pictures.filter((name) => !names.has(name))).toEqual([]);
		expect(pictures.filter((name) => statSync(new URL(name, IMAGES)).size > MAX_IMAGE_BYTES)).toEqual([]);
	});
});
