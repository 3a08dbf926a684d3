import { beforeEach, describe, expect, it } from "vitest";
import { message, type Text } from "../../../../src/core/localized-text.ts";
import { AuthClient } from "../../../../src/main/sign-in/auth-client.ts";
import { Grants } from "../../../../src/main/sign-in/grants.ts";
import { type Progress, SignIn, type SignInBy } from "../../../../src/main/sign-in/sign-in.ts";
import { faultText } from "../../../../src/main/sign-in/sign-in-error.ts";
import { saying, type Telling } from "../../../support/saying.ts";
import { accessToken, FakeServer, HandClock, ISSUER, ORIGIN, settle } from "./fake-server.ts";

/** The two ways to sign in, with a server whose answers are scripted. */

const DEVICE_PATH = "/api/auth/device/code";
const REGISTER = "/api/auth/oauth2/register";
const AGENT_SCOPES = ["agent:read", "agent:write", "agent:actions:resolve", "offline_access"];

let server: FakeServer;
let clock: HandClock;
let grants: Grants;
let signing: SignIn;
let told: Progress[];
let opened: string[];
/** Calls the browser's callback; set once a test has opened the browser. */
let comeBack: (query: Readonly<Record<string, string>> | string) => void;
let byHand: string | null;
let listening: boolean;
let grantsTold: number;

const device = (more: Readonly<Record<string, unknown>> = {}) => ({
	body: {
		device_code: "dc",
		user_code: "ABCD-EFGH",
		verification_uri: `${ORIGIN}/oauth/device`,
		verification_uri_complete: `${ORIGIN}/oauth/device?user_code=ABCD-EFGH`,
		expires_in: 600,
		...more,
	},
});
const SCOPE_REFUSED = { status: 400, body: { error: "invalid_scope" } };
const pending = { status: 400, body: { error: "authorization_pending" } };
const granted = (more: Readonly<Record<string, unknown>> = {}) => ({
	body: { access_token: accessToken(), token_type: "bearer", expires_in: 300, refresh_token: "r", ...more },
});

beforeEach(() => {
	server = new FakeServer();
	clock = new HandClock();
	told = [];
	opened = [];
	byHand = null;
	listening = false;
	grantsTold = 0;
	server.answers.set(REGISTER, { status: 201, body: { client_id: "registered" } });
	server.answers.set(DEVICE_PATH, device());
	const arrived = Promise.withResolvers<URL>();
	let takes: (url: URL) => boolean = () => true;
	comeBack = (query) => {
		const url = new URL(`http://127.0.0.1/callback?${new URLSearchParams(query)}`);
		if (takes(url)) arrived.resolve(url);
	};
	const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
	grants = new Grants({
		clock,
		client: () => client,
		keep: async () => {},
		closed: () => null,
		onChange: () => {},
		log: () => {},
	});
	signing = new SignIn({
		clock,
		random: (length) => new Uint8Array(length).fill(7),
		openLoopback: async () => {
			listening = true;
			return {
				redirectUri: "http://127.0.0.1:4321/callback",
				redirected: (signal, accepts = () => true) =>
					new Promise((resolve, reject) => {
						takes = accepts;
						signal.addEventListener("abort", () => reject(signal.reason), { once: true });
						arrived.promise.then(resolve, reject);
					}),
				close: async () => {
					listening = false;
				},
			};
		},
		openExternal: async (url) => {
			opened.push(url);
		},
		onProgress: (progress) => told.push(progress),
		onGranted: () => {
			grantsTold += 1;
		},
		log: () => {},
	});
});

function start(by: SignInBy): Promise<boolean> {
	const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
	return signing.run({ client, grants, clientIds: { agent: byHand, pipeline: null, account: null } }, by, [
		"agent",
	]);
}

/**
 * Signs in and expects a failure.
 * @returns the failure's text
 */
async function failureOf(by: SignInBy): Promise<Text> {
	const ended = start(by);
	await clock.pass(3_600_000);
	expect(await ended).toBe(false);
	const last = signing.progress();
	expect(grants.sealed().grants).toEqual({});
	return last.kind === "failed" ? last.text : `not failed but ${last.kind}`;
}

