// Checks that everything cited in this repository exists: documents and their headings, files and folders.
// Reads the comments in src, test and scripts, document names in their strings, and links and quoted paths in
// the documents. Run: node scripts/lint/citations.mjs
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";

const CODE = /\.(?:ts|tsx|mts|cts|mjs|cjs)$/;
const FOLDERS = ["src", "test", "scripts"];

/** A document name, with or without folders and a heading. Excludes parts of URLs. */
const DOCUMENT = /(?<![\w/.:{}-])(?:[\w.-]+\/)*[\w-]+\.md(?:#[\w-]+)?(?![\w/])/g;
/** A file or folder, from the repository's root. */
const PATH = /(?<![\w/.:@-])(?:src|test|scripts|docs|resources)\/[\w./-]*[\w/]/g;
/** End of the path of a code file, such as `owner.ts` or `sign-in/owner.ts`. */
const NAME = /(?<![\w/.:@*-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|cjs)(?![\w/-])/g;

/** Returns the anchors that GitHub generates for a document's headings. */
export function anchorsOf(markdown) {
	const counts = new Map();
	const anchors = new Set();
	for (const [, title] of markdown.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} +(.+?) *$/gm)) {
		const base = title
			.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
			.replaceAll(" ", "-");
		const count = counts.get(base) ?? 0;
		counts.set(base, count + 1);
		anchors.add(count === 0 ? base : `${base}-${count}`);
	}
	return anchors;
}

/** Returns every comment and string in a code file, with its position. */
function textsOf(source, name) {
	const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
	const texts = [];
	const seen = new Set();
	const visit = (node) => {
		if (ts.isStringLiteralLike(node))
			texts.push({ isComment: false, text: node.getText(), at: node.getStart() });
		// Anything before JSX text belongs to that text and isn't a comment.
		if (node.kind !== ts.SyntaxKind.JsxText) {
			for (const { pos, end } of [
				...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
				...(ts.getTrailingCommentRanges(source, node.end) ?? []),
			]) {
				if (seen.has(pos)) continue;
				seen.add(pos);
				texts.push({ isComment: true, text: source.slice(pos, end), at: pos });
			}
		}
		for (const child of node.getChildren(file)) visit(child);
	};
	visit(file);
	return texts;
}

/**
 * Returns the citations in a code file as `{ cited, line }`, or `{ named, line }` if only the end of a path
 * is given. In strings, only the repository's documents count.
 */
export function citationsOfCode(source, name = "code.ts") {
	const found = [];
	// Most files cite nothing, so they don't have to be parsed.
	if ([DOCUMENT, PATH, NAME].every((pattern) => source.search(pattern) < 0)) return found;
	for (const { isComment, text, at } of textsOf(source, name)) {
		const documents = [...text.matchAll(DOCUMENT)].filter(
			([cited]) => isComment || /^(?:docs\/|[a-z][\w-]*\.md)/.test(cited),
		);
		const paths = isComment ? [...text.matchAll(PATH)].filter(([cited]) => !/\.md$/.test(cited)) : [];
		const names = isComment
			? [...text.matchAll(NAME)].filter(({ index }) => !paths.some((path) => path.index === index))
			: [];
		const lineOf = (index) => source.slice(0, at + index).split("\n").length;
		for (const match of [...documents, ...paths]) found.push({ cited: match[0], line: lineOf(match.index) });
		for (const match of names) found.push({ named: match[0], line: lineOf(match.index) });
	}
	return found;
}

/** Returns a document's links (relative to it) and quoted paths (from the root). */
export function citationsOfDocument(markdown) {
	const found = [];
	const lineOf = (index) => markdown.slice(0, index).split("\n").length;
	for (const match of markdown.matchAll(/\]\(([^)\s]+)\)/g))
		if (!/^[a-z]+:/.test(match[1])) found.push({ link: match[1], line: lineOf(match.index) });
	for (const match of markdown.matchAll(/`([^`\n]+)`/g)) {
		const path = new RegExp(`^${PATH.source}$`).exec(match[1]);
		if (path !== null) found.push({ cited: match[1], line: lineOf(match.index) });
	}
	return found;
}

function* filesUnder(folder) {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && entry.name !== "node_modules") yield* filesUnder(path);
		else if (entry.isFile()) yield path;
	}
}

/** Returns why a citation is wrong, or `null` if its target exists. */
function faultOf(target, anchor, shown) {
	if (!existsSync(target)) return `${shown} is not in this repository`;
	if (anchor === undefined || anchorsOf(readFileSync(target, "utf8")).has(anchor)) return null;
	return `${shown}: no such heading`;
}

/** Returns one line for each broken citation below `root`. */
export function citationFaults(root) {
	const faults = [];
	const check = (file, line, target, anchor, shown) => {
		const fault = faultOf(target, anchor, shown);
		if (fault !== null) faults.push(`${relative(root, file)}:${line}: ${fault}`);
	};
	const folders = [...FOLDERS, "packaging"].map((name) => join(root, name)).filter(existsSync);
	const ends = new Set(readdirSync(root));
	for (const file of folders.flatMap((folder) => [...filesUnder(folder)])) {
		const parts = relative(root, file).split(sep);
		for (const at of parts.keys()) ends.add(parts.slice(at).join("/"));
	}
	for (const folder of FOLDERS.map((name) => join(root, name)).filter(existsSync)) {
		for (const file of filesUnder(folder)) {
			if (!CODE.test(file)) continue;
			for (const { cited, named, line } of citationsOfCode(readFileSync(file, "utf8"), file)) {
				if (named !== undefined) {
					if (!ends.has(named))
						faults.push(`${relative(root, file)}:${line}: no file's path ends with ${named}`);
					continue;
				}
				const [path, anchor] = cited.split("#");
				// Scripts cite files in their own folder without a path.
				const sibling = join(dirname(file), path);
				check(file, line, existsSync(sibling) ? sibling : join(root, path), anchor, cited);
			}
		}
	}
	const documents = readdirSync(root)
		.filter((name) => name.endsWith(".md"))
		.map((name) => join(root, name));
	const docs = join(root, "docs");
	if (existsSync(docs)) documents.push(...[...filesUnder(docs)].filter((file) => file.endsWith(".md")));
	for (const file of documents) {
		for (const { link, cited, line } of citationsOfDocument(readFileSync(file, "utf8"))) {
			const [path, anchor] = (link ?? cited).split("#");
			const target = link === undefined ? join(root, path) : resolve(dirname(file), path);
			check(file, line, path === "" ? file : target, anchor, link ?? cited);
		}
	}
	return faults;
}

if (process.argv[1] === import.meta.filename) {
	const faults = citationFaults(join(import.meta.dirname, "../.."));
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
