import { bypassedChecks } from "../../../service-api/newer.ts";
import { plain } from "../../format/plain.ts";
import { message } from "../../message.ts";
import type { Finding } from "../../risk/finding.ts";
import type { Reviewed } from "../review.ts";

const MAX_LENGTH = 160;

function requestsOf(of: Reviewed): readonly unknown[] {
	if (of.kind === "action") return [of.action.request];
	if (of.kind !== "commit" || of.read.kind !== "known") return [];
	const { review } = of.read.view;
	return review === null ? [] : [review.request, ...review.legs];
}

/** The service's own check found something, and its mode lets the request through all the same. */
export function checksBypassed(of: Reviewed): Finding | null {
	const names = [...new Set(requestsOf(of).flatMap(bypassedChecks))];
	if (names.length === 0) return null;
	return {
		id: "service-check-bypassed",
		severity: "danger",
		text: message("finding.service-check-bypassed", { text: plain(names.join(", "), MAX_LENGTH) }),
		needsWord: true,
	};
}
