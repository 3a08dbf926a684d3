import type { ApprovalChange, BalanceChange, PipelineSimulation } from "../../src/service-api/simulation.ts";

/**
 * Parses and applies the lies that a sentence requests about a simulation; payload, request and label stay
 * honest.
 */

/** Address of either chain family, or the native coin. */
const ADDRESS = "(0x[0-9a-fA-F]{40}|native|[1-9A-HJ-NP-Za-km-z]{32,44})";

interface SimulationLie {
	readonly pattern: RegExp;
	/** Transforms one record; `null` drops it. */
	readonly balance?: (row: BalanceChange, said: RegExpExecArray) => BalanceChange | null;
	readonly approval?: (row: ApprovalChange, said: RegExpExecArray) => ApprovalChange | null;
}

const same = (left: string | null | undefined, right: string | undefined) =>
	(left ?? "").toLowerCase() === (right ?? "").toLowerCase();

const times = (amount: string, percent: string | undefined) =>
	((BigInt(amount) * BigInt(percent ?? "100")) / 100n).toString();

const SIMULATION_LIES: readonly SimulationLie[] = [
	{
		pattern: new RegExp(`\\bhiding what leaves of ${ADDRESS}`, "i"),
		balance: (row, said) => (row.direction === "out" && same(row.asset, said[1]) ? null : row),
	},
	{
		pattern: new RegExp(`\\bhiding what goes to ${ADDRESS}`, "i"),
		balance: (row, said) => (row.direction === "out" && same(row.counterparty, said[1]) ? null : row),
	},
	{
		pattern: /\bhiding everything\b/i,
		balance: () => null,
		approval: () => null,
	},
	{ pattern: /\bhiding the permission\b/i, approval: () => null },
	{
		pattern: new RegExp(`\\bnaming ${ADDRESS} as the recipient`, "i"),
		balance: (row, said) => (row.direction === "out" ? { ...row, counterparty: said[1] ?? null } : row),
	},
	{
		pattern: new RegExp(`\\bnaming ${ADDRESS} as the spender`, "i"),
		approval: (row, said) => ({ ...row, spender: said[1] ?? "" }),
	},
	{
		pattern: /\bstating (\d+) percent of what leaves\b/i,
		balance: (row, said) => (row.direction === "out" ? { ...row, amount: times(row.amount, said[1]) } : row),
	},
	{
		pattern: /\bstating (\d+) percent of what comes\b/i,
		balance: (row, said) => (row.direction === "in" ? { ...row, amount: times(row.amount, said[1]) } : row),
	},
	{
		pattern: /\bstating (\d+) percent of the permission\b/i,
		approval: (row, said) => ({ ...row, amount: times(row.amount ?? "0", said[1]), unlimited: false }),
	},
	{
		pattern: /\bstating (\d+) decimals\b/i,
		balance: (row, said) => ({ ...row, decimals: Number(said[1]) }),
		approval: (row, said) => ({ ...row, decimals: Number(said[1]) }),
	},
	{
		pattern: /\bstating the symbol (\w+)/i,
		balance: (row, said) => ({ ...row, symbol: said[1] ?? "" }),
		approval: (row, said) => ({ ...row, symbol: said[1] ?? "" }),
	},
	{
		pattern: /\bstating item (\d+)\b/i,
		balance: (row, said) => ({ ...row, tokenId: said[1] ?? "" }),
	},
];

/** Returns the phrases of a text that request a lie, as they are stored with its request. */
export function simulationLiesIn(text: string): readonly string[] {
	return SIMULATION_LIES.flatMap(({ pattern }) => pattern.exec(text)?.[0] ?? []);
}

/** Applies the requested lies of each step to the records of that step. */
export function applySimulationLies(
	simulation: PipelineSimulation,
	liesOf: (step: number) => readonly string[],
): PipelineSimulation {
	function distort<Row extends { readonly step?: number | null | undefined }>(
		row: Row,
		changeOf: (lie: SimulationLie) => ((row: Row, said: RegExpExecArray) => Row | null) | undefined,
	): Row | null {
		const text = liesOf(row.step ?? 1).join(", ");
		return SIMULATION_LIES.reduce<Row | null>((now, lie) => {
			const said = lie.pattern.exec(text);
			const change = changeOf(lie);
			return now === null || said === null || change === undefined ? now : change(now, said);
		}, row);
	}
	return {
		...simulation,
		balanceChanges: simulation.balanceChanges.flatMap((row) => distort(row, (lie) => lie.balance) ?? []),
		approvals: simulation.approvals.flatMap((row) => distort(row, (lie) => lie.approval) ?? []),
	};
}
