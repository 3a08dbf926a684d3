import { electronPath, root } from "../../scripts/lib/ensure.mjs";
import { openSurroundings } from "../demo/surroundings.ts";
import { type DevSurroundings, develop } from "./dev.ts";
import { readDevOptions, USAGE } from "./options.ts";
import { startShell } from "./shell.ts";

/** `npm run dev`: the app on a mock service and local chains, following what changes in src, until Ctrl-C. */

async function surroundings(): Promise<DevSurroundings> {
	const { world, env, close } = await openSurroundings();
	return {
		env,
		close,
		lines: [
			`service   ${world.service.url} (mock; the app has a token for it)`,
			`control   ${world.service.controlUrl} (takes orders for faults)`,
			`chains    ${env["COUNTERSIGN_RPC"]} (each account that the app shows is given some of everything)`,
		],
	};
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
// Its starter is gone, and could not say so.
process.on("disconnect", () => ending.abort());
process.channel?.unref();

try {
	const options = readDevOptions(process.argv.slice(2));
	if (options.help) console.log(USAGE);
	else {
		const shell =
			electronPath() === undefined ? "the Chromium host (no Electron binary is here)" : "Electron";
		console.log(`Countersign in ${shell}, built anew after each change.`);
		await develop(options, {
			root,
			start: startShell,
			openSurroundings: surroundings,
			tell: (line) => console.log(line),
			signal: ending.signal,
		});
		console.log("Everything has ended.");
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
