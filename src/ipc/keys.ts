import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type AddressView, desk, nothing, password, trusted } from "./primitives.ts";
import type { AccountView } from "./wallet.ts";

export interface AccountPageView {
	readonly account: AccountView;
	readonly source: "phrase" | "imported" | "ledger" | "watch";
	readonly kept: Text | null;
	/** Number of requests that need this account's signature. They are rejected if the account is removed. */
	readonly waiting: number;
}

/** A secret in plain text, displayed for at most one minute. */
export type SecretView =
	| { readonly kind: "phrase"; readonly phrase: readonly string[]; readonly hidesAt: number }
	| {
			readonly kind: "key";
			readonly address: AddressView;
			/** EVM: 0x and 64 hex digits. Solana: 64 bytes in base58. */
			readonly key: string;
			readonly hidesAt: number;
	  };

export type KeysScreen =
	| { readonly screen: "account"; readonly page: AccountPageView }
	| { readonly screen: "changePassword" }
	/** `touch`: the user must also confirm with a fingerprint. */
	| { readonly screen: "showPhrase"; readonly hasPhrase: boolean; readonly touch: boolean }
	| { readonly screen: "exportKey"; readonly address: AddressView; readonly touch: boolean }
	| { readonly screen: "secret"; readonly secret: SecretView }
	| { readonly screen: "restore"; readonly hasPhrase: boolean; readonly imported: readonly AddressView[] }
	| {
			readonly screen: "restored";
			readonly accounts: readonly AddressView[];
			readonly lost: readonly AddressView[];
			/** Name of the file that keeps the previous keys, encrypted with the previous password. */
			readonly previousFile: string;
	  };

const address = z.string().trim().min(32).max(64);
const label = z.string().max(60);

/** The desk can only open the page. All changes are made in the trusted window. */
export const keysProcedures = {
	openAccount: desk.command(z.strictObject({ address }), { needsInput: false }),
};

export const accountPageProcedures = {
	openAccount: trusted.command(z.strictObject({ address })),
	watchAccount: trusted.command(z.strictObject({ address, label })),
	renameAccount: trusted.command(z.strictObject({ address, label })),
	hideAccount: trusted.command(z.strictObject({ address, hidden: z.boolean() })),
	removeAccount: trusted.command(z.strictObject({ address, password: password.nullable() })),
};

export const secretProcedures = {
	openExport: trusted.command(z.strictObject({ address })),
	/**
	 * Requires the password and a press and hold. If the system supports it, a fingerprint is required too.
	 */
	showPhrase: trusted.command(z.strictObject({ password })),
	exportKey: trusted.command(z.strictObject({ address, password })),
	hideSecret: trusted.command(nothing, { needsInput: false }),
};
