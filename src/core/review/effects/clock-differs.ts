import { MAX_CLOCK_OFFSET_MS } from "../../match/frozen.ts";
import { message } from "../../message.ts";
import type { Finding } from "../../risk/finding.ts";

/** The end of an offer is judged by the service's clock, which is another than this computer's. */
export function clockDiffers(clockOffset: number, expiresAt: number | null): Finding | null {
	if (clockOffset === 0 || expiresAt === null) return null;
	const minutes = Math.max(1, Math.round(Math.abs(clockOffset) / 60_000));
	const isFar = clockOffset >= MAX_CLOCK_OFFSET_MS;
	const differs = clockOffset > 0 ? "finding.clock-ahead" : "finding.clock-behind";
	return {
		id: "clock-differs",
		severity: "caution",
		text: isFar ? message("finding.clock-far-ahead") : message(differs, { minutes }),
		needsWord: false,
		about: [differs, isFar],
	};
}
