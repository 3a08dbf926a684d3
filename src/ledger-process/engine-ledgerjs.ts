import EthModule from "@ledgerhq/hw-app-eth/lib/Eth";
import SolanaModule from "@ledgerhq/hw-app-solana/lib/Solana";
import type Transport from "@ledgerhq/hw-transport";
import type { SignedToken, SignedTokens } from "../core/decoded-transaction/signed-token.ts";
import { type CalledToken, describedCall } from "../core/device/signed/calls.ts";
import { type DescribedData, describedData } from "../core/device/signed/filters.ts";
import { structuredData } from "../core/device/structured.ts";
import type { ChainFamily } from "../service-api/action.ts";
import { appInfoOf, evmAddressOf, lastBody, svmAddressOf } from "./answers.ts";
import {
	APP_INFO,
	APP_INFO_INSTRUCTION,
	CONFIGURATION,
	chunked,
	needsContractToken,
	openAppApdu,
	type PaceOf,
	QUIT_APP,
	question,
	quick,
	TOKEN_INSTRUCTION,
	tokenApdu,
	typedData,
} from "./apdus.ts";
import type { TransportProvider } from "./app-channel.ts";
import { type AppChannel, STATUS_OK } from "./app-channel.ts";
import type { Engine } from "./engine.ts";
import { DeviceError, type NeededSetting } from "./faults.ts";
import { defaultOf } from "./interop.ts";

// Node can only load the CommonJS builds. They only build APDUs here, and our own code parses the responses.
const Eth = defaultOf(EthModule);
const Solana = defaultOf(SolanaModule);

/** Keeps the library from contacting Ledger's servers. The app uses its bundled descriptions instead. */
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

type BeforeApdu = (apdu: Uint8Array) => Promise<void>;

/**
 * Implements as much of the library's Transport as its Ethereum and Solana classes need. Node can't load the
 * package with the library's own Transport.
 */
function transportOn(channel: AppChannel, paceOf: PaceOf, before: BeforeApdu = async () => {}): Transport {
	const transport = {
		async send(
			cla: number,
			ins: number,
			p1: number,
			p2: number,
			data: Buffer = Buffer.alloc(0),
			accepted: number[] = [STATUS_OK],
		): Promise<Buffer> {
			if (data.byteLength > MAX_DATA) throw new RangeError("An APDU's data can't exceed 255 bytes.");
			const apdu = Buffer.concat([Buffer.from([cla, ins, p1, p2, data.byteLength]), data]);
			await before(apdu);
			const answer = Buffer.from(await channel.exchange(apdu, paceOf(apdu)));
			if (!accepted.includes(answer.readUInt16BE(answer.byteLength - 2)))
				throw new Error("The device app refused the command.");
			return answer;
		},
		// The library would lock the transport here. That isn't needed, because only one call runs at a time.
		decorateAppAPIMethods(_app: object, _methods: string[], _key: string): void {},
	};
	return transport as Transport;
}

async function through<T>(
	channel: AppChannel,
	paceOf: PaceOf,
	forbidden: SettingRefusal | null,
	call: (transport: Transport) => Promise<T>,
	before?: BeforeApdu,
): Promise<{ readonly value: T; readonly exchanges: AppChannel["exchanges"] }> {
	const from = channel.exchanges.length;
	try {
		const value = await call(transportOn(channel, paceOf, before));
		return { value, exchanges: channel.exchanges.slice(from) };
	} catch (error) {
		if (error instanceof DeviceError) throw error;
		const last = channel.exchanges.slice(from).at(-1);
		if (last !== undefined && last.status !== STATUS_OK) throw statusError(last.status, forbidden);
		// Either the library couldn't parse the response after an approval, or it failed before the prompt.
		throw new DeviceError(last?.pace === "question" ? "badAnswer" : "unsupported", { cause: error });
	}
}

function statusError(status: number, forbidden: SettingRefusal | null): DeviceError {
	return new DeviceError("status", {
		status,
		setting: status === forbidden?.status ? forbidden.setting : null,
	});
}

async function plain(channel: AppChannel, apdu: Uint8Array, paceOf: PaceOf): Promise<Uint8Array> {
	await channel.exchange(apdu, paceOf(apdu));
	const last = channel.exchanges.at(-1);
	if (last === undefined) throw new DeviceError("badAnswer");
	if (last.status !== STATUS_OK) throw statusError(last.status, null);
	return last.body;
}

const libraryPath = (path: string) => path.slice("m/".length);
const pathBytes = (path: string) => 1 + 4 * (path.split("/").length - 1);

async function readAddress(
	channel: AppChannel,
	family: ChainFamily,
	path: string,
	show: boolean,
): Promise<string> {
	checkPath(path);
	const paceOf = show ? question : quick;
	const own = libraryPath(path);
	const { exchanges } = await through<unknown>(channel, paceOf, null, (transport) =>
		family === "evm"
			? new Eth(transport, "w0w", NO_SERVERS).getAddress(own, show, false)
			: new Solana(transport).getAddress(own, show),
	);
	const body = exchanges.length === 1 ? exchanges[0]?.body : undefined;
	if (body === undefined) throw new DeviceError("badAnswer");
	return family === "evm" ? evmAddressOf(body) : svmAddressOf(body);
}

