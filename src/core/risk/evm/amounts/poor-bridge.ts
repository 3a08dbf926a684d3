import { chainName } from "../../../chain/names.ts";
import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import type { Arrival } from "../../../decode/evm/meaning.ts";
import { callsOf } from "../../../effects/evm/calls.ts";
import { assetAmount } from "../../../explain/evm/call-text.ts";
import { arrivalAmount } from "../../../explain/evm/describe-act.ts";
import { amountParam, message } from "../../../message.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { supposing } from "../calls.ts";

/** Percent of what is given that has to arrive; a bridge that keeps more takes no usual fee. */
const LEAST_PERCENT = 95n;

const DECIMAL = 10n;

/** Compares symbols without the mark that bridges add to theirs. */
const sameCoin = (left: string, right: string) => left.replace(/\.e$/, "") === right.replace(/\.e$/, "");

type Loss = "none" | "poor" | "unknown";

function lossOf(here: string, { given, chainRef, asset, least }: Arrival): Loss {
	const compare = (got: bigint, paid: bigint): Loss => (got * 100n >= paid * LEAST_PERCENT ? "none" : "poor");
	if (asset === null) return compare(least, given.amount);
	const [from, to] = [wellKnownAt(here, given.asset), wellKnownAt(chainRef, asset)];
	if (from === null || to === null || !sameCoin(from.symbol, to.symbol)) return "unknown";
	return compare(least * DECIMAL ** BigInt(from.decimals), given.amount * DECIMAL ** BigInt(to.decimals));
}

/** A bridge that pays out far less than it takes, or something that can't be compared with it. */
export const poorBridge: FindingRule = ({ subject }): Finding | null => {
	for (const { decoded } of callsOf(subject)) {
		const meaning = claimedMeaning(decoded);
		const arrival = meaning.kind === "act" ? meaning.arrives : undefined;
		const loss = arrival === undefined ? "none" : lossOf(subject.chainRef, arrival);
		if (arrival === undefined || loss === "none") continue;
		const values = {
			given: amountParam(assetAmount(subject, arrival.given.asset, arrival.given.amount)),
			least: amountParam(arrivalAmount(subject, arrival)),
			chain: chainName(arrival.chainRef),
		};
		const text =
			loss === "poor"
				? message("finding.poor-bridge", values)
				: message("finding.poor-bridge.unknown", values);
		return {
			id: "poor-bridge",
			severity: "danger",
			text: supposing(subject.user, decoded, text),
			needsWord: true,
			stake: { kind: "address", address: decoded.target },
		};
	}
	return null;
};
