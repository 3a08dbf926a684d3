import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, desk, nothing, password, trusted } from "./primitives.ts";
import type { AccountView } from "./wallet.ts";

/** What a user does with keys after the first day: their password, what leaves the vault, and each account by itself. */

/** One account by itself: to receive, to rename, to hide, to take off. */
export interface AccountPageView {
	readonly account: AccountView;
	/** What goes with it when it is removed; by it the window says what brings the account back. */
	readonly source: "phrase" | "imported" | "ledger" | "watch";
	/** Why it can't be removed now; null where it can. */
	readonly kept: Text | null;
	/** Requests that wait for its signature: they are rejected with it. */
	readonly waiting: number;
}

/** In clear, for a minute at most. */
export type SecretView =
	| { readonly kind: "phrase"; readonly phrase: readonly string[]; readonly hidesAt: number }
	| {
			readonly kind: "key";
			readonly address: AddressView;
			/** EVM: 0x and 64 hex digits. Solana: base58 of 64 bytes. */
			readonly key: string;
			readonly hidesAt: number;
	  };

/** What the trusted window shows of all this. */
export type KeysScreen =
	| { readonly screen: "account"; readonly page: AccountPageView }
	| { readonly screen: "changePassword" }
	/** `touch`: a finger is asked for as well. */
	| { readonly screen: "showPhrase"; readonly hasPhrase: boolean; readonly touch: boolean }
	| { readonly screen: "exportKey"; readonly address: AddressView; readonly touch: boolean }
	| { readonly screen: "secret"; readonly secret: SecretView }
	/** `imported`: accounts that no phrase brings back. */
	| { readonly screen: "restore"; readonly hasPhrase: boolean; readonly imported: readonly AddressView[] }
	| {
			readonly screen: "restored";
			readonly accounts: readonly AddressView[];
			readonly lost: readonly AddressView[];
			/** The file with the former keys, which its own password opens. */
			readonly keptAs: string;
	  };

const address = z.string().trim().min(32).max(64);
const label = z.string().max(60);

/** The desk may ask for the page of an account; changes there take the trusted window. */
export const keysProcedures = {
	openAccount: desk.command(z.strictObject({ address }), { needsInput: false }),
};

/** Each account by itself: for the trusted window alone. */
export const accountPageProcedures = {
	openAccount: trusted.command(z.strictObject({ address })),
	/** An account to look at: nothing is ever signed for it. */
	watchAccount: trusted.command(z.strictObject({ address, label })),
	renameAccount: trusted.command(z.strictObject({ address, label })),
	hideAccount: trusted.command(z.strictObject({ address, hidden: z.boolean() })),
	/** Takes the password if the vault holds its key, and null otherwise. */
	removeAccount: trusted.command(z.strictObject({ address, password: password.nullable() })),
};

/** Phrase and keys in clear: for the trusted window alone. */
export const secretProcedures = {
	openExport: trusted.command(z.strictObject({ address })),
	/** By password and a held press; if the system reads fingerprints, by one of those as well. */
	showPhrase: trusted.command(z.strictObject({ password })),
	exportKey: trusted.command(z.strictObject({ address, password })),
	/** The window was left, or the user has seen enough. */
	hideSecret: trusted.command(nothing, { needsInput: false }),
};
