import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app, Notification } from "electron";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { DoctorCheck } from "../../ipc/support.ts";
import { listsDevices } from "../app/self-test.ts";
import { systemClock } from "../desktop/adapters/clock.ts";
import { keychain, keychainName } from "../desktop/adapters/keychain.ts";
import { mainFetch } from "../desktop/adapters/main-fetch.ts";
import { forkLedger } from "../desktop/adapters/processes.ts";
import type { Paths } from "../desktop/paths.ts";
import { parseSettingsText } from "../desktop/settings/schema.ts";
import type { ProcessChannel } from "../ports.ts";
import { doctorChecks, doctorTable, type ShellFacts } from "../support/doctor.ts";
import { clockFacts, networkFacts } from "../support/remote-facts.ts";
import { systemFacts } from "../support/system-facts.ts";
import { leave } from "./scratch-folder.ts";

/** Can run while Countersign is running, because it only reads the settings. */
export function examine(paths: Paths, dataDir: string | null): void {
	const folder = mkdtempSync(join(tmpdir(), "countersign-doctor-"));
	const settings = join(dataDir ?? app.getPath("userData"), "settings.json");
	app.setPath("userData", folder);
	app.enableSandbox();
	const log = (line: string) => process.stderr.write(`${line}\n`);
	app
		.whenReady()
		.then(async () => {
			const kept = existsSync(settings) ? parseSettingsText(readFileSync(settings, "utf8")) : null;
			const { chains, baseUrl } = kept?.ok === true ? kept.settings : { chains: [], baseUrl: "" };
			const checks = await examined({
				badge: null,
				chains,
				baseUrl,
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			});
			leave(folder, log);
			const code = checks.some(({ state }) => state === "bad") ? 1 : 0;
			process.stdout.write(doctorTable(checks), () => app.exit(code));
		})
		.catch((error: unknown) => {
			log(`the doctor ended in an error: ${String(error)}`);
			app.exit(3);
		});
}

interface ShellUnderTest {
	readonly chains: readonly ChainSetting[];
	readonly baseUrl: string;
	readonly forkLedger: () => ProcessChannel;
	readonly badge: boolean | null;
	readonly log: (line: string) => void;
}

export async function examined(parts: ShellUnderTest): Promise<readonly DoctorCheck[]> {
	const [system, shell] = await Promise.all([systemFacts(), shellFacts(parts)]);
	return doctorChecks(system, shell);
}

async function shellFacts({ badge, chains, baseUrl, forkLedger, log }: ShellUnderTest): Promise<ShellFacts> {
	const random = (length: number) => new Uint8Array(randomBytes(length));
	return {
		// Other hosts may also report an Electron version, but not this process type.
		electron: process.type === "browser" ? (process.versions["electron"] ?? null) : null,
		sandboxOff: app.commandLine.hasSwitch("no-sandbox"),
		keychain: { trusted: (await keychain.available()).ok, backend: keychainName() },
		notifications: Notification.isSupported(),
		badge,
		usb: await listsDevices({ forkLedger, clock: systemClock, random, log }),
		clock: await clockFacts(baseUrl, { fetch: mainFetch, clock: systemClock }),
		networks: await networkFacts(chains, { fetch: mainFetch, clock: systemClock }),
	};
}
