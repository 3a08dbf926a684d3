import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";

/** One lane per chain and signer: a nonce that an unsettled transaction holds is not signed again. */
export function nonceHeld({ heldBy }: Pick<TransactionFacts, "heldBy">): Finding | null {
	if (heldBy === null) return null;
	return {
		id: "nonce-held",
		severity: "block",
		text: message("finding.nonce-held", { transaction: heldBy }),
		needsWord: false,
		isPassing: true,
	};
}
