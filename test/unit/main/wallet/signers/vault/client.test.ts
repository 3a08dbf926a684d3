import { describe, expect, it } from "vitest";
import { message } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import { secretBytes } from "../../../../../../src/main/wallet/signers/vault/client.ts";
import { commit, frozenOf, SIGNER } from "../../../../core/match/honest.ts";
import { JUNK, JUNK_FIRST, JUNK_SVM, KEY_ONE, PASSWORD } from "../../../../vault/scene.ts";
import { clientScene } from "./channels.ts";

const secret = (text = PASSWORD) => secretBytes(text);

const AMOUNT = { decimals: 6, symbol: "TUSD", checked: true };

async function started() {
	const scene = clientScene();
	await scene.client.start();
	return scene;
}

async function withKey() {
	const scene = await started();
	const made = await scene.client.importKey(secret(KEY_ONE), secret());
	if (!made.ok) throw new Error(made.text.code);
	return scene;
}

describe("the vault's client", () => {
	it("counts as stopped before it is started, and then returns refusals", async () => {
		const { client } = clientScene();
		expect(client.status().state).toBe("stopped");
		expect(await client.unlock(secret())).toMatchObject({ ok: false, reason: "stopped" });
		expect(await client.lock()).toEqual({ ok: true });
	});

	it("completes the whole path: phrase, check, lock, unlock, derive, sign refused for a stranger", async () => {
		const { client } = await started();
		expect(client.status().state).toBe("none");
		const made = await client.create(secret());
		if (!made.ok) throw new Error(made.text.code);
		expect(client.status().phrasePositions).toEqual(made.positions);
		const words = made.positions.map((at) => made.words[at - 1] ?? "");
		expect(await client.confirmPhrase(words)).toMatchObject({ ok: true });
		expect(client.status()).toMatchObject({ state: "unlocked", hasPhrase: true });
		expect(await client.lock()).toEqual({ ok: true });
		expect(client.status().state).toBe("locked");
		expect(await client.unlock(secret("not this one"))).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(await client.unlock(secret())).toEqual({ ok: true });
		expect(await client.derive({ family: "evm" })).toMatchObject({ ok: true });
		expect(client.status().accounts.map((each) => each.family)).toEqual(["evm", "svm", "evm"]);
		const frozen = frozenOf(commit());
		expect(await client.sign(SIGNER, frozen, fingerprintOf(frozen), 0)).toMatchObject({
			field: "accountAddress",
		});
	});

	it.each<readonly [string, unknown]>([
		["a sentence", "Nothing was signed."],
		["another member", { code: "vault.locked", params: {}, more: 1 }],
		["an invalid value", { code: "vault.locked", params: { at: null } }],
		["an amount as a number", { code: "a", params: { a: { amount: { ...AMOUNT, raw: 5 } } } }],
		["an amount as a bigint", { code: "a", params: { a: { amount: { ...AMOUNT, raw: 5n } } } }],
	])("refuses a refusal of its process whose text is %s", async (_, text) => {
		const scene = await withKey();
		scene.channel().change = (reply) => {
			const { answer, ...rest } = reply as { readonly answer: object };
			return { ...rest, answer: { ...answer, text } };
		};
		const refusal = await scene.client.unlock(secret("not this one"));
		expect(refusal).toMatchObject({ ok: false, reason: "failed" });
		expect(refusal).toHaveProperty("text.code", "signer.vault-answer-unreadable");
	});

	it("reports each change once, and not to removed listeners", async () => {
		const { client } = await started();
		const seen: string[] = [];
		const leave = client.onChange((status) => seen.push(status.state));
		await client.importPhrase(secret(JUNK), secret());
		await client.lock();
		await client.lock();
		leave();
		await client.unlock(secret());
		expect(seen).toEqual(["unlocked", "locked"]);
	});

	it("reports the automatic lock, and keeps a new time for the next process", async () => {
		const scene = await withKey();
		const { client, clock } = scene;
		expect(await client.setAutoLock(2, secret())).toEqual({ ok: true });
		const locked = new Promise<void>((resolve) =>
			client.onChange((status) => status.state === "locked" && resolve()),
		);
		clock.pass(120_000);
		await locked;
		scene.channel().die();
		clock.pass(250);
		await expect.poll(() => client.status().state, { timeout: 60_000 }).toBe("locked");
		expect(client.status().autoLockMs).toBe(120_000);
	});

	it("has a password checked by the vault, which stays unchanged", async () => {
		const { client } = await withKey();
		await client.lock();
		const before = client.status();
		expect(await client.verifyPassword(secret())).toEqual({ ok: true });
		const wrong = secret("not this one");
		expect(await client.verifyPassword(wrong)).toMatchObject({ ok: false, reason: "wrongPassword" });
		expect(wrong.every((byte) => byte === 0)).toBe(true);
		expect(client.status()).toEqual(before);
		expect(before.state).toBe("locked");
	});

	it("drops an ended wait from the status", async () => {
		const { client, clock } = await withKey();
		for (let round = 0; round < 5; round += 1) await client.unlock(secret("not this one"));
		expect(client.status().nextTryAt).toBe(clock.now() + 1_000);
		clock.pass(1_000);
		expect(client.status().nextTryAt).toBeNull();
	});

	it("wipes its input, and sends no more memory than the secret", async () => {
		const scene = await started();
		const pool = Buffer.from("neighbour's text and then tin-roof");
		const password = pool.subarray(pool.length - 8);
		expect(await scene.client.create(password)).toMatchObject({ ok: true });
		expect([...password].every((byte) => byte === 0)).toBe(true);
		const sent = scene.channel().posted.at(-1);
		expect(sent).toMatchObject({ request: { kind: "create", password: secretBytes("tin-roof") } });
		if (typeof sent !== "object" || sent === null || !("request" in sent)) throw new Error("unreachable");
		const request: unknown = sent.request;
		if (typeof request !== "object" || request === null || !("password" in request))
			throw new Error("unreachable");
		expect(request.password instanceof Uint8Array && request.password.buffer.byteLength).toBe(8);
		const refused = secret("short");
		expect(await scene.client.create(refused)).toMatchObject({
			ok: false,
			reason: "badMessage",
			field: "password",
		});
		expect(refused.every((byte) => byte === 0)).toBe(true);
	});

	it("reads a password in either normal form equally", () => {
		expect(secretBytes("cafe\u0301")).toEqual(secretBytes("caf\u00e9"));
	});
});

