import { AppError } from "../app-error.ts";
import { type Message, message } from "../localized-text.ts";

/** Canonical JSON (RFC 8785), limited to values that don't lose precision. */

/** Thrown for values that two parsers could read differently. `path` locates the value. */
export class CanonicalError extends AppError {
	readonly path: string;
	readonly saysUnsigned = true;

	constructor(path: string, text: Message, options?: ErrorOptions) {
		super(text, options);
		this.name = "CanonicalError";
		this.path = path;
	}
}

function refuseNumber(value: number, path: string): void {
	if (!Number.isSafeInteger(value))
		throw new CanonicalError(path, message("match.canonical.number", { path }));
}

function refuseText(value: string, path: string): void {
	if (!value.isWellFormed()) throw new CanonicalError(path, message("match.canonical.text", { path }));
}

function refuseObject(value: object, path: string): void {
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null)
		throw new CanonicalError(path, message("match.canonical.object", { path }));
	for (const [key, member] of Object.entries(value)) {
		refuseText(key, path);
		if (member !== undefined) refuseLoose(member, path === "" ? key : `${path}.${key}`);
	}
}

/**
 * Accepts only plain JSON with strings, booleans, null, and integers up to 2^53 - 1.
 * @throws CanonicalError for fractions, larger numbers, bigints, lone surrogates, and unusual prototypes
 */
export function refuseLoose(value: unknown, path = ""): void {
	if (value === null || typeof value === "boolean") return;
	if (typeof value === "number") refuseNumber(value, path);
	else if (typeof value === "string") refuseText(value, path);
	else if (Array.isArray(value))
		for (const [at, item] of value.entries()) refuseLoose(item, `${path}[${at}]`);
	else if (typeof value === "object") refuseObject(value, path);
	else throw new CanonicalError(path, message("match.canonical.json", { path }));
}
