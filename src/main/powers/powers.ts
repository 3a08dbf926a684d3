import type { DatabaseSync } from "node:sqlite";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { readAddress, readChainRef } from "../../core/format/numeral.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message } from "../../core/localized-text.ts";
import type { RevocationRequest } from "../../core/review/approval-request.ts";
import type { Review } from "../../core/review/review.ts";
import type { PowerRow, powerProcedures, powerTrustedProcedures } from "../../ipc/powers.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Prices } from "../chains/prices.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { RevocationQueue } from "../reviewing/own/revocation-queue.ts";
import type { Rules } from "../rules/rules.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { seenKey } from "./allowance-notes.ts";
import { ApprovalLogStore } from "./approval-log-store.ts";
import type { FoundPower } from "./found-power.ts";
import { LeftAllowances } from "./left-allowances.ts";
import { type LogReading, LogReadings } from "./log-readings.ts";
import { type AllowanceAge, NotedAllowances } from "./noted-allowances.ts";
import { PowerReader, type ReadChain } from "./power-reader.ts";
import { leftRows, type PowersState, pendingRevocations, placeOf, revocationOf } from "./powers-view.ts";
import type { SeenAllowance, SeenAllowances } from "./seen-allowances.ts";

/** Limit for each read of all networks. */
const MAX_READ = 2_000;
const DAY_MS = 24 * 3600_000;
const NOTHING: PowersState = { chains: [], reading: false, readAt: null, fault: null, left: 0 };

type Commands = HandlersOf<typeof powerProcedures & typeof powerTrustedProcedures>;

interface PowersContext {
	readonly ports: Pick<Ports, "clock" | "log"> & {
		readonly desktop: Pick<Ports["desktop"], "raiseTrusted">;
	};
	readonly events: Pick<Events, "emit">;
	readonly stores: {
		readonly journal: Pick<Journal, "row" | "rows" | "ofSession" | "unsettled" | "stepRowsOf">;
		readonly seenAllowances: Pick<SeenAllowances, "list" | "note">;
		readonly logDb: DatabaseSync;
	};
	readonly window: Pick<TrustedWindow, "go" | "isPinned">;
	readonly networks: Pick<
		Networks,
		"chains" | "secondChains" | "svmChains" | "chainSettings" | "chainNameOf" | "hasSecondRpc"
	>;
	readonly wallet: { readonly accounts: Pick<Accounts, "find"> };
	readonly fiat: {
		readonly prices: Pick<Prices, "of">;
		readonly secondPrices: Pick<Prices, "of">;
		showsFiat(): boolean;
	};
	readonly rules: Pick<Rules, "labels" | "userAddresses">;
	readonly requests: { readonly revocationQueue: Pick<RevocationQueue, "start"> };
	readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
	readonly inbox: { entry(id: string): Pick<Entry, "row"> | null };
	readonly signedIn: { current(): { readonly scope: string } };
}

/** Reads and lists the powers that others have over the user's accounts. */
export class Powers implements Commands {
	readonly #app;
	readonly #reader;
	readonly #noted;
	readonly #left;
	readonly #logs;
	readonly #logStore;
	#state = NOTHING;
	#isDue = false;
	#isWatched = false;
	#isStopped = false;

