import type { Asset, CallParty, NestingKind } from "../../decode/evm/meaning.ts";
import {
	type CallContext,
	nativeAmount,
	tokenAmount,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import type { Amount } from "../../format/amount.ts";
import {
	type AmountParam,
	amountParam,
	type Message,
	message,
	type Param,
	type Text,
} from "../../localized-text.ts";

export interface CallSentence {
	readonly text: Message;
	readonly amount: Amount | null;
}

export interface DescribeContext extends CallContext {
	readonly as: string;
}

export const WRAPPERS: Readonly<Record<NestingKind, Message>> = {
	multicall: message("call.wrapper.multicall"),
	aggregate: message("call.wrapper.aggregate"),
	safe: message("call.wrapper.safe"),
	multisend: message("call.wrapper.multisend"),
	account: message("call.wrapper.account"),
	router: message("call.wrapper.router"),
	positions: message("call.wrapper.positions"),
	payout: message("call.wrapper.payout"),
};

export const none = (text: Message): CallSentence => ({ text, amount: null });

export function assetAmount(context: CallContext, asset: Asset, raw: bigint): Amount {
	if (asset === "native") return nativeAmount(context.chainRef, raw);
	if (asset !== "wrapped") return tokenAmount(context.facts, asset, raw);
	const coin = nativeAmount(context.chainRef, raw);
	return { ...coin, symbol: message("amount.wrapped", { coin: coin.symbol }) };
}

export function assetName(context: CallContext, asset: Asset): Text {
	return asset === "native" || asset === "wrapped"
		? assetAmount(context, asset, 0n).symbol
		: unitOf(context.facts, asset).symbol;
}

export function assetParam(context: CallContext, asset: Asset, raw: bigint | null): Param {
	return raw === null
		? message("amount.all-held", { asset: assetName(context, asset) })
		: amountParam(assetAmount(context, asset, raw));
}

export const unitsOf = (raw: bigint, symbol: Text): AmountParam => ({
	amount: { raw: raw.toString(), decimals: null, symbol, checked: false },
});

export function partyName(context: DescribeContext, party: CallParty): Text {
	switch (party) {
		case "caller":
			return nameParam(context.user, context.as);
		case "here":
			return message("call.the-router");
		case "pool":
			return message("call.the-pool");
		default:
			return nameParam(context.user, party);
	}
}
