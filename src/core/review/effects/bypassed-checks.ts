import { bypassedChecks } from "../../../service-api/newer.ts";
import type { Reviewed } from "../review.ts";

function requestsOf(of: Reviewed): readonly unknown[] {
	if (of.kind === "action") return [of.action.request];
	if (of.kind !== "commit" || of.read.kind !== "known") return [];
	const { review } = of.read.view;
	return review === null ? [] : [review.request, ...review.legs];
}

/** Names of the service's own checks that found something and let the request through. */
export const bypassedIn = (of: Reviewed): readonly string[] => [
	...new Set(requestsOf(of).flatMap(bypassedChecks)),
];
