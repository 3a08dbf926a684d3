import { AppError } from "../../core/app-error.ts";
import { message } from "../../core/localized-text.ts";
/**
 * Locates values in JSON text without changing it. Rejects anything that two parsers could read differently.
 * A Build is sent back as a slice of the received text.
 */

export class JsonTextError extends AppError {
	override readonly name = "JsonTextError";
}

export interface JsonNode {
	readonly start: number;
	readonly end: number;
	readonly members: ReadonlyMap<string, JsonNode> | null;
	readonly items: readonly JsonNode[] | null;
}

export interface JsonText {
	readonly text: string;
	readonly value: unknown;
	readonly root: JsonNode;
}

const DEEPEST = 200;
const MAX_VALUES = 400_000;

class Walker {
	readonly #text: string;
	#at = 0;
	#values = 0;

	constructor(text: string) {
		this.#text = text;
	}

	root(): JsonNode {
		return this.#value(0);
	}

	#skipBlank(): void {
		while (/[\t\n\r ]/.test(this.#text.charAt(this.#at))) this.#at += 1;
	}

	#string(): string {
		const start = this.#at;
		this.#at += 1;
		while (this.#text.charAt(this.#at) !== '"') this.#at += this.#text.charAt(this.#at) === "\\" ? 2 : 1;
		this.#at += 1;
		return String(JSON.parse(this.#text.slice(start, this.#at)));
	}

	#value(depth: number): JsonNode {
		this.#values += 1;
		if (depth > DEEPEST || this.#values > MAX_VALUES)
			throw new JsonTextError(message("catalog.json.too-deep"));
		this.#skipBlank();
		const start = this.#at;
		const first = this.#text.charAt(start);
		if (first === "{") return { start, members: this.#members(depth), items: null, end: this.#at };
		if (first === "[") return { start, items: this.#items(depth), members: null, end: this.#at };
		if (first === '"') this.#string();
		else while (/[-+.\w]/.test(this.#text.charAt(this.#at))) this.#at += 1;
		return { start, end: this.#at, members: null, items: null };
	}

	#ends(close: string): boolean {
		this.#skipBlank();
		const here = this.#text.charAt(this.#at);
		if (here === close || here === ",") this.#at += 1;
		return here === close;
	}

	#members(depth: number): ReadonlyMap<string, JsonNode> {
		const found = new Map<string, JsonNode>();
		this.#at += 1;
		while (!this.#ends("}")) {
			this.#skipBlank();
			const name = this.#string();
			if (found.has(name))
				throw new JsonTextError(message("catalog.json.twice", { name: JSON.stringify(name).slice(0, 60) }));
			if (name === "__proto__") throw new JsonTextError(message("catalog.json.proto"));
			this.#skipBlank();
			this.#at += 1;
			found.set(name, this.#value(depth + 1));
		}
		return found;
	}

	#items(depth: number): readonly JsonNode[] {
		const found: JsonNode[] = [];
		this.#at += 1;
		while (!this.#ends("]")) found.push(this.#value(depth + 1));
		return found;
	}
}

/** Throws a JsonTextError for invalid JSON or duplicate keys. */
export function readJsonText(text: string): JsonText {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new JsonTextError(message("catalog.json.none"));
	}
	return { text, value, root: new Walker(text).root() };
}

export function sliceOf({ text }: JsonText, node: JsonNode): string {
	return text.slice(node.start, node.end);
}

export function nodeAt({ root }: JsonText, names: readonly string[]): JsonNode | null {
	return names.reduce<JsonNode | null>((node, name) => node?.members?.get(name) ?? null, root);
}

/** Canonical form: keys sorted, strings decoded, numbers as written. Excludes the keys in `skip`. */
export function meaningOf(json: JsonText, node: JsonNode, skip: ReadonlySet<string> = new Set()): string {
	if (node.items !== null) return `[${node.items.map((item) => meaningOf(json, item, skip)).join(",")}]`;
	if (node.members !== null) {
		const members = [...node.members].filter(([name]) => !skip.has(name));
		members.sort(([left], [right]) => (left < right ? -1 : 1));
		const written = members.map(
			([name, member]) => `${JSON.stringify(name)}:${meaningOf(json, member, skip)}`,
		);
		return `{${written.join(",")}}`;
	}
	const text = sliceOf(json, node);
	return text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
}
