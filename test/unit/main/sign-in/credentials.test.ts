import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { Events } from "../../../../src/main/events.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import type { Settings } from "../../../../src/main/settings-schema.ts";
import { AuthClient } from "../../../../src/main/sign-in/auth-client.ts";
import { ActiveGrants, Credentials } from "../../../../src/main/sign-in/credentials.ts";
import { identityOf } from "../../../../src/main/sign-in/owner.ts";
import { NOTHING_SEALED, type SealVault, writeSealed } from "../../../../src/main/sign-in/sealed-sign-in.ts";
import type { VaultStatus } from "../../../../src/main/wallet/signers/vault/connection.ts";
import { stub } from "../../../fixtures/stub.ts";
import { scratch } from "../../../support/person.ts";
import { memoryKeychain, memorySettings, type TestPorts, testPorts } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";
import { accessToken, FakeServer, HandClock, ISSUER, ORIGIN } from "./fake-server.ts";

/** Tokens are stored in the keychain, sealed by the vault, or in memory, and never used for another environment. */

const HERE = "https://here.example";
const THERE = "https://there.example";
const jwt = (sub: string) => `h.${Buffer.from(JSON.stringify({ iss: "i", sub })).toString("base64url")}.s`;

/** Returns a vault that seals secrets by reversing them while it is unlocked. */
function fakeVault(state: VaultStatus["state"]): SealVault & { state: VaultStatus["state"] } {
	const refusal = (reason: "locked" | "unsealable") =>
		({ ok: false, reason, text: { code: `vault.${reason}` }, nextTryAt: null, field: null }) as const;
	const vault: SealVault & { state: VaultStatus["state"] } = {
		state,
		status: () => ({
			state: vault.state,
			accounts: [],
			hasPhrase: false,
			locksAt: null,
			nextTryAt: null,
			autoLockMs: 1,
			phrasePositions: null,
			text: null,
		}),
		sealSecret: async (secret) =>
			vault.state === "unlocked"
				? { ok: true, sealed: Buffer.from(secret.toReversed()).toString("base64") }
				: refusal("locked"),
		openSecret: async (sealed) => {
			if (vault.state !== "unlocked") return refusal("locked");
			const secret = Uint8Array.from(Buffer.from(sealed, "base64").toReversed());
			return secret[0] === 123 ? { ok: true, secret } : refusal("unsealable");
		},
	};
	return vault;
}

const folder = scratch();
let ports: TestPorts;
let vault: ReturnType<typeof fakeVault>;
let credentials: Credentials;

async function start(more: Partial<Ports> = {}, settings: Partial<Settings> = {}): Promise<void> {
	ports = {
		...testPorts({ dataDir: folder.path, baseUrl: HERE, token: null, chains: [] }),
		settings: memorySettings({ baseUrl: HERE, ...settings }),
		...more,
	} as TestPorts;
	await again();
}

/** Simulates a restart with the same settings. */
async function again(): Promise<void> {
	credentials = new Credentials({
		ports,
		events: new Events(() => {}),
		wallet: { vault },
		signedIn: { isRunning: () => false, reconnect: async () => {} },
	});
	await credentials.load();
}

const NO_KEYCHAIN: Ports["keychain"] = {
	...memoryKeychain(),
	available: async () => ({ ok: false, text: "no keychain here." }),
};
const sealed = (id = HERE) => ports.settings.get().sealedTokens[id];
const bearer = (id = HERE) => credentials.tokens(id).bearer("agent");

beforeEach(() => {
	vault = fakeVault("none");
});
afterEach(() => folder.remove());

