import { message, type Text } from "../../../core/message.ts";

/** Those that there are, in one line; the first is always there. */
export const together = (first: Text, ...others: readonly (Text | null)[]): Text =>
	others
		.filter((other) => other !== null)
		.reduce((left, right) => message("notice.and", { left, right }), first);
