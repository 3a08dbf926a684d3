import type { Message } from "../message.ts";
import type { SignedTokens } from "./signed-token.ts";

/** What a Ledger will show of one thing that is signed, as far as its app and version are known to us. */

/** The device that must sign, as far as it is known while a review is open. */
export interface DeviceFacts {
	/** "Ledger Nano X". */
	readonly model: string;
	/** "m/44'/60'/0'/0/0". */
	readonly path: string;
	/** The right app as it was last seen open; null where it was not. */
	readonly app: {
		readonly version: string;
		readonly blindSigning: boolean;
		/** It refused what Ledger signed of tokens and typed data when it was last asked. */
		readonly refusesWords?: boolean;
		/** *Transaction Check* is on: touch devices say that none came. Left out where it was not read. */
		readonly transactionCheck?: boolean;
	} | null;
	/** Ledger's descriptions of tokens, by which its Ethereum app shows amounts. */
	readonly tokens: SignedTokens;
	/** Devices are plugged in, and which of them holds the account is not known: no app of theirs counts. */
	readonly isUnsure?: boolean;
}

/** One screen of the device. */
export interface DevicePage {
	/** "Amount"; empty where the screen has no title. */
	readonly title: string;
	/** Whole, not broken into the device's lines; empty where the screen has nothing below its title. */
	readonly text: string;
}

/** To be compared with the device, digit by digit. */
export interface DeviceHash {
	/** "Message hash", "Domain hash", "Transaction hash". */
	readonly label: Message;
	readonly value: string;
	/** The device shows it; else it is only there to be compared with other tools. */
	readonly onDevice: boolean;
}

/**
 * `clear`: the device shows everything that matters. `members`: every member of typed data, by its bare name. `blind`:
 * part of it, or a hash only. `impossible`: its app can't sign this. The apps call the middle two blind signing.
 */
export interface DevicePlan {
	readonly sight: "clear" | "members" | "blind" | "impossible";
	/** The app refuses this unless blind signing is on in its settings. */
	readonly needsBlindSigning: boolean;
	/** The setting *Raw messages* serves in place of blind signing; no flag of the app tells it. */
	readonly takesRawMessages: boolean;
	/** Whole sentences for a user: what the device shows, what it doesn't, what to set or press. */
	readonly text: Message;
	/** In the device's order; empty where that is not known. */
	readonly pages: readonly DevicePage[];
	readonly hashes: readonly DeviceHash[];
	/** What the device says of tokens by their descriptions, to be held against our own reading. */
	readonly claims: readonly DeviceClaim[];
}

/** Tokens that go, or may be spent, as the device will say it. */
export interface DeviceClaim {
	readonly kind: "send" | "approve";
	/** Lower case. */
	readonly token: string;
	readonly ticker: string;
	readonly decimals: number;
	/** Base units. */
	readonly amount: bigint;
	/** Who gets them, or may spend them; lower case. */
	readonly party: string;
}
