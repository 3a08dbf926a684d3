import type { Duplex } from "node:stream";
import type { Authority } from "./auth/authority.ts";
import { type Control, controlClient } from "./control.ts";
import { controlServer } from "./control-server.ts";
import { type Core, type Lasting, startCore } from "./core.ts";
import { Faults } from "./faults.ts";
import { closeServer, listen } from "./http.ts";
import { type ServiceOptions, settingsOf } from "./options.ts";
import { RecordBook } from "./records.ts";

/** The mock service: the interface over real HTTP and SSE, on 127.0.0.1. */

export interface Service {
	/** The base address; it stays the same over a restart. */
	readonly url: string;
	readonly controlUrl: string;
	readonly token: string;
	readonly control: Control;
	/** Serves a connection that is no socket of the system. @throws Error while the service is down */
	accept(connection: Duplex): void;
	/** Stops as a crash would and starts again on the same folder and port, `downMs` later (0). */
	restart(downMs?: number): Promise<void>;
	down(): Promise<void>;
	up(): Promise<void>;
	/** Ends service and control port. */
	stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
	let authority: Promise<Authority> | null = null;
	let known: Authority | null = null;
	const lasting: Lasting = {
		options,
		settings: settingsOf(options),
		faults: new Faults(),
		book: new RecordBook(),
		authority(origin) {
			// Loaded on demand only: most tests sign in nobody.
			authority ??= import("./auth/authority.ts").then((module) => {
				known = new module.Authority(origin, options.auth ?? {}, options.clock ?? Date.now);
				return known;
			});
			return authority;
		},
		knownAuthority: () => known,
	};
	let core: Core | null = await startCore(lasting, options.port ?? 0);
	const { url, port } = core;
	const down = async () => {
		const ending = core;
		core = null;
		await ending?.stop();
	};
	const up = async () => {
		core ??= await startCore(lasting, port);
	};
	const running = () => {
		if (core === null) throw new Error("the service is down");
		return core;
	};
	const control = controlServer({
		lasting,
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
