import { ESLintUtils } from "@typescript-eslint/utils";
import ts from "typescript";

/**
 * Forbids conditions that depend on a sentence, because editing a text must not change what the app does. A
 * kind, a code or a flag must decide instead. An expression counts as a sentence if it was declared as a
 * `Text` with a matching name (`text`, `refusalText`). It also counts if it has a matching name (`sentence`,
 * `headline.text`, an error's `message`) and a string type. A union of literals is a code and may be
 * compared.
 *
 * The option `sameText` allows two sentences to be compared, so that a text isn't stored or displayed twice.
 * Their content still must not matter.
 */

const NAMES = new Set(["sentence", "claim"]);
const isNamed = (name) => NAMES.has(name) || /Sentence$/.test(name);

/** Methods whose result is still the same sentence. */
const SAME = new Set([
	"trim",
	"trimStart",
	"trimEnd",
	"toLowerCase",
	"toUpperCase",
	"normalize",
	"slice",
	"toString",
]);
const SEARCHES = new Set([
	"startsWith",
	"endsWith",
	"includes",
	"match",
	"matchAll",
	"search",
	"indexOf",
	"lastIndexOf",
	"split",
]);
/** Methods that search a sentence, or look something up by it. */
const LOOKUPS = new Set(["test", "exec", "has", "get", "includes", "indexOf"]);
const EQUALS = new Set(["===", "!==", "==", "!="]);

const nameOf = (node) =>
	node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : null;

/** Returns the compared expression without casts and calls that keep the sentence. */
function bare(node) {
	switch (node.type) {
		case "ChainExpression":
		case "TSNonNullExpression":
		case "TSAsExpression":
			return bare(node.expression);
		case "LogicalExpression":
			return bare(node.left);
		case "CallExpression": {
			const { callee } = node;
			const isMethod = callee.type === "MemberExpression" && SAME.has(nameOf(callee.property));
			if (isMethod) return bare(callee.object);
			const isString = callee.type === "Identifier" && callee.name === "String";
			return isString && node.arguments[0] !== undefined ? bare(node.arguments[0]) : node;
		}
		default:
			return node;
	}
}

/** @param isError whether an expression is an error; a payload's `message` isn't one of our sentences */
function isSentenceByName(node, isError) {
	if (node.type === "Identifier") return isNamed(node.name);
	if (node.type !== "MemberExpression") return false;
	const name = nameOf(node.property);
	if (name === null) return false;
	const owner = node.object.type === "MemberExpression" ? nameOf(node.object.property) : nameOf(node.object);
	if (name === "message") return isError(node.object);
	return isNamed(name) || name === "reason" || (name === "text" && owner === "headline");
}

const isLiteral = (node) => node.type === "Literal" || node.type === "TemplateLiteral";

const isNothing = (node) =>
	(node.type === "Literal" && node.value === null) ||
	(node.type === "Identifier" && node.name === "undefined");

export const noReadingSentences = ESLintUtils.RuleCreator.withoutDocs({
	meta: {
		type: "problem",
		schema: [{ type: "object", properties: { sameText: { type: "boolean" } }, additionalProperties: false }],
		messages: {
			read: "A sentence decides here. Let a kind, a code or a flag decide, and leave the words to people.",
		},
	},
	defaultOptions: [{ sameText: false }],
	create(context, [{ sameText }]) {
		const services = ESLintUtils.getParserServices(context);
		const isText = (node) => {
			const type = services.getTypeAtLocation(node);
			const parts = type.isUnion() ? type.types : [type];
			return parts.some((part) => (part.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0);
		};
		/** Returns whether it was declared as a message or a string, even if its type was narrowed since. */
		const isDeclaredText = (node) => {
			const named = node.type === "MemberExpression" ? node.property : node;
			if (named.type !== "Identifier" || !/^text$|Text$/.test(named.name)) return false;
			const symbol = services.getSymbolAtLocation(named);
			if (symbol === undefined) return false;
			const type = services.program.getTypeChecker().getTypeOfSymbol(symbol);
			const parts = type.isUnion() ? type.types : [type];
			return parts.some(
				(part) => part.getProperty("code") !== undefined && part.getProperty("params") !== undefined,
			);
		};
		const isSentence = (node) => {
			const expression = bare(node);
			// Checks names first, because requesting the type of every comparison takes most of the time.
			return (isSentenceByName(expression, isError) || isDeclaredText(expression)) && isText(expression);
		};
		const isError = (node) => services.getTypeAtLocation(node).getProperty("stack") !== undefined;
		const report = (node) => context.report({ node, messageId: "read" });
		return {
			BinaryExpression(node) {
				if (!EQUALS.has(node.operator) || isNothing(node.left) || isNothing(node.right)) return;
				if (sameText && !isLiteral(node.left) && !isLiteral(node.right)) return;
				if (isSentence(node.left) || isSentence(node.right)) report(node);
			},
			SwitchStatement(node) {
				if (isSentence(node.discriminant)) report(node.discriminant);
			},
			CallExpression(node) {
				const { callee } = node;
				if (callee.type !== "MemberExpression") return;
				const method = nameOf(callee.property);
				const given = node.arguments[0];
				if (SEARCHES.has(method) && isSentence(callee.object)) report(node);
				else if (LOOKUPS.has(method) && given !== undefined && isSentence(given)) report(node);
			},
			MemberExpression(node) {
				if (node.computed && isSentence(node.property)) report(node);
			},
		};
	},
});
