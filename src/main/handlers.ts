import type { CommandClient } from "../ipc/primitives.ts";
import type { Gesture } from "./ports.ts";

/** One function for each command of a half of the bridge. */
export type HandlersOf<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: Parameters<CommandClient<Procedures>[Name]>[0],
		gesture: Gesture,
	) => ReturnType<CommandClient<Procedures>[Name]>;
};
