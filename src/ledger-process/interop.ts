/**
 * The default export of a CommonJS module: Node gives an ES module all of `module.exports`, a bundler may give its
 * `default` alone.
 */
export function defaultOf<T>(imported: T): T {
	const isModule = typeof imported === "object" && imported !== null && "default" in imported;
	const inner: unknown = isModule ? imported.default : imported;
	return inner as T;
}
