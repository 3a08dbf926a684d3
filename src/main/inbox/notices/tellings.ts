import type { Clock } from "../../ports.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { createTurnQueue } from "../turn-queue.ts";

/** When a request is told of: once the chain was asked about it, or after a moment; of thousands in turns. */

/** A notification waits this long for what the chain says of its request, in ms; then it goes out as it is. */
const CHECKING_MS = 700;

export interface TellingsParts<Told extends { readonly id: string }> {
	readonly clock: Clock;
	readonly budget: TurnBudget;
	readonly log: (line: string) => void;
	/** Asks the chain about this request; must not reject. */
	readonly load: (id: string) => Promise<unknown>;
	/** The chain was not asked about it as it stands. */
	readonly stale: (id: string) => boolean;
	/** @returns whether it was told as grave; null where there was nothing to tell */
	readonly tell: (told: Told) => boolean | null;
	/** It was told before it was checked, and not as grave. */
	readonly correct: (told: Told) => void;
}

export interface Tellings<Told> {
	/** Tells of it, in place of what was still to be told of it. */
	announce(told: Told): void;
}

interface Telling<Told> {
	readonly told: Told;
	/** Its moment is over, or the chain has answered: it is told in its turn. */
	isDue: boolean;
	isRead: boolean;
	/** As it was told; null before that. */
	wasGrave: boolean | null;
	cancel: () => void;
}

export function createTellings<Told extends { readonly id: string }>(
	parts: TellingsParts<Told>,
): Tellings<Told> {
	const { clock } = parts;
	/** The latest of each request, until the chain has answered about it and it was told so. */
	const open = new Map<string, Telling<Told>>();
	const due = createTurnQueue({ ...parts, work: tell });

	function tell(id: string): void {
		const telling = open.get(id);
		// Another came in its place while it waited for its turn.
		if (telling === undefined || !telling.isDue) return;
		if (telling.isRead) open.delete(id);
		if (telling.wasGrave === null) telling.wasGrave = parts.tell(telling.told);
		else if (telling.isRead && !telling.wasGrave) parts.correct(telling.told);
	}

	function isDue(telling: Telling<Told>): void {
		telling.isDue = true;
		due.add(telling.told.id);
	}

	/** The chain has answered. */
	function isRead(telling: Telling<Told>): void {
		telling.cancel();
		if (open.get(telling.told.id) !== telling) return;
		telling.isRead = true;
		isDue(telling);
	}

	return {
		announce(told) {
			open.get(told.id)?.cancel();
			const load = parts.load(told.id);
			const telling: Telling<Told> = { told, isDue: false, isRead: false, wasGrave: null, cancel: () => {} };
			open.set(told.id, telling);
			if (!parts.stale(told.id)) {
				isRead(telling);
				return;
			}
			telling.cancel = clock.after(CHECKING_MS, () => isDue(telling));
			void load.then(() => isRead(telling));
		},
	};
}
