import { MAX_CLOCK_OFFSET_MS } from "../../match/frozen.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";

/** The service's clock ends an offer, and differs from this computer's. */
export function clockDiffers({
	clockOffset,
	expiresAt,
}: {
	readonly clockOffset: number;
	readonly expiresAt: number | null;
}): Finding | null {
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
