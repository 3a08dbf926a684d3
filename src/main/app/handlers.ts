import type { Client } from "../../bridge/procedures.ts";
import type { Gesture } from "../ports.ts";

/** One function for each wish of a half of the bridge. */
export type HandlersOf<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: Parameters<Client<Procedures>[Name]>[0],
		gesture: Gesture,
	) => ReturnType<Client<Procedures>[Name]>;
};
