import { known } from "../../../chain/chain-error.ts";
import { message } from "../../../message.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";

/** A call to an address without a contract does nothing but move its value. */
export const noCode: FindingRule = ({ subject, later }) => {
	const { meaning, target } = subject.decoded;
	// Steps before it may put code there that reads the note.
	const isPayment = meaning.kind === "native" && (meaning.note === undefined || !later);
	if (isPayment || known(subject.facts?.codeAtTo) !== false) return null;
	return {
		id: "no-code",
		severity: "danger",
		text: message("finding.no-code", { address: nameParam(subject.user, target) }),
		needsWord: true,
	};
};
