import type { RequestStep, WholeRequest } from "../../risk/evm/amounts/whole-request.ts";
import type { Insight } from "../insight.ts";

/** The EVM transactions of one request as one. */

/** null where the request holds no EVM transaction. */
export function wholeRequestOf(insights: readonly Insight[]): WholeRequest | null {
	const steps = insights.flatMap(({ content, opinion }): RequestStep[] =>
		content.kind === "evm_transaction" ? [{ subject: content.subject, opinion }] : [],
	);
	const [first] = steps;
	return first === undefined ? null : { first: first.subject, steps };
}
