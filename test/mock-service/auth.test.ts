import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Resource } from "../../src/service-api/resource.ts";
import { startAuthService } from "../support/signing-in.ts";
import type { Service } from "./service.ts";

/** Tests the mock service's authorization server and the access that its tokens give. */

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const answers = z.looseObject({
	client_id: z.string().optional(),
	device_code: z.string().optional(),
	user_code: z.string().optional(),
	access_token: z.string().optional(),
	error: z.unknown().optional(),
});

let dataDir: string;
let service: Service;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "countersign-auth-"));
	service = await startAuthService(dataDir);
});

afterAll(async () => {
	await service.stop();
	await rm(dataDir, { recursive: true, force: true });
});

async function post(path: string, body: URLSearchParams | object) {
	const isForm = body instanceof URLSearchParams;
	const answer = await fetch(`${service.url}${path}`, {
		method: "POST",
		...(isForm ? {} : { headers: { "content-type": "application/json" } }),
		body: isForm ? body : JSON.stringify(body),
	});
	return { status: answer.status, body: answers.parse(await answer.json()) };
}

const indicator = (resource: Resource) => `${service.url}/v1/${resource}`;
const register = (metadata: object) =>
	post("/api/auth/oauth2/register", {
		client_name: "test",
		application_type: "native",
		token_endpoint_auth_method: "none",
		response_types: [],
		grant_types: [DEVICE, "refresh_token"],
		...metadata,
	});

async function tokenOf(person: string, resource: Resource, scope: string): Promise<string> {
	const { body: client } = await register({ resources: [indicator(resource)] });
	const common = { client_id: client.client_id ?? "", resource: indicator(resource) };
	const { body: started } = await post(
		"/api/auth/device/code",
		new URLSearchParams({ ...common, scope: `${scope} offline_access` }),
	);
	await service.control.approveDevice({ userCode: started.user_code ?? "", person });
	const { body: token } = await post(
		"/api/auth/oauth2/token",
		new URLSearchParams({ ...common, grant_type: DEVICE, device_code: started.device_code ?? "" }),
	);
	return token.access_token ?? "";
}

const get = async (path: string, token: string) =>
	(await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("the mock service's authorization server", () => {
	it("registers clients for the device grant and one resource only", async () => {
		expect((await register({ resources: [indicator("agent")] })).status).toBe(201);
		const refused = [
			await register({ resources: [indicator("agent"), indicator("account")] }),
			await register({}),
			await register({ resources: ["https://elsewhere.example/v1/agent"] }),
			await register({
				resources: [indicator("agent")],
				grant_types: ["authorization_code", "refresh_token"],
				response_types: ["code"],
				redirect_uris: ["http://127.0.0.1/callback"],
			}),
		];
		expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
	});

	it("issues tokens that are valid only for their own resource and scope", async () => {
		const token = await tokenOf("alice", "agent", "agent:read");
		expect(await get("/v1/agent/sessions", token)).toBe(200);
		expect(await get("/v1/account/credits", token)).toBe(401);
		expect(await get("/v1/agent/sessions", `${token.slice(0, -4)}AAAA`)).toBe(401);
		const start = await fetch(`${service.url}/v1/agent/chat`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "idempotency-key": "k1" },
			body: JSON.stringify({ message: "hello" }),
		});
		expect([start.status, start.headers.get("www-authenticate")]).toEqual([
			403,
			expect.stringContaining('scope="agent:write"'),
		]);
		await service.control.expireTokens();
		expect(await get("/v1/agent/sessions", token)).toBe(401);
	});

	it("gives only its creator access to a session", async () => {
		const [alice, bob] = [
			await tokenOf("alice", "agent", "agent:read agent:write"),
			await tokenOf("bob", "agent", "agent:read agent:write"),
		];
		const say = (token: string, body: object) =>
			fetch(`${service.url}/v1/agent/chat`, {
				method: "POST",
				headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
				body: JSON.stringify({ message: "hello", ...body }),
			});
		const { session_id: sessionId } = z
			.looseObject({ session_id: z.string() })
			.parse(await (await say(alice, {})).json());
		expect(await get(`/v1/agent/chat/${sessionId}`, alice)).toBe(200);
		expect(await get(`/v1/agent/chat/${sessionId}`, bob)).toBe(404);
		expect(await get(`/v1/agent/sessions/${sessionId}`, service.token)).toBe(404);
		expect((await say(bob, { sessionId })).status).toBe(404);
		const listed = await fetch(`${service.url}/v1/agent/sessions`, {
			headers: { authorization: `Bearer ${bob}` },
		});
		expect(await listed.text()).not.toContain(sessionId);
	});

	it("accepts its tokens after a restart", async () => {
		const token = await tokenOf("alice", "agent", "agent:read");
		await service.restart();
		expect(await get("/v1/agent/sessions", token)).toBe(200);
	});
});
