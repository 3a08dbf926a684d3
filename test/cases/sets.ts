import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Context, contextSchema } from "../../src/explain/context.ts";
import { isKnownCode } from "../../src/text/index.ts";
import {
	expectedFile,
	type PhraseCase,
	type RequestCase,
	type TypedCase,
	type WorldName,
} from "./expected.ts";

/** Reads the case sets of a folder. A set is a folder with an `expected.json`. */

interface Named {
	/** Set and case name: "bugs/01-unused-types/a-mail-with-group". */
	readonly id: string;
}

export interface GivenRequest extends Named {
	readonly form: "request";
	readonly case: RequestCase;
	/** JSON that the service sends. */
	readonly text: string;
	readonly context: Context;
	readonly world: WorldName;
}

export type Given =
	| GivenRequest
	| (Named & { readonly form: "typed"; readonly case: TypedCase })
	| (Named & { readonly form: "phrase"; readonly case: PhraseCase });

/** Error for a set that can't be read. */
class SetError extends Error {
	override readonly name = "SetError";
}

const EXPECTED = "expected.json";

/** Returns the folder itself if it has an `expected.json`, or else its subfolders that have one. */
export function setFolders(folder: string): readonly string[] {
	const root = resolve(folder);
	if (existsSync(join(root, EXPECTED))) return [root];
	return readdirSync(root)
		.toSorted()
		.map((name) => join(root, name))
		.filter((path) => statSync(path).isDirectory() && existsSync(join(path, EXPECTED)));
}

/**
 * Reads `X.context.json` for the request `X.json`, or else the nearest `context.json` between the request's
 * folder and the set's.
 */
function contextOf(set: string, file: string): Context {
	const own = join(set, file.replace(/\.json$/, ".context.json"));
	const candidates = [own];
	for (let at = dirname(join(set, file)); at.startsWith(set); at = dirname(at))
		candidates.push(join(at, "context.json"));
	const found = candidates.find(existsSync);
	if (found === undefined) throw new SetError(`${file} has no context`);
	const read = contextSchema.safeParse(JSON.parse(readFileSync(found, "utf8")));
	if (!read.success) throw new SetError(`${found}: ${read.error.message}`);
	return read.data;
}

export function readSet(folder: string): readonly Given[] {
	const read = expectedFile.safeParse(JSON.parse(readFileSync(join(folder, EXPECTED), "utf8")));
	if (!read.success) throw new SetError(`${join(folder, EXPECTED)}: ${read.error.message}`);
	const { cases, world } = read.data;
	return Object.entries(cases).map(([name, one]): Given => {
		const id = `${basename(folder)}/${name}`;
		if ("typed" in one) return { id, form: "typed", case: one };
		if ("phrase" in one) return { id, form: "phrase", case: one };
		const unknown = (one.expect.codesNot ?? []).filter((code) => !isKnownCode(code));
		if (unknown.length > 0) throw new SetError(`${id} names no code of a text: ${unknown.join(", ")}`);
		const file = one.file ?? `${name}.json`;
		return {
			id,
			form: "request",
			case: one,
			text: readFileSync(join(folder, file), "utf8"),
			context: contextOf(folder, file),
			world: one.world ?? world,
		};
	});
}
