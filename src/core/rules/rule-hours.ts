export interface LocalMoment {
	readonly day: number;
	readonly minute: number;
	readonly timeZone: string;
}

export interface Hours {
	readonly from: number;
	readonly to: number;
	readonly days: readonly number[];
}

const DAYS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MINUTES = 1440;

/** Cached by time zone, because creating a formatter is slow. */
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

/** @throws RangeError if the time zone is unknown */
export function momentAt(now: number, timeZone: string): LocalMoment {
	const parts = formatOf(timeZone).formatToParts(now);
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
	return {
		day: DAYS.indexOf(part("weekday")),
		minute: Number(part("hour")) * 60 + Number(part("minute")),
		timeZone,
	};
}

export function withinHours(hours: Hours, { day, minute }: Pick<LocalMoment, "day" | "minute">): boolean {
	const { from, to, days } = hours;
	if (from < to) return days.includes(day) && minute >= from && minute < to;
	const before = (day + 6) % 7;
	return (days.includes(day) && minute >= from) || (days.includes(before) && minute < to);
}

export function widensHours(before: Hours, after: Hours): boolean {
	for (let day = 0; day < 7; day += 1)
		for (let minute = 0; minute < MINUTES; minute += 1)
			if (withinHours(after, { day, minute }) && !withinHours(before, { day, minute })) return true;
	return false;
}
