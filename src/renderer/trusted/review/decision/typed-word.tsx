import type { ReactElement, ReactNode } from "react";
import { type Message, message } from "../../../../core/message.ts";
import type { ReviewView } from "../../../../ipc/review.ts";
import { rich } from "../../../components/rich.ts";

type WordOf = NonNullable<ReviewView["approval"]["wordOf"]>;

/** What the word is, so that who types it knows what they look at. */
const IS: Readonly<Record<WordOf, Message>> = {
	recipient: message("trusted.review.is.recipient"),
	spender: message("trusted.review.is.spender"),
	contract: message("trusted.review.is.contract"),
	program: message("trusted.review.is.program"),
	address: message("trusted.review.is.address"),
	imitation: message("trusted.review.is.imitation"),
	unlimited: message("trusted.review.is.unlimited"),
	name: message("trusted.review.is.name"),
	domain: message("trusted.review.is.domain"),
	application: message("trusted.review.is.application"),
	fingerprint: message("trusted.review.is.fingerprint"),
};

/** What is to be typed, told from the words around it. */
const b = (word: ReactNode) => <b className="font-semibold text-ink">{word}</b>;

/**
 * "This address imitates “Ana”. Type 9A3f, the end of the address that is paid, to enable signing."
 * @param reason in the words of the band
 */
export const wordLabel = (reason: string, word: string, of: WordOf | null): ReactElement =>
	of === null
		? rich("trusted.glance.typed", { reason, word }, { b })
		: rich("trusted.glance.typed.of", { reason, word, of: IS[of] }, { b });

/** Main compares it once more, in the same way: case and spaces around don't count. */
export const isTyped = (given: string, word: string): boolean =>
	given.normalize("NFKC").trim().toUpperCase() === word.toUpperCase();
