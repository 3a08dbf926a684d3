import { asMessage, type Message, message, sentences, type Text, withoutSentence } from "./message.ts";

/** Closing sentence for something that was not signed. A flag adds it here, and nowhere else. */

export interface UnsignedNotice {
	/** Whole sentences for the user. */
	readonly text: Text;
	/** The text already says that nothing was signed, so it is not repeated. */
	readonly saysUnsigned?: boolean | undefined;
}

export const NOTHING_SIGNED = message("nothing-signed");

/** Returns the reason with the statement that nothing was signed. */
export const notSigned = (...texts: readonly Text[]): Message => sentences(...texts, NOTHING_SIGNED);

/** Returns the text with exactly one statement that nothing was signed. */
export const withUnsigned = ({ text, saysUnsigned }: UnsignedNotice): Message =>
	saysUnsigned === true ? asMessage(text) : sentences(text, NOTHING_SIGNED);

/** Returns the flag as members to spread; none if it is not set. */
export const saying = ({ saysUnsigned }: Pick<UnsignedNotice, "saysUnsigned">) =>
	saysUnsigned === true ? { saysUnsigned } : {};

/** Returns the text without the statement that nothing was signed, for use next to it. */
export const withoutUnsigned = (text: Text): Text => withoutSentence(text, NOTHING_SIGNED);