describe("a pasted token", () => {
	it("is stored in the keychain, never in clear text, and survives a restart", async () => {
		await start();
		expect(await credentials.setToken("pasted-token")).toBeNull();
		expect(sealed()).toMatchObject({ by: "keychain" });
		expect(JSON.stringify(ports.settings.get())).not.toContain("pasted-token");
		await again();
		expect(await bearer()).toBe("pasted-token");
		expect(credentials.keeping()).toEqual(saying("identity.kept.keychain"));
	});

	it("belongs to its environment only, and returns with it", async () => {
		await start();
		await credentials.setToken(jwt("alice"));
		const alice = credentials.identity();
		ports.settings.set({ baseUrl: THERE });
		await credentials.load();
		expect(credentials.identity()).toBe("nobody");
		expect(await bearer(THERE)).toBeNull();
		await credentials.setToken(jwt("bob"));
		expect(credentials.identity()).not.toBe(alice);
		ports.settings.set({ baseUrl: HERE });
		expect(credentials.identity()).toBe(alice);
		expect(await bearer(HERE)).toBe(jwt("alice"));
	});

	it("of the development environment is for the start address, until one is pasted there", async () => {
		await start({ overrides: { baseUrl: null, token: "development", chains: [], ledger: null } });
		expect(await bearer()).toBe("development");
		expect(await credentials.signIn("device", ["agent"])).toEqual(saying("identity.token.environment-only"));
		ports.settings.set({ baseUrl: THERE });
		await credentials.load();
		expect(await bearer(THERE)).toBeNull();
		ports.settings.set({ baseUrl: HERE });
		const before = credentials.tokens(HERE).generation();
		await credentials.setToken("pasted");
		expect(await bearer()).toBe("pasted");
		expect(credentials.tokens(HERE).generation()).not.toBe(before);
	});

	it("is forgotten on disk too", async () => {
		await start();
		await credentials.setToken("pasted-token");
		await credentials.setToken(null);
		expect(sealed()).toBeUndefined();
		expect(await bearer()).toBeNull();
	});
});

describe("without a keychain, a token", () => {
	it("is in memory only if there is no vault either, and says so", async () => {
		await start({ keychain: NO_KEYCHAIN });
		await credentials.setToken("pasted-token");
		expect(sealed()).toBeUndefined();
		expect(credentials.keeping()).toEqual(saying("identity.kept.in-memory", { why: "no keychain here." }));
		expect(await bearer()).toBe("pasted-token");
	});

	it("is sealed with the vault's key: locked after a start, readable once the vault is open", async () => {
		vault.state = "unlocked";
		await start({ keychain: NO_KEYCHAIN });
		await credentials.setToken(jwt("alice"));
		expect(sealed()).toMatchObject({ by: "vault" });
		const alice = credentials.identity();
		vault.state = "locked";
		await again();
		expect([credentials.locked(), credentials.identity()]).toEqual([true, "nobody"]);
		await expect(bearer()).rejects.toMatchObject({ text: message("identity.kept.locked") });
		expect(await credentials.setToken("another")).toEqual(saying("identity.vault-locked"));
		const before = credentials.tokens(HERE).generation();
		vault.state = "unlocked";
		await credentials.vaultOpened();
		expect([credentials.locked(), credentials.identity()]).toEqual([false, alice]);
		expect(credentials.tokens(HERE).generation()).not.toBe(before);
		expect(await bearer()).toBe(jwt("alice"));
	});

	it("is sealed with the vault's key as soon as the vault is open", async () => {
		vault.state = "locked";
		await start({ keychain: NO_KEYCHAIN });
		await credentials.setToken("pasted-token");
		expect(sealed()).toBeUndefined();
		expect(credentials.keeping()).toEqual(saying("identity.kept.no-keychain"));
		vault.state = "unlocked";
		await credentials.vaultOpened();
		expect(sealed()).toMatchObject({ by: "vault" });
	});
});

describe("an unreadable token", () => {
	const failing: Ports["keychain"] = { ...memoryKeychain(), open: () => Promise.reject(new Error("no")) };

	it("is reported and not deleted, and replaced only by a new one", async () => {
		const kept = { by: "keychain", sealed: "AAAA" } as const;
		await start({ keychain: failing }, { sealedTokens: { [HERE]: kept } });
		expect(credentials.keeping()).toEqual(saying("identity.kept.unreadable"));
		expect(await bearer()).toBeNull();
		expect(sealed()).toEqual(kept);
		await credentials.setToken("new-token");
		expect(sealed()).not.toEqual(kept);
		expect(await bearer()).toBe("new-token");
	});

	it("sealed with another vault's key is reported, and not deleted", async () => {
		vault.state = "unlocked";
		const kept = { by: "vault", sealed: "AAAA" } as const;
		await start({}, { sealedTokens: { [HERE]: kept } });
		expect(credentials.keeping()).toEqual(saying("identity.kept.unreadable"));
		expect(sealed()).toEqual(kept);
		expect(ports.lines.join()).toContain("vault");
	});

	it("does not stop the start if the keychain itself fails", async () => {
		const broken: Ports["keychain"] = {
			available: () => Promise.reject(new Error("no bus")),
			seal: () => Promise.reject(new Error("no bus")),
			open: () => Promise.reject(new Error("no bus")),
		};
		await start({ keychain: broken });
		expect(await credentials.setToken("pasted-token")).toBeNull();
		expect(await bearer()).toBe("pasted-token");
	});
});

