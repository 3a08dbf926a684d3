import { beforeEach, describe, expect, it } from "vitest";
import { type Message, message } from "../../../../src/core/localized-text.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { AuthClient } from "../../../../src/main/sign-in/auth-client.ts";
import { Grants, type SaveReason } from "../../../../src/main/sign-in/grants.ts";
import { identityOf } from "../../../../src/main/sign-in/owner.ts";
import { NOTHING_SEALED, type SealedSignIn } from "../../../../src/main/sign-in/sealed-sign-in.ts";
import { saying } from "../../../support/saying.ts";
import { accessToken, FakeServer, HandClock, ISSUER, ORIGIN, settle } from "./fake-server.ts";

/** Grants are renewed before they expire, one at a time, and dropped if the service revokes them. */

const SCOPES = ["agent:read", "agent:write", "agent:actions:resolve", "offline_access"];
const ALICE = identityOf(accessToken());

let server: FakeServer;
let clock: HandClock;
let grants: Grants;
let written: { readonly kept: SealedSignIn; readonly why: SaveReason; readonly requests: number }[];
let closed: Message | null;
let holdKeeping: Promise<void>;

const kept = (more: Partial<SealedSignIn> = {}): SealedSignIn => ({
	...NOTHING_SEALED,
	grants: {
		agent: {
			issuer: ISSUER,
			clientId: "c",
			scopes: SCOPES,
			refreshToken: "r0",
			identity: ALICE,
			ended: null,
		},
	},
	...more,
});

const answer = (more: Readonly<Record<string, unknown>> = {}) => ({
	body: {
		access_token: accessToken(),
		token_type: "bearer",
		expires_in: 300,
		refresh_token: "r1",
		...more,
	},
});

