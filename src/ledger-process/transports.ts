import type { TransportProvider } from "./app-channel.ts";
import { hidTransports } from "./hid.ts";
import type { DeviceTransport } from "./protocol.ts";
import { speculosTransports } from "./speculos.ts";

export function transportsOf(transport: DeviceTransport): TransportProvider {
	return transport.kind === "hid" ? hidTransports() : speculosTransports(transport.urls);
}
