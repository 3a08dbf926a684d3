/** Weeks as a calendar on the user's wall has them, from Monday on. */

/** One formatter a time zone: making one costs more than a thousand uses. */
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

/** "2026-11-26". @param at Unix ms. Throws a RangeError for a time zone that there is not. */
function dayOf(at: number, timeZone: string): string {
	const parts = formatterOf(timeZone).formatToParts(at);
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
	return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** What was counted, by time zone: every drawing of the running week asks of the same moments. */
const weeks = new Map<string, Map<number, string>>();
/** Of more moments than these, all is counted anew. */
const MAX_MOMENTS = 10_000;

/** The day on which the week of this moment began, "2026-11-23". @param at Unix ms */
export function weekOf(at: number, timeZone: string): string {
	const known = weeks.get(timeZone) ?? new Map<number, string>();
	const week = known.get(at) ?? countedWeek(at, timeZone);
	if (known.size >= MAX_MOMENTS) known.clear();
	weeks.set(timeZone, known.set(at, week));
	return week;
}

function countedWeek(at: number, timeZone: string): string {
	// Days are counted on a calendar without time zones, so that no clock change moves one.
	const day = Date.parse(`${dayOf(at, timeZone)}T00:00:00Z`);
	const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
	return new Date(day - sinceMonday * DAY).toISOString().slice(0, 10);
}

/** So far back nothing of this week lies, Unix ms: a week, a day and a clock change. */
export const beforeThisWeek = (now: number): number => now - 9 * DAY;
