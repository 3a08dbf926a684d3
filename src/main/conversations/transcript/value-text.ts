import type { ValueText } from "../../../ipc/conversations.ts";

/** Any value of the service as text that a window can hold. */

/** Longer values are cut: a transcript is sent whole, again and again. */
const MAX_LENGTH = 40_000;
const PREVIEW = 160;

/** Events stay the same object while they are held, and a transcript is composed anew with each change. */
const known = new WeakMap<object, ValueText>();

function textOf(value: unknown): ValueText {
	const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
	return { text: text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text, length: text.length };
}

/** Text as it is, anything else as JSON; cut after 40,000 characters. */
export function valueText(value: unknown): ValueText {
	if (typeof value !== "object" || value === null) return textOf(value);
	const held = known.get(value);
	if (held !== undefined) return held;
	const made = textOf(value);
	known.set(value, made);
	return made;
}

/** Its beginning on one line. */
export function previewOf({ text }: ValueText): string {
	return text
		.slice(0, PREVIEW * 4)
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, PREVIEW);
}
