import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { identifyUSBProductId, ledgerUSBVendorId } from "@ledgerhq/devices";
import SpeculosModule from "@ledgerhq/hw-transport-node-speculos-http/lib/SpeculosHttpTransport";
import type { Device } from "node-hid";
import type { Transport, TransportProvider } from "./app-channel.ts";
import { DeviceError } from "./faults.ts";
import { defaultOf } from "./interop.ts";
import type { DeviceTransport, PluggedDevice } from "./protocol.ts";

/** Connects to the Speculos emulator, for development only. Each address is one device. */

const SpeculosHttpTransport = defaultOf(SpeculosModule);
type SpeculosTransport = InstanceType<typeof SpeculosHttpTransport>;

const THERE_MS = 1_000;

async function isThere(url: string): Promise<boolean> {
	try {
		const answer = await fetch(new URL("/events", url), { signal: AbortSignal.timeout(THERE_MS) });
		await answer.body?.cancel();
		return answer.ok;
	} catch {
		return false;
	}
}

class SpeculosSession implements Transport {
	readonly #transport: SpeculosTransport;
	readonly #abort = new AbortController();
	readonly #lost = Promise.withResolvers<never>();
	#isLost = false;

	constructor(transport: SpeculosTransport) {
		this.#transport = transport;
		transport.instance.defaults.signal = this.#abort.signal;
		transport.instance.defaults.maxRedirects = 0;
		transport.instance.defaults.proxy = false;
		transport.on("disconnect", () => {
			this.#isLost = true;
			this.#lost.reject(new DeviceError("unplugged"));
		});
		// Prevents an unhandled rejection if the emulator exits while no call is pending.
		this.#lost.promise.catch(() => {});
	}

