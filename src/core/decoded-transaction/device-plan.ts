import type { Message } from "../localized-text.ts";
import type { SignedTokens } from "./signed-token.ts";

/** Predicts the screens of a Ledger for a signed item, if its app and version are known. */

export interface DeviceFacts {
	readonly model: string;
	/** E.g. "m/44'/60'/0'/0/0". */
	readonly path: string;
	readonly app: {
		readonly version: string;
		readonly blindSigning: boolean;
		/** The app most recently rejected Ledger's signed descriptions of tokens and typed data. */
		readonly refusesWords?: boolean;
		/** The *Transaction Check* setting is on. Touch devices then report that no check arrived. */
		readonly transactionCheck?: boolean;
	} | null;
	/** Ledger's signed token descriptions, which its Ethereum app uses to format amounts. */
	readonly tokens: SignedTokens;
	/** Several devices are connected, and it's unknown which one has this account. No app counts. */
	readonly isUnsure?: boolean;
}

export interface DevicePage {
	readonly title: string;
	readonly text: string;
}

export interface DeviceHash {
	readonly label: Message;
	readonly value: string;
	/** The device shows this hash. Otherwise it's only for comparison with other tools. */
	readonly onDevice: boolean;
}

/**
 * `clear`: the device shows everything important. `members`: it shows all fields of typed data without
 * explanation. `blind`: it shows only some fields, or a hash. Ledger's apps call the last two blind signing.
 */
export interface DevicePlan {
	readonly sight: "clear" | "members" | "blind" | "impossible";
	/** The app refuses unless blind signing is enabled in its settings. */
	readonly needsBlindSigning: boolean;
	/** The *Raw messages* setting replaces blind signing here. The app doesn't report it. */
	readonly acceptsRawMessages: boolean;
	readonly text: Message;
	readonly pages: readonly DevicePage[];
	readonly hashes: readonly DeviceHash[];
	readonly claims: readonly DeviceClaim[];
}

/** Token amount that the device will display, outgoing or approved. */
export interface DeviceClaim {
	readonly kind: "send" | "approve";
	readonly token: string;
	readonly ticker: string;
	readonly decimals: number;
	readonly amount: bigint;
	readonly party: string;
}
