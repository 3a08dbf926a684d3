import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readBundled } from "./bundled.ts";
import { NATIVE_PACKAGES } from "./native-files.ts";

/** Lists the third-party components in a package with their licences. */

export interface Part {
	readonly name: string;
	readonly version: string;
	/** SPDX expression. */
	readonly licence: string;
	/** Text of the licence with its copyright notice. */
	readonly text: string;
	/** Package URL for npm. `null` if the component is inside another package's binary. */
	readonly purl: string | null;
}

const described = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string().optional(),
	author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

/** Licences of packages that state them only in their licence file. */
const LICENCES_IN_FILES: Readonly<Record<string, string>> = { "text-encoding-utf-8": "Unlicense" };

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

/**
 * Other licences that are allowed for a single component: fonts as files, and libusb in a binary that users can
 * replace.
 */
const ALLOWED_FOR: Readonly<Record<string, string>> = {
	"@fontsource-variable/inter": "OFL-1.1",
	"@fontsource-variable/jetbrains-mono": "OFL-1.1",
	libusb: "LGPL-2.1-or-later",
};

/** Returns the components whose licence is not allowed. */
export function notAllowed(parts: readonly Pick<Part, "name" | "licence">[]): readonly string[] {
	const free = ({ name, licence }: Pick<Part, "name" | "licence">) =>
		ALLOWED_FOR[name] === licence ||
		// If there is a choice, one allowed licence is enough.
		licence
			.replace(/^\(|\)$/g, "")
			.split(" OR ")
			.some((each) => PERMISSIVE.includes(each));
	return parts.filter((part) => !free(part)).map(({ name, licence }) => `${name}: ${licence}`);
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Returns the text of a folder's licence and notice files. `null` if it has none. */
function textIn(folder: string): string | null {
	const names = readdirSync(folder)
		.filter((name) => /^(licen[sc]e|copying|notice)/i.test(name))
		.sort();
	const texts = names.map((name) => readFileSync(join(folder, name), "utf8").trim());
	return texts.length === 0 ? null : texts.join("\n\n");
}

/** Returns the licence text for a package without a licence file. */
function standardText(root: string, name: string, licence: string, author: string | undefined): string {
	if (licence === "MIT") return `Copyright (c) ${author ?? `the authors of ${name}`}\n\n${MIT}`;
	// This package's file contains only the licence, without a copyright notice.
	if (licence === "Apache-2.0") return textIn(join(root, "node_modules", "canonicalize")) ?? "";
	throw new Error(`${name} is under ${licence} but has no licence file.`);
}

function partOf(root: string, folder: string): Part {
	const at = join(root, folder);
	const { name, version, license, author } = described.parse(
		JSON.parse(readFileSync(join(at, "package.json"), "utf8")),
	);
	const licence = license ?? LICENCES_IN_FILES[name] ?? "none stated";
	const text = textIn(at) ?? standardText(root, name, licence, author);
	return { name, version, licence, text, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
}

/** Returns the native libraries in the packages' binaries. */
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
 * Returns all third-party components in a package, sorted by name. Electron is included, although it comes with
 * its own and Chromium's licence files.
 */
export function readParts(root: string): readonly Part[] {
	// Style sheets contain tailwindcss's resets, but no list of modules includes it.
	const folders = [...NATIVE_PACKAGES, "tailwindcss", "electron"].map((name) => `node_modules/${name}`);
	const all = [...new Set([...readBundled(root), ...folders])].map((folder) => partOf(root, folder));
	const unique = new Map([...all, ...inBinaries(root)].map((part) => [`${part.name}@${part.version}`, part]));
	return [...unique.values()].sort((a, b) =>
		Buffer.compare(Buffer.from(`${a.name}@${a.version}`), Buffer.from(`${b.name}@${b.version}`)),
	);
}

/** Returns the notices in the app's format, which contains each text only once because many are equal. */
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

/** Returns the components as a bill of materials (CycloneDX 1.6). */
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
