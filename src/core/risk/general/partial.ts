import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import type { GeneralEvidence } from "./evidence.ts";

/** The list of effects is longer than what is read of it: it says itself that it is partial. */
export function partial({ effects }: GeneralEvidence): Finding | null {
	const { gaps } = effects;
	if (!gaps.has("too-many")) return null;
	const isDanger = gaps.has("losses-left-out");
	return {
		id: "partial",
		severity: isDanger ? "danger" : "caution",
		text: message(isDanger ? "finding.partial.losses" : "finding.partial"),
		needsWord: isDanger,
	};
}
