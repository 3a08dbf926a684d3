import { type PipelineSimulation, unlistedWords } from "../../../../service-api/simulation.ts";
import { plain } from "../../../format/plain.ts";
import { message, sentences } from "../../../message.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import type { Finding } from "../../finding.ts";

const MAX_WORDS_LENGTH = 160;

interface ServiceSilence {
	readonly subject: { readonly unavailable?: PipelineSimulation };
	readonly opinion: LegOpinion;
}

/**
 * The service could not simulate: that is another matter than one that did and left out what costs the user. Nothing
 * is declared that our own simulation could be held against, so that it stands alone. Of both families.
 */
export function serviceSilent({
	subject: { unavailable },
	opinion: { own },
}: ServiceSilence): Finding | null {
	if (unavailable === undefined) return null;
	const [claim] = [...unavailable.warnings, ...unavailable.guards.map(({ message }) => message ?? "")].filter(
		(text) => text.trim() !== "",
	);
	const quote =
		claim === undefined
			? []
			: [message("finding.service-silent.says", { text: plain(claim, MAX_WORDS_LENGTH) })];
	const strange = unlistedWords(unavailable)[0];
	const why =
		strange === undefined
			? message("finding.service-silent")
			: message("finding.service-silent.unlisted", {
					of: strange.of,
					value: plain(strange.value, MAX_WORDS_LENGTH),
				});
	const alone = message(
		own.state === "impossible" ? "finding.service-silent.unproven" : "finding.service-silent.own-alone",
	);
	return {
		id: "service-silent",
		isDoubt: true,
		severity: "danger",
		text: sentences(why, ...quote, alone),
		needsWord: true,
	};
}
