/** A cast of a cast is a claim that the compiler refused once: what comes from outside is parsed instead. */
const noDoubleCast = {
	create: (context) => ({
		"TSAsExpression > TSAsExpression"(node) {
			context.report({ node, message: "No double casts: parse instead." });
		},
	}),
};

/** For oxlint: the rules of ours that need no types. */
const plugin = { meta: { name: "countersign" }, rules: { "no-double-cast": noDoubleCast } };
export default plugin;
