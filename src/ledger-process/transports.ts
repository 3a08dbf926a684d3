import { hidTransports } from "./hid.ts";
import type { DeviceTransport } from "./protocol.ts";
import { speculosTransports } from "./speculos.ts";
import type { Transports } from "./talk.ts";

export function transportsOf(transport: DeviceTransport): Transports {
	return transport.kind === "hid" ? hidTransports() : speculosTransports(transport.urls);
}
