import { afterEach, describe, expect, it } from "vitest";
import { createCountersign } from "../../../src/main/countersign.ts";
import type { Ports } from "../../../src/main/ports.ts";
import { scratch } from "../../integration/person.ts";
import { holding, testPorts } from "../../integration/ports.ts";

/** From one service to another: neither address is ever shown the other's token. */

const folder = scratch();
let stop = async () => {};

afterEach(async () => {
	await stop();
	folder.remove();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("changing address and token", () => {
	it("gives each token to its own address only, however slow the keychain is", async () => {
		const sent: string[] = [];
		const ports = testPorts({
			dataDir: folder.path,
			baseUrl: "https://old.example",
			token: "old-token",
			chains: [],
			fetch: async (url, init) => {
				sent.push(`${new URL(String(url)).host} ${new Headers(init?.headers).get("authorization")}`);
				return Response.json({ sessions: [] });
			},
		});
		const slow: Ports["keychain"] = {
			...ports.keychain,
			seal: async (secret) => {
				// What runs for the old address is asked to read everything while the token is being sealed.
				countersign.wake();
				await pause(200);
				return await ports.keychain.seal(secret);
			},
		};
		const countersign = createCountersign({ ...ports, keychain: slow });
		stop = () => countersign.stop();
		await countersign.start();
		await pause(100);
		const wish = { baseUrl: "https://new.example", token: "new-token", chains: [] };
		expect(await countersign.callTrusted("saveNetwork", wish, holding(ports.clock))).toEqual({ ok: true });
		await pause(100);
		expect(new Set(sent)).toEqual(new Set(["old.example Bearer old-token", "new.example Bearer new-token"]));
	});
});
