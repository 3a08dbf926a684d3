import { isDeepStrictEqual } from "node:util";
import type { Message } from "../../../../core/localized-text.ts";
import { APP_OF, type DeviceInspection, type PluggedDevice } from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { deviceText } from "./device-text.ts";
import type { DeviceState, DeviceStatus, LedgerClient } from "./ledger-types.ts";

const LIST_MS = 1_000;
/** A device disappears briefly while an app opens or closes, and may come back with a different ID. */
const GRACE_MS = 5_000;
const SETTLED_POLL_MS = 10_000;
const PASSING_POLL_MS = 2_000;
const PASSING_MS = 60_000;

interface KnownDevice {
	device: PluggedDevice;
	status: DeviceStatus;
	/** Not updated while the device shows a prompt. */
	inspection: DeviceInspection | null;
	since: number;
	dueAt: number;
	missingSince: number | null;
	looking: boolean;
}

const APPS: ReadonlySet<string> = new Set(Object.values(APP_OF));
const UNKNOWN: DeviceStatus = { kind: "unknown" };

/** If blind signing is disabled, the device is polled, because the user may be about to enable it. */
const isSettled = ({ status }: KnownDevice) =>
	status.kind === "open" && APPS.has(status.inspection.app) && status.inspection.blindSigning !== false;

/**
 * Each poll opens the device, which other programs may need. The device is therefore polled rarely, and only
 * while its state is needed.
 */
export class DeviceWatch {
	readonly #client: Pick<LedgerClient, "devices" | "inspect">;
	readonly #clock: Clock;
	readonly #log: (line: string) => void;
	readonly #listeners = new Set<() => void>();
	readonly #asks = new Set<{ readonly deviceId: string; readonly kind: "asking" | "reading" }>();
	#known: KnownDevice[] = [];
	#fault: Message | null = null;
	#wants = 0;
	#ticking = false;
	#timer = () => {};
	#listing: Promise<void> | null = null;
	#listedAt = Number.NEGATIVE_INFINITY;
	#stopped = false;
	#pushed: unknown = null;

	constructor({
		client,
		clock,
		log,
	}: {
		readonly client: Pick<LedgerClient, "devices" | "inspect">;
		readonly clock: Clock;
		readonly log: (line: string) => void;
	}) {
		this.#client = client;
		this.#clock = clock;
		this.#log = log;
	}

