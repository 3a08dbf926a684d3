import { amountWords } from "../amount.ts";
import type { Meaning } from "../decode-evm.ts";
import { nativeAmount } from "../subject.ts";
import type { Rule } from "./finding.ts";
import { isConfirmed } from "./unknown-call.ts";

/** Calls of functions that take no native coin: most contracts refuse it, the others keep it. */
const TAKES_NONE: ReadonlySet<Meaning["kind"]> = new Set<Meaning["kind"]>([
	"transfer",
	"transferFrom",
	"approve",
	"allowance",
	"items",
	"operator",
	"permits",
	"moves",
	"vault",
	"control",
	"vote",
	"burn",
	"check",
]);

/** Native coin sent along with a call that we can't read, or with one that usually takes none. */
export const valueWithCall: Rule = ({ subject, comparison }) => {
	const { value } = subject.decoded;
	const meaning: Meaning = subject.decoded.meaning;
	if (value === 0n) return null;
	const sent = amountWords(nativeAmount(subject.chainRef, value));
	if (TAKES_NONE.has(meaning.kind) || (meaning.kind === "wrap" && !meaning.into))
		return {
			id: "value-with-call",
			severity: "caution",
			words: `${sent} goes along with a token call, which usually takes none. It may be lost.`,
			needsWord: false,
		};
	// Paying for a trade in the native coin is usual, and both simulations show what comes of it.
	if (meaning.kind !== "unknown" || isConfirmed(comparison)) return null;
	return {
		id: "value-with-call",
		severity: "caution",
		words: `${sent} goes along with a call that Countersign can't read.`,
		needsWord: false,
	};
};
