import { appOfFrozen } from "../../core/activity/row-entries.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { message } from "../../core/message.ts";
import { readableValues } from "../../core/review/readable-values.ts";
import type { ActivityPage, ActivityRow, ApprovedRow, KeptRow } from "../../ipc/activity.ts";
import { stepProgressOf } from "../inbox/entries/entries.ts";
import { outcomeOf, progressSteps } from "../inbox/entries/progress-view.ts";
import { titled } from "../inbox/entries/titles.ts";
import { type PageDeps, sentTransaction, transactionPage } from "../signing/transaction-page.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView, type Labels } from "../views/addresses.ts";
import type { KeptRecord, RecordStore } from "./record-store.ts";

/** So many are listed at a time, the newest first. */
const MAX_ACTIVITY = 200;
/** No limit, as SQLite spells it. */
const EVERY = -1;

export interface ActivityRowsDeps extends PageDeps {
	readonly journal: Pick<Journal, "rows" | "steps" | "stepRowsOf">;
	readonly records: Pick<RecordStore, "list" | "pruned">;
	/** Whoever is signed in. */
	account(): { readonly scope: string } & Parameters<typeof titled>[0];
	/** The user's own names for addresses. */
	labels(): Labels;
	/** The user's own name for a network, else the known one. */
	chainNameOf(chainRef: string): string;
}

const chainOf = (deps: ActivityRowsDeps, chainRef: string) =>
	chainRef === "" ? message("progress.no-chain") : deps.chainNameOf(chainRef);

/** A row of the journal, as the list of the desk shows it. */
function approvedRow(deps: ActivityRowsDeps, row: JournalRow, labels: Labels): ApprovedRow {
	const steps = deps.journal.steps(row.id);
	const legs = stepProgressOf(deps.journal, row);
	const frozen = readableOrNull(row.frozen);
	const legRows = legs.map((leg) => leg.row);
	return {
		kind: "approved",
		id: row.id,
		at: row.approvedAt,
		headline: row.headline,
		session: titled(deps.account(), row.sessionId),
		sessionId: row.sessionId,
		entryId: row.entryId,
		app: frozen === null ? null : appOfFrozen(frozen),
		chain: chainOf(deps, row.chainRef),
		signer: addressView(row.signer, labels),
		state: row.state,
		outcome: outcomeOf(row, steps, legs),
		transactionId: sentTransaction(row, legRows)?.id ?? null,
		explorer: transactionPage(deps, row, legRows)?.host ?? null,
		fingerprint: row.fingerprint,
		digest: row.digest,
		steps: progressSteps(row, steps, legs),
	};
}

/** What was never signed, as the same list shows it. */
function keptRow(deps: ActivityRowsDeps, { key, at, body, hasProof }: KeptRecord, labels: Labels): KeptRow {
	const { entryId, sessionId, app, headline, chainRef, signer } = body;
	const common = {
		id: key,
		at,
		headline,
		session: titled(deps.account(), sessionId),
		sessionId,
		entryId,
		app,
		chain: chainOf(deps, chainRef),
		signer: signer === "" ? null : addressView(signer, labels),
		outcome: body.kind,
	};
	switch (body.kind) {
		case "rejected": {
			const { kind, by, reason, arrival, why } = body;
			return { ...common, kind, by, reason, arrival, why };
		}
		case "expired":
			return { ...common, kind: body.kind };
		case "rule":
			return { ...common, kind: body.kind, rule: body.rule, told: body.told };
		case "lie": {
			const { kind, lie, fields, told } = body;
			const values = readableValues({ ...body, field: fields[0] ?? "" }, chainRef);
			return { ...common, kind, lie, fields, ...values, told, hasProof };
		}
	}
}

type Listed = { readonly at: number } & (
	| { readonly row: JournalRow; readonly record?: never }
	| { readonly record: KeptRecord; readonly row?: never }
);

/** Both, the newest first; of the same moment what was approved comes after what was noted of it. */
function listed(deps: ActivityRowsDeps, limit: number): readonly Listed[] {
	const { scope } = deps.account();
	const rows = deps.journal.rows(scope, limit).map((row): Listed => ({ at: row.approvedAt, row }));
	const records = deps.records.list(scope).map((record): Listed => ({ at: record.at, record }));
	return [...records, ...rows].toSorted((one, other) => other.at - one.at);
}

const toRows = (deps: ActivityRowsDeps, all: readonly Listed[]): readonly ActivityRow[] => {
	const labels = deps.labels();
	return all.map((each) =>
		each.row === undefined ? keptRow(deps, each.record, labels) : approvedRow(deps, each.row, labels),
	);
};

/** The newest of all that was approved, or never signed. */
export const activityRows = (deps: ActivityRowsDeps): readonly ActivityRow[] =>
	toRows(deps, listed(deps, MAX_ACTIVITY).slice(0, MAX_ACTIVITY));

/** Those that come after so many of the newest, and what is told of all of them. Throws a StorageError. */
export function olderActivity(deps: ActivityRowsDeps, after: number): ActivityPage {
	const all = listed(deps, EVERY);
	return {
		rows: toRows(deps, all.slice(after, after + MAX_ACTIVITY)),
		more: all.length > after + MAX_ACTIVITY,
		pruned: deps.records.pruned(deps.account().scope),
	};
}

/** Every row of it, the newest first. Throws a StorageError. */
export const allActivity = (deps: ActivityRowsDeps): readonly ActivityRow[] =>
	toRows(deps, listed(deps, EVERY));
