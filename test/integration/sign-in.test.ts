import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Keychain, SettingsStore } from "../../src/main/ports.ts";
import { faultText } from "../../src/main/sign-in/sign-in-error.ts";
import { HONEST } from "../mock-service/auth/twists.ts";
import type { Service } from "../mock-service/service.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { memoryKeychain, memorySettings } from "../support/ports.ts";
import { codesOf, saying } from "../support/saying.ts";
import {
	ALL,
	begin,
	identity,
	progress,
	signInByBrowser,
	signInByDevice,
	startAuthService,
} from "../support/signing-in.ts";

/** Sign-in with a real authorization server, over real HTTP. */

const BY_HAND = { agent: "agent-by-hand", pipeline: "pipeline-by-hand", account: "account-by-hand" };
const RENEW_EARLY_MS = 280_000;
/** A token lives for 300 s and is renewed in its last 30 s. */
const JUST_EARLY_MS = 271_000;
const NO_KEYCHAIN: Keychain = {
	...memoryKeychain(),
	available: async () => ({ ok: false, text: "There is no keychain here." }),
};

const keptText = z.object({
	grants: z.partialRecord(z.enum(["agent", "pipeline", "account"]), z.looseObject({})),
});
const keptAgent = z.object({
	grants: z.object({ agent: z.object({ refreshToken: z.string(), clientId: z.string() }) }),
});

