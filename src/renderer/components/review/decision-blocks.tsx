import { Check, X } from "lucide-react";
import { sameText } from "../../../core/localized-text.ts";
import type { Band } from "../../../core/review/band.ts";
import type { ContractView, ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Identicon } from "../figure/pictures.tsx";
import { WholeAddress } from "../text/whole-address.tsx";
import { addressesIn, ExchangeCards } from "./exchange-card.tsx";
import { Money, type MoneyEdits } from "./money.tsx";
import { PartyCards, partiesOutsideTotals } from "./party-cards.tsx";

function TypedIntent({
	typedIntent,
	band,
}: Pick<ReviewView, "typedIntent"> & { band: Pick<Band, "reason"> }) {
	// The band already shows this text as its reason.
	if (typedIntent === null || sameText(typedIntent.text, band.reason)) return null;
	const differs = typedIntent.outcome === "differs";
	const Icon = differs ? X : Check;
	return (
		<p
			data-asked={typedIntent.outcome}
			className={`mt-2 flex items-start gap-2 text-f2 wrap-anywhere ${differs ? "text-danger" : "text-ink-2"}`}
		>
			<Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
			<span>{textOf(typedIntent.text)}</span>
		</p>
	);
}

/** Shows unverified facts about the contracts that are called. */
function ContractCards({ contracts }: { contracts: readonly ContractView[] }) {
	if (contracts.length === 0) return null;
	return (
		<section aria-label={t("contract.unlisted")} className="mt-3 grid gap-3">
			{contracts.map(({ address, title, age, code, usage }) => (
				<div
					key={address.address}
					data-glance="party"
					className="card *:not-first:border-t *:not-first:border-line-2"
				>
					<div className="flex gap-3 px-4 py-2.5 max-[24rem]:gap-2">
						<Identicon address={address.address} size={32} square />
						<div className="min-w-0 flex-1">
							<div className="flex flex-wrap items-baseline justify-between gap-x-3">
								<b className="font-semibold first-letter:capitalize">{textOf(title)}</b>
								<span className="text-f2 text-ink-2">{textOf(usage)}</span>
							</div>
							<WholeAddress address={address.address} />
						</div>
					</div>
					<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 px-4 py-2 text-f2">
						<dt className="text-ink-2">{t("contract.unlisted.age")}</dt>
						<dd>{textOf(age)}</dd>
						<dt className="text-ink-2">{t("contract.unlisted.code")}</dt>
						<dd>{textOf(code)}</dd>
					</dl>
				</div>
			))}
		</section>
	);
}

type DecidedReview = Pick<
	ReviewView,
	| "permissions"
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

/** Excludes parties that the exchange and contract cards already show. */
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

/**
 * Shows the facts for the decision. They start with the totals per recipient or, if there are none, with the
 * parties, the typed intent and the money.
 */
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
