import type { SvmAccount, SvmInstruction } from "../../match/svm/resolve.ts";
import { type Message, message, type Text } from "../../message.ts";
import type { DecodedArg } from "../evm/decode-evm.ts";
import { type DataReader, Unread } from "./data-reader.ts";

/** What one instruction of a Solana transaction does, by its bytes and accounts alone. Amounts are in base units. */

export type AuthorityKind = "mint" | "freeze" | "owner" | "close" | "other";

/** What a program of the chain keeps for whoever rules it. */
export type AuthorityTarget = "stake" | "vote" | "program";

/** What the one who is named may do: `withdraw` is the whole account, of a program `upgrade`. */
export type AuthorityRole = "withdraw" | "stake" | "vote" | "identity" | "upgrade";

/** Until when a stake can be withdrawn by nobody but its custodian; zero is no lockup. */
interface Lockup {
	/** Unix seconds. */
	readonly time: bigint;
	readonly epoch: bigint;
}

/** Something that a call of a known app moves. */
export interface AppPart {
	/** The token account, or the wallet for SOL. */
	readonly account: string;
	/** `native` for SOL; null where the instruction names none. */
	readonly mint: string | null;
	/** Base units; null where the instruction does not state it. */
	readonly amount: bigint | null;
	readonly bound: "exact" | "most" | "least";
}

/** What is asked of a known app. */
export type AppAct =
	| "swap"
	| "deposit"
	| "withdraw"
	| "borrow"
	| "repay"
	| "stake"
	| "unstake"
	/** Gives now what comes back by another transaction. */
	| "order"
	| "collect"
	/** An account or a position of the user's own. */
	| "open"
	| "close"
	/** Brings the app's own books up to date. */
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
	/** Counts for or against what others propose: it moves nothing by itself. */
	| "vote";

/** A call of a program whose published interface is bundled, read to its last byte: what is asked, not what happens. */
export interface AppMeaning {
	readonly kind: "app";
	readonly app: string;
	readonly act: AppAct;
	/** What is taken, and what comes for it. */
	readonly gives: readonly AppPart[];
	readonly gets: readonly AppPart[];
	/** Further accounts that it is right to hand over: a position, a ticket. */
	readonly keeps: readonly string[];
	/** Whoever is given a right, or what is made. */
	readonly rulers: readonly string[];
	/** What is given for nothing stands in the app's own books, for whoever signs, in a place that its makers run. */
	readonly booked: boolean;
	/** A whole sentence on what no byte of it tells; null where nothing is left open. */
	readonly open: Message | null;
	/** Share of a swap that whoever built it keeps, in hundredths of a percent. */
	readonly fee: bigint;
	/** Token account that owns the position into which a deposit goes; `null` if nothing is put into a position. */
	readonly position: string | null;
	/** Instructions that a proposal runs once it is approved. */
	readonly proposed: readonly SvmInstruction[];
	/** Words for what is voted; `null` for everything else. */
	readonly about: Message | null;
}

/** Account that the loader makes or enlarges, with its rent. */
export interface LoaderRoom {
	readonly payer: string;
	readonly account: string;
	/** Bytes that are added for code. */
	readonly bytes: bigint;
}

export type SvmMeaning =
	| AppMeaning
	| { readonly kind: "unknown"; readonly reason: "program" | "data" }
	/** Limits and price of the transaction's own run. */
	| { readonly kind: "budget"; readonly what: Message }
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
	/** Lamports out of an account that a program keeps; of withheld fees, tokens of an amount that nobody states. */
	| {
			readonly kind: "withdraw";
			readonly of: AuthorityTarget | "lookup_table" | "fees";
			/** Of withheld fees, the mint. */
			readonly account: string;
			readonly to: string;
			readonly authority: string;
			/** null: all of it. */
			readonly lamports: bigint | null;
	  }
	/** Somebody else rules an account that a program keeps. */
	| {
			readonly kind: "control";
			readonly of: AuthorityTarget;
			readonly account: string;
			readonly role: AuthorityRole;
			/** null: nobody from now on. */
			readonly to: string | null;
	  }
	/** Until when a stake can't be withdrawn without its custodian, and who that is. */
	| {
			readonly kind: "lockup";
			readonly stake: string;
			/** null: whoever it is already. */
			readonly custodian: string | null;
			/** null: as it is already. */
			readonly time: bigint | null;
			readonly epoch: bigint | null;
	  }
	/** A stake or vote account is set up: whoever is first to do so decides who rules it. */
	| {
			readonly kind: "rule";
			readonly of: "stake" | "vote";
			readonly account: string;
			/** Who may take all that is in it. */
			readonly withdrawer: string;
			/** Who may say where the stake goes, or who votes. */
			readonly staker: string;
			/** null: none is set. */
			readonly lockup: (Lockup & { readonly custodian: string }) | null;
	  }
	/**
	 * Read and harmless to funds by itself; `control` changes who rules something, `rent` takes SOL that its bytes
	 * don't count.
	 */
	| {
			readonly kind: "other";
			readonly text: Message;
			readonly control: boolean;
			readonly rent?: boolean;
			/** Absent if the bytes name no account that the rent is for. */
			readonly room?: LoaderRoom;
	  };

/** An instruction as understood: its name, its arguments as text, and what each account is there for. */
export interface Understood {
	readonly name: string;
	readonly meaning: SvmMeaning;
	readonly args: readonly DecodedArg[];
	/** By the place of the account; what is beyond has no role. */
	readonly roles: readonly string[];
}

/** One program's way to read its instructions. Throws Unread for what it does not know. */
export type Decoder = (data: DataReader, accounts: InstructionAccounts) => Understood;

/** The accounts of one instruction; asking for one that is not there throws Unread. */
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

/** Read, and told by its words alone. */
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
