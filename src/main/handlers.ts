import type { CommandClient } from "../ipc/primitives.ts";
import type { Gesture } from "./ports.ts";

/** One function for each command of a half of the bridge. */
export type HandlersOf<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: Parameters<CommandClient<Procedures>[Name]>[0],
		gesture: Gesture,
	) => ReturnType<CommandClient<Procedures>[Name]>;
};

/** Input of a command by its name. */
export type CommandInput<Commands, Name extends keyof Commands> = Commands[Name] extends (
	input: infer Input,
	...others: never[]
) => unknown
	? Input
	: never;

/**
 * Binds a feature's methods to their commands.
 * @param feature the feature, or a function that returns the one of the signed-in identity
 */
export function commandsOf<Procedures extends object>(
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
