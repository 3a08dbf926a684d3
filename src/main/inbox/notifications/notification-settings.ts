import { momentAt, withinHours } from "../../../core/rules/rule-hours.ts";
import type { AppLevel, AppLevelSetting } from "../../../ipc/settings.ts";
import type { Clock, Ports } from "../../ports.ts";
import type { Settings } from "../../settings-schema.ts";
import type { TimeZone } from "../../time-zone.ts";

export function levelOf(levels: readonly AppLevelSetting[], app: string | null): AppLevel {
	return levels.find((each) => each.app === app)?.level ?? "on";
}

export function chosenLevel(
	{ appLevels, mutedSessions }: Pick<Settings, "appLevels" | "mutedSessions">,
	sessionId: string,
	app: string | null,
): AppLevel {
	return mutedSessions.includes(sessionId) ? "muted" : levelOf(appLevels, app);
}

/**
 * An app set back to `on` stays in the list until a different app changes, so its row doesn't vanish while
 * the user is editing it.
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

/**
 * Polling interval for quiet hours in ms. A single timer isn't reliable, because timers stop while the
 * computer sleeps.
 */
const POLL_MS = 60_000;
/** Maximum pause. A longer one means that the computer's clock was set back. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

export class Quiet {
	readonly #app;
	readonly #onQuietEnded: () => void;
	#cancel: (() => void) | null = null;
	#wasQuiet = false;

	constructor(
		app: {
			readonly ports: Pick<Ports, "settings">;
			readonly clock: Clock;
			readonly timeZone: Pick<TimeZone, "name">;
		},
		onOver: () => void,
	) {
		this.#app = app;
		this.#onQuietEnded = onOver;
	}

	isNow(): boolean {
		// No timer marks the start of quiet hours, so the first call has to detect it.
		const isQuiet = this.#isQuiet();
		if (isQuiet && !this.#wasQuiet) this.poll();
		return isQuiet;
	}

	pause(until: number | null): void {
		this.#app.ports.settings.set({ pausedUntil: until });
		this.poll();
	}

	poll(): void {
		const { clock, ports } = this.#app;
		this.#cancel?.();
		this.#cancel = null;
		const { pausedUntil } = ports.settings.get();
		if (pausedUntil !== null && pausedUntil - clock.now() > MAX_PAUSE_MS)
			ports.settings.set({ pausedUntil: null });
		const isQuiet = this.#isQuiet();
		const isOver = this.#wasQuiet && !isQuiet;
		this.#wasQuiet = isQuiet;
		if (isQuiet) this.#cancel = clock.after(POLL_MS, () => this.poll());
		if (isOver) this.#onQuietEnded();
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
