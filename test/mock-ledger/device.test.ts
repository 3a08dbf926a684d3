import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flipped, onSignatures, surplus, truncated } from "./faults.ts";
import { readDevice, send } from "./replay.ts";
import { type EmulatedLedger, type LedgerOptions, startLedger } from "./start.ts";

const VERSION = "b001000000";
const ADDRESS = "e002000015058000002c8000003c800000000000000000000000";
const SHOW_ADDRESS = "e002010015058000002c8000003c800000000000000000000000";
const SETTINGS = "e006000000";
const MESSAGE = "e00800001b058000002c8000003c800000000000000000000000000000026869";
const SOLANA_KEY = "e00500000d038000002c800001f580000000";
const OPEN_ETHEREUM = `e0d8000008${Buffer.from("Ethereum").toString("hex")}`;
const OPEN_BITCOIN = `e0d8000007${Buffer.from("Bitcoin").toString("hex")}`;
const QUIT = "b0a7000000";
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

const started: EmulatedLedger[] = [];
async function plugIn(options: LedgerOptions = {}): Promise<EmulatedLedger> {
	const ledger = await startLedger({ reenumerateMs: 60, ...options });
	started.push(ledger);
	return ledger;
}
afterEach(async () => {
	await Promise.all(started.splice(0).map((ledger) => ledger.stop()));
});

/** Runs all ready callbacks. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until the device answers again, with a limit. */
async function untilReachable(ledger: EmulatedLedger): Promise<void> {
	for (let tries = 0; tries < 300; tries += 1) {
		const there = await fetch(ledger.url).then(
			() => true,
			() => false,
		);
		if (there) return;
		await pause(10);
	}
	throw new Error("The device did not answer again.");
}

