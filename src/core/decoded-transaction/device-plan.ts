import type { Message } from "../localized-text.ts";
import type { SignedTokens } from "./signed-token.ts";

/** Predicts which screens a Ledger will show for a signed item, if its app and version are known. */

export interface DeviceFacts {
	readonly model: string;
	/** E.g. "m/44'/60'/0'/0/0". */
	readonly path: string;
	readonly app: {
		readonly version: string;
		readonly blindSigning: boolean;
		/** The app recently rejected Ledger's signed descriptions of tokens and typed data. */
		readonly refusesDescriptors?: boolean;
		/**
		 * The *Transaction Check* setting is on, so touch devices report that they didn't receive a check.
		 */
		readonly transactionCheck?: boolean;
	} | null;
	/** Ledger's signed token descriptions, which its Ethereum app uses to format amounts. */
	readonly tokens: SignedTokens;
	/**
	 * Several devices are connected, and it's unknown which one has this account. The facts then don't
	 * include an app.
	 */
	readonly isUnsure?: boolean;
}

export interface DevicePage {
	readonly title: string;
	readonly text: string;
}

export interface DeviceHash {
	readonly label: Message;
	readonly value: string;
	/** Whether the device shows this hash. Otherwise, the hash is only for comparison with other tools. */
	readonly onDevice: boolean;
}

/**
 * `clear`: the device shows everything important. `members`: it shows all typed data fields without an
 * explanation. `blind`: it shows only some fields, or a hash. Ledger's apps call the last two blind signing.
 */
export interface DevicePlan {
	readonly sight: "clear" | "members" | "blind" | "impossible";
	/** The app refuses to sign unless blind signing is enabled in its settings. */
	readonly needsBlindSigning: boolean;
	/**
	 * The *Raw messages* setting can be enabled instead of blind signing. The app doesn't report its value.
	 */
	readonly acceptsRawMessages: boolean;
	readonly text: Message;
	readonly pages: readonly DevicePage[];
	readonly hashes: readonly DeviceHash[];
	readonly claims: readonly DeviceClaim[];
}

/** Token amount that the device will show as sent or approved. */
export interface DeviceClaim {
	readonly kind: "send" | "approve";
	readonly token: string;
	readonly ticker: string;
	readonly decimals: number;
	readonly amount: bigint;
	readonly party: string;
}
