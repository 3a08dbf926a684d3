import { message } from "../../../message.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import type { Finding } from "../../finding.ts";

/** It was run twice, in two blocks, and did not do the same: what is shown may not be what happens. Of both families. */
export function hangsOnBlock({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "done" || !own.hangsOnBlock) return null;
	return {
		id: "hangs-on-block",
		isDoubt: true,
		severity: "danger",
		text: message("finding.hangs-on-block"),
		needsWord: true,
	};
}
