import { asMessage, type Message, message, sentences, type Text, withoutSentence } from "./message.ts";

/** What closes what is told about something that was not signed. It is added here, by a flag, and nowhere else. */

export interface UnsignedNotice {
	/** Whole sentences for a user. */
	readonly text: Text;
	/** They tell somewhere that nothing was signed, so that it is not told a second time. */
	readonly saysUnsigned?: boolean | undefined;
}

export const NOTHING_SIGNED = message("nothing-signed");

/** Why it was not signed, and that nothing was. */
export const notSigned = (...texts: readonly Text[]): Message => sentences(...texts, NOTHING_SIGNED);

/** @returns the words, telling once that nothing was signed */
export const withUnsigned = ({ text, saysUnsigned }: UnsignedNotice): Message =>
	saysUnsigned === true ? asMessage(text) : sentences(text, NOTHING_SIGNED);

/** The flag as members to spread: nothing at all where it is not set. */
export const saying = ({ saysUnsigned }: Pick<UnsignedNotice, "saysUnsigned">) =>
	saysUnsigned === true ? { saysUnsigned } : {};

/** The same without telling that nothing was signed, for where that stands beside it already. */
export const withoutUnsigned = (text: Text): Text => withoutSentence(text, NOTHING_SIGNED);
