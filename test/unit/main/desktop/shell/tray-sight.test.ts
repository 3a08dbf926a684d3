import { describe, expect, it } from "vitest";
import { AT_LOGIN_MS, TraySight } from "../../../../../src/main/desktop/shell/tray-sight.ts";
import { virtualClock } from "../../signing/clock.ts";

/** @param shown what the system says of status icons, which a test may change */
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
		wasTold: () => world.told,
		noteTold: () => {
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

describe("a desktop that shows no status icons", () => {
	it("is noticed at the start, and told to who looks at the settings", async () => {
		const one = scene(false);
		expect(one.sight.isShown()).toBe(true);
		await one.begins(false);
		expect(one.sight.isShown()).toBe(false);
		expect(one.done).toEqual(["changed"]);
	});

	it("asks once whether the app goes on, when its last window is closed: noted first, then asked", async () => {
		const one = scene(false);
		await one.closes();
		expect(one.done).toEqual(["changed", "noted", "asked"]);
		await one.closes();
		expect(one.done).toHaveLength(3);
	});

	it("lets the user quit by that", async () => {
		const one = scene(false);
		one.world.answer = "quit";
		await one.closes();
		expect(one.done.at(-1)).toBe("quit");
	});

	it.each(["inSight", "quitting", "told"] as const)("asks nothing if %s holds", async (what) => {
		const one = scene(false);
		one.world[what] = true;
		await one.closes();
		expect(one.done).toEqual([]);
	});

	it("is given a window at login, once the desktop's own bar had time to come", async () => {
		const one = scene(false);
		await one.begins(true);
		expect(one.done).toEqual(["changed", "raised"]);
		const late = scene(true);
		await late.begins(true);
		expect(late.done).toEqual([]);
	});

	it("is asked anew each time: an extension may come and go", async () => {
		const one = scene(false);
		await one.begins(false);
		one.world.shown = true;
		await one.closes();
		expect(one.sight.isShown()).toBe(true);
		expect(one.done).toEqual(["changed", "changed"]);
	});
});

describe("a system that can't be asked", () => {
	it("counts as one that shows the tray, and a fault is logged and no more", async () => {
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
