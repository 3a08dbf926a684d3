import type { Param, Params, Text } from "../../src/core/message.ts";

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

/** The codes of a message and of all of its parts, the outermost first. */
export const codesOf = (text: Text | null | undefined): readonly string[] =>
	[...within(text)].map(({ code }) => code);