describe("a sign-in by code", () => {
	it("registers a device client for one resource, and shows code and link", async () => {
		server.token(pending);
		void start("device");
		await settle();
		expect(JSON.parse(server.asked(REGISTER)[0]?.body ?? "")).toMatchObject({
			grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
			resources: [`${ORIGIN}/v1/agent`],
			scope: AGENT_SCOPES.join(" "),
			token_endpoint_auth_method: "none",
		});
		expect(server.asked(DEVICE_PATH)[0]?.form.get("resource")).toBe(`${ORIGIN}/v1/agent`);
		expect(signing.progress()).toEqual({
			kind: "device",
			resource: "agent",
			resources: ["agent"],
			userCode: "ABCD-EFGH",
			link: `${ORIGIN}/oauth/device`,
			fullLink: `${ORIGIN}/oauth/device?user_code=ABCD-EFGH`,
			endsAt: clock.now() + 600_000,
		});
		signing.cancel();
	});

	it.each([
		["five seconds if the server names none", {}, 5_000],
		["the server's interval", { interval: 9 }, 9_000],
		["at least a second", { interval: 0.2 }, 1_000],
		["five seconds if the server names zero", { interval: 0 }, 5_000],
		["five seconds if the server names a negative number", { interval: -3 }, 5_000],
		["five seconds if the server names no number", { interval: null }, 5_000],
	])("polls again after %s", async (_what, more, ms) => {
		server.answers.set(DEVICE_PATH, device(more));
		server.token(pending);
		void start("device");
		await settle();
		await clock.pass(ms - 1);
		expect(server.tokenForms).toHaveLength(0);
		await clock.pass(1);
		expect(server.tokenForms).toHaveLength(1);
		await clock.pass(ms);
		expect(server.tokenForms).toHaveLength(2);
		signing.cancel();
	});

	it("polls five seconds more slowly each time that the server demands it", async () => {
		server.token({ status: 400, body: { error: "slow_down" } });
		void start("device");
		await settle();
		await clock.pass(5_000);
		await clock.pass(9_999);
		expect(server.tokenForms).toHaveLength(1);
		await clock.pass(1);
		expect(server.tokenForms).toHaveLength(2);
		await clock.pass(15_000);
		expect(server.tokenForms).toHaveLength(3);
		signing.cancel();
	});

	it("continues after a lost poll, and stores the grant in the end", async () => {
		server.token(pending, { lost: true }, { status: 502 }, granted());
		const ended = start("device");
		await clock.pass(60_000);
		expect(await ended).toBe(true);
		expect(grants.sealed().grants.agent).toMatchObject({ refreshToken: "r", clientId: "registered" });
		expect(told.at(-1)).toEqual({
			kind: "done",
			text: message("sign-in.done", { resources: [message("sign-in.resource.agent")] }),
		});
	});

	it("registers once, however often it signs in", async () => {
		server.token(granted());
		for (let times = 0; times < 3; times += 1) {
			const ended = start("device");
			await clock.pass(6_000);
			await ended;
		}
		expect(server.asked(REGISTER)).toHaveLength(1);
	});

	it("registers again if the server has forgotten the client", async () => {
		await grants.rememberClient("agent", ISSUER, "device", { id: "forgotten", scopes: AGENT_SCOPES });
		server.answers.set(DEVICE_PATH, [{ status: 401, body: { error: "invalid_client" } }, device()]);
		server.token(granted());
		const ended = start("device");
		await clock.pass(6_000);
		expect(await ended).toBe(true);
		expect(grants.sealed().grants.agent?.clientId).toBe("registered");
	});

	it.each([
		["without named permissions", []],
		["for fewer permissions than are requested now", ["agent:read", "offline_access"]],
	])("registers again, once, a client registered %s", async (_what, scopes) => {
		await grants.rememberClient("agent", ISSUER, "device", { id: "narrow", scopes });
		server.token(granted());
		for (let times = 0; times < 2; times += 1) {
			const ended = start("device");
			await clock.pass(6_000);
			expect(await ended).toBe(true);
		}
		expect(server.asked(REGISTER)).toHaveLength(1);
		expect(server.asked(DEVICE_PATH).map(({ form }) => form.get("client_id"))).toEqual([
			"registered",
			"registered",
		]);
	});

	it.each([
		["when it requests the code", () => server.answers.set(DEVICE_PATH, SCOPE_REFUSED)],
		["when the code is redeemed", () => server.token(SCOPE_REFUSED)],
	])("reports refused permissions for a ceiling that stays too low %s", async (_what, refuse) => {
		refuse();
		expect(await failureOf("device")).toEqual(faultText("scopeRefused"));
		expect(server.asked(REGISTER)).toHaveLength(2);
	});

	it("ends when the code has expired, whatever the server says, and for any clock setting", async () => {
		server.answers.set(DEVICE_PATH, device({ expires_in: 60 }));
		server.token(pending);
		void start("device");
		await settle();
		clock.jump(3_600_000);
		await clock.pass(30_000);
		expect(signing.progress().kind).toBe("device");
		await clock.pass(31_000);
		expect(signing.progress()).toMatchObject({ kind: "failed", text: faultText("expired") });
	});

	it.each([
		["expired_token", { status: 400, body: { error: "expired_token" } }, saying("sign-in.expired")],
		["access_denied", { status: 400, body: { error: "access_denied" } }, saying("sign-in.refused")],
		["wider scopes", granted({ scope: "agent:read agent:everything" }), saying("sign-in.widened-scope")],
		[
			"another resource",
			granted({ access_token: accessToken({ aud: `${ORIGIN}/v1/account` }) }),
			saying("sign-in.other-resource"),
		],
	])("fails with a text about %s, and stores nothing", async (_what, answer, text) => {
		server.token(answer);
		expect(await failureOf("device")).toEqual(text);
	});

	it.each([
		{ verification_uri_complete: "https://elsewhere.example/x" },
		{ verification_uri: "https://elsewhere.example/x" },
		{ verification_uri: "javascript:alert(1)" },
		{ verification_uri: `${ORIGIN}/${"x".repeat(2048)}` },
	])("shows no link that leads elsewhere, or is endless: %o", async (more) => {
		server.answers.set(DEVICE_PATH, device(more));
		expect(await failureOf("device")).toEqual(saying("sign-in.foreign-endpoint"));
		expect(told.map(({ kind }) => kind)).not.toContain("device");
	});

	it("waits for at most an hour, for any stated lifetime of the code", async () => {
		server.answers.set(DEVICE_PATH, device({ expires_in: 1e300 }));
		server.token(pending);
		void start("device");
		await settle();
		expect(signing.progress()).toMatchObject({ kind: "device", endsAt: clock.now() + 3_600_000 });
		signing.cancel();
	});

	it("stores no endless client id, which would leave no room for necessary data", async () => {
		server.answers.set(REGISTER, { status: 201, body: { client_id: "c".repeat(401) } });
		expect(await failureOf("device")).toEqual(saying("sign-in.unreadable"));
		expect(grants.sealed().clients).toEqual({});
	});

	it("shows no code longer than a user would type", async () => {
		server.answers.set(DEVICE_PATH, device({ user_code: "A".repeat(41) }));
		expect(await failureOf("device")).toEqual(saying("sign-in.unreadable"));
		expect(told.map(({ kind }) => kind)).not.toContain("device");
	});

	it("revokes invalid tokens", async () => {
		server.token(granted({ scope: "agent:read agent:everything" }));
		await failureOf("device");
		await settle();
		expect(grants.sealed().grants).toEqual({});
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual(["r"]);
	});

	it("can be cancelled, and polls nothing afterwards", async () => {
		server.token(pending);
		const ended = start("device");
		await settle();
		expect(signing.cancel()).toBe(true);
		expect(await ended).toBe(false);
		expect(signing.progress()).toEqual({ kind: "idle" });
		await clock.pass(600_000);
		expect(server.tokenForms).toEqual([]);
		expect(clock.next()).toBeNull();
	});

	it("revokes tokens that arrive after it was cancelled", async () => {
		const gate = Promise.withResolvers<void>();
		server.token({ ...granted(), after: gate.promise });
		const ended = start("device");
		await settle();
		await clock.pass(5_000);
		signing.cancel();
		gate.resolve();
		expect(await ended).toBe(false);
		await settle();
		expect(grants.sealed().grants).toEqual({});
		expect(server.asked("/api/auth/oauth2/revoke")[0]?.form.get("token")).toBe("r");
	});
});

