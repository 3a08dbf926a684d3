import { inner, type Message, message } from "../../message.ts";
import { sameAddress } from "../../people/labels.ts";
import { nameParam, type Subject, type User } from "../../subject/subject.ts";

export { isUsedBefore } from "../../effects/evm/familiar.ts";

/** A sentence on what a call does, on its condition where only the call's form says so. */
export const supposing = (user: User, { meaning, target }: Subject["decoded"], text: Message): Message =>
	meaning.kind === "unknown" && meaning.like !== undefined
		? message("finding.supposing", {
				contract: nameParam(user, target),
				app: meaning.like.app,
				words: inner(text),
			})
		: text;

export const isOwn = (user: User, address: string): boolean =>
	user.accounts.some((account) => sameAddress(account, address));
