import { amountWords } from "../amount.ts";
import { nativeAmount } from "../subject.ts";
import type { Rule } from "./finding.ts";

/** Native coin sent along with a call that we can't read, or with one that usually takes none. */
export const valueWithCall: Rule = ({ subject }) => {
	const { meaning, value } = subject.decoded;
	if (meaning.kind === "native" || value === 0n) return null;
	const sent = amountWords(nativeAmount(subject.chainRef, value));
	const words =
		meaning.kind === "unknown"
			? `${sent} goes along with a call that Countersign can't read.`
			: `${sent} goes along with a token call, which usually takes none. It may be lost.`;
	return { id: "value-with-call", severity: "caution", words, needsWord: false };
};
