import type { AppName } from "./app.ts";
import { concat, toHex } from "./bytes.ts";
import { Device, type DeviceOptions } from "./device.ts";
import { DEFAULT_SEED } from "./keys.ts";

/** Device without a transport: takes commands as bytes, and decides each question at once. */

export interface Direct {
	readonly device: Device;
	/** Every displayed page, with its lines joined. */
	readonly pages: string[];
	send(ins: number, p1: number, p2: number, data?: Uint8Array): Promise<{ word: string; data: Uint8Array }>;
}

export function direct(
	app: AppName,
	options: Partial<DeviceOptions> & { blind?: boolean; decide?: "approve" | "reject" } = {},
): Direct {
	const { blind = false, decide = "approve", ...rest } = options;
	const device = new Device({
		seed: DEFAULT_SEED,
		model: "nanox",
		installed: options.model === "flex" ? ["Ethereum"] : ["Ethereum", "Solana"],
		versions: {},
		app,
		...rest,
	});
	device.setBlindSigning(app, blind);
	const pages: string[] = [];
	device.onScreen = (page) => pages.push(page.lines.join(" | "));
	device.onPrompt = (prompt) => {
		setImmediate(() => {
			while (device.prompted === prompt) device.goTowards(decide);
		});
	};
	return {
		device,
		pages,
		send: async (ins, p1, p2, data = new Uint8Array()) => {
			const { bytes } = await device.exchange(concat(Uint8Array.of(0xe0, ins, p1, p2, data.length), data));
			return { word: toHex(bytes.slice(-2)), data: bytes.slice(0, -2) };
		},
	};
}

/** Path 44'/60'/0'/0/0 in the form that apps use. */
export const ETHEREUM_PATH = path([44, 60, 0], [0, 0]);

function path(hardened: readonly number[], plain: readonly number[] = []): Uint8Array {
	const bytes = Buffer.alloc(1 + 4 * (hardened.length + plain.length));
	bytes.writeUInt8(hardened.length + plain.length, 0);
	[...hardened.map((index) => index + 0x8000_0000), ...plain].forEach((index, at) => {
		bytes.writeUInt32BE(index, 1 + 4 * at);
	});
	return new Uint8Array(bytes);
}

/** Returns a deterministic generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
