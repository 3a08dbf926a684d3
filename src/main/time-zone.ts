/**
 * The time zone of the clock on this computer's wall, as the IANA names it. To ask for it costs more than all that is
 * done with it, and every drawing and every look at the rules does.
 */

/** Whoever carries the computer into another zone is told its hours so much later, in ms. */
const STANDS_MS = 10_000;

let asked: { readonly at: number; readonly name: string } | null = null;

/** @param now Unix ms; a clock that was put back has it asked anew */
export function timeZoneAt(now: number): string {
	if (asked === null || now < asked.at || now - asked.at >= STANDS_MS)
		asked = { at: now, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
	return asked.name;
}
