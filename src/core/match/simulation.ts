import {
	overridesBalances,
	type PipelineSimulation,
	type UnstatedResult,
} from "../../service-api/simulation.ts";
import { readChainRef } from "../format/numeral.ts";
import { type Message, message } from "../localized-text.ts";
import { type Check, failed, noted, passed } from "./check.ts";
import type { FrozenCommit } from "./frozen.ts";
import { simulationOf } from "./member.ts";
import { sameCluster } from "./svm/fields.ts";

/**
 * Guard statuses that don't block (docs/service-api/commits.md#what-is-checked-before-signing). All others
 * block, including unknown ones.
 */
const CLEAR_GUARDS: ReadonlySet<string> = new Set(["passed", "warning"]);

const UNSTATED: ReadonlyMap<UnstatedResult, Message> = new Map([
	["pending", message("match.simulation.pending")],
	["unavailable", message("match.simulation.unavailable")],
]);

function simulationsOf(frozen: FrozenCommit): PipelineSimulation[] {
	return [frozen.request, ...frozen.legs].flatMap((request) =>
		request.type === "sign" ? [] : [request.simulation],
	);
}

function statusCheck(simulations: readonly PipelineSimulation[]): Check {
	const field = "simulation.status";
	if (simulations.length === 0) return failed(field, message("match.simulation.missing"));
	const stated = new Set(simulations.map(({ status }) => status));
	if (stated.has("failed")) return failed(field, message("match.simulation.failed"), { reviewed: "failed" });
	// A simulation without a result doesn't make a claim that could be wrong. A finding reports it.
	for (const [status, text] of UNSTATED)
		if (stated.has(status)) return noted(field, text, { reviewed: status });
	if (simulations.some(overridesBalances))
		return noted(field, message("match.simulation.overridden"), { reviewed: "passed" });
	return passed(field, message("match.simulation.passed"), { reviewed: "passed" });
}

function guardCheck(simulations: readonly PipelineSimulation[]): Check {
	const guards = simulations.flatMap((simulation) => simulation.guards);
	const bad = guards.find((guard) => !CLEAR_GUARDS.has(guard.status));
	if (bad !== undefined)
		return failed("simulation.guards", message("match.guards.failed", { guard: bad.name }), {
			reviewed: bad.status,
		});
	const text = guards.length === 0 ? message("match.guards.none") : message("match.guards.passed");
	return passed("simulation.guards", text, { reviewed: String(guards.length) });
}

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

type ChainOfRequest = Pick<FrozenCommit, "chain_family" | "chain_ref">;

function isRequestsChain(chain: ChainOfRequest, stated: string): boolean {
	return chain.chain_family === "svm"
		? sameCluster(stated, chain.chain_ref)
		: stated === String(readChainRef(chain.chain_ref));
}

export function simulationChainCheck(request: ChainOfRequest, own: PipelineSimulation | null): Check {
	const field = request.chain_family === "svm" ? "simulation.cluster" : "simulation.chainId";
	if (own === null) return failed(field, message("match.simulation.not-of-this"));
	const foreign = statedChains(own).find((chain) => !isRequestsChain(request, chain));
	return foreign === undefined
		? passed(field, message("match.simulation-chain.same"), { payload: request.chain_ref })
		: failed(field, message("match.simulation-chain.differs"), {
				reviewed: foreign,
				payload: request.chain_ref,
			});
}

export function simulationStateChecks(simulations: readonly PipelineSimulation[]): Check[] {
	return [statusCheck(simulations), guardCheck(simulations)];
}

export function simulationChecks(frozen: FrozenCommit): Check[] {
	return [
		...simulationStateChecks(simulationsOf(frozen)),
		simulationChainCheck(frozen, simulationOf(frozen)),
	];
}
