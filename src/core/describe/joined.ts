import { inner, type Message, message, type Text, verbatim } from "../localized-text.ts";

export function joined([first, ...others]: readonly Text[]): Message {
	const begin = first ?? message("headline.nothing");
	return others.reduce<Message>(
		(text, next) => message("headline.then", { told: text, next: inner(next) }),
		typeof begin === "string" ? verbatim(begin) : begin,
	);
}
