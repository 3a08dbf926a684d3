/** Words and figures of the windows. Pure: the time is given. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time left until `at`, both Unix milliseconds: "4:12", "21:40", "3 h 05 min", "2 days"; "0:00" once it has passed. */
export function timeLeft(at: number, now: number): string {
	const left = Math.max(0, at - now);
	if (left >= 2 * DAY) return `${Math.floor(left / DAY)} days`;
	if (left >= HOUR) {
		return `${Math.floor(left / HOUR)} h ${String(Math.floor((left % HOUR) / MINUTE)).padStart(2, "0")} min`;
	}
	const seconds = Math.ceil(left / SECOND);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The same in words, for those who hear it: "4 minutes 12 seconds". */
export function timeLeftWords(at: number, now: number): string {
	const left = Math.max(0, at - now);
	if (left >= HOUR) return plural(Math.floor(left / HOUR), "hour");
	const seconds = Math.ceil(left / SECOND);
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return plural(seconds, "second");
	return seconds % 60 === 0
		? plural(minutes, "minute")
		: `${plural(minutes, "minute")} ${plural(seconds % 60, "second")}`;
}

/** How long ago `at` was: "now", "18 s", "4 min", "3 h", "2 d". */
export function ago(at: number, now: number): string {
	const passed = Math.max(0, now - at);
	if (passed < 5 * SECOND) return "now";
	if (passed < MINUTE) return `${Math.floor(passed / SECOND)} s`;
	if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`;
	if (passed < DAY) return `${Math.floor(passed / HOUR)} h`;
	return `${Math.floor(passed / DAY)} d`;
}

/** "1 finding", "3 findings". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}

/** Decimal digits in groups of three: "1,234,567". Anything else is given back as it is. */
export function grouped(digits: string): string {
	return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/** "0.8 s", "1 min 4 s". */
export function duration(ms: number): string {
	if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
	if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
	return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
}

/** Local clock time: "14:03:22". */
export function clockTime(at: number): string {
	return new Date(at).toLocaleTimeString("en-GB");
}

/** Local date and time: "21 Nov 2026, 14:03:22". */
export function dateTime(at: number): string {
	return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

/** Keeps both ends of a long id: "rd_9f2c…41ab". */
export function ends(id: string, keep = 8): string {
	return id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep)}…${id.slice(-keep)}`;
}

/** "7f3a 91c2 …": hex in groups of four. */
export function groups(hex: string): readonly string[] {
	return hex.match(/.{1,4}/gs) ?? [];
}

/**
 * A hash or address as it is compared with another screen: what stands in front of it, and its characters in groups
 * of four. Letter case is kept: it means something in base58 and in a checksummed address.
 */
export function comparable(value: string): { readonly prefix: string; readonly groups: readonly string[] } {
	const prefix = /^0x/i.test(value) ? value.slice(0, 2) : "";
	return { prefix, groups: groups(value.slice(prefix.length)) };
}
