import { factValue } from "../../chain/chain-error.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import { isSol } from "../../decoded-transaction/svm/outflow.ts";
import {
	type DecodedSvmTransaction,
	holderOf,
	mintFor,
	mintOf,
	mintUnit,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { labelOf } from "../../identities/labels.ts";
import { gathered, type Operation, type Operations, type Thing } from "../operations.ts";

const LISTED_CLUSTER = "mainnet-beta";

function svmThing(subject: DecodedSvmTransaction, mint: string | null, account: string | null): Thing {
	const { facts } = subject;
	if (mint !== null && isSol(mint))
		return {
			address: "native",
			symbol: "SOL",
			sure: true,
			unit: nativeAmount(subject.chainRef, 0n),
			balance: factValue(facts?.lamports),
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

function svmSend(
	subject: DecodedSvmTransaction,
	thing: Thing,
	amount: bigint,
	account: string,
): readonly Operation[] {
	const holder = holderOf(subject, account);
	const to = thing.address === "native" ? (holder ?? account) : holder;
	// A transfer to one of the signer's accounts only prepares a later step.
	return to === subject.signer ? [] : [{ kind: "send", thing, amount, to, account }];
}

function svmOperations(
	subject: DecodedSvmTransaction,
	{ meaning }: DecodedSvmTransaction["steps"][number],
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
		case "control":
		case "unknown":
		case "create":
		case "assign":
		case "nonce":
		case "token_revoke":
		case "token_authority":
		case "token_mint":
		case "token_burn":
		case "token_close":
		case "token_unwrap":
		case "token_freeze":
		case "withdraw":
		case "lockup":
		case "rule":
		case "other":
			return null;
	}
}

export function svmOperationsOf(subject: DecodedSvmTransaction): Operations {
	return gathered(
		subject.chainRef,
		subject.steps.map((step) => svmOperations(subject, step)),
	);
}
