import { message, type Text } from "../../../core/message.ts";

/** Those that there are, in one line; one at least is always there. */
export function joinTexts(
	...parts: readonly [...(Text | null)[], Text] | readonly [Text, ...(Text | null)[]]
): Text {
	return parts
		.filter((part) => part !== null)
		.reduce((left, right) => message("notice.and", { left, right }));
}
