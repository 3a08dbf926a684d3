import { describe, expect, it } from "vitest";
import type { Text } from "../../../../src/core/localized-text.ts";
import { type CheckedJournal, JournalWatch } from "../../../../src/main/storage/journal-check.ts";
import { saying } from "../../../support/saying.ts";
import { virtualClock } from "../signing/clock.ts";

const FITS: CheckedJournal = { ok: true, steps: 3, fault: null };
const CHANGED: CheckedJournal = { ok: false, steps: 2, fault: "step 3 (signed) of row-1" };

function* pieces(count: number, end: () => CheckedJournal): Generator<undefined, CheckedJournal> {
	for (let at = 0; at < count; at += 1) yield;
	return end();
}

function watched(check: Generator<undefined, CheckedJournal>) {
	const clock = virtualClock(0);
	const told: Text[] = [];
	const watch = new JournalWatch(
		check,
		clock,
		(text) => told.push(text),
		() => {},
	);
	watch.start();
	return {
		told,
		end: () => watch.stop(),
		/**
		 * Runs the check to its end.
		 * @returns the number of turns
		 */
		run() {
			let turns = 0;
			while (clock.next()) turns += 1;
			return turns;
		},
	};
}

describe("the journal's check after the start", () => {
	it("checks a part each turn, and reports nothing if everything fits", () => {
		const { run, told } = watched(pieces(3, () => FITS));
		expect(run()).toBe(4);
		expect(told).toEqual([]);
	});

	it("reports if the journal does not fit", () => {
		const { run, told } = watched(pieces(1, () => CHANGED));
		run();
		expect(told).toEqual([saying("app.journal.changed", { place: "step 3 (signed) of row-1" })]);
	});

	it("reports that it could not run, instead of no fault", () => {
		const { run, told } = watched(
			pieces(1, () => {
				throw new Error("database disk image is malformed");
			}),
		);
		run();
		expect(told).toEqual([saying("app.journal.unchecked")]);
	});

	it("ends when the app does", () => {
		const { run, end, told } = watched(pieces(1, () => CHANGED));
		end();
		expect(run()).toBe(0);
		expect(told).toEqual([]);
	});
});