describe("a vault process that ends", () => {
	it("answers pending calls with a refusal, and is restarted, locked", async () => {
		const scene = await withKey();
		scene.channel().silent = true;
		const asked = scene.client.unlock(secret());
		scene.channel().die();
		expect(await asked).toMatchObject({ ok: false, reason: "stopped" });
		expect(scene.client.status()).toMatchObject({ state: "stopped", accounts: [{ address: SIGNER }] });
		expect(await scene.client.unlock(secret())).toMatchObject({ ok: false, reason: "stopped" });
		scene.clock.pass(250);
		await expect.poll(() => scene.client.status().state, { timeout: 60_000 }).toBe("locked");
		expect(scene.channels).toHaveLength(2);
		expect(await scene.client.unlock(secret())).toEqual({ ok: true });
	});

	it("again and again is not restarted, until the user does so", async () => {
		const scene = await withKey();
		for (const wait of [250, 1_000, 4_000]) {
			scene.channel().die();
			scene.clock.pass(wait);
			await expect.poll(() => scene.client.status().state, { timeout: 60_000 }).toBe("locked");
		}
		scene.channel().die();
		scene.clock.pass(3_600_000);
		expect(scene.channels).toHaveLength(4);
		expect(scene.client.status()).toMatchObject({ state: "stopped" });
		expect(scene.client.status().text).toEqual(message("signer.vault-given-up"));
		expect((await scene.client.start()).state).toBe("locked");
	});

	it("only now and then is always restarted", async () => {
		const scene = await withKey();
		for (let round = 0; round < 8; round += 1) {
			scene.channel().die();
			scene.clock.pass(4_000);
			await expect.poll(() => scene.client.status().state, { timeout: 60_000 }).toBe("locked");
			scene.clock.pass(600_000);
		}
	});

	it("because it hangs is stopped by the client, which never waits for ever", async () => {
		const scene = await withKey();
		scene.channel().silent = true;
		const asked = scene.client.derive({ family: "evm" });
		scene.clock.pass(60_000);
		expect(await asked).toMatchObject({ ok: false, reason: "timeout" });
		expect(scene.channel().killed).toBe(true);
	});

	it("instead of locking counts as locked", async () => {
		const scene = await withKey();
		const first = scene.channel();
		first.silent = true;
		const locked = scene.client.lock();
		scene.clock.pass(5_000);
		expect(await locked).toEqual({ ok: true });
		expect(first.killed).toBe(true);
	});

	it("because it was stopped stays stopped", async () => {
		const scene = await withKey();
		await scene.client.stop();
		scene.clock.pass(3_600_000);
		expect(scene.channels).toHaveLength(1);
		expect(scene.client.status()).toMatchObject({ state: "stopped", accounts: [{ address: SIGNER }] });
		await scene.client.stop();
	});

	it("late is waited for no longer than two seconds", async () => {
		const scene = await withKey();
		const channel = scene.channel();
		channel.silent = true;
		channel.kill = () => {
			channel.killed = true;
		};
		const stopped = scene.client.stop();
		scene.clock.pass(2_000);
		await stopped;
		expect(channel.killed).toBe(true);
	});

	it("before its first reply says that it can't be started", async () => {
		const scene = clientScene();
		await scene.client.start();
		expect(scene.client.status().state).toBe("none");
		expect(scene.logged).toEqual([]);
	});
});

describe("an answer that is not the vault's", () => {
	it.each<[string, (reply: object) => unknown]>([
		["with another token", (reply) => ({ ...reply, token: "cd".repeat(32) })],
		["with an unknown state", (reply) => ({ ...reply, status: { state: "open" } })],
		["that isn't an object", () => "unlocked"],
	])("%s changes nothing", async (_name, change) => {
		const scene = await withKey();
		await scene.client.lock();
		scene.channel().change = (reply) => (typeof reply === "object" && reply !== null ? change(reply) : reply);
		const asked = scene.client.unlock(secret());
		await expect.poll(() => scene.logged.length, { timeout: 60_000 }).toBeGreaterThan(0);
		expect(scene.client.status().state).toBe("locked");
		scene.clock.pass(60_000);
		expect(await asked).toMatchObject({ ok: false, reason: "timeout" });
	});

	it("of another shape is returned as a refusal", async () => {
		const scene = await withKey();
		scene.channel().change = (reply) =>
			typeof reply === "object"
				? { ...reply, answer: { ok: true, signed: { kind: "evm_transaction", raw: "0x02", hash: 7 } } }
				: reply;
		const frozen = frozenOf(commit());
		const answer = await scene.client.sign(SIGNER, frozen, fingerprintOf(frozen), 0);
		expect(answer).toMatchObject({ ok: false, reason: "failed" });
	});
});

describe("accounts", () => {
	it("are known while the vault is locked", async () => {
		const first = await started();
		await first.client.importPhrase(secret(JUNK), secret());
		const later = clientScene(first.files);
		expect((await later.client.start()).accounts.map((each) => each.address)).toEqual([JUNK_FIRST, JUNK_SVM]);
		expect(later.client.status().state).toBe("locked");
	});
});
