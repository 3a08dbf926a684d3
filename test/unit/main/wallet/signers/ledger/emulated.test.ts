import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codesOf } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import { type Frozen, frozenSchema } from "../../../../../../src/core/match/frozen.ts";
import type { Clock, ProcessChannel } from "../../../../../../src/main/ports.ts";
import { AbandonedPromptClient } from "../../../../../../src/main/wallet/signers/ledger/abandoned-prompt.ts";
import { ProcessClient } from "../../../../../../src/main/wallet/signers/ledger/client.ts";
import { LedgerSigner } from "../../../../../../src/main/wallet/signers/ledger/ledger-signer.ts";
import type { LedgerAccount } from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { DeviceWatch } from "../../../../../../src/main/wallet/signers/ledger/watch.ts";
import type { Readiness } from "../../../../../../src/main/wallet/signers/signer.ts";
import { entryOf } from "../../../../../fixtures/entries.ts";
import { flipped, onSignatures, surplus, truncated } from "../../../../../mock-ledger/faults.ts";
import { type EmulatedLedger, startLedger } from "../../../../../mock-ledger/start.ts";
import { memorySettings } from "../../../../../support/ports.ts";
import { commit, frozenOf, SIGNER } from "../../../../core/match/honest.ts";
import { SVM_SIGNER, transactionBase64, transferSol } from "../../../../core/match/honest-svm.ts";
import { permit } from "../../../../core/match/typed-samples.ts";
import { evmMessages, givenTransactions } from "../../../../vault/payloads.ts";
import { refusal, START } from "./scene.ts";

/** The signer with the real device process and an emulated device. Nothing between them is faked. */

const EVM: LedgerAccount = {
	family: "evm",
	address: "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D",
	path: "m/44'/60'/0'/0/0",
	model: "Ledger Nano X",
};
const SVM: LedgerAccount = {
	family: "svm",
	address: new PublicKey(
		Buffer.from("1572e52f2c5e7e66bc19ac6cd30b6d696ea799cfe6d784542ab7d8b7fe315b5c", "hex"),
	).toBase58(),
	path: "m/44'/501'/0'",
	model: "Ledger Nano X",
};

/** Returns the same review for the accounts of the emulated device. */
function ofDevice(frozen: Frozen): Frozen {
	const text = JSON.stringify(frozen).replaceAll(SIGNER, EVM.address).replaceAll(SVM_SIGNER, SVM.address);
	return frozenSchema.parse(JSON.parse(text));
}

const transaction = () => ofDevice(frozenOf(commit()));
const text = () => ofDevice(evmMessages([{ kind: "evm_personal", message: "Sign in" }]));
const typed = () => ofDevice(evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit() } }]));
function transfer(): Frozen {
	const payer = new PublicKey(SVM.address);
	const base64 = transactionBase64({ payer, instructions: [transferSol(1n, undefined, payer)] });
	return ofDevice(givenTransactions([base64]));
}

