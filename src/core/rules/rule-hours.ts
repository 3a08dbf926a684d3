/** At which hours of which days something may be approved. */

export interface LocalMoment {
	/** Sunday is 0. */
	readonly day: number;
	/** Minutes from midnight. */
	readonly minute: number;
	/** As the IANA names it. */
	readonly timeZone: string;
}

export interface Hours {
	readonly from: number;
	readonly to: number;
	readonly days: readonly number[];
}

const DAYS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MINUTES = 1440;

/** Made once for each time zone: that takes longer than anything that is asked of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const known = formats.get(timeZone);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat("en-US", {
		timeZone,
		hourCycle: "h23",
		weekday: "short",
		hour: "numeric",
		minute: "numeric",
	});
	formats.set(timeZone, made);
	return made;
}

/** What a clock on the wall shows. @param now Unix ms. Throws a RangeError for a time zone that there is not. */
export function momentAt(now: number, timeZone: string): LocalMoment {
	const parts = formatOf(timeZone).formatToParts(now);
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
	return {
		day: DAYS.indexOf(part("weekday")),
		minute: Number(part("hour")) * 60 + Number(part("minute")),
		timeZone,
	};
}

/** From the first minute up to the last one, which is not of it any more. */
export function withinHours(hours: Hours, { day, minute }: Pick<LocalMoment, "day" | "minute">): boolean {
	const { from, to, days } = hours;
	if (from < to) return days.includes(day) && minute >= from && minute < to;
	const before = (day + 6) % 7;
	return (days.includes(day) && minute >= from) || (days.includes(before) && minute < to);
}

/** Is there a minute of the week that the second allows and the first does not? */
export function widensHours(before: Hours, after: Hours): boolean {
	for (let day = 0; day < 7; day += 1)
		for (let minute = 0; minute < MINUTES; minute += 1)
			if (withinHours(after, { day, minute }) && !withinHours(before, { day, minute })) return true;
	return false;
}
