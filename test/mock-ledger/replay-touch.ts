import type { Touch } from "./touch-screens.ts";

/** Chooses the user's touches for each screen of a touch device. */

export interface ScreenText {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly w: number;
	readonly h: number;
}

type Decision = "approve" | "reject";
/** Gesture at a text; `hold` keeps the finger there. */
type Gesture = "swipe" | { readonly tap: string } | { readonly hold: string };

/** Gestures by screen; the first matching entry applies, and `null` waits. */
const SCREENS: readonly (readonly [RegExp, Readonly<Record<Decision, Gesture>> | null])[] = [
	[/^Ethereum \| This app enables signing/, null],
	[
		/^(?:Transaction|Message|Address|Operation) (?:signed|rejected|verified|verification \| cancelled)$/,
		null,
	],
	[/^This transaction cannot/, null],
	[
		/^Blind signing ahead .*Accept risk and continue/,
		{ approve: { tap: "Accept risk and continue" }, reject: { tap: "Back to safety" } },
	],
	[
		/^Reject (?:transaction|message|operation)\?/,
		{ approve: { tap: "Go back to" }, reject: { tap: "Yes, reject" } },
	],
	[
		/\| Reject \| (\d+) of \1 \| Hold to sign$/,
		{ approve: { hold: "Hold to sign" }, reject: { tap: "Reject" } },
	],
	[/\| Cancel \| (\d+) of \1 \| Confirm$/, { approve: { tap: "Confirm" }, reject: { tap: "Cancel" } }],
	[/\| Reject \| \d+ of \d+(?: \| [^|]*\.)?$/, { approve: "swipe", reject: { tap: "Reject" } }],
	[/\| Cancel \| \d+ of \d+$/, { approve: "swipe", reject: { tap: "Cancel" } }],
];

/** Returns true for a screen of an idle app, or one that has just been answered. */
export const isAtRest = (screen: string) => SCREENS.slice(0, 2).some(([form]) => form.test(screen));

/** Matches a refusal that stays on the screen after its answer until a touch dismisses it. */
export const TOUCH_NOTICE = /^This transaction cannot/;
const DISMISS = { tap: "Reject transaction" } as const;

/** Height of a button device's screen in pixels. */
const NANO_HEIGHT = 64;
const TAP_SECONDS = 0.1;
/**
 * Seconds to hold. The bar of *Hold to sign* is full after 1.5 s, but a busy emulator fills it more slowly.
 */
const HOLD_SECONDS = 4;
const SWIPE: Touch = { x: 400, y: 300, x2: 80, y2: 300, delay: TAP_SECONDS };

export const isTouchScreen = (texts: readonly ScreenText[]) => texts.some(({ y, h }) => y + h > NANO_HEIGHT);

function at(texts: readonly ScreenText[], wanted: string, delay: number): Touch | null {
	const found = texts.findLast(({ text }) => text.startsWith(wanted));
	if (found === undefined) return null;
	const [x, y] = [Math.round(found.x + found.w / 2), Math.round(found.y + found.h / 2)];
	return { x, y, x2: x, y2: y, delay };
}

function touchOf(texts: readonly ScreenText[], gesture: Gesture): Touch | null {
	if (gesture === "swipe") return SWIPE;
	return "tap" in gesture ? at(texts, gesture.tap, TAP_SECONDS) : at(texts, gesture.hold, HOLD_SECONDS);
}

/** Returns the touch that leads towards a decision, "wait", or "unknown" for an unknown screen. */
export function touchTowards(
	texts: readonly ScreenText[],
	screen: string,
	decision: Decision,
): Touch | "wait" | "unknown" {
	const known = SCREENS.find(([form]) => form.test(screen));
	if (known === undefined) return "unknown";
	const [, gestures] = known;
	return gestures === null ? "wait" : (touchOf(texts, gestures[decision]) ?? "unknown");
}

/** Returns the touch that dismisses a refusal; `null` if the screen has no such button. */
export const dismissTouch = (texts: readonly ScreenText[]) => touchOf(texts, DISMISS);
