import { type Message, message, type Text } from "../message.ts";
import type { Severity } from "./finding.ts";

/** What one glance tells of a request that waits: in the list, in a notification and in the system's bar alike. */
export interface Glance {
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	/** The reason in the review's band; `null` where it is calm and before the review was read. */
	readonly worst: { readonly severity: Exclude<Severity, "info">; readonly text: Text } | null;
	/** A rule of the user's keeps it from being approved. */
	readonly blocked: boolean;
}

export type Risk = "danger" | "caution" | "calm";

/** The worst that is known of it; what is still being read is not known to be calm. */
export function riskOf({ match, worst, blocked }: Glance): Risk | "unknown" {
	if (blocked || match === "refused" || match === "unreadable") return "danger";
	if (worst !== null && worst.severity !== "caution") return "danger";
	if (worst !== null || match === "unproven") return "caution";
	return match === "checking" ? "unknown" : "calm";
}

const UNREAD: Readonly<Partial<Record<Glance["match"], Message>>> = {
	refused: message("reason.differs"),
	unreadable: message("reason.unreadable"),
	unproven: message("reason.unproven"),
};

/** The reason to look before one reads on; null where none is known. */
export function reasonOf({ match, worst, blocked }: Glance): Text | null {
	if (worst?.severity === "block") return worst.text;
	if (blocked) return message("reason.blocked");
	const unread = UNREAD[match] ?? null;
	return match === "refused" || match === "unreadable" || worst === null ? unread : worst.text;
}
