import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";

/** It ran in two blocks and did not do the same in both: what is shown may not be what happens. */
export function hangsOnBlock({ own }: Pick<TransactionFacts, "own">): Finding | null {
	if (own.state !== "done" || !own.hangsOnBlock) return null;
	return {
		id: "hangs-on-block",
		severity: "danger",
		text: message("finding.hangs-on-block"),
		needsWord: true,
		isDoubt: true,
	};
}
