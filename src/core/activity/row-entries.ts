import { nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { centsOf, type Price } from "../fiat/price.ts";
import { appNamed } from "../identities/labels.ts";
import { moveOutcomes } from "../journal/move-outcomes.ts";
import { type Predicted, type Receipt, scaleOfMove } from "../journal/records.ts";
import { hasStepRows, type JournalOutcome, type JournalRow } from "../journal/types.ts";
import { readableOrNull } from "../journal/unreadable.ts";
import { type Frozen, requestOf } from "../match/frozen.ts";
import { indexInRequest } from "../match/member.ts";
import type { ActivityRecord } from "./records.ts";
import type { Flow, StatementEntry } from "./statement.ts";

export type SeenPrices = (rowId: string, asset: string) => Pick<Price, "answer" | "decimals"> | null;

export function appOfFrozen(frozen: Frozen): string | null {
	const request = requestOf(frozen);
	if (request?.type !== "execute_evm") return null;
	const { transactions } = request;
	const index =
		frozen.kind === "commit"
			? indexInRequest({ batch: frozen.batch, request: frozen.request, legs: frozen.legs })
			: 0;
	return appNamed(transactions[index]?.protocol);
}

const NOTHING: ReadonlySet<JournalOutcome> = new Set([
	"refused",
	"unsigned",
	"dropped",
	"declined",
	"skipped",
	"replaced",
]);

const isVoid = (row: JournalRow): boolean =>
	row.dead || row.state === "refused" || (row.outcome !== null && NOTHING.has(row.outcome));

const listedDecimals = (chainRef: string, asset: string): number | null =>
	asset === "native" ? nativeOf(chainRef).decimals : (wellKnownAt(chainRef, asset)?.decimals ?? null);

type Unpriced = Omit<Flow, "cents">;

function priced(flow: Unpriced, price: ReturnType<SeenPrices>): Flow {
	const raw = flow.happened ?? flow.predicted;
	const { chainRef, asset, decimals } = flow;
	const isListed = decimals !== null && listedDecimals(chainRef, asset) === decimals;
	if (price === null || raw === null || !isListed) return { ...flow, cents: null };
	const rounding = flow.kind === "in" ? "down" : "up";
	const cents = centsOf(raw, decimals, { ...price, feed: "", at: 0 }, rounding);
	return { ...flow, cents: raw < 0n ? -cents : cents };
}

function feeOf(row: JournalRow, foreseen: Predicted, receipt: Receipt | null): Unpriced[] {
	const { decimals, symbol } = nativeOf(row.chainRef);
	const [most, paid] = [BigInt(foreseen.mostFee), receipt === null ? null : BigInt(receipt.feePaid)];
	if (most === 0n && (paid === null || paid === 0n)) return [];
	const { chainRef } = row;
	return [{ kind: "fee", chainRef, asset: "native", symbol, decimals, predicted: most, happened: paid }];
}

/** Excludes permissions, because granting one doesn't move funds yet. */
function flowsOf(row: JournalRow, prices: SeenPrices): readonly Flow[] {
	const [foreseen, receipt] = [readableOrNull(row.predicted), readableOrNull(row.receipt)];
	// Until one of them is mined, the replaced row represents both.
	const isSecond = row.kind === "replacement" && receipt === null;
	if (foreseen === null || isVoid(row) || isSecond) return [];
	const outcomes = receipt === null ? [] : moveOutcomes(foreseen, receipt);
	const moves = foreseen.moves
		.filter(({ kind }) => kind === "transfer")
		.map((move): Unpriced => {
			const scale = scaleOfMove(move);
			const found = outcomes.find((each) => each.move === move)?.happened ?? null;
			return {
				kind: move.direction,
				chainRef: row.chainRef,
				asset: move.asset,
				symbol: move.symbol,
				decimals: move.decimals,
				...(scale === undefined ? {} : { scale }),
				predicted: move.amount === null ? null : BigInt(move.amount),
				// A transaction that failed on-chain costs only its fee.
				happened: receipt !== null && !receipt.succeeded ? 0n : found,
			};
		});
	return [...moves, ...feeOf(row, foreseen, receipt)].map((flow) => priced(flow, prices(row.id, flow.asset)));
}

export function entryOfRow(
	row: JournalRow,
	items: readonly JournalRow[],
	prices: SeenPrices,
): StatementEntry {
	const frozen = readableOrNull(row.frozen);
	return {
		kind: "approved",
		at: row.approvedAt,
		app: frozen === null ? null : appOfFrozen(frozen),
		sessionId: row.sessionId,
		flows: (hasStepRows(row) ? items : [row]).flatMap((each) => flowsOf(each, prices)),
	};
}

/** @param at when the record was created, in Unix ms */
export const entryOfRecord = (
	{ kind, app, sessionId }: Pick<ActivityRecord, "kind" | "app" | "sessionId">,
	at: number,
): StatementEntry => ({ kind, at, app, sessionId, flows: [] });
