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
	appInfo(talk: AppChannel): Promise<AppInfo>;
	settings(talk: AppChannel, app: DeviceApp): Promise<AppSettings>;
	/** Works only while the dashboard is open. The device may prompt the user. */
	openApp(talk: AppChannel, app: DeviceApp): Promise<void>;
	quitApp(talk: AppChannel): Promise<void>;
	address(talk: AppChannel, family: ChainFamily, path: string): Promise<string>;
	showAddress(talk: AppChannel, family: ChainFamily, path: string): Promise<string>;
	/**
	 * Returns r, s and the parity. If `words` isn't `null`, signs only if the app accepts the descriptions.
	 */
	signEvmTransaction(
		talk: AppChannel,
		path: string,
		bytes: Uint8Array,
		words: SignedTokens | null,
	): Promise<Uint8Array>;
	signSvmTransaction(talk: AppChannel, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	/**
	 * `bytes`: on EVM the message without the EIP-191 prefix, on Solana the off-chain message with its
	 * header.
	 */
	signMessage(talk: AppChannel, family: ChainFamily, path: string, bytes: Uint8Array): Promise<Uint8Array>;
	signTypedData(
		talk: AppChannel,
		path: string,
		typedData: string,
		words: SignedTokens | null,
	): Promise<Uint8Array>;
}
