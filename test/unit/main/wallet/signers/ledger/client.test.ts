import { describe, expect, it } from "vitest";
import type { DevicePayload } from "../../../../../../src/ledger-process/protocol.ts";
import { ACCOUNT, type DeviceScene, deviceScene } from "./device-channels.ts";

const PAYLOAD: DevicePayload = { kind: "evm_personal", message: "0x00" };
const SIGNATURE = `0x${"11".repeat(64)}00`;

const sign = (scene: DeviceScene, deviceId = "a", onStage = () => {}) =>
	scene.client.sign(deviceId, ACCOUNT, PAYLOAD, onStage);

const plugged = { ok: true, devices: [{ id: "a", model: "Ledger Nano X" }] };

describe("the device process", () => {
	it("is started by the first call, configured with its transports, and queried", async () => {
		const scene = deviceScene();
		expect(scene.channels).toHaveLength(0);
		const answer = scene.client.devices();
		await scene.rest();
		expect(scene.channel().posted.map((each) => each.request)).toEqual([
			{ kind: "hello", transport: { kind: "hid" } },
			{ kind: "devices" },
		]);
		scene.channel().answer("devices", plugged);
		expect(await answer).toEqual(plugged);
		expect(scene.channels).toHaveLength(1);
	});

	it("is stopped after a minute without use, and not before", async () => {
		const scene = deviceScene();
		const answer = scene.client.devices();
		await scene.rest();
		scene.channel().answer("devices", plugged);
		await answer;
		scene.clock.advance(59_999);
		expect(scene.channel().killed).toBe(false);
		scene.clock.advance(1);
		await scene.rest();
		expect(scene.channel().killed).toBe(true);
		scene.clock.advance(3_600_000);
		expect(scene.channels).toHaveLength(1);
		void scene.client.devices();
		await scene.rest();
		expect(scene.channels).toHaveLength(2);
	});

	it("is not stopped while a question is open, however long", async () => {
		const scene = deviceScene();
		sign(scene);
		const other = scene.client.devices();
		await scene.rest();
		scene.channel().answer("devices", plugged);
		await other;
		scene.clock.advance(30 * 60_000);
		expect(scene.channel().killed).toBe(false);
	});

	it("is restarted after its end with growing delays, then not for ten minutes", async () => {
		const scene = deviceScene();
		for (const delay of [0, 250, 1_000, 4_000]) {
			const answer = scene.client.devices();
			await scene.rest();
			const before = scene.channels.length;
			if (delay > 0) {
				scene.clock.advance(delay - 1);
				await scene.rest();
				expect(scene.channels).toHaveLength(before);
				scene.clock.advance(1);
				await scene.rest();
				expect(scene.channels).toHaveLength(before + 1);
			}
			scene.channel().die();
			expect(await answer).toMatchObject({ ok: false, fault: "stopped", prompt: "notAsked" });
		}
		expect(await scene.client.devices()).toMatchObject({ fault: "stopped" });
		expect(scene.channels).toHaveLength(4);
		scene.clock.advance(10 * 60_000);
		void scene.client.devices();
		await scene.rest();
		expect(scene.channels).toHaveLength(5);
	});

	it("that can't be started, or does not reply, answers as stopped", async () => {
		const scene = deviceScene();
		scene.unable = true;
		expect(await scene.client.inspect("a")).toMatchObject({ fault: "stopped" });
		scene.unable = false;
		scene.greets = false;
		const answer = scene.client.inspect("a");
		scene.clock.advance(250);
		await scene.rest();
		scene.clock.advance(30_000);
		expect(await answer).toMatchObject({ fault: "stopped" });
		expect(scene.channel().killed).toBe(true);
	});

	it("is not started again once it was stopped", async () => {
		const scene = deviceScene();
		const asked = sign(scene);
		await scene.rest();
		scene.channel().stage("sign", "asking");
		await scene.client.stop();
		expect(await asked.answer).toMatchObject({ fault: "stopped", prompt: "unknown" });
		expect(await scene.client.devices()).toMatchObject({ fault: "stopped" });
		expect(scene.channels).toHaveLength(1);
	});
});

