import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readBundled } from "./bundled.ts";
import { NATIVE_PACKAGES } from "./native-files.ts";

/** What is shipped of others, each with its licence: from what was bundled, and from what lies beside it. */

export interface Part {
	readonly name: string;
	readonly version: string;
	/** By the names of SPDX. */
	readonly licence: string;
	/** The licence's own words, with whose they are. */
	readonly text: string;
	/** Of npm; null for what came inside of a package of another name. */
	readonly purl: string | null;
}

const described = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string().optional(),
	author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

/** Packages that state no licence in their description, by what stands in their licence's file. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { "text-encoding-utf-8": "Unlicense" };

const PERMISSIVE = [
	"MIT",
	"ISC",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"0BSD",
	"Apache-2.0",
	"CC0-1.0",
	"Unlicense",
];

/** What else is allowed, and of which part alone: fonts as files, and libusb inside a binary that can be replaced. */
const ALLOWED_OF: Readonly<Record<string, string>> = {
	"@fontsource-variable/inter": "OFL-1.1",
	"@fontsource-variable/jetbrains-mono": "OFL-1.1",
	libusb: "LGPL-2.1-or-later",
};

/** Parts whose licence nobody has agreed to. */
export function notAllowed(parts: readonly Pick<Part, "name" | "licence">[]): readonly string[] {
	const free = ({ name, licence }: Pick<Part, "name" | "licence">) =>
		ALLOWED_OF[name] === licence ||
		// Where there is a choice, one that is allowed is enough.
		licence
			.replace(/^\(|\)$/g, "")
			.split(" OR ")
			.some((each) => PERMISSIVE.includes(each));
	return parts.filter((part) => !free(part)).map(({ name, licence }) => `${name}: ${licence}`);
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Files of licences and notices in a folder, one after the other; null where there is none. */
function textIn(folder: string): string | null {
	const names = readdirSync(folder)
		.filter((name) => /^(licen[sc]e|copying|notice)/i.test(name))
		.sort();
	const texts = names.map((name) => readFileSync(join(folder, name), "utf8").trim());
	return texts.length === 0 ? null : texts.join("\n\n");
}

/** The words of a licence for a package that names it and has no file of it. */
function standardText(root: string, name: string, licence: string, author: string | undefined): string {
	if (licence === "MIT") return `Copyright (c) ${author ?? `the authors of ${name}`}\n\n${MIT}`;
	// Its file is the licence alone, without anybody's name.
	if (licence === "Apache-2.0") return textIn(join(root, "node_modules", "canonicalize")) ?? "";
	throw new Error(`${name} is under ${licence}, and brings no text of it.`);
}

function partOf(root: string, folder: string): Part {
	const at = join(root, folder);
	const { name, version, license, author } = described.parse(
		JSON.parse(readFileSync(join(at, "package.json"), "utf8")),
	);
	const licence = license ?? STATED_ELSEWHERE[name] ?? "none stated";
	const text = textIn(at) ?? standardText(root, name, licence, author);
	return { name, version, licence, text, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
}

/** Libraries in other languages, inside of the binaries of a package. */
function inBinaries(root: string): readonly Part[] {
	const read = (...path: readonly string[]) =>
		readFileSync(join(root, "node_modules", ...path), "utf8").trim();
	const header = read("usb", "libusb", "libusb", "version.h");
	const number = (name: string) => new RegExp(`define LIBUSB_${name} (\\d+)`).exec(header)?.[1] ?? "?";
	return [
		{
			name: "hidapi",
			version: read("node-hid", "hidapi", "VERSION"),
			licence: "BSD-3-Clause",
			text: read("node-hid", "hidapi", "LICENSE-bsd.txt"),
			purl: null,
		},
		{
			name: "libusb",
			version: ["MAJOR", "MINOR", "MICRO"].map(number).join("."),
			licence: "LGPL-2.1-or-later",
			text: `libusb is linked into the binary of the package usb, a file of its own beside the app's archive. It may be replaced by one that is built with another libusb: its source and how it is built are in the package usb at the npm registry.\n\n${read("usb", "libusb", "COPYING")}`,
			purl: null,
		},
	];
}

/**
 * Everything of others that a package holds, in the order of names. Electron and Chromium have files of their own beside
 * the app; Electron is named all the same.
 */
export function readParts(root: string): readonly Part[] {
	// Its resets are in the style sheets, which no list of modules names.
	const folders = [...NATIVE_PACKAGES, "tailwindcss", "electron"].map((name) => `node_modules/${name}`);
	const all = [...new Set([...readBundled(root), ...folders])].map((folder) => partOf(root, folder));
	const unique = new Map([...all, ...inBinaries(root)].map((part) => [`${part.name}@${part.version}`, part]));
	return [...unique.values()].sort((a, b) =>
		Buffer.compare(Buffer.from(`${a.name}@${a.version}`), Buffer.from(`${b.name}@${b.version}`)),
	);
}

/** As the app reads them: each text once, since most are of a few families. */
export function noticesFile(parts: readonly Part[]): string {
	const texts = [...new Set(parts.map(({ text }) => text))];
	const list = parts.map(({ name, version, licence, text }) => ({
		name,
		version,
		licence,
		text: texts.indexOf(text),
	}));
	return `${JSON.stringify({ parts: list, texts })}\n`;
}

/** The same as a bill of materials: CycloneDX 1.6. */
export function billOfMaterials(
	app: { readonly name: string; readonly version: string; readonly license: string },
	parts: readonly Part[],
): string {
	const licences = (id: string) => (/[( ]/.test(id) ? [{ expression: id }] : [{ license: { id } }]);
	const component = (part: Part) => ({
		type: part.name === "electron" ? "framework" : "library",
		"bom-ref": part.purl ?? `${part.name}@${part.version}`,
		name: part.name,
		version: part.version,
		licenses: licences(part.licence),
		...(part.purl === null ? {} : { purl: part.purl }),
	});
	const bill = {
		bomFormat: "CycloneDX",
		specVersion: "1.6",
		version: 1,
		metadata: {
			component: {
				type: "application",
				"bom-ref": app.name,
				name: app.name,
				version: app.version,
				licenses: licences(app.license),
			},
		},
		components: parts.map(component),
	};
	return `${JSON.stringify(bill, null, "\t")}\n`;
}
