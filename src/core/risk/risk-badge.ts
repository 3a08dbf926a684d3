import { type Message, message, type Text } from "../localized-text.ts";
import type { Severity } from "./finding.ts";

export interface RiskBadge {
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly worst: { readonly severity: Exclude<Severity, "info">; readonly text: Text } | null;
	readonly blocked: boolean;
}

export type Risk = "danger" | "caution" | "calm";

/** A request that is still being checked isn't calm. */
export function riskOf({ match, worst, blocked }: RiskBadge): Risk | "unknown" {
	if (blocked || match === "refused" || match === "unreadable") return "danger";
	if (worst !== null && worst.severity !== "caution") return "danger";
	if (worst !== null || match === "unproven") return "caution";
	return match === "checking" ? "unknown" : "calm";
}

const UNREAD: Readonly<Partial<Record<RiskBadge["match"], Message>>> = {
	refused: message("reason.differs"),
	unreadable: message("reason.unreadable"),
	unproven: message("reason.unproven"),
};

export function reasonOf({ match, worst, blocked }: RiskBadge): Text | null {
	if (worst?.severity === "block") return worst.text;
	if (blocked) return message("reason.blocked");
	const unread = UNREAD[match] ?? null;
	return match === "refused" || match === "unreadable" || worst === null ? unread : worst.text;
}
