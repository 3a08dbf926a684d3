import type { JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/localized-text.ts";
import type { Review } from "../../core/review/compose.ts";
import type { AllowanceRow, allowanceProcedures, allowanceTrustedProcedures } from "../../ipc/allowances.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Events } from "../events.ts";
import type { CommandInput, HandlersOf } from "../handlers.ts";
import { type Entry, revocationEntryId } from "../inbox/entries/entry.ts";
import type { Networks } from "../networks/networks.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Revocations } from "../reviewing/own/revocations.ts";
import type { Rules } from "../rules/feature.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { AllowanceAge } from "./allowance-ages.ts";
import { AllowanceReader } from "./allowance-reader.ts";
import {
	type AllowancesState,
	leftRows,
	pendingRevocations,
	placeOf,
	revocationOf,
} from "./allowances-view.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import { LeftAllowances } from "./left-allowances.ts";
import { NotedAllowances } from "./noted-allowances.ts";
import type { SeenAllowance, SeenAllowances } from "./seen-allowances.ts";

const MAX_READ = 400;
const NOTHING: AllowancesState = { chains: [], reading: false, readAt: null, fault: null, left: 0 };

type Commands = HandlersOf<typeof allowanceProcedures & typeof allowanceTrustedProcedures>;

export class Allowances implements Commands {
	readonly #app;
	readonly #reader;
	readonly #noted;
	readonly #left;
	#state = NOTHING;
	#isDue = false;
	#isWatched = false;

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "log"> & {
			readonly desktop: Pick<Ports["desktop"], "raiseTrusted">;
		};
		readonly events: Pick<Events, "emit">;
		readonly stores: {
			readonly journal: Pick<Journal, "rows" | "ofSession" | "unsettled" | "stepRowsOf">;
			readonly metAllowances: Pick<SeenAllowances, "list" | "note">;
		};
		readonly window: Pick<TrustedWindow, "go" | "isPinned">;
		readonly networks: Pick<Networks, "chains" | "svmChains">;
		readonly wallet: { readonly accounts: Pick<Accounts, "find"> };
		readonly rules: Pick<Rules, "labels" | "ownAddresses">;
		readonly requests: { readonly revocations: Pick<Revocations, "plan"> };
		readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
		readonly inbox: { entry(id: string): Pick<Entry, "row"> | null };
		readonly signedIn: { current(): { readonly scope: string } };
	}) {
		const { events, ports, stores } = app;
		this.#app = app;
		const reader = new AllowanceReader(app);
		const noted = new NotedAllowances(app);
		this.#reader = reader;
		this.#noted = noted;
		this.#left = new LeftAllowances({
			met: () => stores.metAllowances.list(),
			ofRow: (row) => noted.ofRow(row),
			ofSession: (sessionId) => noted.rowsOf(sessionId),
			read: (chainRef, met) => reader.read(chainRef, met),
			events,
			log: ports.log,
		});
	}

	/** Never throws. */
	met(review: Review): void {
		this.#noted.met(review);
	}

	state(): AllowancesState {
		return this.#state;
	}

	age(met: SeenAllowance): AllowanceAge {
		return this.#noted.age(met);
	}

	ofSession(sessionId: string): readonly string[] {
		return this.#noted.ofSession(sessionId);
	}

	leftRows(entryId: string, sent: readonly JournalRow[]): readonly AllowanceRow[] {
		const found = this.#left.of(entryId, sent);
		if (found.length === 0) return [];
		return leftRows(found, this.#app.rules.labels(), pendingRevocations(this.#app));
	}

	watch(on: boolean): void {
		this.#isWatched = on;
		if (on) this.refresh();
	}

	refresh(): void {
		if (this.#state.reading) {
			this.#isDue = true;
			return;
		}
		this.#set({ ...this.#state, reading: true });
		void this.#run();
	}

	moved(row: JournalRow): void {
		if (row.state !== "settled") return;
		this.#left.forget();
		this.#noted.settled(row);
		if (this.#isWatched) this.refresh();
	}

	async watchAllowances({ on }: CommandInput<Commands, "watchAllowances">): Promise<CommandOutcome> {
		this.watch(on);
		return done;
	}

	async refreshAllowances(): Promise<CommandOutcome> {
		this.refresh();
		return done;
	}

	async revoke({ id }: CommandInput<Commands, "revoke">): Promise<CommandOutcome> {
		return await this.#revoke(this.#state.chains.flatMap((read) => read.found).find(({ key }) => key === id));
	}

	async revokeLeft({ entryId, id }: CommandInput<Commands, "revokeLeft">): Promise<CommandOutcome> {
		const row = this.#app.inbox.entry(entryId)?.row ?? null;
		if (row === null) return refused(message("app.permission.gone"));
		const steps = this.#app.stores.journal.stepRowsOf(row.id);
		const left = this.#left.of(entryId, steps.length === 0 ? [row] : steps);
		return await this.#revoke(left.find(({ key }) => key === id));
	}

	async #revoke(found: FoundAllowance | undefined): Promise<CommandOutcome> {
		const { ports, requests, reviewing, wallet, window } = this.#app;
		const request = found === undefined ? null : revocationOf(wallet.accounts, found);
		if (request === null) return refused(message("app.permission.gone"));
		if (window.isPinned()) {
			ports.desktop.raiseTrusted();
			return refused(message("app.phrase-waits"));
		}
		const place = placeOf(request.chainRef, request.account, request.revokes);
		const waiting = pendingRevocations(this.#app).get(place);
		if (waiting !== undefined) {
			window.go({ kind: "entry", entryId: waiting, mode: "progress" });
			return done;
		}
		const planning = await requests.revocations.plan(request);
		if (!planning.ok) return refused(planning.text);
		const entryId = revocationEntryId(planning.planned.id);
		window.go({ kind: "entry", entryId, mode: "review" });
		void reviewing.reviews.load(entryId);
		return done;
	}

	#set(state: AllowancesState): void {
		this.#state = state;
		this.#app.events.emit("allowance-changed");
	}

	async #run(): Promise<void> {
		const found = await this.#read();
		const isDue = this.#isDue;
		this.#isDue = false;
		this.#set({ ...found, reading: isDue });
		if (isDue) await this.#run();
	}

	async #read(): Promise<Omit<AllowancesState, "reading">> {
		const { clock, log } = this.#app.ports;
		try {
			await this.#noted.noteEarlier();
			const all = this.#noted.own();
			const some = all.slice(0, MAX_READ);
			const byChain = Map.groupBy(some, (met) => met.chainRef);
			const chains = await Promise.all(
				[...byChain].map(([chainRef, met]) => this.#reader.read(chainRef, met)),
			);
			return { chains, readAt: clock.now(), fault: null, left: all.length - some.length };
		} catch (cause) {
			log(`allowances: ${String(cause)}`);
			const fault = cause instanceof StorageError ? cause.text : message("app.allowances.met-unreadable");
			return { ...this.#state, fault };
		}
	}
}
