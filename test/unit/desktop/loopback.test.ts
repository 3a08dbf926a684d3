import { afterEach, describe, expect, it } from "vitest";
import { openLoopback } from "../../../src/main/desktop/loopback.ts";
import type { Loopback } from "../../../src/main/ports.ts";

/** The listener that ends a sign-in by browser. */

let loopback: Loopback;

afterEach(async () => {
	await loopback.close();
});

describe("the loopback listener", () => {
	it("gives the first redirect with its query, and answers with a page that holds none of it", async () => {
		loopback = await openLoopback();
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

	it("answers nothing else", async () => {
		loopback = await openLoopback();
		const { origin } = new URL(loopback.redirectUri);
		const statuses = [
			(await fetch(`${origin}/`)).status,
			(await fetch(loopback.redirectUri, { method: "POST" })).status,
		];
		expect(statuses).toEqual([404, 404]);
	});

	it("lets go when it is told to, and listens no more once it is closed", async () => {
		loopback = await openLoopback();
		const stop = new AbortController();
		const waiting = loopback.redirected(stop.signal);
		stop.abort(new Error("enough"));
		await expect(waiting).rejects.toThrow("enough");
		await loopback.close();
		await expect(fetch(loopback.redirectUri)).rejects.toThrow();
	});
});
