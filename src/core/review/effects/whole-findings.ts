import { wholeBalance } from "../../risk/evm/amounts/whole-balance.ts";
import type { WholeRequest } from "../../risk/evm/amounts/whole-request.ts";
import { largeApproval } from "../../risk/evm/permissions/large-approval.ts";
import type { Finding } from "../../risk/finding.ts";
import type { User } from "../../subject/subject.ts";
import type { Insight } from "../insight.ts";
import { largeSignature } from "../large-signature.ts";
import { wholeRequestOf } from "./whole-request.ts";

type WholeRule = (request: WholeRequest) => Finding | null;

const RULES: readonly WholeRule[] = [largeApproval, wholeBalance];

/** Judges the effects of all EVM transactions of a request together, and all that its signatures allow. */
export function wholeFindings(insights: readonly Insight[], user: User): readonly (Finding | null)[] {
	const request = wholeRequestOf(insights);
	const sent = request === null ? [] : RULES.map((rule) => rule(request));
	return [...sent, largeSignature(insights, user)];
}