const started = Date.now();
const clock: Clock = {
	now: () => START + (Date.now() - started),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

let device: EmulatedLedger;
let stop: () => Promise<void>;
let children: ChildProcess[];

function forked(): ProcessChannel {
	const child = fork(entryOf("ledger"), {
		serialization: "advanced",
		env: {},
		execArgv: [],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	children.push(child);
	return {
		post: (message) => {
			if (child.connected && typeof message === "object" && message !== null) child.send(message);
		},
		onMessage: (listener) => void child.on("message", listener),
		onExit: (listener) => void child.on("exit", (code) => listener(code ?? 1)),
		kill: () => void child.kill(),
	};
}

function signerOver(accounts: readonly LedgerAccount[] = [EVM, SVM], settings = memorySettings({})) {
	const log = (line: string) => void lines.push(line);
	const lines: string[] = [];
	const client = new AbandonedPromptClient(
		new ProcessClient({
			fork: forked,
			transport: { kind: "speculos", urls: [device.url] },
			clock,
			random: (length) => randomBytes(length),
			log,
		}),
		settings,
		log,
	);
	const watch = new DeviceWatch({ client, clock, log });
	const signer = new LedgerSigner({ client, watch, accounts: () => accounts, clock, log });
	stop = async () => {
		watch.stop();
		await client.stop();
	};
	const ask = (frozen: Frozen) => signer.sign(frozen, 0, fingerprintOf(frozen), frozen.signer);
	return { signer, watch, client, ask };
}

beforeEach(async () => {
	children = [];
	device = await startLedger({ blindSigning: { Ethereum: true, Solana: true } });
});

afterEach(async () => {
	await stop();
	await device.stop();
	for (const child of children) child.kill("SIGKILL");
});

/** Waits until the condition is true, or fails. */
async function until(holds: () => boolean): Promise<void> {
	for (let tries = 0; !holds(); tries += 1) {
		if (tries > 2_500)
			throw new Error(`It did not come to be. The device shows: ${device.screen().join(" | ")}`);
		await new Promise<void>((resolve) => setTimeout(resolve, 20));
	}
}

describe("a Ledger from the signer to the device", () => {
	it.each([
		["a transaction", transaction, "evm_transaction"],
		["text", text, "message"],
		["typed data", typed, "message"],
	])("signs %s", async (_name, make, kind) => {
		const { signer, ask } = signerOver();
		expect(await signer.prepare(EVM.address)).toMatchObject({ ready: true });
		expect((await ask(make())).signed).toMatchObject({ kind });
		expect(device.signed()).toHaveLength(1);
	});

	it("signs a Solana transaction in the Solana app, and names the required app before", async () => {
		const { signer, ask } = signerOver();
		const readiness = await signer.prepare(SVM.address);
		expect(readiness).toMatchObject({ ready: false });
		expect(readiness.ready ? {} : readiness.text.params).toMatchObject({ app: "Solana" });
		device.open("Solana");
		await until(() => device.app() === "Solana");
		await new Promise<void>((resolve) => setTimeout(resolve, 400));
		expect((await ask(transfer())).signed).toMatchObject({ kind: "svm_transaction", complete: true });
	});

	it("reads the address once for each signature, and asks nothing more", async () => {
		const { signer, ask } = signerOver();
		await signer.prepare(EVM.address);
		await ask(text());
		const addresses = device.exchanges().filter((each) => each.request.startsWith("e002"));
		expect(addresses).toHaveLength(1);
	});

	it.each([
		["locked", () => device.lock(), ["device.locked"]],
		["on its dashboard", () => device.quit(), ["device.dashboard", "device.plug-in-account"]],
		["unplugged", () => device.unplug(), ["device.plug-in-account"]],
	])("is not ready while the device is %s", async (_name, act, codes) => {
		const { signer } = signerOver();
		act();
		const readiness = await signer.prepare(EVM.address);
		expect(codes).toContain(readiness.ready ? "ready" : readiness.text.code);
	});

	it("is not ready on a device with another phrase", async () => {
		const stranger = { ...EVM, address: SIGNER };
		const { signer } = signerOver([stranger]);
		const readiness = await signer.prepare(SIGNER);
		expect(readiness.ready ? "ready" : readiness.text.code).toBe("device.other-device");
	});

	it("reports a rejection", async () => {
		device.person = { decide: "reject", afterMs: 0 };
		const { ask } = signerOver();
		const error = await refusal(ask(transaction()));
		expect(error).toMatchObject({ reason: "rejected", mayHaveSigned: false });
		expect(device.signed()).toEqual([]);
	});

	it.each([
		["truncated", truncated],
		["with surplus bytes", surplus],
		["with one bit changed", flipped],
	])("discards a signature that is %s", async (_name, change) => {
		device.hostile = onSignatures(change);
		const { ask } = signerOver();
		const error = await refusal(ask(transaction()));
		expect(error).toMatchObject({ reason: "badAnswer", mayHaveSigned: true });
		expect(["device.bad-answer", "signer.hostile-answer"]).toContain(codesOf(error.text)[0]);
	});

	it("does not know the outcome of a question on an unplugged device", async () => {
		device.person = { decide: "wait", afterMs: 0 };
		const { signer, ask } = signerOver();
		const asked = refusal(ask(transaction()));
		await device.untilQuestion();
		await until(() => signer.activity()?.stage === "asking");
		device.unplug();
		expect(await asked).toMatchObject({ mayHaveSigned: true });
		expect(signer.activity()).toBeNull();
	});

	it("cancels a question on request", async () => {
		device.person = { decide: "wait", afterMs: 0 };
		const { signer, ask } = signerOver();
		const asked = refusal(ask(transaction()));
		await device.untilQuestion();
		await until(() => signer.activity()?.stage === "asking");
		signer.cancel();
		const error = await asked;
		expect(error).toMatchObject({ reason: "cancelled", mayHaveSigned: true });
	});

	/** Creates a request that was cancelled here, but that the device still shows. */
	async function left(settings = memorySettings({})) {
		device.person = { decide: "wait", afterMs: 0 };
		const here = signerOver(undefined, settings);
		const asked = refusal(here.ask(transaction()));
		await device.untilQuestion();
		await until(() => here.signer.activity()?.stage === "asking");
		here.signer.cancel();
		await asked;
		return here;
	}

	const codeOf = (readiness: Readiness) => (readiness.ready ? "ready" : readiness.text.code);

	it("requests no address if a question may still be displayed, until the user has cleared the screen", async () => {
		const { signer, client, ask } = await left();
		const before = device.exchanges().length;
		expect(codeOf(await signer.prepare(EVM.address))).toBe("device.still-asking");
		expect(await refusal(ask(text()))).toMatchObject({ reason: "stillAsking", mayHaveSigned: false });
		expect(await client.addresses(device.url, "evm", [EVM.path]).answer).toMatchObject({
			fault: "stillAsking",
		});
		expect(await client.showAddress(device.url, "evm", EVM.path).answer).toMatchObject({
			fault: "stillAsking",
		});
		const since = device.exchanges().slice(before);
		expect(new Set(since.map(({ request }) => request.slice(0, 4)))).toEqual(new Set(["b001", "e006"]));
		expect(device.reject()).toBe(true);
		expect(device.crashes).toBe(0);
		expect(client.cleared()).toBe(true);
		device.person = { decide: "approve", afterMs: 0 };
		expect((await ask(text())).signed).toMatchObject({ kind: "message" });
		expect(client.cleared()).toBe(false);
	});

	it("knows of it after a restart too", async () => {
		const settings = memorySettings({});
		await left(settings);
		await stop();
		const { signer, client } = signerOver(undefined, settings);
		expect(codeOf(await signer.prepare(EVM.address))).toBe("device.still-asking");
		device.reject();
		expect(device.crashes).toBe(0);
		client.cleared();
		expect(codeOf(await signer.prepare(EVM.address))).toBe("ready");
	});

	it("knows of it if this computer died while it was asked", async () => {
		const settings = memorySettings({});
		device.person = { decide: "wait", afterMs: 0 };
		const { ask } = signerOver(undefined, settings);
		const asked = ask(transaction()).catch(() => {});
		await device.untilQuestion();
		const found = { ...settings.get() };
		await stop();
		await asked;
		const { signer } = signerOver(undefined, memorySettings(found));
		expect(codeOf(await signer.prepare(EVM.address))).toBe("device.still-asking");
	});

	it("drops it once another app was seen open", async () => {
		const { signer, client } = await left();
		device.open("Solana");
		await until(() => device.app() === "Solana");
		await new Promise<void>((resolve) => setTimeout(resolve, 400));
		expect(codeOf(await signer.prepare(SVM.address))).toBe("ready");
		expect(client.cleared()).toBe(false);
	});

	it("does not know the outcome of a question with a killed process, and continues with another", async () => {
		device.person = { decide: "wait", afterMs: 0 };
		const { signer, client, ask } = signerOver();
		const asked = refusal(ask(transaction()));
		await device.untilQuestion();
		await until(() => signer.activity()?.stage === "asking");
		children.at(-1)?.kill("SIGKILL");
		expect(await asked).toMatchObject({ reason: "unplugged", mayHaveSigned: true });
		device.person = { decide: "approve", afterMs: 0 };
		await until(() => !device.hasQuestion);
		client.cleared();
		expect((await ask(text())).signed).toMatchObject({ kind: "message" });
		expect(children).toHaveLength(2);
	});

	it("is watched as it connects and disconnects", async () => {
		const { watch } = signerOver();
		const unwant = watch.want();
		const stands = () => watch.devices()[0]?.status;
		await until(() => stands()?.kind === "open");
		device.lock();
		await watch.refresh();
		expect(stands()).toMatchObject({ kind: "fault", fault: "locked" });
		device.unlock();
		await until(() => stands()?.kind === "open");
		unwant();
	});
});
