import type { SvmAccount, SvmInstruction } from "../../match/svm/resolve.ts";
import { type Message, message, type Text } from "../../message.ts";
import type { DecodedArg } from "../evm/decode-evm.ts";
import { type DataReader, Unread } from "./data-reader.ts";

/** Meaning of one Solana instruction from bytes and accounts alone. Amounts are in base units. */

export type AuthorityKind = "mint" | "freeze" | "owner" | "close" | "other";

/** Native account with an authority. */
export type AuthorityTarget = "stake" | "vote" | "program";

/** Power of the authority: `withdraw` covers the whole account, `upgrade` a program. */
export type AuthorityRole = "withdraw" | "stake" | "vote" | "identity" | "upgrade";

/** Time until which only the custodian can withdraw a stake; zero means no lockup. */
interface Lockup {
	/** Unix seconds. */
	readonly time: bigint;
	readonly epoch: bigint;
}

/** Asset moved by a known app's call. */
export interface AppPart {
	/** Token account, or the wallet for SOL. */
	readonly account: string;
	/** `native` for SOL; `null` if the instruction names none. */
	readonly mint: string | null;
	/** Base units; `null` if not stated. */
	readonly amount: bigint | null;
	readonly bound: "exact" | "most" | "least";
}

/** Request to a known app. */
export type AppAct =
	| "swap"
	| "deposit"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	/** Pays now for a return in another transaction. */
	| "order"
	| "collect"
	/** Opens an account or position of the user. */
	| "open"
	| "close"
	/** Updates the app's internal records. */
	| "prepare"
	| "transfer"
	| "burn"
	| "delegate"
	| "revoke"
	| "control"
	| "propose"
	| "approve"
	| "reject"
	| "execute"
	/** Votes on others' proposals; moves nothing. */
	| "vote";

/** Fully decoded call of a program with a bundled interface: the request, not the effect. */
export interface AppMeaning {
	readonly kind: "app";
	readonly app: string;
	readonly act: AppAct;
	/** Paid assets, and expected proceeds. */
	readonly gives: readonly AppPart[];
	readonly gets: readonly AppPart[];
	/** Further accounts that may legitimately be passed: a position, a ticket. */
	readonly keeps: readonly string[];
	/** Holders of a granted right, or created objects. */
	readonly rulers: readonly string[];
	/**
	 * A payment without proceeds is credited to the signer in the app's records, in a place that its makers
	 * run.
	 */
	readonly booked: boolean;
	/** Sentence about what the bytes leave open; `null` if nothing. */
	readonly open: Message | null;
	/** Share of a swap for its creator, in basis points. */
	readonly fee: bigint;
	/** Token account that owns the position of a deposit; `null` without one. */
	readonly position: string | null;
	/** Instructions that a proposal runs after approval. */
	readonly proposed: readonly SvmInstruction[];
	/** Text about the vote; `null` for everything else. */
	readonly about: Message | null;
}

/** Account that the loader creates or enlarges, with its rent. */
export interface LoaderRoom {
	readonly payer: string;
	readonly account: string;
	/** Bytes added for code. */
	readonly bytes: bigint;
}

