import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message, sentences } from "../../message.ts";
import { NOTHING_SIGNED } from "../../unsigned.ts";
import type { Finding } from "../finding.ts";

/** A signature over a durable nonce never ends: it could be used at any later time. */
export function durableNonce({ nonce }: Pick<TransactionFacts, "nonce">): Finding | null {
	if (nonce === null) return null;
	if (nonce.what === "used")
		return {
			id: "durable-nonce",
			severity: "block",
			text: sentences(message("finding.durable-nonce"), NOTHING_SIGNED),
			needsWord: false,
		};
	return {
		id: "nonce-account",
		severity: "danger",
		text: message("finding.nonce-account"),
		needsWord: true,
		stake: { kind: "address", address: nonce.to },
	};
}
