import { describe, expect, it } from "vitest";
import { message } from "../../../../../../src/core/localized-text.ts";
import type {
	DeviceFault,
	DeviceRefusal,
	LedgerResult,
	PluggedDevice,
} from "../../../../../../src/ledger-process/protocol.ts";
import { DeviceWatch } from "../../../../../../src/main/wallet/signers/ledger/watch.ts";
import { virtualClock } from "../../../signing/clock.ts";

const NANO: PluggedDevice = { id: "a", model: "Ledger Nano X" };
const OTHER: PluggedDevice = { id: "b", model: "Ledger Flex" };

const open = (app: string, blindSigning = true): LedgerResult<"inspect"> => ({
	ok: true,
	inspection: { app, version: "1.22.0", blindSigning },
});
const fault = (kind: DeviceFault): DeviceRefusal => ({
	ok: false,
	fault: kind,
	status: null,
	app: null,
	prompt: "notAsked",
});

function scene() {
	const clock = virtualClock(1_790_000_000_000);
	const world = {
		plugged: [NANO] as readonly PluggedDevice[] | DeviceRefusal,
		stands: open("Ethereum"),
		/** Time of each device check, in seconds since the start. */
		looks: [] as { readonly id: string; readonly at: number }[],
		lists: 0,
		changes: 0,
		/** Awaited during each check. */
		during: async () => {},
	};
	const start = clock.now();
	const watch = new DeviceWatch({
		client: {
			async devices() {
				world.lists += 1;
				return "ok" in world.plugged ? world.plugged : { ok: true, devices: [...world.plugged] };
			},
			async inspect(id) {
				world.looks.push({ id, at: (clock.now() - start) / 1_000 });
				await world.during();
				return world.stands;
			},
		},
		clock,
		log: () => {},
	});
	watch.onChange(() => {
		world.changes += 1;
	});
	const rest = async () => {
		for (let turns = 0; turns < 5; turns += 1) await new Promise<void>((go) => setImmediate(go));
	};
	/** Advances time by this many seconds, one at a time. */
	async function pass(seconds: number): Promise<void> {
		await rest();
		for (let second = 0; second < seconds; second += 1) {
			clock.advance(1_000);
			await rest();
		}
	}
	const stands = () => watch.devices().map(({ id, status }) => [id, status.kind]);
	return { clock, watch, world, pass, rest, stands };
}

