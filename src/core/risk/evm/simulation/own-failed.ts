import { known } from "../../../chain/chain-error.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, type Message, message, sameText, sentences, verbatim } from "../../../message.ts";
import type { LegOpinion, OwnSimulation } from "../../../subject/opinion.ts";
import { nameParam, type Subject, standardOf, tokenAmount, tokenOf } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";

const SILENT = verbatim("");

type Failed = Extract<OwnSimulation, { state: "done" }>;

const failedIn = ({ own }: LegOpinion): Failed | null =>
	own.state === "done" && own.simulation.status === "failed" ? own : null;

const blocking = (text: Message): Finding => ({
	id: "own-simulation-failed",
	severity: "block",
	text: sentences(text, message("finding.try-or-reject")),
	needsWord: false,
});

const reasonOf = ({ revert }: Failed): Message =>
	revert === null || sameText(revert, SILENT)
		? message("finding.own-simulation-failed")
		: message("finding.own-simulation-failed.reason", { reason: revert });

/** Reports that the user's own RPC sees it fail: it would cost the fee and do nothing. */
export function ownSimulationFailed({ opinion }: { readonly opinion: LegOpinion }): Finding | null {
	const failed = failedIn(opinion);
	return failed === null ? null : blocking(reasonOf(failed));
}

/**
 * The failure is the gas limit's where the estimate, which has none, works and is higher. Of a later step the estimate
 * fails by itself: then all of the limit is used up.
 */
function gasReason({ payload, facts }: Subject, { simulation }: Failed): Message | null {
	const { gas_limit: limit } = payload.transaction;
	if (!Number.isSafeInteger(limit) || limit < 0) return null;
	const needed = known(facts?.gas);
	if (needed !== null)
		return needed > BigInt(limit)
			? message("finding.own-simulation-failed.gas", { limit, needed: Number(needed) })
			: null;
	const used = readUint(simulation.gas?.units ?? "");
	return used !== null && used >= BigInt(limit)
		? message("finding.own-simulation-failed.gas-used-up", { limit })
		: null;
}

/** Tether and its like refuse a new allowance until the old one is 0. */
function allowanceReason({ decoded: { meaning, target }, facts, user }: Subject): Message | null {
	if (meaning.kind !== "approve" || meaning.amountOrId === 0n) return null;
	const token = tokenOf(facts, target);
	const now = known(token?.allowance) ?? 0n;
	if (now === 0n || standardOf(token) !== "erc20") return null;
	return message("finding.own-simulation-failed.allowance", {
		who: nameParam(user, meaning.spender),
		amount: amountParam(tokenAmount(facts, target, now)),
	});
}

/** As `ownSimulationFailed`, and names a gas limit that is too small. */
export const ownEvmSimulationFailed: FindingRule = ({ subject, opinion, later }) => {
	const failed = failedIn(opinion);
	if (failed === null) return null;
	// Steps before it may have changed the allowance that the chain has now.
	const allowance = later ? null : allowanceReason(subject);
	const reason = allowance === null ? reasonOf(failed) : sentences(reasonOf(failed), allowance);
	return blocking(gasReason(subject, failed) ?? reason);
};
