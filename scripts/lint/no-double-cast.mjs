/**
 * Forbids a cast of a cast, because it hides what the compiler refused. External values must be parsed
 * instead.
 */
const noDoubleCast = {
	create: (context) => ({
		"TSAsExpression > TSAsExpression"(node) {
			context.report({ node, message: "No double casts: parse instead." });
		},
	}),
};

/** Our rules that need no types, for oxlint. */
const plugin = { meta: { name: "countersign" }, rules: { "no-double-cast": noDoubleCast } };
export default plugin;
