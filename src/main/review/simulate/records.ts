import type { ApprovalChange, BalanceChange } from "../../../contract/simulation.ts";
import type { Comparison, OwnSimulation } from "../opinion.ts";
import type { Subject } from "../subject.ts";
import type { SvmSubject } from "../svm-subject.ts";
import { type Net, netsOf, sidesOf } from "./compare-balances.ts";
import { type Bearings, bearingsOf, itemOf } from "./compare-bearings.ts";

/** The records of both simulations as one list for the person, each with whose it is. */

/** What our own simulation found, and how it stands to the service's. */
export interface OwnFound {
	readonly own: OwnSimulation;
	readonly comparison: Comparison;
}

export const NOT_FOUND: OwnFound = {
	own: { state: "none" },
	comparison: { verdict: "unproven", effects: [] },
};

/** `both`: the two say the same of it. `simulated`: only ours has it. */
export type Source = "service" | "simulated" | "both";

export interface Sourced {
	readonly record: BalanceChange;
	readonly source: Source;
}

/** Our simulation, where it ran to its end. */
export function passedOf(own: OwnSimulation) {
	return own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;
}

const keysOf = (bearings: Bearings, record: BalanceChange): readonly [string, string] => {
	const account = bearings.account(record.account ?? bearings.signer);
	const asset = bearings.asset(record.asset);
	return [JSON.stringify([account, asset, itemOf(record.tokenId)]), JSON.stringify([account, asset, null])];
};

/** A record without a direction, of what by our own simulation goes one way alone. */
function directed(record: BalanceChange, ours: Net | undefined): BalanceChange {
	const open = typeof record.direction !== "string" && !record.amount.startsWith("-");
	if (!open || ours === undefined || ours.raw === 0n) return record;
	return { ...record, direction: ours.raw > 0n ? "in" : "out" };
}

/** The service's records first, then what only ours has of the person's accounts. */
export function sourcedRecords(subject: Subject | SvmSubject, own: OwnSimulation): readonly Sourced[] {
	const stated = subject.simulation?.balanceChanges ?? [];
	const simulation = passedOf(own);
	if (simulation === null) return stated.map((record) => ({ record, source: "service" }));
	const bearings = bearingsOf(subject);
	const { theirs, ours } = sidesOf(bearings, subject.simulation, simulation, false);
	const found = <T>(nets: ReadonlyMap<string, T>, record: BalanceChange): T | undefined => {
		const [key, whole] = keysOf(bearings, record);
		return nets.get(key) ?? nets.get(whole);
	};
	const told = stated.map((record): Sourced => {
		const [says, is] = [found(theirs, record), found(ours, record)];
		const same = says !== undefined && is !== undefined && (says.raw === is.raw || says.open > 0n);
		return { record: same ? directed(record, is) : record, source: same ? "both" : "service" };
	});
	const added = simulation.balanceChanges
		.filter((record) => found(theirs, record) === undefined)
		.filter(({ account }) => bearings.mine(bearings.account(account ?? bearings.signer)))
		// What goes in circles nets to nothing.
		.filter((record) => (found(netsOf(bearings, simulation.balanceChanges, false), record)?.raw ?? 0n) !== 0n)
		.map((record): Sourced => ({ record, source: "simulated" }));
	return [...told, ...added];
}

const CLAIMS: Readonly<Record<"agrees" | "drifts" | "differs" | "undeclared", string>> = {
	agrees: "The service's simulation and your own: they agree.",
	drifts: "The service's simulation and your own: they agree, but for prices.",
	differs: "The service's simulation; your own differs.",
	undeclared: "The service's simulation; your own contradicts it.",
};

/**
 * Whose claim the rows are, where our own simulation ran to its end; null where it did not.
 * @param isTold the service, or somebody for it, tells what this does
 */
export function claimWithOwn({ own, comparison }: OwnFound, isTold: boolean, rows: number): string | null {
	if (passedOf(own) === null) return null;
	if (!isTold)
		return rows === 0
			? "In your own simulation no balance changes."
			: "Your own simulation; nobody else states what changes.";
	const { verdict } = comparison;
	if (verdict === "unproven" || verdict === "running") return "Your own simulation.";
	return rows === 0 && verdict === "agrees"
		? "Neither the service's simulation nor your own shows a change of balances."
		: CLAIMS[verdict];
}

/** What may be taken later, by ours alone: the service says nothing of it, or less. */
export function addedApprovals(
	subject: Subject | SvmSubject,
	{ own, comparison }: OwnFound,
): readonly ApprovalChange[] {
	const simulation = passedOf(own);
	if (simulation === null) return [];
	const bearings = bearingsOf(subject);
	const costly = comparison.effects.filter(
		({ kind, status, costs }) => kind === "approval" && (status === "only_ours" || costs),
	);
	return simulation.approvals.filter((record) =>
		costly.some(
			({ asset, other, account }) =>
				asset === bearings.token(record.asset) &&
				other === bearings.account(record.spender) &&
				account === bearings.account(record.account),
		),
	);
}
