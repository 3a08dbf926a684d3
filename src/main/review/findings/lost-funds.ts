import { nameOf, type Subject } from "../subject.ts";
import type { Rule } from "./finding.ts";

const ZERO = `0x${"0".repeat(40)}`;

function recipientOf(subject: Subject): string | null {
	const { meaning, target, value } = subject.decoded;
	if (meaning.kind === "native") return value === 0n ? null : target;
	return meaning.kind === "transfer" || meaning.kind === "transferFrom" || meaning.kind === "items"
		? meaning.to
		: null;
}

/** Sent to nobody, or to the token's own contract: as good as burnt. */
export const lostFunds: Rule = ({ subject }) => {
	const { meaning, target } = subject.decoded;
	const to = recipientOf(subject);
	if (to === null || (to !== ZERO && (meaning.kind === "native" || to !== target))) return null;
	const whom =
		to === ZERO
			? "the zero address, which nobody holds"
			: `${nameOf(subject.person, to)}, the token's own contract`;
	return {
		id: "lost-funds",
		severity: "danger",
		words: `This sends to ${whom}. What is sent there is most likely lost.`,
		needsWord: true,
	};
};
