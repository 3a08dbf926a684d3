import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { watchBuilds } from "./builds.ts";
import { DevLoop, type Shell } from "./loop.ts";
import type { DevOptions } from "./options.ts";
import type { ShellOptions } from "./shell.ts";

/** Environment for developing the app, with the lines that print its addresses. */
export interface DevSurroundings {
	readonly env: Readonly<Record<string, string>>;
	readonly lines: readonly string[];
	close(): Promise<void>;
}

export interface DevDeps {
	/** The project's folder. */
	readonly root: string;
	readonly start: (options: ShellOptions) => Promise<Shell>;
	readonly openSurroundings: () => Promise<DevSurroundings>;
	readonly tell: (line: string) => void;
	/** Ends everything when it is aborted. */
	readonly signal: AbortSignal;
}

/**
 * Builds the app and runs it on what was asked for, anew or reloaded after each change, until the user quits the app or
 * `signal` is aborted. Everything that was started has then ended, and a temporary folder is removed.
 */
export async function develop(options: DevOptions, deps: DevDeps): Promise<void> {
	const { root, tell, signal } = deps;
	const ends: (() => Promise<unknown>)[] = [];
	try {
		const around = options.service ? await deps.openSurroundings() : null;
		if (around !== null) ends.unshift(() => around.close());
		const dataDir = await folderFor(options.dataDir, ends);
		const devToolsPort = options.devToolsPort || (await freePort());
		const inspectPort = options.inspect ? options.inspectPort || (await freePort()) : null;
		const env = { ...around?.env, COUNTERSIGN_DATA_DIR: dataDir };
		const loop = new DevLoop({
			start: () => deps.start({ appDir: root, env, devToolsPort, inspectPort }),
			tell,
		});
		ends.unshift(() => loop.stop());
		for (const line of [
			`windows   http://127.0.0.1:${devToolsPort} (DevTools: attach a Chrome by chrome://inspect)`,
			...(inspectPort === null ? [] : [`main      127.0.0.1:${inspectPort} (inspector)`]),
			`data      ${dataDir}`,
			`log       ${join(dataDir, "logs")}`,
			...(around?.lines ?? []),
			"",
			"A change under src/renderer reloads the windows; any other starts the app anew. Ctrl-C ends everything.",
		])
			tell(line);
		const builds = await watchBuilds(root, loop);
		ends.unshift(() => builds.close());
		await Promise.race([loop.finished, aborted(signal)]);
	} finally {
		for (const end of ends) await end();
	}
}

async function folderFor(given: string | null, ends: (() => Promise<unknown>)[]): Promise<string> {
	if (given !== null) return resolve(given);
	const folder = await mkdtemp(join(tmpdir(), "countersign-dev-"));
	ends.unshift(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
	return join(folder, "user-data");
}

function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((done) => signal.addEventListener("abort", () => done(), { once: true }));
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	if (address === null || typeof address === "string") throw new Error("the system gave no port");
	return address.port;
}
