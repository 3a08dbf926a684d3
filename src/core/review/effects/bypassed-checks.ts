import { bypassedChecks, decidedMode } from "../../../service-api/newer.ts";
import { readSafetyMode } from "../../risk/special/safety-mode.ts";
import { type ApprovalRequest, commitViewOf } from "../approval-request.ts";

function statedRequests(request: ApprovalRequest): readonly unknown[] {
	if (request.kind === "action") return [request.action.request];
	const review = commitViewOf(request)?.review ?? null;
	return review === null ? [] : [review.request, ...review.legs];
}

export const bypassedIn = (request: ApprovalRequest): readonly string[] => [
	...new Set(statedRequests(request).flatMap(bypassedChecks)),
];

/** Returns a mode of the request's checks in which the service's guards may not protect it. */
export const weakModeIn = (request: ApprovalRequest): string | null =>
	statedRequests(request)
		.map(decidedMode)
		.find((mode) => mode !== null && readSafetyMode(mode).severity !== "info") ?? null;
