import type { DatabaseSync } from "node:sqlite";
import type { PriceSource } from "../../core/fiat/price.ts";
import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { ActivityRowPage, activityProcedures, StatementWeekView } from "../../ipc/activity.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import { transactionPage } from "../signing/transaction-page.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TimeZone } from "../time-zone.ts";
import { type ActivitySource, olderActivity } from "./activity-row.ts";
import { activityCsv, activityLines, journalText, statementCsv } from "./export-tables.ts";
import { RecordStore } from "./record-store.ts";
import { Recorder, type RecorderContext } from "./recorder.ts";
import { PriceMemory } from "./seen-prices.ts";
import { statementView, wholeStatement } from "./statements.ts";

const proofName = (at: number): string =>
	`countersign-proof-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}.json`;

type Commands = HandlersOf<typeof activityProcedures>;

export class Activity implements Commands {
	readonly #app;
	readonly recorder: Recorder;
	readonly records: RecordStore;
	readonly seenPrices: PriceMemory;

	constructor(
		app: RecorderContext &
			Omit<ActivitySource, "activity"> & {
				readonly ports: { readonly desktop: Pick<Ports["desktop"], "saveFile" | "confirmLink"> };
				readonly events: Pick<Events, "on">;
				readonly timeZone: Pick<TimeZone, "name">;
				readonly stores: {
					readonly journalDb: DatabaseSync;
					readonly journal: Pick<Journal, "verify" | "written" | "row">;
				};
				readonly fiat: { readonly prices: { of: PriceSource } };
			},
	) {
		this.#app = app;
		const { journalDb } = app.stores;
		this.records = new RecordStore(journalDb);
		this.seenPrices = new PriceMemory(journalDb, (chainRef, asset) => app.fiat.prices.of(chainRef, asset));
		this.recorder = new Recorder(app, this.records, this.seenPrices);
		app.events.on("rejection-recorded", (rejection) => this.recorder.recordRejection(rejection));
	}

	async verifyJournal(): Promise<{ readonly ok: boolean; readonly text: Text }> {
		const found = this.#app.stores.journal.verify();
		if (found.ok) return { ok: true, text: message("app.journal.whole", { count: found.steps }) };
		const place = found.fault ?? message("app.journal.unknown-place");
		return { ok: false, text: message("app.journal.not-whole", { place }) };
	}

	async exportJournal(): Promise<CommandOutcome> {
		return await this.#save("countersign-journal.json", journalText(this.#app));
	}

	async olderActivity({ after }: CommandInput<Commands, "olderActivity">): Promise<ActivityRowPage> {
		return olderActivity(this.#source(), after);
	}

	async statement(): Promise<readonly StatementWeekView[]> {
		return statementView(this.#app, this.#weeks());
	}

	async exportActivity({ form }: CommandInput<Commands, "exportActivity">): Promise<CommandOutcome> {
		return form === "csv"
			? await this.#save("countersign-activity.csv", activityCsv(this.#source()))
			: await this.#save("countersign-activity.jsonl", activityLines(this.#source()));
	}

	async exportStatement(): Promise<CommandOutcome> {
		return await this.#save("countersign-statement.csv", statementCsv(this.#source(), this.#weeks()));
	}

	async openTransaction({ id }: CommandInput<Commands, "openTransaction">): Promise<CommandOutcome> {
		const { networks, ports, signedIn, stores } = this.#app;
		const row = stores.journal.row(id);
		const isOwn = row !== null && (row.scope === signedIn.current().scope || row.scope === LOCAL_SCOPE);
		const page = isOwn ? transactionPage(networks, row, stores.journal.stepRowsOf(id)) : null;
		if (page === null) return refused(message("app.no-explorer"));
		// Declining the prompt isn't a failure.
		await ports.desktop.confirmLink(page.href);
		return done;
	}

	async saveProof({ id }: CommandInput<Commands, "saveProof">): Promise<CommandOutcome> {
		const { scope } = this.#app.signedIn.current();
		const proof = this.records.proof(scope, id);
		const record = this.records.list(scope).find(({ key }) => key === id);
		if (proof === null || record === undefined) return refused(message("app.no-proof"));
		return await this.#save(proofName(record.at), `${proof}\n`);
	}

	#source() {
		const { networks, rules, signedIn, stores } = this.#app;
		return { networks, rules, signedIn, stores, activity: this };
	}

	#weeks() {
		return wholeStatement(this.#source(), this.#app.timeZone.name());
	}

	async #save(name: string, text: string): Promise<CommandOutcome> {
		return (await this.#app.ports.desktop.saveFile(name, text)) ? done : refused(message("app.not-saved"));
	}
}
