import { plain } from "../../format/plain.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";

const MAX_LENGTH = 160;

/** The service's own check found something, and its mode lets the request through all the same. */
export function checksBypassed({ bypassed }: { readonly bypassed: readonly string[] }): Finding | null {
	if (bypassed.length === 0) return null;
	return {
		id: "service-check-bypassed",
		severity: "danger",
		text: message("finding.service-check-bypassed", { text: plain(bypassed.join(", "), MAX_LENGTH) }),
		needsWord: true,
	};
}
