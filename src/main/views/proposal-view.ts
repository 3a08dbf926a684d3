import { z } from "zod";
import type { Review } from "../../core/review/review.ts";
import type { ProposalView, ReviewView } from "../../ipc/review.ts";

const shownPayment = z.looseObject({ resource: z.string(), description: z.string() });

/** Returns the resource that an x402 payment is for. `null` for other proposals, or if it can't be read. */
function paymentView(requirements: string | null): ProposalView["payment"] {
	if (requirements === null) return null;
	let value: unknown;
	try {
		value = JSON.parse(requirements);
	} catch {
		return null;
	}
	const read = shownPayment.safeParse(value);
	if (!read.success) return null;
	const { resource, description } = read.data;
	const host = URL.canParse(resource) ? new URL(resource).host : "";
	return { host, resource, description };
}

/** Fields of a stored agent that a review needs. */
export interface ProposingAgent {
	readonly name: string;
}

/**
 * Returns the agent that proposed a request, with its claims.
 * @param agentOf returns `null` for an agent that is no longer stored; the session's title is then used as
 * the name
 */
export function proposalView(
	{ request, session }: Pick<Review, "request" | "session">,
	agentOf: (agentId: string) => ProposingAgent | null,
): Pick<ReviewView, "proposal"> {
	if (request.kind !== "proposal") return {};
	const { agentId, requestCount, caller, payment, reason } = request;
	const agent = agentOf(agentId);
	return {
		proposal: {
			agentId,
			agent: agent?.name ?? session.title,
			caller,
			reason,
			requestCount,
			payment: paymentView(payment),
		},
	};
}
