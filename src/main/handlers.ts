import { textOfError } from "../core/app-error.ts";
import { describeError } from "../core/describe-error.ts";
import { message, type Text } from "../core/localized-text.ts";
import type { CommandClient, CommandOutcome } from "../ipc/primitives.ts";
import type { Gesture } from "./ports.ts";
import { quotedText, ServiceError } from "./service/errors.ts";
import { StorageError } from "./storage/database.ts";

export const done: CommandOutcome = { ok: true };
export const refused = (text: Text): Extract<CommandOutcome, { ok: false }> => ({ ok: false, text });

export function asOutcome(cause: unknown, log: (line: string) => void): CommandOutcome {
	if (cause instanceof ServiceError) return refused(quotedText(cause));
	if (cause instanceof StorageError) {
		log(`storage: ${cause.message}`);
		return refused(cause.text);
	}
	log(`fault: ${describeError(cause)}`);
	const text = textOfError(cause);
	if (text !== null) return refused(text);
	return refused(message("app.fault"));
}

export type HandlersOf<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: Parameters<CommandClient<Procedures>[Name]>[0],
		gesture: Gesture,
	) => ReturnType<CommandClient<Procedures>[Name]>;
};

export type CommandInput<Commands, Name extends keyof Commands> = Commands[Name] extends (
	input: infer Input,
	...others: never[]
) => unknown
	? Input
	: never;

export function boundHandlers<Procedures extends object>(
	procedures: Procedures,
	feature: HandlersOf<Procedures> | (() => HandlersOf<Procedures>),
): HandlersOf<Procedures> {
	const current = typeof feature === "function" ? feature : () => feature;
	const bound = Object.keys(procedures).map((name) => {
		const call: HandlersOf<Procedures>[keyof Procedures] = (input, gesture) =>
			current()[name as keyof Procedures](input, gesture);
		return [name, call] as const;
	});
	return Object.fromEntries(bound) as HandlersOf<Procedures>;
}
