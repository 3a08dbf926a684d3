import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Keychain, SettingsStore } from "../../src/main/ports.ts";
import { HONEST } from "../service/auth/twists.ts";
import type { Service } from "../service/service.ts";
import { openPerson, PASSWORD, type Person, scratch } from "./person.ts";
import { memoryKeychain, memorySettings } from "./ports.ts";
import {
	ALL,
	begin,
	identity,
	progress,
	signInByBrowser,
	signInByDevice,
	startAuthService,
} from "./signing-in.ts";

/** Signing in against a real authorization server, over real HTTP. */

const BY_HAND = { agent: "agent-by-hand", pipeline: "pipeline-by-hand", account: "account-by-hand" };
const RENEW_EARLY_MS = 280_000;
const NO_KEYCHAIN: Keychain = {
	...memoryKeychain(),
	available: async () => ({ ok: false, words: "There is no keychain here." }),
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

	/** Ends the app and starts it again on what it kept. */
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

	/** Says something, and waits until the service has answered it whole. */
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

		it("gives one grant for each resource, with the scopes that were asked for", async () => {
			const view = await identity(person);
			expect(view.who).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
			expect(view.keeping).toContain("keychain");
			expect(view.grants.map(({ resource, state }) => [resource, state])).toEqual(
				ALL.map((resource) => [resource, "granted"]),
			);
			expect(view.grants.flatMap(({ scopes }) => scopes).filter(({ granted }) => !granted)).toEqual([]);
			const { calls } = await service.control.authCalls();
			expect(calls.filter(({ route }) => route === "registration")).toHaveLength(3);
		});

		it("carries a turn, and shows no token to a window or a log", async () => {
			await turn();
			const { refreshToken } = await agentKept();
			const seen = JSON.stringify([person.desk(), person.screen(), person.ports.lines, settings.get()]);
			expect(seen).not.toContain(refreshToken);
			expect(seen).not.toMatch(/eyJ[\w-]{10}/);
		});

		it("renews an ending token once, however many ask", async () => {
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

		it("keeps the rotated token over a start anew, with everything that belongs to it", async () => {
			const sessionId = await turn();
			await restart();
			await person.until("the session", () =>
				person.desk().sessions.find((session) => session.id === sessionId),
			);
			await turn(sessionId);
			expect((await agentGrant()).state).toBe("granted");
		});

		it("goes on while the sign-in server is away, and keeps the grant", async () => {
			await service.control.authTwists({ status: 503 });
			// The token still holds for a few seconds; what can't be renewed now is renewed later.
			person.ports.clock.skip(RENEW_EARLY_MS);
			await turn();
			await service.control.authTwists(HONEST);
			await turn();
			expect((await agentGrant()).state).toBe("granted");
		});

		it("refuses a grant of somebody else beside hers", async () => {
			expect(await person.callTrusted("signOut", { resource: "pipeline" })).toEqual({ ok: true });
			await signInByBrowser(service, person, "bob", {}, "pipeline");
			expect((await progress(person, "failed")).words).toContain("somebody else");
			const states = (await identity(person)).grants.map(({ state }) => state);
			expect(states).toEqual(["granted", "none", "granted"]);
		});

		it("ends the grant when a used refresh token comes back, says so, and goes on after a new sign-in", async () => {
			const stolen = await agentKept();
			person.ports.clock.skip(RENEW_EARLY_MS);
			const sessionId = await turn();
			expect((await refresh(stolen)).status).toBe(400);
			person.ports.clock.skip(RENEW_EARLY_MS);
			person.countersign.wake();
			await person.until("words about it", () => /does not renew/.test(person.desk().connection.words));
			const ended = await agentGrant();
			expect(ended).toMatchObject({ state: "ended", expiresAt: null });
			expect(ended.fault).toMatch(/Sign in again/);
			// Still hers: what she had is shown, and nobody else's.
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

	it("keeps it under the vault's key where there is no keychain, and asks for nothing but the vault", async () => {
		const key = generatePrivateKey();
		await fresh(NO_KEYCHAIN, key);
		await signInByBrowser(service, person, "alice");
		await progress(person, "done");
		expect(sealed()).toMatchObject({ by: "vault" });
		await restart();
		const before = await identity(person);
		expect(before).toMatchObject({ locked: true, who: null });
		expect(before.keeping).toMatch(/unlock/);
		expect(await person.callTrusted("signIn", { by: "device", resources: ["agent"] })).toMatchObject({
			ok: false,
		});
		expect(await person.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
		await person.until("the sign-in", () => person.desk().identity.grants[0]?.state === "granted");
		await turn();
	});

	it("belongs to whoever signed in from the first grant on, while the others are still asked for", async () => {
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

	it("says what a revocation that failed means, and forgets all the same", async () => {
		await fresh();
		await signInByBrowser(service, person, "alice");
		await progress(person, "done");
		await service.down();
		const told = await person.callTrusted("signOut", { resource: null });
		await service.up();
		expect(told).toMatchObject({ ok: false, words: expect.stringContaining("signed out on this computer") });
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
			["another issuer", { iss: "https://elsewhere.example" }, /another sign-in server/],
			["a code that is not valid", { code: "made-up" }, /run out/],
		])("refuses %s", async (_what, change, words) => {
			await signInByBrowser(service, person, "alice", change);
			expect((await progress(person, "failed")).words).toMatch(words);
			expect((await agentGrant()).state).toBe("none");
		});

		it("goes on after an answer to another sign-in, which any page could send", async () => {
			await signInByBrowser(service, person, "alice", { state: "of-another-page" });
			await progress(person, "browser");
			const url = person.ports.desktop.opened.at(-1) ?? "";
			await service.control.approveInBrowser({ url, person: "alice", change: {} });
			await progress(person, "done");
			expect((await agentGrant()).state).toBe("granted");
		});

		it.each([
			["more scopes than were asked for", { widenScope: true }, /more rights/],
			["a token for another resource", { audience: "account" as const }, /something else/],
			["a token of another issuer", { issuer: "https://elsewhere.example" }, /another sign-in server/],
			["a code that has run out", { errors: { authorization_code: "invalid_grant" } }, /run out/],
			["an answer that is no JSON", { status: 502 }, /can't be reached/],
		])("refuses %s, and keeps nothing", async (_what, twists, words) => {
			await service.control.authTwists(twists);
			await signInByBrowser(service, person, "alice");
			expect((await progress(person, "failed")).words).toMatch(words);
			expect(await agentGrant()).toMatchObject({ state: "none" });
			expect(sealed()).toBeUndefined();
		});

		it("says that it was refused", async () => {
			await signInByBrowser(service, person, null);
			expect((await progress(person, "failed")).words).toContain("refused");
		});

		it("can be cancelled while the browser is open", async () => {
			await begin(person, "browser", ["agent"]);
			await progress(person, "browser");
			expect(await person.callTrusted("cancelSignIn", {})).toEqual({ ok: true });
			await progress(person, "idle");
		});

		it("leads to the code where the service registers no such client", async () => {
			await withClient(null);
			await begin(person, "browser", ["agent"]);
			expect((await progress(person, "failed")).words).toMatch(/Sign in by code instead/);
			await withClient(BY_HAND.agent);
		});
	});

	describe("that goes wrong or nearly so", () => {
		beforeAll(() => fresh());

		it.each([
			["denied", null, {}, /refused/],
			["run out", "alice", { errors: { device_code: "expired_token" } }, /run out/],
			["for another resource", "alice", { audience: "pipeline" as const }, /something else/],
		])("by a code is told as %s, and keeps no grant", async (_what, who, twists, words) => {
			await service.control.authTwists(twists);
			await signInByDevice(service, person, who, ["agent"]);
			expect((await progress(person, "failed")).words).toMatch(words);
			expect((await agentGrant()).state).toBe("none");
		});

		it.each([
			["an hour fast", 3_600_000],
			["an hour slow", -7_200_000],
		])("goes well with a clock that is %s", async (_what, ms) => {
			const before = await renewals();
			person.ports.clock.skip(ms);
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await turn();
			expect(await renewals()).toBe(before);
			await person.callTrusted("signOut", { resource: null });
		});

		it.each([
			["another person's token", { subject: "mallory" }, /somebody else/],
			["wider scopes", { widenScope: true }, /more rights/],
			["a refusal", { errors: { refresh_token: "invalid_grant" } }, /does not renew/],
		])("ends the grant where renewing brings %s", async (_what, twists, words) => {
			await signInByBrowser(service, person, "alice");
			await progress(person, "done");
			await service.control.authTwists(twists);
			person.ports.clock.skip(RENEW_EARLY_MS);
			person.countersign.wake();
			await person.until("the end", () => person.desk().identity.grants[0]?.state === "ended");
			expect((await agentGrant()).fault).toMatch(words);
			await person.callTrusted("signOut", { resource: null });
		});
	});
});
