import { inner, type Message, message, type Text, verbatim } from "../message.ts";

/** "Approves …, then swaps …". */
export function joined([first, ...others]: readonly Text[]): Message {
	const begin = first ?? message("headline.nothing");
	return others.reduce<Message>(
		(told, next) => message("headline.then", { told, next: inner(next) }),
		typeof begin === "string" ? verbatim(begin) : begin,
	);
}