interface SettingRefusal {
	readonly status: number;
	readonly setting: NeededSetting;
}

const EVM_BLIND: SettingRefusal = { status: 0x6a80, setting: "blindSigning" };
const EVM_RAW: SettingRefusal = { status: 0x6a80, setting: "rawMessages" };
const SVM_BLIND: SettingRefusal = { status: 0x6808, setting: "blindSigning" };

function withParity(body: Uint8Array, parity: bigint): Uint8Array {
	if (parity !== 0n && parity !== 1n) throw new DeviceError("badAnswer");
	return Buffer.concat([body.subarray(1), Buffer.from([Number(parity)])]);
}

/** Most versions of the app add 27 for EIP-191 and EIP-712. */
const parityOfMessage = (v: number) => BigInt(v < 27 ? v : v - 27);

/**
 * `v` equals the parity in EIP-2718 transactions. In legacy transactions it is the parity plus 27, or plus 35
 * and twice the chain ID (EIP-155). The device returns a single byte, and the library restores the full value
 * from it.
 */
function parityOfTransaction(v: bigint, isTyped: boolean): bigint {
	if (isTyped) return v;
	return v < 35n ? v - 27n : (v - 35n) & 1n;
}

/** First byte of an RLP list. Transactions in the format before EIP-2718 start with this byte. */
const RLP_LIST = 0xc0;

/** Status words that the app returns if it rejects a description or refuses to use it. */
const NOT_ACCEPTED: ReadonlySet<number> = new Set([0x6a00, 0x6a80, 0x6a88]);

function withoutWords(error: unknown): unknown {
	const { status = null } = error instanceof DeviceError ? error : {};
	return status !== null && NOT_ACCEPTED.has(status)
		? new DeviceError("notDescribed", { status, cause: error })
		: error;
}

/** @throws DeviceError `notDescribed` if the app rejects the description */
async function describeToken(channel: AppChannel, { description }: SignedToken): Promise<void> {
	try {
		const slot = await plain(channel, tokenApdu(description), quick);
		if (slot.byteLength !== 1) throw new DeviceError("badAnswer");
	} catch (error) {
		throw withoutWords(error);
	}
}

async function signEvmTransaction(
	channel: AppChannel,
	path: string,
	bytes: Uint8Array,
	tokens: SignedTokens | null,
): Promise<Uint8Array> {
	const raw = Buffer.from(bytes).toString("hex");
	const { carriesData, call } = readTransaction(raw);
	if (tokens !== null) {
		const described = call === null ? null : describedCall(tokens, call);
		if (described === null) throw new DeviceError("notDescribed");
		await describeToken(channel, described.token);
	}
	// With "Debug contracts" enabled, the app displays long call data in chunks.
	const paceOf = chunked(pathBytes(path) + bytes.byteLength, carriesData ? "patient" : "quick");
	const signing = through(channel, paceOf, carriesData ? EVM_BLIND : null, (transport) =>
		new Eth(transport, "w0w", NO_SERVERS).signTransaction(libraryPath(path), raw, null),
	);
	const { value, exchanges } = await (tokens !== null
		? signing.catch((error: unknown) => {
				throw withoutWords(error);
			})
		: signing);
	const isTyped = (bytes[0] ?? 0) < RLP_LIST;
	return withParity(lastBody(exchanges, EVM_SIGNATURE), parityOfTransaction(BigInt(`0x${value.v}`), isTyped));
}

interface ReadTransaction {
	/** Whether the transaction does more than send the native coin. */
	readonly carriesData: boolean;
	readonly call: CalledToken | null;
}

/** @throws DeviceError `unsupported` if the library can't parse the transaction */
function readTransaction(raw: string): ReadTransaction {
	try {
		const eth = new Eth(transportOn(NO_CHANNEL, quick), "w0w", NO_SERVERS);
		const { chainId, to, value, data } = eth.ledgerService.parseTransaction(`0x${raw}`);
		return {
			carriesData: data !== "0x",
			call: to === undefined ? null : { chainId, to, value: BigInt(value.toString()), data },
		};
	} catch (error) {
		throw new DeviceError("unsupported", { cause: error });
	}
}

const NO_CHANNEL: AppChannel = {
	exchanges: [],
	isPrompting: false,
	exchange: () => Promise.reject(new DeviceError("failed")),
};

async function signPersonal(channel: AppChannel, path: string, bytes: Uint8Array): Promise<Uint8Array> {
	// With an empty message, the library sends nothing and then fails to parse the missing response.
	if (bytes.byteLength === 0) throw new DeviceError("unsupported");
	const paceOf = chunked(pathBytes(path) + 4 + bytes.byteLength, "patient");
	const { value, exchanges } = await through(channel, paceOf, null, (transport) =>
		new Eth(transport, "w0w", NO_SERVERS).signPersonalMessage(
			libraryPath(path),
			Buffer.from(bytes).toString("hex"),
		),
	);
	return withParity(lastBody(exchanges, EVM_SIGNATURE), parityOfMessage(value.v));
}

