import { z } from "zod";

/** A wish may weigh this much: the longest input of the bridge, with room. In characters and members. */
export const HEAVIEST_WISH = 128 * 1024;

const DEEPEST = 8;

/**
 * What a value weighs, counted without building a text of it (it may hold a password); Infinity where it is no
 * plain data, nests too deep, or weighs more than `most`.
 */
export function weigh(value: unknown, most = HEAVIEST_WISH, depth = 0): number {
	if (value === null || typeof value === "boolean" || typeof value === "number") return 8;
	if (typeof value === "string") return value.length <= most ? value.length + 2 : Number.POSITIVE_INFINITY;
	if (typeof value !== "object" || depth === DEEPEST) return Number.POSITIVE_INFINITY;
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	if (!isPlain) return Number.POSITIVE_INFINITY;
	let weight = 2;
	for (const [key, member] of Object.entries(value)) {
		weight += key.length + weigh(member, most - weight, depth + 1);
		if (weight > most) return Number.POSITIVE_INFINITY;
	}
	return weight;
}

export interface Wish {
	readonly name: string;
	readonly input: unknown;
}

const shape = z.strictObject({ name: z.string().min(1).max(60), input: z.unknown() });

/** Reads what came over a channel; null where it is no wish that this half knows. */
export function readWish(args: readonly unknown[], names: readonly string[]): Wish | null {
	if (args.length !== 1 || weigh(args[0]) > HEAVIEST_WISH) return null;
	const wish = shape.safeParse(args[0]);
	if (!wish.success || !names.includes(wish.data.name)) return null;
	return { name: wish.data.name, input: wish.data.input };
}

/** Words that an error brings for a person, where it is one of the app's own. */
export function wordsOf(error: unknown): string {
	if (error instanceof Error && "words" in error && typeof error.words === "string") return error.words;
	return "Countersign met an error that it did not expect, and stopped what you asked for. What had already begun is shown under Activity; the details are in its log.";
}

/**
 * What a window gets when its wish ended in an error: never a stack or a path. `watchTranscript` alone answers
 * with something other than an outcome.
 */
export function answerOfError(name: string, error: unknown): unknown {
	return name === "watchTranscript" ? null : { ok: false, words: wordsOf(error) };
}
