import { z } from "zod";

/** What every wish of a window is made of. */

export interface Procedure<Input extends z.ZodType, Output> {
	readonly input: Input;
	/** Never present: carries the output's type. */
	readonly output?: Output;
}

export function returns<Output>() {
	return <Input extends z.ZodType>(input: Input): Procedure<Input, Output> => ({ input });
}

export const nothing = z.strictObject({});
export const id = z.string().min(1).max(400);
export const password = z.string().min(1).max(1024);

/** What happened to a wish: main may refuse, and says why in words for a person. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly words: string };
