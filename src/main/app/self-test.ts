import { join } from "node:path";
import { z } from "zod";
import { decodeEvm } from "../../core/decode/evm/decode-evm.ts";
import type { Ports } from "../ports.ts";
import { openDatabase } from "../storage/database.ts";
import { ProcessClient } from "../wallet/signers/ledger/client.ts";
import { VaultClient } from "../wallet/signers/vault/client.ts";
import { JOURNAL_SCHEMA } from "./journal-schema.ts";

/** Checks that run without the vault, the service, windows or user data. */

export const selfTestReport = z.strictObject({
	selfTest: z.literal(1),
	ok: z.boolean(),
	version: z.string(),
	packaged: z.boolean(),
	platform: z.string(),
	arch: z.string(),
	versions: z.record(z.string(), z.string()),
	checks: z.array(
		z.strictObject({
			name: z.enum(["database", "vault", "ledger", "decoder", "shell"]),
			ok: z.boolean(),
			message: z.string().nullable(),
		}),
	),
});
export type SelfTestReport = z.infer<typeof selfTestReport>;
type SelfTestCheck = SelfTestReport["checks"][number];

export interface SelfTestParts
	extends Pick<Ports, "clock" | "random" | "forkVault" | "forkLedger" | "log" | "version"> {
	readonly folder: string;
	readonly packaged: boolean;
	readonly runsAsNode: (() => Promise<boolean>) | null;
	readonly platform: string;
	readonly arch: string;
	readonly versions: Readonly<Record<string, string | undefined>>;
}

/** Time limit for a check in ms. A later result counts as a failure. */
const PATIENCE_MS = 30_000;
const REPORTED = ["node", "electron", "chrome", "sqlite", "modules"] as const;

function database(folder: string): Promise<string | null> {
	const db = openDatabase(join(folder, "self-test.db"), {
		synchronous: "FULL",
		...JOURNAL_SCHEMA,
	});
	db.close();
	return Promise.resolve(null);
}

async function vault(parts: SelfTestParts): Promise<string | null> {
	const client = new VaultClient({
		fork: parts.forkVault,
		dataDir: parts.folder,
		clock: parts.clock,
		random: parts.random,
		log: parts.log,
		autoLockMs: 60_000,
	});
	try {
		const { state } = await client.start();
		return state === "none" ? null : `the vault process says “${state}” of an empty folder`;
	} finally {
		await client.stop();
	}
}

type DeviceParts = Pick<Ports, "clock" | "random" | "forkLedger" | "log">;

export const listsDevices = (parts: DeviceParts): Promise<boolean> =>
	ledger(parts).then(
		(fault) => fault === null,
		() => false,
	);

async function ledger(parts: DeviceParts): Promise<string | null> {
	const client = new ProcessClient({
		fork: parts.forkLedger,
		transport: { kind: "hid" },
		clock: parts.clock,
		random: parts.random,
		log: parts.log,
	});
	try {
		const answer = await client.devices();
		return answer.ok ? null : `the device process refused to list devices: ${answer.fault}`;
	} finally {
		await client.stop();
	}
}

function decoder(): Promise<string | null> {
	const to = "11".repeat(20);
	const { meaning } = decodeEvm({
		to: `0x${"22".repeat(20)}`,
		value: 0n,
		data: `0xa9059cbb${to.padStart(64, "0")}${"7".padStart(64, "0")}`,
	});
	const right = meaning.kind === "transfer" && meaning.to === `0x${to}` && meaning.amount === 7n;
	return Promise.resolve(right ? null : `a transfer was read as “${meaning.kind}”`);
}

const shell = (runsAsNode: () => Promise<boolean>) => async (): Promise<string | null> =>
	(await runsAsNode()) ? "the binary runs other programs as Node.js: its fuses are not set" : null;

async function checked(
	parts: SelfTestParts,
	name: SelfTestCheck["name"],
	run: () => Promise<string | null>,
): Promise<SelfTestCheck> {
	let cancel = () => {};
	const late = new Promise<string>((resolve) => {
		cancel = parts.clock.after(PATIENCE_MS, () => resolve("it did not end in time"));
	});
	try {
		const message = await Promise.race([run(), late]);
		return { name, ok: message === null, message };
	} catch (cause) {
		return { name, ok: false, message: cause instanceof Error ? cause.message : String(cause) };
	} finally {
		cancel();
	}
}

export async function selfTest(parts: SelfTestParts): Promise<SelfTestReport> {
	const checks = [
		await checked(parts, "database", async () => await database(parts.folder)),
		await checked(parts, "vault", () => vault(parts)),
		await checked(parts, "ledger", () => ledger(parts)),
		await checked(parts, "decoder", decoder),
		...(parts.runsAsNode === null ? [] : [await checked(parts, "shell", shell(parts.runsAsNode))]),
	];
	const versions = REPORTED.flatMap((name) => {
		const version = parts.versions[name];
		return version === undefined ? [] : [[name, version] as const];
	});
	return {
		selfTest: 1,
		ok: checks.every(({ ok }) => ok),
		version: parts.version,
		packaged: parts.packaged,
		platform: parts.platform,
		arch: parts.arch,
		versions: Object.fromEntries(versions),
		checks,
	};
}