	devices(): readonly DeviceState[] {
		return this.#known.map(({ device, status, inspection, missingSince }) => ({
			...device,
			// When a missing device reappears, it may be a different device.
			status: this.#isPrompting(device.id)
				? { kind: this.#isPrompting(device.id, "asking") ? "asking" : "reading", inspection }
				: missingSince === null
					? status
					: UNKNOWN,
		}));
	}

	fault(): Message | null {
		return this.#fault;
	}

	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	want(): () => void {
		this.#wants += 1;
		if (this.#wants === 1 && !this.#stopped) {
			this.#dueNow();
			void this.#tick();
		}
		let wanted = true;
		return () => {
			if (!wanted) return;
			wanted = false;
			this.#wants -= 1;
			if (this.#wants === 0) this.#timer();
		};
	}

	async refresh(): Promise<void> {
		await this.#listing;
		if (this.#stopped) return;
		this.#dueNow();
		await this.#list();
		await this.#pollDue();
	}

	/** Suspends polling of this device. @returns a function that resumes polling */
	asking(deviceId: string, kind: "asking" | "reading" = "asking"): () => void {
		const ask = { deviceId, kind };
		this.#asks.add(ask);
		this.#push();
		return () => {
			if (!this.#asks.delete(ask)) return;
			for (const one of this.#known) if (one.device.id === deviceId) one.dueAt = this.#clock.now();
			this.#push();
		};
	}

	stop(): void {
		this.#stopped = true;
		this.#timer();
		this.#listeners.clear();
	}

	#isPrompting(id: string, wanted?: "asking"): boolean {
		return [...this.#asks].some(
			({ deviceId, kind }) => deviceId === id && (wanted === undefined || kind === wanted),
		);
	}

	#push(): void {
		const now = { devices: this.devices(), fault: this.#fault };
		if (isDeepStrictEqual(now, this.#pushed)) return;
		this.#pushed = now;
		for (const listener of [...this.#listeners]) {
			try {
				listener();
			} catch (error) {
				this.#log(`ledger: a listener failed (${error instanceof Error ? error.name : "unknown"})`);
			}
		}
	}

	#stand(one: KnownDevice, status: DeviceStatus): void {
		const now = this.#clock.now();
		if (!isDeepStrictEqual(status, one.status)) one.since = now;
		one.status = status;
		one.inspection = status.kind === "open" ? status.inspection : null;
		const passing = now - one.since < PASSING_MS ? PASSING_POLL_MS : SETTLED_POLL_MS;
		one.dueAt = now + (isSettled(one) ? SETTLED_POLL_MS : passing);
	}

	async #poll(one: KnownDevice): Promise<void> {
		one.looking = true;
		const { id } = one.device;
		const result = await this.#client.inspect(id);
		one.looking = false;
		// The result is discarded if a prompt has started in the meantime or the device came back with a
		// different ID.
		if (this.#stopped || this.#isPrompting(id) || one.device.id !== id) return;
		if (result.ok) this.#stand(one, { kind: "open", inspection: result.inspection });
		// The next listing determines whether the device was disconnected.
		else if (result.fault === "gone") one.dueAt = this.#clock.now() + PASSING_POLL_MS;
		else this.#stand(one, { kind: "fault", fault: result.fault, status: result.status });
		this.#push();
	}

	async #pollDue(): Promise<void> {
		const now = this.#clock.now();
		const due = this.#known.filter(
			(one) =>
				one.dueAt <= now && one.missingSince === null && !one.looking && !this.#isPrompting(one.device.id),
		);
		await Promise.all(due.map((one) => this.#poll(one)));
	}

	#found(device: PluggedDevice, listed: ReadonlySet<string>, now: number): KnownDevice {
		const before =
			this.#known.find((one) => one.device.id === device.id) ??
			this.#known.find((one) => !listed.has(one.device.id) && one.device.model === device.model);
		const fresh = { device, status: UNKNOWN, inspection: null, since: now, dueAt: now, looking: false };
		if (before === undefined) return { ...fresh, missingSince: null };
		if (before.device.id !== device.id || before.missingSince !== null) before.dueAt = now;
		before.device = device;
		before.missingSince = null;
		return before;
	}

	#merge(plugged: readonly PluggedDevice[]): void {
		const now = this.#clock.now();
		const listed = new Set(plugged.map((device) => device.id));
		// After a long pause, a missing device doesn't get a grace period.
		const grace = now - this.#listedAt > GRACE_MS ? 0 : GRACE_MS;
		this.#listedAt = now;
		const here = plugged.map((device) => this.#found(device, listed, now));
		const missing = this.#known.filter((one) => !here.includes(one));
		for (const one of missing) one.missingSince ??= now;
		this.#known = [...here, ...missing.filter(({ missingSince }) => now - (missingSince ?? now) < grace)];
	}

	async #readList(): Promise<void> {
		const result = await this.#client.devices();
		if (this.#stopped) return;
		if (result.ok) this.#merge(result.devices);
		this.#fault = result.ok ? null : deviceText(result, { doing: "looking", family: null, model: null });
		this.#push();
	}

	#list(): Promise<void> {
		this.#listing ??= this.#readList().finally(() => {
			this.#listing = null;
		});
		return this.#listing;
	}

	async #tick(): Promise<void> {
		if (this.#ticking) return;
		this.#ticking = true;
		try {
			await this.#list();
			if (this.#wants > 0 && !this.#stopped) void this.#pollDue();
		} finally {
			this.#ticking = false;
			if (this.#wants > 0 && !this.#stopped)
				this.#timer = this.#clock.after(LIST_MS, () => void this.#tick());
		}
	}

	#dueNow(): void {
		const now = this.#clock.now();
		for (const one of this.#known) Object.assign(one, { dueAt: now, since: now });
	}
}
