import { bypassedChecks } from "../../../service-api/newer.ts";
import { type ApprovalRequest, commitViewOf } from "../approval-request.ts";

function statedRequests(request: ApprovalRequest): readonly unknown[] {
	if (request.kind === "action") return [request.action.request];
	const review = commitViewOf(request)?.review ?? null;
	return review === null ? [] : [review.request, ...review.legs];
}

export const bypassedIn = (request: ApprovalRequest): readonly string[] => [
	...new Set(statedRequests(request).flatMap(bypassedChecks)),
];
