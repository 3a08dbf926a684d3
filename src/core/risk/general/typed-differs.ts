import type { Asked } from "../../asked/asked.ts";
import type { Finding } from "../finding.ts";

/** The request contradicts the user's own words; what agrees with them is no finding. */
export function typedDiffers(asked: Asked | null): Finding | null {
	if (asked?.outcome !== "differs") return null;
	const { text, address } = asked;
	return {
		id: "asked-differs",
		severity: "danger",
		text,
		needsWord: true,
		...(address === null ? {} : { stake: { kind: "address", address } }),
	};
}
