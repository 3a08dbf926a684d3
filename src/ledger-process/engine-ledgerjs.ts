import EthModule from "@ledgerhq/hw-app-eth/lib/Eth";
import SolanaModule from "@ledgerhq/hw-app-solana/lib/Solana";
import type Transport from "@ledgerhq/hw-transport";
import { structuredData } from "../core/device/structured.ts";
import type { ChainFamily } from "../service-api/action.ts";
import { appInfoOf, evmAddressOf, lastBody, svmAddressOf } from "./answers.ts";
import {
	APP_INFO,
	APP_INFO_INSTRUCTION,
	CONFIGURATION,
	chunked,
	type Manners,
	openAppApdu,
	QUIT_APP,
	question,
	quick,
	typedData,
} from "./apdus.ts";
import type { Engine } from "./engine.ts";
import { DeviceError } from "./faults.ts";
import { defaultOf } from "./interop.ts";
import { checkPath } from "./paths.ts";
import { STATUS_OK, type Talk } from "./talk.ts";
import type { Transports } from "./transports.ts";

/**
 * The engine on LedgerJS. Its CommonJS builds are imported by name: the others can't be loaded by Node as they are.
 * Of the libraries only the making of APDUs is used: answers are read by ourselves, whole.
 */

const Eth = defaultOf(EthModule);
const Solana = defaultOf(SolanaModule);

/** Nothing is asked of Ledger's servers: the device shows what it can by itself. */
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

const EVM_SIGNATURE = 65;
const SVM_SIGNATURE = 64;

const MAX_DATA = 255;

/**
 * As much of the library's transport as its apps use, with the bytes going through a talk. The library's own class
 * would add nothing, and Node can't load its package as it is.
 */
function transportOn(talk: Talk, manners: Manners): Transport {
	const transport = {
		async send(
			cla: number,
			ins: number,
			p1: number,
			p2: number,
			data: Buffer = Buffer.alloc(0),
			accepted: number[] = [STATUS_OK],
		): Promise<Buffer> {
			if (data.byteLength > MAX_DATA) throw new RangeError("An APDU holds 255 bytes at most.");
			const apdu = Buffer.concat([Buffer.from([cla, ins, p1, p2, data.byteLength]), data]);
			const answer = Buffer.from(await talk.exchange(apdu, manners(apdu)));
			if (!accepted.includes(answer.readUInt16BE(answer.byteLength - 2))) throw new Error("Refused.");
			return answer;
		},
		// It would lock the transport while a method runs; one runs at a time here.
		decorateAppAPIMethods(_app: object, _methods: string[], _key: string): void {},
	};
	return transport as Transport;
}

/** What a call of the library put on the wire. @throws DeviceError: what the library threw, told from the wire. */
async function through<T>(
	talk: Talk,
	manners: Manners,
	blindStatus: number | null,
	call: (transport: Transport) => Promise<T>,
): Promise<{ readonly value: T; readonly exchanges: Talk["exchanges"] }> {
	const before = talk.exchanges.length;
	try {
		const value = await call(transportOn(talk, manners));
		return { value, exchanges: talk.exchanges.slice(before) };
	} catch (error) {
		if (error instanceof DeviceError) throw error;
		const last = talk.exchanges.slice(before).at(-1);
		if (last !== undefined && last.status !== STATUS_OK) throw statusError(last.status, blindStatus);
		// The device agreed and the library could make nothing of what it said; or the library never got so far.
		throw new DeviceError(last?.manner === "question" ? "badAnswer" : "unsupported", { cause: error });
	}
}

function statusError(status: number, blindStatus: number | null): DeviceError {
	return new DeviceError("status", { status, blind: status === blindStatus });
}

/** One exchange that no library makes for us. */
async function plain(talk: Talk, apdu: Uint8Array, manners: Manners): Promise<Uint8Array> {
	await talk.exchange(apdu, manners(apdu));
	const last = talk.exchanges.at(-1);
	if (last === undefined) throw new DeviceError("badAnswer");
	if (last.status !== STATUS_OK) throw statusError(last.status, null);
	return last.body;
}

/** The libraries' way to write a path: without `m/`. */
const libraryPath = (path: string) => path.slice("m/".length);
const pathBytes = (path: string) => 1 + 4 * (path.split("/").length - 1);

async function readAddress(talk: Talk, family: ChainFamily, path: string, show: boolean): Promise<string> {
	checkPath(path);
	const manners = show ? question : quick;
	const own = libraryPath(path);
	const { exchanges } = await through<unknown>(talk, manners, null, (transport) =>
		family === "evm"
			? new Eth(transport, "w0w", NO_SERVERS).getAddress(own, show, false)
			: new Solana(transport).getAddress(own, show),
	);
	const body = exchanges.length === 1 ? exchanges[0]?.body : undefined;
	if (body === undefined) throw new DeviceError("badAnswer");
	return family === "evm" ? evmAddressOf(body) : svmAddressOf(body);
}

/** What the apps answer where their settings forbid to sign what they can't show. */
const EVM_BLIND = 0x6a80;
const SVM_BLIND = 0x6808;

/** r, s and parity of a device's v, r, s. */
function withParity(body: Uint8Array, parity: bigint): Uint8Array {
	if (parity !== 0n && parity !== 1n) throw new DeviceError("badAnswer");
	return Buffer.concat([body.subarray(1), Buffer.from([Number(parity)])]);
}

