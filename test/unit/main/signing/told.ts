import { codesOf, type Text } from "../../../../src/core/message.ts";

/** What a row tells, by its codes in their order. */
export const told = (words: Text | null): readonly string[] => (words === null ? [] : codesOf(words));
