import { asMessage, type Message, message, sentences, type Text } from "./message.ts";

/** What closes what is told about something that was not signed. It is added here, by a flag, and nowhere else. */

export interface UnsignedNotice {
	/** Whole sentences for a user. */
	readonly words: Text;
	/** They tell somewhere that nothing was signed, so that it is not told a second time. */
	readonly saysUnsigned?: boolean | undefined;
}

export const NOTHING_SIGNED = message("nothing-signed");

/** Why it was not signed, and that nothing was. */
export const notSigned = (...words: readonly Text[]): Message => sentences(...words, NOTHING_SIGNED);

/** @returns the words, telling once that nothing was signed */
export const withUnsigned = ({ words, saysUnsigned }: UnsignedNotice): Message =>
	saysUnsigned === true ? asMessage(words) : sentences(words, NOTHING_SIGNED);

/** The flag as members to spread: nothing at all where it is not set. */
export const saying = ({ saysUnsigned }: Pick<UnsignedNotice, "saysUnsigned">) =>
	saysUnsigned === true ? { saysUnsigned } : {};