describe("a sign-in for several resources", () => {
	it("announces each grant on arrival: the app belongs to another user from the first one on", async () => {
		server.answers.set(REGISTER, [
			{ status: 400, body: { error: "invalid_client_metadata" } },
			{ status: 201, body: { client_id: "registered" } },
		]);
		for (const name of ["pipeline", "account"])
			server.answers.set(`/.well-known/oauth-protected-resource/v1/${name}`, { status: 404 });
		server.token(granted(), pending);
		const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
		const clientIds = { agent: null, pipeline: null, account: null };
		const ended = signing.run({ client, grants, clientIds }, "device", ["agent", "pipeline"]);
		await clock.pass(6_000);
		expect(signing.progress()).toMatchObject({ kind: "device", resource: "pipeline" });
		expect(grantsTold).toBe(1);
		signing.cancel();
		expect(await ended).toBe(false);
	});
});

describe("a sign-in for several resources at once", () => {
	const BOTH = ["agent", "pipeline"] as const;
	const tokenOf = (resource: string, refreshToken: string) =>
		granted({ access_token: accessToken({ aud: `${ORIGIN}/v1/${resource}` }), refresh_token: refreshToken });

	function startBoth(): Promise<boolean> {
		server.answers.set("/.well-known/oauth-protected-resource/v1/pipeline", { status: 404 });
		const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
		return signing.run(
			{ client, grants, clientIds: { agent: null, pipeline: null, account: null } },
			"device",
			BOTH,
		);
	}

	it("requests all of them once, and each token by the refresh token", async () => {
		server.token(tokenOf("agent", "r1"), tokenOf("pipeline", "r2"));
		const ended = startBoth();
		await clock.pass(6_000);
		expect(await ended).toBe(true);
		expect(JSON.parse(server.asked(REGISTER)[0]?.body ?? "")).toMatchObject({
			resources: BOTH.map((each) => `${ORIGIN}/v1/${each}`),
			scope: "agent:read agent:write agent:actions:resolve pipeline:catalog pipeline:execute offline_access",
		});
		const [asked, ...more] = server.asked(DEVICE_PATH);
		expect(more).toEqual([]);
		expect(asked?.form.getAll("resource")).toEqual(BOTH.map((each) => `${ORIGIN}/v1/${each}`));
		expect(server.tokenForms.map((form) => [form.get("resource"), form.get("refresh_token")])).toEqual([
			[`${ORIGIN}/v1/agent`, null],
			[`${ORIGIN}/v1/pipeline`, "r1"],
		]);
		expect(grants.sealed().grants).toMatchObject({
			agent: { refreshToken: "r2", scopes: AGENT_SCOPES },
			pipeline: { refreshToken: "r2", scopes: ["pipeline:catalog", "pipeline:execute", "offline_access"] },
		});
	});

	it("keeps the granted ones if the service can't be reached for the next, and names the missing one", async () => {
		server.token(tokenOf("agent", "r1"), { status: 503 });
		const ended = startBoth();
		await clock.pass(6_000);
		expect(await ended).toBe(false);
		expect(Object.keys(grants.sealed().grants)).toEqual(["agent"]);
		expect(signing.progress()).toMatchObject({ kind: "failed", resource: "pipeline" });
	});

	it("is not used with a service that needs a client for each resource", async () => {
		for (const each of BOTH) {
			const scopes =
				each === "agent" ? AGENT_SCOPES : ["pipeline:catalog", "pipeline:execute", "offline_access"];
			await grants.rememberClient(each, ISSUER, "device", { id: `own-${each}`, scopes });
		}
		server.token(tokenOf("agent", "r1"), tokenOf("pipeline", "r2"));
		const ended = startBoth();
		await clock.pass(12_000);
		expect(await ended).toBe(true);
		expect(server.asked(REGISTER)).toEqual([]);
		expect(server.asked(DEVICE_PATH).map(({ form }) => form.get("client_id"))).toEqual([
			"own-agent",
			"own-pipeline",
		]);
	});
});

