import { known } from "../chain/chain-error.ts";
import { nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { type Leaf, leavesOf, partyAddress } from "../decode/evm/leaves.ts";
import type { Asset } from "../decode/evm/meaning.ts";
import type { Unit } from "../format/amount.ts";
import { labelOf } from "../people/labels.ts";
import { isUnlimited, nativeAmount, type Subject, standardOf, tokenOf, unitOf } from "../subject/subject.ts";
import { isSol } from "../subject/svm/outflow.ts";
import {
	holderOf,
	mintFor,
	mintOf,
	mintUnit,
	type SvmSubject,
	tokenAccountOf,
} from "../subject/svm/svm-subject.ts";

/** What a decoded transaction does, as far as a user's words can be held against it. */

/** What is moved. */
export interface Thing {
	/** A token's contract or mint; `native` for the chain's own coin. */
	readonly address: string;
	/** Of a token that no list has, only what it says of itself; null where nobody says. */
	readonly symbol: string | null;
	/** The symbol is the chain's own, of the list of well-known tokens, or the user's own name for it. */
	readonly sure: boolean;
	readonly unit: Unit;
	/** What the signer holds of it, in base units; null where it is not known. */
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

type TokenPlace = Pick<Subject, "chainRef" | "facts" | "user">;

function evmNative({ chainRef, facts }: TokenPlace): Thing {
	const { symbol } = nativeOf(chainRef);
	return {
		address: "native",
		symbol,
		sure: symbol !== "native coin",
		unit: nativeAmount(chainRef, 0n),
		balance: known(facts?.balance),
	};
}

function evmThing(place: TokenPlace, asset: Asset): Thing {
	if (asset === "native") return evmNative(place);
	if (asset === "wrapped") {
		const coin = evmNative(place);
		return { ...coin, address: "wrapped", symbol: `W${coin.symbol ?? ""}`, balance: null };
	}
	const { chainRef, facts, user } = place;
	const token = tokenOf(facts, asset);
	const listed = wellKnownAt(chainRef, asset);
	const named = labelOf(user.labels, asset);
	return {
		address: asset.toLowerCase(),
		symbol: listed?.symbol ?? named ?? known(token?.symbol),
		sure: listed !== null || named !== null,
		unit: unitOf(facts, asset),
		balance: known(token?.balance),
	};
}

function sendTo(thing: Thing, amount: bigint | null, to: string): Operation {
	return { kind: "send", thing, amount, to, account: to };
}

/** null where it does something that is not compared. */
function evmOperations(subject: Subject, leaf: Leaf): readonly Operation[] | null {
	const { decoded, sure, verified, delegate } = leaf;
	const { meaning, target, value } = decoded;
	if (!sure || !verified || delegate) return null;
	const standard = standardOf(tokenOf(subject.facts, target));
	const here = evmThing(subject, target);
	if (meaning.kind === "native") return value === 0n ? [] : [sendTo(evmNative(subject), value, target)];
	if (value > 0n && meaning.kind !== "swap") return null;
	switch (meaning.kind) {
		case "transfer":
			return [sendTo(here, meaning.amount, meaning.to)];
		case "transferFrom":
			return [sendTo(here, standard === "erc20" ? meaning.amountOrId : null, meaning.to)];
		case "items":
			return [sendTo(here, null, meaning.to)];
		case "approve":
			if (standard === "erc721" || meaning.amountOrId === 0n) return null;
			return [approval(here, meaning.amountOrId, meaning.spender)];
		case "allowance":
			return meaning.up && meaning.by > 0n ? [approval(here, meaning.by, meaning.spender)] : null;
		case "permits":
			return meaning.rows
				.filter(({ amount }) => amount > 0n)
				.map(({ token, amount, spender }) => approval(evmThing(subject, token), amount, spender));
		case "swap": {
			const to = meaning.to === null ? null : partyAddress(leaf, meaning.to);
			if (to !== null && to !== leaf.as) return null;
			const [gives, gets] = [evmThing(subject, meaning.assetIn), evmThing(subject, meaning.assetOut)];
			const amount = meaning.exact === "in" ? meaning.amountIn : meaning.amountOut;
			return [{ kind: "swap", exact: meaning.exact, gives, gets, amount }];
		}
		case "check":
			return [];
		default:
			return null;
	}
}

function approval(thing: Thing, amount: bigint, spender: string): Operation {
	return { kind: "approve", thing, amount: isUnlimited(amount) ? null : amount, spender };
}

/** Several swaps of one transaction are told as one where they lead from one token to one other. */
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

function gathered(chainRef: string, found: readonly (readonly Operation[] | null)[]): Operations {
	const all = found.flatMap((each) => each ?? []);
	const operations = joinSwaps(all);
	return {
		chainRef,
		operations: operations ?? all.filter(({ kind }) => kind !== "swap"),
		whole: operations !== null && found.every((each) => each !== null),
	};
}

export function evmOperationsOf(subject: Subject): Operations {
	const leaves = leavesOf(subject.decoded, subject.signer);
	return gathered(
		subject.chainRef,
		leaves.map((leaf) => evmOperations(subject, leaf)),
	);
}

const LISTED_CLUSTER = "mainnet-beta";

function svmThing(subject: SvmSubject, mint: string | null, account: string | null): Thing {
	const { facts } = subject;
	if (mint !== null && isSol(mint))
		return {
			address: "native",
			symbol: "SOL",
			sure: true,
			unit: nativeAmount(subject.chainRef, 0n),
			balance: known(facts?.lamports),
		};
	const listed = mint === null ? null : wellKnownAt(LISTED_CLUSTER, mint);
	const named = mint === null ? null : labelOf(subject.user.labels, mint);
	const holding = account === null ? null : tokenAccountOf(facts, account);
	return {
		address: mint ?? "",
		symbol: listed?.symbol ?? named ?? (mint === null ? null : (mintOf(facts, mint)?.symbol ?? null)),
		sure: listed !== null || named !== null,
		unit: mintUnit(facts, mint),
		balance: holding?.amount ?? null,
	};
}

function svmSend(subject: SvmSubject, thing: Thing, amount: bigint, account: string): readonly Operation[] {
	const holder = holderOf(subject, account);
	const to = thing.address === "native" ? (holder ?? account) : holder;
	// What goes into an account of the signer's own is only made ready.
	return to === subject.signer ? [] : [{ kind: "send", thing, amount, to, account }];
}

function svmOperations(
	subject: SvmSubject,
	{ meaning }: SvmSubject["steps"][number],
): readonly Operation[] | null {
	switch (meaning.kind) {
		case "lamports":
			return svmSend(subject, svmThing(subject, "native", null), meaning.lamports, meaning.to);
		case "token_transfer": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return svmSend(subject, svmThing(subject, mint, meaning.source), meaning.amount, meaning.destination);
		}
		case "token_approve": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			const amount = meaning.amount >= 2n ** 64n - 1n ? null : meaning.amount;
			const thing = svmThing(subject, mint, meaning.source);
			return [{ kind: "approve", thing, amount, spender: meaning.delegate }];
		}
		case "app": {
			const [given, ...others] = meaning.gives;
			const [got, ...more] = meaning.gets;
			if (meaning.act !== "swap" || given === undefined || got === undefined) return null;
			if (others.length > 0 || more.length > 0 || given.mint === null || got.mint === null) return null;
			if (meaning.rulers.length > 0) return null;
			return [
				{
					kind: "swap",
					exact: given.bound === "exact" ? "in" : "out",
					gives: svmThing(subject, given.mint, given.account),
					gets: svmThing(subject, got.mint, null),
					amount: given.bound === "exact" ? given.amount : got.bound === "exact" ? got.amount : null,
				},
			];
		}
		case "budget":
		case "memo":
		case "token_open":
			return [];
		default:
			return null;
	}
}

export function svmOperationsOf(subject: SvmSubject): Operations {
	return gathered(
		subject.chainRef,
		subject.steps.map((step) => svmOperations(subject, step)),
	);
}
