import type { PipelineSimulation } from "../../contract/simulation.ts";
import { type Check, failed, passed } from "./check.ts";
import type { FrozenCommit } from "./frozen.ts";
import { simulationOf } from "./member.ts";
import { readChainRef } from "./numeral.ts";
import { sameCluster } from "./svm-cluster.ts";

/** Does the service's own simulation allow the transaction, and does it speak of this chain? */

/** Guards that do not block (learnt.md 7.4); every other status does, known or not. */
const CLEAR_GUARDS: ReadonlySet<string> = new Set(["passed", "warning"]);

function simulationsOf(frozen: FrozenCommit): PipelineSimulation[] {
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

type Place = Pick<FrozenCommit, "chain_family" | "chain_ref">;

/** A chain that is stated at all must be the request's own: its chain id, or its cluster on Solana. */
function isOwnChain(place: Place, stated: string): boolean {
	return place.chain_family === "svm"
		? sameCluster(stated, place.chain_ref)
		: stated === String(readChainRef(place.chain_ref));
}

/** Does the simulation speak of this chain alone? Fails where there is none. */
export function simulationChainCheck(place: Place, own: PipelineSimulation | null): Check {
	const field = place.chain_family === "svm" ? "simulation.cluster" : "simulation.chainId";
	if (own === null) return failed(field, "No simulation of the review speaks of this transaction.");
	const foreign = statedChains(own).find((chain) => !isOwnChain(place, chain));
	return foreign === undefined
		? passed(field, "The simulation speaks of this chain.", { payload: place.chain_ref })
		: failed(field, "The simulation speaks of another chain.", {
				reviewed: foreign,
				payload: place.chain_ref,
			});
}

/** Did every simulation pass, and does no guard object? Fails where there is none. */
export function simulationStateChecks(simulations: readonly PipelineSimulation[]): Check[] {
	return [statusCheck(simulations), guardCheck(simulations)];
}

export function simulationChecks(frozen: FrozenCommit): Check[] {
	return [
		...simulationStateChecks(simulationsOf(frozen)),
		simulationChainCheck(frozen, simulationOf(frozen)),
	];
}
