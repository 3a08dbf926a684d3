import { type ChildProcess, fork } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { entryOf } from "../../fixtures/entries.ts";
import { type EmulatedLedger, startLedger } from "../../mock-ledger/start.ts";
import { exchangesOf } from "./recordings.ts";
import { EVM, payloadOf, signatureOf, TOKEN } from "./scene.ts";

/** Tests of the real process. */

let children: ChildProcess[] = [];
let devices: EmulatedLedger[] = [];
afterEach(async () => {
	for (const child of children) child.kill();
	for (const device of devices) await device.stop();
	children = [];
	devices = [];
});

const reply = z.looseObject({ kind: z.string(), id: z.number(), answer: z.unknown().optional() });

interface Process {
	readonly child: ChildProcess;
	ask(id: number, request: unknown): Promise<unknown>;
	readonly errors: () => string;
}

function start(): Process {
	const child = fork(entryOf("ledger"), {
		serialization: "advanced",
		env: { HTTP_PROXY: "http://127.0.0.1:9" },
		execArgv: [],
		stdio: ["ignore", "ignore", "pipe", "ipc"],
	});
	children.push(child);
	let errors = "";
	child.stderr?.on("data", (data) => {
		errors += String(data);
	});
	return {
		child,
		errors: () => errors,
		ask: (id, request) =>
			new Promise((resolve, reject) => {
				child.on("message", (message) => {
					const read = reply.parse(message);
					if (read.id === id && read.kind === "answer") resolve(read.answer);
				});
				child.once("exit", () => reject(new Error("The process ended.")));
				child.send({ token: TOKEN, id, request });
			}),
	};
}

const ended = (child: ChildProcess) =>
	new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

describe("the device process", { timeout: 30_000 }, () => {
	it("signs on an emulated device, and ends with main", async () => {
		const device = await startLedger();
		devices.push(device);
		const { child, ask } = start();
		const name = "transfer, mainnet";
		expect(await ask(1, { kind: "hello", transport: { kind: "speculos", urls: [device.url] } })).toEqual({
			ok: true,
		});
		expect(await ask(2, { kind: "devices" })).toEqual({
			ok: true,
			devices: [{ id: device.url, model: "Ledger emulator" }],
		});
		const last = exchangesOf("Ethereum", name).at(-1)?.response ?? "";
		expect(
			await ask(3, { kind: "sign", deviceId: device.url, ...EVM, payload: payloadOf("Ethereum", name) }),
		).toEqual({ ok: true, signature: signatureOf("Ethereum", last) });
		const end = ended(child);
		child.disconnect();
		await end;
		expect([child.exitCode, child.signalCode]).toEqual([null, "SIGKILL"]);
	});

	it("answers over USB even if the native modules can't be loaded, so that only Ledgers are unavailable", async () => {
		const { ask, child } = start();
		await ask(1, { kind: "hello", transport: { kind: "hid" } });
		const answer = await ask(2, { kind: "devices" });
		const lists = z.object({ ok: z.literal(true) }).safeParse(answer).success;
		if (!lists) expect(answer).toMatchObject({ ok: false, fault: "failed", prompt: "notAsked" });
		expect(await ask(3, { kind: "inspect", deviceId: "hid:none" })).toMatchObject({ ok: false });
		expect(child.exitCode).toBeNull();
	});
});
