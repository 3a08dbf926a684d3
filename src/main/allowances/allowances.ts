import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { message, type Text } from "../../core/message.ts";
import { NO_HISTORY } from "../../core/people/counterparties.ts";
import { sameAddress } from "../../core/people/labels.ts";
import type { Review } from "../../core/review/compose.ts";
import type { User } from "../../core/subject/subject.ts";
import type { Clock } from "../ports.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import { type AllowanceAge, AllowanceAges, UNKNOWN_AGE } from "./allowance-ages.ts";
import { metKey, metOfFrozen, metOfReview } from "./allowance-notes.ts";
import { createAllowanceReading, type ReadChain } from "./allowances-read.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import { LeftAllowances } from "./left-allowances.ts";
import type { MetAllowance, MetAllowances } from "./met-allowances.ts";

/** What the accounts have allowed so far: noted where it is met, read from the chain where somebody looks. */

interface AllowancesState {
	readonly chains: readonly ReadChain[];
	readonly reading: boolean;
	/** Unix ms; null before the first time. */
	readonly readAt: number | null;
	readonly fault: Text | null;
	/** So many older ones are not looked at. */
	readonly left: number;
}

export interface Allowances {
	/** A review is shown: what it speaks of is looked for from then on. Never throws. */
	met(review: Review): void;
	state(): AllowancesState;
	/** How old it is and when it was used, as far as what was approved here tells. */
	age(met: MetAllowance): AllowanceAge;
	/** Keys of what was approved in this conversation, whether or not it still stands. */
	ofSession(sessionId: string): readonly string[];
	/** What a request that was confirmed left standing: `LeftAllowances.of`. */
	left(entryId: string, sent: readonly JournalRow[]): readonly FoundAllowance[];
	/** The place is on screen, or no longer. */
	watch(on: boolean): void;
	/** Reads everything now; once more where that is under way. */
	refresh(): void;
	/** A row of ours moved: where it is over and somebody looks, all is read anew. */
	moved(row: JournalRow): void;
}

export interface AllowancesParts {
	readonly met: MetAllowances;
	readonly chains: Chains;
	readonly clock: Clock;
	readonly journal: Pick<Journal, "rows" | "ofSession">;
	readonly scope: () => string;
	readonly accounts: () => readonly string[];
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

/** So many are asked for in one round, the newest first. */
const MAX_READ = 400;
/** So many approved rows are gone through, so many of them at a time. */
const MAX_ROWS = 500;
const ROWS_AT_ONCE = 10;

const NOTHING: AllowancesState = { chains: [], reading: false, readAt: null, fault: null, left: 0 };

export function createAllowances(parts: AllowancesParts): Allowances {
	const reading = createAllowanceReading(parts);
	let state = NOTHING;
	let again = false;
	let watched = false;
	/** What is noted already, by its key; null before the store was asked. */
	let noted: Set<string> | null = null;
	/** Of each scope whose approved rows were gone through: how old they tell that permissions are. */
	const ages = new Map<string, AllowanceAges>();
	/** Of those: only what was approved can be allowed, and a service may show thousands more in its reviews. */
	const approved = new Map<string, MetAllowance>();

	function note(met: readonly MetAllowance[]): void {
		noted ??= new Set(parts.met.list().map(metKey));
		const known = noted;
		const fresh = met.filter((each) => !known.has(metKey(each)));
		parts.met.note(fresh);
		for (const each of fresh) known.add(metKey(each));
	}

	function noteApproved(met: readonly MetAllowance[]): void {
		for (const each of met) approved.set(metKey(each), each);
		note(met);
	}

	/** What was approved first: of the others no more are known than the store lists. */
	function ownMet(): readonly MetAllowance[] {
		const accounts = parts.accounts();
		const others = parts.met.list().filter((met) => !approved.has(metKey(met)));
		return [...approved.values(), ...others].filter((met) =>
			accounts.some((own) => sameAddress(own, met.account)),
		);
	}

	const user = (): User => ({
		accounts: parts.accounts(),
		labels: {},
		signerState: "missing",
		counterparties: NO_HISTORY,
		device: null,
	});

	const pause = () => new Promise<void>((resolve) => void parts.clock.after(0, resolve));

	function metOfRow(row: JournalRow, who: User): readonly MetAllowance[] {
		const frozen = readableOrNull(row.frozen);
		return frozen === null ? [] : metOfFrozen(frozen, who);
	}

	const left = new LeftAllowances({
		met: () => parts.met.list(),
		ofRow: (row) => metOfRow(row, user()),
		ofSession: (sessionId) => parts.journal.ofSession(parts.scope(), sessionId),
		read: (chainRef, met) => reading.read(chainRef, met),
		onChange: parts.onChange,
		log: parts.log,
	});

	/** What was approved before anything was noted; a few rows at a time, so that nothing else waits. */
	async function noteEarlier(): Promise<void> {
		const scope = parts.scope();
		if (ages.has(scope)) return;
		const aged = new AllowanceAges();
		ages.set(scope, aged);
		const rows = parts.journal.rows(scope, MAX_ROWS);
		const who = user();
		for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
			const some = rows.slice(at, at + ROWS_AT_ONCE);
			noteApproved(some.flatMap((row) => metOfRow(row, who)));
			for (const row of some) aged.take(row, who);
			await pause();
		}
	}

	async function round(): Promise<Omit<AllowancesState, "reading">> {
		try {
			await noteEarlier();
			const all = ownMet();
			const asked = all.slice(0, MAX_READ);
			const byChain = Map.groupBy(asked, (met) => met.chainRef);
			const chains = await Promise.all([...byChain].map(([chainRef, met]) => reading.read(chainRef, met)));
			return { chains, readAt: parts.clock.now(), fault: null, left: all.length - asked.length };
		} catch (cause) {
			parts.log(`allowances: ${String(cause)}`);
			const fault = cause instanceof StorageError ? cause.text : message("app.allowances.met-unreadable");
			return { ...state, fault };
		}
	}

	async function run(): Promise<void> {
		const found = await round();
		if (again) {
			again = false;
			state = { ...found, reading: true };
			parts.onChange();
			await run();
			return;
		}
		state = { ...found, reading: false };
		parts.onChange();
	}

	function refresh(): void {
		if (state.reading) {
			again = true;
			return;
		}
		state = { ...state, reading: true };
		parts.onChange();
		void run();
	}

	function safely(work: () => void): void {
		try {
			work();
		} catch (cause) {
			// What is shown or settled is so all the same; what it speaks of is noted when it is looked at the next time.
			noted = null;
			parts.log(`allowances: ${String(cause)}`);
		}
	}

	return {
		met: (review) => safely(() => note(metOfReview(review))),
		state: () => state,
		age: (met) => ages.get(parts.scope())?.of(met) ?? UNKNOWN_AGE,
		ofSession(sessionId) {
			const who = user();
			const rows = parts.journal.ofSession(parts.scope(), sessionId);
			return [...new Set(rows.flatMap((row) => metOfRow(row, who)).map(metKey))];
		},
		left: (entryId, sent) => left.of(entryId, sent),
		watch(on) {
			watched = on;
			if (on) refresh();
		},
		refresh,
		moved(row) {
			if (row.state !== "settled") return;
			left.forget();
			safely(() => {
				const who = user();
				noteApproved(metOfRow(row, who));
				ages.get(row.scope)?.take(row, who);
			});
			if (watched) refresh();
		},
	};
}
