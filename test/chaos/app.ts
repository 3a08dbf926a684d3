import { scryptSync } from "node:crypto";
import type { ProcessChannel } from "../../src/main/ports.ts";
import { diskFiles } from "../../src/vault/file/files.ts";
import { VaultServer } from "../../src/vault/server.ts";
import { openPerson, type Person } from "../support/person.ts";
import { memorySettings } from "../support/ports.ts";
import { bytesOf, randomOf } from "./random.ts";
import type { SteadyTime } from "./steady-time.ts";

/** Opens the app with its vault in this process, so that everything uses the same clock. */

/** Well-known test key without funds. */
const KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

const cloned = (message: unknown): unknown => structuredClone(message);

function vaultChannel(time: SteadyTime): ProcessChannel {
	const listeners: ((message: unknown) => void)[] = [];
	const server = new VaultServer({
		openFiles: diskFiles,
		clock: time,
		random: bytesOf(randomOf(1)),
		scrypt: async (password, salt, length, { N, r, p, maxmem }) =>
			scryptSync(password, salt, length, { N, r, p, maxmem }),
		cost: { N: 1024, r: 8, p: 1 },
		post: (reply) => {
			const message = cloned(reply);
			setImmediate(() => {
				for (const listener of listeners) listener(message);
			});
		},
		log: () => {},
	});
	return {
		post: (message) => {
			const received = cloned(message);
			setImmediate(() => server.receive(received));
		},
		onMessage: (listener) => void listeners.push(listener),
		onExit: () => {},
		kill: () => server.shutDown(),
	};
}

/** Process that never answers. */
const silentProcess: ProcessChannel = {
	post: () => {},
	onMessage: () => {},
	onExit: () => {},
	kill: () => {},
};

export interface ChaosApp {
	readonly dataDir: string;
	readonly baseUrl: string;
	readonly token: string;
	readonly time: SteadyTime;
	readonly fetch: typeof globalThis.fetch;
	readonly seed: number;
}

export async function openApp({ dataDir, baseUrl, token, time, fetch, seed }: ChaosApp): Promise<Person> {
	const person = openPerson({
		dataDir,
		baseUrl,
		token,
		chains: [],
		key: KEY,
		fetch,
		clock: time,
		random: bytesOf(randomOf(seed)),
		forkVault: () => vaultChannel(time),
		forkLedger: () => silentProcess,
		forkAgents: () => silentProcess,
		settings: memorySettings({ baseUrl, autoLockMinutes: 240 }),
	});
	return await time.during(person);
}