describe("the emulated device", () => {
	let ledger: EmulatedLedger;
	beforeEach(async () => {
		ledger = await plugIn();
	});

	it("has the same address as Ledger's emulator", async () => {
		expect(Buffer.from(await send(ledger.url, ADDRESS), "hex").toString("latin1")).toContain(
			"Dad77910DbDFdE764fC21FCD4E74D71bBACA6D8D",
		);
	});

	it("answers 5515 to everything while it is locked", async () => {
		ledger.lock();
		expect(await send(ledger.url, VERSION)).toBe("5515");
		expect(await send(ledger.url, ADDRESS)).toBe("5515");
		ledger.unlock();
		expect(await send(ledger.url, ADDRESS)).toMatch(/9000$/);
	});

	it("answers commands of another app as the real apps do", async () => {
		expect(await send(ledger.url, SOLANA_KEY)).toBe("6d00");
		const solana = await plugIn({ app: "Solana" });
		expect(await send(solana.url, ADDRESS)).toBe("6a83");
	});

	it("shows a message and waits for its user", async () => {
		ledger.person = { decide: "wait", afterMs: 0 };
		const signature = send(ledger.url, MESSAGE);
		expect(await ledger.untilQuestion()).toEqual(["Review message"]);
		expect(ledger.hasQuestion).toBe(true);
		expect(ledger.approve()).toBe(true);
		expect(await signature).toMatch(/^1[bc].{128}9000$/);
		expect(ledger.screens().map((lines) => lines.join(" | "))).toEqual([
			"Ethereum | app is ready",
			"Review message",
			"Message | hi",
			"Sign message",
			"Ethereum | app is ready",
		]);
		expect(ledger.signed()).toHaveLength(1);
		expect(ledger.approve()).toBe(false);
	});

	it("signs nothing if its user refuses, now or later", async () => {
		ledger.person = { decide: "reject", afterMs: 0 };
		expect(await send(ledger.url, MESSAGE)).toBe("6985");
		ledger.person = { decide: "wait", afterMs: 0 };
		const signature = send(ledger.url, MESSAGE);
		await ledger.untilQuestion();
		ledger.person = { decide: "reject", afterMs: 20 };
		expect(await signature).toBe("6985");
		expect(ledger.signed()).toEqual([]);
	});

	/** Leaves a question on the screen whose caller has disconnected. */
	async function leaveQuestion(): Promise<void> {
		ledger.person = { decide: "wait", afterMs: 0 };
		const leave = new AbortController();
		const body = JSON.stringify({ data: MESSAGE });
		const asking = fetch(`${ledger.url}/apdu`, { method: "POST", body, signal: leave.signal });
		await ledger.untilQuestion();
		leave.abort();
		await expect(asking).rejects.toThrow();
		await pause(30);
		expect(ledger.screen()).toEqual(["Review message"]);
	}

	it("keeps the question of a disconnected caller on the screen until the next question replaces it", async () => {
		await leaveQuestion();
		expect(await send(ledger.url, VERSION)).toMatch(/9000$/);
		expect(await send(ledger.url, SETTINGS)).toMatch(/9000$/);
		expect(ledger.screen()).toEqual(["Review message"]);
		const next = send(ledger.url, SHOW_ADDRESS);
		for (let wait = 0; ledger.screen()[0] === "Review message" && wait < 100; wait += 1) await pause(10);
		expect(ledger.screen()).toEqual(["Verify Ethereum", "address"]);
		ledger.approve();
		expect(await next).toMatch(/9000$/);
		expect(ledger.signed()).toEqual([]);
	});

	it("crashes at the next button press if an address was read during such a question", async () => {
		await leaveQuestion();
		expect(await send(ledger.url, ADDRESS)).toMatch(/9000$/);
		expect(ledger.screen()).toEqual(["Review message"]);
		expect(ledger.crashes).toBe(0);
		ledger.press("right");
		expect(ledger.crashes).toBe(1);
		expect(ledger.app()).toBe("BOLOS");
		expect(ledger.hasQuestion).toBe(false);
	});

	it("handles one command at a time", async () => {
		ledger.person = { decide: "wait", afterMs: 0 };
		const first = send(ledger.url, MESSAGE);
		await ledger.untilQuestion();
		// A waiting caller that disconnects lets no other caller through.
		const body = JSON.stringify({ data: ADDRESS });
		const leaving = fetch(`${ledger.url}/apdu`, { method: "POST", body, signal: AbortSignal.timeout(30) });
		await expect(leaving).rejects.toThrow();
		const second = send(ledger.url, VERSION);
		await pause(30);
		expect(ledger.exchanges()).toHaveLength(1);
		ledger.approve();
		expect(await first).toMatch(/9000$/);
		expect(await second).toMatch(/9000$/);
		expect(ledger.exchanges().map((exchange) => exchange.request)).toEqual([MESSAGE, VERSION]);
	});

	it("answers after the configured delay", async () => {
		ledger.delayMs = 60_000;
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			const answer = send(ledger.url, VERSION);
			while (ledger.exchanges().length === 0) await turn();
			vi.advanceTimersByTime(59_999);
			await turn();
			expect(ledger.exchanges()).toEqual([{ request: VERSION, response: null }]);
			vi.advanceTimersByTime(1);
			expect(await answer).toMatch(/9000$/);
		} finally {
			vi.useRealTimers();
		}
	});

	it("ends every connection when it is unplugged, and answers again after it is plugged in", async () => {
		ledger.person = { decide: "wait", afterMs: 0 };
		const signature = send(ledger.url, MESSAGE);
		await ledger.untilQuestion();
		ledger.unplug();
		await expect(signature).rejects.toThrow();
		await expect(send(ledger.url, VERSION)).rejects.toThrow();
		ledger.plug();
		expect(await send(ledger.url, VERSION)).toMatch(/9000$/);
		expect(ledger.hasQuestion).toBe(false);
		expect(ledger.signed()).toEqual([]);
	});

	it("can be unplugged before the n-th command, during its question, or after the user's decision", async () => {
		ledger.unplugAt(2, "before");
		expect(await send(ledger.url, VERSION)).toMatch(/9000$/);
		await expect(send(ledger.url, MESSAGE)).rejects.toThrow();
		expect(ledger.signed()).toEqual([]);
		ledger.plug();
		ledger.unplugAt(1, "during");
		await expect(send(ledger.url, MESSAGE)).rejects.toThrow();
		expect(ledger.screens().flat()).toContain("Review message");
		expect(ledger.signed()).toEqual([]);
		ledger.plug();
		ledger.unplugAt(1, "after");
		await expect(send(ledger.url, MESSAGE)).rejects.toThrow();
		expect(ledger.signed()).toHaveLength(1);
		expect(ledger.exchanges().at(-1)?.response).toBeNull();
		expect(ledger.plugged).toBe(false);
	});

	it("alters answers on request, but only those with a signature", async () => {
		const honest = await send(ledger.url, MESSAGE);
		const address = await send(ledger.url, ADDRESS);
		const answers: string[] = [];
		for (const change of [truncated, surplus, flipped]) {
			ledger.hostile = onSignatures(change);
			answers.push(await send(ledger.url, MESSAGE));
			expect(await send(ledger.url, ADDRESS)).toBe(address);
		}
		expect(answers.map((answer) => answer.length / 2)).toEqual([66, 69, 67]);
		const other = await plugIn({ seed: OTHER_SEED });
		ledger.hostile = onSignatures((answer) => answer.as(OTHER_SEED));
		const forged = await send(ledger.url, MESSAGE);
		expect(forged).toBe(await send(other.url, MESSAGE));
		expect(new Set([honest, forged, ...answers]).size).toBe(5);
		expect(await send(other.url, ADDRESS)).not.toBe(address);
	});

	it("opens an app from the dashboard if its user agrees, and disconnects for a moment", async () => {
		const fresh = await plugIn({ app: "BOLOS", installed: ["Ethereum"] });
		expect((await readDevice(fresh.url)).app).toBe("BOLOS");
		expect(await send(fresh.url, ADDRESS)).toBe("6511");
		expect(await send(fresh.url, OPEN_BITCOIN)).toBe("6807");
		fresh.person = { decide: "reject", afterMs: 0 };
		expect(await send(fresh.url, OPEN_ETHEREUM)).toBe("5501");
		fresh.person = { decide: "approve", afterMs: 0 };
		expect(await send(fresh.url, OPEN_ETHEREUM)).toBe("9000");
		await expect(send(fresh.url, VERSION)).rejects.toThrow();
		await untilReachable(fresh);
		expect(fresh.app()).toBe("Ethereum");
		expect(() => fresh.open("Solana")).toThrow("Solana is not installed on this device.");
	});

	it("closes an app on request", async () => {
		expect(await send(ledger.url, QUIT)).toBe("9000");
		await untilReachable(ledger);
		expect(ledger.app()).toBe("BOLOS");
	});

	it("can have older apps", async () => {
		const old = await plugIn({ appVersions: { Ethereum: "1.8.5" } });
		expect(await readDevice(old.url)).toEqual({
			app: "Ethereum",
			version: "1.8.5",
			blindSigning: false,
			isTouch: false,
		});
		expect(await send(old.url, "e01a00000c454950373132446f6d61696e")).toBe("6d00");
	});
});

