import { wholeBalance } from "../../risk/evm/amounts/whole-balance.ts";
import type { RequestStep, WholeRequest } from "../../risk/evm/amounts/whole-request.ts";
import type { Finding } from "../../risk/finding.ts";
import type { Insight } from "../insight.ts";

/** The EVM transactions of one request as one. */

/** null where the request holds no EVM transaction. */
function wholeRequestOf(insights: readonly Insight[]): WholeRequest | null {
	const steps = insights.flatMap(({ content, opinion }): RequestStep[] =>
		content.kind === "evm_transaction" ? [{ subject: content.subject, opinion }] : [],
	);
	const [first] = steps;
	return first === undefined ? null : { first: first.subject, steps };
}

type WholeRule = (request: WholeRequest) => Finding | null;

const RULES: readonly WholeRule[] = [wholeBalance];

/** Judges the effects of all EVM transactions of a request together. */
export function wholeFindings(insights: readonly Insight[]): readonly (Finding | null)[] {
	const request = wholeRequestOf(insights);
	return request === null ? [] : RULES.map((rule) => rule(request));
}
