import { codesOf, type Text } from "../../../../src/core/localized-text.ts";

/** Returns the codes of a row's text, in order. */
export const rowTextCodes = (text: Text | null): readonly string[] => (text === null ? [] : codesOf(text));
