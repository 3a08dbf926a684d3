import { momentAt, withinHours } from "../../../core/rules/rule-hours.ts";
import type { AppLevel, AppLevelSetting } from "../../../ipc/settings.ts";
import type { Clock, Ports, Settings } from "../../ports.ts";
import type { TimeZone } from "../../time-zone.ts";

/** Returns how requests of this app are notified; one that names no app is notified as usual. */
export function levelOf(levels: readonly AppLevelSetting[], app: string | null): AppLevel {
	return levels.find((each) => each.app === app)?.level ?? "on";
}

/** Returns the same in a conversation, which the user may have muted as a whole. */
export function chosenLevel(
	{ appLevels, mutedSessions }: Pick<Settings, "appLevels" | "mutedSessions">,
	sessionId: string,
	app: string | null,
): AppLevel {
	return mutedSessions.includes(sessionId) ? "muted" : levelOf(appLevels, app);
}

/**
 * Returns the levels with this one. What was set back to the usual one stays in the list until another is chosen, so
 * that its line does not go away under the user's hand.
 */
export function withLevel(
	levels: readonly AppLevelSetting[],
	chosen: AppLevelSetting,
): readonly AppLevelSetting[] {
	const others = levels.filter(({ app, level }) => app !== chosen.app && level !== "on");
	const at = levels.findIndex(({ app }) => app === chosen.app);
	const before = levels.slice(0, at).filter((each) => others.includes(each)).length;
	return at === -1 ? [...others, chosen] : others.toSpliced(before, 0, chosen);
}

/** Interval between looks at the time while it is quiet, in ms: a timer stops while the computer sleeps. */
const LOOK_MS = 60_000;
/** Longest pause in ms: a longer one shows that the computer's clock was set back meanwhile. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** When the user wants no notifications: for a while, or at the same hours of each day. */
export class Quiet {
	readonly #app;
	readonly #onOver: () => void;
	#cancel: (() => void) | null = null;
	#wasQuiet = false;

	/** @param onOver notifications may be shown again */
	constructor(
		app: {
			readonly ports: Pick<Ports, "settings">;
			/** A throwing timer costs nothing else. */
			readonly clock: Clock;
			readonly timeZone: Pick<TimeZone, "name">;
		},
		onOver: () => void,
	) {
		this.#app = app;
		this.#onOver = onOver;
	}

	/** Whether no notification is shown at this moment. */
	isNow(): boolean {
		// Quiet hours begin by themselves: the first who queries notices it.
		const isQuiet = this.#isQuiet();
		if (isQuiet && !this.#wasQuiet) this.look();
		return isQuiet;
	}

	/** Pauses notifications, durably. @param until Unix ms; `null` resumes them at once */
	pause(until: number | null): void {
		this.#app.ports.settings.set({ pausedUntil: until });
		this.look();
	}

	/** Follows changed hours, a changed time, or both. */
	look(): void {
		const { clock, ports } = this.#app;
		this.#cancel?.();
		this.#cancel = null;
		const { pausedUntil } = ports.settings.get();
		if (pausedUntil !== null && pausedUntil - clock.now() > MAX_PAUSE_MS)
			ports.settings.set({ pausedUntil: null });
		const isQuiet = this.#isQuiet();
		const isOver = this.#wasQuiet && !isQuiet;
		this.#wasQuiet = isQuiet;
		if (isQuiet) this.#cancel = clock.after(LOOK_MS, () => this.look());
		if (isOver) this.#onOver();
	}

	stop(): void {
		this.#cancel?.();
	}

	#isQuiet(): boolean {
		const { clock, ports, timeZone } = this.#app;
		const { pausedUntil, quietHours } = ports.settings.get();
		const now = clock.now();
		if (pausedUntil !== null && pausedUntil > now) return true;
		if (quietHours === null) return false;
		return withinHours({ ...quietHours, days: EVERY_DAY }, momentAt(now, timeZone.name()));
	}
}
