import { ESLintUtils } from "@typescript-eslint/utils";

/**
 * Forbids a message as a child of a fragment, because React would throw and leave the window empty. The
 * compiler checks the children of elements, but not those of `<>…</>`.
 */
export const noMessageAsChild = ESLintUtils.RuleCreator.withoutDocs({
	meta: {
		type: "problem",
		schema: [],
		messages: { child: "React draws no message. Make it text here: `textOf(…)`." },
	},
	defaultOptions: [],
	create(context) {
		const services = ESLintUtils.getParserServices(context);
		const holdsMessage = (type) =>
			type.isUnion()
				? type.types.some(holdsMessage)
				: type.getProperty("code") !== undefined && type.getProperty("params") !== undefined;
		return {
			"JSXFragment > JSXExpressionContainer"({ expression }) {
				if (expression.type === "JSXEmptyExpression") return;
				if (holdsMessage(services.getTypeAtLocation(expression)))
					context.report({ node: expression, messageId: "child" });
			},
		};
	},
});
