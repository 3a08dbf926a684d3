import { directionOf } from "../../../service-api/simulation.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import { passedOf } from "../../decoded-transaction/opinion.ts";
import { isSol, svmAgreementOf } from "../../decoded-transaction/svm/outflow.ts";
import {
	type DecodedSvmTransaction,
	mintUnit,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { familyOperationsOf } from "../../effects/family.ts";
import { outgoingBy } from "../../effects/svm/movements.ts";
import { type MovementDraft, NOBODY } from "../../effects/svm/reader.ts";
import type { Unit } from "../../format/amount.ts";
import { message } from "../../localized-text.ts";
import {
	type BalanceChangeRow,
	type BalanceChanges,
	type ClaimedAmount,
	type ClaimedChange,
	claimedIn,
	claimOf,
	statedUnit,
	UNSIMULATED,
} from "../evm/changes.ts";
import {
	claimed,
	claimWithLocal,
	type LocalResult,
	NOT_FOUND,
	type Sourced,
	sourcedRecords,
} from "../sourced.ts";

function unitFor(subject: DecodedSvmTransaction, record: ClaimedChange): Unit {
	if (isSol(record.asset)) return nativeAmount(subject.chainRef, 0n);
	const unit = mintUnit(subject.facts, record.asset);
	return unit.checked ? unit : statedUnit(record, unit.symbol);
}

export function svmClaimed(subject: DecodedSvmTransaction, record: ClaimedChange): ClaimedAmount {
	return claimedIn(unitFor(subject, record), record.amount);
}

function changeOf(subject: DecodedSvmTransaction, { record, source }: Sourced): BalanceChangeRow {
	const stated = record.account ?? subject.signer;
	const bearer = familyOperationsOf(subject).bearer(record);
	const isBorne = bearer !== stated && subject.user.accounts.includes(bearer);
	const holder = tokenAccountOf(subject.facts, stated)?.owner ?? (isBorne ? bearer : undefined);
	return {
		asset: isSol(record.asset) ? "native" : record.asset,
		account: stated,
		mine: [stated, holder].some((each) => each !== undefined && subject.user.accounts.includes(each)),
		direction: directionOf(record) ?? (record.amount.startsWith("-") ? "out" : "unknown"),
		amount: svmClaimed(subject, record),
		tokenId: record.tokenId ?? null,
		counterparty: record.counterparty ?? null,
		holder: holder ?? stated,
		step: record.step ?? null,
		source,
	};
}

function leaving(
	subject: DecodedSvmTransaction,
	{ asset, least, most, from, to }: MovementDraft,
): BalanceChangeRow {
	const { kind, address } = asset;
	const unit = kind === "native" ? nativeAmount(subject.chainRef, 0n) : mintUnit(subject.facts, address);
	return {
		asset: address ?? "",
		account: from,
		mine: true,
		direction: "out",
		amount: { kind: "amount", amount: { ...unit, raw: most ?? least } },
		tokenId: null,
		counterparty: to === NOBODY ? null : to,
		holder: from,
		step: null,
		source: "service",
	};
}

const outgoing = (subject: DecodedSvmTransaction): readonly MovementDraft[] =>
	subject.steps.flatMap((step) => outgoingBy(subject, step));

function decodedChanges(subject: DecodedSvmTransaction): BalanceChanges {
	const rows = outgoing(subject).map((movement) => leaving(subject, movement));
	const claim =
		rows.length === 0 ? claimed(message("changes.nobody")) : claimed(message("changes.nobody.decoded"));
	return { rows, claim };
}

export function svmChangesOf(subject: DecodedSvmTransaction, found: LocalResult = NOT_FOUND): BalanceChanges {
	const silent = subject.simulation === null && subject.transaction === null;
	if (silent && passedOf(found.local) === null) return decodedChanges(subject);
	const rows = sourcedRecords(subject, found.local).map((sourced) => changeOf(subject, sourced));
	const sorted = rows.toSorted((left, right) => Number(right.mine) - Number(left.mine));
	const own = claimWithLocal(found, subject.simulation !== null, rows.length);
	if (own !== null) return { rows: sorted, claim: own };
	if (subject.unavailable !== undefined) return { rows: decodedChanges(subject).rows, claim: UNSIMULATED };
	if (rows.length === 0 && outgoing(subject).length === 0)
		return { rows: sorted, claim: claimed(message("changes.service.none")) };
	return { rows: sorted, claim: claimOf(svmAgreementOf(subject), rows) };
}
