import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";

const FAR_SECONDS = 30n * 24n * 3600n;
/** Larger numbers are no moment, but "never". */
const NEVER = 2n ** 40n;

/** A call that counts for long may be included, or carried out by others, when prices are far from the present ones. */
export function farDeadline({ ends }: Pick<TransactionFacts, "ends">): Finding | null {
	const first = ends.find(({ secondsLeft }) => secondsLeft > FAR_SECONDS);
	if (first === undefined) return null;
	const text =
		first.at > NEVER
			? message("finding.far-deadline.none")
			: message("finding.far-deadline", {
					day: new Date(Number(first.at) * 1000).toISOString().slice(0, 10),
				});
	return { id: "far-deadline", severity: "info", text, needsWord: false };
}
