export const timeOfDay = (minute: number): string =>
	`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

export function minuteOf(text: string): number | null {
	const [, hour, minute] = /^([0-9]{1,2}):([0-9]{2})$/.exec(text.trim()) ?? [];
	if (hour === undefined || minute === undefined || Number(minute) > 59) return null;
	const at = Number(hour) * 60 + Number(minute);
	return at <= 1440 ? at : null;
}
