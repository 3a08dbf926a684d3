/**
 * What is too much for markdown. Its reader works by recursion and, in emphasis, in quadratic time; the texts are
 * hostile. What is refused here is shown as plain text, all of it.
 */

/** Characters of a text that is read as markdown at all. */
const MAX_MARKDOWN_LENGTH = 40_000;
/** Quotes and lists inside of each other on one line. */
const DEEPEST_LINE = 24;
/** Columns before a list item: two or more make a level. */
const WIDEST_INDENT = 64;
/** What may open or close emphasis: in one paragraph, and in all. */
const MAX_MARKS = 1_000;
const MAX_MARKS_IN_ALL = 4_000;

const LEADING = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
const LEVEL = />|[-*+](?=[ \t]|$)|\d{1,9}[.)]/g;
const INDENTED_ITEM = /^[ \t]*(?=(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/;

/** What surely begins something new, so that emphasis can't go on over it: an empty line, a bullet, a heading. */
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

/** Whether a text may be read as markdown; false: it is shown as plain text. */
export function isReadable(text: string): boolean {
	if (text.length > MAX_MARKDOWN_LENGTH) return false;
	if (text.split(/\r\n?|\n/).some(nestsTooDeep)) return false;
	const paragraphs = text.split(APART).map(marksIn);
	return (
		paragraphs.every((marks) => marks <= MAX_MARKS) &&
		paragraphs.reduce((sum, marks) => sum + marks, 0) <= MAX_MARKS_IN_ALL
	);
}
