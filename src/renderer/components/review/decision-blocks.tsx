import type { Band } from "../../../core/review/band.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { ContractCards } from "./contract-cards.tsx";
import { addressesIn, ExchangeCards } from "./exchange-card.tsx";
import { Money, type MoneyEdits } from "./money.tsx";
import { PartyCards, partiesOutsideTotals } from "./party-cards.tsx";
import { TypedIntent } from "./typed-intent.tsx";

type DecidedReview = Pick<
	ReviewView,
	| "approvals"
	| "typedIntent"
	| "changes"
	| "contracts"
	| "costs"
	| "exchanges"
	| "flow"
	| "headlineKnown"
	| "parties"
	| "prices"
>;

/** Excludes everything that the cards of exchanges and contracts show. */
function withoutShown({
	contracts = [],
	exchanges = [],
	...review
}: Pick<ReviewView, "contracts" | "exchanges" | "flow" | "parties">): ReviewView["parties"] {
	const shown = addressesIn(exchanges);
	const called = new Set(contracts.map(({ address }) => address.address));
	return partiesOutsideTotals(review).filter(
		({ address: { address }, imitates, role }) =>
			imitates !== null || !(shown.has(address) || (role === "contract" && called.has(address))),
	);
}

/** Blocks for the decision. First the totals by receiver, or else parties, the user's own words and money. */
export function DecisionBlocks({
	review,
	band,
	edits,
}: {
	review: DecidedReview;
	band: Band;
	edits?: MoneyEdits;
}) {
	const { contracts = [], exchanges = [], flow, parties, typedIntent } = review;
	const isBlocked = band.tone === "blocked";
	const money = <Money review={review} isBlocked={isBlocked} {...(edits === undefined ? {} : { edits })} />;
	const cards = (
		<>
			<ContractCards contracts={contracts} />
			<ExchangeCards exchanges={exchanges} isBlocked={isBlocked} isGivenKnown={review.headlineKnown} />
		</>
	);
	if (flow === undefined)
		return (
			<>
				<PartyCards parties={withoutShown(review)} />
				{cards}
				<TypedIntent typedIntent={typedIntent} band={band} />
				{money}
			</>
		);
	return (
		<>
			<PartyCards parties={parties.filter(({ imitates }) => imitates !== null)} />
			{money}
			<PartyCards parties={withoutShown(review)} />
			{cards}
			<TypedIntent typedIntent={typedIntent} band={band} />
		</>
	);
}