describe("a sign-in by browser", () => {
	beforeEach(() => {
		byHand = "by-hand";
		server.token(granted());
	});

	const state = () => new URL(opened[0] ?? "").searchParams.get("state") ?? "";

	it("sends the verifier of its challenge, and the same redirect address", async () => {
		const ended = start("browser");
		await settle();
		comeBack({ code: "c", state: state(), iss: ISSUER });
		expect(await ended).toBe(true);
		const [form] = server.tokenForms;
		expect(form?.get("redirect_uri")).toBe("http://127.0.0.1:4321/callback");
		expect(form?.get("resource")).toBe(`${ORIGIN}/v1/agent`);
		const verifier = new TextEncoder().encode(form?.get("code_verifier") ?? "");
		const hash = Buffer.from(await crypto.subtle.digest("SHA-256", verifier)).toString("base64url");
		expect(new URL(opened[0] ?? "").searchParams.get("code_challenge")).toBe(hash);
		expect(listening).toBe(false);
	});

	it.each<[string, Readonly<Record<string, string>>, Telling]>([
		["no issuer, though the server names one", { code: "c", state: "=" }, saying("sign-in.wrong-issuer")],
		[
			"another issuer",
			{ code: "c", state: "=", iss: "https://else.example" },
			saying("sign-in.wrong-issuer"),
		],
		["a refusal", { error: "access_denied", state: "=", iss: ISSUER }, saying("sign-in.refused")],
	])("refuses an answer with %s, and exchanges nothing", async (_what, query, text) => {
		const ended = start("browser");
		await settle();
		comeBack(query["state"] === "=" ? { ...query, state: state() } : query);
		expect(await ended).toBe(false);
		const last = signing.progress();
		expect(last.kind === "failed" ? last.text : last.kind).toEqual(text);
		expect(server.tokenForms).toEqual([]);
		expect(listening).toBe(false);
	});

	it.each<[string, Readonly<Record<string, string>>]>([
		["no state", { code: "planted", iss: ISSUER }],
		["another state", { code: "planted", iss: ISSUER, state: "x" }],
		["a refusal of another", { error: "access_denied", iss: ISSUER, state: "x" }],
	])("is not ended by an answer with %s, which any page could send", async (_what, query) => {
		const ended = start("browser");
		await settle();
		comeBack(query);
		await settle();
		expect(signing.progress()).toMatchObject({ kind: "browser" });
		expect(server.tokenForms).toEqual([]);
		comeBack({ code: "c", state: state(), iss: ISSUER });
		expect(await ended).toBe(true);
		expect(server.tokenForms.map((form) => form.get("code"))).toEqual(["c"]);
	});

	it.each(["state", "iss", "code"])("refuses an answer with a duplicate %s", async (name) => {
		const ended = start("browser");
		await settle();
		const query = new URLSearchParams({ code: "c", state: state(), iss: ISSUER });
		comeBack(`${query}&${name}=other`);
		expect(await ended).toBe(false);
		expect(signing.progress()).toMatchObject({ text: faultText("unreadable") });
		expect(server.tokenForms).toEqual([]);
	});

	it("reports in the end that only answers to another sign-in came", async () => {
		const ended = start("browser");
		await settle();
		comeBack({ code: "planted", iss: ISSUER, state: "x" });
		await clock.pass(120_000);
		expect(await ended).toBe(false);
		expect(signing.progress()).toMatchObject({
			kind: "failed",
			text: faultText("wrongState"),
		});
		expect(server.tokenForms).toEqual([]);
	});

	it("gives up after two minutes, and stops listening", async () => {
		const ended = start("browser");
		await settle();
		expect(signing.progress()).toMatchObject({ kind: "browser", endsAt: clock.now() + 120_000 });
		await clock.pass(119_999);
		expect(listening).toBe(true);
		await clock.pass(1);
		expect(await ended).toBe(false);
		expect(signing.progress()).toMatchObject({ text: faultText("timedOut") });
		expect(listening).toBe(false);
	});

	it("is not begun if the server offers no S256", async () => {
		server.metadata = { ...server.metadata, code_challenge_methods_supported: ["plain"] };
		expect(await failureOf("browser")).toEqual(saying("sign-in.no-pkce"));
		expect(opened).toEqual([]);
	});

	it("without a client id leads to the code, if the service registers none", async () => {
		byHand = null;
		server.answers.set(REGISTER, { status: 400, body: { error: "invalid_client_metadata" } });
		expect(await failureOf("browser")).toEqual(saying("sign-in.no-browser-client"));
		expect(opened).toEqual([]);
	});

	it("without a client id registers one, if the service allows it", async () => {
		byHand = null;
		const ended = start("browser");
		await settle();
		comeBack({ code: "c", state: state(), iss: ISSUER });
		expect(await ended).toBe(true);
		expect(JSON.parse(server.asked(REGISTER)[0]?.body ?? "")).toMatchObject({
			grant_types: ["authorization_code", "refresh_token"],
			redirect_uris: ["http://127.0.0.1/callback"],
		});
	});
});

