import type { SignedTokens } from "../core/subject/signed-token.ts";
import type { ChainFamily } from "../service-api/action.ts";
import type { DeviceApp, PluggedDevice } from "./protocol.ts";
import type { Talk, Wire } from "./talk.ts";

export interface AppInfo {
	/** "Ethereum"; "BOLOS" on the dashboard. */
	readonly name: string;
	readonly version: string;
}

/** Settings that the apps tell by flags. */
export interface AppSettings {
	readonly blindSigning: boolean;
	/** Setting of the Ethereum app on touch devices: it says so where nobody checked a transaction. */
	readonly transactionCheck: boolean;
}

/**
 * Everything that is asked of a library that speaks to Ledger devices: who replaces the library, replaces this.
 * Each call is one or more exchanges of `talk`. All throw DeviceError: `status` with the device's word, `unsupported`
 * where this can't be put to the device, `notDescribed` where its app does not take the words that were promised,
 * `badAnswer` where its answer is none that an honest app gives.
 */
export interface Engine {
	/** What is plugged in. Opens nothing. */
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed`. */
	open(deviceId: string): Promise<Wire>;
	/** The open app, or the dashboard. */
	appInfo(talk: Talk): Promise<AppInfo>;
	/** How this app, which must be open, is set, as far as it tells. */
	settings(talk: Talk, app: DeviceApp): Promise<AppSettings>;
	/** On the dashboard only. The device may ask the user. */
	openApp(talk: Talk, app: DeviceApp): Promise<void>;
	/** Back to the dashboard. */
	quitApp(talk: Talk): Promise<void>;
	/** EVM: checksummed (EIP-55). Solana: base58. */
	address(talk: Talk, family: ChainFamily, path: string): Promise<string>;
	/** Shows it on the device, and waits for the user. */
	showAddress(talk: Talk, family: ChainFamily, path: string): Promise<string>;
	/** EIP-2718 bytes without a signature; answers r, s and parity. `words`: with one of these descriptions, or not at all. */
	signEvmTransaction(
		talk: Talk,
		path: string,
		bytes: Uint8Array,
		words: SignedTokens | null,
	): Promise<Uint8Array>;
	/** A message of a transaction; answers 64 bytes. */
	signSvmTransaction(talk: Talk, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/** EVM: what EIP-191 wraps. Solana: an off-chain message with its header. */
	signMessage(talk: Talk, family: ChainFamily, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/** JSON of EIP-712 typed data, field by field: the device makes the hashes itself. */
	signTypedData(talk: Talk, path: string, typedData: string, words: SignedTokens | null): Promise<Uint8Array>;
}
