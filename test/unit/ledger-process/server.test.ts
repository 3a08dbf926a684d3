import { describe, expect, it } from "vitest";
import { fakeClock, fakeDevice, type Reaction, replaying, settle } from "./fake.ts";
import { answersOf, exchangesOf } from "./recordings.ts";
import { callerOf, EVM, payloadOf, SVM, signatureOf, TOKEN } from "./scene.ts";

/** The server with a scripted device and virtual time. */

const TIMES = { exchangeMs: 5_000, graceMs: 5_000, holdMs: 10_000, pollMs: 200 };
const RECORDED = replaying(
	new Map([
		...answersOf("Ethereum", false),
		...answersOf("Ethereum", true),
		["b001000000", "0108457468657265756d06312e32322e3001009000"],
	]),
);

function scene(react: (request: string) => Reaction = RECORDED) {
	const clock = fakeClock();
	const device = fakeDevice(react);
	const caller = callerOf({ clock, times: TIMES, transports: device });
	const prepare = () => caller.ask({ kind: "prepare", deviceId: "one", ...EVM });
	const sign = (name = "transfer, Base (8453)") =>
		caller.ask({ kind: "sign", deviceId: "one", ...EVM, payload: payloadOf("Ethereum", name) });
	const look = () => caller.ask({ kind: "inspect", deviceId: "one" });
	return { clock, device, caller, prepare, sign, look };
}

const isAddressCheck = (request: string) => request.startsWith("e002");
const isTransaction = (request: string) => request.startsWith("e004");
/** Returns the real answers, except those that `instead` replaces. */
const but =
	(instead: (request: string) => Reaction | null) =>
	(request: string): Reaction =>
		instead(request) ?? RECORDED(request);

describe("access to the device process", () => {
	it("requires hello, and then the right token", async () => {
		const clock = fakeClock();
		const caller = callerOf({ clock, times: TIMES, transports: fakeDevice(RECORDED), silent: true });
		caller.send({ token: TOKEN, id: 1, request: { kind: "devices" } });
		await settle();
		expect(caller.replies).toEqual([]);
		caller.send({ token: TOKEN, id: 2, request: { kind: "hello", transport: { kind: "hid" } } });
		caller.send({ token: "b".repeat(64), id: 3, request: { kind: "devices" } });
		await settle();
		expect(caller.replies.map(({ id }) => id)).toEqual([2]);
		caller.send({ token: TOKEN, id: 4, request: { kind: "hello", transport: { kind: "hid" } } });
		await settle();
		expect(caller.replies.at(-1)).toMatchObject({ id: 4, answer: { fault: "badMessage" } });
	});

	it("refuses a message with an unknown member, kind, path or payload as a whole", async () => {
		const { caller, device } = scene();
		const look = { kind: "inspect", deviceId: "one" };
		const sign = { kind: "sign", deviceId: "one", ...EVM };
		const bad: unknown[] = [
			{ ...look, more: 1 },
			{ kind: "sing", deviceId: "one" },
			{ kind: "addresses", deviceId: "one", family: "evm", paths: ["44'/60'/0'"] },
			{ kind: "addresses", deviceId: "one", family: "evm", paths: [] },
			{ ...sign, payload: { kind: "evm_transaction", unsigned: "0xABC" } },
			{ ...sign, payload: { kind: "evm_hash", hash: "0x00" } },
		];
		for (const [index, request] of bad.entries()) caller.send({ token: TOKEN, id: 100 + index, request });
		caller.send("nonsense");
		await settle();
		const answers = caller.replies.filter(({ id }) => id >= 100);
		expect(answers).toHaveLength(bad.length);
		for (const each of answers)
			expect(each).toMatchObject({ answer: { ok: false, fault: "badMessage", prompt: "notAsked" } });
		expect(device.sent).toEqual([]);
	});

	it("refuses a payload of the other family, and a path that would overflow", async () => {
		const { caller, device } = scene();
		const payload = payloadOf("Solana", "transfer, legacy");
		const bad = { fault: "badMessage", prompt: "notAsked" };
		expect(await caller.answer({ kind: "sign", deviceId: "one", ...EVM, payload })).toMatchObject(bad);
		expect(
			await caller.answer({ kind: "addresses", deviceId: "one", family: "evm", paths: ["m/2147483648"] }),
		).toMatchObject(bad);
		expect(device.sent).toEqual([]);
		expect(SVM.family).toBe("svm");
	});
});

