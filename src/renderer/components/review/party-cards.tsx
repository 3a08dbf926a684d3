import clsx from "clsx";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { FEW_PARTIES } from "../../../core/review/band.ts";
import type { PartyView, ReviewView } from "../../../ipc/review.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { ChainName, useGivenName } from "../address.tsx";
import { Identicon } from "../figure/pictures.tsx";
import { sharedEnds } from "../figures.ts";
import { Fold } from "../fold.tsx";
import { WholeAddress } from "../text/whole-address.tsx";

const ALIKE: Readonly<Record<PartyView["role"], Message>> = {
	recipient: message("trusted.preview.pays"),
	spender: message("trusted.preview.pays.spender"),
	former: message("trusted.preview.pays.former"),
	contract: message("trusted.preview.pays.calls"),
	program: message("trusted.preview.pays.calls"),
	verifier: message("trusted.preview.pays.verifier"),
	warned: message("trusted.preview.pays.warned"),
};

export function partiesOutsideTotals({
	flow,
	parties,
}: Pick<ReviewView, "flow" | "parties">): readonly PartyView[] {
	if (flow === undefined) return parties;
	const shown = new Set(flow.receivers.map(({ address }) => address?.address));
	return parties.filter(({ address, imitates }) => imitates === null && !shown.has(address.address));
}

export function PartyCards({ parties }: { parties: readonly PartyView[] }) {
	if (parties.length === 0) return null;
	return (
		<section aria-label={t("flow.title")} className="mt-3 grid gap-3">
			{parties.slice(0, FEW_PARTIES).map((party) =>
				party.imitates === null ? (
					<div key={party.address.address} data-glance="party" className="card px-4 py-2.5">
						<Party party={party} />
					</div>
				) : (
					<AlikeCard key={party.address.address} party={party} imitates={party.imitates} />
				),
			)}
		</section>
	);
}

export function FurtherParties({ parties }: { parties: readonly PartyView[] }) {
	const further = parties.slice(FEW_PARTIES);
	if (further.length === 0) return null;
	return (
		<Fold
			defaultOpen
			className="px-4 py-2.5"
			title={t("trusted.preview.and-more.addresses", { count: further.length })}
		>
			<ul className="grid gap-2.5 px-4 pb-3">
				{further.map((party) => (
					<li key={party.address.address}>
						<Party party={party} />
					</li>
				))}
			</ul>
		</Fold>
	);
}

function Party({ party }: { party: PartyView }) {
	const { address, role, name, description, usage, gets = [] } = party;
	const given = useGivenName(address);
	const title = address.label ?? textOrNull(name);
	return (
		<div className="flex gap-3 max-[24rem]:gap-2">
			<Identicon address={address.address} size={32} square />
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-baseline justify-between gap-x-3">
					<p className="min-w-0 wrap-anywhere">
						<b className="font-semibold first-letter:capitalize">
							{title ?? t(`trusted.preview.party.${role}`)}
						</b>{" "}
						{given !== null && <ChainName given={given} />}
						{description !== null && <span className="text-f2 text-ink-2"> {textOf(description)}</span>}
					</p>
					{usage !== null && <p className="text-f2 text-ink-2">{textOf(usage)}</p>}
				</div>
				<WholeAddress address={address.address} />
				<Totals gets={gets} />
			</div>
		</div>
	);
}

function Totals({ gets }: { gets: readonly Text[] }) {
	return (
		<>
			{gets.map((total) => (
				<p key={textOf(total)} className="text-f2 font-semibold wrap-anywhere">
					{textOf(total)}
				</p>
			))}
		</>
	);
}

function AlikeCard({
	party: { role, address, gets = [] },
	imitates,
}: {
	party: PartyView;
	imitates: NonNullable<PartyView["imitates"]>;
}) {
	const other = imitates.address;
	const ends = sharedEnds(address.address, other.address);
	const rows = [
		{
			title: textOf(ALIKE[role]),
			view: address,
			similar: other,
			alarming: true,
			aside: t("trusted.preview.same-ends", { first: ends.first, last: ends.last }),
		},
		{
			title: other.label ?? textOf(imitates.knownAs),
			view: other,
			similar: address,
			alarming: false,
			aside: textOrNull(imitates.usage),
		},
	];
	return (
		<div data-glance="party" className="card border-danger/35 *:not-first:border-t *:not-first:border-line-2">
			{rows.map(({ title, view, similar, alarming, aside }) => (
				<div key={view.address} className="px-4 py-2">
					<div className="flex flex-wrap items-baseline justify-between gap-x-3">
						<p className={clsx("font-semibold wrap-anywhere", alarming && "text-danger")}>{title}</p>
						{aside !== null && <p className="text-f2 text-ink-2">{aside}</p>}
					</div>
					<div className="mt-1 flex items-center gap-2">
						<Identicon address={view.address} size={24} square />
						<WholeAddress address={view.address} similar={similar.address} alarming={alarming} />
					</div>
					{alarming && <Totals gets={gets} />}
				</div>
			))}
		</div>
	);
}
