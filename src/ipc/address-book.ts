import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { messageSchema } from "../core/localized-text-schema.ts";
import { type AddressView, type CommandOutcome, id, nothing, password, trusted } from "./primitives.ts";

/**
 * How often the user paid or approved an address, and when they last did. Counts only transactions that were
 * signed here and confirmed on chain.
 */
export interface CounterpartyView {
	readonly paid: number;
	readonly allowed: number;
	readonly lastAt: number | null;
}

export interface ContactView {
	readonly family: "evm" | "svm";
	readonly address: AddressView;
	readonly name: string;
	readonly dealing: CounterpartyView;
}

/** An address that the user paid or approved but hasn't saved as a contact. */
export interface SeenView {
	readonly family: "evm" | "svm";
	readonly address: AddressView;
	readonly dealing: CounterpartyView;
}

export interface ImportedView {
	readonly line: number;
	readonly family: "evm" | "svm";
	readonly name: string;
	readonly address: AddressView;
	readonly warnings: readonly Text[];
}

export interface ImportView {
	readonly id: string;
	readonly good: number;
	readonly doubtful: number;
	readonly already: number;
	readonly shown: readonly ImportedView[];
	readonly faults: readonly { readonly line: number; readonly text: Text }[];
}

export interface BookView {
	readonly contacts: readonly ContactView[];
	readonly seen: readonly SeenView[];
	readonly importing: ImportView | null;
	/**
	 * Whether saving a contact requires the password. It does if a rule allows transfers to contacts, because
	 * a new contact then loosens the rule.
	 */
	readonly needsPassword: boolean;
}

const family = z.enum(["evm", "svm"]);

const address = z.string().trim().min(1).max(100);

/** `warnings`: the user must confirm them before the contact is saved. */
export type SaveOutcome = CommandOutcome & { readonly warnings?: readonly Text[] };

export const bookProcedures = {
	saveContact: trusted.returns<SaveOutcome>()(
		z.strictObject({
			family,
			address,
			label: z.string().max(200),
			renaming: z.boolean(),
			despite: z.array(z.union([z.string().max(600), messageSchema])).max(10),
			password: password.nullable(),
		}),
	),
	removeContact: trusted.command(z.strictObject({ family, address })),
	/** Main shows the file dialog, because a window must never choose a path. */
	exportContacts: trusted.command(nothing),
	/** Main shows the file dialog and reads the file. Nothing is stored until `confirmImport`. */
	importContacts: trusted.command(nothing),
	confirmImport: trusted.command(
		z.strictObject({ id, doubtful: z.boolean(), password: password.nullable() }),
	),
	discardImport: trusted.command(nothing),
};
