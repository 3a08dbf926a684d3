import type { Message } from "../localized-text.ts";
import type { SignedTokens } from "./signed-token.ts";

/** Predicts a Ledger's screens for a signed item, as far as its app and version are known. */

export interface DeviceFacts {
	readonly model: string;
	/** E.g. "m/44'/60'/0'/0/0". */
	readonly path: string;
	readonly app: {
		readonly version: string;
		readonly blindSigning: boolean;
		/** The app last rejected Ledger's signed descriptions of tokens and typed data. */
		readonly refusesWords?: boolean;
		/** The setting *Transaction Check* is on: touch devices report that no check arrived. */
		readonly transactionCheck?: boolean;
	} | null;
	/** Ledger's signed token descriptions, from which its Ethereum app formats amounts. */
	readonly tokens: SignedTokens;
	/** Several devices are connected and it is unknown which one has this account, so no app counts. */
	readonly isUnsure?: boolean;
}

export interface DevicePage {
	readonly title: string;
	readonly text: string;
}

export interface DeviceHash {
	readonly label: Message;
	readonly value: string;
	/** The device shows this hash; otherwise it only serves comparison with other tools. */
	readonly onDevice: boolean;
}

/**
 * `clear`: the device shows everything that matters. `members`: it shows all members of typed data under
 * their bare names. `blind`: it shows only some fields, or only a hash. Ledger's apps call both blind
 * signing.
 */
export interface DevicePlan {
	readonly sight: "clear" | "members" | "blind" | "impossible";
	/** The app refuses unless blind signing is enabled in its settings. */
	readonly needsBlindSigning: boolean;
	/** The setting *Raw messages* replaces blind signing here. No flag of the app reports it. */
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
