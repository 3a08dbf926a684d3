// Checks the wording of comments and of declared names (CONTRIBUTING.md, Writing style): a comment starts
// with a verb or a noun and names the cause of `null`, and a name uses the terms in docs/glossary.md. Run:
// node scripts/lint/prose.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** First words that hide the noun. */
const OPENING = /^(?:What|Whatever|Who|Whom|Whose|Whoever|Which|Of|So|Such|That|By which|Those|Where)\b/;
/** `null` explained by where it occurs instead of why. */
const NULL_WHERE = /\bnull`? where\b/i;

/** Phrases that aren't idiomatic English, each with a plain replacement. */
const PHRASES = [
	[/\bany more\b/i, "“anymore” or “no longer”"],
	[/\b(?:some|any|every)body\b/i, "“someone”, “anyone”, “everyone”, or the noun"],
	[/\bwhom?ever\b/i, "“anyone who”, or the noun"],
	[/\bwhatever\b/i, "“any” with a noun"],
	[/\belse than\b/i, "“other than”"],
	[/\bbeside\b/i, "“next to”, “besides” or “and”"],
	[/\banother one\b/i, "“a different” or “a second” with the noun"],
	[/\bof late\b/i, "“recently”"],
	[/\bin doubt\b/i, "“if unsure”, or the condition"],
	[/\blook-ups?\b/i, "“lookup”"],
	[/\btimes? for which\b/i, "“duration”, “how long” or “maximum age”"],
	[/\bgo(?:es)? by\b/i, "“uses” or “follows”"],
	[/\bas no \w+ (?:does|would|sends|has)\b/i, "“unlike every”"],
];

/** Words that are too vague for a name, each with the usual term. */
const WORDS = new Map([
	["told", "notified, reported or shown"],
	["tell", "notify, report or show"],
	["tells", "notifies, reports or shows"],
	["insight", "analysis"],
	["insights", "analyses"],
	["glance", "preview or badge"],
	["leg", "item"],
	["standing", "status"],
	["breathe", "yieldToEventLoop"],
	["owed", "deferred"],
	["whom", "the noun"],
	["elsewhere", "the noun"],
	["gone", "dropped, removed or closed"],
	["graver", "more severe"],
	["spelt", "written"],
	["asked", "requested or queried"],
	["around", "context"],
	["held", "stored, cached or balance"],
	["kept", "stored, cached or retained"],
	["look", "poll, check or inspect"],
	["looks", "styles, or polls"],
	["met", "seen"],
	["take", "apply, accept or consume"],
	["takes", "spends, accepts or needs"],
	["believes", "trusts"],
	["believed", "trusted"],
	["beside", "other or extra"],
	["news", "update or changes"],
	["peoples", "displayed or scaled"],
	["standings", "statuses"],
	["sights", "styles"],
	["telling", "informative"],
]);

/** Common terms that contain one of these words. */
const TERMS = /look(?:s_?rare|s_?like|_?alike)/i;

/** Names that keep such a word because they are stored, sent, part of a protocol, or a field of a view. */
const NAMED = new Map([
	["asked", ["conformance/", "explain/", "main/storage/proposals.ts"]],
	["askedAt", ["main/storage/proposals.ts"]],
	["held", ["main/inbox/rejecting/rejections.ts", "main/storage/journal-db.ts"]],
	["trackHeldRow", ["main/signing/confirmation-tracker.ts"]],
	["kept", ["ipc/keys.ts"]],
	["look", ["ledger-process/device.ts", "renderer/components/kbd.tsx"]],
	["lookForUpdates", ["ipc/settings.ts", "main/ports.ts"]],
	["met", ["main/powers/"]],
	["take", ["main/powers/noted-allowances.ts"]],
	["TAKE", ["core/decode/evm/router-v4.ts"]],
	["takes", ["core/powers/exposure.ts", "ipc/powers.ts", "main/powers/powers-view.ts"]],
]);

/** Fields of stored files that keep their names, as file and name. */
const STORED = new Set(["src/core/saved-review/report.ts told"]);

const DECLARATIONS = new Set([
	ts.SyntaxKind.FunctionDeclaration,
	ts.SyntaxKind.ClassDeclaration,
	ts.SyntaxKind.InterfaceDeclaration,
	ts.SyntaxKind.TypeAliasDeclaration,
	ts.SyntaxKind.MethodDeclaration,
	ts.SyntaxKind.MethodSignature,
	ts.SyntaxKind.PropertyDeclaration,
	ts.SyntaxKind.PropertySignature,
	ts.SyntaxKind.GetAccessor,
]);

/** Parameters and destructured values, whose names only the code of one function sees. */
const LOCALS = new Set([ts.SyntaxKind.Parameter, ts.SyntaxKind.BindingElement]);

/** Words that only the names of locals still use. */
const LOCAL_WORDS = new Set([
	"asked",
	"believed",
	"beside",
	"breathe",
	"elsewhere",
	"glance",
	"gone",
	"held",
	"kept",
	"look",
	"looks",
	"met",
	"news",
	"take",
	"takes",
	"told",
	"whom",
]);

/** @returns whether the name may use a word that is forbidden elsewhere */
function isNamed(name, path) {
	return TERMS.test(name) || NAMED.get(name)?.some((each) => path.includes(`src/${each}`)) === true;
}

/** @returns the lower-case words of a name in camel, pascal or snake case */
export function wordsOf(name) {
	return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** @returns each block of comment lines without comment marks, and the index of its first line */
function commentsOf(source) {
	const found = [];
	for (const match of source.matchAll(
		/\/\*\*?([\s\S]*?)\*\/|(?<=^[ \t]*)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm,
	)) {
		const text = (match[1] ?? match[0])
			.split("\n")
			.map((line) => line.replace(/^\s*(?:\*|\/\/)? ?/, ""))
			.join("\n")
			.trim();
		found.push({ text, line: source.slice(0, match.index).split("\n").length });
	}
	return found;
}

/** @returns the faults in a file's comments, with line and explanation */
export function commentFaults(source) {
	return commentsOf(source).flatMap(({ text, line }) => {
		const faults = [];
		const opening = OPENING.exec(text);
		if (opening !== null)
			faults.push({ line, fault: `opens with “${opening[0]}”: start with a verb or a noun` });
		const prose = text.replace(/`[^`]*`|@param \w+/g, "");
		for (const [phrase, plain] of PHRASES) {
			const found = phrase.exec(prose);
			if (found !== null) faults.push({ line, fault: `“${found[0]}”: write ${plain}` });
		}
		if (NULL_WHERE.test(text)) faults.push({ line, fault: "“null where”: name the cause with “if”" });
		return faults;
	});
}

