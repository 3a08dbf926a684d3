import { ESLintUtils } from "@typescript-eslint/utils";

/**
 * A message is no child of a fragment: React throws there, and the whole window is empty. The compiler holds the
 * children of elements against what React draws, but those of `<>…</>` against nothing.
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