describe("one device, one request at a time", () => {
	it("answers in order, and starts no exchange before the last has ended", async () => {
		let under = 0;
		let most = 0;
		const slow: (() => void)[] = [];
		const { caller, device, look } = scene();
		const open = device.open;
		device.open = async (id) => {
			const wire = await open(id);
			return {
				...wire,
				async exchange(apdu) {
					under += 1;
					most = Math.max(most, under);
					await new Promise<void>((resolve) => slow.push(resolve));
					under -= 1;
					return wire.exchange(apdu);
				},
			};
		};
		const order: number[] = [];
		const calls = [look(), look(), look()];
		for (const [index, { answer }] of calls.entries()) void answer.then(() => order.push(index));
		for (let turn = 0; turn < 10; turn += 1) {
			await settle();
			slow.shift()?.();
		}
		await settle();
		expect(order).toEqual([0, 1, 2]);
		expect(most).toBe(1);
		expect(device.openHandles).toBe(0);
		await caller.stop();
	});

	it("lists devices while one of them shows a question", async () => {
		const { caller, sign, clock } = scene(but((request) => (isTransaction(request) ? "hang" : null)));
		const call = sign();
		await settle();
		expect(call.stages).toEqual(["opening", "checking", "asking"]);
		expect(await caller.answer({ kind: "devices" })).toMatchObject({ ok: true });
		// Waiting for the user has no timeout.
		await clock.pass(3_600_000);
		expect(caller.replies.filter(({ id, kind }) => id === call.id && kind === "answer")).toEqual([]);
		call.cancel();
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "unknown" });
	});

	it("cancels before anything was asked, and says so", async () => {
		const { prepare, device } = scene(but((request) => (isAddressCheck(request) ? "hang" : null)));
		const call = prepare();
		await settle();
		call.cancel();
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "notAsked" });
		expect(device.openHandles).toBe(0);
	});

	it("cancels the wait for a device", async () => {
		const { prepare, look, device, clock } = scene();
		await look().answer;
		device.plugged = false;
		const call = prepare();
		await clock.pass(500);
		call.cancel();
		await clock.pass(0);
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "notAsked" });
		expect(clock.waiting).toBe(0);
	});
});

describe("an open device", () => {
	it("is used for the prepared account without a second address check", async () => {
		const { prepare, sign, device } = scene();
		expect(await prepare().answer).toEqual({ ok: true });
		expect(device.openHandles).toBe(1);
		const last = exchangesOf("Ethereum", "transfer, Base (8453)").at(-1)?.response ?? "";
		expect(await sign().answer).toEqual({ ok: true, signature: signatureOf("Ethereum", last) });
		expect(device.sent.filter(isAddressCheck)).toHaveLength(1);
		expect(device.opened).toBe(1);
		expect(device.openHandles).toBe(0);
	});

	it("is released after its maximum time", async () => {
		const { prepare, sign, device, clock } = scene();
		await prepare().answer;
		await clock.pass(TIMES.holdMs - 1);
		expect(device.openHandles).toBe(1);
		await clock.pass(1);
		expect(device.openHandles).toBe(0);
		expect(await sign().answer).toMatchObject({ ok: true });
		expect(device.sent.filter(isAddressCheck)).toHaveLength(2);
	});

	it("is released for any other request, and not used for another account", async () => {
		const { caller, prepare, look, sign, device } = scene();
		await prepare().answer;
		await look().answer;
		expect(device.openHandles).toBe(0);
		await prepare().answer;
		const other = { ...EVM, path: "m/44'/60'/1'/0/0" };
		const payload = payloadOf("Ethereum", "transfer, Base (8453)");
		expect(await caller.answer({ kind: "sign", deviceId: "one", ...other, payload })).toMatchObject({
			fault: "otherDevice",
		});
		expect(device.sent.filter(isTransaction)).toEqual([]);
		expect(await sign().answer).toMatchObject({ ok: true });
	});

	it("is released when the process ends", async () => {
		const { caller, prepare, device } = scene();
		await prepare().answer;
		await caller.stop();
		expect(device.openHandles).toBe(0);
	});
});

