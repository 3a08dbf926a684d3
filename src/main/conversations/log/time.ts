/**
 * A time of the service in Unix milliseconds. The interface names no unit (docs/service-api/records.md#times):
 * values of at least 10^11 are milliseconds, smaller ones seconds. Never later than `now`.
 */
export function serviceTime(value: number, now: number): number {
	const ms = Math.abs(value) >= 1e11 ? value : value * 1000;
	return Math.min(ms, now);
}
