import { codesOf, type Text } from "../../../../src/core/message.ts";

/** What a row tells, by its codes in their order. */
export const told = (text: Text | null): readonly string[] => (text === null ? [] : codesOf(text));
