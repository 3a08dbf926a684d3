import { describe, expect, it } from "vitest";
import { AT_LOGIN_MS, TraySight } from "../../../../../src/main/desktop/shell/tray-sight.ts";
import { virtualClock } from "../../signing/clock.ts";

/** @param shown whether the system shows status icons, which a test may change */
function scene(shown: boolean | null) {
	const clock = virtualClock(1_790_000_000_000);
	const world = {
		shown,
		inSight: false,
		quitting: false,
		told: false,
		answer: "stay" as "stay" | "quit",
		broken: false,
	};
	const done: string[] = [];
	const note = (what: string) => () => {
		done.push(what);
	};
	const sight = new TraySight({
		ask: async () => {
			if (world.broken) throw new Error("no bus");
			return world.shown;
		},
		clock,
		isInSight: () => world.inSight,
		isQuitting: () => world.quitting,
		wasNotified: () => world.told,
		markNotified: () => {
			world.told = true;
			done.push("noted");
		},
		askToStay: async () => {
			done.push("asked");
			return world.answer;
		},
		quit: note("quit"),
		raise: note("raised"),
		onChange: note("changed"),
		log: note("logged"),
	});
	const settle = () => new Promise((resolve) => setImmediate(resolve));
	return {
		world,
		done,
		sight,
		async begins(isHidden: boolean) {
			sight.begin(isHidden);
			clock.advance(AT_LOGIN_MS);
			await settle();
		},
		async closes() {
			sight.windowClosed();
			await settle();
		},
	};
}

describe("a desktop without status icons", () => {
	it("is detected at the start, and reported in the settings", async () => {
		const one = scene(false);
		expect(one.sight.isShown()).toBe(true);
		await one.begins(false);
		expect(one.sight.isShown()).toBe(false);
		expect(one.done).toEqual(["changed"]);
	});

	it("causes one question when the last window is closed, which is stored before it is shown", async () => {
		const one = scene(false);
		await one.closes();
		expect(one.done).toEqual(["changed", "noted", "asked"]);
		await one.closes();
		expect(one.done).toHaveLength(3);
	});

	it("lets the user quit from the question", async () => {
		const one = scene(false);
		one.world.answer = "quit";
		await one.closes();
		expect(one.done.at(-1)).toBe("quit");
	});

	it.each(["inSight", "quitting", "told"] as const)("causes no question if %s is set", async (what) => {
		const one = scene(false);
		one.world[what] = true;
		await one.closes();
		expect(one.done).toEqual([]);
	});

	it("gets a window at login, once the desktop's own bar had time to appear", async () => {
		const one = scene(false);
		await one.begins(true);
		expect(one.done).toEqual(["changed", "raised"]);
		const late = scene(true);
		await late.begins(true);
		expect(late.done).toEqual([]);
	});

	it("is queried each time: an extension may come and go", async () => {
		const one = scene(false);
		await one.begins(false);
		one.world.shown = true;
		await one.closes();
		expect(one.sight.isShown()).toBe(true);
		expect(one.done).toEqual(["changed", "changed"]);
	});
});

describe("a system that can't be queried", () => {
	it("counts as one that shows the tray, and a fault is only logged", async () => {
		const one = scene(null);
		await one.begins(true);
		await one.closes();
		expect(one.done).toEqual([]);
		one.world.broken = true;
		await one.closes();
		expect(one.done).toEqual(["logged"]);
		expect(one.sight.isShown()).toBe(true);
	});
});
