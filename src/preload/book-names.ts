import type { bookProcedures } from "../bridge/book-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const BOOK_NAMES = [
	"saveContact",
	"removeContact",
	"exportContacts",
	"importContacts",
	"confirmImport",
	"discardImport",
] as const satisfies readonly (keyof typeof bookProcedures)[];
