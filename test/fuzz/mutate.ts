import fc from "fast-check";

/** Makes one change to a piece of JSON or to bytes. Numbers determine the position and the change. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Mutation {
	/** Selects the sample. */
	readonly of: number;
	/** Selects the position, modulo the number of positions. */
	readonly at: number;
	/** Selects the change. */
	readonly how: number;
	/** Selects a bit, a digit or a neighbour. */
	readonly by: number;
	/** Replacement. */
	readonly other: Json;
}

const ODD: readonly Json[] = [
	null,
	true,
	0,
	-1,
	1.5,
	1e21,
	Number.MAX_SAFE_INTEGER,
	"",
	"0x",
	"0",
	"-0",
	"00",
	" 1",
	"1e3",
	"0x00",
	"\u202e",
	"ı",
	"__proto__",
	[],
	{},
	[[]],
	{ kind: "flat" },
	`0x${"0".repeat(40)}`,
	`0x${"f".repeat(64)}`,
	(2n ** 256n).toString(),
];

export const mutation: fc.Arbitrary<Mutation> = fc.record({
	of: fc.nat(),
	at: fc.nat(),
	how: fc.nat(),
	by: fc.nat(),
	other: fc.oneof(
		fc.constantFrom(...ODD),
		fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
	),
});

/** Returns an element of a list that is not empty, modulo its length. */
export function pick<T>(list: readonly T[], number: number): T {
	const found = list[number % list.length];
	if (found === undefined) throw new Error("There is nothing to pick from.");
	return found;
}

type Path = readonly (string | number)[];

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function pathsOf(value: Json, path: Path = []): Path[] {
	const inside = isList(value)
		? value.flatMap((each, index) => pathsOf(each, [...path, index]))
		: isObject(value)
			? Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name]))
			: [];
	return [path, ...inside];
}

function inside(value: Json, step: string | number): Json {
	if (isList(value)) return (typeof step === "number" ? value[step] : undefined) ?? null;
	return isObject(value) ? (value[step] ?? null) : null;
}

/** Changes one digit or letter of a text without changing its length. */
function nudge(text: string, by: number): string {
	if (text === "") return "0";
	const at = by % text.length;
	const letter = text.charAt(at);
	const digits = /^[0-9]$/.test(letter) ? "0123456789" : /^[a-z]$/.test(letter) ? "abcdef" : "ABCDEFGHJK";
	const next = digits.charAt((digits.indexOf(letter) + 1 + (by % (digits.length - 1))) % digits.length);
	return `${text.slice(0, at)}${next}${text.slice(at + 1)}`;
}

const swapped = (list: readonly Json[], at: number): Json[] =>
	list.map((each, index) =>
		index === at ? (list[at + 1] ?? each) : index === at + 1 ? (list[at] ?? each) : each,
	);

/** Marks a value that is removed. */
const REMOVED = Symbol("removed");
type Next = Json | typeof REMOVED;

/** Lists the mutations of one value. */
function changesOf(value: Json, { by, other }: Mutation): readonly Next[] {
	const common: readonly Next[] = [other, REMOVED];
	if (typeof value === "string")
		return [
			...common,
			nudge(value, by),
			nudge(value, by),
			`${value}0`,
			value.slice(0, -1),
			value.toUpperCase(),
		];
	if (typeof value === "number") return [...common, value + 1, value - 1, value * 1000, String(value)];
	if (typeof value === "boolean") return [...common, !value];
	if (isList(value)) {
		const at = value.length === 0 ? 0 : by % value.length;
		return [
			...common,
			value.filter((_, index) => index !== at),
			value.flatMap((each, index) => (index === at ? [each, each] : [each])),
			swapped(value, at),
			[...value, other],
		];
	}
	if (isObject(value)) return [...common, { ...value, [`x${by % 10}`]: other }];
	return common;
}

function replaced(value: Json, path: Path, next: Next): Next {
	const [step, ...rest] = path;
	if (step === undefined) return next;
	if (isList(value))
		return value.flatMap((each, index) => {
			if (index !== step) return [each];
			const inner = replaced(each, rest, next);
			return inner === REMOVED ? [] : [inner];
		});
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, each]) => {
			if (name !== step) return [[name, each] as const];
			const inner = replaced(each, rest, next);
			return inner === REMOVED ? [] : [[name, inner] as const];
		}),
	);
}

/** Returns the number of positions that can change. */
export const positionCount = (value: Json): number => pathsOf(value).length;

/** Returns the JSON with one change. */
export function mutated(value: Json, change: Mutation): Json {
	const path = pick(pathsOf(value), change.at);
	const before = path.reduce<Json>(inside, value);
	const after = replaced(value, path, pick(changesOf(before, change), change.how));
	return after === REMOVED ? null : after;
}

/** Returns the bytes with one bit flipped, one byte added or removed, or two parts swapped. */
export function mutatedBytes(bytes: Uint8Array, { at, how, by }: Mutation): Uint8Array {
	const position = bytes.length === 0 ? 0 : at % bytes.length;
	const [front, back] = [bytes.subarray(0, position), bytes.subarray(position)];
	switch (how % 5) {
		case 0:
			return Uint8Array.from([...front, by & 255, ...back]);
		case 1:
			return Uint8Array.from([...front, ...back.subarray(1)]);
		case 2:
			return Uint8Array.from([...back, ...front]);
		default:
			return bytes.map((byte, index) => (index === position ? byte ^ (1 << (by % 8)) : byte));
	}
}
