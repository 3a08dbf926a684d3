import { WRAPPED_SOL } from "../../chain/well-known.ts";
import type { AppAct, AppMeaning, AppPart } from "../../decode/svm/meaning.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import {
	holderOf,
	mintFor,
	mintUnit,
	type SvmContext,
	svmNameParam,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import type { Amount, Unit } from "../../format/amount.ts";
import { percentOf } from "../../format/amount.ts";
import { amountParam, type Message, message, type Param, type Text } from "../../localized-text.ts";

export interface AppSentence {
	readonly text: Message;
	readonly amount: Amount | null;
}

export function behind(context: SvmContext, account: string): Text {
	const holder = holderOf(context, account);
	return holder === null
		? message("svm.token-account", { account: svmNameParam(context.user, account) })
		: svmNameParam(context.user, holder);
}

interface Acted {
	readonly app: string;
	readonly parts: "none" | "some";
	readonly what: Param;
}

const ACTS: Readonly<Record<AppAct, (acted: Acted) => Message>> = {
	swap: ({ app, parts, what }) => message("svm.app.swap", { app, parts, what }),
	deposit: ({ app, parts, what }) => message("svm.app.deposit", { app, parts, what }),
	withdraw: ({ app, parts, what }) => message("svm.app.withdraw", { app, parts, what }),
	borrow: ({ app, parts, what }) => message("svm.app.borrow", { app, parts, what }),
	repay: ({ app, parts, what }) => message("svm.app.repay", { app, parts, what }),
	stake: ({ app, parts, what }) => message("svm.app.stake", { app, parts, what }),
	unstake: ({ app, parts, what }) => message("svm.app.unstake", { app, parts, what }),
	order: ({ app, parts, what }) => message("svm.app.order", { app, parts, what }),
	collect: ({ app, parts, what }) => message("svm.app.collect", { app, parts, what }),
	open: ({ app }) => message("svm.app.open", { app }),
	close: ({ app }) => message("svm.app.close", { app }),
	prepare: ({ app, parts, what }) => message("svm.app.prepare", { app, parts, what }),
	transfer: ({ app, parts, what }) => message("svm.app.transfer", { app, parts, what }),
	burn: ({ app, parts, what }) => message("svm.app.burn", { app, parts, what }),
	delegate: ({ app, parts, what }) => message("svm.app.delegate", { app, parts, what }),
	revoke: ({ app, parts, what }) => message("svm.app.revoke", { app, parts, what }),
	control: ({ app, parts, what }) => message("svm.app.control", { app, parts, what }),
	propose: ({ app, parts, what }) => message("svm.app.propose", { app, parts, what }),
	approve: ({ app, parts, what }) => message("svm.app.approve", { app, parts, what }),
	reject: ({ app, parts, what }) => message("svm.app.reject", { app, parts, what }),
	execute: ({ app, parts, what }) => message("svm.app.execute", { app, parts, what }),
	vote: ({ app, what }) => message("act.vote", { app, what }),
};

function unitOf(context: SvmContext, { account, mint }: AppPart): Unit {
	const token = mint === "native" ? mint : mintFor(context, account, mint);
	if (token === "native" || token === WRAPPED_SOL) return nativeAmount(context.chainRef, 0n);
	return mintUnit(context.facts, token);
}

function amountOf(context: SvmContext, part: AppPart): Amount | null {
	const { decimals, symbol, checked } = unitOf(context, part);
	return part.amount === null ? null : { raw: part.amount, decimals, symbol, checked };
}

function partParam(context: SvmContext, part: AppPart): Param {
	const found = amountOf(context, part);
	if (found === null) return unitOf(context, part).symbol;
	const amount = amountParam(found);
	switch (part.bound) {
		case "exact":
			return amount;
		case "most":
			return message("amount.at-most", { amount });
		case "least":
			return message("amount.at-least", { amount });
	}
}

const listed = (context: SvmContext, parts: readonly AppPart[]) =>
	parts.map((part) => partParam(context, part));

const holderOfPart = (context: SvmContext, { account, mint }: AppPart): string | null =>
	mint === "native" ? (holderOf(context, account) ?? account) : holderOf(context, account);

function counterpartyParam(context: SvmContext, { gets, rulers, act }: AppMeaning, text: Message): Message {
	const other = gets.find((part) => !isUserKey(context, holderOfPart(context, part)));
	if (other !== undefined) {
		const whom =
			other.mint === "native" ? svmNameParam(context.user, other.account) : behind(context, other.account);
		return message("svm.app.to", { told: text, whom });
	}
	const ruler = rulers.find((key) => act === "delegate" || act === "control" || !isUserKey(context, key));
	return ruler === undefined
		? text
		: message("svm.app.for", { told: text, whom: svmNameParam(context.user, ruler) });
}

export function describeApp(context: SvmContext, meaning: AppMeaning): AppSentence {
	const { app, act, gives, gets, fee, about } = meaning;
	const sent = act === "transfer";
	const sides = [gives, sent ? [] : gets].filter((parts) => parts.length > 0);
	const [first, second] = sides.map((parts) => listed(context, parts));
	const what =
		second === undefined
			? (about ?? first ?? [])
			: message("svm.app.exchange", { given: first ?? [], got: second });
	const asked = ACTS[act]({ app, parts: sides.length === 0 ? "none" : "some", what });
	const text = fee === 0n ? asked : message("svm.app.at-fee", { told: asked, percent: percentOf(fee) });
	const [only] = gives;
	return {
		text: counterpartyParam(context, meaning, text),
		amount: only !== undefined && gives.length === 1 ? amountOf(context, only) : null,
	};
}
