import { message } from "../core/localized-text.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import type { Events } from "./events.ts";
import { done, refused } from "./handlers.ts";
import type { Ports } from "./ports.ts";
import type { WindowRoute } from "./window-route.ts";

type MoveListener = (from: WindowRoute, to: WindowRoute) => void;

export const isSameReview = (from: WindowRoute, to: WindowRoute): boolean =>
	from.kind === "entry" && to.kind === "entry" && from.entryId === to.entryId && from.mode === to.mode;

export function openEntryId(window: Pick<TrustedWindow, "route">): string | null {
	const route = window.route();
	return route.kind === "entry" ? route.entryId : null;
}

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

	go(next: WindowRoute, isRaised = true): void {
		const from = this.#route;
		for (const listener of this.#before) listener(from, next);
		this.#route = next;
		for (const listener of this.#after) listener(from, next);
		this.#events.emit("app-changed");
		if (isRaised) this.#desktop.raiseTrusted();
	}

	/**
	 * Nothing outside the window (a link, a notification, the desk) can navigate away from a pinned route.
	 */
	pinWhile(isPinned: (route: WindowRoute) => boolean): void {
		this.#isPinned = isPinned;
	}

	isPinned(): boolean {
		return this.#isPinned(this.#route);
	}

	/** If the window is pinned, a command from the desk only raises it. */
	leadTo(next: WindowRoute): CommandOutcome {
		if (this.isPinned()) this.#desktop.raiseTrusted();
		else this.go(next);
		return done;
	}

	/** If the window is pinned, a command from the window itself is refused. */
	leadOn(next: WindowRoute): CommandOutcome {
		if (this.isPinned()) return refused(message("app.phrase-waits"));
		this.go(next);
		return done;
	}

	/** Emits no events, because the previous content belongs to a different user. */
	clear(): void {
		this.#route = { kind: "empty" };
	}

	onLeave(listener: MoveListener): void {
		this.#before.add(listener);
	}

	onMoved(listener: MoveListener): void {
		this.#after.add(listener);
	}
}
