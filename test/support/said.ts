import type { Text } from "../../src/core/message.ts";
import { textOf } from "../../src/text/index.ts";

/** What is read on the screen where this stands; null where nothing does. */
export const said = (text: Text | null | undefined): string | null =>
	text === null || text === undefined ? null : textOf(text);