describe("a disconnected device", () => {
	it("may return within five seconds, if nothing was asked", async () => {
		let gone = false;
		const { prepare, device, clock } = scene(
			but(() => {
				if (gone) return null;
				gone = true;
				return "unplug";
			}),
		);
		const call = prepare();
		await clock.pass(4_000);
		device.plugged = true;
		await clock.pass(1_000);
		expect(await call.answer).toEqual({ ok: true });
	});

	it("is gone after five seconds", async () => {
		const { prepare, look, device, clock } = scene();
		await look().answer;
		device.plugged = false;
		const call = prepare();
		await clock.pass(TIMES.graceMs + TIMES.pollMs);
		expect(await call.answer).toMatchObject({ fault: "gone", prompt: "notAsked" });
	});

	it("is gone at once if it was never there", async () => {
		const { caller } = scene();
		expect(await caller.answer({ kind: "inspect", deviceId: "two" })).toMatchObject({ fault: "gone" });
	});

	it("gets no second request once the first was sent", async () => {
		const { sign, device, clock } = scene(but((request) => (isTransaction(request) ? "unplug" : null)));
		const call = sign();
		await settle();
		device.plugged = true;
		await clock.pass(10_000);
		expect(await call.answer).toMatchObject({ fault: "unplugged", prompt: "unknown" });
		expect(device.sent.filter(isTransaction)).toHaveLength(1);
	});

	it("does not show an address a second time once its user was asked about it", async () => {
		const isShown = (request: string) => request.startsWith("e00201");
		const { caller, device, clock } = scene(but((request) => (isShown(request) ? "unplug" : null)));
		const { family, path } = EVM;
		const call = caller.ask({ kind: "showAddress", deviceId: "one", family, path });
		await settle();
		device.plugged = true;
		await clock.pass(10_000);
		expect(await call.answer).toMatchObject({ fault: "unplugged", prompt: "unknown" });
		expect(device.sent.filter(isShown)).toHaveLength(1);
	});

	it("gets five seconds for an automatic answer", async () => {
		const { look, device, clock } = scene(() => "hang");
		const call = look();
		await clock.pass(4_999);
		expect(device.openHandles).toBe(1);
		await clock.pass(1);
		expect(await call.answer).toMatchObject({ fault: "timeout", prompt: "notAsked" });
		expect(device.openHandles).toBe(0);
	});

	it.each(["permission", "busy"] as const)("can't be opened: %s", async (fault) => {
		const { look, prepare, device } = scene();
		device.closedBy = fault;
		expect(await look().answer).toMatchObject({ fault, prompt: "notAsked" });
		expect(await prepare().answer).toMatchObject({ fault, prompt: "notAsked" });
	});
});

const appInfo = (name: string) => {
	const bytes = Buffer.from(name, "ascii");
	return `01${bytes.byteLength.toString(16).padStart(2, "0")}${bytes.toString("hex")}05312e392e309000`;
};

/** Returns a device whose apps take `slowMs` to open and close, and which may leave USB meanwhile. */
function switching(slowMs: number, staysPlugged: boolean) {
	const parts = scene((request) => {
		if (request === "b001000000") return appInfo(app);
		if (request === "b0a7000000") return change("BOLOS");
		if (!request.startsWith("e0d8")) return "6e00";
		if (app !== "BOLOS") return "6d00";
		return change(Buffer.from(request.slice(10), "hex").toString("ascii"));
	});
	let app = "Solana";
	function change(to: string): string {
		parts.device.plugged = staysPlugged;
		parts.clock.after(slowMs, () => {
			app = to;
			parts.device.plugged = true;
		});
		return "9000";
	}
	const open = () => parts.caller.ask({ kind: "openApp", deviceId: "one", app: "Ethereum" });
	return { ...parts, open };
}

describe("opening an app", () => {
	it.each([
		[true, "stays on USB"],
		[false, "leaves USB"],
	])("waits for the other to close, and for this one to reply, if the device (%s) %s", async (stays) => {
		const { open, clock, device } = switching(1_500, stays);
		const call = open();
		await clock.pass(10_000);
		expect(await call.answer).toEqual({ ok: true });
		expect(call.stages).toContain("asking");
		expect(device.sent.filter((request) => request.startsWith("e0d8"))).toHaveLength(1);
		expect(device.openHandles).toBe(0);
	});

	it.each([
		[true, "timeout"],
		[false, "unplugged"],
	] as const)("waits five seconds, and no longer", async (stays, fault) => {
		const { open, clock } = switching(60_000, stays);
		const call = open();
		await clock.pass(TIMES.graceMs + 1_000);
		expect(await call.answer).toMatchObject({ fault, prompt: "notAsked" });
	});

	it("can be cancelled during the wait", async () => {
		const { open, clock } = switching(60_000, false);
		const call = open();
		await clock.pass(1_000);
		call.cancel();
		await clock.pass(0);
		expect(await call.answer).toMatchObject({ fault: "cancelled" });
	});

	it("sends nothing if the app is already open", async () => {
		const { caller, device } = scene();
		expect(await caller.answer({ kind: "openApp", deviceId: "one", app: "Ethereum" })).toEqual({ ok: true });
		expect(device.sent).toEqual(["b001000000"]);
	});
});

