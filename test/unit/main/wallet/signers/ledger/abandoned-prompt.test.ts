import { describe, expect, it } from "vitest";
import type {
	DeviceInspection,
	LedgerResult,
	PluggedDevice,
} from "../../../../../../src/ledger-process/protocol.ts";
import { AbandonedPromptClient } from "../../../../../../src/main/wallet/signers/ledger/abandoned-prompt.ts";
import type {
	DeviceCall,
	LedgerClient,
} from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { stub } from "../../../../../fixtures/stub.ts";
import { memorySettings } from "../../../../../support/ports.ts";
import { ACCOUNT } from "./device-channels.ts";
import { refusalOf } from "./scene.ts";

/** Devices that may still show an interrupted prompt, recognized by their requests and answers. */

const ONE: PluggedDevice = { id: "one", model: "Ledger Nano X" };
const TWIN: PluggedDevice = { id: "twin", model: "Ledger Nano X" };
const PAYLOAD = { kind: "evm_personal", message: "0x61" } as const;
const SIGNED: LedgerResult<"sign"> = { ok: true, signature: `0x${"11".repeat(65)}` };
const CUT = refusalOf("cancelled", "unknown");

const open = (app: string): LedgerResult<"inspect"> => ({
	ok: true,
	inspection: { app, version: "1.22.0", blindSigning: null } satisfies DeviceInspection,
});
const call = <T>(answer: T): DeviceCall<T> => ({ answer: Promise.resolve(answer), cancel() {} });

function scene(settings = memorySettings({})) {
	const world = {
		plugged: [ONE] as readonly PluggedDevice[],
		looks: new Map<string, LedgerResult<"inspect">>(),
		answer: CUT as LedgerResult<"sign">,
		asked: [] as string[],
	};
	const client = new AbandonedPromptClient(
		stub<LedgerClient>({
			devices: async () => ({ ok: true, devices: [...world.plugged] }),
			openApp: () => call({ ok: true }),
			stop: async () => {},
			inspect: async (id: string) => world.looks.get(id) ?? open("Ethereum"),
			prepare: async (id: string) => {
				world.asked.push(`prepare ${id}`);
				return { ok: true };
			},
			sign: (id: string) => {
				world.asked.push(`sign ${id}`);
				return call(world.answer);
			},
		}),
		settings,
		() => {},
	);
	return {
		world,
		client,
		settings,
		sign: (id = "one") => client.sign(id, ACCOUNT, PAYLOAD, () => {}).answer,
		/** Returns the fault of reading the address; `null` if it was read. */
		async kept(id = "one") {
			const answer = await client.prepare(id, ACCOUNT);
			return answer.ok ? null : answer.fault;
		},
	};
}

async function cutOff(settings = memorySettings({})) {
	const here = scene(settings);
	await here.client.devices();
	await here.sign();
	return here;
}

describe("a device that may still show a request", () => {
	it.each([
		["was answered there", SIGNED],
		["was rejected there", refusalOf("rejected", "answered")],
		["was never shown", refusalOf("locked", "notAsked")],
	])("is free if the request %s", async (_, answer) => {
		const { client, world, settings, sign, kept } = scene();
		await client.devices();
		world.answer = answer;
		expect(await sign()).toEqual(answer);
		expect(settings.get().ledgerLeft).toEqual([]);
		expect(await kept()).toBeNull();
	});

	it("is queried only for its app, until the user says that the screen is clear", async () => {
		const { client, world, kept, sign } = await cutOff();
		world.asked.length = 0;
		expect(await kept()).toBe("stillAsking");
		expect(await sign()).toMatchObject({ fault: "stillAsking", prompt: "notAsked" });
		expect(await client.inspect("one")).toMatchObject({ fault: "stillAsking" });
		expect(world.asked).toEqual([]);
		expect(client.cleared()).toBe(true);
		expect(await kept()).toBeNull();
	});

	it("is free once another app, or none, was seen there, and not while it is locked", async () => {
		const { world, kept } = await cutOff();
		world.looks.set("one", refusalOf("locked"));
		expect(await kept()).toBe("locked");
		world.looks.set("one", open("BOLOS"));
		expect(await kept()).toBeNull();
		world.looks.delete("one");
		expect(await kept()).toBeNull();
	});

	it("is distinguished from an identical one, but could be either of them if it returns under another id", async () => {
		const { client, world, kept } = await cutOff();
		world.plugged = [ONE, TWIN];
		await client.devices();
		expect(await kept("twin")).toBeNull();
		world.plugged = [{ ...ONE, id: "again" }, TWIN];
		await client.devices();
		world.looks.set("twin", open("BOLOS"));
		expect(await kept("twin")).toBeNull();
		expect(await kept("again")).toBe("stillAsking");
	});

	it("is known from an earlier run, which recorded it before the request", async () => {
		const settings = memorySettings({});
		await cutOff(settings);
		expect(settings.get().ledgerLeft).toEqual([{ model: ONE.model, family: "evm" }]);
		const { client, kept } = scene(memorySettings(settings.get()));
		await client.devices();
		expect(await kept()).toBe("stillAsking");
	});

	it("gets no request if that can't be stored, and no answer is lost if it can't be erased", async () => {
		const settings = memorySettings({});
		let isFull = true;
		const { client, world, sign } = scene({
			get: settings.get,
			set: (patch) => {
				if (isFull) throw new Error("disk full");
				settings.set(patch);
			},
		});
		await client.devices();
		expect(await sign()).toMatchObject({ fault: "failed", prompt: "notAsked" });
		expect(world.asked).toEqual([]);
		isFull = false;
		world.answer = SIGNED;
		const answer = sign();
		isFull = true;
		expect(await answer).toEqual(SIGNED);
	});
});
