import type { WindowRoute } from "../../window-route.ts";

export interface WindowPlaceParts {
	/** It is about to go from one place to another. */
	readonly leaving: (from: WindowRoute, to: WindowRoute) => void;
	/** It has gone. */
	readonly moved: () => void;
	/** Brings the trusted window to the front. */
	readonly raise: () => void;
}

export interface WindowPlace {
	readonly place: () => WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	readonly go: (next: WindowRoute, raise?: boolean) => void;
	/** Empties it without a word: what was shown in it is for nobody any more. */
	readonly clear: () => void;
}

/** From a review to that same review: it is drawn anew, and was never left. */
export const isSameReview = (from: WindowRoute, to: WindowRoute): boolean =>
	from.kind === "entry" && to.kind === "entry" && from.entryId === to.entryId && from.mode === to.mode;

/** Where the trusted window is. Main alone moves it. */
export function createWindowPlace({ leaving, moved, raise }: WindowPlaceParts): WindowPlace {
	let place: WindowRoute = { kind: "empty" };
	return {
		place: () => place,
		go(next, isRaised = true) {
			leaving(place, next);
			place = next;
			moved();
			if (isRaised) raise();
		},
		clear() {
			place = { kind: "empty" };
		},
	};
}
