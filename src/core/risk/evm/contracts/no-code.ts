import { known } from "../../../chain/chain-error.ts";
import { message } from "../../../message.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";

/** A call to an address without a contract does nothing but move its value. */
export const noCode: FindingRule = ({ subject }) => {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "native" || known(subject.facts?.codeAtTo) !== false) return null;
	return {
		id: "no-code",
		severity: "danger",
		text: message("finding.no-code", { address: nameParam(subject.user, target) }),
		needsWord: true,
	};
};
