import type { Message } from "../../../core/message.ts";
import { APP_OF, type DeviceLook, type PluggedDevice } from "../../../ledger-process/protocol.ts";
import type { Clock } from "../../ports.ts";
import { deviceText } from "./ledger-text.ts";
import type { DeviceStanding, DeviceState, DeviceWatch, LedgerClient } from "./ledger-types.ts";

/** Devices as they come and go. To look at one is to open it, so it is done seldom, and only while somebody asks. */

const LIST_MS = 1_000;
/** An app that opens or closes unplugs its device for a moment; it may come back under another id. */
const GRACE_MS = 5_000;
const SETTLED_LOOK_MS = 10_000;
const PASSING_LOOK_MS = 2_000;
/** What has not passed by then is looked at less often. */
const PASSING_MS = 60_000;

export interface DeviceWatchParts {
	readonly client: Pick<LedgerClient, "devices" | "look">;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

interface KnownDevice {
	device: PluggedDevice;
	standing: DeviceStanding;
	/** As last seen; kept while the device is asked. */
	look: DeviceLook | null;
	/** It stands like this since then. Unix ms. */
	since: number;
	dueAt: number;
	missingSince: number | null;
	looking: boolean;
}

const APPS: ReadonlySet<string> = new Set(Object.values(APP_OF));
const UNKNOWN: DeviceStanding = { kind: "unknown" };

/** Nothing is left that its person may be about to change there; blind signing, while it is off, is. */
const isSettled = ({ standing }: KnownDevice) =>
	standing.kind === "open" && APPS.has(standing.look.app) && standing.look.blindSigning !== false;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function createDeviceWatch(parts: DeviceWatchParts): DeviceWatch {
	const { client, clock } = parts;
	const listeners = new Set<() => void>();
	/** How many questions of ours each device is asked, by its id. */
	const asks = new Map<string, number>();
	let known: KnownDevice[] = [];
	let fault: Message | null = null;
	let wants = 0;
	let ticking = false;
	let timer = () => {};
	let listing: Promise<void> | null = null;
	let listedAt = Number.NEGATIVE_INFINITY;
	let stopped = false;
	let pushed: unknown = null;

	const isAsked = (id: string) => (asks.get(id) ?? 0) > 0;

	function devices(): readonly DeviceState[] {
		return known.map(({ device, standing, look, missingSince }) => ({
			...device,
			// One that is away may come back: until then nothing that it said counts.
			standing: isAsked(device.id) ? { kind: "asking", look } : missingSince === null ? standing : UNKNOWN,
		}));
	}

	function push(): void {
		const now = { devices: devices(), fault };
		if (same(now, pushed)) return;
		pushed = now;
		for (const listener of [...listeners]) {
			try {
				listener();
			} catch (error) {
				parts.log(`ledger: a listener failed (${error instanceof Error ? error.name : "unknown"})`);
			}
		}
	}

	function stand(one: KnownDevice, standing: DeviceStanding): void {
		const now = clock.now();
		if (!same(standing, one.standing)) one.since = now;
		one.standing = standing;
		one.look = standing.kind === "open" ? standing.look : null;
		const passing = now - one.since < PASSING_MS ? PASSING_LOOK_MS : SETTLED_LOOK_MS;
		one.dueAt = now + (isSettled(one) ? SETTLED_LOOK_MS : passing);
	}

	async function look(one: KnownDevice): Promise<void> {
		one.looking = true;
		const { id } = one.device;
		const result = await client.look(id);
		one.looking = false;
		// What it said counts for nothing where it is asked meanwhile, or came back under another name.
		if (stopped || isAsked(id) || one.device.id !== id) return;
		if (result.ok) stand(one, { kind: "open", look: result.look });
		// The list says whether it is gone, after its grace.
		else if (result.fault === "gone") one.dueAt = clock.now() + PASSING_LOOK_MS;
		else stand(one, { kind: "fault", fault: result.fault, status: result.status });
		push();
	}

	async function lookAtDue(): Promise<void> {
		const now = clock.now();
		const due = known.filter(
			(one) => one.dueAt <= now && one.missingSince === null && !one.looking && !isAsked(one.device.id),
		);
		await Promise.all(due.map(look));
	}

	function found(device: PluggedDevice, listed: ReadonlySet<string>, now: number): KnownDevice {
		const before =
			known.find((one) => one.device.id === device.id) ??
			known.find((one) => !listed.has(one.device.id) && one.device.model === device.model);
		const fresh = { device, standing: UNKNOWN, look: null, since: now, dueAt: now, looking: false };
		if (before === undefined) return { ...fresh, missingSince: null };
		if (before.device.id !== device.id || before.missingSince !== null) before.dueAt = now;
		before.device = device;
		before.missingSince = null;
		return before;
	}

	function merge(plugged: readonly PluggedDevice[]): void {
		const now = clock.now();
		const listed = new Set(plugged.map((device) => device.id));
		// Nobody looked for a while: what is missing may be so for long.
		const grace = now - listedAt > GRACE_MS ? 0 : GRACE_MS;
		listedAt = now;
		const here = plugged.map((device) => found(device, listed, now));
		const missing = known.filter((one) => !here.includes(one));
		for (const one of missing) one.missingSince ??= now;
		known = [...here, ...missing.filter(({ missingSince }) => now - (missingSince ?? now) < grace)];
	}

	async function readList(): Promise<void> {
		const result = await client.devices();
		if (stopped) return;
		if (result.ok) merge(result.devices);
		fault = result.ok ? null : deviceText(result, { doing: "looking", family: null, model: null });
		push();
	}

	function list(): Promise<void> {
		listing ??= readList().finally(() => {
			listing = null;
		});
		return listing;
	}

	async function tick(): Promise<void> {
		if (ticking) return;
		ticking = true;
		try {
			await list();
			// A slow look holds up no list.
			if (wants > 0 && !stopped) void lookAtDue();
		} finally {
			ticking = false;
			if (wants > 0 && !stopped) timer = clock.after(LIST_MS, () => void tick());
		}
	}

	function dueNow(): void {
		const now = clock.now();
		for (const one of known) Object.assign(one, { dueAt: now, since: now });
	}

	return {
		devices,
		fault: () => fault,
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		want() {
			wants += 1;
			if (wants === 1 && !stopped) {
				dueNow();
				void tick();
			}
			let wanted = true;
			return () => {
				if (!wanted) return;
				wanted = false;
				wants -= 1;
				if (wants === 0) timer();
			};
		},
		async refresh() {
			await listing;
			if (stopped) return;
			dueNow();
			await list();
			await lookAtDue();
		},
		asking(deviceId) {
			asks.set(deviceId, (asks.get(deviceId) ?? 0) + 1);
			push();
			let over = false;
			return () => {
				if (over) return;
				over = true;
				const left = (asks.get(deviceId) ?? 1) - 1;
				if (left > 0) asks.set(deviceId, left);
				else asks.delete(deviceId);
				for (const one of known) if (one.device.id === deviceId) one.dueAt = clock.now();
				push();
			};
		},
		stop() {
			stopped = true;
			timer();
			listeners.clear();
		},
	};
}
