import { asMessage, type Message, message, sentences, type Text, withoutSentence } from "./localized-text.ts";

/** Adds the statement that nothing was signed. No other code adds it, so it never appears twice. */

export interface UnsignedNotice {
	readonly text: Text;
	readonly saysUnsigned?: boolean | undefined;
}

export const NOTHING_SIGNED = message("nothing-signed");

export const notSigned = (...texts: readonly Text[]): Message => sentences(...texts, NOTHING_SIGNED);

export const withUnsigned = ({ text, saysUnsigned }: UnsignedNotice): Message =>
	saysUnsigned === true ? asMessage(text) : sentences(text, NOTHING_SIGNED);

export const saying = ({ saysUnsigned }: Pick<UnsignedNotice, "saysUnsigned">) =>
	saysUnsigned === true ? { saysUnsigned } : {};

export const withoutUnsigned = (text: Text): Text => withoutSentence(text, NOTHING_SIGNED);
