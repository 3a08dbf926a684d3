import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { parseSync } from "vite";
import { filesOf } from "./archive.ts";
import { EXPECTED, MAX_BYTES, MAX_FIRST_CODE } from "./files.ts";

/** Checks a package's files, independently of its format. */

/** File contents by path in the archive, with `/`. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Reads all files in a folder. */
export function filesIn(folder: string): Files {
	return new Map(filesOf(folder).map((file) => [file, readFileSync(join(folder, file))]));
}

export type Fault =
	/** A file matches no expected pattern. */
	| { readonly fault: "unexpected"; readonly file: string }
	/** Fewer or more files than expected match a pattern. */
	| { readonly fault: "count"; readonly pattern: string; readonly found: number }
	/** The files are too large in total. */
	| { readonly fault: "size"; readonly bytes: number }
	/** A window loads too much code before it can render. */
	| { readonly fault: "first code"; readonly window: string; readonly bytes: number }
	/** A file refers to a file or package that is missing. */
	| { readonly fault: "unresolved"; readonly file: string; readonly wants: string };

function listed(files: Files): readonly Fault[] {
	const names = [...files.keys()];
	const unexpected = names
		.filter((file) => !EXPECTED.some(({ name }) => name.test(file)))
		.map((file): Fault => ({ fault: "unexpected", file }));
	const counts = EXPECTED.flatMap(({ name, least, most }): Fault[] => {
		const found = names.filter((file) => name.test(file)).length;
		return found < least || found > most ? [{ fault: "count", pattern: name.source, found }] : [];
	});
	return [...unexpected, ...counts];
}

function sized(files: Files): readonly Fault[] {
	const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
	return bytes > MAX_BYTES ? [{ fault: "size", bytes }] : [];
}

/** Matches a call of `require` or of the bundler's `__require`, but not inside a string. */
const REQUIRE = /(?<![\w.$"'`])(?:__)?require\((["'`])([^"'`]+)\1\)/g;

/** Returns every module that a program imports by a literal name. */
function importsOf(file: string, code: string): readonly string[] {
	const { module, errors } = parseSync(file, code);
	if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message ?? ""}`);
	const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start, end));
	return [
		...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
		...module.staticExports.flatMap(({ entries }) =>
			entries.flatMap((each) => each.moduleRequest?.value ?? []),
		),
		...dynamic.flatMap((text) => /^(["'`])([^"'`$]+)\1$/.exec(text)?.[2] ?? []),
		...[...code.matchAll(REQUIRE)].flatMap(([, , name]) => name ?? []),
	];
}

/** Patterns for the files that a page or a style sheet refers to. */
const LINKS: Readonly<Record<string, RegExp>> = {
	".html": /\b(?:src|href)="([^"#]+)"/g,
	".css": /url\(["']?([^"')]+)["']?\)/g,
};

function wantsOf(file: string, bytes: Uint8Array): readonly string[] {
	const text = () => new TextDecoder().decode(bytes);
	const ending = posix.extname(file);
	if (/^\.[cm]?js$/.test(ending)) return importsOf(file, text());
	const link = LINKS[ending];
	return link === undefined ? [] : [...text().matchAll(link)].flatMap(([, url]) => url ?? []);
}

const GIVEN = new Set(["electron", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

function resolves(files: Files, file: string, wants: string): boolean {
	if (/^(data:|#)/.test(wants) || GIVEN.has(wants) || wants.startsWith("node:")) return true;
	if (/^\.{0,2}\//.test(wants) || file.startsWith("out/renderer/")) {
		// Pages are served from out/renderer.
		const path = wants.startsWith("/") ? `out/renderer${wants}` : posix.join(posix.dirname(file), wants);
		return ["", ".js", ".json", "/index.js"].some((ending) => files.has(path + ending));
	}
	const parts = wants.split("/").slice(0, wants.startsWith("@") ? 2 : 1);
	const package_ = `node_modules/${parts.join("/")}`;
	if (!files.has(`${package_}/package.json`)) return false;
	const inside = wants.split("/").slice(parts.length).join("/");
	return inside === "" || ["", ".js"].some((ending) => files.has(`${package_}/${inside}${ending}`));
}

function resolved(files: Files): readonly Fault[] {
	return [...files].flatMap(([file, bytes]) =>
		wantsOf(file, bytes)
			.filter((wants) => !resolves(files, file, wants))
			.map((wants): Fault => ({ fault: "unresolved", file, wants })),
	);
}

/** Returns the size of the code that a window's page loads directly. */
function firstCodeOf(files: Files, window: keyof typeof MAX_FIRST_CODE): number {
	const page = `out/renderer/${window}/index.html`;
	const scripts = wantsOf(page, files.get(page) ?? new Uint8Array()).filter((wants) => wants.endsWith(".js"));
	const paths = new Set(scripts.map((wants) => posix.join(posix.dirname(page), wants)));
	return [...paths].reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0);
}

function light(files: Files): readonly Fault[] {
	return (["desk", "trusted"] as const).flatMap((window): Fault[] => {
		const bytes = firstCodeOf(files, window);
		return bytes > MAX_FIRST_CODE[window] ? [{ fault: "first code", window, bytes }] : [];
	});
}

/** Returns all faults in a package's files. Empty if it can be shipped. */
export function faultsOf(files: Files): readonly Fault[] {
	return [...listed(files), ...sized(files), ...light(files), ...resolved(files)];
}
