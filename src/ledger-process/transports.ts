import { hidTransports } from "./hid.ts";
import type { DeviceTransport, PluggedDevice } from "./protocol.ts";
import { speculosTransports } from "./speculos.ts";
import type { Wire } from "./talk.ts";

/** How devices are found and opened. */
export interface Transports {
	/** Opens nothing. @throws DeviceError `failed` where this machine can't list them. */
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed`. */
	open(deviceId: string): Promise<Wire>;
}

export function transportsOf(transport: DeviceTransport): Transports {
	return transport.kind === "hid" ? hidTransports() : speculosTransports(transport.urls);
}
