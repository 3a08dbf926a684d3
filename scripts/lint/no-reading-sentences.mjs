import { ESLintUtils } from "@typescript-eslint/utils";
import ts from "typescript";

/**
 * No branch reads a sentence: whoever edits what people are told must not change what happens. A kind, a code or a
 * flag decides. An expression is a sentence where it was declared as a `Text` of the catalogue and is named so (`text`,
 * `refusalText`), or by its name (`sentence`, `headline.text`, an error's `message`) with the type of a string: a union
 * of literals is a code, and may be compared.
 *
 * With the option `sameText` two sentences may be held against one another, so that a text is not written or drawn
 * twice; what they say is read there neither.
 */

const NAMES = new Set(["sentence", "claim"]);
const isNamed = (name) => NAMES.has(name) || /Sentence$/.test(name);

/** What leaves a sentence what it is. */
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
/** What is given the sentence to search it, or to be found by it. */
const TAKES = new Set(["test", "exec", "has", "get", "includes", "indexOf"]);
const EQUALS = new Set(["===", "!==", "==", "!="]);

const nameOf = (node) =>
	node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : null;

/** The expression that is asked about, without what leaves it the same. */
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

/** @param isError whether an expression is an error: a payload's `message` is no sentence of ours */
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
		/** Whether it was declared as a message or a string, whatever it was narrowed to where it stands. */
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
			const asked = bare(node);
			// Names first: asking the compiler for the type of every comparison takes most of the time.
			return (isSentenceByName(asked, isError) || isDeclaredText(asked)) && isText(asked);
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
				else if (TAKES.has(method) && given !== undefined && isSentence(given)) report(node);
			},
			MemberExpression(node) {
				if (node.computed && isSentence(node.property)) report(node);
			},
		};
	},
});