describe("a question", () => {
	it("with a dying process says whether the device may still show it", async () => {
		const scene = deviceScene();
		const early = sign(scene);
		await scene.rest();
		scene.channel().stage("sign", "checking");
		scene.channel().die();
		// The message that the device is asking may have been lost with the process.
		expect(await early.answer).toMatchObject({ fault: "stopped", prompt: "unknown" });
		const late = sign(scene);
		scene.clock.advance(250);
		await scene.rest();
		scene.channel().stage("sign", "asking");
		scene.channel().die();
		expect(await late.answer).toMatchObject({ fault: "unplugged", prompt: "unknown" });
	});

	it("reports its stages, and only its own", async () => {
		const scene = deviceScene();
		const stages: string[] = [];
		scene.client.sign("a", ACCOUNT, PAYLOAD, (stage) => stages.push(stage));
		await scene.rest();
		scene.channel().stage("sign", "opening");
		scene.channel().send({ kind: "stage", token: "f".repeat(64), id: 2, stage: "asking" });
		scene.channel().stage("hello", "asking");
		expect(stages).toEqual(["opening"]);
		expect(scene.logged.join()).toContain("foreign");
	});

	it.each([
		["a short one after half a minute", "inspect", 30_000],
		["one that the user answers after two minutes", "showAddress", 120_000],
	])("%s without an answer ends the process", async (_name, kind, ms) => {
		const scene = deviceScene();
		const { client } = scene;
		const answer =
			kind === "inspect" ? client.inspect("a") : client.showAddress("a", "evm", "m/44'/60'/0'/0/0").answer;
		await scene.rest();
		scene.clock.advance(ms - 1);
		expect(scene.channel().killed).toBe(false);
		scene.clock.advance(1);
		expect(await answer).toMatchObject({ ok: false, fault: "timeout" });
		expect(scene.channel().killed).toBe(true);
	});

	it("that hangs at one device does not end the process until a user has answered at the other", async () => {
		const scene = deviceScene();
		const asked = sign(scene, "a");
		const hanging = scene.client.inspect("b");
		await scene.rest();
		scene.clock.advance(30_000);
		expect(await hanging).toMatchObject({ fault: "timeout" });
		expect(scene.channel().killed).toBe(false);
		scene.channel().answer("sign", { ok: true, signature: SIGNATURE });
		expect(await asked.answer).toEqual({ ok: true, signature: SIGNATURE });
		await scene.rest();
		expect(scene.channel().killed).toBe(true);
	});

	it("waits for the previous one on the same device, but not for another device's", async () => {
		const scene = deviceScene();
		sign(scene, "a");
		const second = scene.client.inspect("a");
		void scene.client.inspect("b");
		await scene.rest();
		const kinds = () => scene.channel().posted.map((each) => each.request.kind);
		expect(kinds()).toEqual(["hello", "sign", "inspect"]);
		expect(scene.channel().last("inspect").request).toMatchObject({ deviceId: "b" });
		scene.clock.advance(29_000);
		scene
			.channel()
			.answer("inspect", { ok: false, fault: "locked", status: 0x5515, app: null, prompt: "notAsked" });
		scene.clock.advance(600_000);
		scene.channel().answer("sign", { ok: true, signature: SIGNATURE });
		await scene.rest();
		expect(kinds()).toEqual(["hello", "sign", "inspect", "inspect"]);
		const look = { app: "Ethereum", version: "1.22.0", blindSigning: false };
		scene.channel().answer("inspect", { ok: true, inspection: look });
		expect(await second).toEqual({ ok: true, inspection: look });
	});
});

describe("a cancelled question", () => {
	it("before its turn is never sent", async () => {
		const scene = deviceScene();
		const first = sign(scene);
		const second = sign(scene);
		await scene.rest();
		second.cancel();
		expect(await second.answer).toMatchObject({ fault: "cancelled", prompt: "notAsked" });
		scene.channel().answer("sign", { ok: true, signature: SIGNATURE });
		await first.answer;
		await scene.rest();
		expect(scene.channel().posted.filter((each) => each.request.kind === "sign")).toHaveLength(1);
	});

	it("is sent to the process, once, and ends with the process' answer", async () => {
		const scene = deviceScene();
		const asked = sign(scene);
		await scene.rest();
		asked.cancel();
		asked.cancel();
		const cancels = scene.channel().posted.filter((each) => each.request.kind === "cancel");
		expect(cancels.map((each) => each.request)).toEqual([
			{ kind: "cancel", requestId: scene.channel().last("sign").id },
		]);
		const refusal = { ok: false, fault: "cancelled", status: null, app: "Ethereum", prompt: "unknown" };
		scene.channel().answer("sign", refusal);
		expect(await asked.answer).toEqual(refusal);
		scene.channel().answer("cancel", { ok: true });
		scene.clock.advance(10_000);
		expect(scene.channel().killed).toBe(false);
	});

	it("of a process that does not obey ends that process after five seconds", async () => {
		const scene = deviceScene();
		const asked = sign(scene);
		await scene.rest();
		scene.channel().stage("sign", "asking");
		asked.cancel();
		scene.channel().answer("cancel", { ok: true });
		scene.clock.advance(5_000);
		expect(await asked.answer).toMatchObject({ fault: "cancelled", prompt: "unknown" });
		expect(scene.channel().killed).toBe(true);
	});
});

describe("an answer", () => {
	it.each([
		["surplus bytes", { ok: true, signature: `${SIGNATURE}00` }],
		["an invalid parity", { ok: true, signature: `0x${"11".repeat(64)}1b` }],
		["an unknown member", { ok: true, signature: SIGNATURE, hash: "0x" }],
		["nothing", null],
		["an unknown fault", { ok: false, fault: "tired", status: null, app: null, prompt: "answered" }],
	])("with %s is refused, and the question may still be displayed", async (_name, answer) => {
		const scene = deviceScene();
		const asked = sign(scene);
		await scene.rest();
		scene.channel().stage("sign", "asking");
		scene.channel().answer("sign", answer);
		expect(await asked.answer).toMatchObject({ ok: false, fault: "badAnswer", prompt: "unknown" });
	});

	it("of addresses must match the requested paths, in order", async () => {
		const paths = ["m/44'/60'/0'/0/0", "m/44'/60'/1'/0/0"];
		const of = (order: readonly string[]) => order.map((path) => ({ path, address: ACCOUNT.address }));
		for (const [answered, ok] of [
			[of(paths), true],
			[of(paths.toReversed()), false],
			[of(paths).slice(1), false],
		] as const) {
			const scene = deviceScene();
			const call = scene.client.addresses("a", "evm", paths);
			await scene.rest();
			scene.channel().answer("addresses", { ok: true, addresses: answered });
			expect((await call.answer).ok).toBe(ok);
		}
	});

	it("is not waited for if the question itself can't be written", async () => {
		const scene = deviceScene();
		const call = scene.client.addresses("a", "evm", ["44'/60'"]);
		expect(await call.answer).toMatchObject({ fault: "badMessage", prompt: "notAsked" });
		expect(scene.channels).toHaveLength(0);
	});
});