export type SvmMeaning =
	| AppMeaning
	| { readonly kind: "unknown"; readonly reason: "program" | "data" }
	/** Limits and price of the transaction's execution. */
	| { readonly kind: "budget"; readonly what: Message }
	| { readonly kind: "memo"; readonly text: string }
	| { readonly kind: "lamports"; readonly from: string; readonly to: string; readonly lamports: bigint }
	| {
			readonly kind: "create";
			readonly payer: string;
			readonly account: string;
			readonly lamports: bigint;
			readonly space: bigint;
			/** Future owner program of the account. */
			readonly owner: string;
	  }
	/** Assigns an account to a program. */
	| { readonly kind: "assign"; readonly account: string; readonly owner: string }
	/** Durable nonce: `advance` keeps the signature valid indefinitely. */
	| {
			readonly kind: "nonce";
			readonly what: "advance" | "withdraw" | "initialize" | "authorize" | "upgrade";
			readonly account: string;
			/** Recipient of withdrawn lamports, or new nonce authority. */
			readonly to: string | null;
			readonly lamports: bigint | null;
	  }
	| {
			readonly kind: "token_transfer";
			readonly source: string;
			readonly destination: string;
			readonly authority: string;
			/** `null` if the instruction does not name it. */
			readonly mint: string | null;
			readonly amount: bigint;
			/** Decimals that the instruction claims; the program rejects a mismatch with the mint. */
			readonly decimals: number | null;
			/** Withheld by the token's program (Token-2022). */
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
			/** `null` for nobody. */
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
	/** Its lamports go to `to`, including wrapped SOL. */
	| {
			readonly kind: "token_close";
			readonly account: string;
			readonly to: string;
			readonly authority: string;
	  }
	/** Lamports withdrawn from a native token account; `null` for all. */
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
			/** `null` if another instruction pays for the account. */
			readonly payer: string | null;
			readonly account: string;
			readonly owner: string;
			readonly mint: string;
	  }
	/** Lamports from a program's account; for withheld fees, tokens of unstated amount. */
	| {
			readonly kind: "withdraw";
			readonly of: AuthorityTarget | "lookup_table" | "fees";
			/** For withheld fees, the mint. */
			readonly account: string;
			readonly to: string;
			readonly authority: string;
			/** `null` for everything. */
			readonly lamports: bigint | null;
	  }
	/** Changes the authority of a program's account. */
	| {
			readonly kind: "control";
			readonly of: AuthorityTarget;
			readonly account: string;
			readonly role: AuthorityRole;
			/** `null` for nobody. */
			readonly to: string | null;
	  }
	/** Time until which only the custodian can withdraw a stake, and the custodian. */
	| {
			readonly kind: "lockup";
			readonly stake: string;
			/** `null` keeps the current one. */
			readonly custodian: string | null;
			/** `null` keeps the current one. */
			readonly time: bigint | null;
			readonly epoch: bigint | null;
	  }
	/** Initializes a stake or vote account: the first to do so sets its authorities. */
	| {
			readonly kind: "rule";
			readonly of: "stake" | "vote";
			readonly account: string;
			/** May withdraw everything. */
			readonly withdrawer: string;
			/** May delegate the stake, or vote. */
			readonly staker: string;
			/** `null` if none is set. */
			readonly lockup: (Lockup & { readonly custodian: string }) | null;
	  }
	/**
	 * Decoded and harmless to funds; `control` changes an authority, `rent` takes SOL that the bytes don't
	 * state.
	 */
	| {
			readonly kind: "other";
			readonly text: Message;
			readonly control: boolean;
			readonly rent?: boolean;
			/** Absent if the bytes name no account for the rent. */
			readonly room?: LoaderRoom;
	  };

/** A decoded instruction: name, arguments as text, and account roles. */
export interface Understood {
	readonly name: string;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	/** By account index; further accounts have no role. */
	readonly roles: readonly string[];
}

/**
 * Decodes one program's instructions.
 * @throws Unread if unknown
 */
export type Decoder = (data: DataReader, accounts: InstructionAccounts) => Understood;

/** Accounts of one instruction. Accessing a missing one throws Unread. */
export class InstructionAccounts {
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

/** Creates a decoded instruction with a text only. */
export function plainOther(
	name: string,
	text: Message,
	roles: readonly string[],
	args: readonly DecodedArg[] = [],
	is: { readonly control?: boolean; readonly rent?: boolean; readonly room?: LoaderRoom } = {},
): Understood {
	return { name, meaning: { kind: "other", text, control: false, rent: false, ...is }, args, roles };
}

export const arg = (name: string, type: string, value: bigint | number | Text | null): DecodedArg => ({
	name,
	type,
	value: value === null ? message("svm.argument.none") : typeof value === "object" ? value : String(value),
});
