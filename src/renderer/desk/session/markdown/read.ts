import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Block, Inline, ListItem } from "./ast.ts";

/**
 * Limits for the parser, which is recursive and takes quadratic time for emphasis. Text that exceeds one of
 * them is displayed as plain text.
 */
const MAX_MARKDOWN_LENGTH = 40000;
/** Maximum nesting of quotes and lists within a line. */
const DEEPEST_LINE = 24;
const WIDEST_INDENT = 64;
/** Maximum number of emphasis marks per paragraph, and in the whole text. */
const MAX_MARKS = 1000;
const MAX_MARKS_IN_ALL = 4000;
const LEADING = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const LEVEL = />|[-*+](?=[ \t]|$)|\d{1,9}[.)]/g;
const INDENTED_ITEM = /^[ \t]*(?=(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/;
/** Block boundaries, at which emphasis ends. */
const APART = /\n(?=[ \t]*(?:\n|[-*+][ \t]+\S|#{1,6}[ \t]))/;
function widthOf(blank: string): number {
	let width = 0;
	for (const char of blank) width += char === "\t" ? 4 : 1;
	return width;
}
function nestsTooDeep(line: string): boolean {
	const leading = LEADING.exec(line)?.[0] ?? "";
	if ((leading.match(LEVEL)?.length ?? 0) > DEEPEST_LINE) return true;
	return widthOf(INDENTED_ITEM.exec(line)?.[0] ?? "") > WIDEST_INDENT;
}
function marksIn(text: string): number {
	return text.match(/[*_~]/g)?.length ?? 0;
}

export function isReadable(text: string): boolean {
	if (text.length > MAX_MARKDOWN_LENGTH) return false;
	if (text.split(/\r\n?|\n/).some(nestsTooDeep)) return false;
	const paragraphs = text.split(APART).map(marksIn);
	return (
		paragraphs.every((marks) => marks <= MAX_MARKS) &&
		paragraphs.reduce((sum, marks) => sum + marks, 0) <= MAX_MARKS_IN_ALL
	);
}

const DEEPEST = 12;
const MAX_COLUMNS = 30;

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
};

/** Decodes character references. Hidden characters are made visible later, during rendering. */
function plainText(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
		if (typeof name === "string") return ENTITIES[name.toLowerCase()] ?? whole;
		const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}

const KNOWN: ReadonlySet<string> = new Set<MarkedToken["type"]>([
	"blockquote",
	"br",
	"checkbox",
	"code",
	"codespan",
	"def",
	"del",
	"em",
	"escape",
	"heading",
	"hr",
	"html",
	"image",
	"link",
	"list",
	"list_item",
	"paragraph",
	"space",
	"strong",
	"table",
	"text",
]);

function isKnown(token: Token): token is MarkedToken {
	return KNOWN.has(token.type);
}

function hrefOf({ href, raw }: Tokens.Link): string {
	// The library adds http to an address without a scheme.
	return /^www\./i.test(raw) ? href.replace(/^http:/i, "https:") : href;
}

function inline(token: Token, depth: number): Inline[] {
	if (!isKnown(token) || depth > DEEPEST) return [{ kind: "text", text: token.raw }];
	switch (token.type) {
		case "text":
			return token.tokens === undefined
				? [{ kind: "text", text: plainText(token.text) }]
				: inlines(token.tokens, depth + 1);
		case "escape":
			return [{ kind: "text", text: token.text }];
		case "strong":
		case "em":
		case "del":
			return [{ kind: token.type, children: inlines(token.tokens, depth + 1) }];
		case "codespan":
			return [{ kind: "code", text: token.text }];
		case "br":
			return [{ kind: "break" }];
		case "link":
			return [
				{
					kind: "link",
					href: hrefOf(token),
					label: plainText(token.text),
					children: inlines(token.tokens, depth + 1),
				},
			];
		case "image":
			return [{ kind: "image", alt: plainText(token.text), href: token.href }];
		case "checkbox":
			return [];
		default:
			return [{ kind: "text", text: token.raw }];
	}
}

function inlines(tokens: readonly Token[], depth: number): Inline[] {
	return tokens.flatMap((token) => inline(token, depth));
}

function listItem(item: Tokens.ListItem, depth: number): ListItem {
	return { checked: item.task ? item.checked === true : null, blocks: blocks(item.tokens, depth + 1) };
}

function table(token: Tokens.Table): Block {
	if (token.header.length > MAX_COLUMNS) return { kind: "raw", text: token.raw };
	const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, 0));
	return {
		kind: "table",
		align: token.align,
		header: cells(token.header),
		rows: token.rows.map(cells),
	};
}

function block(token: Token, depth: number): Block[] {
	if (!isKnown(token) || depth > DEEPEST) return [{ kind: "raw", text: token.raw }];
	switch (token.type) {
		case "space":
		case "checkbox":
			return [];
		case "heading":
			return [{ kind: "heading", depth: token.depth, children: inlines(token.tokens, 0) }];
		case "paragraph":
			return [{ kind: "paragraph", children: inlines(token.tokens, 0) }];
		case "text":
			return [{ kind: "paragraph", children: inline(token, 0) }];
		case "code":
			return [{ kind: "code", lang: token.lang ?? "", text: token.text }];
		case "blockquote":
			return [{ kind: "quote", blocks: blocks(token.tokens, depth + 1) }];
		case "list": {
			const items = token.items.map((item) => listItem(item, depth));
			return [{ kind: "list", start: token.ordered ? Number(token.start) : null, items }];
		}
		case "table":
			return [table(token)];
		case "hr":
			return [{ kind: "rule" }];
		default:
			return [{ kind: "raw", text: token.raw.trimEnd() }];
	}
}

function blocks(tokens: readonly Token[], depth: number): Block[] {
	return tokens.flatMap((token) => block(token, depth));
}

interface MarkdownPart {
	readonly raw: string;
	readonly blocks: readonly Block[];
}

/** Returns `null` if the text must be displayed as plain text. */
function parts(text: string): readonly MarkdownPart[] | null {
	if (!isReadable(text)) return null;
	try {
		return new Lexer({ gfm: true }).lex(text).map((token) => ({ raw: token.raw, blocks: block(token, 0) }));
	} catch {
		// Some text passes the limits and still fails to parse, e.g. with a stack overflow.
		return null;
	}
}

export function readMarkdown(text: string): readonly Block[] | null {
	return parts(text)?.flatMap((part) => part.blocks) ?? null;
}

/**
 * Parses text that is still growing. Only its last block can change, so the earlier blocks keep their
 * identity and aren't parsed or rendered again.
 */
export class GrowingMarkdown {
	#settled: readonly MarkdownPart[] = [];
	#settledText = "";

	read(text: string): readonly Block[] | null {
		if (!isReadable(text)) return null;
		if (!text.startsWith(this.#settledText)) {
			this.#settled = [];
			this.#settledText = "";
		}
		const rest = parts(text.slice(this.#settledText.length));
		if (rest === null) return null;
		const all = [...this.#settled, ...rest];
		this.#settle(text, all);
		return all.flatMap((part) => part.blocks);
	}

	#settle(text: string, all: readonly MarkdownPart[]): void {
		const last = all.findLastIndex((part) => part.blocks.length > 0);
		const settled = all.slice(0, Math.max(last, 0));
		const settledText = settled.map((part) => part.raw).join("");
		// The parser may change its input (tabs, line endings). No block can be reused in that case.
		if (!text.startsWith(settledText)) return;
		this.#settled = settled;
		this.#settledText = settledText;
	}
}