describe("the device watch", () => {
	it("does nothing without a listener, and stops after the last one", async () => {
		const { watch, world, pass, clock } = scene();
		await pass(60);
		expect(world.lists).toBe(0);
		const first = watch.want();
		const second = watch.want();
		await pass(3);
		expect(world.lists).toBe(4);
		first();
		await pass(2);
		expect(world.lists).toBe(6);
		second();
		second();
		await pass(60);
		expect(world.lists).toBe(6);
		expect(clock.waiting()).toBe(0);
	});

	it("checks a new device, and then every ten seconds while its app is open", async () => {
		const { watch, world, pass, stands } = scene();
		watch.want();
		await pass(0);
		expect(stands()).toEqual([["a", "open"]]);
		await pass(25);
		expect(world.looks.map((each) => each.at)).toEqual([0, 10, 20]);
		world.plugged = [NANO, OTHER];
		await pass(1);
		expect(world.looks.at(-1)).toEqual({ id: "b", at: 26 });
	});

	it.each([
		["is locked", fault("locked")],
		["is on the dashboard", open("BOLOS")],
		["has another app open", open("Bitcoin")],
		["has blind signing off, which the user may turn on there", open("Ethereum", false)],
		["is in use by another program", fault("busy")],
		["may not be opened", fault("permission")],
	])("checks every two seconds if a device %s, and less often after a minute", async (_name, stands) => {
		const { watch, world, pass } = scene();
		world.stands = stands;
		watch.want();
		await pass(120);
		const times = world.looks.map((each) => each.at);
		expect(times.filter((at) => at < 60)).toEqual(Array.from({ length: 30 }, (_, at) => at * 2));
		expect(times.filter((at) => at > 62)).toEqual([70, 80, 90, 100, 110, 120]);
	});

	it("checks at once on request, even if no one watches", async () => {
		const { watch, world, stands } = scene();
		await watch.refresh();
		expect(stands()).toEqual([["a", "open"]]);
		world.stands = fault("locked");
		await watch.refresh();
		expect(watch.devices()[0]?.status).toEqual({ kind: "fault", fault: "locked", status: null });
		expect(world.looks).toHaveLength(2);
	});

	it("gives a vanished device five seconds to return, under another id too", async () => {
		const { watch, world, pass, stands } = scene();
		watch.want();
		await pass(0);
		world.plugged = [];
		await pass(5);
		expect(stands()).toEqual([["a", "unknown"]]);
		world.plugged = [{ ...NANO, id: "a2" }];
		await pass(1);
		expect(stands()).toEqual([["a2", "open"]]);
		expect(world.looks.at(-1)?.id).toBe("a2");
		world.plugged = [];
		await pass(7);
		expect(stands()).toEqual([]);
	});

	it("treats a device of another model as another device", async () => {
		const { watch, world, pass, stands } = scene();
		watch.want();
		await pass(0);
		world.plugged = [OTHER];
		await pass(1);
		expect(stands()).toEqual([
			["b", "open"],
			["a", "unknown"],
		]);
		await pass(6);
		expect(stands()).toEqual([["b", "open"]]);
	});

	it("forgets a device that was unplugged while no one watched", async () => {
		const { watch, world, pass, stands } = scene();
		const enough = watch.want();
		await pass(0);
		enough();
		world.plugged = [];
		await pass(30);
		watch.want();
		await pass(0);
		expect(stands()).toEqual([]);
	});

	it("never checks a device during a question, and checks it right after", async () => {
		const { watch, world, pass, stands } = scene();
		watch.want();
		await pass(0);
		const one = watch.asking("a");
		const other = watch.asking("a");
		expect(stands()).toEqual([["a", "asking"]]);
		one();
		one();
		await pass(60);
		expect(world.looks).toHaveLength(1);
		expect(watch.devices()[0]?.status).toMatchObject({ kind: "asking", inspection: { app: "Ethereum" } });
		other();
		expect(stands()).toEqual([["a", "open"]]);
		await pass(1);
		expect(world.looks).toHaveLength(2);
	});

	it("discards the result of a check that began before the device was asked", async () => {
		const { watch, world, pass, stands, rest } = scene();
		const slow = Promise.withResolvers<void>();
		world.during = () => slow.promise;
		world.stands = fault("busy");
		watch.want();
		await pass(0);
		const done = watch.asking("a");
		slow.resolve();
		await rest();
		done();
		expect(stands()).toEqual([["a", "unknown"]]);
	});

	it("continues listing during a slow check, and does not check twice at a time", async () => {
		const { watch, world, pass } = scene();
		world.during = () => new Promise(() => {});
		watch.want();
		await pass(20);
		expect(world.looks).toHaveLength(1);
		expect(world.lists).toBe(21);
	});

	it("reports that a device is read, while nothing is asked there", async () => {
		const { watch, pass, stands } = scene();
		watch.want();
		await pass(0);
		const read = watch.asking("a", "reading");
		expect(stands()).toEqual([["a", "reading"]]);
		const asked = watch.asking("a");
		expect(stands()).toEqual([["a", "asking"]]);
		asked();
		expect(stands()).toEqual([["a", "reading"]]);
		read();
		expect(stands()).toEqual([["a", "open"]]);
	});

	it("reports why nothing can be listed, keeps known devices, and reports the recovery", async () => {
		const { watch, world, pass, stands } = scene();
		watch.want();
		await pass(0);
		world.plugged = fault("stopped");
		await pass(1);
		expect(watch.fault()).toEqual(message("device.stopped"));
		expect(stands()).toEqual([["a", "open"]]);
		world.plugged = [NANO];
		await pass(1);
		expect(watch.fault()).toBeNull();
	});

	it("announces changes, and nothing else", async () => {
		const { watch, world, pass } = scene();
		watch.want();
		await pass(0);
		const before = world.changes;
		await pass(30);
		expect(world.changes).toBe(before);
		world.stands = fault("locked");
		await pass(10);
		expect(world.changes).toBe(before + 1);
	});

	it("is silent once it is stopped", async () => {
		const { watch, world, pass, clock } = scene();
		watch.want();
		await pass(1);
		watch.stop();
		const { lists } = world;
		await pass(30);
		watch.want();
		await watch.refresh();
		await pass(5);
		expect(world.lists).toBe(lists);
		expect(clock.waiting()).toBe(0);
	});
});
