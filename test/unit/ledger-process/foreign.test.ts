import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DevicePayload } from "../../../src/ledger-process/protocol.ts";
import { readRecordings } from "../../mock-ledger/replay.ts";
import { LEDGER_TOKENS } from "../../support/ledger-tokens.ts";
import { type FakeUsb, fakeUsb } from "./fake-hid.ts";
import { type App, exchangesOf } from "./recordings.ts";
import { type Caller, callerOf, EVM, payloadOf, realClock, SVM, signatureOf } from "./scene.ts";

/** Another program polls the device, so its reports arrive during any exchange; no answer must be lost. */

const TIMES = { exchangeMs: 5_000, graceMs: 200, holdMs: 60_000, pollMs: 20 };
const NANO_X = { vendorId: 0x2c97, productId: 0x4015, path: "/dev/null", interface: 0, usagePage: 0xffa0 };
const ID = "hid:40";
/** Report that Ledger's own program reads each second: the name of the open app. */
const FOREIGN = Buffer.concat([
	Buffer.from("0202050000001b0108457468657265756d06312e32322e3001009000", "hex"),
	Buffer.alloc(36),
]);

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

interface Story {
	readonly app: App;
	readonly name: string;
	readonly payload: DevicePayload;
	readonly exchanges: readonly { readonly request: string; readonly response: string }[];
}

const plain = (app: App, name: string): Story => ({
	app,
	name,
	payload: payloadOf(app, name),
	exchanges: exchangesOf(app, name),
});

const TOKENS = [
	[1, "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
	[8453, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
] as const;
const descriptors = TOKENS.flatMap(([chainId, address]) => {
	const token = LEDGER_TOKENS.find(chainId, address);
	return token === null ? [] : [Buffer.from(token.description).toString("base64")];
});

function described(name: string): Story {
	const found = readRecordings()
		.flatMap(({ recordings }) => recordings)
		.find((each) => each.name === name);
	if (found === undefined) throw new Error(`no recording is named ${name}`);
	const input: Readonly<Record<string, unknown>> = { ...(found.input as object) };
	const { unsigned, typedData } = input;
	const payload: DevicePayload =
		typeof unsigned === "string"
			? { kind: "evm_transaction", unsigned, descriptors }
			: {
					kind: "evm_typed_data",
					typedData: JSON.stringify(typedData).replaceAll(/"chainId":(\d+)/g, '"chainId":"$1"'),
					descriptors,
				};
	return { app: "Ethereum", name, payload, exchanges: found.exchanges };
}

const STORIES: readonly Story[] = [
	...[
		"transfer, mainnet",
		"transfer, Base (8453)",
		"ERC-20 transfer of an unknown token",
		"ERC-20 approve, unlimited",
		"call with 1000 bytes of data (several chunks)",
		"personal message",
		"personal message, 600 bytes",
		"personal message, 32 raw bytes",
		"typed data, Permit",
		"typed data, nested structs and arrays",
	].map((name) => plain("Ethereum", name)),
	...["USDC transfer", "USDC approve, Base (8453)", "Permit, USDC", "Permit2 PermitSingle, USDC"].map(
		described,
	),
	...[
		"transfer, legacy",
		"compute budget and transfer",
		"transfer, v0",
		"transfer through a lookup table",
		"unknown program",
		"off-chain message v0",
	].map((name) => plain("Solana", name)),
];

const NAMES = {
	Ethereum: exchangesOf("Ethereum", "app name and version (B0 01)"),
	Solana: exchangesOf("Solana", "app name and version (B0 01)"),
};
const ADDRESS = {
	Ethereum: exchangesOf("Ethereum", "address at 44'/60'/0'/0/0"),
	Solana: exchangesOf("Solana", "address at 44'/501'/0'"),
};

/**
 * Signs, with a foreign report right before the answer to one exchange.
 * @returns the number of exchanges
 */
async function signed({ app, payload, exchanges }: Story, place: number): Promise<number> {
	const account = app === "Ethereum" ? EVM : SVM;
	const answers = new Map(
		[...NAMES[app], ...ADDRESS[app], ...exchanges].map(({ request, response }) => [request, response]),
	);
	let at = -1;
	usb.react = (apdu) => {
		at += 1;
		return answers.get(apdu) ?? "6f00";
	};
	usb.among = (own) => (at === place ? [FOREIGN, own] : [own]);
	const answer = await caller.answer({ kind: "sign", deviceId: ID, ...account, payload });
	expect(answer, `a foreign report at exchange ${place}`).toEqual({
		ok: true,
		signature: signatureOf(app, exchanges.at(-1)?.response ?? ""),
	});
	return at + 1;
}

describe("another program’s report", () => {
	it.each(STORIES)("loses no answer, at any exchange: $app, $name", async (story) => {
		const all = await signed(story, -1);
		expect(all).toBeGreaterThan(story.exchanges.length);
		for (let place = 0; place < all; place += 1) await signed(story, place);
	});
});
