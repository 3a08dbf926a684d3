import type { bookProcedures } from "../../bridge/book-procedures.ts";
import type { BookView } from "../../bridge/book-views.ts";
import type { HandlersOf } from "./handlers.ts";
import type { App } from "./parts.ts";

/** The address book: what the windows show of it, and the trusted window's wishes carried out. */

export function bookView(_app: App): BookView {
	return { contacts: [] };
}

export function bookHandlers(_app: App): HandlersOf<typeof bookProcedures> {
	return {};
}
