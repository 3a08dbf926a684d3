import type { ApprovalChange, BalanceChange } from "../../service-api/simulation.ts";
import type { DecodedEvmTransaction } from "../decoded-transaction/decoded-transaction.ts";
import { type Comparison, type LocalSimulation, passedOf } from "../decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { type Net, netsOf, sidesOf } from "../effects/compare/balances.ts";
import { type FamilyOperations, familyOperationsOf, itemOf, NEW_ITEM } from "../effects/family.ts";
import { type Message, message } from "../localized-text.ts";

export interface LocalResult {
	readonly local: LocalSimulation;
	readonly comparison: Comparison;
}

export const NOT_FOUND: LocalResult = {
	local: { state: "none" },
	comparison: { verdict: "unproven", effects: [] },
};

/** `both`: the simulations agree. `simulated`: only our own simulation shows the effect. */
export type EffectSource = "service" | "simulated" | "both";

export interface Sourced {
	readonly record: BalanceChange;
	readonly source: EffectSource;
}

interface RecordKeys {
	readonly local: string;
	readonly counted: string;
	readonly whole: string;
}

function keysOf(family: FamilyOperations, record: BalanceChange): RecordKeys {
	const account = family.bearer(record);
	const asset = family.asset(record.asset);
	const keyOf = (item: string | null) => JSON.stringify([account, asset, item]);
	return { local: keyOf(itemOf(record.tokenId)), counted: keyOf(NEW_ITEM), whole: keyOf(null) };
}

/**
 * If a record has no direction, uses the direction of our simulation's net change, unless that is zero or
 * missing.
 */
function directed(record: BalanceChange, ours: Net | undefined): BalanceChange {
	const open = typeof record.direction !== "string" && !record.amount.startsWith("-");
	if (!open || ours === undefined || ours.raw === 0n) return record;
	return { ...record, direction: ours.raw > 0n ? "in" : "out" };
}

export function sourcedRecords(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	own: LocalSimulation,
): readonly Sourced[] {
	const stated = subject.simulation?.balanceChanges ?? [];
	const simulation = passedOf(own);
	if (simulation === null) return stated.map((record) => ({ record, source: "service" }));
	const family = familyOperationsOf(subject);
	const { theirs, ours } = sidesOf(family, subject.simulation, simulation, false);
	const found = <T>(nets: ReadonlyMap<string, T>, record: BalanceChange): T | undefined => {
		const { local: key, counted, whole } = keysOf(family, record);
		return nets.get(key) ?? nets.get(counted) ?? nets.get(whole);
	};
	const isCounted = (nets: ReadonlyMap<string, Net>, record: BalanceChange): boolean => {
		const { local: key, counted } = keysOf(family, record);
		return !nets.has(key) && nets.has(counted);
	};
	// Only our own simulation shows the IDs of new items.
	const made = simulation.balanceChanges
		.filter((record) => isCounted(ours, record))
		.map((record): Sourced => ({ record, source: "both" }));
	const declared = stated.filter((record) => !isCounted(theirs, record));
	const all = declared.map((record): Sourced => {
		const [says, is] = [found(theirs, record), found(ours, record)];
		const same = says !== undefined && is !== undefined && (says.raw === is.raw || says.open > 0n);
		return { record: same ? directed(record, is) : record, source: same ? "both" : "service" };
	});
	const added = simulation.balanceChanges
		.filter((record) => found(theirs, record) === undefined)
		.filter(({ account }) => family.mine(family.account(account ?? family.signer)))
		// Drops circular flows, because they cancel each other out.
		.filter((record) => (found(netsOf(family, simulation.balanceChanges, false), record)?.raw ?? 0n) !== 0n)
		.map((record): Sourced => ({ record, source: "simulated" }));
	return [...all, ...made, ...added];
}

export interface ChangesClaim {
	/**
	 * `contradicted`: our simulation shows something different. `unconfirmed`: at least one part comes only
	 * from the service.
	 */
	readonly status: "contradicted" | "unconfirmed" | "told";
	readonly text: Message;
}

export const claimed = (text: Message): ChangesClaim => ({ status: "told", text });

const CLAIMS: Readonly<Record<"agrees" | "unseen" | "drifts" | "differs" | "undeclared", ChangesClaim>> = {
	agrees: claimed(message("changes.both.agree")),
	unseen: claimed(message("changes.both.unseen")),
	drifts: claimed(message("changes.both.drift")),
	differs: claimed(message("changes.both.differ")),
	undeclared: { status: "contradicted", text: message("changes.both.contradict") },
};

/**
 * Returns `null` unless our own simulation completed. `isClaimed` means that the service states the effects.
 */
export function claimWithLocal(
	{ local, comparison }: LocalResult,
	isClaimed: boolean,
	rows: number,
): ChangesClaim | null {
	if (passedOf(local) === null) return null;
	if (!isClaimed)
		return rows === 0 ? claimed(message("changes.own.unseen")) : claimed(message("changes.own.alone"));
	const { verdict } = comparison;
	if (verdict === "unproven" || verdict === "running") return claimed(message("changes.own"));
	return rows === 0 && verdict === "agrees" ? CLAIMS.unseen : CLAIMS[verdict];
}

export function addedApprovals(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	{ local, comparison }: LocalResult,
): readonly ApprovalChange[] {
	const simulation = passedOf(local);
	if (simulation === null) return [];
	const family = familyOperationsOf(subject);
	const costly = comparison.effects.filter(
		({ kind, status, costs }) => kind === "approval" && (status === "only_ours" || costs),
	);
	return simulation.approvals.filter((record) =>
		costly.some(
			({ asset, other, account }) =>
				asset === family.token(record.asset) &&
				other === family.account(record.spender) &&
				account === family.account(record.account),
		),
	);
}
