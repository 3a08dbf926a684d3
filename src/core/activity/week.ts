/** Cached because creating a formatter costs more than using it a thousand times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
	const known = formatters.get(timeZone);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat("en-CA", {
		timeZone,
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
	});
	formatters.set(timeZone, made);
	return made;
}

const DAY = 86_400_000;

function dayOf(at: number, timeZone: string): string {
	const parts = formatterOf(timeZone).formatToParts(at);
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
	return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Cached because the current week is repeatedly computed for the same times. */
const weeks = new Map<string, Map<number, string>>();
const MAX_MOMENTS = 10_000;

/** Returns the Monday of the week that contains `at`, e.g. "2026-11-23". */
export function weekOf(at: number, timeZone: string): string {
	const known = weeks.get(timeZone) ?? new Map<number, string>();
	const week = known.get(at) ?? countedWeek(at, timeZone);
	if (known.size >= MAX_MOMENTS) known.clear();
	weeks.set(timeZone, known.set(at, week));
	return week;
}

function countedWeek(at: number, timeZone: string): string {
	// Computes calendar days in UTC, so daylight saving time can't shift them.
	const day = Date.parse(`${dayOf(at, timeZone)}T00:00:00Z`);
	const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
	return new Date(day - sinceMonday * DAY).toISOString().slice(0, 10);
}

/** Returns a time that is always in an earlier week, even across a clock change. */
export const beforeThisWeek = (now: number): number => now - 9 * DAY;