	constructor(app: PowersContext) {
		const { events, ports, stores } = app;
		this.#app = app;
		const reader = new PowerReader(app);
		const noted = new NotedAllowances(app);
		this.#reader = reader;
		this.#noted = noted;
		this.#left = new LeftAllowances({
			seen: () => stores.seenAllowances.list(),
			ofRow: (row) => noted.ofRow(row),
			ofSession: (sessionId) => noted.rowsOf(sessionId),
			read: (chainRef, seen) => reader.read(chainRef, seen),
			events,
			log: ports.log,
		});
		this.#logStore = new ApprovalLogStore(stores.logDb);
		this.#logs = new LogReadings(app, this.#logStore, {
			accounts: () => this.#accountsOn("evm"),
			onProgress: () => events.emit("power-changed"),
			onEnd: () => {
				if (!this.#isStopped) this.refresh();
			},
		});
	}

	/** Never throws. */
	recordAllowances(review: Review): void {
		this.#noted.recordAllowances(review);
	}

	state(): PowersState {
		return this.#state;
	}

	/** Returns all EVM networks, whether or not their logs have been read. */
	logs(): readonly LogReading[] {
		if (this.#accountsOn("evm").length === 0) return [];
		return this.#app.networks
			.chainSettings()
			.filter(({ family }) => family === "evm")
			.map(({ chainId }) => this.#logs.reading(chainId));
	}

	age(seen: Parameters<typeof seenKey>[0]): AllowanceAge {
		return this.#noted.age(seen);
	}

	ofSession(sessionId: string): readonly string[] {
		return this.#noted.ofSession(sessionId);
	}

	leftRows(entryId: string, sent: readonly JournalRow[]): readonly PowerRow[] {
		const found = this.#left.of(entryId, sent);
		return found.length === 0 ? [] : leftRows(this.#app, found);
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

	refreshOnRow(row: JournalRow): void {
		if (row.state !== "settled") return;
		this.#left.forget();
		this.#noted.settled(row);
		if (this.#isWatched) this.refresh();
	}

	stop(): void {
		this.#isWatched = false;
		this.#isStopped = true;
		this.#logs.stop();
	}

	async watchPowers({ on }: CommandInput<Commands, "watchPowers">): Promise<CommandOutcome> {
		this.watch(on);
		return done;
	}

	/** Also reads new logs on networks where logs have been read before. */
	async refreshPowers(): Promise<CommandOutcome> {
		this.refresh();
		for (const { chainRef, first } of this.logs()) if (first !== null) void this.#logs.resume(chainRef);
		return done;
	}

	async readPowerLogs({ chains, from }: CommandInput<Commands, "readPowerLogs">): Promise<CommandOutcome> {
		const { clock } = this.#app.ports;
		const start = "block" in from ? from : { time: Math.max(0, clock.now() - from.days * DAY_MS) };
		const known = new Set(this.logs().map(({ chainRef }) => chainRef));
		const asked = chains.filter((chainRef) => known.has(chainRef));
		if (asked.length === 0) return refused(message("app.powers.no-network"));
		for (const chainRef of asked) void this.#logs.start(chainRef, start);
		return done;
	}

	async stopPowerLogs(): Promise<CommandOutcome> {
		this.#logs.stop();
		return done;
	}

	async revokePowers({ ids }: CommandInput<Commands, "revokePowers">): Promise<CommandOutcome> {
		const byKey = new Map(
			this.#state.chains.flatMap(({ found }) => found.map((each) => [each.key, each] as const)),
		);
		return await this.#revoke([...new Set(ids)].flatMap((id) => byKey.get(id) ?? []));
	}

	async revokeLeft({ entryId, id }: CommandInput<Commands, "revokeLeft">): Promise<CommandOutcome> {
		const row = this.#app.inbox.entry(entryId)?.row ?? null;
		if (row === null) return refused(message("app.permission.gone"));
		const steps = this.#app.stores.journal.stepRowsOf(row.id);
		const left = this.#left.of(entryId, steps.length === 0 ? [row] : steps);
		return await this.#revoke(left.filter(({ key }) => key === id));
	}

	/** Revokes nothing until the user approves each review. */
	async #revoke(all: readonly FoundPower[]): Promise<CommandOutcome> {
		const { ports, requests, reviewing, wallet, window } = this.#app;
		const asked = all.flatMap((found) => revocationOf(wallet.accounts, found) ?? []);
		if (asked.length === 0) return refused(message("app.permission.gone"));
		if (window.isPinned()) {
			ports.desktop.raiseTrusted();
			return refused(message("app.phrase-waits"));
		}
		const pending = pendingRevocations(this.#app);
		const pendingOf = ({ account, chainRef, revokes }: RevocationRequest) =>
			pending.get(placeOf(chainRef, account, revokes));
		const opened = await requests.revocationQueue.start(
			asked.filter((request) => pendingOf(request) === undefined),
		);
		if (opened?.ok === false) return refused(opened.text);
		const [first] = asked;
		const waiting = opened === null && first !== undefined ? pendingOf(first) : undefined;
		if (waiting !== undefined) window.go({ kind: "entry", entryId: waiting, mode: "progress" });
		if (opened === null) return done;
		window.go({ kind: "entry", entryId: opened.entryId, mode: "review" });
		void reviewing.reviews.load(opened.entryId);
		return done;
	}

	#set(state: PowersState): void {
		this.#state = state;
		this.#app.events.emit("power-changed");
	}

	#accountsOn(family: "evm" | "svm"): readonly string[] {
		return this.#app.rules.userAddresses().flatMap((account) => {
			const evm = readAddress(account);
			if (family === "svm") return evm === null ? [account] : [];
			return evm === null ? [] : [evm];
		});
	}

	async #run(): Promise<void> {
		const found = await this.#read();
		const isDue = this.#isDue;
		this.#isDue = false;
		this.#set({ ...found, reading: isDue });
		if (isDue) await this.#run();
	}

	/**
	 * Approvals seen in reviews come before those found only in logs. Among the latter, listed tokens come
	 * first, so a flood of events can't hide them.
	 */
	#candidates(): {
		readonly seen: readonly SeenAllowance[];
		readonly isOnlyLogged: (key: string) => boolean;
	} {
		const noted = this.#noted.own();
		const known = new Set(noted.map(seenKey));
		const own = this.#accountsOn("evm");
		const logged = this.#logStore
			.candidates()
			.filter(
				(each) => !known.has(seenKey(each)) && own.some((account) => sameAddress(account, each.account)),
			);
		const seen = [
			...noted,
			...logged.filter((each) => isListed(each)),
			...logged.filter((each) => !isListed(each)),
		];
		return { seen, isOnlyLogged: (key) => !known.has(key) };
	}

	async #read(): Promise<Omit<PowersState, "reading">> {
		const { ports, networks } = this.#app;
		try {
			await this.#noted.noteEarlier();
			const { seen, isOnlyLogged } = this.#candidates();
			const some = seen.slice(0, MAX_READ);
			const byChain = Map.groupBy(some, ({ chainRef }) => chainRef);
			const families = new Map(networks.chainSettings().map(({ chainId, family }) => [chainId, family]));
			const refs = [...families].flatMap(([chainRef, family]) =>
				this.#accountsOn(family).length > 0 ? [chainRef] : [],
			);
			const chains = await Promise.all(
				[...new Set([...byChain.keys(), ...refs])].map(async (chainRef) => {
					const family = families.get(chainRef) ?? (readChainRef(chainRef) === null ? "svm" : "evm");
					const seenHere = byChain.get(chainRef) ?? [];
					const read = await this.#reader.readAll(chainRef, seenHere, this.#accountsOn(family));
					return withoutUnconfirmed(read, isOnlyLogged);
				}),
			);
			return { chains, readAt: ports.clock.now(), fault: null, left: seen.length - some.length };
		} catch (cause) {
			ports.log(`powers: ${String(cause)}`);
			const fault = cause instanceof StorageError ? cause.text : message("app.powers.seen-unreadable");
			return { ...this.#state, fault };
		}
	}
}

const isListed = ({ chainRef, token }: SeenAllowance): boolean => wellKnownAt(chainRef, token) !== null;

/**
 * Any contract can emit an event, so an event alone is weak evidence. An approval that can't be read is
 * therefore only counted.
 */
function withoutUnconfirmed(read: ReadChain, isOnlyLogged: (key: string) => boolean): ReadChain {
	const found = read.found.filter(
		({ fault, key, seen }) => fault === null || seen.kind === "code" || !isOnlyLogged(key),
	);
	const count = read.found.length - found.length;
	return count === 0 || read.fault !== null
		? { ...read, found }
		: { ...read, found, fault: message("app.powers.unconfirmed", { count }) };
}
