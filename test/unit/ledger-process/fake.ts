import type { Transport, TransportProvider } from "../../../src/ledger-process/app-channel.ts";
import { DeviceError } from "../../../src/ledger-process/faults.ts";
import type { DeviceClock } from "../../../src/ledger-process/time.ts";

/** A device with scripted answers, and virtual time. */

export interface FakeClock extends DeviceClock {
	/** Advances time, and runs the timers that become due, in order. */
	pass(ms: number): Promise<void>;
	/** Number of pending timers. */
	readonly waiting: number;
}

/** Waits until all pending promises have run. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function fakeClock(): FakeClock {
	let now = 1_000_000;
	const timers = new Set<{ readonly at: number; readonly run: () => void }>();
	return {
		now: () => now,
		after(ms, run) {
			const timer = { at: now + ms, run };
			timers.add(timer);
			return () => {
				timers.delete(timer);
			};
		},
		async pass(ms) {
			const end = now + ms;
			await settle();
			for (;;) {
				const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
				if (next === undefined) break;
				timers.delete(next);
				now = next.at;
				next.run();
				await settle();
			}
			now = end;
			await settle();
		},
		get waiting() {
			return timers.size;
		},
	};
}

/** Answer in hex, `hang` for no answer, or `unplug` to unplug the device for good. */
export type Reaction = string | "hang" | "unplug";

export interface FakeDevice extends TransportProvider {
	/** Sent data in hex, in order. */
	readonly sent: string[];
	/** Number of handles that are open now. */
	openHandles: number;
	opened: number;
	plugged: boolean;
	/** Reason why the device can't be opened; `null` if it can. */
	closedBy: "permission" | "busy" | null;
	react: (request: string) => Reaction;
}

export function fakeDevice(react: (request: string) => Reaction, id = "one"): FakeDevice {
	const device: FakeDevice = {
		sent: [],
		openHandles: 0,
		opened: 0,
		plugged: true,
		closedBy: null,
		react,
		discover: async () => (device.plugged ? [{ id, model: "Ledger Nano X" }] : []),
		async open(deviceId): Promise<Transport> {
			if (deviceId !== id || !device.plugged) throw new DeviceError("gone");
			if (device.closedBy !== null) throw new DeviceError(device.closedBy);
			device.openHandles += 1;
			device.opened += 1;
			let open = true;
			return {
				async exchange(apdu) {
					if (!device.plugged) throw new DeviceError("unplugged");
					const request = Buffer.from(apdu).toString("hex");
					device.sent.push(request);
					const answer = device.react(request);
					if (answer === "hang") return new Promise<Uint8Array>(() => {});
					if (answer === "unplug") {
						device.plugged = false;
						throw new DeviceError("unplugged");
					}
					return Buffer.from(answer, "hex");
				},
				async close() {
					if (open) device.openHandles -= 1;
					open = false;
				},
			};
		},
	};
	return device;
}

/** Returns the recorded answers, and throws for any other request. */
export function replaying(answers: ReadonlyMap<string, string>): (request: string) => Reaction {
	return (request) => {
		const answer = answers.get(request);
		if (answer === undefined) throw new Error(`nothing was recorded for ${request}`);
		return answer;
	};
}
