import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import type { Tokens } from "../../../../src/main/service/bearer-tokens.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { HttpClient, type HttpOptions } from "../../../../src/main/service/http.ts";
import type { Resource } from "../../../../src/service-api/resource.ts";

/** Choice of the token for each call, and the handling of a 401. */

const clock = { now: () => 0, after: () => () => {} };

interface Asked {
	readonly url: string;
	readonly token: string | null;
	readonly key: string | null;
}

/** Creates a client of a service that accepts only these tokens, and records the requests. */
function client(accepts: ReadonlySet<string>, tokens: Partial<Tokens>, more: Partial<HttpOptions> = {}) {
	const asked: Asked[] = [];
	const http = new HttpClient({
		clock,
		baseUrl: () => "https://service.example",
		fetch: async (input, init) => {
			const headers = new Headers(init?.headers);
			const token = headers.get("authorization");
			asked.push({ url: String(input), token, key: headers.get("idempotency-key") });
			if (accepts.has(token ?? "")) return Response.json({ done: true });
			return Response.json({ error: { code: "invalid_token" } }, { status: 401 });
		},
		tokens: {
			bearer: async (resource) => `${resource}-1`,
			renewed: async (resource) => `${resource}-2`,
			generation: () => 0,
			...tokens,
		},
		...more,
	});
	return { http, asked };
}

async function failure(work: Promise<unknown>): Promise<ServiceError> {
	const error = await work.then(
		() => null,
		(cause: unknown) => cause,
	);
	if (!(error instanceof ServiceError)) throw new Error(`no ServiceError: ${String(error)}`);
	return error;
}

describe("a call with tokens by resource", () => {
	it.each<[string, Resource]>([
		["/v1/agent/chat", "agent"],
		["/api/commits/c", "agent"],
		["/v1/pipeline/evm", "pipeline"],
		["/v1/account/credits", "account"],
	])("to %s has the token for the %s", async (path, resource) => {
		const { http, asked } = client(new Set([`Bearer ${resource}-1`]), {});
		await http.json({ method: "GET", path });
		expect(asked.map(({ token }) => token)).toEqual([`Bearer ${resource}-1`]);
	});

	it("is repeated once after a 401, with the renewed token and the same key", async () => {
		const { http, asked } = client(new Set(["Bearer agent-2"]), {});
		const call = { method: "POST", path: "/v1/agent/chat", body: {}, idempotencyKey: "k" } as const;
		expect(await http.json(call)).toEqual({ done: true });
		expect(asked.map(({ token, key }) => [token, key])).toEqual([
			["Bearer agent-1", "k"],
			["Bearer agent-2", "k"],
		]);
	});

	it("is sent at most twice", async () => {
		const { http, asked } = client(new Set(), {});
		expect(await failure(http.json({ method: "GET", path: "/v1/agent/sessions" }))).toMatchObject({
			kind: "unauthorized",
			retryable: false,
		});
		expect(asked).toHaveLength(2);
	});

	it.each(["app_key_required", "app_key_not_scoped"])("is not sent again after %s", async (code) => {
		let renewals = 0;
		const { http } = client(
			new Set(),
			{
				renewed: async () => {
					renewals += 1;
					return "other";
				},
			},
			{ fetch: async () => Response.json({ error: { code } }, { status: 401 }) },
		);
		await failure(http.json({ method: "POST", path: "/v1/agent/chat", body: {} }));
		expect(renewals).toBe(0);
	});

	it("reports a 403's missing permission, and the remedy", async () => {
		const headers = { "www-authenticate": 'Bearer error="insufficient_scope", scope="agent:write"' };
		const body = { error: { code: "insufficient_scope" } };
		const { http } = client(
			new Set(),
			{},
			{ fetch: async () => Response.json(body, { status: 403, headers }) },
		);
		const { text } = await failure(http.json({ method: "POST", path: "/v1/agent/chat", body: {} }));
		expect(text).toEqual(
			sentences(
				message("service.code.insufficient-scope"),
				message("service.missing-scope", { scope: "agent:write" }),
			),
		);
	});

	it("is not sent without a token, or if it can't be renewed now", async () => {
		const none = client(new Set(), { bearer: async () => null });
		expect((await failure(none.http.json({ method: "GET", path: "/v1/agent/sessions" }))).code).toBe(
			"service.no-token",
		);
		const away = client(new Set(), { bearer: () => Promise.reject(new ServiceError("offline")) });
		expect(await failure(away.http.json({ method: "GET", path: "/v1/agent/sessions" }))).toMatchObject({
			kind: "offline",
			retryable: true,
		});
		expect([...none.asked, ...away.asked]).toEqual([]);
	});

	it("goes to the current address once the token is available", async () => {
		let baseUrl = "https://old.example";
		const tokens = {
			bearer: async () => {
				baseUrl = "";
				return "token-of-old";
			},
		};
		const { http, asked } = client(new Set(), tokens, { baseUrl: () => baseUrl });
		expect((await failure(http.json({ method: "GET", path: "/v1/agent/sessions" }))).kind).toBe("refused");
		expect(asked).toEqual([]);
	});
});