describe("the server's own metadata", () => {
	const SUFFIXED = "/.well-known/oauth-authorization-server/api/auth";
	const PROTECTED = "/.well-known/oauth-protected-resource/v1/agent";

	it("is found at either location", async () => {
		server.answers.set(SUFFIXED, { status: 404 });
		server.token(granted());
		const ended = start("device");
		await clock.pass(6_000);
		expect(await ended).toBe(true);
	});

	it.each(["authorization_endpoint", "token_endpoint", "revocation_endpoint", "registration_endpoint"])(
		"is refused if its %s is of another origin",
		async (name) => {
			server.metadata = { ...server.metadata, [name]: "https://elsewhere.example/x" };
			expect(await failureOf("device")).toEqual(saying("sign-in.foreign-endpoint"));
			expect(server.asked(REGISTER)).toEqual([]);
		},
	);

	it("is refused if it names another issuer of the same origin", async () => {
		server.metadata = { ...server.metadata, issuer: `${ORIGIN}/other` };
		expect(await failureOf("device")).toEqual(saying("sign-in.wrong-issuer"));
	});

	it("is read from the address in the resource's own metadata, if that is of the same origin", async () => {
		const issuer = `${ORIGIN}/tenant`;
		server.answers.set(PROTECTED, {
			body: { resource: `${ORIGIN}/v1/agent`, authorization_servers: [issuer] },
		});
		server.metadata = { ...server.metadata, issuer };
		server.token(granted({ access_token: accessToken({ iss: issuer }) }));
		const ended = start("device");
		await clock.pass(6_000);
		expect(await ended).toBe(true);
		expect(grants.sealed().grants.agent?.issuer).toBe(issuer);
	});

	it("is not read from another origin", async () => {
		server.answers.set(PROTECTED, {
			body: { resource: `${ORIGIN}/v1/agent`, authorization_servers: ["https://elsewhere.example"] },
		});
		expect(await failureOf("device")).toEqual(saying("sign-in.foreign-endpoint"));
	});

	it.each([
		["there is none", { status: 404 }, saying("sign-in.no-metadata")],
		["it is no JSON", { status: 200 }, saying("sign-in.no-metadata")],
		["the server can't be reached", { lost: true }, saying("sign-in.unreachable")],
		["the server demands a delay", { status: 429 }, saying("sign-in.busy")],
	])("gives an error text if %s", async (_what, answer, text) => {
		server.answers.set(SUFFIXED, answer);
		server.answers.set("/.well-known/oauth-authorization-server", answer);
		expect(await failureOf("device")).toEqual(text);
	});
});
