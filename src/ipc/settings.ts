import type { Text } from "../core/message.ts";

/** Preferences and networks. */

export interface ChainSetting {
	readonly family: "evm" | "svm";
	/** Decimal chain id; for Solana the cluster: mainnet-beta, devnet, testnet or localnet. */
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
	/** Of a cluster that is not public, read from its RPC when it was set; null elsewhere. */
	readonly genesisHash: string | null;
	/** Of a cluster: another RPC of it, which must agree on lookup tables. Set in the settings file alone. */
	readonly secondRpcUrl?: string | null | undefined;
}

export type Theme = "system" | "light" | "dark";

export interface SettingsView {
	readonly environment: string;
	readonly baseUrl: string;
	/** Whether a token is held, never the token. */
	readonly hasToken: boolean;
	readonly tokenKeeping: Text;
	readonly chains: readonly (ChainSetting & { readonly state: Text; readonly ok: boolean | null })[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly startAtLogin: boolean;
	readonly startAtLoginSupported: boolean;
	readonly autoLockMinutes: number;
	/** Requests whose meaning can't be seen (a bare hash) may be shown and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Which route is taken where a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly version: string;
}
