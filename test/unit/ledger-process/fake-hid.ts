import { createRequire } from "node:module";
import type HidModule from "node-hid";
import type { Device } from "node-hid";
import { vi } from "vitest";

/** A fake USB device below the library's framing, which reads and writes reports of 64 bytes. */

const CHANNEL = 0x0101;
const TAG = 5;
const REPORT = 64;

/** Splits an APDU or its answer into reports: channel, tag, sequence number and, in the first one, the length. */
export function reportsOf(bytes: Uint8Array): Buffer[] {
	const length = Buffer.from([bytes.byteLength >> 8, bytes.byteLength & 0xff]);
	const stream = Buffer.concat([length, bytes]);
	const count = Math.ceil(stream.byteLength / (REPORT - 5));
	return Array.from({ length: count }, (_, index) => {
		const report = Buffer.alloc(REPORT);
		report.writeUInt16BE(CHANNEL, 0);
		report.writeUInt8(TAG, 2);
		report.writeUInt16BE(index, 3);
		stream.copy(report, 5, index * (REPORT - 5));
		return report;
	});
}

/** Joins reports into an APDU; `null` while some are missing. */
function apduOf(reports: readonly Buffer[]): Buffer | null {
	const stream = Buffer.concat(reports.map((report) => report.subarray(5)));
	const length = stream.readUInt16BE(0);
	return stream.byteLength - 2 >= length ? stream.subarray(2, 2 + length) : null;
}

type ReadCallback = (error: unknown, data: Buffer | null) => void;

export interface FakeUsb {
	plugged: Partial<Device>[];
	/** Whether opening a device throws an error. */
	refusesToOpen: boolean;
	/** Reports that were written, without the leading report number. */
	readonly written: Buffer[];
	/** Whole APDUs, in hex. */
	readonly apdus: string[];
	/** Returns the answer to an APDU, in hex; `null` for no answer. */
	react: (apdu: string) => string | null;
	/** Changes a report from the device. */
	change: (report: Buffer) => Buffer;
	/**
	 * Returns the reports that readers get instead of this one, for example with another program's report before it.
	 */
	among: (report: Buffer) => readonly Buffer[];
	/** Number of written reports after which the device is gone. */
	goneAfter: number;
	open: number;
	restore(): void;
}

export function fakeUsb(): FakeUsb {
	const hid: typeof HidModule = createRequire(import.meta.url)("node-hid");
	const real = { HID: hid.HID, devices: hid.devices };
	// The library chooses its channel number at random.
	const chance = vi.spyOn(Math, "random").mockReturnValue((CHANNEL + 0.5) / 0xffff);
	const usb: FakeUsb = {
		plugged: [],
		refusesToOpen: false,
		written: [],
		apdus: [],
		react: () => null,
		change: (same) => same,
		among: (own) => [own],
		goneAfter: Number.POSITIVE_INFINITY,
		open: 0,
		restore() {
			Object.assign(hid, real);
			chance.mockRestore();
		},
	};

	class FakeHid {
		private collected: Buffer[] = [];
		private ready: Buffer[] = [];
		private reader: ReadCallback | null = null;
		private closed = false;

		constructor(path: string) {
			if (usb.refusesToOpen) throw new TypeError(`cannot open device with path ${path}`);
			usb.open += 1;
		}

		getDeviceInfo(): Partial<Device> {
			return { product: "Nano X" };
		}

		write(values: number[]): number {
			if (usb.written.length >= usb.goneAfter) {
				this.leave();
				throw new TypeError("Cannot write to hid device");
			}
			const [number, ...report] = values;
			if (number !== 0 || report.length !== REPORT) throw new Error("That is no report.");
			usb.written.push(Buffer.from(report));
			this.collected.push(Buffer.from(report));
			const apdu = apduOf(this.collected);
			if (apdu !== null) {
				this.collected = [];
				const text = apdu.toString("hex");
				usb.apdus.push(text);
				const answer = usb.react(text);
				if (answer !== null) this.ready.push(...reportsOf(Buffer.from(answer, "hex")).flatMap(usb.among));
			}
			return values.length;
		}

		read(callback: ReadCallback): void {
			if (this.reader !== null) throw new TypeError("read is already running");
			if (usb.written.length >= usb.goneAfter) {
				setImmediate(() => callback(new Error("could not read from HID device"), null));
				return;
			}
			this.reader = callback;
			setImmediate(() => {
				const report = this.ready.shift();
				if (report !== undefined) this.give(null, usb.change(report));
			});
		}

		/** Ends a pending read, as node-hid's own `pause` does. */
		pause(): void {
			setImmediate(() => this.give(new Error("could not read from HID device"), null));
		}

		close(): void {
			if (this.reader !== null) throw new TypeError("read is still running");
			if (!this.closed) usb.open -= 1;
			this.closed = true;
		}

		private leave(): void {
			usb.plugged = [];
		}

		private give(error: Error | null, report: Buffer | null): void {
			const { reader } = this;
			this.reader = null;
			reader?.(error, report);
		}
	}

	Object.assign(hid, { HID: FakeHid, devices: () => usb.plugged });
	return usb;
}
