import { LAST_DAY, timeText } from "../../format/time-text.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import type { GeneralEvidence } from "./evidence.ts";
import { LONG_SECONDS } from "./thresholds.ts";

const MS = 1_000;

/** A signed right over assets, with an end of its own, outlasts what apps request. */
export function farEnd({ effects, now }: GeneralEvidence): Finding | null {
	const ends = effects.rights.flatMap(({ basis, scope, extent, until }) =>
		basis === "permitted" && scope.kind === "asset" && extent !== 0n && until !== null ? [until] : [],
	);
	const last = ends.reduce((latest, each) => (each > latest ? each : latest), 0n);
	const isEndless = last > LAST_DAY;
	if (!isEndless && (now === null || last <= BigInt(Math.floor(now / MS)) + LONG_SECONDS)) return null;
	return {
		id: "far-end",
		severity: isEndless ? "danger" : "caution",
		text: isEndless ? message("finding.far-end.none") : message("finding.far-end", { time: timeText(last) }),
		needsWord: isEndless,
	};
}
