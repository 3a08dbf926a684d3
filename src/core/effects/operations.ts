import type { Unit } from "../format/amount.ts";

/** Payments, approvals and swaps of a decoded transaction, with which a user's words can be compared. */

/** An asset that is moved. */
export interface Thing {
	/** A token's contract or mint; `native` for the chain's own coin. */
	readonly address: string;
	/** Its own claim if the token is on no list; `null` if nobody states one. */
	readonly symbol: string | null;
	/** The symbol is the chain's own, of the list of well-known tokens, or the user's own name for it. */
	readonly sure: boolean;
	readonly unit: Unit;
	/** The signer's holding in base units; `null` if it is not known. */
	readonly balance: bigint | null;
}

export type Operation =
	/** `to` null: nobody says whose account it goes to. `amount` null: an item. */
	| {
			readonly kind: "send";
			readonly thing: Thing;
			readonly amount: bigint | null;
			readonly to: string | null;
			/** Where it goes, before whose that is: a token account of Solana. */
			readonly account: string;
	  }
	/** `amount` null: without a limit. */
	| {
			readonly kind: "approve";
			readonly thing: Thing;
			readonly amount: bigint | null;
			readonly spender: string;
	  }
	| {
			readonly kind: "swap";
			readonly exact: "in" | "out";
			readonly gives: Thing;
			readonly gets: Thing;
			/** null: all, or several steps. */
			readonly amount: bigint | null;
	  };

export interface Operations {
	readonly chainRef: string;
	readonly operations: readonly Operation[];
	/** There is nothing else in it. */
	readonly whole: boolean;
}

/** Several swaps of one transaction are one if they lead from one token to one other. */
function joinSwaps(operations: readonly Operation[]): readonly Operation[] | null {
	const swaps = operations.filter((operation) => operation.kind === "swap");
	const [first] = swaps;
	if (first === undefined || swaps.length === 1) return operations;
	const given = new Set(swaps.map(({ gives }) => gives.address));
	const got = new Set(swaps.map(({ gets }) => gets.address));
	const starts = swaps.filter(({ gives }) => !got.has(gives.address));
	const ends = swaps.filter(({ gets }) => !given.has(gets.address));
	const [start, end] = [starts[0], ends[0]];
	const isOne =
		starts.every(({ gives }) => gives.address === start?.gives.address) &&
		ends.every(({ gets }) => gets.address === end?.gets.address) &&
		swaps.every(({ exact }) => exact === first.exact);
	if (start === undefined || end === undefined || !isOne) return null;
	const counted = first.exact === "in" ? starts : ends;
	const amount = counted.reduce<bigint | null>(
		(sum, each) => (sum === null || each.amount === null ? null : sum + each.amount),
		0n,
	);
	const one: Operation = { kind: "swap", exact: first.exact, gives: start.gives, gets: end.gets, amount };
	return [...operations.filter((operation) => operation.kind !== "swap"), one];
}

export function gathered(chainRef: string, found: readonly (readonly Operation[] | null)[]): Operations {
	const all = found.flatMap((each) => each ?? []);
	const operations = joinSwaps(all);
	return {
		chainRef,
		operations: operations ?? all.filter(({ kind }) => kind !== "swap"),
		whole: operations !== null && found.every((each) => each !== null),
	};
}
