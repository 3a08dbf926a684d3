import { afterEach, describe, expect, it } from "vitest";
import { readRecordings } from "../../mock-ledger/replay.ts";
import { type EmulatedLedger, startLedger } from "../../mock-ledger/start.ts";
import { LEDGER_TOKENS } from "../../support/ledger-tokens.ts";
import { type Caller, callerOf, EVM, realClock } from "./scene.ts";

/**
 * Ledger's signed descriptions are sent before the described item. If the app refuses one, no signature is requested.
 */

const TIMES = { exchangeMs: 5_000, graceMs: 1_000, holdMs: 1_000, pollMs: 20 };
const CLEAR = readRecordings().flatMap(({ recordings }) => recordings);

function inputOf(name: string): Record<string, unknown> {
	const found = CLEAR.find((each) => each.name === name)?.input;
	if (typeof found !== "object" || found === null) throw new Error(`no recording of ${name}`);
	return { ...found };
}

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WORDS = [
	[1, USDC],
	[8453, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
	[1, "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"],
] as const;
/** Main sends only the descriptions that a request needs; here, extra ones do no harm. */
const described = (descriptors: boolean) =>
	descriptors
		? WORDS.flatMap(([chainId, address]) => {
				const token = LEDGER_TOKENS.find(chainId, address);
				return token === null ? [] : [Buffer.from(token.description).toString("base64")];
			})
		: null;

const transfer = (descriptors: boolean) => ({
	kind: "evm_transaction" as const,
	unsigned: String(inputOf("USDC transfer")["unsigned"]),
	descriptors: described(descriptors),
});

/** Returns typed data with decimal digits for integers, as main sends it. */
const permit = (name: string, descriptors: boolean) => ({
	kind: "evm_typed_data" as const,
	typedData: JSON.stringify(inputOf(name)["typedData"]).replaceAll(/"chainId":(\d+)/g, '"chainId":"$1"'),
	descriptors: described(descriptors),
});

let device: EmulatedLedger;
let caller: Caller;

async function open(version = "1.22.0"): Promise<void> {
	device = await startLedger({
		appVersions: { Ethereum: version },
		blindSigning: { Ethereum: false },
		person: { decide: "approve", afterMs: 0 },
	});
	caller = callerOf({ clock: realClock, times: TIMES, transport: { kind: "speculos", urls: [device.url] } });
}

afterEach(async () => {
	await caller.stop();
	await device.stop();
});

const sign = (payload: ReturnType<typeof transfer> | ReturnType<typeof permit>) =>
	caller.answer({ kind: "sign", deviceId: device.url, ...EVM, payload });
const instructions = () => device.exchanges().map(({ request }) => request.slice(0, 4));

describe("a device that accepts Ledger’s descriptions", () => {
	it("signs a token’s transfer with blind signing off, for one exchange more", async () => {
		await open();
		await caller.answer({ kind: "inspect", deviceId: device.url });
		const before = device.exchanges().length;
		expect(await sign(transfer(true))).toMatchObject({ ok: true });
		expect(instructions().slice(before)).toEqual(["e002", "e00a", "e004"]);
	});
	it.each([
		"Permit, USDC",
		"Permit2 PermitSingle, USDC on Base (8453)",
		"UniswapX limit order",
		"1inch order",
	])("signs typed data with blind signing off, byte for byte as recorded: %s", async (name) => {
		await open();
		expect(await sign(permit(name, true))).toMatchObject({ ok: true });
		const recorded = CLEAR.find((each) => each.name === name)?.exchanges ?? [];
		const sent = device.exchanges().map(({ request }) => request);
		expect(sent.slice(sent.length - recorded.length)).toEqual(recorded.map(({ request }) => request));
	});
	it("gets none if the review promised none, so that its blind signing setting decides", async () => {
		await open();
		expect(await sign(transfer(false))).toMatchObject({ ok: false, fault: "blindSigningOff" });
		expect(instructions()).not.toContain("e00a");
	});
	it("is checked again if blind signing was on, because it may have been turned off", async () => {
		await open();
		device.blindSigning("Ethereum", true);
		await caller.answer({ kind: "inspect", deviceId: device.url });
		device.blindSigning("Ethereum", false);
		expect(await sign(transfer(false))).toMatchObject({ ok: false, fault: "blindSigningOff" });
	});
});

describe("a device that refuses them", () => {
	it("gets no signature request with an app before 1.14.0, if clear display was promised", async () => {
		await open("1.13.9");
		for (const payload of [transfer(true), permit("Permit, USDC", true)])
			expect(await sign(payload)).toMatchObject({ ok: false, fault: "notDescribed", prompt: "notAsked" });
		expect(instructions().filter((each) => each === "e004" || each === "e01a")).toEqual([]);
		expect(device.signed()).toEqual([]);
	});
	it("gets no signature request if it refuses Ledger's signed descriptions", async () => {
		await open();
		device.hostile = ({ request }) =>
			[0x0a, 0x1e].includes(request[1] ?? 0) ? Uint8Array.of(0x6a, 0x80) : null;
		for (const payload of [transfer(true), permit("Permit, USDC", true), permit("1inch order", true)])
			expect(await sign(payload)).toMatchObject({ ok: false, fault: "notDescribed", prompt: "notAsked" });
		expect(instructions()).not.toContain("e004");
		expect(device.signed()).toEqual([]);
	});
});
