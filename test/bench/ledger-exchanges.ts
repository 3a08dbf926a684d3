import { randomBytes } from "node:crypto";
import EthModule from "@ledgerhq/hw-app-eth/lib/Eth";
import SolanaModule from "@ledgerhq/hw-app-solana/lib/Solana";
import SpeculosModule from "@ledgerhq/hw-transport-node-speculos-http/lib/SpeculosHttpTransport";
import { PublicKey } from "@solana/web3.js";
import { fingerprintOf } from "../../src/core/match/fingerprint.ts";
import { type Frozen, frozenSchema } from "../../src/core/match/frozen.ts";
import { intentAt } from "../../src/core/match/proof.ts";
import { defaultOf } from "../../src/ledger-process/interop.ts";
import type { DevicePayload } from "../../src/ledger-process/protocol.ts";
import { AbandonedPromptClient } from "../../src/main/wallet/signers/ledger/abandoned-prompt.ts";
import { ProcessClient } from "../../src/main/wallet/signers/ledger/client.ts";
import { LedgerSigner } from "../../src/main/wallet/signers/ledger/ledger-signer.ts";
import type { LedgerAccount } from "../../src/main/wallet/signers/ledger/ledger-types.ts";
import { devicePayloadOf } from "../../src/main/wallet/signers/ledger/sign-request.ts";
import { DeviceWatch } from "../../src/main/wallet/signers/ledger/watch.ts";
import { textOf } from "../../src/text/index.ts";
import { type EmulatedLedger, startLedger } from "../mock-ledger/start.ts";
import { LEDGER_TOKENS } from "../support/ledger-tokens.ts";
import { forkLedger, memorySettings, testClock } from "../support/ports.ts";
import { commitOf, frozenOf, SIGNER, transferData, VAULT } from "../unit/core/match/honest.ts";
import { SVM_SIGNER, transactionBase64, transferSol } from "../unit/core/match/honest-svm.ts";
import { permit } from "../unit/core/match/typed-samples.ts";
import { START } from "../unit/main/wallet/signers/ledger/scene.ts";
import { evmMessages, givenTransactions } from "../unit/vault/payloads.ts";

/**
 * Counts the exchanges with a device for one signature: ours, and those of Ledger's own libraries with the same
 * payload.
 */

const Eth = defaultOf(EthModule);
const Solana = defaultOf(SolanaModule);
const Speculos = defaultOf(SpeculosModule);

const model = "Ledger emulator";
export const EVM_ACCOUNT: LedgerAccount = {
	family: "evm",
	address: "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D",
	path: "m/44'/60'/0'/0/0",
	model,
};
const SVM_ACCOUNT: LedgerAccount = {
	family: "svm",
	address: "2SjBBhnRiESRWYPqSti1mM2u47aBa6vBg2YHVqcEmTKH",
	path: "m/44'/501'/0'",
	model,
};

/** Returns the same review for the emulated device's accounts. */
function ofDevice(frozen: Frozen): Frozen {
	const text = JSON.stringify(frozen)
		.replaceAll(SIGNER, EVM_ACCOUNT.address)
		.replaceAll(SVM_SIGNER, SVM_ACCOUNT.address);
	return frozenSchema.parse(JSON.parse(text));
}

function solanaTransfer(): Frozen {
	const payer = new PublicKey(SVM_ACCOUNT.address);
	const base64 = transactionBase64({ payer, instructions: [transferSol(1n, undefined, payer)] });
	return ofDevice(givenTransactions([base64]));
}

const USDC_ON_BASE = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

export const transferOnDevice = (): Frozen =>
	ofDevice(frozenOf(commitOf({ to: VAULT, value: 1n, data: "0x" })));
export const permitOnDevice = (): Frozen =>
	ofDevice(evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit() } }]));

const KINDS: readonly {
	readonly name: string;
	readonly account: LedgerAccount;
	readonly frozen: () => Frozen;
	/** Number of tokens whose description by Ledger is sent to the device; 0 by default. */
	readonly tokens?: number;
}[] = [
	{
		name: "EVM transfer",
		account: EVM_ACCOUNT,
		frozen: transferOnDevice,
	},
	{
		name: "EVM, 4 KiB of calldata",
		account: EVM_ACCOUNT,
		frozen: () => ofDevice(frozenOf(commitOf({ to: VAULT, data: `0x${"5a".repeat(4096)}` }))),
	},
	{
		name: "described token's transfer",
		account: EVM_ACCOUNT,
		frozen: () => ofDevice(frozenOf(commitOf({ to: USDC_ON_BASE, data: transferData(VAULT, 1n) }))),
		tokens: 1,
	},
	{
		name: "Permit",
		account: EVM_ACCOUNT,
		frozen: permitOnDevice,
	},
	{ name: "Solana transfer", account: SVM_ACCOUNT, frozen: solanaTransfer },
];

