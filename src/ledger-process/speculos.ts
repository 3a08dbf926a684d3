import SpeculosModule from "@ledgerhq/hw-transport-node-speculos-http/lib/SpeculosHttpTransport";
import type { Transport, TransportProvider } from "./app-channel.ts";
import { DeviceError } from "./faults.ts";
import { defaultOf } from "./interop.ts";
import type { PluggedDevice } from "./protocol.ts";

/** For development only. Each address is one device. */

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
		// Prevents an unhandled rejection if the emulator ends while nobody is waiting.
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
			// Only HTTP client errors mean a lost connection. Others come from an invalid response.
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

export function speculosTransports(urls: readonly string[]): TransportProvider {
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
