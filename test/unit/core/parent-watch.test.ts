import { expect, it } from "vitest";
import { watchMain } from "../../../src/core/parent-watch.ts";

function watched(pid: string | undefined) {
	const looks: (() => void)[] = [];
	const asked: number[] = [];
	let fault: string | null = null;
	let gone = 0;
	watchMain({
		pid,
		probe: (id) => {
			asked.push(id);
			if (fault !== null) throw Object.assign(new Error("no signal"), { code: fault });
		},
		repeat: (_, look) => looks.push(look),
		onMainEnded: () => {
			gone += 1;
		},
	});
	return {
		asked,
		isWatching: () => looks.length > 0,
		look: () => {
			for (const look of looks) look();
			return gone;
		},
		fail: (code: string) => {
			fault = code;
		},
	};
}

it("a process ends once main is gone, and not before", () => {
	const one = watched("4711");
	expect(one.look()).toBe(0);
	one.fail("EPERM");
	expect(one.look()).toBe(0);
	one.fail("ESRCH");
	expect(one.look()).toBe(1);
	expect(one.asked).toEqual([4711, 4711, 4711]);
});

it.each([undefined, "", "none", "-1", "0", "1.5"])(
	"a process with %j as main's id watches nothing",
	(pid) => {
		expect(watched(pid).isWatching()).toBe(false);
	},
);
