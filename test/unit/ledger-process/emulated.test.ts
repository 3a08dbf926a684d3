import { afterEach, describe, expect, it } from "vitest";
import { closeNetwork } from "../../../src/ledger-process/network.ts";
import { flipped, onSignatures, surplus, truncated } from "../../mock-ledger/faults.ts";
import { type EmulatedLedger, type LedgerOptions, startLedger } from "../../mock-ledger/start.ts";
import { type App, exchangesOf } from "./recordings.ts";
import { type Call, type Caller, callerOf, EVM, payloadOf, realClock, SVM, signatureOf } from "./scene.ts";

/** The whole device process with the emulated device, over the real transport. */

const TIMES = { exchangeMs: 1_500, graceMs: 1_000, holdMs: 1_000, pollMs: 20 };

let stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
	for (const stop of stops.reverse()) await stop();
	stops = [];
});

interface Scene {
	readonly device: EmulatedLedger;
	readonly caller: Caller;
	readonly refused: string[];
}

async function start(options: LedgerOptions = {}): Promise<Scene> {
	const device = await startLedger({ reenumerateMs: 60, ...options });
	const refused: string[] = [];
	const caller = callerOf({
		clock: realClock,
		times: TIMES,
		transport: { kind: "speculos", urls: [device.url] },
	});
	// Blocks and records every connection except the one to the device.
	stops.push(
		() => device.stop(),
		closeNetwork([device.url], (target) => refused.push(target)),
		() => caller.stop(),
	);
	return { device, caller, refused };
}

const account = (app: App) => (app === "Ethereum" ? EVM : SVM);
function sign({ device, caller }: Scene, app: App, name: string): Call {
	return caller.ask({ kind: "sign", deviceId: device.url, ...account(app), payload: payloadOf(app, name) });
}
const prepare = ({ device, caller }: Scene, app: App) =>
	caller.answer({ kind: "prepare", deviceId: device.url, ...account(app) });

const KINDS: readonly (readonly [App, string, boolean])[] = [
	["Ethereum", "transfer, mainnet", false],
	["Ethereum", "transfer, chain id over 2^31", false],
	["Ethereum", "call with 1000 bytes of data (several chunks)", true],
	["Ethereum", "personal message", false],
	["Ethereum", "personal message, 600 bytes", false],
	["Ethereum", "typed data, Permit", true],
	["Ethereum", "typed data, nested structs and arrays", true],
	["Solana", "transfer, legacy", false],
	["Solana", "transfer, v0", false],
	["Solana", "transfer through a lookup table", true],
	["Solana", "off-chain message v0", false],
];

describe("signing", () => {
	it.each(KINDS)(
		"%s: %s, like the real device, with the library's exchanges and one address check",
		async (app, name, blind) => {
			const scene = await start({ app, blindSigning: { [app]: blind } });
			expect(await prepare(scene, app)).toEqual({ ok: true });
			const call = sign(scene, app, name);
			const recorded = exchangesOf(app, name);
			expect(await call.answer).toEqual({
				ok: true,
				signature: signatureOf(app, recorded.at(-1)?.response ?? ""),
			});
			expect(call.stages).toEqual(["opening", "checking", "asking"]);
			const [, ...others] = scene.device.exchanges().map(({ request }) => request);
			expect(others).toEqual(recorded.map(({ request }) => request));
			expect(scene.refused).toEqual([]);
		},
	);

	it("checks the address itself if nothing was prepared", async () => {
		const scene = await start();
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject({ ok: true });
		expect(scene.device.exchanges()).toHaveLength(2);
	});

	it("checks it again after the time that the device stays open", async () => {
		const scene = await start();
		await prepare(scene, "Ethereum");
		await new Promise((resolve) => setTimeout(resolve, TIMES.holdMs + 200));
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject({ ok: true });
		expect(scene.device.exchanges()).toHaveLength(3);
	});
});

