import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, desk, nothing, password, trusted } from "./primitives.ts";
import type { AccountView } from "./wallet.ts";

/** Key management after setup: password, export from the vault, and single accounts. */

/** Page of one account: receive, rename, hide, remove. */
export interface AccountPageView {
	readonly account: AccountView;
	/** Determines what removal deletes and how the account can be restored. */
	readonly source: "phrase" | "imported" | "ledger" | "watch";
	/** Reason why it can't be removed now; `null` if it can. */
	readonly kept: Text | null;
	/** Number of requests waiting for its signature, which removal rejects. */
	readonly waiting: number;
}

/** Secret in clear, for at most a minute. */
export type SecretView =
	| { readonly kind: "phrase"; readonly phrase: readonly string[]; readonly hidesAt: number }
	| {
			readonly kind: "key";
			readonly address: AddressView;
			/** EVM: 0x and 64 hex digits. Solana: base58 of 64 bytes. */
			readonly key: string;
			readonly hidesAt: number;
	  };

/** Key screens of the trusted window. */
export type KeysScreen =
	| { readonly screen: "account"; readonly page: AccountPageView }
	| { readonly screen: "changePassword" }
	/** `touch`: a fingerprint is required too. */
	| { readonly screen: "showPhrase"; readonly hasPhrase: boolean; readonly touch: boolean }
	| { readonly screen: "exportKey"; readonly address: AddressView; readonly touch: boolean }
	| { readonly screen: "secret"; readonly secret: SecretView }
	/** `imported`: accounts that no phrase restores. */
	| { readonly screen: "restore"; readonly hasPhrase: boolean; readonly imported: readonly AddressView[] }
	| {
			readonly screen: "restored";
			readonly accounts: readonly AddressView[];
			readonly lost: readonly AddressView[];
			/** File with the previous keys, encrypted with its own password. */
			readonly keptAs: string;
	  };

const address = z.string().trim().min(32).max(64);
const label = z.string().max(60);

/** Opens an account's page. The desk may only request it; changes need the trusted window. */
export const keysProcedures = {
	openAccount: desk.command(z.strictObject({ address }), { needsInput: false }),
};

/** Account commands, trusted window only. */
export const accountPageProcedures = {
	openAccount: trusted.command(z.strictObject({ address })),
	/** Adds a watch-only account, for which nothing is ever signed. */
	watchAccount: trusted.command(z.strictObject({ address, label })),
	renameAccount: trusted.command(z.strictObject({ address, label })),
	hideAccount: trusted.command(z.strictObject({ address, hidden: z.boolean() })),
	/** Requires the password if the vault holds its key; otherwise `null`. */
	removeAccount: trusted.command(z.strictObject({ address, password: password.nullable() })),
};

/** Commands that show phrase and keys, trusted window only. */
export const secretProcedures = {
	openExport: trusted.command(z.strictObject({ address })),
	/** Requires the password and a held press, and a fingerprint if the system supports it. */
	showPhrase: trusted.command(z.strictObject({ password })),
	exportKey: trusted.command(z.strictObject({ address, password })),
	/** The window was left, or the user is done. */
	hideSecret: trusted.command(nothing, { needsInput: false }),
};
