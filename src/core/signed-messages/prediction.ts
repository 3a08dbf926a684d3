import { ZERO_ADDRESS } from "../chain/well-known.ts";
import type { Amount } from "../format/amount.ts";
import { amountOf, LABEL, offers, plainAmount } from "../format/labels.ts";
import { sameAddress } from "../identities/labels.ts";
import { amountParam, message } from "../localized-text.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { BUY, collateralOf } from "../signed/prediction.ts";
import { addressAt, type SignedReading, wholeAt } from "../signed/reading.ts";
import {
	addressText,
	explanation,
	type MessageContext,
	type MessageExplanation,
	row,
	signedAmount,
	untilRow,
} from "./explanation.ts";

const DECIMALS = 6;

export function predictionOrder(
	context: MessageContext,
	data: TypedData,
	{ deadline: end }: SignedReading,
): MessageExplanation {
	const { message: order } = data;
	const { user } = context;
	const side = wholeAt(order, "side");
	const [makes, takes] = [wholeAt(order, "makerAmount"), wholeAt(order, "takerAmount")];
	const [money, shares] = side === BUY ? [makes, takes] : [takes, makes];
	const token = collateralOf(data);
	const paid: Amount =
		token === null
			? { raw: money, decimals: DECIMALS, symbol: message("prediction.collateral"), checked: false }
			: signedAmount(context, token, money);
	const bought: Amount = {
		raw: shares,
		decimals: DECIMALS,
		symbol: message("prediction.shares"),
		checked: token !== null,
	};
	const [gives, gets] = side === BUY ? [paid, bought] : [bought, paid];
	const maker = addressAt(order, "maker");
	const isMine = sameAddress(maker, context.signer);
	const taker = memberAt(order, "taker");
	const outcome = String(wholeAt(order, "tokenId"));
	return explanation({
		headline: {
			text: offers(amountParam(gives), amountParam(gets), "Polymarket"),
			known: true,
			amount: gives,
		},
		rows: [
			row(
				LABEL.gives,
				side === BUY && token !== null
					? amountOf(amountParam(gives), addressText(user, token))
					: plainAmount(amountParam(gives)),
				"danger",
			),
			isMine
				? row(LABEL.gets, plainAmount(amountParam(gets)), "good")
				: row(LABEL.othersGet, plainAmount(amountParam(gets)), "danger"),
			row(LABEL.outcome, outcome),
			row(LABEL.maker, addressText(user, maker), isMine ? "plain" : "danger"),
			...(typeof taker === "string" && taker !== ZERO_ADDRESS
				? [row(LABEL.takenBy, addressText(user, taker))]
				: []),
			untilRow(context, LABEL.takenUntil, end),
		],
	});
}
