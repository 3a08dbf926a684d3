import type { CommandClient } from "../ipc/primitives.ts";
import type { Gesture } from "./ports.ts";

/** One function for each command of a half of the bridge. */
export type HandlersOf<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: Parameters<CommandClient<Procedures>[Name]>[0],
		gesture: Gesture,
	) => ReturnType<CommandClient<Procedures>[Name]>;
};

/** Binds a feature's methods to the commands that they carry out. */
export function commandsOf<Procedures extends object>(
	procedures: Procedures,
	feature: HandlersOf<Procedures>,
): HandlersOf<Procedures> {
	const names = Object.keys(procedures) as (keyof Procedures)[];
	const bound = names.map((name) => [name, feature[name].bind(feature)] as const);
	return Object.fromEntries(bound) as HandlersOf<Procedures>;
}
