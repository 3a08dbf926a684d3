// Resolves bigint-buffer to its build without a native part, as the bundles do. Its other build prints a warning first.
import { registerHooks } from "node:module";

registerHooks({
	resolve: (specifier, context, next) =>
		next(specifier === "bigint-buffer" ? "bigint-buffer/dist/browser.js" : specifier, context),
});
