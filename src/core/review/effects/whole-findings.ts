import { wholeBalance } from "../../risk/evm/amounts/whole-balance.ts";
import type { WholeRequest } from "../../risk/evm/amounts/whole-request.ts";
import type { Finding } from "../../risk/finding.ts";
import type { Insight } from "../insight.ts";
import { wholeRequestOf } from "./whole-request.ts";

type WholeRule = (request: WholeRequest) => Finding | null;

const RULES: readonly WholeRule[] = [wholeBalance];

/** Judges the effects of all EVM transactions of a request together. */
export function wholeFindings(insights: readonly Insight[]): readonly (Finding | null)[] {
	const request = wholeRequestOf(insights);
	return request === null ? [] : RULES.map((rule) => rule(request));
}
