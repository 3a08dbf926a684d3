import { nameParam } from "../decoded-transaction/party-names.ts";
import { LABEL, plainAmount } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { amountParam, message, type Param } from "../localized-text.ts";
import { exchangeOf } from "../match/typed-data/exchanges.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { newFinding } from "../risk/finding.ts";
import { DOLLAR_DECIMALS } from "../signed/exchange.ts";
import type { SignedPart, SignedReading, SignedRight } from "../signed/reading.ts";
import {
	addressText,
	explanation,
	isUsers,
	type MessageContext,
	type MessageExplanation,
	row,
} from "./explanation.ts";

const nameOf = ({ primaryType }: TypedData): string => plain(primaryType.replace(/^.*:/, ""), 48);

function unseen(data: TypedData, app: string): MessageExplanation {
	return explanation({
		headline: {
			text: message("message.exchange-action", { app, name: nameOf(data) }),
			known: false,
			amount: null,
		},
	});
}

function sends(
	context: MessageContext,
	app: string,
	{ asset, most, to }: SignedPart & { readonly to: string },
): MessageExplanation {
	const who = nameParam(context.user, to);
	const isOwn = isUsers(context, to);
	const amount =
		most === null ? null : { raw: most, decimals: DOLLAR_DECIMALS, symbol: asset.item ?? "", checked: true };
	const told =
		amount === null
			? message("message.exchange-sends.coins", { app, coin: plain(asset.item ?? "", 48), who })
			: message("message.exchange-sends", { app, amount: amountParam(amount), who });
	return explanation({
		headline: { text: told, known: true, amount },
		rows: [
			...(amount === null ? [] : [row(LABEL.sends, plainAmount(amountParam(amount)))]),
			row(LABEL.to, addressText(context.user, to), isOwn ? "good" : "danger"),
		],
	});
}

const LETS = {
	trading: (who: Param, app: string) => message("message.exchange-agent", { who, app }),
	fees: (who: Param, app: string) => message("message.exchange-fees", { who, app }),
} as const;

function lets(context: MessageContext, app: string, { holder, scope }: SignedRight): MessageExplanation {
	const who = nameParam(context.user, holder);
	const headline = LETS[scope.kind === "control" && scope.what === "fees" ? "fees" : "trading"];
	return explanation({
		headline: { text: headline(who, app), known: true, amount: null },
		rows: [row(LABEL.mayAct, addressText(context.user, holder), "danger")],
	});
}

export function exchangeAction(
	context: MessageContext,
	data: TypedData,
	{ given, rights, open }: SignedReading,
): MessageExplanation {
	const app = exchangeOf(data)?.app ?? "";
	const [part] = given;
	const [right] = rights;
	if (open !== null) return unseen(data, app);
	if (part !== undefined && part.to !== null) return sends(context, app, { ...part, to: part.to });
	if (right !== undefined) return lets(context, app, right);
	return explanation({
		headline: {
			text: message("message.exchange-action", { app, name: nameOf(data) }),
			known: true,
			amount: null,
		},
		findings: [newFinding("exchange-own", "caution", message("finding.exchange-own", { app }))],
	});
}