describe("a token next to a sign-in", () => {
	const OTHER = saying("identity.token.somebody-else");

	it.each([
		["that is valid", null],
		["that has ended", message("sign-in.ended")],
	])("of somebody else is refused, next to one %s", async (_what, ended) => {
		const keychain = memoryKeychain();
		const grant = {
			issuer: `${HERE}/api/auth`,
			clientId: "c",
			scopes: [],
			refreshToken: "r",
			identity: identityOf(jwt("alice")),
			ended,
		};
		const kept = { version: 1, pasted: null, grants: { agent: grant }, clients: {} };
		await start(
			{ keychain },
			{ sealedTokens: { [HERE]: { by: "keychain", sealed: await keychain.seal(JSON.stringify(kept)) } } },
		);
		expect(await credentials.setToken(jwt("bob"))).toEqual(OTHER);
		expect(credentials.token()).toBeNull();
		expect(await credentials.setToken(jwt("alice"))).toBeNull();
		expect(credentials.token()).toBe(jwt("alice"));
	});
});

describe("a removed environment", () => {
	it("with an unreadable sign-in is reported as still signed in at the service", async () => {
		vault.state = "locked";
		await start({}, { sealedTokens: { [HERE]: { by: "vault", sealed: "AAAA" } } });
		ports.settings.set({ baseUrl: THERE });
		expect(await credentials.forget(HERE)).toEqual(message("sign-in.untold"));
		expect(sealed(HERE)).toBeUndefined();
	});

	it("leaves nothing behind", async () => {
		await start();
		await credentials.setToken("pasted-token");
		ports.settings.set({ baseUrl: THERE });
		await credentials.load();
		expect(await credentials.forget(HERE)).toBeNull();
		expect(sealed(HERE)).toBeUndefined();
		expect(await bearer(HERE)).toBeNull();
	});
});

const GRANT = {
	issuer: ISSUER,
	clientId: "c",
	scopes: ["agent:read"],
	refreshToken: "r0",
	identity: identityOf(accessToken()),
	ended: null,
};

/** Creates grants whose keychain holds `secret`, without a vault. */
async function holding(secret: string) {
	const keychain = memoryKeychain();
	const sealed = await keychain.seal(secret);
	const gate = Promise.withResolvers<null>();
	const world = { sealing: true, puts: [] as unknown[] };
	const server = new FakeServer();
	const clock = new HandClock();
	const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
	const held = new ActiveGrants(
		ORIGIN,
		stub<ConstructorParameters<typeof ActiveGrants>[1]>({
			ports: {
				clock,
				keychain: {
					available: keychain.available,
					async seal(each: string) {
						if (!world.sealing) throw new Error("the keychain is gone");
						return await keychain.seal(each);
					},
					async open(each: string) {
						await gate.promise;
						return await keychain.open(each);
					},
				},
				log: () => {},
			},
			vault: { status: () => ({ state: "none" }) },
			client: () => client,
			stored: () => ({ by: "keychain", sealed }),
			put: (each: unknown) => void world.puts.push(each),
			onChange: () => {},
		}),
	);
	return { held, server, world, letOpen: () => gate.resolve(null) };
}

describe("an environment's stored tokens", () => {
	it("do not replace a pasted one while they are still being opened", async () => {
		const { held, letOpen } = await holding("old-token");
		const opened = held.open();
		await held.grants.paste("new-token");
		letOpen();
		await opened;
		expect(await held.grants.bearer("agent")).toBe("new-token");
	});

	it("stay if a mere renewal can't be sealed, and go if the user changed them", async () => {
		const { held, server, world, letOpen } = await holding(
			writeSealed({ ...NOTHING_SEALED, grants: { agent: GRANT } }),
		);
		letOpen();
		await held.open();
		world.sealing = false;
		server.token({
			body: { access_token: accessToken(), token_type: "bearer", expires_in: 300, refresh_token: "r1" },
		});
		await held.grants.bearer("agent");
		await held.settled();
		expect([world.puts, held.unsaved()]).toEqual([[], true]);
		await held.grants.paste("new-token");
		await held.settled();
		expect([world.puts, held.unsaved()]).toEqual([[null], true]);
	});
});
