import { type Message, message, verbatim } from "../../localized-text.ts";

export interface DiffValue {
	readonly text: Message;
	readonly whole: string;
}

/**
 * Fields that affect neither money nor power: a nonce that only increases, and a request's names or counters.
 */
export type FieldRole = "nonce" | "counter";

/** A string is a literal value, not one of the app's texts. */
export type DiffField = readonly [field: Message, value: string | DiffValue, role?: FieldRole];

const NONE = message("difference.none");

export const NOTHING: DiffValue = { text: NONE, whole: "" };

const MAX_LENGTH = 120;

const clipped = (text: string): Message =>
	text.length <= MAX_LENGTH
		? verbatim(text)
		: message("difference.clipped", { text: text.slice(0, MAX_LENGTH), length: String(text.length) });

export const asDiffValue = (value: string | DiffValue): DiffValue =>
	typeof value === "string" ? { text: clipped(value), whole: value } : value;

export const orNone = (value: string | null | undefined): string | DiffValue =>
	value ?? { text: NONE, whole: "none" };

export const labelledValue = (text: string | Message, whole: string): DiffValue => ({
	text: typeof text === "string" ? clipped(text) : text,
	whole,
});

/** Maximum number of changes in one sentence. Nobody reads more at once. */
const MAX_ROWS = 20;

export function listed(rows: readonly Message[]): Message {
	const [first, ...others] = rows.slice(0, MAX_ROWS);
	if (first === undefined) return NONE;
	const list = others.reduce((text, next) => message("difference.list", { first: text, next }), first);
	return rows.length > MAX_ROWS ? message("difference.list.more", { list }) : list;
}

/** The app compares the full digest, and the review shows it below. */
export function ends(text: string): string {
	return text.length <= 28 ? text : `${text.slice(0, 12)}…${text.slice(-8)}`;
}
