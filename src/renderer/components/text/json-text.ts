import { t } from "../../../text/index.ts";
/**
 * Parses JSON without losing information (RFC 8259). `JSON.parse` would round numbers beyond 2^53 and drop
 * duplicate keys.
 */

export type JsonTextNode =
	| { readonly kind: "object"; readonly members: readonly JsonMember[] }
	| { readonly kind: "array"; readonly items: readonly JsonTextNode[] }
	| { readonly kind: "string"; readonly text: string }
	| { readonly kind: "number"; readonly numeral: string }
	| { readonly kind: "word"; readonly word: "true" | "false" | "null" };

export interface JsonMember {
	readonly name: string;
	readonly value: JsonTextNode;
}

export type ParsedJson =
	| { readonly ok: true; readonly node: JsonTextNode }
	| { readonly ok: false; readonly text: string };

export interface JsonBounds {
	readonly length: number;
	/** Number of values at all levels. */
	readonly nodes: number;
	readonly depth: number;
}

const JSON_BOUNDS: JsonBounds = { length: 2 * 1024 * 1024, nodes: 50_000, depth: 100 };

export const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class NotJson extends Error {}

function positionText(text: string, at: number): string {
	const before = text.slice(0, at).split("\n");
	return t("components.line-character", { line: before.length, character: (before.at(-1)?.length ?? 0) + 1 });
}

class JsonReader {
	private at = 0;
	private nodes = 0;
	private readonly text: string;
	private readonly bounds: JsonBounds;

	constructor(text: string, bounds: JsonBounds) {
		this.text = text;
		this.bounds = bounds;
	}

	all(): JsonTextNode {
		const node = this.value(1);
		this.skip();
		if (this.at < this.text.length) this.fail(t("components.json.trailing"));
		return node;
	}

	private fail(what: string): never {
		throw new NotJson(`${what} (${positionText(this.text, this.at)}).`);
	}

	private match(pattern: RegExp): string | null {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		if (found === undefined) return null;
		this.at += found.length;
		return found;
	}

	private skip(): void {
		this.match(SPACE);
	}

	private next(): string | undefined {
		this.skip();
		return this.text[this.at];
	}

	private string(): string {
		let end = this.at + 1;
		while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
		try {
			const read: unknown = JSON.parse(this.text.slice(this.at, end + 1));
			this.at = end + 1;
			return String(read);
		} catch {
			return this.fail(t("components.json.unclosed"));
		}
	}

	private value(depth: number): JsonTextNode {
		if (depth > this.bounds.depth) this.fail(t("components.json.deep"));
		this.nodes += 1;
		if (this.nodes > this.bounds.nodes) this.fail(t("components.json.large"));
		const first = this.next();
		if (first === "{") return this.object(depth);
		if (first === "[") return this.array(depth);
		if (first === '"') return { kind: "string", text: this.string() };
		const word = this.match(WORD);
		if (word === "true" || word === "false" || word === "null") return { kind: "word", word };
		const numeral = this.match(NUMBER);
		if (numeral !== null) return { kind: "number", numeral };
		return this.fail(first === undefined ? t("components.ends-too-early") : t("components.value-missing"));
	}

	private list(close: string, one: () => void): void {
		this.at += 1;
		if (this.next() === close) {
			this.at += 1;
			return;
		}
		while (true) {
			one();
			const after = this.next();
			if (after !== "," && after !== close) this.fail(t("components.comma-missing", { close }));
			this.at += 1;
			if (after === close) return;
		}
	}

	private object(depth: number): JsonTextNode {
		const members: JsonMember[] = [];
		this.list("}", () => {
			if (this.next() !== '"') this.fail(t("components.name-quotes-missing"));
			const name = this.string();
			if (this.next() !== ":") this.fail(t("components.colon-missing"));
			this.at += 1;
			members.push({ name, value: this.value(depth + 1) });
		});
		return { kind: "object", members };
	}

	private array(depth: number): JsonTextNode {
		const items: JsonTextNode[] = [];
		this.list("]", () => items.push(this.value(depth + 1)));
		return { kind: "array", items };
	}
}

/** Never throws. An error message contains the line number. */
export function readJson(text: string, bounds: JsonBounds = JSON_BOUNDS): ParsedJson {
	if (text.length > bounds.length) return { ok: false, text: t("components.text.too-long") };
	try {
		return { ok: true, node: new JsonReader(text, bounds).all() };
	} catch (error) {
		if (error instanceof NotJson) return { ok: false, text: error.message };
		throw error;
	}
}

/** @param indent `null` to write everything on one line */
export function writeJson(node: JsonTextNode, indent: string | null = ""): string {
	const inner = indent === null ? null : `${indent}  `;
	const wrap = (open: string, parts: readonly string[], close: string) => {
		if (parts.length === 0) return open + close;
		if (indent === null) return open + parts.join(",") + close;
		return `${open}\n${parts.map((part) => `${inner ?? ""}${part}`).join(",\n")}\n${indent}${close}`;
	};
	switch (node.kind) {
		case "object":
			return wrap(
				"{",
				node.members.map(
					({ name, value }) =>
						`${JSON.stringify(name)}:${indent === null ? "" : " "}${writeJson(value, inner)}`,
				),
				"}",
			);
		case "array":
			return wrap(
				"[",
				node.items.map((item) => writeJson(item, inner)),
				"]",
			);
		case "string":
			return JSON.stringify(node.text);
		case "number":
			return node.numeral;
		case "word":
			return node.word;
	}
}

/** Returns the last member with this name, like most parsers. */
export function memberOf(node: JsonTextNode | undefined, name: string): JsonTextNode | undefined {
	if (node?.kind !== "object") return undefined;
	return node.members.findLast((member) => member.name === name)?.value;
}
