import { message } from "../../core/message.ts";
import type { activityProcedures } from "../../ipc/activity.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import { transactionPage } from "../signing/transaction-page.ts";
import type { Journal } from "../storage/journal-db.ts";
import { timeZoneAt } from "../time-zone.ts";
import { olderActivity } from "./activity-row.ts";
import { type ExportDeps, journalText } from "./export-journal.ts";
import { activityCsv, activityLines, statementCsv, type TableDeps } from "./export-tables.ts";
import type { RecordStore } from "./record-store.ts";
import { statementView } from "./statement-view.ts";
import { wholeStatement } from "./statements.ts";

export interface ActivityDeps extends Omit<ExportDeps, "journal" | "ports" | "account">, TableDeps {
	readonly journal: Pick<Journal, "verify" | "written" | "row"> & TableDeps["journal"];
	readonly records: Pick<RecordStore, "list" | "pruned" | "proof">;
	readonly ports: Pick<Ports, "version" | "clock" | "desktop">;
}

/** A name for the file of a proof, of nothing that others wrote. */
const proofName = (at: number): string =>
	`countersign-proof-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}.json`;

/** The desk's commands about what was approved, and what never was. */
export function activityHandlers(deps: ActivityDeps): HandlersOf<typeof activityProcedures> {
	async function save(name: string, text: string): Promise<CommandOutcome> {
		return (await deps.ports.desktop.saveFile(name, text)) ? done : refused(message("app.not-saved"));
	}

	return {
		async verifyJournal() {
			const found = deps.journal.verify();
			return found.ok
				? { ok: true, text: message("app.journal.whole", { count: found.steps }) }
				: {
						ok: false,
						text: message("app.journal.not-whole", {
							place: found.fault ?? message("app.journal.unknown-place"),
						}),
					};
		},
		exportJournal: async () => await save("countersign-journal.json", journalText(deps)),
		olderActivity: async ({ after }) => olderActivity(deps, after),
		statement: async () => statementView(deps, wholeStatement(deps, timeZoneAt(deps.ports.clock.now()))),
		exportActivity: async ({ form }) =>
			form === "csv"
				? await save("countersign-activity.csv", activityCsv(deps))
				: await save("countersign-activity.jsonl", activityLines(deps)),
		exportStatement: async () =>
			await save(
				"countersign-statement.csv",
				statementCsv(deps, wholeStatement(deps, timeZoneAt(deps.ports.clock.now()))),
			),
		async openTransaction({ id }) {
			const row = deps.journal.row(id);
			const isOwn = row !== null && row.scope === deps.account().scope;
			const page = isOwn ? transactionPage(deps, row, deps.journal.stepRowsOf(id)) : null;
			if (page === null) return refused(message("app.no-explorer"));
			// A “no” to main's question is an answer, not a fault.
			await deps.ports.desktop.confirmLink(page.href);
			return done;
		},
		async saveProof({ id }) {
			const { scope } = deps.account();
			const proof = deps.records.proof(scope, id);
			const record = deps.records.list(scope).find(({ key }) => key === id);
			if (proof === null || record === undefined) return refused(message("app.no-proof"));
			return await save(proofName(record.at), `${proof}\n`);
		},
	};
}
