import { t } from "./index.ts";

/** Formats times. The current time is always a parameter, in Unix ms. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const DATE_TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const DAY_ONLY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric" });

const twoDigits = (count: number): string => String(count).padStart(2, "0");

/** Returns text such as "4:12", "3 h 05 min" or "2 days". Returns "0:00" once `at` has passed. */
export function timeLeft(at: number, now: number): string {
	const left = Math.max(0, at - now);
	if (left >= 2 * DAY) return t("time.days", { days: Math.floor(left / DAY) });
	if (left >= HOUR) {
		const minutes = twoDigits(Math.floor((left % HOUR) / MINUTE));
		return t("time.hours-minutes", { hours: Math.floor(left / HOUR), minutes });
	}
	const seconds = Math.ceil(left / SECOND);
	return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

export function timeLeftText(at: number, now: number): string {
	const left = Math.max(0, at - now);
	if (left >= HOUR) return t("time.hours", { hours: Math.floor(left / HOUR) });
	const all = Math.ceil(left / SECOND);
	const minutes = Math.floor(all / 60);
	const seconds = all % 60;
	if (minutes === 0) return t("time.seconds", { seconds });
	return seconds === 0 ? t("time.minutes", { minutes }) : t("time.minutes-seconds", { minutes, seconds });
}

export const isNow = (at: number, now: number): boolean => now - at < 5 * SECOND;

/** Returns text such as "now", "18 s", "4 min", "3 h" or "2 d". */
export function ago(at: number, now: number): string {
	const passed = Math.max(0, now - at);
	if (isNow(at, now)) return t("time.now");
	if (passed < MINUTE) return t("time.seconds.short", { seconds: Math.floor(passed / SECOND) });
	if (passed < HOUR) return t("time.minutes.short", { minutes: Math.floor(passed / MINUTE) });
	if (passed < DAY) return t("time.hours.short", { hours: Math.floor(passed / HOUR) });
	return t("time.days.short", { days: Math.floor(passed / DAY) });
}

/** Returns text such as "0.8 s" or "1 min 4 s". */
export function duration(ms: number): string {
	if (ms < 10 * SECOND) return t("time.seconds.short", { seconds: (ms / SECOND).toFixed(1) });
	if (ms < MINUTE) return t("time.seconds.short", { seconds: Math.round(ms / SECOND) });
	const seconds = Math.floor((ms % MINUTE) / SECOND);
	return t("time.minutes-seconds.short", { minutes: Math.floor(ms / MINUTE), seconds });
}

export const clockTime = (at: number): string => CLOCK.format(at);

export const dateTime = (at: number): string => DATE_TIME.format(at);

export const dayText = (at: number): string => DAY_ONLY.format(at);

export const monthText = (at: number): string => MONTH.format(at);
