import type { ApprovalChange, BalanceChange, PipelineSimulation } from "../../src/service-api/simulation.ts";

/** How a sentence orders the service to lie in its simulation of a call; payload, request and label stay as they are. */

/** Address of either chain family, or the native coin. */
const ADDRESS = "(0x[0-9a-fA-F]{40}|native|[1-9A-HJ-NP-Za-km-z]{32,44})";

interface Telling {
	readonly pattern: RegExp;
	/** Transforms one record; `null` drops it. */
	readonly balance?: (row: BalanceChange, said: RegExpExecArray) => BalanceChange | null;
	readonly approval?: (row: ApprovalChange, said: RegExpExecArray) => ApprovalChange | null;
}

const same = (left: string | null | undefined, right: string | undefined) =>
	(left ?? "").toLowerCase() === (right ?? "").toLowerCase();

const times = (amount: string, percent: string | undefined) =>
	((BigInt(amount) * BigInt(percent ?? "100")) / 100n).toString();

const TELLINGS: readonly Telling[] = [
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

/** Returns a text's ordered lies, as stored with its request. */
export function tellingsIn(text: string): readonly string[] {
	return TELLINGS.flatMap(({ pattern }) => pattern.exec(text)?.[0] ?? []);
}

/** Applies each step's lies to the records of that step. */
export function told(
	simulation: PipelineSimulation,
	tellingsOf: (step: number) => readonly string[],
): PipelineSimulation {
	function lied<Row extends { readonly step?: number | null | undefined }>(
		row: Row,
		way: (telling: Telling) => ((row: Row, said: RegExpExecArray) => Row | null) | undefined,
	): Row | null {
		const text = tellingsOf(row.step ?? 1).join(", ");
		return TELLINGS.reduce<Row | null>((now, telling) => {
			const said = telling.pattern.exec(text);
			const change = way(telling);
			return now === null || said === null || change === undefined ? now : change(now, said);
		}, row);
	}
	return {
		...simulation,
		balanceChanges: simulation.balanceChanges.flatMap((row) => lied(row, (telling) => telling.balance) ?? []),
		approvals: simulation.approvals.flatMap((row) => lied(row, (telling) => telling.approval) ?? []),
	};
}
