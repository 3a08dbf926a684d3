import type { JournalRow } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { StorageError } from "../storage/database.ts";
import type { AllowanceAge } from "./allowance-ages.ts";
import { createAllowanceReading, type ReadChain } from "./allowances-read.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import { LeftAllowances } from "./left-allowances.ts";
import type { MetAllowance } from "./met-allowances.ts";
import { NotedAllowances, type NotedAllowancesParts } from "./noted-allowances.ts";

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

export interface AllowancesParts extends NotedAllowancesParts {
	readonly chains: Chains;
	readonly onChange: () => void;
}

/** So many are asked for in one round, the newest first. */
const MAX_READ = 400;
const NOTHING: AllowancesState = { chains: [], reading: false, readAt: null, fault: null, left: 0 };

export function createAllowances(parts: AllowancesParts): Allowances {
	const reading = createAllowanceReading(parts);
	let state = NOTHING;
	let again = false;
	let watched = false;
	const noted = new NotedAllowances(parts);
	const left = new LeftAllowances({
		met: () => parts.met.list(),
		ofRow: (row) => noted.ofRow(row),
		ofSession: (sessionId) => parts.journal.ofSession(parts.scope(), sessionId),
		read: (chainRef, met) => reading.read(chainRef, met),
		onChange: parts.onChange,
		log: parts.log,
	});

	async function round(): Promise<Omit<AllowancesState, "reading">> {
		try {
			await noted.noteEarlier();
			const all = noted.own();
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

	return {
		met: (review) => noted.met(review),
		state: () => state,
		age: (met) => noted.age(met),
		ofSession: (sessionId) => noted.ofSession(sessionId),
		left: (entryId, sent) => left.of(entryId, sent),
		watch(on) {
			watched = on;
			if (on) refresh();
		},
		refresh,
		moved(row) {
			if (row.state !== "settled") return;
			left.forget();
			noted.settled(row);
			if (watched) refresh();
		},
	};
}
