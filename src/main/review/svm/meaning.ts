import type { SvmAccount } from "../../match/svm-resolve.ts";
import type { DecodedArg } from "../decode-evm.ts";
import { type DataReader, Unread } from "./data-reader.ts";

/** What one instruction of a Solana transaction does, by its bytes and accounts alone. Amounts are in base units. */

export type AuthorityKind = "mint" | "freeze" | "owner" | "close" | "other";

export type SvmMeaning =
	| { readonly kind: "unknown"; readonly reason: "program" | "data" }
	/** Limits and price of the transaction's own run. */
	| { readonly kind: "budget"; readonly what: string }
	| { readonly kind: "memo"; readonly text: string }
	| { readonly kind: "lamports"; readonly from: string; readonly to: string; readonly lamports: bigint }
	| {
			readonly kind: "create";
			readonly payer: string;
			readonly account: string;
			readonly lamports: bigint;
			readonly space: bigint;
			/** The program that will rule the account. */
			readonly owner: string;
	  }
	/** Hands an account over to a program. */
	| { readonly kind: "assign"; readonly account: string; readonly owner: string }
	/** A durable nonce: `advance` keeps the signature alive without an end. */
	| {
			readonly kind: "nonce";
			readonly what: "advance" | "withdraw" | "initialize" | "authorize" | "upgrade";
			readonly account: string;
			/** Where withdrawn lamports go, or who may use the nonce from now on. */
			readonly to: string | null;
			readonly lamports: bigint | null;
	  }
	| {
			readonly kind: "token_transfer";
			readonly source: string;
			readonly destination: string;
			readonly authority: string;
			/** Null where the instruction does not name it. */
			readonly mint: string | null;
			readonly amount: bigint;
			/** As the instruction claims; the program refuses others than the mint's. */
			readonly decimals: number | null;
			/** Kept back by the token's own program (Token-2022). */
			readonly fee: bigint | null;
	  }
	| {
			readonly kind: "token_approve";
			readonly source: string;
			readonly delegate: string;
			readonly authority: string;
			readonly mint: string | null;
			readonly amount: bigint;
			readonly decimals: number | null;
	  }
	| { readonly kind: "token_revoke"; readonly source: string; readonly authority: string }
	| {
			readonly kind: "token_authority";
			readonly account: string;
			readonly authority: string;
			readonly role: AuthorityKind;
			/** Null: nobody from now on. */
			readonly to: string | null;
	  }
	| {
			readonly kind: "token_mint";
			readonly mint: string;
			readonly destination: string;
			readonly amount: bigint;
			readonly decimals: number | null;
	  }
	| {
			readonly kind: "token_burn";
			readonly source: string;
			readonly mint: string;
			readonly authority: string;
			readonly amount: bigint;
			readonly decimals: number | null;
	  }
	/** Its lamports go to `to`, with everything that is wrapped in it. */
	| {
			readonly kind: "token_close";
			readonly account: string;
			readonly to: string;
			readonly authority: string;
	  }
	/** Lamports taken out of a token account of the native coin; null for all. */
	| {
			readonly kind: "token_unwrap";
			readonly account: string;
			readonly to: string;
			readonly authority: string;
			readonly lamports: bigint | null;
	  }
	| { readonly kind: "token_freeze"; readonly account: string; readonly frozen: boolean }
	| {
			readonly kind: "token_open";
			/** Null where another instruction pays for the account. */
			readonly payer: string | null;
			readonly account: string;
			readonly owner: string;
			readonly mint: string;
	  }
	/** Lamports out of a stake account. */
	| {
			readonly kind: "stake_withdraw";
			readonly stake: string;
			readonly to: string;
			readonly authority: string;
			readonly lamports: bigint;
	  }
	/** Read and harmless to funds by itself; `control` changes who rules something. */
	| { readonly kind: "other"; readonly words: string; readonly control: boolean };

/** An instruction as understood: its name, its arguments as text, and what each account is there for. */
export interface Understood {
	readonly name: string;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	/** By the place of the account; what is beyond has no role. */
	readonly roles: readonly string[];
}

/** One program's way to read its instructions. Throws Unread for what it does not know. */
export type Decoder = (data: DataReader, accounts: Accounts) => Understood;

/** The accounts of one instruction; asking for one that is not there throws Unread. */
export class Accounts {
	readonly all: readonly SvmAccount[];

	constructor(all: readonly SvmAccount[]) {
		this.all = all;
	}

	at(place: number): string {
		const account = this.all[place];
		if (account === undefined) throw new Unread();
		return account.pubkey;
	}
}

export const arg = (name: string, type: string, value: bigint | number | string | null): DecodedArg => ({
	name,
	type,
	value: value === null ? "none" : String(value),
});