describe("what a device can refuse", () => {
	it("a user's rejection, of a signature and of an address", async () => {
		const scene = await start({ person: { decide: "reject", afterMs: 0 } });
		const rejected = { ok: false, fault: "rejected", status: 0x6985, prompt: "answered" };
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject(rejected);
		expect(
			await scene.caller.answer({
				kind: "showAddress",
				deviceId: scene.device.url,
				family: "evm",
				path: EVM.path,
			}),
		).toMatchObject(rejected);
		expect(scene.device.signed()).toEqual([]);
	});

	it("everything while it is locked", async () => {
		const scene = await start();
		scene.device.lock();
		const locked = { ok: false, fault: "locked", status: 0x5515, prompt: "notAsked" };
		expect(await prepare(scene, "Ethereum")).toMatchObject(locked);
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject(locked);
		expect(await scene.caller.answer({ kind: "inspect", deviceId: scene.device.url })).toMatchObject(locked);
	});

	it.each([
		["Ethereum", "Solana"],
		["Solana", "Ethereum"],
	] as const)("an account of %s while the %s app is open, which it names", async (wanted, open) => {
		const scene = await start({ app: open });
		expect(await prepare(scene, wanted)).toMatchObject({
			ok: false,
			fault: "wrongApp",
			app: open,
			prompt: "notAsked",
		});
	});

	it("an account while no app is open", async () => {
		const scene = await start({ app: "BOLOS" });
		expect(await prepare(scene, "Ethereum")).toMatchObject({ fault: "dashboard", app: "BOLOS" });
	});

	it("another phrase's account", async () => {
		const scene = await start({
			seed: "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
		});
		expect(await prepare(scene, "Ethereum")).toMatchObject({ fault: "otherDevice", prompt: "notAsked" });
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject({ fault: "otherDevice" });
		expect(scene.device.signed()).toEqual([]);
	});

	it.each([
		["Ethereum", "typed data, Permit", 0x6a80, "rawMessagesOff"],
		["Ethereum", "ERC-20 transfer of an unknown token", 0x6a80, "blindSigningOff"],
		["Solana", "unknown program", 0x6808, "blindSigningOff"],
	] as const)("%s: %s with blind signing off", async (app, name, status, fault) => {
		const scene = await start({ app });
		expect(await sign(scene, app, name).answer).toMatchObject({
			fault,
			status,
			prompt: "notAsked",
		});
		expect(scene.device.signed()).toEqual([]);
	});

	it("no typed data with Raw messages on, for any blind signing setting: same bytes, same signature", async () => {
		const scene = await start();
		scene.device.rawMessages(true);
		const raw = await sign(scene, "Ethereum", "typed data, Permit").answer;
		expect(raw).toMatchObject({ ok: true });
		scene.device.rawMessages(false);
		scene.device.blindSigning("Ethereum", true);
		expect(await sign(scene, "Ethereum", "typed data, Permit").answer).toEqual(raw);
	});

	it("typed data that an old app can't handle; its version is queried once", async () => {
		const scene = await start({ appVersions: { Ethereum: "1.9.18" } });
		await scene.caller.answer({ kind: "inspect", deviceId: scene.device.url });
		expect(await prepare(scene, "Ethereum")).toMatchObject({ fault: "appTooOld", app: "Ethereum" });
	});
});

describe("dishonest answers", () => {
	const TAMPERED = [
		["truncated", truncated],
		["surplus", surplus],
	] as const;
	for (const [app, name] of KINDS.filter(([, , blind]) => !blind))
		it.each(TAMPERED)(`${app}: ${name}: %s`, async (_, change) => {
			const scene = await start({ app });
			scene.device.hostile = onSignatures(change);
			expect(await sign(scene, app, name).answer).toMatchObject({
				fault: "badAnswer",
				prompt: "answered",
			});
		});

	it("leaves a well-formed signature to main, which recovers its signer", async () => {
		const scene = await start();
		scene.device.hostile = onSignatures(flipped);
		expect(await sign(scene, "Ethereum", "transfer, mainnet").answer).toMatchObject({ ok: true });
	});

	it("an address that is not the key's own, or with trailing bytes", async () => {
		const scene = await start();
		const ask = () =>
			scene.caller.answer({
				kind: "addresses",
				deviceId: scene.device.url,
				family: "evm",
				paths: [EVM.path],
			});
		scene.device.hostile = ({ response }) => response.map((byte, at) => (at === 80 ? byte ^ 1 : byte));
		expect(await ask()).toMatchObject({ fault: "badAnswer" });
		scene.device.hostile = surplus;
		expect(await ask()).toMatchObject({ fault: "badAnswer" });
		scene.device.hostile = () => Uint8Array.of(0x90);
		expect(await ask()).toMatchObject({ fault: "badAnswer" });
	});
});

