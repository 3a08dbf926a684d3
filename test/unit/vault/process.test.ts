import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../src/core/match/fingerprint.ts";
import { secretBytes, VaultClient } from "../../../src/main/wallet/signers/vault/client.ts";
import { LocalSigner } from "../../../src/main/wallet/signers/vault/local.ts";
import { commit, frozenOf, request, SIGNER, transaction } from "../core/match/honest.ts";
import { forkedVault } from "../main/wallet/signers/vault/channels.ts";
import { KEY_ONE, PASSWORD } from "./scene.ts";

/** The real process, with a real disk, clock and scrypt cost. */

let folder: string;
let children: ChildProcess[];
let clients: VaultClient[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "vault-"));
	children = [];
	clients = [];
});

afterEach(async () => {
	await Promise.all(clients.map((client) => client.stop()));
	rmSync(folder, { recursive: true });
});

function open(): VaultClient {
	const client = new VaultClient({
		fork: () => forkedVault((child) => children.push(child)),
		dataDir: folder,
		clock: {
			now: Date.now,
			after(ms, run) {
				const timer = setTimeout(run, ms);
				return () => clearTimeout(timer);
			},
		},
		random: (length) => randomBytes(length),
		log: () => {},
		autoLockMs: 900_000,
	});
	clients.push(client);
	return client;
}

async function withKey(): Promise<VaultClient> {
	const client = open();
	expect((await client.start()).state).toBe("none");
	expect(await client.importKey(secretBytes(KEY_ONE), secretBytes(PASSWORD))).toMatchObject({ ok: true });
	return client;
}

/** Returns an honest review that expires in an hour of the real clock. */
function fresh() {
	const one = request([transaction({ expires_at: Math.floor(Date.now() / 1000) + 3600 })]);
	return frozenOf(
		commit({ review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] } }),
	);
}

const ended = (child: ChildProcess) =>
	child.exitCode !== null || child.signalCode !== null
		? Promise.resolve()
		: new Promise<void>((resolve) => child.once("exit", () => resolve()));

describe("the vault process", { timeout: 60_000 }, () => {
	it("stores a key, locks, unlocks and signs, and its file has private permissions and the full cost", async () => {
		const client = await withKey();
		await client.lock();
		expect(await client.unlock(secretBytes("not this one"))).toMatchObject({
			ok: false,
			reason: "wrongPassword",
		});
		expect(await client.unlock(secretBytes(PASSWORD))).toEqual({ ok: true });
		const frozen = fresh();
		const { signed } = await new LocalSigner(client).sign(frozen, 0, fingerprintOf(frozen), SIGNER);
		if (signed.kind !== "evm_transaction") throw new Error("Another kind was signed.");
		expect(signed.raw).toMatch(/^0x02/);
		expect(signed.hash).toMatch(/^0x[0-9a-f]{64}$/);
		const path = join(folder, "vault.json");
		const text = readFileSync(path, "utf8");
		expect(text).toContain('"N": 131072');
		expect(text).not.toContain(KEY_ONE.slice(2));
		if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
	});

	it("returns locked after a kill, with the same account", async () => {
		const client = await withKey();
		const locked = new Promise<void>((resolve) =>
			client.onChange((status) => status.state === "locked" && resolve()),
		);
		children[0]?.kill("SIGKILL");
		await locked;
		expect(children).toHaveLength(2);
		expect(client.status().accounts.map((each) => each.address)).toEqual([SIGNER]);
		expect(await client.unlock(secretBytes(PASSWORD))).toEqual({ ok: true });
	});

	it("ends when its parent releases it", async () => {
		await withKey();
		const [child] = children;
		if (child === undefined) throw new Error("No process was started.");
		clients.length = 0;
		child.disconnect();
		await ended(child);
		expect([child.exitCode, child.signalCode]).toEqual([null, "SIGKILL"]);
	});

	it("does not start for a stranger: without hello nothing is created", async () => {
		let child: ChildProcess | undefined;
		const channel = forkedVault((made) => {
			child = made;
		});
		if (child === undefined) throw new Error("No process was started.");
		const said: unknown[] = [];
		const answered = Promise.withResolvers<void>();
		channel.onMessage((message) => {
			said.push(message);
			answered.resolve();
		});
		channel.post({
			token: "ab".repeat(32),
			id: 1,
			request: { kind: "unlock", password: secretBytes(PASSWORD) },
		});
		channel.post({
			token: "ab".repeat(32),
			id: 2,
			request: { kind: "hello", dataDir: folder, autoLockMs: 900_000 },
		});
		await answered.promise;
		expect(said).toMatchObject([{ id: 2, status: { state: "none" } }]);
		channel.kill();
		await ended(child);
		expect(readdirSync(folder)).toEqual([]);
	});

	it("distinguishes a damaged file from a wrong password", async () => {
		const client = await withKey();
		await client.stop();
		const path = join(folder, "vault.json");
		writeFileSync(path, readFileSync(path).subarray(0, 100));
		const later = open();
		expect((await later.start()).state).toBe("damaged");
	});
});