export interface Exchanged {
	readonly name: string;
	readonly ours: number;
	/** Exchanges of Ledger's library, which checks no address and describes no token. */
	readonly bare: number;
	readonly tokens: number;
}

/** Prepares and signs as an approval does, and counts the exchanges. The device watch doesn't run. */
async function ours(device: EmulatedLedger, account: LedgerAccount, frozen: Frozen): Promise<number> {
	const clock = testClock();
	// A time at which the examples' reviews haven't expired.
	clock.skip(START - clock.now());
	const log = () => {};
	const client = new AbandonedPromptClient(
		new ProcessClient({
			fork: forkLedger,
			transport: { kind: "speculos", urls: [device.url] },
			clock,
			random: (length) => randomBytes(length),
			log,
		}),
		memorySettings({}),
		log,
	);
	const watch = new DeviceWatch({ client, clock, log });
	const descriptors = { tokens: LEDGER_TOKENS, isReviewedBlind: () => false, refused() {} };
	const signer = new LedgerSigner({ client, watch, accounts: () => [account], descriptors, clock, log });
	try {
		// The device watch would do the same, so the app is known before any approval.
		await client.inspect(device.url);
		const before = device.exchanges().length;
		const readiness = await signer.prepare(account.address);
		if (!readiness.ready) throw new Error(textOf(readiness.text));
		await signer.sign(frozen, 0, fingerprintOf(frozen), account.address);
		return device.exchanges().length - before;
	} finally {
		watch.stop();
		await client.stop();
	}
}

const NO_SERVERS = {
	nftExplorerBaseURL: null,
	pluginBaseURL: null,
	extraPlugins: null,
	cryptoassetsBaseURL: null,
	calServiceURL: null,
	staticERC20Signatures: null,
	staticEIP712SignaturesV1: null,
	staticEIP712SignaturesV2: null,
} as const;

type Transport = Awaited<ReturnType<typeof Speculos.open>>;

async function signBare(transport: Transport, path: string, payload: DevicePayload): Promise<unknown> {
	const eth = () => new Eth(transport, "w0w", NO_SERVERS);
	switch (payload.kind) {
		case "evm_transaction":
			return eth().signTransaction(path, payload.unsigned.slice(2), null);
		case "evm_typed_data":
			return eth().signEIP712Message(path, JSON.parse(payload.typedData));
		case "svm_transaction":
			return new Solana(transport).signTransaction(path, Buffer.from(payload.message, "base64"));
		default:
			throw new Error(`${payload.kind} is not counted`);
	}
}

/** Ledger's library, connected to a device. */
export interface BareDevice {
	/** @param frozen the request as reviewed for that account */
	sign(account: LedgerAccount, frozen: Frozen): Promise<void>;
	close(): Promise<void>;
}

export async function openBareDevice(device: EmulatedLedger): Promise<BareDevice> {
	const { hostname, port } = new URL(device.url);
	const transport = await Speculos.open({ baseURL: `http://${hostname}`, apiPort: port });
	return {
		async sign(account, frozen) {
			const at = intentAt(frozen, 0);
			const reading = at.ok ? devicePayloadOf(frozen, at.intent, null) : at;
			if (!reading.ok) throw new Error(reading.text.code);
			await signBare(transport, account.path.slice("m/".length), reading.payload);
		},
		close: () => transport.close(),
	};
}

async function bare(device: EmulatedLedger, account: LedgerAccount, frozen: Frozen): Promise<number> {
	const library = await openBareDevice(device);
	try {
		const before = device.exchanges().length;
		await library.sign(account, frozen);
		return device.exchanges().length - before;
	} finally {
		await library.close();
	}
}

/** Counts the exchanges for one signature of each kind, by the app and by the library. */
export async function measureExchanges(): Promise<Exchanged[]> {
	const rows: Exchanged[] = [];
	for (const { name, account, frozen, tokens = 0 } of KINDS) {
		const app = account.family === "evm" ? "Ethereum" : "Solana";
		const device = await startLedger({ app, blindSigning: { Ethereum: true, Solana: true } });
		try {
			const made = frozen();
			rows.push({
				name,
				ours: await ours(device, account, made),
				bare: await bare(device, account, made),
				tokens,
			});
			if (device.signed().length !== 2) throw new Error(`${name}: the device did not sign exactly twice`);
		} finally {
			await device.stop();
		}
	}
	return rows;
}