function serversFor({ key, filter, chainId, tokens }: DescribedData) {
	const blob = tokens.map(({ description }) => {
		const length = Buffer.alloc(4);
		length.writeUInt32BE(description.byteLength);
		return Buffer.concat([length, description]);
	});
	return {
		...NO_SERVERS,
		staticERC20Signatures: { [chainId]: Buffer.concat(blob).toString("base64") },
		staticEIP712SignaturesV2: { [key]: filter },
	};
}

async function signStructured(
	channel: AppChannel,
	path: string,
	json: string,
	tokens: SignedTokens | null,
): Promise<Uint8Array> {
	checkPath(path);
	const structured = structuredData(json);
	if (structured === null) throw new DeviceError("unsupported");
	const described = tokens === null ? null : describedData(tokens, structured);
	if (tokens !== null && described === null) throw new DeviceError("notDescribed");
	// The library's type requires a numeric chain ID, but a string also works and has no size limit.
	const data = structured as Parameters<InstanceType<typeof Eth>["signEIP712Message"]>[1];
	const config = described === null ? NO_SERVERS : serversFor(described);
	// The library doesn't send the description if the token is the verifying contract itself.
	const own = described?.contractToken ?? null;
	const before = async (apdu: Uint8Array) => {
		if (own !== null && needsContractToken(apdu)) await describeToken(channel, own);
	};
	const signing = through(
		channel,
		typedData,
		EVM_RAW,
		(transport) => new Eth(transport, "w0w", config).signEIP712Message(libraryPath(path), data),
		before,
	);
	const { value, exchanges } = await (described === null
		? signing
		: signing.catch((error: unknown) => {
				throw withoutWords(error);
			}));
	const quiet = [APP_INFO_INSTRUCTION, ...(described === null ? [] : [TOKEN_INSTRUCTION])];
	return withParity(lastBody(exchanges, EVM_SIGNATURE, quiet), parityOfMessage(value.v));
}

async function signSvm(
	channel: AppChannel,
	path: string,
	bytes: Uint8Array,
	kind: "signTransaction" | "signOffchainMessage",
): Promise<Uint8Array> {
	// A byte with the number of signers precedes the path.
	const paceOf = chunked(1 + pathBytes(path) + bytes.byteLength);
	const { exchanges } = await through(channel, paceOf, SVM_BLIND, (transport) =>
		new Solana(transport)[kind](libraryPath(path), Buffer.from(bytes)),
	);
	return lastBody(exchanges, SVM_SIGNATURE);
}

const MAX_INDEX = 2 ** 31 - 1;

/** Rejects larger indexes, because the libraries would wrap them around to a different account. */
function checkPath(path: string): void {
	const indexes = path.split("/").slice(1);
	if (indexes.some((each) => Number.parseInt(each, 10) > MAX_INDEX)) throw new DeviceError("badMessage");
}

/** Flags in app-ethereum 1.22.0: `APP_FLAG_DATA_ALLOWED` and `APP_FLAG_TX_CHECKS_ENABLE`. */
const ETHEREUM_FLAGS = { blindSigning: 0x01, transactionCheck: 0x10 } as const;

export function ledgerJsEngine(transports: TransportProvider): Engine {
	return {
		discover: () => transports.discover(),
		open: (deviceId) => transports.open(deviceId),
		async appInfo(channel) {
			return appInfoOf(await plain(channel, APP_INFO, quick));
		},
		async settings(channel, app) {
			const body = await plain(channel, CONFIGURATION[app], quick);
			const [flags] = body;
			if (flags === undefined || body.byteLength < 4) throw new DeviceError("badAnswer");
			return app === "Ethereum"
				? {
						blindSigning: (flags & ETHEREUM_FLAGS.blindSigning) !== 0,
						transactionCheck: (flags & ETHEREUM_FLAGS.transactionCheck) !== 0,
					}
				: { blindSigning: flags !== 0, transactionCheck: false };
		},
		async openApp(channel, app) {
			await plain(channel, openAppApdu(app), question);
		},
		async quitApp(channel) {
			await plain(channel, QUIT_APP, quick);
		},
		address: (channel, family, path) => readAddress(channel, family, path, false),
		showAddress: (channel, family, path) => readAddress(channel, family, path, true),
		async signEvmTransaction(channel, path, bytes, tokens) {
			checkPath(path);
			return signEvmTransaction(channel, path, bytes, tokens);
		},
		async signSvmTransaction(channel, path, bytes) {
			checkPath(path);
			return signSvm(channel, path, bytes, "signTransaction");
		},
		async signMessage(channel, family, path, bytes) {
			checkPath(path);
			return family === "evm"
				? signPersonal(channel, path, bytes)
				: signSvm(channel, path, bytes, "signOffchainMessage");
		},
		signTypedData: (channel, path, json, tokens) => signStructured(channel, path, json, tokens),
	};
}
