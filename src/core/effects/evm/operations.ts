import { factValue } from "../../chain/chain-error.ts";
import { nativeOf } from "../../chain/names.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { type Leaf, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { Asset } from "../../decode/evm/meaning.ts";
import {
	type DecodedEvmTransaction,
	isUnlimited,
	nativeAmount,
	standardOf,
	tokenOf,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { labelOf } from "../../identities/labels.ts";
import { gathered, type Operation, type Operations, type Thing } from "../operations.ts";

type TokenContext = Pick<DecodedEvmTransaction, "chainRef" | "facts" | "user">;

function evmNative({ chainRef, facts }: TokenContext): Thing {
	const { symbol } = nativeOf(chainRef);
	return {
		address: "native",
		symbol,
		sure: symbol !== "native coin",
		unit: nativeAmount(chainRef, 0n),
		balance: factValue(facts?.balance),
	};
}

function evmThing(context: TokenContext, asset: Asset): Thing {
	if (asset === "native") return evmNative(context);
	if (asset === "wrapped") {
		const coin = evmNative(context);
		return { ...coin, address: "wrapped", symbol: `W${coin.symbol ?? ""}`, balance: null };
	}
	const { chainRef, facts, user } = context;
	const token = tokenOf(facts, asset);
	const listed = wellKnownAt(chainRef, asset);
	const named = labelOf(user.labels, asset);
	return {
		address: asset.toLowerCase(),
		symbol: listed?.symbol ?? named ?? factValue(token?.symbol),
		sure: listed !== null || named !== null,
		unit: unitOf(facts, asset),
		balance: factValue(token?.balance),
	};
}

function sendTo(thing: Thing, amount: bigint | null, to: string): Operation {
	return { kind: "send", thing, amount, to, account: to };
}

function evmOperations(subject: DecodedEvmTransaction, leaf: Leaf): readonly Operation[] | null {
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
		case "act":
		case "operator":
		case "approve-item":
		case "calls":
		case "moves":
		case "payment":
		case "wrap":
		case "vault":
		case "control":
		case "vote":
		case "burn":
		case "unknown":
			return null;
	}
}

function approval(thing: Thing, amount: bigint, spender: string): Operation {
	return { kind: "approve", thing, amount: isUnlimited(amount) ? null : amount, spender };
}

export function evmOperationsOf(subject: DecodedEvmTransaction): Operations {
	const leaves = leavesOf(subject.decoded, subject.signer);
	return gathered(
		subject.chainRef,
		leaves.map((leaf) => evmOperations(subject, leaf)),
	);
}
