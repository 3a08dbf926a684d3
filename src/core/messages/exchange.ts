import { plain } from "../format/plain.ts";
import { exchangeOf } from "../match/typed-data/exchanges.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { message } from "../message.ts";
import { danger, type MessageContext, type MessageExplanation } from "./explanation.ts";

/** An action at an exchange that reads signatures itself: an order, a withdrawal, another key that may trade. */
export function exchangeAction(_: MessageContext, data: TypedData): MessageExplanation {
	const app = exchangeOf(data)?.app ?? "";
	const name = plain(data.primaryType.replace(/^.*:/, ""), 48);
	const chain = String(data.domain.chainId ?? "");
	return {
		headline: { text: message("message.exchange-action", { app, name }), known: false, amount: null },
		rows: [],
		approvals: [],
		findings: [
			{
				...danger("exchange-action", message("finding.exchange-action", { app, chain })),
				stake: { kind: "application", name: app },
			},
		],
	};
}
