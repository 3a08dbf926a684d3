import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { collectionParam, nameParam } from "../decoded-transaction/party-names.ts";
import { type GrantedPermission, lasting } from "../describe/evm/permissions.ts";
import { LABEL } from "../format/labels.ts";
import { type Message, message } from "../localized-text.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { addressAt, boolAt, wholeAt } from "../signed/reading.ts";
import {
	addressText,
	explanation,
	type MessageContext,
	type MessageExplanation,
	row,
	untilRow,
} from "./explanation.ts";

const given = (
	spender: string,
	token: string,
	kind: "token" | "operator",
	grants: boolean,
	text: Message,
): GrantedPermission => ({
	spender,
	token,
	kind,
	amount: null,
	unlimited: kind === "operator" && grants,
	grants,
	text,
	source: "decoded",
});

/**
 * The spender can take everything that the item contains, e.g. the liquidity in a position (ERC-4494, Uniswap
 * v4).
 */
export function itemPermit(
	context: MessageContext,
	{ domain, message: data }: TypedData,
): MessageExplanation {
	const { user } = context;
	const token = domain.verifyingContract ?? ZERO_ADDRESS;
	const spender = addressAt(data, "spender");
	const item = String(wholeAt(data, "tokenId"));
	const [who, collection] = [nameParam(user, spender), collectionParam(context, token)];
	const allow = lasting(message("allow.item", { who, item, collection }));
	return explanation({
		headline: { text: message("message.lets-move", { who, item, collection }), known: true, amount: null },
		rows: [
			row(LABEL.collection, addressText(user, token)),
			row(LABEL.item, item),
			row(LABEL.maySpend, addressText(user, spender)),
			untilRow(context, LABEL.usedUntil, wholeAt(data, "deadline")),
		],
		permissions: [given(spender, token, "token", true, allow)],
	});
}

export function itemPermitAll(
	context: MessageContext,
	{ domain, message: data }: TypedData,
): MessageExplanation {
	const { user } = context;
	const token = domain.verifyingContract ?? ZERO_ADDRESS;
	const operator = addressAt(data, "operator");
	const grants = boolAt(data, "approved");
	const [who, collection] = [nameParam(user, operator), collectionParam(context, token)];
	const takesBack = message("allow.take-back", { who, asset: collection });
	return explanation({
		headline: {
			text: grants
				? message("message.lets-move.all", { who, collection })
				: message("message.takes-back", { who, symbol: collection }),
			known: true,
			amount: null,
		},
		rows: [
			row(LABEL.collection, addressText(user, token)),
			row(LABEL.maySpend, addressText(user, operator), grants ? "danger" : "plain"),
			untilRow(context, LABEL.usedUntil, wholeAt(data, "deadline")),
		],
		permissions: [
			given(
				operator,
				token,
				"operator",
				grants,
				grants ? message("allow.operator", { who, collection }) : takesBack,
			),
		],
	});
}
