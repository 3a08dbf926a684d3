import { type Message, message, type Text } from "../../localized-text.ts";
import type { SvmAccount, SvmInstruction } from "../../match/svm/resolve.ts";
import type { DecodedArg } from "../evm/meaning.ts";
import { type DataReader, Unread } from "./data-reader.ts";

/** Meaning of an instruction, based only on its data and accounts. Amounts are in base units. */

export type AuthorityKind = "mint" | "freeze" | "owner" | "close" | "other";

export type AuthorityTarget = "stake" | "vote" | "program";

export type AuthorityRole = "withdraw" | "stake" | "vote" | "identity" | "upgrade";

/**
 * Only the custodian can withdraw the stake before both `time` and `epoch` have passed. Zero means no lockup.
 */
interface Lockup {
	readonly time: bigint;
	readonly epoch: bigint;
}

export interface AppPart {
	readonly account: string;
	readonly mint: string | null;
	readonly amount: bigint | null;
	readonly bound: "exact" | "most" | "least";
}

export type AppAct =
	| "swap"
	| "deposit"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	/** Pays now for something that a later transaction delivers. */
	| "order"
	| "collect"
	| "open"
	| "close"
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
	| "vote";

/** A call to a program with a published interface. It describes what is requested, not what happens. */
export interface AppMeaning {
	readonly kind: "app";
	readonly app: string;
	readonly act: AppAct;
	readonly gives: readonly AppPart[];
	readonly gets: readonly AppPart[];
	/** Other accounts that the call can transfer, such as a position or a ticket. */
	readonly keeps: readonly string[];
	/** Accounts that receive a right, or that own what the call creates. */
	readonly rulers: readonly string[];
	/** The app credits the signer in its own records, which the app's developers control. */
	readonly booked: boolean;
	readonly open: Message | null;
	readonly fee: bigint;
	readonly position: string | null;
	readonly proposed: readonly SvmInstruction[];
	readonly about: Message | null;
}

export interface LoaderRoom {
	readonly payer: string;
	readonly account: string;
	readonly bytes: bigint;
}

export type SvmMeaning =
	| AppMeaning
	| { readonly kind: "unknown"; readonly reason: "program" | "data" }
	| { readonly kind: "budget"; readonly what: Message }
	| { readonly kind: "memo"; readonly text: string }
	| { readonly kind: "lamports"; readonly from: string; readonly to: string; readonly lamports: bigint }
	| {
			readonly kind: "create";
			readonly payer: string;
			readonly account: string;
			readonly lamports: bigint;
			readonly space: bigint;
			readonly owner: string;
	  }
	| { readonly kind: "assign"; readonly account: string; readonly owner: string }
	/** A durable nonce instruction. `advance` means that the signature never expires. */
	| {
			readonly kind: "nonce";
			readonly what: "advance" | "withdraw" | "initialize" | "authorize" | "upgrade";
			readonly account: string;
			readonly to: string | null;
			readonly lamports: bigint | null;
	  }
	| {
			readonly kind: "token_transfer";
			readonly source: string;
			readonly destination: string;
			readonly authority: string;
			readonly mint: string | null;
			readonly amount: bigint;
			/** Decimals stated by the instruction. The program rejects it if they don't match the mint. */
			readonly decimals: number | null;
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
	| {
			readonly kind: "token_close";
			readonly account: string;
			readonly to: string;
			readonly authority: string;
	  }
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
			readonly payer: string | null;
			readonly account: string;
			readonly owner: string;
			readonly mint: string;
	  }
	/**
	 * Withdraws lamports from a program's account, or withheld fees. For fees, `account` is the token's mint,
	 * and the instruction doesn't state the amount.
	 */
	| {
			readonly kind: "withdraw";
			readonly of: AuthorityTarget | "lookup_table" | "fees";
			readonly account: string;
			readonly to: string;
			readonly authority: string;
			readonly lamports: bigint | null;
	  }
	| {
			readonly kind: "control";
			readonly of: AuthorityTarget;
			readonly account: string;
			readonly role: AuthorityRole;
			readonly to: string | null;
	  }
	| {
			readonly kind: "lockup";
			readonly stake: string;
			readonly custodian: string | null;
			readonly time: bigint | null;
			readonly epoch: bigint | null;
	  }
	| {
			readonly kind: "rule";
			readonly of: "stake" | "vote";
			readonly account: string;
			readonly withdrawer: string;
			readonly staker: string;
			readonly lockup: (Lockup & { readonly custodian: string }) | null;
	  }
	/**
	 * A decoded instruction that doesn't move any funds except rent. `control`: it changes an authority.
	 * `rent`: it pays an amount of SOL that the data doesn't state.
	 */
	| {
			readonly kind: "other";
			readonly text: Message;
			readonly control: boolean;
			readonly rent?: boolean;
			readonly room?: LoaderRoom;
	  };

export interface Understood {
	readonly name: string;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	readonly roles: readonly string[];
}

export type Decoder = (data: DataReader, accounts: InstructionAccounts) => Understood;

export class InstructionAccounts {
	readonly all: readonly SvmAccount[];

	constructor(all: readonly SvmAccount[]) {
		this.all = all;
	}

	at(index: number): string {
		const account = this.all[index];
		if (account === undefined) throw new Unread();
		return account.pubkey;
	}
}

/** Returns a decoder that selects one of several by the instruction's tag. */
export function byTag(
	readTag: (data: DataReader) => number,
	decoders: Readonly<Record<number, Decoder>>,
): Decoder {
	return (data, accounts) => {
		const decode = decoders[readTag(data)];
		if (decode === undefined) throw new Unread();
		return decode(data, accounts);
	};
}

export const u8Tag = (data: DataReader): number => data.u8();
export const u32Tag = (data: DataReader): number => data.u32();

export const understood = (
	name: string,
	meaning: SvmMeaning,
	roles: readonly string[],
	args: readonly DecodedArg[] = [],
): Understood => ({ name, meaning, args, roles });

export function plainOther(
	name: string,
	text: Message,
	roles: readonly string[],
	args: readonly DecodedArg[] = [],
	is: { readonly control?: boolean; readonly rent?: boolean; readonly room?: LoaderRoom } = {},
): Understood {
	return understood(name, { kind: "other", text, control: false, rent: false, ...is }, roles, args);
}

type Withdrawal = Extract<SvmMeaning, { kind: "withdraw" }>;

/** Returns a withdrawal from the first account to the second one, unless `places` differ. */
export function withdrawal(
	of: Withdrawal["of"],
	accounts: InstructionAccounts,
	lamports: bigint | null,
	places: { readonly to?: number; readonly authority?: number } = {},
): Withdrawal {
	const { to = 1, authority = 2 } = places;
	return {
		kind: "withdraw",
		of,
		account: accounts.at(0),
		to: accounts.at(to),
		authority: accounts.at(authority),
		lamports,
	};
}

export const arg = (name: string, type: string, value: bigint | number | Text | null): DecodedArg => ({
	name,
	type,
	value: value === null ? message("svm.argument.none") : typeof value === "object" ? value : String(value),
});
