import type { CommandClient } from "../ipc/primitives.ts";
import type { Gesture } from "./ports.ts";

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
