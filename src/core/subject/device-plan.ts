import type { Message } from "../message.ts";
import type { SignedTokens } from "./signed-token.ts";

/** Prediction of a Ledger's screens for one signed item, as far as its app and version are known. */

/** Device that must sign, as far as it is known while a review is open. */
export interface DeviceFacts {
	/** "Ledger Nano X". */
	readonly model: string;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** App as last seen open; `null` if it was never seen. */
	readonly app: {
		readonly version: string;
		readonly blindSigning: boolean;
		/** The app last rejected Ledger's signed descriptions of tokens and typed data. */
		readonly refusesWords?: boolean;
		/** *Transaction Check* is on: touch devices report that no check arrived. Absent if unknown. */
		readonly transactionCheck?: boolean;
	} | null;
	/** Ledger's token descriptions, by which its Ethereum app shows amounts. */
	readonly tokens: SignedTokens;
	/** Several devices are connected and the one with this account is unknown, so no app counts. */
	readonly isUnsure?: boolean;
}

/** One screen of the device. */
export interface DevicePage {
	/** "Amount"; empty if the screen has no title. */
	readonly title: string;
	/** Full text, not split into the device's lines; empty if the screen only has a title. */
	readonly text: string;
}

/** Hash to compare with the device, digit by digit. */
export interface DeviceHash {
	/** "Message hash", "Domain hash", "Transaction hash". */
	readonly label: Message;
	readonly value: string;
	/** The device shows this hash; otherwise it only serves comparison with other tools. */
	readonly onDevice: boolean;
}

/**
 * `clear`: the device shows everything that matters. `members`: all members of typed data by their bare
 * names. `blind`: parts, or only a hash. `impossible`: the app can't sign this. The apps call the middle two
 * blind signing.
 */
export interface DevicePlan {
	readonly sight: "clear" | "members" | "blind" | "impossible";
	/** The app refuses unless blind signing is enabled in its settings. */
	readonly needsBlindSigning: boolean;
	/** *Raw messages* replaces blind signing here; no flag of the app reports that setting. */
	readonly takesRawMessages: boolean;
	/** Whole sentences for the user: what the device shows, what it does not, and what to enable or press. */
	readonly text: Message;
	/** Screens in the device's order; empty if unknown. */
	readonly pages: readonly DevicePage[];
	readonly hashes: readonly DeviceHash[];
	/** The device's claims about tokens, to compare with our own decoding. */
	readonly claims: readonly DeviceClaim[];
}

/** Outgoing or approved tokens as the device will show them. */
export interface DeviceClaim {
	readonly kind: "send" | "approve";
	/** Lower case. */
	readonly token: string;
	readonly ticker: string;
	readonly decimals: number;
	/** Base units. */
	readonly amount: bigint;
	/** Recipient or spender, in lower case. */
	readonly party: string;
}
