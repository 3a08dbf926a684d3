import type { Unit } from "../format/amount.ts";

export interface Thing {
	readonly address: string;
	readonly symbol: string | null;
	/**
	 * Whether the symbol is the native coin's, or comes from the list of well-known tokens or the user. A
	 * symbol stated by the token itself doesn't count.
	 */
	readonly sure: boolean;
	readonly unit: Unit;
	readonly balance: bigint | null;
}

export type Operation =
	| {
			readonly kind: "send";
			readonly thing: Thing;
			readonly amount: bigint | null;
			readonly to: string | null;
			readonly account: string;
	  }
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
			readonly amount: bigint | null;
	  };

export interface Operations {
	readonly chainRef: string;
	readonly operations: readonly Operation[];
	readonly whole: boolean;
}

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
