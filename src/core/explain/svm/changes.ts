import { directionOf } from "../../../service-api/simulation.ts";
import type { Unit } from "../../format/amount.ts";
import { message } from "../../message.ts";
import { passedOf } from "../../subject/opinion.ts";
import { nativeAmount } from "../../subject/subject.ts";
import { isSol, type SvmFlow, svmAgreementOf, svmFlows } from "../../subject/svm/outflow.ts";
import { mintUnit, type SvmSubject, tokenAccountOf } from "../../subject/svm/svm-subject.ts";
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
import { claimed, claimWithOwn, NOT_FOUND, type OwnFound, type Sourced, sourcedRecords } from "../sourced.ts";

/** What a Solana transaction will change by the service's simulation and by ours, for the user's accounts first. */

/** The chain's unit where it is known; else the service's claim, marked unchecked. */
function unitFor(subject: SvmSubject, record: ClaimedChange): Unit {
	if (isSol(record.asset)) return nativeAmount(subject.chainRef, 0n);
	const unit = mintUnit(subject.facts, record.asset);
	return unit.checked ? unit : statedUnit(record, unit.symbol);
}

/** A record's amount in its best-known unit. */
export function svmClaimed(subject: SvmSubject, record: ClaimedChange): ClaimedAmount {
	return claimedIn(unitFor(subject, record), record.amount);
}

function changeOf(subject: SvmSubject, { record, source }: Sourced): BalanceChangeRow {
	const stated = record.account ?? subject.signer;
	const holder = tokenAccountOf(subject.facts, stated)?.owner;
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

/** Of one thing that leaves, by its instruction alone. */
function leaving(subject: SvmSubject, { asset, amount, from, to }: SvmFlow): BalanceChangeRow {
	const unit = asset === "native" ? nativeAmount(subject.chainRef, 0n) : mintUnit(subject.facts, asset);
	return {
		asset: asset ?? from[0] ?? "",
		account: subject.signer,
		mine: true,
		direction: "out",
		amount: { kind: "amount", amount: { ...unit, raw: amount } },
		tokenId: null,
		counterparty: to.at(-1) ?? null,
		holder: subject.signer,
		step: null,
		source: "service",
	};
}

/** Where nobody states what changes, what the instructions themselves take is told all the same. */
function decodedChanges(subject: SvmSubject): BalanceChanges {
	const rows = svmFlows(subject).map((flow) => leaving(subject, flow));
	const claim =
		rows.length === 0 ? claimed(message("changes.nobody")) : claimed(message("changes.nobody.decoded"));
	return { rows, claim };
}

export function svmChangesOf(subject: SvmSubject, found: OwnFound = NOT_FOUND): BalanceChanges {
	const silent = subject.simulation === null && subject.transaction === null;
	if (silent && passedOf(found.own) === null) return decodedChanges(subject);
	const rows = sourcedRecords(subject, found.own).map((sourced) => changeOf(subject, sourced));
	const sorted = rows.toSorted((left, right) => Number(right.mine) - Number(left.mine));
	const own = claimWithOwn(found, subject.simulation !== null, rows.length);
	if (own !== null) return { rows: sorted, claim: own };
	if (subject.unavailable !== undefined) return { rows: decodedChanges(subject).rows, claim: UNSIMULATED };
	if (rows.length === 0 && svmFlows(subject).length === 0)
		return { rows: sorted, claim: claimed(message("changes.service.none")) };
	return { rows: sorted, claim: claimOf(svmAgreementOf(subject), rows) };
}
