import { tipAccountOf } from "../../chain/tip-accounts.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import {
	type DecodedSvmTransaction,
	holderOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { Mention } from "../effects.ts";

function paidThrough(subject: DecodedSvmTransaction, account: string): Mention {
	const holder = holderOf(subject, account);
	return holder === null
		? { address: account, role: "paid" }
		: { address: holder, role: "paid", through: account };
}

function gainersBy(subject: DecodedSvmTransaction, meaning: SvmMeaning): readonly Mention[] {
	switch (meaning.kind) {
		case "lamports":
			return tipAccountOf(meaning.to) === null
				? [{ address: holderOf(subject, meaning.to) ?? meaning.to, role: "paid" }]
				: [];
		case "token_transfer":
			return [paidThrough(subject, meaning.destination)];
		case "token_approve":
			return meaning.amount === 0n ? [] : [{ address: meaning.delegate, role: "allowed" }];
		default:
			return [];
	}
}

function partiesBy(subject: DecodedSvmTransaction, meaning: SvmMeaning): readonly (string | null)[] {
	switch (meaning.kind) {
		case "lamports":
		case "withdraw":
		case "token_close":
		case "token_unwrap":
		case "token_authority":
		case "control":
		case "nonce":
			return [meaning.to];
		case "token_transfer":
			return [meaning.destination, holderOf(subject, meaning.destination)];
		case "token_approve":
			return [meaning.delegate];
		case "token_open":
			return [meaning.owner];
		case "lockup":
			return [meaning.custodian];
		case "rule":
			return [meaning.withdrawer, meaning.staker];
		case "app":
			return [...meaning.gets.map(({ account }) => holderOf(subject, account) ?? account), ...meaning.rulers];
		case "unknown":
		case "budget":
		case "memo":
		case "create":
		case "assign":
		case "token_revoke":
		case "token_mint":
		case "token_burn":
		case "token_freeze":
		case "other":
			return [];
	}
}

export const svmMentions = (subject: DecodedSvmTransaction): readonly Mention[] => [
	...subject.steps.flatMap(({ meaning }) => gainersBy(subject, meaning)),
	...subject.steps.flatMap(({ meaning }) =>
		partiesBy(subject, meaning).flatMap((address): Mention[] =>
			address === null ? [] : [{ address, role: "other" }],
		),
	),
];
