import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IdentityView } from "../../../../src/ipc/sign-in.ts";
import { Events } from "../../../../src/main/events.ts";
import { Identity } from "../../../../src/main/sign-in/identity.ts";
import { stub } from "../../../fixtures/stub.ts";
import { openPerson, type Person, scratch } from "../../../support/person.ts";
import { saying } from "../../../support/saying.ts";
import { identity } from "../../../support/signing-in.ts";

/** Environments as the trusted window changes them, each with its own sign-ins. */

const HERE = "https://here.example";
const THERE = "https://there.example";
const NO_IDS = { agent: null, pipeline: null, account: null };

const folder = scratch();
let person: Person;
let sent: string[];

beforeEach(async () => {
	sent = [];
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: HERE,
		token: null,
		chains: [],
		fetch: async (input, init) => {
			const token = new Headers(init?.headers).get("authorization");
			sent.push(`${new URL(String(input)).origin} ${token}`);
			return Response.json({ sessions: [] });
		},
	});
});

afterEach(async () => {
	await person.stop();
	folder.remove();
});

const inputOf = (name: string, baseUrl: string, id: string | null = null) => ({
	id,
	name,
	baseUrl,
	authOrigin: null,
	clientIds: NO_IDS,
});
const active = ({ environments }: IdentityView) => environments.find((each) => each.active)?.name;
const call = (name: string, input: unknown) => person.callTrusted(name, input);
const paste = (token: string, baseUrl: string) => call("saveNetwork", { baseUrl, token, chains: [] });

describe("environments", () => {
	it("are listed with production and staging, and with the current one", async () => {
		const view = await identity(person);
		expect(view.environments.map(({ id, active: isActive, builtIn }) => [id, isActive, builtIn])).toEqual([
			["https://chat.aomi.dev", false, true],
			["https://chat-staging.aomi.dev", false, true],
			[HERE, true, false],
		]);
	});

	it("have their own token each, which goes to no other address", async () => {
		await paste("token-of-here", HERE);
		expect(await call("saveEnvironment", inputOf("There", THERE))).toEqual({ ok: true });
		expect(await call("useEnvironment", { id: THERE })).toEqual({ ok: true });
		expect(await identity(person)).toMatchObject({ who: null });
		await paste("token-of-there", THERE);
		expect(await call("saveEnvironment", inputOf("Here", HERE))).toEqual({ ok: true });
		expect(await call("useEnvironment", { id: HERE })).toEqual({ ok: true });
		expect(active(await identity(person))).toBe("Here");
		await person.until("calls to both", () => new Set(sent).size === 2);
		expect(new Set(sent)).toEqual(
			new Set([`${HERE} Bearer token-of-here`, `${THERE} Bearer token-of-there`]),
		);
	});

	it("differ by name and address", async () => {
		expect(await call("saveEnvironment", inputOf("There", THERE))).toEqual({ ok: true });
		const refusals = [
			await call("saveEnvironment", inputOf("Again", `${THERE}/other`)),
			await call("saveEnvironment", inputOf("there", "https://third.example")),
			await call("saveEnvironment", inputOf("production", "https://third.example")),
			await call("saveEnvironment", inputOf("Moved", "https://third.example", THERE)),
			await call("saveEnvironment", inputOf("Nothing", "https://third.example", "https://third.example")),
			await call("saveEnvironment", inputOf("Plain", "http://third.example")),
		];
		expect(refusals.filter(({ ok }) => ok)).toEqual([]);
		expect((await identity(person)).environments.filter(({ builtIn }) => !builtIn)).toHaveLength(2);
		expect(await call("saveEnvironment", inputOf("Renamed", `${THERE}/base`, THERE))).toEqual({ ok: true });
		expect((await identity(person)).environments.find(({ id }) => id === THERE)).toMatchObject({
			name: "Renamed",
			baseUrl: `${THERE}/base`,
		});
	});

	it("sign in at a known service only if its tokens go to that very service", async () => {
		const known = "https://chat.aomi.dev";
		const at = (baseUrl: string) => ({ ...inputOf("Copy", baseUrl), authOrigin: known });
		const refusal = await call("saveEnvironment", at("https://chat.aomi.dev.example"));
		expect(refusal).toMatchObject({ ok: false, text: saying("identity.wrong-sign-in") });
		expect(await call("saveEnvironment", at("https://chat-staging.aomi.dev"))).toMatchObject({ ok: false });
		expect(person.ports.settings.get().environments).toEqual([]);
		expect(await call("saveEnvironment", at("https://api.aomi.dev"))).toEqual({ ok: true });
		expect(await call("saveEnvironment", { ...at("http://127.0.0.1:9"), name: "Mine" })).toEqual({
			ok: true,
		});
	});

	it("leave a new phrase on screen, which is shown only once, after any sign-in meanwhile", async () => {
		expect(await call("createPhrase", { password: "correct horse battery" })).toEqual({ ok: true });
		await person.until("the phrase", () => person.screen().screen === "phrase");
		expect(await call("useEnvironment", { id: "https://chat-staging.aomi.dev" })).toEqual({ ok: true });
		person.countersign.pushTrusted();
		expect(person.screen().screen).toBe("phrase");
	});

	it("are removed with their stored data, except for the current one and known ones", async () => {
		await paste("token-of-here", HERE);
		await call("saveEnvironment", inputOf("Here", HERE));
		await call("useEnvironment", { id: "https://chat-staging.aomi.dev" });
		expect(await call("removeEnvironment", { id: "https://chat.aomi.dev" })).toMatchObject({ ok: false });
		expect(await call("removeEnvironment", { id: "https://chat-staging.aomi.dev" })).toMatchObject({
			ok: false,
		});
		expect(await call("removeEnvironment", { id: HERE })).toEqual({ ok: true });
		expect(person.ports.settings.get().sealedTokens).toEqual({});
		expect((await identity(person)).environments.map(({ id }) => id)).not.toContain(HERE);
	});

	it("show a pasted token as used for every resource, and an unknown user", async () => {
		await paste("opaque", HERE);
		const view = await identity(person);
		expect(view.grants.map(({ state }) => state)).toEqual(["pasted", "pasted", "pasted"]);
		expect(view.who).toBe("unknown (a pasted token)");
		expect(JSON.stringify(view)).not.toContain("opaque");
	});
});

describe("changing the environment", () => {
	it("ends the current sign-in before anything else, since it belongs to the previous one", async () => {
		const steps: string[] = [];
		const identity = new Identity(
			stub({
				credentials: {
					environments: () => [{ id: "https://there.example", baseUrl: "https://there.example" }],
					cancelSignIn: () => steps.push("cancelled"),
				},
				ports: { overrides: { baseUrl: null }, settings: { set: () => steps.push("address") } },
				events: new Events(() => {}),
				signedIn: { reconnect: async () => void steps.push("reconnected") },
			}),
		);
		expect(await identity.useEnvironment({ id: "https://there.example" })).toEqual({ ok: true });
		expect(steps).toEqual(["cancelled", "address", "reconnected"]);
	});
});
