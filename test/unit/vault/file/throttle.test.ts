import { describe, expect, it } from "vitest";
import { delayAfter, Throttle } from "../../../../src/vault/file/throttle.ts";
import { VaultDiskError } from "../../../../src/vault/vault-errors.ts";
import { FOLDER, TestClock } from "../scene.ts";
import { MemoryFiles } from "./memory-files.ts";

function scene(files = new MemoryFiles(), clock = new TestClock()) {
	const open = () => new Throttle(files, FOLDER, () => clock.now());
	return { files, clock, open };
}

function fail(throttle: Throttle, times: number, clock: TestClock): void {
	for (let round = 0; round < times; round += 1) {
		clock.pass(Math.max(0, (throttle.nextTryAt() ?? clock.now()) - clock.now()));
		expect(throttle.begin()).toEqual({ ok: true });
	}
}

describe("wrong passwords", () => {
	it("wait 1 s after the fifth, then twice as long each time, 15 minutes at most", () => {
		expect([0, 1, 4].map(delayAfter)).toEqual([0, 0, 0]);
		expect([5, 6, 7, 8, 14, 15, 16, 1_000].map(delayAfter)).toEqual([
			1_000, 2_000, 4_000, 8_000, 512_000, 900_000, 900_000, 900_000,
		]);
	});

	it("have no delay for the first five attempts", () => {
		const { clock, open } = scene();
		const throttle = open();
		for (let round = 0; round < 5; round += 1) expect(throttle.begin().ok).toBe(true);
		expect(throttle.begin()).toEqual({ ok: false, nextTryAt: clock.now() + 1_000 });
		clock.pass(999);
		expect(throttle.begin().ok).toBe(false);
		clock.pass(1);
		expect(throttle.begin().ok).toBe(true);
		expect(throttle.nextTryAt()).toBe(clock.now() + 2_000);
	});

	it("are counted on disk before the password is checked, so that ending the process gains nothing", () => {
		const { clock, open } = scene();
		fail(open(), 3, clock);
		for (let round = 0; round < 4; round += 1) fail(open(), 1, clock);
		expect(open().nextTryAt()).toBe(clock.now() + 4_000);
		expect(open().begin()).toEqual({ ok: false, nextTryAt: clock.now() + 4_000 });
	});

	it("are cleared by the right one", () => {
		const { clock, open } = scene();
		const throttle = open();
		fail(throttle, 9, clock);
		throttle.succeeded();
		expect(throttle.nextTryAt()).toBeNull();
		expect(open().nextTryAt()).toBeNull();
	});

	it("wait the whole delay again if the clock was set back, but no longer", () => {
		const { clock, open } = scene();
		fail(open(), 8, clock);
		clock.jump(-86_400_000);
		const throttle = open();
		expect(throttle.begin()).toEqual({ ok: false, nextTryAt: clock.now() + 8_000 });
		clock.pass(8_000);
		expect(open().begin().ok).toBe(true);
	});

	it.each(["", "{", '{"version":1,"failures":-1,"at":0}', '{"version":1,"failures":0}', "null"])(
		"count as the maximum if their record can't be read: %j",
		(text) => {
			const { files, clock, open } = scene();
			files.contents.set(`${FOLDER}/vault-tries.json`, Buffer.from(text));
			expect(open().nextTryAt()).toBe(clock.now() + 900_000);
		},
	);

	it("are not checked if the attempt can't be counted, so that a full disk opens nothing", () => {
		const { files, open } = scene();
		const throttle = open();
		files.breakAt({ at: 1, kind: { code: "ENOSPC", forever: true } });
		expect(() => throttle.begin()).toThrow(VaultDiskError);
	});

	it("keep their count if the process is killed at any file call", () => {
		const probe = scene();
		fail(probe.open(), 6, probe.clock);
		const before = probe.open();
		probe.clock.pass(60_000);
		probe.files.breakAt(null);
		before.begin();
		const steps = probe.files.calls.length;
		for (let at = 1; at <= steps; at += 1) {
			const { files, clock, open } = scene();
			fail(open(), 6, clock);
			const throttle = open();
			clock.pass(60_000);
			files.breakAt({ at, kind: "crash" });
			expect(() => throttle.begin()).toThrow();
			files.breakAt(null);
			const wait = (open().nextTryAt() ?? 0) - clock.now();
			// Either it wasn't counted, and the password wasn't checked, or it was counted as the seventh attempt.
			expect(open().begin().ok || wait === 4_000).toBe(true);
		}
	});
});
