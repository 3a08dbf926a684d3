import type { Meaning } from "../../../decode/evm/decode-evm.ts";
import { amountParam, message } from "../../../message.ts";
import { isConfirmed } from "../../../subject/opinion.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";

/** Calls of functions that take no native coin: most contracts refuse it, the others keep it. */
const TAKES_NONE: ReadonlySet<Meaning["kind"]> = new Set<Meaning["kind"]>([
	"transfer",
	"transferFrom",
	"approve",
	"allowance",
	"items",
	"operator",
	"approve-item",
	"permits",
	"moves",
	"vault",
	"control",
	"vote",
	"burn",
	"check",
]);

function takesNone(meaning: Meaning): boolean {
	// What is sent to a multicall is seen by every call in it, and stays where none of them takes it.
	if (meaning.kind === "calls")
		return meaning.way === "multicall" && meaning.calls.every(({ decoded }) => takesNone(decoded.meaning));
	if (meaning.kind === "act") return !meaning.gives.some(({ asset }) => asset === "native");
	return TAKES_NONE.has(meaning.kind) || (meaning.kind === "wrap" && !meaning.into);
}

/** Native coin sent along with a call that we can't read, or with one that usually takes none. */
export const valueWithCall: FindingRule = ({ subject, comparison }) => {
	const { value } = subject.decoded;
	const meaning: Meaning = subject.decoded.meaning;
	if (value === 0n) return null;
	const amount = amountParam(nativeAmount(subject.chainRef, value));
	if (takesNone(meaning))
		return {
			id: "value-with-call",
			severity: "caution",
			text: message("finding.value-with-call.token", { amount }),
			needsWord: false,
		};
	// Paying for a trade in the native coin is usual, and both simulations show what comes of it.
	if (meaning.kind !== "unknown" || isConfirmed(comparison)) return null;
	return {
		id: "value-with-call",
		severity: "caution",
		text: message("finding.value-with-call.unread", { amount }),
		needsWord: false,
	};
};
