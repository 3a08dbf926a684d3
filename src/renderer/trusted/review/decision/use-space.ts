import { useEffect, useLayoutEffect, useRef } from "react";
import { isDialogOpen } from "../../../state/keys.ts";
import type { Hold } from "./use-hold.ts";

/** Reason why Approve can't be held yet, or `null` if it can. */
export type ApproveBlocker =
	| "offline"
	| "simulating"
	| "editing"
	| "unread"
	| "word"
	| "password"
	| "busy"
	| "showing"
	| null;

/** Elements that handle Space themselves. */
const USES_SPACE =
	"button, a[href], summary, input, textarea, select, [contenteditable], [role=tree], [role=radio], [role=switch], [role=checkbox]";
/**
 * Field for the confirmation word. Once the word matches, Space holds Approve instead of adding a character.
 */
export const WORD_FIELD = "[data-typed-word]";

export interface SpaceAnywhere {
	/** Called instead of starting a hold if the word is missing. */
	readonly onWord: () => void;
}

/**
 * Lets Space hold Approve while the focus is on any element that doesn't use Space itself. This allows
 * nothing more than pressing Space on the button, because main measures the press on its own. Any other key
 * ends the hold.
 */
export function useSpaceAnywhere(
	{ byKey }: Pick<Hold, "byKey">,
	blocker: ApproveBlocker,
	anywhere: SpaceAnywhere | null,
	onUnread?: () => void,
): void {
	const latest = useRef({ blocker, anywhere, onUnread });
	useLayoutEffect(() => {
		latest.current = { blocker, anywhere, onUnread };
	});
	const isOn = anywhere !== null;
	useEffect(() => {
		if (!isOn) return;
		const onDown = (event: KeyboardEvent) => {
			const now = latest.current;
			if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) {
				byKey.end();
				return;
			}
			const { target } = event;
			if (event.defaultPrevented || isDialogOpen() || !(target instanceof Element)) return;
			const fits = now.blocker === null || now.blocker === "busy";
			if (target.closest(USES_SPACE) !== null && !(fits && target.matches(WORD_FIELD))) return;
			event.preventDefault();
			if (event.repeat || !event.isTrusted) return;
			if (now.blocker === null) byKey.begin();
			else if (now.blocker === "word") now.anywhere?.onWord();
			else if (now.blocker === "unread") now.onUnread?.();
		};
		const onUp = (event: KeyboardEvent) => {
			if (event.key === " ") byKey.end();
		};
		window.addEventListener("keydown", onDown);
		window.addEventListener("keyup", onUp);
		return () => {
			window.removeEventListener("keydown", onDown);
			window.removeEventListener("keyup", onUp);
		};
	}, [isOn, byKey]);
}
