import type { SignedTokens } from "../core/decoded-transaction/signed-token.ts";
import type { ChainFamily } from "../service-api/action.ts";
import type { AppChannel, Transport } from "./app-channel.ts";
import type { DeviceApp, PluggedDevice } from "./protocol.ts";

export interface AppInfo {
	readonly name: string;
	readonly version: string;
}

export interface AppSettings {
	readonly blindSigning: boolean;
	readonly transactionCheck: boolean;
}

/**
 * Wraps the Ledger library so that it can be replaced. All methods throw a DeviceError: `status` with the
 * status word, `unsupported` if the request can't be sent, `notDescribed` if the app rejects a description,
 * or `badAnswer` for a response that no genuine app sends.
 */
export interface Engine {
	discover(): Promise<readonly PluggedDevice[]>;
	/** @throws DeviceError `gone`, `permission`, `busy` or `failed` */
	open(deviceId: string): Promise<Transport>;
	appInfo(channel: AppChannel): Promise<AppInfo>;
	settings(channel: AppChannel, app: DeviceApp): Promise<AppSettings>;
	/** Works only while the dashboard is open. The device may prompt the user. */
	openApp(channel: AppChannel, app: DeviceApp): Promise<void>;
	quitApp(channel: AppChannel): Promise<void>;
	address(channel: AppChannel, family: ChainFamily, path: string): Promise<string>;
	showAddress(channel: AppChannel, family: ChainFamily, path: string): Promise<string>;
	/**
	 * Returns r, s and the parity. If `tokens` isn't `null`, signs only if the app accepts the descriptions.
	 */
	signEvmTransaction(
		channel: AppChannel,
		path: string,
		bytes: Uint8Array,
		tokens: SignedTokens | null,
	): Promise<Uint8Array>;
	signSvmTransaction(channel: AppChannel, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/**
	 * `bytes`: on EVM the message without the EIP-191 prefix, on Solana the off-chain message with its
	 * header.
	 */
	signMessage(channel: AppChannel, family: ChainFamily, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	signTypedData(
		channel: AppChannel,
		path: string,
		typedData: string,
		tokens: SignedTokens | null,
	): Promise<Uint8Array>;
}
