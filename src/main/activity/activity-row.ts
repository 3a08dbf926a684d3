import { appOfFrozen } from "../../core/activity/row-entries.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { message } from "../../core/localized-text.ts";
import { readableValues } from "../../core/review/approval.ts";
import type { ActivityRow, ActivityRowPage, ApprovedRow, RecordRow } from "../../ipc/activity.ts";
import { stepProgressOf } from "../inbox/entries/entries.ts";
import { outcomeOf, progressSteps } from "../inbox/entries/progress-view.ts";
import { titled } from "../inbox/entries/titles.ts";
import type { Networks } from "../networks/networks.ts";
import type { Rules } from "../rules/rules.ts";
import { sentTransaction, transactionPage } from "../signing/transaction-page.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView, type Labels } from "../views/addresses.ts";
import type { RecordStore, StoredRecord } from "./record-store.ts";

const MAX_ACTIVITY = 200;
/** SQLite treats a negative limit as no limit. */
const EVERY = -1;

export interface ActivitySource {
	readonly stores: { readonly journal: Pick<Journal, "rows" | "steps" | "stepRowsOf"> };
	readonly activity: { readonly records: Pick<RecordStore, "list" | "pruned"> };
	readonly networks: Pick<Networks, "chainNameOf" | "explorerOf">;
	readonly rules: Pick<Rules, "labels">;
	readonly signedIn: { current(): { readonly scope: string } & Parameters<typeof titled>[0] };
}

const chainOf = (app: ActivitySource, chainRef: string) =>
	chainRef === "" ? message("progress.no-chain") : app.networks.chainNameOf(chainRef);

function approvedRow(app: ActivitySource, row: JournalRow, labels: Labels): ApprovedRow {
	const steps = app.stores.journal.steps(row.id);
	const items = stepProgressOf(app.stores.journal, row);
	const frozen = readableOrNull(row.frozen);
	const legRows = items.map((item) => item.row);
	return {
		kind: "approved",
		id: row.id,
		at: row.approvedAt,
		headline: row.headline,
		session: titled(app.signedIn.current(), row.sessionId),
		sessionId: row.sessionId,
		entryId: row.entryId,
		app: frozen === null ? null : appOfFrozen(frozen),
		chain: chainOf(app, row.chainRef),
		signer: addressView(row.signer, labels),
		state: row.state,
		outcome: outcomeOf(row, steps, items),
		transactionId: sentTransaction(row, legRows)?.id ?? null,
		explorer: transactionPage(app.networks, row, legRows)?.host ?? null,
		fingerprint: row.fingerprint,
		digest: row.digest,
		steps: progressSteps(row, steps, items),
	};
}

function recordRow(
	app: ActivitySource,
	{ key, at, body, hasProof }: StoredRecord,
	labels: Labels,
): RecordRow {
	const { entryId, sessionId, headline, chainRef, signer } = body;
	const common = {
		id: key,
		at,
		headline,
		session: titled(app.signedIn.current(), sessionId),
		sessionId,
		entryId,
		app: body.app,
		chain: chainOf(app, chainRef),
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
			return { ...common, kind: body.kind, rule: body.rule, text: body.told };
		case "lie": {
			const { kind, lie, fields, told } = body;
			const values = readableValues({ ...body, field: fields[0] ?? "" }, chainRef);
			return { ...common, kind, lie, fields, ...values, text: told, hasProof };
		}
	}
}

type Listed = { readonly at: number } & (
	| { readonly row: JournalRow; readonly record?: never }
	| { readonly record: StoredRecord; readonly row?: never }
);

/** Lists an approval after its records if their times are equal. */
function listed(app: ActivitySource, limit: number): readonly Listed[] {
	const { scope } = app.signedIn.current();
	const rows = app.stores.journal.rows(scope, limit).map((row): Listed => ({ at: row.approvedAt, row }));
	const records = app.activity.records.list(scope).map((record): Listed => ({ at: record.at, record }));
	return [...records, ...rows].toSorted((one, other) => other.at - one.at);
}

const toRows = (app: ActivitySource, all: readonly Listed[]): readonly ActivityRow[] => {
	const labels = app.rules.labels();
	return all.map((each) =>
		each.row === undefined ? recordRow(app, each.record, labels) : approvedRow(app, each.row, labels),
	);
};

export const activityRows = (app: ActivitySource): readonly ActivityRow[] =>
	toRows(app, listed(app, MAX_ACTIVITY).slice(0, MAX_ACTIVITY));

export function olderActivity(app: ActivitySource, after: number): ActivityRowPage {
	const all = listed(app, EVERY);
	return {
		rows: toRows(app, all.slice(after, after + MAX_ACTIVITY)),
		more: all.length > after + MAX_ACTIVITY,
		pruned: app.activity.records.pruned(app.signedIn.current().scope),
	};
}

export const allActivity = (app: ActivitySource): readonly ActivityRow[] => toRows(app, listed(app, EVERY));
