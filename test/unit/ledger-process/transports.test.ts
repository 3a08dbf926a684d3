import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeUsb, fakeUsb, reportsOf } from "./fake-hid.ts";
import { exchangesOf } from "./recordings.ts";
import { type Caller, callerOf, EVM, payloadOf, realClock, signatureOf } from "./scene.ts";

/** The real USB transport and its framing, with a device of 64-byte reports. */

const TIMES = { exchangeMs: 300, graceMs: 200, holdMs: 60_000, pollMs: 20 };
const NANO_X = { vendorId: 0x2c97, productId: 0x4015, path: "/dev/null", interface: 0, usagePage: 0xffa0 };
const ID = "hid:40";

let usb: FakeUsb;
let caller: Caller;

beforeEach(() => {
	usb = fakeUsb();
	usb.plugged = [NANO_X];
	caller = callerOf({ clock: realClock, times: TIMES });
});
afterEach(async () => {
	await caller.stop();
	usb.restore();
});

const CALL = "call with 1000 bytes of data (several chunks)";
const sign = () => caller.ask({ kind: "sign", deviceId: ID, ...EVM, payload: payloadOf("Ethereum", CALL) });

/** Sets the real app's answers to the address check and the call. */
function answering(): void {
	const all = [...exchangesOf("Ethereum", "address at 44'/60'/0'/0/0"), ...exchangesOf("Ethereum", CALL)];
	const answers = new Map(all.map(({ request, response }) => [request, response]));
	// Two of the requests are identical, so the map has one answer for both.
	usb.react = (apdu) => answers.get(apdu) ?? "6f00";
}

describe("USB", () => {
	it("lists devices by model, by an id that stays when an app changes the product's number", async () => {
		expect(await caller.answer({ kind: "devices" })).toEqual({
			ok: true,
			devices: [{ id: ID, model: "Ledger Nano X" }],
		});
		usb.plugged = [
			{ ...NANO_X, productId: 0x4011, path: "/dev/zero" },
			{ ...NANO_X, productId: 0x5011 },
			{ ...NANO_X, productId: 0x4015 },
			{ ...NANO_X, interface: 1, usagePage: 0xf1d0 },
		];
		expect(await caller.answer({ kind: "devices" })).toMatchObject({
			devices: [
				{ id: ID, model: "Ledger Nano X" },
				{ id: "hid:50", model: "Ledger Nano S Plus" },
				{ id: `${ID}#2`, model: "Ledger Nano X" },
			],
		});
		expect(usb.open).toBe(0);
	});

	it("frames an APDU as in Ledger's protocol", async () => {
		usb.react = () => "0105424f4c4f5305322e342e329000";
		expect(await caller.answer({ kind: "inspect", deviceId: ID })).toMatchObject({
			inspection: { app: "BOLOS", version: "2.4.2", blindSigning: null },
		});
		const report = `0101050000${"0005b001000000".padEnd(118, "0")}`;
		expect(usb.written.map((each) => each.toString("hex"))).toEqual([report]);
		expect(usb.open).toBe(0);
	});

	it("signs a call of five chunks, each of several reports", async () => {
		answering();
		const recorded = exchangesOf("Ethereum", CALL);
		expect(await sign().answer).toEqual({
			ok: true,
			signature: signatureOf("Ethereum", recorded.at(-1)?.response ?? ""),
		});
		expect(usb.apdus.slice(1)).toEqual(recorded.map(({ request }) => request));
		const reports = usb.apdus.flatMap((apdu) => reportsOf(Buffer.from(apdu, "hex")));
		expect(usb.written).toEqual(reports);
		expect(usb.open).toBe(0);
	});

	it.each([
		[3, "notAsked"],
		[20, "notAsked"],
	] as const)("is unplugged after %i reports", async (reports, prompt) => {
		answering();
		usb.goneAfter = reports;
		expect(await sign().answer).toMatchObject({ fault: "unplugged", prompt });
		expect(usb.open).toBe(0);
	});

	it("is unplugged while it waits for the user", async () => {
		answering();
		const address = exchangesOf("Ethereum", "address at 44'/60'/0'/0/0");
		const all = [...address, ...exchangesOf("Ethereum", CALL)].map(({ request }) => request);
		usb.goneAfter = all.flatMap((apdu) => reportsOf(Buffer.from(apdu, "hex"))).length;
		expect(await sign().answer).toMatchObject({ fault: "unplugged", prompt: "unknown" });
	});

	it("cancels a pending read, and releases the device", async () => {
		answering();
		const react = usb.react;
		usb.react = (apdu) => (apdu.startsWith("e004800030") ? null : react(apdu));
		const call = sign();
		await expect.poll(() => call.stages).toContain("asking");
		call.cancel();
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "unknown" });
		await expect.poll(() => usb.open).toBe(0);
	});

	it.each([
		["before", (own: Buffer, foreign: Buffer) => [foreign, own]],
		["after", (own: Buffer, foreign: Buffer) => [own, foreign]],
		["several times before", (own: Buffer, foreign: Buffer) => [foreign, foreign, foreign, own]],
	] as const)(
		"reads its answer although another program's reports arrive %s each of its own",
		async (_, mix) => {
			answering();
			const foreign = Buffer.concat([Buffer.from("0202050000", "hex"), Buffer.alloc(59, 0x90)]);
			usb.among = (own) => mix(own, foreign);
			expect(await sign().answer).toEqual({
				ok: true,
				signature: signatureOf("Ethereum", exchangesOf("Ethereum", CALL).at(-1)?.response ?? ""),
			});
		},
	);

	it("accepts no other program's answer as its own, and waits no longer because of it", async () => {
		answering();
		usb.change = (report) => Buffer.concat([Buffer.from("0202", "hex"), report.subarray(2)]);
		expect(await sign().answer).toMatchObject({ fault: "timeout", prompt: "notAsked" });
		expect(usb.open).toBe(0);
	});

	it("refuses reports out of order", async () => {
		answering();
		usb.change = (report) =>
			Buffer.concat([report.subarray(0, 3), Buffer.from("0007", "hex"), report.subarray(5)]);
		expect(await sign().answer).toMatchObject({ fault: "badAnswer" });
	});

	it("distinguishes a device in use from a forbidden one and a missing one", async () => {
		usb.refusesToOpen = true;
		expect(await caller.answer({ kind: "inspect", deviceId: ID })).toMatchObject({ fault: "busy" });
		usb.plugged = [{ ...NANO_X, path: "/dev/hidraw-that-is-not-there" }];
		expect(await caller.answer({ kind: "inspect", deviceId: ID })).toMatchObject({ fault: "gone" });
		usb.plugged = [];
		expect(await caller.answer({ kind: "inspect", deviceId: ID })).toMatchObject({ fault: "gone" });
	});
});
