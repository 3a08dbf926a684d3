import { describe, expect, it } from "vitest";
import { authFetch } from "../../../../src/main/sign-in/auth-http.ts";
import { HandClock, ORIGIN } from "./fake-server.ts";

/** HTTP requests to the sign-in server. */

const ASK = { method: "POST", headers: {}, body: "refresh_token=secret", redirect: "manual" } as const;

function speaking(answer: (signal: AbortSignal | null) => Promise<Response>) {
	const asked: { readonly address: string; readonly init: RequestInit | undefined }[] = [];
	const clock = new HandClock();
	const fetch: typeof globalThis.fetch = async (input, init) => {
		asked.push({ address: String(input), init });
		return await answer(init?.signal ?? null);
	};
	return { asked, clock, speak: authFetch({ fetch, clock }, ORIGIN) };
}

describe("the sign-in server", () => {
	it.each([
		"https://elsewhere.example/token",
		"http://sign-in.example/token",
		"https://sign-in.example:444/token",
	])("is the only one contacted: nothing goes to %s", async (address) => {
		const { asked, speak } = speaking(async () => new Response("{}"));
		await expect(speak(address, ASK)).rejects.toMatchObject({ fault: "foreignEndpoint" });
		expect(asked).toEqual([]);
	});

	it("gets no cookies, and its redirects are not followed", async () => {
		const { asked, speak } = speaking(
			async () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } }),
		);
		expect((await speak(`${ORIGIN}/token`, ASK)).status).toBe(302);
		expect(asked.map(({ init }) => [init?.redirect, init?.credentials])).toEqual([["manual", "omit"]]);
	});

	it("is waited for at most twenty seconds", async () => {
		const { clock, speak } = speaking(
			(signal) =>
				new Promise((_, reject) => {
					signal?.addEventListener("abort", () => reject(signal.reason));
				}),
		);
		const failed = expect(speak(`${ORIGIN}/token`, ASK)).rejects.toMatchObject({ kind: "timeout" });
		await clock.pass(20_000);
		await failed;
	});

	it("is read up to a quarter of a megabyte", async () => {
		const { speak } = speaking(async () => new Response("x".repeat(256 * 1024 + 1)));
		await expect(speak(`${ORIGIN}/token`, ASK)).rejects.toMatchObject({ kind: "unreadable" });
	});
});