describe("the emulator's HTTP interface", () => {
	it("accepts presses over /button and lists texts in /events", async () => {
		const ledger = await plugIn({ person: { decide: "wait", afterMs: 0 } });
		const signature = send(ledger.url, MESSAGE);
		await ledger.untilQuestion();
		for (const button of ["right", "right", "both"]) {
			await fetch(`${ledger.url}/button/${button}`, {
				method: "POST",
				body: JSON.stringify({ action: "press-and-release" }),
			});
		}
		expect(await signature).toMatch(/9000$/);
		const events = await (await fetch(`${ledger.url}/events`)).text();
		expect(events).toContain('"text":"Sign message"');
		await fetch(`${ledger.url}/events`, { method: "DELETE" });
		expect(await (await fetch(`${ledger.url}/events`)).json()).toEqual({ events: [] });
		expect((await fetch(ledger.url)).status).toBe(200);
		expect((await fetch(`${ledger.url}/nothing`)).status).toBe(404);
		expect((await fetch(`${ledger.url}/apdu`, { method: "POST", body: '{"data":"zz"}' })).status).toBe(400);
	});

	it("follows automation rules", async () => {
		const ledger = await plugIn({ person: { decide: "wait", afterMs: 0 } });
		const press = (button: 1 | 2) => [
			["button", button, true],
			["button", button, false],
		];
		const both = [
			["button", 1, true],
			["button", 2, true],
			["button", 1, false],
			["button", 2, false],
		];
		const rules = {
			version: 1,
			rules: [
				{ regexp: "Sign message", conditions: [["refuse", false]], actions: both },
				{ text: "Reject message", actions: both },
				{ regexp: "Review|Message|Sign", actions: press(2) },
			],
		};
		const set = (body: unknown) =>
			fetch(`${ledger.url}/automation`, { method: "POST", body: JSON.stringify(body) });
		expect((await set(rules)).status).toBe(200);
		expect(await send(ledger.url, MESSAGE)).toMatch(/9000$/);
		await set({ rules: [{ regexp: "Reject", actions: both }, ...rules.rules.slice(2)] });
		expect(await send(ledger.url, MESSAGE)).toBe("6985");
	});

	it("streams the screen", async () => {
		const ledger = await plugIn();
		const leave = new AbortController();
		const stream = await fetch(`${ledger.url}/events?stream=true`, { signal: leave.signal });
		await send(ledger.url, MESSAGE);
		let text = "";
		const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
		for (let read = 0; read < 20 && !text.includes("Sign message"); read += 1) {
			text += (await reader?.read())?.value ?? "";
		}
		expect(text).toMatch(/^data: \{"text":"Review message"/);
		leave.abort();
	});
});
