import type { Duplex } from "node:stream";
import type { Authority } from "./auth/authority.ts";
import { type Control, controlClient } from "./control.ts";
import { controlServer } from "./control-server.ts";
import { type Core, type SharedParts, startCore } from "./core.ts";
import { Faults } from "./faults.ts";
import { closeServer, listen } from "./http.ts";
import { type ServiceOptions, settingsOf } from "./options.ts";
import { RecordBook } from "./records.ts";

/** Mock service: the interface over real HTTP and SSE, on 127.0.0.1. */

export interface Service {
	/** Base address, which a restart does not change. */
	readonly url: string;
	readonly controlUrl: string;
	readonly token: string;
	readonly control: Control;
	/** Serves a connection that isn't a system socket. @throws Error while the service is down */
	accept(connection: Duplex): void;
	/** Stops as a crash would, and starts again after `downMs` with the same folder and port. Default: 0. */
	restart(downMs?: number): Promise<void>;
	down(): Promise<void>;
	up(): Promise<void>;
	/** Stops the service and the control port. */
	stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
	let authority: Promise<Authority> | null = null;
	let known: Authority | null = null;
	const shared: SharedParts = {
		options,
		settings: settingsOf(options),
		faults: new Faults(),
		book: new RecordBook(),
		authority(origin) {
			// Loaded on demand, because most tests don't sign in.
			authority ??= import("./auth/authority.ts").then((module) => {
				known = new module.Authority(origin, options.auth ?? {}, options.clock ?? Date.now);
				return known;
			});
			return authority;
		},
		knownAuthority: () => known,
	};
	let core: Core | null = await startCore(shared, options.port ?? 0);
	const { url, port } = core;
	const down = async () => {
		const ending = core;
		core = null;
		await ending?.stop();
	};
	const up = async () => {
		core ??= await startCore(shared, port);
	};
	const running = () => {
		if (core === null) throw new Error("the service is down");
		return core;
	};
	const control = controlServer({
		shared,
		core: running,
		isUp: () => core !== null,
		url: () => url,
		down,
		up,
	});
	const { url: controlUrl } = await listen(control, options.controlPort ?? 0);
	return {
		url,
		controlUrl,
		token: options.token,
		control: controlClient(controlUrl),
		accept: (connection) => running().accept(connection),
		down,
		up,
		restart: async (downMs = 0) => {
			await down();
			await new Promise((resolve) => setTimeout(resolve, downMs));
			await up();
		},
		stop: async () => {
			await down();
			await closeServer(control);
		},
	};
}
