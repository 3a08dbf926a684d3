/** Node's import returns all of `module.exports`, but a bundler may return only its `default`. */
export function defaultOf<T>(imported: T): T {
	const isModule = typeof imported === "object" && imported !== null && "default" in imported;
	const inner: unknown = isModule ? imported.default : imported;
	return inner as T;
}
