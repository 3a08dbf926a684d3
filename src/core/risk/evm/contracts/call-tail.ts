import { builderCodes, readableText } from "../../../decode/evm/tail.ts";
import type { Hex } from "../../../format/numeral.ts";
import { plain } from "../../../format/plain.ts";
import { type Message, message, sentences } from "../../../message.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { isConfirmed } from "./unknown-call.ts";

/** Longer texts and bytes are clipped; the whole data is shown beside the call. */
const MAX_SHOWN = 130;

function tailText(tail: Hex): Message {
	const count = (tail.length - 2) / 2;
	const codes = builderCodes(tail);
	if (codes !== null) return message("finding.call-tail.codes", { count, codes: plain(codes, MAX_SHOWN) });
	const text = readableText(tail);
	return text === null
		? message("finding.call-tail", { count, bytes: plain(tail, MAX_SHOWN) })
		: message("finding.call-tail.text", {
				count,
				text: plain(text, MAX_SHOWN),
				bytes: plain(tail, MAX_SHOWN),
			});
}

/**
 * Bytes after the arguments of the transaction's own call. Every other rule judges the call by its arguments; only two
 * simulations that agree prove that the contract does no more with the rest.
 */
export const callTail: FindingRule = ({ subject, comparison }) => {
	const { tail, target } = subject.decoded;
	if (tail === undefined) return null;
	if (isConfirmed(comparison))
		return { id: "call-tail", isDoubt: true, severity: "info", text: tailText(tail), needsWord: false };
	const unproven = message("finding.call-tail.unproven", { where: nameParam(subject.user, target) });
	return {
		id: "call-tail",
		isDoubt: true,
		severity: "danger",
		text: sentences(tailText(tail), unproven),
		needsWord: true,
	};
};
