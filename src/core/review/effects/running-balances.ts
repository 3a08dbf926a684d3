import type { BalanceChangeRow } from "../../describe/evm/changes.ts";
import { balancesOf, byKey, type StepBalance } from "../../effects/accounting.ts";
import type { EffectAsset, Effects } from "../../effects/effects.ts";
import { isTheirs } from "../../effects/gainers.ts";
import { addressKey } from "../../effects/parties.ts";
import type { Amount } from "../../format/amount.ts";

export interface RowBalance {
	readonly before: Amount;
	readonly after: Amount | null;
}

type Span = Pick<StepBalance, "before" | "after">;

const spanKey = (account: string, asset: string, step: number | null): string =>
	JSON.stringify([addressKey(account), addressKey(asset), step]);

const isCounted = ({ kind, item }: EffectAsset): boolean =>
	item === null && (kind === "native" || kind === "fungible");

function spansOf(effects: Effects): ReadonlyMap<string, Span> {
	const spans = new Map<string, Span>();
	for (const { account, asset, step, before, after } of balancesOf(effects, (each) =>
		isTheirs(effects, each),
	)) {
		if (asset.address === null || !isCounted(asset)) continue;
		const whole = spanKey(account, asset.address, null);
		spans.set(whole, { before: (spans.get(whole) ?? { before }).before, after });
		spans.set(spanKey(account, asset.address, step), { before, after });
	}
	return spans;
}

/** The order within a step is unknown, so incoming amounts come first. */
const incomingFirst = (rows: readonly BalanceChangeRow[]): readonly BalanceChangeRow[] =>
	rows.toSorted((left, right) => Number(left.direction !== "in") - Number(right.direction !== "in"));

function chained(before: bigint, rows: readonly BalanceChangeRow[]): readonly Span[] {
	const found: Span[] = [];
	let now = before;
	for (const { amount, direction } of rows) {
		if (amount.kind !== "amount" || direction === "unknown") return [];
		const after = direction === "in" ? now + amount.amount.raw : now - amount.amount.raw;
		found.push({ before: now, after });
		now = after;
	}
	return found;
}

export function runningBalances(
	rows: readonly BalanceChangeRow[],
	effects: Effects | null,
): ReadonlyMap<BalanceChangeRow, RowBalance> {
	const found = new Map<BalanceChangeRow, RowBalance>();
	if (effects === null) return found;
	const spans = spansOf(effects);
	const isSeveral = effects.shownBy.length > 1;
	const keyOf = ({ holder, asset, step }: BalanceChangeRow) =>
		spanKey(holder, asset, step === null ? (isSeveral ? null : 0) : step - 1);
	const groups = byKey(
		rows.filter(({ tokenId }) => tokenId === null),
		keyOf,
	);
	for (const [key, group] of groups) {
		const span = spans.get(key);
		if (span === undefined || span.before === null) continue;
		const ordered = incomingFirst(group);
		const chain = chained(span.before, ordered);
		// If the rows don't add up to the step's total, each row shows the balances of the whole step.
		const isWhole = chain.at(-1)?.after === span.after;
		for (const [at, row] of ordered.entries()) {
			const { before, after } = (isWhole ? chain[at] : undefined) ?? span;
			if (row.amount.kind !== "amount" || !row.amount.amount.checked || before === null) continue;
			const unit = row.amount.amount;
			found.set(row, {
				before: { ...unit, raw: before },
				after: after === null || after < 0n ? null : { ...unit, raw: after },
			});
		}
	}
	return found;
}
