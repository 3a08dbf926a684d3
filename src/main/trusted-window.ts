import { message } from "../core/message.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import type { Events } from "./events.ts";
import { done, refused } from "./outcome.ts";
import type { Ports } from "./ports.ts";
import type { WindowRoute } from "./window-route.ts";

type MoveListener = (from: WindowRoute, to: WindowRoute) => void;

/** Returns whether both routes show the same review: it is only drawn again. */
export const isSameReview = (from: WindowRoute, to: WindowRoute): boolean =>
	from.kind === "entry" && to.kind === "entry" && from.entryId === to.entryId && from.mode === to.mode;

/** Returns the id of the entry that the window shows, if any. */
export function openEntryId(window: Pick<TrustedWindow, "route">): string | null {
	const route = window.route();
	return route.kind === "entry" ? route.entryId : null;
}

/** The route of the trusted window. Only the main process changes it. */
export class TrustedWindow {
	readonly #desktop: Pick<Ports["desktop"], "raiseTrusted">;
	readonly #events: Events;
	readonly #before = new Set<MoveListener>();
	readonly #after = new Set<MoveListener>();
	#route: WindowRoute = { kind: "empty" };
	#isPinned: (route: WindowRoute) => boolean = () => false;

	constructor(desktop: Pick<Ports["desktop"], "raiseTrusted">, events: Events) {
		this.#desktop = desktop;
		this.#events = events;
	}

	route(): WindowRoute {
		return this.#route;
	}

	/** Moves the window, and raises it unless `isRaised` is false. */
	go(next: WindowRoute, isRaised = true): void {
		const from = this.#route;
		for (const listener of this.#before) listener(from, next);
		this.#route = next;
		for (const listener of this.#after) listener(from, next);
		this.#events.emit("app-changed");
		if (isRaised) this.#desktop.raiseTrusted();
	}

	/** Sets the pinned routes, from which nothing external (a link, a notification, the desk) leads away. */
	pinWhile(isPinned: (route: WindowRoute) => boolean): void {
		this.#isPinned = isPinned;
	}

	isPinned(): boolean {
		return this.#isPinned(this.#route);
	}

	/** Executes a command of the desk: goes to the route, or only raises a pinned window. */
	leadTo(next: WindowRoute): CommandOutcome {
		if (this.isPinned()) this.#desktop.raiseTrusted();
		else this.go(next);
		return done;
	}

	/** Executes a command of the window itself: goes to the route, or refuses while pinned. */
	leadOn(next: WindowRoute): CommandOutcome {
		if (this.isPinned()) return refused(message("app.phrase-waits"));
		this.go(next);
		return done;
	}

	/** Empties the window without notifying anybody: its former content belongs to another user. */
	clear(): void {
		this.#route = { kind: "empty" };
	}

	/** Subscribes to moves, before the route changes. */
	onLeave(listener: MoveListener): void {
		this.#before.add(listener);
	}

	/** Subscribes to moves, after the route changed. */
	onMoved(listener: MoveListener): void {
		this.#after.add(listener);
	}
}
