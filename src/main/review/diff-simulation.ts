import type { PipelineSimulation } from "../../contract/simulation.ts";
import { canonicalJson } from "../match/fingerprint.ts";
import { readUint } from "../match/numeral.ts";
import { amountWords } from "./amount.ts";
import type { Told } from "./diff-text.ts";
import type { EvmLeg, SvmLeg } from "./leg.ts";
import { plain } from "./plain.ts";
import { isNative, nativeAmount, shortAddress } from "./subject.ts";

/** What the service's simulation said before and says now. */

type Field = readonly [field: string, value: string | Told];

function amountText(
	chainRef: string,
	asset: string,
	amount: string,
	symbol: string | null | undefined,
): string {
	const raw = readUint(amount);
	if (raw === null) return plain(amount, 40);
	if (isNative(asset)) return amountWords(nativeAmount(chainRef, raw));
	return `${amount} base units of ${plain(symbol ?? shortAddress(asset), 16)}`;
}

const changesText = (simulation: PipelineSimulation, chainRef: string) =>
	simulation.balanceChanges
		.map((row) => `${row.direction ?? "?"} ${amountText(chainRef, row.asset, row.amount, row.symbol)}`)
		.join(", ");

const approvalsText = (simulation: PipelineSimulation) =>
	simulation.approvals
		.map(
			(row) =>
				`${shortAddress(row.spender)}: ${row.unlimited === true ? "unlimited" : (row.amount ?? "all")}`,
		)
		.join(", ");

const feesText = (simulation: PipelineSimulation, chainRef: string) =>
	simulation.fees
		.map((row) => `${row.kind ?? "fee"} ${amountText(chainRef, row.asset, row.amount, row.symbol)}`)
		.join(", ");

/** A few words; the whole content decides whether it counts as changed. */
const told = (text: string, part: unknown): Told => ({ text: text || "none", whole: canonicalJson(part) });

export function simulationFields({ simulation, chainRef }: EvmLeg | SvmLeg): readonly Field[] {
	if (simulation === null) return [];
	const guards = simulation.guards.map((guard) => `${guard.name}: ${guard.status}`).join(", ");
	return [
		["Simulation", simulation.status],
		["Balance changes", told(changesText(simulation, chainRef), simulation.balanceChanges)],
		["Approvals", told(approvalsText(simulation), simulation.approvals)],
		["Fees", told(feesText(simulation, chainRef), simulation.fees)],
		["Warnings", told(simulation.warnings.join(" "), simulation.warnings)],
		["Guards", told(guards, simulation.guards)],
		["Gas estimate", told(`${simulation.gas?.units ?? "no"} units`, simulation.gas)],
		["Logs", told(`${simulation.logs.length} logs`, simulation.logs)],
	];
}