/** EIP-191 and EIP-712: 27 is added, by most versions. */
const parityOfMessage = (v: number) => BigInt(v < 27 ? v : v - 27);

/**
 * Since EIP-2718 v is the parity itself. Before, 27 was added, and since EIP-155 35 and twice the chain; the library
 * has made the one byte that the device answers whole again.
 */
function parityOfTransaction(v: bigint, isTyped: boolean): bigint {
	if (isTyped) return v;
	return v < 35n ? v - 27n : (v - 35n) & 1n;
}

/** A list's first byte, with which a transaction from before EIP-2718 begins. */
const RLP_LIST = 0xc0;

async function signEvmTransaction(talk: Talk, path: string, bytes: Uint8Array): Promise<Uint8Array> {
	const raw = Buffer.from(bytes).toString("hex");
	const data = carriesData(raw);
	const manners = chunked(pathBytes(path) + bytes.byteLength);
	const { value, exchanges } = await through(talk, manners, data ? EVM_BLIND : null, (transport) =>
		new Eth(transport, "w0w", NO_SERVERS).signTransaction(libraryPath(path), raw, null),
	);
	const isTyped = (bytes[0] ?? 0) < RLP_LIST;
	return withParity(lastBody(exchanges, EVM_SIGNATURE), parityOfTransaction(BigInt(`0x${value.v}`), isTyped));
}

/** Whether a transaction does more than send coins. @throws DeviceError `unsupported` where the library can't read it. */
function carriesData(raw: string): boolean {
	try {
		const eth = new Eth(transportOn(NO_TALK, quick), "w0w", NO_SERVERS);
		return eth.ledgerService.parseTransaction(`0x${raw}`).data !== "0x";
	} catch (error) {
		throw new DeviceError("unsupported", { cause: error });
	}
}

const NO_TALK: Talk = {
	exchanges: [],
	asked: false,
	exchange: () => Promise.reject(new DeviceError("failed")),
};

async function signPersonal(talk: Talk, path: string, bytes: Uint8Array): Promise<Uint8Array> {
	// The library sends nothing at all for an empty message, and then reads an answer that is not there.
	if (bytes.byteLength === 0) throw new DeviceError("unsupported");
	const manners = chunked(pathBytes(path) + 4 + bytes.byteLength, "patient");
	const { value, exchanges } = await through(talk, manners, null, (transport) =>
		new Eth(transport, "w0w", NO_SERVERS).signPersonalMessage(
			libraryPath(path),
			Buffer.from(bytes).toString("hex"),
		),
	);
	return withParity(lastBody(exchanges, EVM_SIGNATURE), parityOfMessage(value.v));
}

async function signStructured(talk: Talk, path: string, json: string): Promise<Uint8Array> {
	checkPath(path);
	const structured = structuredData(json);
	if (structured === null) throw new DeviceError("unsupported");
	// The library's type wants the chain as a number; it takes text as well, which any chain fits.
	const data = structured as Parameters<InstanceType<typeof Eth>["signEIP712Message"]>[1];
	const { value, exchanges } = await through(talk, typedData, EVM_BLIND, (transport) =>
		new Eth(transport, "w0w", NO_SERVERS).signEIP712Message(libraryPath(path), data),
	);
	return withParity(lastBody(exchanges, EVM_SIGNATURE, [APP_INFO_INSTRUCTION]), parityOfMessage(value.v));
}

async function signSvm(
	talk: Talk,
	path: string,
	bytes: Uint8Array,
	kind: "signTransaction" | "signOffchainMessage",
): Promise<Uint8Array> {
	// Its signer count comes before the path.
	const manners = chunked(1 + pathBytes(path) + bytes.byteLength);
	const { exchanges } = await through(talk, manners, SVM_BLIND, (transport) =>
		new Solana(transport)[kind](libraryPath(path), Buffer.from(bytes)),
	);
	return lastBody(exchanges, SVM_SIGNATURE);
}

export function createLedgerJsEngine(transports: Transports): Engine {
	return {
		discover: () => transports.discover(),
		open: (deviceId) => transports.open(deviceId),
		async appInfo(talk) {
			return appInfoOf(await plain(talk, APP_INFO, quick));
		},
		async blindSigning(talk, app) {
			const body = await plain(talk, CONFIGURATION[app], quick);
			const [flags] = body;
			if (flags === undefined || body.byteLength < 4) throw new DeviceError("badAnswer");
			return app === "Ethereum" ? (flags & 1) === 1 : flags !== 0;
		},
		async openApp(talk, app) {
			await plain(talk, openAppApdu(app), question);
		},
		async quitApp(talk) {
			await plain(talk, QUIT_APP, quick);
		},
		address: (talk, family, path) => readAddress(talk, family, path, false),
		showAddress: (talk, family, path) => readAddress(talk, family, path, true),
		async signTransaction(talk, family, path, bytes) {
			checkPath(path);
			return family === "evm"
				? signEvmTransaction(talk, path, bytes)
				: signSvm(talk, path, bytes, "signTransaction");
		},
		async signMessage(talk, family, path, bytes) {
			checkPath(path);
			return family === "evm"
				? signPersonal(talk, path, bytes)
				: signSvm(talk, path, bytes, "signOffchainMessage");
		},
		signTypedData: (talk, path, json) => signStructured(talk, path, json),
	};
}