async function failure(work: Promise<unknown>): Promise<ServiceError> {
	const error = await work.then(
		() => null,
		(cause: unknown) => cause,
	);
	if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${String(error)}`);
	return error;
}

beforeEach(() => {
	server = new FakeServer();
	clock = new HandClock();
	written = [];
	closed = null;
	holdKeeping = Promise.resolve();
	const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
	grants = new Grants({
		clock,
		client: () => client,
		keep: async (next, why) => {
			await holdKeeping;
			written.push({ kept: next, why, requests: server.requests.length });
		},
		closed: () => closed,
		onChange: () => {},
		log: () => {},
	});
	grants.load(kept());
});

describe("a grant", () => {
	it("is renewed if less than thirty seconds are left, and not before", async () => {
		server.token(answer(), answer({ refresh_token: "r2" }));
		const first = await grants.bearer("agent");
		clock.jump(269_000);
		expect(await grants.bearer("agent")).toBe(first);
		clock.jump(2_000);
		expect(await grants.bearer("agent")).not.toBe(first);
		expect(server.tokenForms.map((form) => form.get("refresh_token"))).toEqual(["r0", "r1"]);
	});

	it("is requested with one resource and the granted scopes", async () => {
		server.token(answer());
		await grants.bearer("agent");
		const [form] = server.tokenForms;
		expect(form?.getAll("resource")).toEqual([`${ORIGIN}/v1/agent`]);
		expect(form?.get("scope")?.split(" ")).toEqual(SCOPES);
		expect(form?.get("client_id")).toBe("c");
	});

	it("lasts five minutes if the answer does not say", async () => {
		server.token(answer({ expires_in: undefined }));
		await grants.bearer("agent");
		expect(grants.state("agent").expiresAt).toBe(clock.now() + 300_000);
	});

	it.each([
		["an hour back", -3_600_000],
		["an hour ahead", 3_600_000],
	])("with any `exp` is renewed once, not endlessly, if the clock is set %s", async (_what, ms) => {
		// By this computer's clock, the token has expired long before it arrives.
		const exp = clock.now() / 1000 - 3_600;
		server.token(
			answer({ access_token: accessToken({ exp }) }),
			answer({ access_token: accessToken({ exp }), refresh_token: "r2" }),
		);
		const first = await grants.bearer("agent");
		expect(await grants.bearer("agent")).toBe(first);
		clock.jump(ms);
		const second = await grants.bearer("agent");
		expect(await grants.bearer("agent")).toBe(second);
		expect(server.tokenForms).toHaveLength(2);
	});

	it("is renewed once for all callers meanwhile", async () => {
		const gate = Promise.withResolvers<void>();
		server.token({ ...answer(), after: gate.promise });
		const asked = [grants.bearer("agent"), grants.bearer("agent"), grants.renewed("agent", "old")];
		await settle();
		gate.resolve();
		expect(new Set(await Promise.all(asked)).size).toBe(1);
		expect(server.tokenForms).toHaveLength(1);
	});

	it("stores its new refresh token before it returns the new access token", async () => {
		const gate = Promise.withResolvers<void>();
		holdKeeping = gate.promise;
		server.token(answer());
		let given = false;
		const asked = grants.bearer("agent").then(() => {
			given = true;
		});
		await settle();
		expect([given, written.length, server.tokenForms.length]).toEqual([false, 0, 1]);
		gate.resolve();
		await asked;
		expect(written.map(({ kept: { grants: all }, why }) => [all.agent?.refreshToken, why])).toEqual([
			["r1", "renewed"],
		]);
	});

	it("keeps its refresh token if no new one comes", async () => {
		server.token(answer({ refresh_token: undefined }));
		await grants.bearer("agent");
		expect(grants.sealed().grants.agent?.refreshToken).toBe("r0");
	});

	it("is kept if the server can't be reached, and used while it is valid", async () => {
		server.token(answer(), { lost: true }, { status: 503 }, answer({ refresh_token: "r2" }));
		const first = await grants.bearer("agent");
		clock.jump(280_000);
		expect(await grants.bearer("agent")).toBe(first);
		clock.jump(30_000);
		expect(await failure(grants.bearer("agent"))).toMatchObject({ kind: "offline", retryable: true });
		expect(grants.state("agent").grant?.ended).toBeNull();
		expect(await grants.bearer("agent")).not.toBe(first);
	});

	it.each([
		["a web page", { status: 200, body: "<html>Back soon</html>" }],
		["a redirect", { status: 307 }],
		["an answer without a token", { status: 200, body: {} }],
		["a token that can't be read", answer({ access_token: "opaque", refresh_token: "r1" })],
		["a token that isn't a bearer token", answer({ token_type: "DPoP", refresh_token: "r1" })],
	])("is kept, and renewed later, if renewing returns %s", async (_what, given) => {
		const renewed = accessToken();
		server.token(given, answer({ access_token: renewed }));
		expect(await failure(grants.bearer("agent"))).toMatchObject({
			kind: "offline",
			retryable: true,
			text: saying("sign-in.renewal-unreadable"),
		});
		expect(grants.state("agent").grant).toMatchObject({ ended: null, refreshToken: "r0" });
		expect(written).toEqual([]);
		expect(server.asked("/api/auth/oauth2/revoke")).toEqual([]);
		expect(await grants.bearer("agent")).toBe(renewed);
	});

	it.each([
		["invalid_grant", { status: 400, body: { error: "invalid_grant" } }, saying("sign-in.ended")],
		["invalid_client", { status: 401, body: { error: "invalid_client" } }, saying("sign-in.client-refused")],
		["wider scopes", answer({ scope: "agent:read payments:submit" }), saying("sign-in.widened-scope")],
		[
			"wider scopes only in the token",
			answer({ access_token: accessToken({ scope: "agent:read payments:submit" }) }),
			saying("sign-in.widened-scope"),
		],
		[
			"another resource",
			answer({ access_token: accessToken({ aud: `${ORIGIN}/v1/account` }) }),
			saying("sign-in.other-resource"),
		],
		[
			"two resources",
			answer({ access_token: accessToken({ aud: [`${ORIGIN}/v1/agent`, `${ORIGIN}/v1/account`] }) }),
			saying("sign-in.other-resource"),
		],
		[
			"another user",
			answer({ access_token: accessToken({ sub: "mallory" }) }),
			saying("sign-in.other-person"),
		],
		[
			"another issuer",
			answer({ access_token: accessToken({ iss: "https://else.example" }) }),
			saying("sign-in.wrong-issuer"),
		],
	])("ends permanently if renewing returns %s, with a reason", async (_what, given, text) => {
		server.token(given);
		const error = await failure(grants.bearer("agent"));
		expect(error).toMatchObject({ kind: "unauthorized", retryable: false });
		expect(error.text).toEqual(text);
		await failure(grants.bearer("agent"));
		expect(server.tokenForms).toHaveLength(1);
		expect(written.at(-1)?.kept.grants.agent).toMatchObject({
			refreshToken: null,
			ended: error.text,
		});
		// The identity stays, so that the data stored under it still has an owner.
		expect(grants.identity()).toBe(ALICE);
	});

	it("that has ended is not silently replaced by a pasted token", async () => {
		grants.load(kept({ pasted: "pasted" }));
		server.token({ status: 400, body: { error: "invalid_grant" } });
		await failure(grants.bearer("agent"));
		await failure(grants.bearer("agent"));
		expect(await grants.bearer("account")).toBe("pasted");
	});

	it("of another sign-in address is not sent to this one", async () => {
		const elsewhere = kept().grants.agent;
		if (elsewhere === undefined) throw new Error("no grant");
		grants.load({
			...kept(),
			grants: { agent: { ...elsewhere, issuer: "https://before.example/api/auth" } },
		});
		await failure(grants.bearer("agent"));
		expect(server.tokenForms).toEqual([]);
	});

	it("signed out during its renewal stays signed out, and the new one is revoked", async () => {
		const gate = Promise.withResolvers<void>();
		server.token({ ...answer(), after: gate.promise });
		const asked = failure(grants.bearer("agent"));
		await settle();
		const out = grants.signOut(["agent"]);
		gate.resolve();
		await asked;
		expect(await out).toBeNull();
		await settle();
		expect(grants.sealed().grants.agent).toBeUndefined();
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual([
			"r0",
			"r1",
		]);
	});

	it("signed out while its new refresh token is stored is not returned, and is revoked", async () => {
		const gate = Promise.withResolvers<void>();
		holdKeeping = gate.promise;
		server.token(answer());
		const asked = failure(grants.bearer("agent"));
		await settle();
		const out = grants.signOut(["agent"]);
		gate.resolve();
		expect((await asked).kind).toBe("unauthorized");
		await out;
		await settle();
		expect(grants.sealed().grants).toEqual({});
		expect(grants.state("agent").expiresAt).toBeNull();
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toContain("r1");
	});

	it("is not returned while it waits for the vault", async () => {
		closed = message("identity.kept.locked");
		expect(await failure(grants.bearer("agent"))).toMatchObject({ text: closed });
		expect(server.requests).toEqual([]);
	});

	it("after a 401 uses another call's renewal", async () => {
		server.token(answer(), answer({ refresh_token: "r2" }));
		const first = (await grants.bearer("agent")) ?? "";
		const second = await grants.renewed("agent", first);
		expect(await grants.renewed("agent", first)).toBe(second);
		expect(server.tokenForms).toHaveLength(2);
	});

	it("is not renewed again and again for a service that refuses the renewed one", async () => {
		server.token(answer(), answer({ refresh_token: "r2" }), answer({ refresh_token: "r3" }));
		const first = (await grants.bearer("agent")) ?? "";
		const second = (await grants.renewed("agent", first)) ?? "";
		expect(await grants.renewed("agent", second)).toBeNull();
		expect(await grants.bearer("agent")).toBe(second);
		expect(server.tokenForms).toHaveLength(2);
		// Some time later, the token may have expired normally.
		clock.jump(10_000);
		expect(await grants.renewed("agent", second)).not.toBeNull();
		expect(server.tokenForms).toHaveLength(3);
	});

	it("changes the generation by signing in and out, and not by renewing", async () => {
		server.token(answer());
		const before = grants.generation();
		await grants.bearer("agent");
		expect(grants.generation()).toBe(before);
		await grants.signOut(["agent"]);
		expect(grants.generation()).not.toBe(before);
	});
});

describe("signing out", () => {
	it("sends another sign-in server's tokens to no other one, and says that they could not be revoked", async () => {
		const elsewhere = kept().grants.agent;
		if (elsewhere === undefined) throw new Error("no grant");
		grants.load({
			...kept(),
			grants: { agent: { ...elsewhere, issuer: "https://before.example/api/auth" } },
		});
		expect(await grants.signOut(["agent"])).toEqual(message("sign-in.untold"));
		expect(server.asked("/api/auth/oauth2/revoke")).toEqual([]);
		expect(grants.sealed().grants).toEqual({});
	});

	it("deletes before it notifies the service, and names a failed notification", async () => {
		server.answers.set("/api/auth/oauth2/revoke", { lost: true });
		const text = await grants.signOut(["agent"]);
		expect(text).toEqual(message("sign-in.untold"));
		expect(written.at(-1)?.kept.grants).toEqual({});
		expect(written.at(-1)?.requests).toBe(0);
	});

	it("revokes access and refresh token", async () => {
		server.token(answer());
		const token = await grants.bearer("agent");
		await grants.signOut(["agent"]);
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual([
			"r1",
			token,
		]);
	});
});

describe("a renewal with an invalid result", () => {
	it.each([
		["wider scopes", { scope: "agent:read payments:submit" }, {}],
		["a token for something else", {}, { aud: `${ORIGIN}/v1/pipeline` }],
		["a token of another issuer", {}, { iss: "https://other.example" }],
	])("ends the grant if it has %s, and revokes it", async (_what, more, claims) => {
		server.token(answer({ access_token: accessToken(claims), refresh_token: "r1", ...more }));
		await failure(grants.bearer("agent"));
		await settle();
		expect(grants.sealed().grants.agent?.refreshToken).toBeNull();
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual(["r1"]);
	});

	it("revokes the access token if no refresh token came with it", async () => {
		const token = accessToken({ aud: "elsewhere" });
		server.token({ body: { access_token: token, token_type: "Bearer", expires_in: 300 } });
		await failure(grants.bearer("agent"));
		await settle();
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual([token]);
	});
});

describe("a new grant", () => {
	const issued = (identity: string) => ({
		accessToken: "a",
		refreshToken: "r",
		scopes: ["pipeline:catalog"],
		lifeMs: 300_000,
		identity,
	});

	it("of another user is refused and revoked", async () => {
		const client = { issuer: ISSUER, clientId: "p" };
		await expect(grants.accept("pipeline", issued("sub:bob"), client)).rejects.toThrow("otherPerson");
		await settle();
		expect(grants.sealed().grants.pipeline).toBeUndefined();
		expect(server.asked("/api/auth/oauth2/revoke")).toHaveLength(1);
	});

	it("of another user is refused next to an ended one, whose name would apply to all", async () => {
		server.token({ status: 400, body: { error: "invalid_grant" } });
		await failure(grants.bearer("agent"));
		const client = { issuer: ISSUER, clientId: "p" };
		await expect(grants.accept("pipeline", issued("sub:bob"), client)).rejects.toThrow("otherPerson");
		// For the ended resource itself, another user's sign-in is accepted.
		await grants.accept("agent", issued("sub:bob"), client);
		expect(grants.identity()).toBe("sub:bob");
	});

	it("of the same user is stored, and used without a renewal", async () => {
		await grants.accept("pipeline", issued(ALICE), { issuer: ISSUER, clientId: "p" });
		expect(await grants.bearer("pipeline")).toBe("a");
		expect(written.at(-1)).toMatchObject({ why: "changed" });
	});
});

describe("grants of one sign-in", () => {
	const SHARED = { issuer: ISSUER, clientId: "c", refreshToken: "r0", identity: ALICE, ended: null };
	const PIPELINE = ["pipeline:catalog", "offline_access"];
	const tokenOf = (resource: string, refreshToken: string) =>
		answer({ access_token: accessToken({ aud: `${ORIGIN}/v1/${resource}` }), refresh_token: refreshToken });

	beforeEach(() => {
		server.answers.set("/.well-known/oauth-protected-resource/v1/pipeline", { status: 404 });
		grants.load(
			kept({
				grants: {
					agent: { ...SHARED, scopes: SCOPES },
					pipeline: { ...SHARED, scopes: PIPELINE },
					account: { ...SHARED, clientId: "of-another", scopes: ["account:apps:read", "offline_access"] },
				},
			}),
		);
	});

	it("take turns with their refresh token, so that none is used twice", async () => {
		const gate = Promise.withResolvers<void>();
		server.token({ ...tokenOf("agent", "r1"), after: gate.promise }, tokenOf("pipeline", "r2"));
		const both = Promise.all([grants.bearer("agent"), grants.bearer("pipeline")]);
		await settle();
		expect(server.tokenForms).toHaveLength(1);
		gate.resolve();
		await both;
		expect(server.tokenForms.map((form) => form.get("refresh_token"))).toEqual(["r0", "r1"]);
		const { agent, pipeline, account } = grants.sealed().grants;
		expect([agent?.refreshToken, pipeline?.refreshToken, account?.refreshToken]).toEqual(["r2", "r2", "r0"]);
	});

	it("end together if it is refused, and leave those of another sign-in", async () => {
		server.token({ status: 400, body: { error: "invalid_grant" } });
		await failure(grants.bearer("pipeline"));
		const { agent, pipeline, account } = grants.sealed().grants;
		expect([agent, pipeline, account].map((each) => each?.ended === null)).toEqual([false, false, true]);
		expect(agent?.refreshToken).toBeNull();
	});

	it("are signed out together, and the refresh token is revoked once", async () => {
		expect(await grants.signOut(["pipeline"])).toBeNull();
		expect(Object.keys(grants.sealed().grants)).toEqual(["account"]);
		expect(server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"))).toEqual(["r0"]);
	});

	const alone = () => grants.load(kept({ grants: { agent: { ...SHARED, scopes: SCOPES } } }));
	const revoked = () => server.asked("/api/auth/oauth2/revoke").map(({ form }) => form.get("token"));

	it("can be obtained for another resource with the same refresh token", async () => {
		alone();
		server.token(tokenOf("pipeline", "r1"));
		await grants.extend("agent", "pipeline");
		expect(server.tokenForms[0]?.get("refresh_token")).toBe("r0");
		expect(server.tokenForms[0]?.get("resource")).toBe(`${ORIGIN}/v1/pipeline`);
		expect(grants.state("agent").joined).toEqual(["pipeline"]);
		const { agent, pipeline } = grants.sealed().grants;
		expect([agent?.refreshToken, pipeline?.refreshToken]).toEqual(["r1", "r1"]);
	});

	it("stay unchanged if the other token is another user's, which is revoked", async () => {
		alone();
		const token = accessToken({ aud: `${ORIGIN}/v1/pipeline`, sub: "bob" });
		server.token(answer({ access_token: token, refresh_token: "r1" }));
		await expect(grants.extend("agent", "pipeline")).rejects.toThrow("otherPerson");
		await settle();
		expect(grants.sealed().grants.pipeline).toBeUndefined();
		expect(grants.state("pipeline").expiresAt).toBeNull();
		expect(revoked()).toEqual(["r1"]);
	});

	it.each(["r1", undefined])(
		"end if the first was signed out during the request for another token: %s",
		async (next) => {
			alone();
			const gate = Promise.withResolvers<void>();
			const token = accessToken({ aud: `${ORIGIN}/v1/pipeline` });
			server.token({ ...answer({ access_token: token, refresh_token: next }), after: gate.promise });
			const extended = grants.extend("agent", "pipeline").catch((error: unknown) => error);
			await settle();
			await grants.signOut(["agent"]);
			gate.resolve();
			expect(await extended).toMatchObject({ fault: "cancelled" });
			await settle();
			expect(grants.sealed().grants).toEqual({});
			expect(revoked()).toEqual(["r0", next ?? token]);
		},
	);

	it("return nothing to a request that waited while the grant was signed out", async () => {
		const gate = Promise.withResolvers<void>();
		server.token({ ...tokenOf("agent", "r1"), after: gate.promise });
		const asked = Promise.allSettled([grants.bearer("agent"), grants.bearer("pipeline")]);
		await settle();
		await grants.signOut(["agent"]);
		gate.resolve();
		expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(server.tokenForms).toHaveLength(1);
	});
});
