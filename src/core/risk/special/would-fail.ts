import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message, sentences } from "../../message.ts";
import { NOTHING_SIGNED } from "../../unsigned.ts";
import type { Finding } from "../finding.ts";

/** The bytes and the chain's state say that it fails, whether it was simulated or not. */
export function wouldFail({ foreseen }: Pick<TransactionFacts, "foreseen">): Finding | null {
	if (foreseen === null) return null;
	const { text, mayBeMended } = foreseen;
	return {
		id: "would-fail",
		severity: mayBeMended ? "caution" : "block",
		text: sentences(text, mayBeMended ? message("finding.would-fail.later") : NOTHING_SIGNED),
		needsWord: false,
	};
}
