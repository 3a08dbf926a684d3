import type { PipelineSimulation } from "../../service-api/simulation.ts";
import type { Text } from "../localized-text.ts";

export interface ShownTexts {
	readonly title: Text;
	readonly app: string | null;
}

const present = (texts: readonly (string | null | undefined)[]) =>
	texts.filter((text) => typeof text === "string" && text !== "");

function ofSimulation(simulation: PipelineSimulation): (string | null | undefined)[] {
	return [
		...simulation.warnings,
		...simulation.guards.flatMap((guard) => [guard.name, guard.message]),
		...simulation.balanceChanges.flatMap((change) => [change.symbol, change.name]),
		...simulation.approvals.flatMap((approval) => [approval.symbol, approval.name]),
		...simulation.fees.flatMap((fee) => [fee.kind, fee.symbol]),
	];
}

export function textsOf(
	candidates: readonly (string | null | undefined)[],
	simulation: PipelineSimulation | null,
	shown: ShownTexts,
): readonly string[] {
	return present([
		...candidates,
		typeof shown.title === "string" ? shown.title : null,
		shown.app,
		...(simulation === null ? [] : ofSimulation(simulation)),
	]).filter((text) => text !== undefined && text !== null);
}
