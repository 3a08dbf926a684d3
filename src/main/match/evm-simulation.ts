import type { PipelineSimulation } from "../../contract/simulation.ts";
import { type Check, failed, passed } from "./check.ts";
import type { FrozenReview } from "./frozen.ts";
import { simulationOf } from "./member.ts";
import { readChainRef } from "./numeral.ts";

/** Does the service's own simulation allow the transaction, and does it speak of this chain? */

/** Guards that do not block (learnt.md 7.4); every other status does, known or not. */
const CLEAR_GUARDS: ReadonlySet<string> = new Set(["passed", "warning"]);

function simulationsOf(frozen: FrozenReview): PipelineSimulation[] {
	return [frozen.request, ...frozen.legs].flatMap((request) =>
		request.type === "sign" ? [] : [request.simulation],
	);
}

function statusCheck(simulations: readonly PipelineSimulation[]): Check {
	const bad = simulations.find((simulation) => simulation.status !== "passed");
	if (simulations.length === 0) return failed("simulation.status", "The review has no simulation.");
	return bad === undefined
		? passed("simulation.status", "The service's simulation passed.", { reviewed: "passed" })
		: failed("simulation.status", "The service's simulation did not pass.", { reviewed: bad.status });
}

function guardCheck(simulations: readonly PipelineSimulation[]): Check {
	const guards = simulations.flatMap((simulation) => simulation.guards);
	const bad = guards.find((guard) => !CLEAR_GUARDS.has(guard.status));
	if (bad !== undefined)
		return failed("simulation.guards", `The guard “${bad.name}” did not pass.`, { reviewed: bad.status });
	const words = guards.length === 0 ? "The service states no guards." : "No guard of the service objects.";
	return passed("simulation.guards", words, { reviewed: String(guards.length) });
}

/** Chains that the records of this transaction's simulation state, where they state any. */
function statedChains(simulation: PipelineSimulation): string[] {
	const records = [
		...simulation.balanceChanges,
		...simulation.approvals,
		...simulation.fees,
		...simulation.logs,
	];
	return records.flatMap((record) => {
		const cluster = "cluster" in record && typeof record.cluster === "string" ? [record.cluster] : [];
		return typeof record.chainId === "number" ? [String(record.chainId), ...cluster] : cluster;
	});
}

function chainCheck(frozen: FrozenReview): Check {
	const own = simulationOf(frozen);
	if (own === null)
		return failed("simulation.chainId", "No simulation of the review speaks of this transaction.");
	const expected = readChainRef(frozen.chain_ref);
	const foreign = statedChains(own).find((chain) => chain !== String(expected));
	return foreign === undefined
		? passed("simulation.chainId", "The simulation speaks of this chain.", { payload: frozen.chain_ref })
		: failed("simulation.chainId", "The simulation speaks of another chain.", {
				reviewed: foreign,
				payload: frozen.chain_ref,
			});
}

export function simulationChecks(frozen: FrozenReview): Check[] {
	const simulations = simulationsOf(frozen);
	return [statusCheck(simulations), guardCheck(simulations), chainCheck(frozen)];
}
