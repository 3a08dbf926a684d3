import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { LoopbackServer } from "../../../../../src/main/desktop/adapters/loopback.ts";
import type { Loopback } from "../../../../../src/main/ports.ts";

/** The listener that ends a browser sign-in. */

let loopback: Loopback;

afterEach(async () => {
	await loopback.close();
});

describe("the loopback listener", () => {
	it("returns the first redirect with its query, and answers with a page without any of it", async () => {
		loopback = await LoopbackServer.open();
		expect(loopback.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		const arrived = loopback.redirected(new AbortController().signal);
		const page = await (await fetch(`${loopback.redirectUri}?code=secret-code&state=s`)).text();
		expect(page).not.toContain("secret-code");
		expect((await arrived).searchParams.get("code")).toBe("secret-code");
		await fetch(`${loopback.redirectUri}?code=second`);
		expect((await loopback.redirected(new AbortController().signal)).searchParams.get("code")).toBe(
			"secret-code",
		);
	});

	it("continues to listen after a refused answer, and says so in the browser", async () => {
		loopback = await LoopbackServer.open();
		const arrived = loopback.redirected(
			new AbortController().signal,
			(url) => url.searchParams.get("state") === "ours",
		);
		const strange = await fetch(`${loopback.redirectUri}?code=planted&state=x`);
		expect(strange.status).toBe(400);
		expect(await strange.text()).toMatch(/not the answer/);
		const { promise, resolve } = Promise.withResolvers<number>();
		setTimeout(() => resolve(0), 50);
		expect(await Promise.race([arrived.then(() => 1), promise])).toBe(0);
		expect((await fetch(`${loopback.redirectUri}?code=right&state=ours`)).status).toBe(200);
		expect((await arrived).searchParams.get("code")).toBe("right");
	});

	it.each(["//", "http://", "/callback//", "*", "/%"])("survives a request for %s", async (target) => {
		loopback = await LoopbackServer.open();
		const { port } = new URL(loopback.redirectUri);
		// Any page in a browser can send this: a fetch() of an address with two slashes.
		const status = await new Promise<number>((resolve, reject) => {
			const asked = request({ host: "127.0.0.1", port, path: target }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			});
			asked.on("error", reject);
			asked.end();
		});
		expect(status).toBe(404);
		expect((await fetch(`${loopback.redirectUri}?code=c`)).status).toBe(200);
	});

	it("answers nothing else", async () => {
		loopback = await LoopbackServer.open();
		const { origin } = new URL(loopback.redirectUri);
		const statuses = [
			(await fetch(`${origin}/`)).status,
			(await fetch(loopback.redirectUri, { method: "POST" })).status,
		];
		expect(statuses).toEqual([404, 404]);
	});

	it("closes on request, and listens no more once it is closed", async () => {
		loopback = await LoopbackServer.open();
		const stop = new AbortController();
		const waiting = loopback.redirected(stop.signal);
		stop.abort(new Error("enough"));
		await expect(waiting).rejects.toThrow("enough");
		await loopback.close();
		await expect(fetch(loopback.redirectUri)).rejects.toThrow();
	});
});
