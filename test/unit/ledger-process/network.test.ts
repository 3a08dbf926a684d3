import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { TransportChannel } from "../../../src/ledger-process/app-channel.ts";
import { ledgerJsEngine } from "../../../src/ledger-process/engine-ledgerjs.ts";
import { closeNetwork } from "../../../src/ledger-process/network.ts";
import { fakeClock, fakeDevice } from "./fake.ts";
import { exchangesOf, inputText } from "./recordings.ts";

/**
 * The libraries contain code that queries Ledger's servers about contracts. The app doesn't use it and couldn't
 * connect.
 */

let undo: (() => void)[] = [];
afterEach(() => {
	for (const each of undo.reverse()) each();
	undo = [];
});

function closed(allowed: readonly string[]): string[] {
	const refused: string[] = [];
	undo.push(closeNetwork(allowed, (target) => refused.push(target)));
	return refused;
}

async function serve(): Promise<string> {
	const server = createServer((_, response) => response.end("here"));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
	undo.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PERMIT = "typed data, Permit";

/** Signs typed data on the recorded device, with our engine or with the unmodified library. */
async function signPermit(bare: boolean): Promise<void> {
	const answers = exchangesOf("Ethereum", PERMIT);
	let index = 0;
	const device = fakeDevice(() => answers[index++]?.response ?? "6f00");
	const engine = ledgerJsEngine(device);
	const talk = new TransportChannel(await engine.open("one"), {
		clock: fakeClock(),
		signal: new AbortController().signal,
		exchangeMs: 5_000,
		onQuestion: () => {},
	});
	if (bare) {
		const require = createRequire(import.meta.url);
		const { default: Eth } = require("@ledgerhq/hw-app-eth/lib/Eth");
		const { default: Transport } = require("@ledgerhq/hw-transport");
		const transport = new Transport();
		transport.exchange = async (apdu: Buffer) => Buffer.from(await talk.exchange(apdu, "quick"));
		await new Eth(transport).signEIP712Message(
			"44'/60'/0'/0/0",
			JSON.parse(inputText("Ethereum", PERMIT, "typedData")),
		);
	} else
		await engine.signTypedData(talk, "m/44'/60'/0'/0/0", inputText("Ethereum", PERMIT, "typedData"), null);
	expect(device.sent).toEqual(answers.map(({ request }) => request));
}

describe("the closed network", () => {
	it("records no connection during typed data signing", async () => {
		const refused = closed([]);
		await signPermit(false);
		expect(refused).toEqual([]);
	});

	it("records one if the unmodified library requests filters and token data", async () => {
		const refused = closed([]);
		await signPermit(true);
		expect(refused).toContain("crypto-assets-service.api.ledger.com:443");
		expect(refused).toContain("cdn.live.ledger.com:443");
	});

	it("permits the emulator, and no other port of the same host", async () => {
		const [allowed, other] = [await serve(), await serve()];
		const refused = closed([allowed]);
		expect(await (await fetch(allowed)).text()).toBe("here");
		await expect(fetch(other)).rejects.toThrow();
		expect(refused).toEqual([other.replace("http://", "")]);
	});

	it("refuses local sockets and bare ports", async () => {
		const refused = closed(["http://127.0.0.1:1"]);
		for (const socket of [connect("/tmp/none.sock"), connect(1, "example.org"), connect({ port: 1 })])
			await new Promise((resolve) => socket.on("error", resolve));
		expect(refused).toEqual(["a local socket", "example.org:1", "localhost:1"]);
	});

	it("can be opened again", async () => {
		const url = await serve();
		closeNetwork([], () => {})();
		expect(await (await fetch(url)).text()).toBe("here");
	});
});