describe("signing in", () => {
	let service: Service;
	let person: Person;
	let settings: SettingsStore;
	let keychain: Keychain;
	const folders = [scratch(), scratch()];
	let mine = scratch();

	const open = (key: string | null = null) =>
		openPerson({
			dataDir: mine.path,
			baseUrl: service.url,
			token: null,
			chains: [],
			settings,
			keychain,
			key,
		});

	async function fresh(kept: Keychain = memoryKeychain(), key: string | null = null): Promise<void> {
		await person?.stop();
		mine.remove();
		mine = scratch();
		folders.push(mine);
		keychain = kept;
		const own = { name: "Mine", baseUrl: service.url, authOrigin: null, clientIds: BY_HAND };
		settings = memorySettings({ baseUrl: service.url, environments: [own] });
		person = await open(key);
	}

	/** Stops the app and starts it again with its stored data. */
	async function restart(): Promise<void> {
		await person.stop();
		person = await open();
	}

	const sealed = () => settings.get().sealedTokens[new URL(service.url).origin];
	const opened = async () => JSON.parse(await keychain.open(sealed()?.sealed ?? ""));
	const agentKept = async () => keptAgent.parse(await opened()).grants.agent;

	async function renewals(): Promise<number> {
		const { calls } = await service.control.authCalls();
		return calls.filter((call) => call.grant === "refresh_token").length;
	}

	/** Sends a message and waits until the turn is complete. */
	async function turn(sessionId: string | null = null): Promise<string> {
		const id = await person.say("hello there", sessionId);
		await person.until("the turn's end", () =>
			person.desk().sessions.find((session) => session.id === id && session.turnState === "complete"),
		);
		return id;
	}

	const refresh = ({ refreshToken, clientId }: { refreshToken: string; clientId: string }) =>
		fetch(`${service.url}/api/auth/oauth2/token`, {
			method: "POST",
			body: new URLSearchParams({
				grant_type: "refresh_token",
				refresh_token: refreshToken,
				client_id: clientId,
				resource: `${service.url}/v1/agent`,
			}),
		});

	const agentGrant = async () => {
		const found = (await identity(person)).grants.find((grant) => grant.resource === "agent");
		if (found === undefined) throw new Error("the agent's grant is not told of");
		return found;
	};

	beforeAll(async () => {
		const [first] = folders;
		service = await startAuthService(first?.path ?? "", { codeClients: BY_HAND });
	});

	afterEach(async () => {
		await service.control.authTwists(HONEST);
	});

	afterAll(async () => {
		await person?.stop();
		await service?.stop();
		for (const folder of folders) folder.remove();
	});

	describe("by a code, as alice", () => {
		beforeAll(async () => {
			await fresh();
			await signInByDevice(service, person, "alice");
			await progress(person, "done");
		});

		it("gives one grant for each resource, with the requested scopes", async () => {
			const view = await identity(person);
			expect(view.who).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
			expect(view.keeping).toEqual(saying("identity.kept.keychain"));
			expect(view.grants.map(({ resource, state }) => [resource, state])).toEqual(
				ALL.map((resource) => [resource, "granted"]),
			);
			expect(view.grants.flatMap(({ scopes }) => scopes).filter(({ granted }) => !granted)).toEqual([]);
			const { calls } = await service.control.authCalls();
			const registered = calls.filter(({ route }) => route === "registration").map(({ error }) => error);
			// The app first tries one registration for all resources, which this service rejects.
			expect(registered).toEqual(["invalid_client_metadata", null, null, null]);
		});

		it("runs a turn, and shows no token to a window or a log", async () => {
			await turn();
			const { refreshToken } = await agentKept();
			const seen = JSON.stringify([person.desk(), person.screen(), person.ports.lines, settings.get()]);
			expect(seen).not.toContain(refreshToken);
			expect(seen).not.toMatch(/eyJ[\w-]{10}/);
		});

		it("renews an expiring token once, however many callers there are", async () => {
			const before = await renewals();
			const { refreshToken } = await agentKept();
			person.ports.clock.skip(RENEW_EARLY_MS);
			for (let times = 0; times < 5; times += 1) person.countersign.wake();
			await Promise.all([turn(), turn(), turn()]);
			expect((await renewals()) - before).toBe(1);
			expect((await agentKept()).refreshToken).not.toBe(refreshToken);
		});

		it("tries once more with a renewed token after a 401", async () => {
			const before = await renewals();
			await service.control.expireTokens();
			await turn();
			expect((await renewals()) - before).toBe(1);
		});

		it("keeps the rotated token over a restart, with everything that belongs to it", async () => {
			const sessionId = await turn();
			await restart();
			await person.until("the session", () =>
				person.desk().sessions.find((session) => session.id === sessionId),
			);
			await turn(sessionId);
			expect((await agentGrant()).state).toBe("granted");
		});

		it("continues while the sign-in server is away, and keeps the grant", async () => {
			// Gets a new token, because the earlier tests may have used up some of the old one's lifetime.
			await service.control.expireTokens();
			await turn();
			await service.control.authTwists({ status: 503 });
			// The token is valid for almost half a minute, so a failed renewal is retried later.
			person.ports.clock.skip(JUST_EARLY_MS);
			await turn();
			await service.control.authTwists(HONEST);
			await turn();
			expect((await agentGrant()).state).toBe("granted");
		});

		it("refuses a grant of somebody else next to hers", async () => {
			expect(await person.callTrusted("signOut", { resource: "pipeline" })).toEqual({ ok: true });
			await signInByBrowser(service, person, "bob", {}, "pipeline");
			expect((await progress(person, "failed")).text).toEqual(saying("sign-in.other-person"));
			const states = (await identity(person)).grants.map(({ state }) => state);
			expect(states).toEqual(["granted", "none", "granted"]);
		});

		it("ends the grant when a used refresh token returns, says so, and continues after a new sign-in", async () => {
			const stolen = await agentKept();
			person.ports.clock.skip(RENEW_EARLY_MS);
			const sessionId = await turn();
			expect((await refresh(stolen)).status).toBe(400);
			person.ports.clock.skip(RENEW_EARLY_MS);
			person.countersign.wake();
			await person.until("words about it", () =>
				codesOf(person.desk().connection.text).includes("sign-in.ended"),
			);
			const ended = await agentGrant();
			expect(ended).toMatchObject({ state: "ended", expiresAt: null });
			expect(ended.fault).toEqual(saying("sign-in.ended"));
			// The scope is still Alice's, so the app shows her data and no one else's.
			expect(person.desk().sessions.map(({ id }) => id)).toContain(sessionId);
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await turn(sessionId);
		});

		it("revokes at the service on signing out, and shows bob nothing of hers", async () => {
			const sessionId = await turn();
			const kept = await agentKept();
			expect(await person.callTrusted("signOut", { resource: null })).toEqual({ ok: true });
			await person.until("nothing of hers", () => person.desk().sessions.length === 0);
			expect(sealed() === undefined || Object.keys(keptText.parse(await opened()).grants)).toEqual([]);
			expect(await (await refresh(kept)).json()).toMatchObject({ error: "invalid_grant" });
			expect(await identity(person)).toMatchObject({ who: null });

			await signInByBrowser(service, person, "bob");
			await progress(person, "done");
			const his = await turn();
			expect(person.desk().sessions.map(({ id }) => id)).toEqual([his]);
			expect(await person.callDesk("watchTranscript", { sessionId })).toBeNull();

			await person.callTrusted("signOut", { resource: null });
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			const ids = await person.until("hers again", () => {
				const all = person.desk().sessions.map(({ id }) => id);
				return all.includes(sessionId) ? all : null;
			});
			expect(ids).not.toContain(his);
		});
	});

	it("stores it under the vault's key if there is no keychain, and requires nothing but the vault", async () => {
		const key = generatePrivateKey();
		await fresh(NO_KEYCHAIN, key);
		await signInByBrowser(service, person, "alice");
		await progress(person, "done");
		expect(sealed()).toMatchObject({ by: "vault" });
		await restart();
		const before = await identity(person);
		expect(before).toMatchObject({ locked: true, who: null });
		expect(before.keeping).toEqual(saying("identity.kept.locked"));
		expect(await person.callTrusted("signIn", { by: "device", resources: ["agent"] })).toMatchObject({
			ok: false,
		});
		expect(await person.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
		await person.until("the sign-in", () => person.desk().identity.grants[0]?.state === "granted");
		await turn();
	});

	it("belongs to the signed-in user from the first grant on, while the others are still requested", async () => {
		await fresh();
		await begin(person, "device", ["agent", "pipeline"]);
		const { userCode } = await progress(person, "device", (found) => found.resource === "agent");
		await service.control.approveDevice({ userCode, person: "alice" });
		await progress(person, "device", (found) => found.resource === "pipeline");
		await turn();
		expect(await person.callTrusted("cancelSignIn", {})).toEqual({ ok: true });
		await progress(person, "idle");
		expect((await agentGrant()).state).toBe("granted");
	});

	describe("with clients without named registrations", () => {
		const registrations = async () =>
			(await service.control.authCalls()).calls.filter(
				({ route, error }) => route === "registration" && error === null,
			).length;

		/** Registers a client with the service's default permissions. */
		async function unnamed(resource: string): Promise<string> {
			const answer = await fetch(`${service.url}/api/auth/oauth2/register`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({
					grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
					response_types: [],
					token_endpoint_auth_method: "none",
					resources: [`${service.url}/v1/${resource}`],
				}),
			});
			const client = z.object({ client_id: z.string(), scope: z.string() }).parse(await answer.json());
			expect(client.scope).toBe("agent:read agent:write agent:actions:resolve offline_access");
			return client.client_id;
		}

		it("registers them again, once, and signs in for every resource", async () => {
			await fresh();
			await person.stop();
			const issuer = `${service.url}/api/auth`;
			const clients: Record<string, unknown> = {};
			for (const resource of ALL)
				clients[resource] = { issuer, device: await unnamed(resource), code: null, scopes: {} };
			const text = JSON.stringify({ version: 1, pasted: null, grants: {}, clients });
			const id = new URL(service.url).origin;
			settings.set({ sealedTokens: { [id]: { by: "keychain", sealed: await keychain.seal(text) } } });
			person = await open();
			const before = await registrations();
			for (let times = 0; times < 2; times += 1) {
				await signInByDevice(service, person, "alice");
				await progress(person, "done");
				expect((await identity(person)).grants.map(({ state }) => state)).toEqual(ALL.map(() => "granted"));
				await person.callTrusted("signOut", { resource: null });
			}
			expect((await registrations()) - before).toBe(3);
		});

		it("reports refused permissions if the service registers it for fewer every time", async () => {
			await fresh();
			await service.control.authTwists({ registeredScope: "agent:read offline_access" });
			const before = await registrations();
			await begin(person, "device", ["account"]);
			expect((await progress(person, "failed")).text).toEqual(faultText("scopeRefused"));
			expect((await registrations()) - before).toBe(2);
		});
	});

	describe("if the service gives one grant for several resources", () => {
		const states = async () => (await identity(person)).grants.map(({ state }) => state);
		const keptGrants = async () => z.looseObject({ grants: joinedGrants }).parse(await opened()).grants;
		const joinedGrants = z.record(z.string(), z.object({ refreshToken: z.string() }));

		/** Signs in to all resources with one device code. */
		async function atOnce(who: string): Promise<void> {
			await begin(person, "device", ALL);
			const { userCode, resources } = await progress(person, "device");
			expect(resources).toEqual(ALL);
			await service.control.approveDevice({ userCode, person: who });
		}

		beforeEach(async () => {
			await fresh();
			await service.control.authTwists({ joint: true });
		});

		it("asks the user once, and renews each token in turn with the one refresh token", async () => {
			await atOnce("alice");
			await progress(person, "done");
			expect(await states()).toEqual(["granted", "granted", "granted"]);
			expect((await identity(person)).grants.map(({ joined }) => joined)).toEqual(
				ALL.map((own) => ALL.filter((each) => each !== own)),
			);
			expect(
				(await identity(person)).grants.flatMap(({ scopes }) => scopes.map(({ granted }) => granted)),
			).not.toContain(false);
			const first = (await keptGrants())["agent"]?.refreshToken;
			person.ports.clock.skip(RENEW_EARLY_MS);
			await Promise.all([
				turn(),
				person.callDesk("openCatalog", { href: null }),
				person.callDesk("readAccount", {}),
			]);
			const after = Object.values(await keptGrants()).map(({ refreshToken }) => refreshToken);
			expect(new Set(after).size).toBe(1);
			expect(after[0]).not.toBe(first);
			await restart();
			await turn();
			expect(await states()).toEqual(["granted", "granted", "granted"]);
		});

		it("signs out of all of it, and revokes it", async () => {
			await atOnce("alice");
			await progress(person, "done");
			const kept = await agentKept();
			expect(await person.callTrusted("signOut", { resource: "pipeline" })).toEqual({ ok: true });
			expect(await states()).toEqual(["none", "none", "none"]);
			expect(await (await refresh(kept)).json()).toMatchObject({ error: "invalid_grant" });
		});

		it("requests separately what the one grant does not cover", async () => {
			await service.control.authTwists({ joint: true, errors: { refresh_token: "invalid_target" } });
			await atOnce("alice");
			for (const resource of ["pipeline", "account"] as const) {
				const { userCode } = await progress(person, "device", (found) => found.resource === resource);
				await service.control.approveDevice({ userCode, person: "alice" });
			}
			await progress(person, "done");
			expect(await states()).toEqual(["granted", "granted", "granted"]);
			expect((await identity(person)).grants.flatMap(({ joined }) => joined)).toEqual([]);
		});

		it.each([
			["a token for another resource", { audience: "agent" as const }, "sign-in.other-resource"],
			["more scopes than were requested", { widenScope: true }, "sign-in.widened-scope"],
		])("stores nothing of it if it gives %s", async (_what, twists, code) => {
			await service.control.authTwists({ joint: true, ...twists });
			await atOnce("alice");
			expect((await progress(person, "failed")).text).toEqual(saying(code));
			expect(await states()).toEqual(["none", "none", "none"]);
		});
	});

	it("explains a failed revocation, and deletes all the same", async () => {
		await fresh();
		await signInByBrowser(service, person, "alice");
		await progress(person, "done");
		await service.down();
		const told = await person.callTrusted("signOut", { resource: null });
		await service.up();
		expect(told).toMatchObject({ ok: false, text: { code: "sign-in.untold" } });
		expect((await agentGrant()).state).toBe("none");
	});

	describe("by the browser", () => {
		beforeAll(() => fresh());

		const withClient = (agent: string | null) =>
			person.callTrusted("saveEnvironment", {
				id: new URL(service.url).origin,
				name: "Mine",
				baseUrl: service.url,
				authOrigin: null,
				clientIds: { ...BY_HAND, agent },
			});

		afterEach(async () => {
			await person.callTrusted("signOut", { resource: null });
		});

		it("comes back through the loopback, and signs in", async () => {
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await turn();
			const page = new URL(person.ports.desktop.opened.at(-1) ?? "");
			expect(Object.fromEntries(page.searchParams)).toMatchObject({
				code_challenge_method: "S256",
				resource: `${service.url}/v1/agent`,
				redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
			});
		});

		it.each([
			["another issuer", { iss: "https://elsewhere.example" }, "sign-in.wrong-issuer"],
			["a code that is not valid", { code: "made-up" }, "sign-in.expired"],
		])("refuses %s", async (_what, change, code) => {
			await signInByBrowser(service, person, "alice", change);
			expect((await progress(person, "failed")).text).toEqual(saying(code));
			expect((await agentGrant()).state).toBe("none");
		});

		it("continues after an answer to another sign-in, which any page could send", async () => {
			await signInByBrowser(service, person, "alice", { state: "of-another-page" });
			await progress(person, "browser");
			const url = person.ports.desktop.opened.at(-1) ?? "";
			await service.control.approveInBrowser({ url, person: "alice", change: {} });
			await progress(person, "done");
			expect((await agentGrant()).state).toBe("granted");
		});

		it.each([
			["more scopes than were requested", { widenScope: true }, "sign-in.widened-scope"],
			["a token for another resource", { audience: "account" as const }, "sign-in.other-resource"],
			["a token of another issuer", { issuer: "https://elsewhere.example" }, "sign-in.wrong-issuer"],
			["a code that has run out", { errors: { authorization_code: "invalid_grant" } }, "sign-in.expired"],
			["an answer that isn't JSON", { status: 502 }, "sign-in.unreachable"],
		])("refuses %s, and stores nothing", async (_what, twists, code) => {
			await service.control.authTwists(twists);
			await signInByBrowser(service, person, "alice");
			expect((await progress(person, "failed")).text).toEqual(saying(code));
			expect(await agentGrant()).toMatchObject({ state: "none" });
			expect(sealed()).toBeUndefined();
		});

		it("reports the refusal", async () => {
			await signInByBrowser(service, person, null);
			expect((await progress(person, "failed")).text).toEqual(saying("sign-in.refused"));
		});

		it("can be cancelled while the browser is open", async () => {
			await begin(person, "browser", ["agent"]);
			await progress(person, "browser");
			expect(await person.callTrusted("cancelSignIn", {})).toEqual({ ok: true });
			await progress(person, "idle");
		});

		it("leads to the code if the service registers no such client", async () => {
			await withClient(null);
			await begin(person, "browser", ["agent"]);
			expect((await progress(person, "failed")).text).toEqual(saying("sign-in.no-browser-client"));
			await withClient(BY_HAND.agent);
		});
	});

	describe("with failures and clock differences", () => {
		beforeAll(() => fresh());

		it.each([
			["denied", null, {}, "sign-in.refused"],
			["run out", "alice", { errors: { device_code: "expired_token" } }, "sign-in.expired"],
			["for another resource", "alice", { audience: "pipeline" as const }, "sign-in.other-resource"],
		])("by a code is reported as %s, and stores no grant", async (_what, who, twists, code) => {
			await service.control.authTwists(twists);
			await signInByDevice(service, person, who, ["agent"]);
			expect((await progress(person, "failed")).text).toEqual(saying(code));
			expect((await agentGrant()).state).toBe("none");
		});

		it.each([
			["an hour fast", 3_600_000],
			["an hour slow", -7_200_000],
		])("succeeds with a clock that is %s", async (_what, ms) => {
			const before = await renewals();
			person.ports.clock.skip(ms);
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await turn();
			expect(await renewals()).toBe(before);
			await person.callTrusted("signOut", { resource: null });
		});

		it.each([
			["another user's token", { subject: "mallory" }, "sign-in.other-person"],
			["wider scopes", { widenScope: true }, "sign-in.widened-scope"],
			["a refusal", { errors: { refresh_token: "invalid_grant" } }, "sign-in.ended"],
		])("ends the grant if renewing returns %s", async (_what, twists, code) => {
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await service.control.authTwists(twists);
			person.ports.clock.skip(RENEW_EARLY_MS);
			person.countersign.wake();
			await person.until("the end", () => person.desk().identity.grants[0]?.state === "ended");
			expect((await agentGrant()).fault).toEqual(saying(code));
			await person.callTrusted("signOut", { resource: null });
		});
	});
});