/** @returns the faults in the names that a file declares, with line and suggested term */
export function nameFaults(source, path = "code.ts") {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
	const faults = [];
	const check = (identifier, isLocal) => {
		if (isNamed(identifier.text, path)) return;
		for (const word of wordsOf(identifier.text))
			if (WORDS.has(word) && !(isLocal && LOCAL_WORDS.has(word)))
				faults.push({
					name: identifier.text,
					line: file.getLineAndCharacterOfPosition(identifier.getStart()).line + 1,
					fault: `the name “${identifier.text}” says “${word}”: use ${WORDS.get(word)}`,
				});
	};
	const visit = (node) => {
		const isConstant = ts.isVariableDeclaration(node) && node.parent.parent.parent === file;
		const isLocal = LOCALS.has(node.kind);
		const isChecked = DECLARATIONS.has(node.kind) || isConstant || isLocal;
		if (isChecked && node.name !== undefined && "text" in node.name) check(node.name, isLocal);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return faults;
}

/** @returns one line for each fault below `src` */
export function proseFaults(root) {
	return readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
		.flatMap((path) => {
			const source = readFileSync(path, "utf8");
			const shown = relative(root, path);
			const names = nameFaults(source, path).filter(({ name }) => !STORED.has(`${shown} ${name}`));
			return [...commentFaults(source), ...names].map(({ line, fault }) => `${shown}:${line}: ${fault}`);
		});
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const faults = proseFaults(process.cwd());
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) console.error(`${faults.length} faults`);
	process.exitCode = faults.length > 0 ? 1 : 0;
}
