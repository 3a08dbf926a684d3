import type { SignedTokens } from "../core/subject/signed-token.ts";
import type { ChainFamily } from "../service-api/action.ts";
import type { AppChannel, Transport } from "./app-channel.ts";
import type { DeviceApp, PluggedDevice } from "./protocol.ts";

export interface AppInfo {
	/** "Ethereum"; "BOLOS" on the dashboard. */
	readonly name: string;
	readonly version: string;
}

/** App settings that flags report. */
export interface AppSettings {
	readonly blindSigning: boolean;
	/** Ethereum app on touch devices: says if nobody checked a transaction. */
	readonly transactionCheck: boolean;
}

/**
 * Interface to the Ledger library, which can be replaced behind it. Each call runs one or more exchanges of
 * `talk`. All throw DeviceError: `status` with the device's status word; `unsupported` if the request can't
 * be sent; `notDescribed` if the app does not accept the promised descriptions; `badAnswer` for an answer
 * that no honest app gives.
 */
export interface Engine {
	/** Lists connected devices without opening them. */
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed` */
	open(deviceId: string): Promise<Transport>;
	/** Returns the open app, or the dashboard. */
	appInfo(talk: AppChannel): Promise<AppInfo>;
	/** Returns the settings that this open app reports. */
	settings(talk: AppChannel, app: DeviceApp): Promise<AppSettings>;
	/** Requires the dashboard. The device may prompt the user. */
	openApp(talk: AppChannel, app: DeviceApp): Promise<void>;
	/** Returns to the dashboard. */
	quitApp(talk: AppChannel): Promise<void>;
	/** Returns the address; EVM checksummed (EIP-55), Solana in base58. */
	address(talk: AppChannel, family: ChainFamily, path: string): Promise<string>;
	/** Shows the address on the device and waits for the user. */
	showAddress(talk: AppChannel, family: ChainFamily, path: string): Promise<string>;
	/**
	 * Signs unsigned EIP-2718 bytes; returns r, s and parity. With `words`, only if the app accepts the
	 * description.
	 */
	signEvmTransaction(
		talk: AppChannel,
		path: string,
		bytes: Uint8Array,
		words: SignedTokens | null,
	): Promise<Uint8Array>;
	/** Signs a transaction's message; returns 64 bytes. */
	signSvmTransaction(talk: AppChannel, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/** Signs a message: EVM content before EIP-191, Solana off-chain message with header. */
	signMessage(talk: AppChannel, family: ChainFamily, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/** Signs EIP-712 JSON field by field; the device computes the hashes. */
	signTypedData(
		talk: AppChannel,
		path: string,
		typedData: string,
		words: SignedTokens | null,
	): Promise<Uint8Array>;
}
