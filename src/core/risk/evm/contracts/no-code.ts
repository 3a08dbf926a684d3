import { known } from "../../../chain/chain-error.ts";
import { chainName } from "../../../chain/names.ts";
import { wellKnownElsewhere } from "../../../chain/tokens/known.ts";
import { message, sentences } from "../../../message.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";

/** A call to an address without a contract does nothing but move its value. */
export const noCode: FindingRule = ({ subject, later }) => {
	const { meaning, target } = subject.decoded;
	// Steps before it may put code there that reads the note.
	const isPayment = meaning.kind === "native" && (meaning.note === undefined || !later);
	if (isPayment || known(subject.facts?.codeAtTo) !== false) return null;
	const bare = message("finding.no-code", { address: nameParam(subject.user, target) });
	const [elsewhere] = wellKnownElsewhere(subject.chainRef, target);
	return {
		id: "no-code",
		isDoubt: true,
		severity: "danger",
		text:
			elsewhere === undefined
				? bare
				: sentences(
						bare,
						message("finding.no-code.elsewhere", {
							symbol: elsewhere.token.symbol,
							chain: chainName(elsewhere.chainRef),
						}),
					),
		needsWord: true,
	};
};
