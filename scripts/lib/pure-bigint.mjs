// Resolves bigint-buffer to its build without native code, like the bundles do. The other build would print a
// warning first.
import { registerHooks } from "node:module";

registerHooks({
	resolve: (specifier, context, next) =>
		next(specifier === "bigint-buffer" ? "bigint-buffer/dist/browser.js" : specifier, context),
});