	async exchange(apdu: Uint8Array): Promise<Uint8Array> {
		if (this.#isLost) throw new DeviceError("unplugged");
		try {
			const exchange = this.#transport.exchange(Buffer.from(apdu));
			const answer: unknown = await Promise.race([exchange, this.#lost.promise]);
			if (answer instanceof Uint8Array) return answer;
		} catch (error) {
			if (error instanceof DeviceError) throw error;
			// Only errors from the HTTP client mean that the connection was lost. Other errors come from
			// invalid responses.
			const unplugged = typeof error === "object" && error !== null && "isAxiosError" in error;
			throw new DeviceError(unplugged ? "unplugged" : "badAnswer", { cause: error });
		}
		throw new DeviceError("badAnswer");
	}

	async close(): Promise<void> {
		this.#abort.abort();
		await this.#transport.close();
	}
}

function speculosTransports(urls: readonly string[]): TransportProvider {
	return {
		async discover() {
			const there = await Promise.all(urls.map(isThere));
			return urls
				.filter((_, index) => there[index] === true)
				.map((url): PluggedDevice => ({ id: url, model: "Ledger emulator" }));
		},
		async open(deviceId) {
			const known = urls.find((url) => url === deviceId);
			if (known === undefined) throw new DeviceError("gone");
			const { protocol, hostname, port } = new URL(known);
			try {
				return new SpeculosSession(
					await SpeculosHttpTransport.open({
						baseURL: `${protocol}//${hostname}`,
						apiPort: port === "" ? (protocol === "https:" ? "443" : "80") : port,
					}),
				);
			} catch (error) {
				throw new DeviceError("gone", { cause: error });
			}
		},
	};
}

/** Loads the native module on first use, so everything else works even if it is missing. */
async function loadHid() {
	try {
		return defaultOf((await import("node-hid")).default);
	} catch (error) {
		throw new DeviceError("failed", { cause: error });
	}
}

async function loadTransport() {
	try {
		const module = await import("@ledgerhq/hw-transport-node-hid/lib/TransportNodeHid");
		return defaultOf(module.default);
	} catch (error) {
		throw new DeviceError("failed", { cause: error });
	}
}

type HidTransport = InstanceType<Awaited<ReturnType<typeof loadTransport>>>;

interface FoundDevice extends PluggedDevice {
	readonly path: string;
}

function acceptsApdus(device: Device): boolean {
	return process.platform === "linux" ? device.interface === 0 : device.usagePage === 0xffa0;
}

/**
 * Returns the USB port, which stays the same while apps open and close, or `null` if the system doesn't
 * report it.
 */
async function portOf(path: string): Promise<string | null> {
	const name = /^\/dev\/(hidraw[0-9]+)$/.exec(path)?.[1];
	if (name === undefined) return null;
	const place = await realpath(`/sys/class/hidraw/${name}/device`).catch(() => "");
	return /\/([0-9]+-[0-9.]+):[0-9]+\.[0-9]+\//.exec(place)?.[1] ?? null;
}

/** Drops the low byte of the product ID, which depends on the open app. */
const kindOf = (productId: number) => productId >> 8;

async function find(): Promise<readonly FoundDevice[]> {
	const hid = await loadHid();
	let devices: Device[];
	try {
		devices = hid.devices(ledgerUSBVendorId, 0).filter(acceptsApdus);
	} catch (error) {
		throw new DeviceError("failed", { cause: error });
	}
	const found: FoundDevice[] = [];
	for (const { path, productId, product } of devices) {
		if (path === undefined) continue;
		const name = identifyUSBProductId(productId)?.productName ?? product ?? "Ledger";
		// A device can report any name, so characters that could garble the display are replaced.
		const model = name.replace(/[^\x20-\x7e]/g, " ").trim();
		const base = `hid:${(await portOf(path)) ?? kindOf(productId).toString(16)}`;
		const alike = found.filter(({ id }) => id === base || id.startsWith(`${base}#`)).length;
		found.push({ id: alike === 0 ? base : `${base}#${alike + 1}`, model: model.slice(0, 80), path });
	}
	return found;
}

async function whyClosed(path: string, cause: unknown): Promise<DeviceError> {
	if (!path.startsWith("/dev/")) return new DeviceError("busy", { cause });
	try {
		await access(path, constants.R_OK | constants.W_OK);
		return new DeviceError("busy", { cause });
	} catch (error) {
		const code: unknown = error instanceof Error && "code" in error ? error.code : null;
		return new DeviceError(code === "ENOENT" ? "gone" : "permission", { cause });
	}
}

function exchangeError(error: unknown): DeviceError {
	const name = error instanceof Error ? error.name : "";
	if (name === "DisconnectedDevice" || name === "DisconnectedDeviceDuringOperation")
		return new DeviceError("unplugged", { cause: error });
	const id: unknown = typeof error === "object" && error !== null && "id" in error ? error.id : null;
	if (id === "InvalidTag" || id === "InvalidSequence") return new DeviceError("badAnswer", { cause: error });
	return new DeviceError("failed", { cause: error });
}

/**
 * Skips reports meant for other programs, because all programs that share a device receive every response.
 * The library would end the exchange at such a report while the device is still showing its prompt.
 */
function skipForeign(transport: HidTransport): void {
	const read = transport.readHID;
	transport.readHID = async () => {
		let report = await read();
		while (report.readUInt16BE(0) !== transport.channel) report = await read();
		return report;
	};
}

function transportOf(transport: HidTransport): Transport {
	skipForeign(transport);
	return {
		async exchange(apdu) {
			try {
				return await transport.exchange(Buffer.from(apdu));
			} catch (error) {
				throw exchangeError(error);
			}
		},
		async close() {
			try {
				// Interrupts a pending read. Otherwise `close` would wait for it.
				transport.device.pause();
				await transport.close();
			} catch {
				// The device was unplugged.
			}
		},
	};
}

function hidTransports(): TransportProvider {
	return {
		async discover() {
			return (await find()).map(({ id, model }) => ({ id, model }));
		},
		async open(deviceId) {
			const device = (await find()).find(({ id }) => id === deviceId);
			if (device === undefined) throw new DeviceError("gone");
			const transport = await loadTransport();
			try {
				return transportOf(await transport.open(device.path));
			} catch (error) {
				throw await whyClosed(device.path, error);
			}
		},
	};
}

export function transportsOf(transport: DeviceTransport): TransportProvider {
	return transport.kind === "hid" ? hidTransports() : speculosTransports(transport.urls);
}