describe("the meaning of a status word", () => {
	const CASES = [
		[0x6985, "rejected", "answered"],
		[0x5501, "rejected", "answered"],
		[0x5515, "locked", "notAsked"],
		[0x6982, "locked", "notAsked"],
		[0x6b0c, "locked", "notAsked"],
		[0x6d00, "unsupported", "notAsked"],
		[0x6501, "unsupported", "notAsked"],
		[0x6a80, "status", "answered"],
		[0x6f00, "status", "answered"],
		[0x6123, "status", "answered"],
	] as const;
	it.each(CASES)("%i of a plain transfer", async (status, fault, prompt) => {
		const word = status.toString(16);
		const { sign } = scene(but((request) => (isTransaction(request) ? word : null)));
		expect(await sign().answer).toMatchObject({ fault, status, prompt });
	});

	it.each([
		["02", { blindSigning: false }],
		["03", { blindSigning: true }],
		["13", { blindSigning: true, transactionCheck: true }],
		["32", { blindSigning: false, transactionCheck: true }],
	])("flags 0x%s of the Ethereum app are read completely", async (flags, settings) => {
		const { look } = scene(but((request) => (request === "e006000000" ? `${flags}0116009000` : null)));
		expect(await look().answer).toEqual({
			ok: true,
			inspection: { app: "Ethereum", version: "1.22.0", ...settings },
		});
	});

	it("0x6a80 of a call means that blind signing is off, unless the app was seen with it on", async () => {
		const call = "ERC-20 transfer of an unknown token";
		let flags = "02";
		const { sign, look } = scene(
			but((request) => {
				if (request === "e006000000") return `${flags}0116009000`;
				return isTransaction(request) ? "6a80" : null;
			}),
		);
		const off = { fault: "blindSigningOff", status: 0x6a80, prompt: "notAsked" };
		expect(await sign(call).answer).toMatchObject(off);
		await look().answer;
		expect(await sign(call).answer).toMatchObject(off);
		flags = "03";
		await look().answer;
		expect(await sign(call).answer).toMatchObject({ fault: "status", status: 0x6a80 });
	});

	it("an answer without a readable status word is dishonest", async () => {
		for (const answer of ["", "90", "0108457468657265756d9000", "02009000"]) {
			const { look } = scene(() => answer);
			expect(await look().answer, answer).toMatchObject({ fault: "badAnswer" });
		}
	});

	it("a middle chunk with an answer is dishonest", async () => {
		const name = "call with 1000 bytes of data (several chunks)";
		const { sign } = scene(but((request) => (request.startsWith("e0040000ff") ? "019000" : null)));
		expect(await sign(name).answer).toMatchObject({ fault: "badAnswer" });
	});

	it("an invalid parity is dishonest", async () => {
		const last = exchangesOf("Ethereum", "transfer, Base (8453)").at(-1)?.response ?? "";
		const { sign } = scene(but((request) => (isTransaction(request) ? `02${last.slice(2)}` : null)));
		expect(await sign().answer).toMatchObject({ fault: "badAnswer", prompt: "answered" });
	});

	it("an empty message can't be signed, and is not sent", async () => {
		const { caller, device } = scene();
		const payload = { kind: "evm_personal", message: "0x" } as const;
		expect(await caller.answer({ kind: "sign", deviceId: "one", ...EVM, payload })).toMatchObject({
			fault: "unsupported",
			prompt: "notAsked",
		});
		expect(device.sent.every(isAddressCheck)).toBe(true);
	});

	it("a transaction type unknown to the library can't be signed", async () => {
		const { caller } = scene();
		const payload = { kind: "evm_transaction", unsigned: "0x04c0", descriptors: null } as const;
		expect(await caller.answer({ kind: "sign", deviceId: "one", ...EVM, payload })).toMatchObject({
			fault: "unsupported",
			prompt: "notAsked",
		});
	});
});
