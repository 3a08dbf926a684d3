import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { matchesDevice, readRecordings, replay } from "./replay.ts";
import type { ScreenText } from "./replay-touch.ts";

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** Creates a device that never answers and shows one unchanging screen. `done` lists its inputs. */
async function frozen(events: readonly ScreenText[]): Promise<{ url: string; done: string[] }> {
	const done: string[] = [];
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
		if (path === "/apdu") return;
		if (path !== "/events") done.push(path);
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ events }));
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, done };
}

const RECORDING = {
	name: "a question",
	blind_signing: false,
	decision: "approve",
	input: {},
	exchanges: [{ request: "e002010000", response: "9000" }],
	screens: [],
} as const;

const asTexts = (lines: readonly string[], step: number): ScreenText[] =>
	lines.map((text, at) => ({ text, x: 10, y: at * step, w: 100, h: 10 }));

it("ends at an unknown touch screen, and names it", async () => {
	const { url, done } = await frozen(asTexts(["Choose a sticker", "Later"], 200));
	const { differences, isStuck } = await replay(url, {
		...RECORDING,
		exchanges: [...RECORDING.exchanges],
		screens: [],
	});
	expect(isStuck).toBe(true);
	expect(differences).toEqual(['an unknown screen: "Choose a sticker | Later"']);
	expect(done).toEqual([]);
});

it("ends at a page that touches and buttons don't change", async () => {
	const touch = await frozen(asTexts(["From", "0x", "Reject", "2 of 4"], 140));
	const nano = await frozen(asTexts(["From", "0x"], 14));
	const recording = { ...RECORDING, exchanges: [...RECORDING.exchanges], screens: [] };
	const [fingers, buttons] = await Promise.all([replay(touch.url, recording), replay(nano.url, recording)]);
	expect(fingers).toMatchObject({ isStuck: true, differences: ['stuck: "From | 0x | Reject | 2 of 4"'] });
	expect(buttons).toMatchObject({ isStuck: true, differences: ['stuck: "From | 0x"'] });
	expect(touch.done).toEqual(["/finger", "/finger", "/finger"]);
	expect(nano.done).toEqual(["/button/right", "/button/right", "/button/right"]);
});

it("replays recordings of its own kind of device", () => {
	const found = { app: "Ethereum", version: "1.22.0", blindSigning: false };
	const models = (isTouch: boolean) =>
		readRecordings()
			.filter((file) => matchesDevice(file, { ...found, isTouch }))
			.map(({ model }) => model);
	expect(models(false)).toEqual(["Nano X", "Nano X"]);
	expect(models(true)).toEqual(["Flex"]);
});