describe("checking, opening and listing", () => {
	it("reports the open app and its settings, in two exchanges", async () => {
		const scene = await start({ app: "Solana", blindSigning: { Solana: true } });
		const look = () => scene.caller.answer({ kind: "inspect", deviceId: scene.device.url });
		expect(await look()).toEqual({
			ok: true,
			inspection: { app: "Solana", version: "1.9.0", blindSigning: true },
		});
		expect(scene.device.exchanges()).toHaveLength(2);
		scene.device.quit();
		await expect.poll(look).toMatchObject({ inspection: { app: "BOLOS", blindSigning: null } });
	});

	it("opens an app from the dashboard, and from another app", async () => {
		const scene = await start({ app: "BOLOS" });
		const open = (app: App) => scene.caller.answer({ kind: "openApp", deviceId: scene.device.url, app });
		expect(await open("Ethereum")).toEqual({ ok: true });
		expect(scene.device.app()).toBe("Ethereum");
		expect(await open("Solana")).toEqual({ ok: true });
		expect(scene.device.app()).toBe("Solana");
		expect(await open("Solana")).toEqual({ ok: true });
		expect(await prepare(scene, "Solana")).toEqual({ ok: true });
	});

	it("reports a user's rejection by an app that is not installed", async () => {
		const scene = await start({ app: "BOLOS", installed: ["Ethereum"] });
		const open = (app: App) => scene.caller.answer({ kind: "openApp", deviceId: scene.device.url, app });
		expect(await open("Solana")).toMatchObject({ fault: "noApp" });
		scene.device.person = { decide: "reject", afterMs: 0 };
		expect(await open("Ethereum")).toMatchObject({ fault: "rejected", prompt: "answered" });
	});

	it("lists connected devices without sending them anything", async () => {
		const scene = await start();
		const list = () => scene.caller.answer({ kind: "devices" });
		expect(await list()).toEqual({
			ok: true,
			devices: [{ id: scene.device.url, model: "Ledger emulator" }],
		});
		scene.device.unplug();
		expect(await list()).toEqual({ ok: true, devices: [] });
		expect(scene.device.exchanges()).toEqual([]);
	});
});

describe("cancelling and unplugging", () => {
	it("cancels during the question, with an unknown outcome", async () => {
		const scene = await start({ person: { decide: "wait", afterMs: 0 } });
		const call = sign(scene, "Ethereum", "transfer, mainnet");
		await scene.device.untilQuestion();
		call.cancel();
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "unknown" });
		// Nothing remains in progress: the device answers the next request at once, and its question replaces the old
		// one.
		expect(await scene.caller.answer({ kind: "inspect", deviceId: scene.device.url })).toMatchObject({
			ok: true,
		});
		scene.device.person = { decide: "approve", afterMs: 0 };
		expect(await sign(scene, "Ethereum", "personal message").answer).toMatchObject({ ok: true });
	});

	it("cancels a waiting question at once, and the other continues", async () => {
		const scene = await start({ person: { decide: "wait", afterMs: 0 } });
		const first = sign(scene, "Ethereum", "transfer, mainnet");
		const second = sign(scene, "Ethereum", "personal message");
		await scene.device.untilQuestion();
		second.cancel();
		expect(await second.answer).toMatchObject({ fault: "cancelled", prompt: "notAsked" });
		scene.device.approve();
		expect(await first.answer).toMatchObject({ ok: true });
		expect(scene.device.signed()).toHaveLength(1);
	});

	const LENGTHS = [
		["Ethereum", "call with 1000 bytes of data (several chunks)", 5],
		["Ethereum", "typed data, Permit", 24],
		["Solana", "transfer, legacy", 1],
	] as const;
	for (const [app, name, length] of LENGTHS)
		it(`${app}: ${name}: unplugged at each exchange, it repeats no request`, async () => {
			const scene = await start({ app, blindSigning: { [app]: true } });
			for (let exchange = 1; exchange <= length; exchange += 1)
				for (const moment of ["before", "after"] as const) {
					scene.device.plug();
					await prepare(scene, app);
					const before = scene.device.exchanges().length;
					scene.device.unplugAt(exchange, moment);
					expect(await sign(scene, app, name).answer, `${moment} exchange ${exchange}`).toMatchObject({
						ok: false,
						fault: "unplugged",
						prompt: exchange === length ? "unknown" : "notAsked",
					});
					expect(scene.device.exchanges().length - before).toBe(exchange);
				}
		});

	it("resumes the question if the device returns before anything was asked", async () => {
		const scene = await start();
		scene.device.unplugAt(1, "before");
		const answer = prepare(scene, "Ethereum");
		setTimeout(() => scene.device.plug(), 150);
		expect(await answer).toEqual({ ok: true });
	});

	it("reports a device as gone that does not return", async () => {
		const scene = await start();
		expect(await prepare(scene, "Ethereum")).toEqual({ ok: true });
		scene.device.unplug();
		expect(await prepare(scene, "Ethereum")).toMatchObject({ fault: "gone", prompt: "notAsked" });
	});

	it("is not delayed by a device that does not answer", async () => {
		const scene = await start({ delayMs: TIMES.exchangeMs * 3 });
		expect(await prepare(scene, "Ethereum")).toMatchObject({ fault: "timeout", prompt: "notAsked" });
	});
});
