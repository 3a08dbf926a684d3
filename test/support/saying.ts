import type { Param, Params } from "../../src/core/message.ts";

/** A message that tells, whole or in one of its parts, what has this code, with at least these values. */
export interface Telling {
	asymmetricMatch(other: unknown): boolean;
	toString(): string;
	toAsymmetricMatcher(): string;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Every message inside of a value, itself included. */
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

/** For `toEqual` and `toMatchObject`: stands for every message that tells this, alone or among others. */
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

/** The codes of a message, or of several, and of all of their parts, the outermost first. */
export const codesOf = (text: unknown): readonly string[] => [...within(text)].map(({ code }) => code);

/** Stands for every message that tells at least one of these. */
export function sayingOne(...codes: readonly string[]): Telling {
	const described = `saying one of ${codes.join(", ")}`;
	return {
		asymmetricMatch: (other) => codesOf(other).some((code) => codes.includes(code)),
		toString: () => described,
		toAsymmetricMatcher: () => described,
	};
}

/** A code that is told with whatever values, or one whose values count (`saying`). */
export type Told = string | Telling;

/** Whether a text, or several together, tell all of this, perhaps among others. */
export const tells = (texts: unknown, ...told: readonly Told[]): boolean =>
	told.every((each) => (typeof each === "string" ? saying(each) : each).asymmetricMatch(texts));

/** Stands for every message one of whose values names this: a path, an address, a name. */
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
