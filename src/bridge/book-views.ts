import type { AddressView } from "./views.ts";

/** The address book, for both windows; it is edited in the trusted one. */

/** How often the person dealt with an address, by what they signed and what is on the chain. */
export interface DealingView {
	readonly paid: number;
	readonly allowed: number;
	/** Unix ms; null where there was never anything. */
	readonly lastAt: number | null;
}

export interface ContactView {
	readonly family: "evm" | "svm";
	/** Its label is the contact's name. */
	readonly address: AddressView;
	readonly name: string;
	readonly dealing: DealingView;
}

/** Whom the person paid or allowed something, and who is no contact. */
export interface MetView {
	readonly family: "evm" | "svm";
	readonly address: AddressView;
	readonly dealing: DealingView;
}

export interface ImportedView {
	/** Of the file, counted from 1. */
	readonly line: number;
	readonly family: "evm" | "svm";
	readonly name: string;
	readonly address: AddressView;
	/** Whole sentences. */
	readonly warnings: readonly string[];
}

/** What a file holds that waits for the person's word; nothing of it is kept yet. */
export interface ImportView {
	readonly id: string;
	/** How many can be added without a warning. */
	readonly good: number;
	/** How many have one. */
	readonly doubtful: number;
	/** How many are contacts already, letter by letter. */
	readonly already: number;
	/** The first of them, those with warnings before the others. */
	readonly shown: readonly ImportedView[];
	/** Lines that can't be used, the first of them. */
	readonly faults: readonly { readonly line: number; readonly words: string }[];
}

export interface BookView {
	/** By name. */
	readonly contacts: readonly ContactView[];
	/** The latest first. */
	readonly met: readonly MetView[];
	readonly importing: ImportView | null;
	/** A rule of the person's lets contacts through: whoever is added loosens it, which takes the password. */
	readonly takesPassword: boolean;
}
