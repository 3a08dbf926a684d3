import type { Param, Params } from "../../src/core/localized-text.ts";

/** Asymmetric matcher for messages, for use in `toEqual` and `toMatchObject`. */
export interface Telling {
	asymmetricMatch(other: unknown): boolean;
	toString(): string;
	toAsymmetricMatcher(): string;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Yields every message in a value, including the value itself. */
function* within(value: unknown): Generator<{ readonly code: string; readonly params?: Params }> {
	if (!isObject(value)) return;
	if ("code" in value && typeof value.code === "string") {
		const params = "params" in value && isObject(value.params) ? (value.params as Params) : undefined;
		yield params === undefined ? { code: value.code } : { code: value.code, params };
	}
	for (const each of Object.values(value)) yield* within(each);
}

const same = (left: Param | undefined, right: Param | undefined): boolean =>
	JSON.stringify(left) === JSON.stringify(right);

/** Matches a message that has this code and at least these values, or that contains such a message. */
export function saying(code: string, values: Params = {}): Telling {
	const described = `saying ${code} ${JSON.stringify(values)}`;
	return {
		asymmetricMatch: (other) =>
			[...within(other)].some(
				(each) =>
					each.code === code &&
					Object.entries(values).every(([name, value]) => same(each.params?.[name], value)),
			),
		toString: () => described,
		toAsymmetricMatcher: () => described,
	};
}

/** Returns the codes of one or more messages and of all messages in them, outermost first. */
export const codesOf = (text: unknown): readonly string[] => [...within(text)].map(({ code }) => code);

/** Matches a message that contains at least one of these codes. */
export function sayingOne(...codes: readonly string[]): Telling {
	const described = `saying one of ${codes.join(", ")}`;
	return {
		asymmetricMatch: (other) => codesOf(other).some((code) => codes.includes(code)),
		toString: () => described,
		toAsymmetricMatcher: () => described,
	};
}

/** Code with any values, or a matcher for specific values (see `saying`). */
export type Told = string | Telling;

/** Returns whether the texts contain all of these messages. */
export const tells = (texts: unknown, ...told: readonly Told[]): boolean =>
	told.every((each) => (typeof each === "string" ? saying(each) : each).asymmetricMatch(texts));

/** Matches a message with a value that contains this text, such as a path, an address or a name. */
export function naming(part: string): Telling {
	const described = `naming ${part}`;
	const holds = (value: unknown): boolean =>
		typeof value === "string" ? value.includes(part) : isObject(value) && Object.values(value).some(holds);
	return {
		asymmetricMatch: (other) => [...within(other)].some(({ params }) => holds(params)),
		toString: () => described,
		toAsymmetricMatcher: () => described,
	};
}
