import { z } from "zod";
import type { Text } from "../core/message.ts";
import { messageSchema } from "../core/message-schema.ts";
import { type AddressView, type CommandOutcome, id, nothing, password, trusted } from "./primitives.ts";

/** The address book, for both windows; it is edited in the trusted one. */

/** How often the user dealt with an address, by what they signed and what is on the chain. */
export interface CounterpartyView {
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
	readonly dealing: CounterpartyView;
}

/** Whom the user paid or allowed something, and who is no contact. */
export interface MetView {
	readonly family: "evm" | "svm";
	readonly address: AddressView;
	readonly dealing: CounterpartyView;
}

export interface ImportedView {
	/** Of the file, counted from 1. */
	readonly line: number;
	readonly family: "evm" | "svm";
	readonly name: string;
	readonly address: AddressView;
	/** Whole sentences. */
	readonly warnings: readonly Text[];
}

/** What a file holds that waits for the user's word; nothing of it is kept yet. */
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
	readonly faults: readonly { readonly line: number; readonly text: Text }[];
}

export interface BookView {
	/** By name. */
	readonly contacts: readonly ContactView[];
	/** The latest first. */
	readonly met: readonly MetView[];
	readonly importing: ImportView | null;
	/** A rule of the user's lets contacts through: whoever is added loosens it, which takes the password. */
	readonly takesPassword: boolean;
}

const family = z.enum(["evm", "svm"]);

const address = z.string().trim().min(1).max(100);

/** Why a contact was not saved at once; each is a whole sentence that the user has to have seen. */
export type SaveOutcome = CommandOutcome & { readonly warnings?: readonly Text[] };

/** The address book, for the trusted window alone. */
export const bookProcedures = {
	/** `despite`: the warnings that the user has read and wants to save it in spite of. */
	saveContact: trusted.returns<SaveOutcome>()(
		z.strictObject({
			family,
			address,
			label: z.string().max(200),
			renaming: z.boolean(),
			despite: z.array(z.union([z.string().max(600), messageSchema])).max(10),
			/** Where a rule lets contacts through, a new one loosens it; else null. */
			password: password.nullable(),
		}),
	),
	removeContact: trusted.command(z.strictObject({ family, address })),
	/** Main asks where to save; the window never names a path. */
	exportContacts: trusted.command(nothing),
	/** Main asks for the file and reads it; nothing is kept before `confirmImport`. */
	importContacts: trusted.command(nothing),
	/** `doubtful`: those with warnings too. */
	confirmImport: trusted.command(
		z.strictObject({ id, doubtful: z.boolean(), password: password.nullable() }),
	),
	discardImport: trusted.command(nothing),
};
