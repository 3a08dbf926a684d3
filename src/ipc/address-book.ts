import { z } from "zod";
import type { Text } from "../core/message.ts";
import { messageSchema } from "../core/message-schema.ts";
import { type AddressView, type CommandOutcome, id, nothing, password, trusted } from "./primitives.ts";

/** Address book for both windows; edited in the trusted one. */

/** How often the user dealt with an address, from signed transactions on chain. */
export interface CounterpartyView {
	readonly paid: number;
	readonly allowed: number;
	/** Unix ms; `null` if never. */
	readonly lastAt: number | null;
}

export interface ContactView {
	readonly family: "evm" | "svm";
	/** Its label is the contact's name. */
	readonly address: AddressView;
	readonly name: string;
	readonly dealing: CounterpartyView;
}

/** Address that the user paid or approved and that is not a contact. */
export interface MetView {
	readonly family: "evm" | "svm";
	readonly address: AddressView;
	readonly dealing: CounterpartyView;
}

export interface ImportedView {
	/** Line number from 1. */
	readonly line: number;
	readonly family: "evm" | "svm";
	readonly name: string;
	readonly address: AddressView;
	/** Whole sentences. */
	readonly warnings: readonly Text[];
}

/** Contents of a file awaiting confirmation; nothing is stored yet. */
export interface ImportView {
	readonly id: string;
	/** Number of entries without a warning. */
	readonly good: number;
	/** Number of entries with a warning. */
	readonly doubtful: number;
	/** Number of entries that are already contacts. */
	readonly already: number;
	/** First entries, those with warnings on top. */
	readonly shown: readonly ImportedView[];
	/** First unusable lines. */
	readonly faults: readonly { readonly line: number; readonly text: Text }[];
}

export interface BookView {
	/** Sorted by name. */
	readonly contacts: readonly ContactView[];
	/** Latest first. */
	readonly met: readonly MetView[];
	readonly importing: ImportView | null;
	/** A rule allows contacts, so adding one loosens it and requires the password. */
	readonly takesPassword: boolean;
}

const family = z.enum(["evm", "svm"]);

const address = z.string().trim().min(1).max(100);

/** Warnings that the user must see before the contact is saved; each is a whole sentence. */
export type SaveOutcome = CommandOutcome & { readonly warnings?: readonly Text[] };

/** Address book commands, trusted window only. */
export const bookProcedures = {
	/** `despite`: warnings that the user has read and overrides. */
	saveContact: trusted.returns<SaveOutcome>()(
		z.strictObject({
			family,
			address,
			label: z.string().max(200),
			renaming: z.boolean(),
			despite: z.array(z.union([z.string().max(600), messageSchema])).max(10),
			/** Required if a rule allows contacts, which a new one loosens; otherwise `null`. */
			password: password.nullable(),
		}),
	),
	removeContact: trusted.command(z.strictObject({ family, address })),
	/** Main asks for the path; windows never name one. */
	exportContacts: trusted.command(nothing),
	/** Main asks for the file and reads it; nothing is stored before `confirmImport`. */
	importContacts: trusted.command(nothing),
	/** `doubtful`: includes entries with warnings. */
	confirmImport: trusted.command(
		z.strictObject({ id, doubtful: z.boolean(), password: password.nullable() }),
	),
	discardImport: trusted.command(nothing),
};
