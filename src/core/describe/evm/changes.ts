import { directionOf } from "../../../service-api/simulation.ts";
import {
	type DecodedEvmTransaction,
	isNative,
	nativeAmount,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { Agreement } from "../../decoded-transaction/opinion.ts";
import { agreementOf } from "../../effects/evm/hidden.ts";
import { decodedOutflow } from "../../effects/evm/outflows.ts";
import type { Amount, Unit } from "../../format/amount.ts";
import { readUint } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import { sameAddress } from "../../identities/labels.ts";
import { message, type Text } from "../../localized-text.ts";
import {
	type ChangesClaim,
	claimed,
	claimWithLocal,
	type EffectSource,
	type LocalResult,
	NOT_FOUND,
	type Sourced,
	sourcedRecords,
} from "../sourced.ts";

export type ClaimedAmount =
	| { readonly kind: "amount"; readonly amount: Amount }
	| { readonly kind: "unreadable"; readonly text: string; readonly symbol: Text };

export interface BalanceChangeRow {
	/** `native`, or a token address exactly as the service wrote it. */
	readonly asset: string;
	readonly account: string;
	readonly mine: boolean;
	readonly direction: "in" | "out" | "unknown";
	readonly amount: ClaimedAmount;
	readonly tokenId: string | null;
	readonly counterparty: string | null;
	readonly holder: string;
	readonly step: number | null;
	readonly source: EffectSource;
}

export interface BalanceChanges {
	readonly rows: readonly BalanceChangeRow[];
	readonly claim: ChangesClaim;
}

export interface ClaimedChange {
	readonly asset: string;
	readonly amount: string;
	readonly symbol?: string | null | undefined;
	readonly decimals?: number | null | undefined;
}

function unitFor(subject: DecodedEvmTransaction, record: ClaimedChange): Unit {
	if (isNative(record.asset)) return nativeAmount(subject.chainRef, 0n);
	const unit = unitOf(subject.facts, record.asset);
	return unit.checked ? unit : statedUnit(record, unit.symbol);
}

export function claimedIn(unit: Unit, amount: string): ClaimedAmount {
	const raw = readUint(amount.replace(/^-(?=[1-9])/, ""));
	if (raw === null) return { kind: "unreadable", text: plain(amount), symbol: unit.symbol };
	return { kind: "amount", amount: { ...unit, raw } };
}

const shownSymbol = (symbol: Text): Text => (typeof symbol === "string" ? plain(symbol, 16) : symbol);

export function statedUnit(record: Pick<ClaimedChange, "symbol" | "decimals">, symbol: Text): Unit {
	const stated = record.decimals;
	const decimals = typeof stated === "number" && stated >= 0 && stated <= 255 ? stated : null;
	return { decimals, symbol: shownSymbol(record.symbol ?? symbol), checked: false };
}

export function claimedAmount(subject: DecodedEvmTransaction, record: ClaimedChange): ClaimedAmount {
	return claimedIn(unitFor(subject, record), record.amount);
}

function changeOf(subject: DecodedEvmTransaction, { record, source }: Sourced): BalanceChangeRow {
	const account = record.account ?? subject.signer;
	const negative = record.amount.startsWith("-");
	return {
		asset: isNative(record.asset) ? "native" : record.asset,
		account,
		mine: subject.user.accounts.some((mine) => sameAddress(mine, account)),
		direction: directionOf(record) ?? (negative ? "out" : "unknown"),
		amount: claimedAmount(subject, record),
		tokenId: record.tokenId ?? null,
		counterparty: record.counterparty ?? null,
		holder: account,
		step: record.step ?? null,
		source,
	};
}

const CLAIMS: Readonly<Record<Agreement, ChangesClaim>> = {
	agrees: claimed(message("changes.service.decoded")),
	contradicts: {
		status: "contradicted",
		text: message("changes.service.contradicted"),
	},
	silent: { status: "unconfirmed", text: message("changes.service.alone") },
};

const NOTHING_CLAIMED = claimed(message("changes.service.unseen"));
/** Used if neither the service nor our RPC has a result. */
export const UNSIMULATED = claimed(message("changes.unsimulated"));
const ONLY_WHAT_LEAVES: ChangesClaim = {
	status: "unconfirmed",
	text: message("changes.service.what-comes"),
};

/** Decoding only shows what a payload takes, not what it returns. */
export function claimOf(agreement: Agreement, rows: readonly BalanceChangeRow[]): ChangesClaim {
	const more = rows.some(({ direction }) => direction !== "out");
	return agreement === "agrees" && more ? ONLY_WHAT_LEAVES : CLAIMS[agreement];
}

export function changesOf(subject: DecodedEvmTransaction, found: LocalResult = NOT_FOUND): BalanceChanges {
	const rows = sourcedRecords(subject, found.local).map((sourced) => changeOf(subject, sourced));
	const sorted = rows.toSorted((left, right) => Number(right.mine) - Number(left.mine));
	const own = claimWithLocal(found, subject.simulation !== null, rows.length);
	if (own !== null) return { rows: sorted, claim: own };
	if (subject.unavailable !== undefined) return { rows: sorted, claim: UNSIMULATED };
	const outflow = decodedOutflow(subject);
	if (rows.length === 0 && outflow === null) return { rows: sorted, claim: NOTHING_CLAIMED };
	return { rows: sorted, claim: claimOf(agreementOf(subject), rows) };
}
