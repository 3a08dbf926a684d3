import { z } from "zod";
import { textOfError } from "../../../core/app-error.ts";
import { message, type Text } from "../../../core/localized-text.ts";

export const MAX_COMMAND_WEIGHT = 128 * 1024;

const DEEPEST = 8;

/**
 * Returns the value's approximate size. Infinity for anything except plain data, for deep nesting, or above
 * `most`. Nothing is serialized, because the value may contain a password.
 */
export function weigh(value: unknown, most = MAX_COMMAND_WEIGHT, depth = 0): number {
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

export interface Command {
	readonly name: string;
	readonly input: unknown;
}

const shape = z.strictObject({ name: z.string().min(1).max(60), input: z.unknown() });

export function parseCommand(args: readonly unknown[], names: readonly string[]): Command | null {
	if (args.length !== 1 || weigh(args[0]) > MAX_COMMAND_WEIGHT) return null;
	const command = shape.safeParse(args[0]);
	if (!command.success || !names.includes(command.data.name)) return null;
	return { name: command.data.name, input: command.data.input };
}

export const userMessage = (error: unknown): Text => textOfError(error) ?? message("desktop.fault");

export function answerOfError(name: string, error: unknown): unknown {
	return name === "watchTranscript" ? null : { ok: false, text: userMessage(error) };
}
