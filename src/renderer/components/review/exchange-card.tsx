import clsx from "clsx";
import { OctagonAlert, TriangleAlert } from "lucide-react";
import type {
	ExchangePartView,
	ExchangeScaleView,
	ExchangeShareView,
	ExchangeView,
} from "../../../ipc/exchange-view.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";
import { TokenMark } from "../figure/token-mark.tsx";
import { rich } from "../rich.tsx";
import { WholeAddress } from "../text/whole-address.tsx";
import { ItemMark } from "./money.tsx";

/** Shows both sides of an exchange, and the worst result that the signed bytes allow. */
export function ExchangeCards({
	exchanges,
	isBlocked,
	isGivenKnown,
}: {
	exchanges: readonly ExchangeView[];
	/** Set if the headline already names the assets that leave the account. */
	isGivenKnown: boolean;
	/** Set if the request won't be sent. Gains are then shown without color. */
	isBlocked: boolean;
}) {
	return exchanges.map((exchange, index) =>
		exchange.kind === "swap" ? (
			<SwapCard key={index} exchange={exchange} isBlocked={isBlocked} isGivenKnown={isGivenKnown} />
		) : (
			<OrderCard key={index} exchange={exchange} isBlocked={isBlocked} />
		),
	);
}

type Cards = { readonly exchange: ExchangeView; readonly isBlocked: boolean };

function SwapCard({ exchange, isBlocked, isGivenKnown }: Cards & { readonly isGivenKnown: boolean }) {
	const { gives, gets, most, scale, shares, tone } = exchange;
	const showsGiven = !isGivenKnown || most !== undefined;
	return (
		<section
			aria-label={t("exchange.swap")}
			data-glance="exchange"
			data-tone={tone}
			className="card mt-3 overflow-hidden *:not-first:border-t *:not-first:border-line-2"
		>
			{showsGiven && (
				<div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-1.5 text-f2">
					<span className="text-ink-2">{t("exchange.you-give")}</span>
					<span className="ml-auto text-right">
						{gives.map((part, index) => (
							<Line key={index} part={part} sign="−" />
						))}
						{most !== undefined && (
							<span className="flex flex-wrap items-baseline justify-end gap-x-2 text-caution">
								{t("exchange.at-most")}
								{most.map((part, index) => (
									<Line key={index} part={part} />
								))}
							</span>
						)}
					</span>
				</div>
			)}
			<div className="grid grid-cols-3 divide-x divide-line-2 max-[24rem]:grid-cols-1 max-[24rem]:divide-x-0 max-[24rem]:divide-y">
				<Cell label={t("exchange.now")}>
					{gets === null ? (
						<Unknown>{t("exchange.now.unknown")}</Unknown>
					) : (
						<Parts parts={gets} className={clsx(!isBlocked && "text-in")} />
					)}
				</Cell>
				<Cell label={t("exchange.worst")} tone={tone}>
					<Worst exchange={exchange} />
				</Cell>
				<LossCell exchange={exchange} />
			</div>
			{scale !== null && <Scale scale={scale} tone={tone} />}
			<Shares shares={shares} price={null} />
		</section>
	);
}

const CELL_TONES = { calm: "", caution: "bg-caution-soft", danger: "bg-danger-soft" } as const;

function Cell({
	label,
	tone = "calm",
	children,
}: {
	label: string;
	tone?: ExchangeView["tone"];
	children: React.ReactNode;
}) {
	return (
		<div className={clsx("min-w-0 px-4 py-2 leading-5", CELL_TONES[tone])}>
			<p className="text-f2 text-ink-2">{label}</p>
			{children}
		</div>
	);
}

function Parts({ parts, className }: { parts: readonly ExchangePartView[]; className?: string }) {
	return parts.map(({ amount, label, mark }, index) => (
		<div key={index}>
			<p className={clsx("text-f3 font-semibold", className)}>
				{mark === "item" ? (
					<Claim text={textOf(label)} max={60} />
				) : (
					<Amount view={amount} exact="spoken" className="items-start!" />
				)}
			</p>
			{amount.fiat !== undefined && <p className="text-f2 text-ink-2">{textOf(amount.fiat)}</p>}
		</div>
	));
}

const Unknown = ({ children }: { children: string }) => <p className="text-f2 text-ink-2">{children}</p>;

function Worst({ exchange: { limit, worst } }: Pick<Cards, "exchange">) {
	if (limit === "set") return <Parts parts={worst} />;
	return limit === "none" ? (
		<>
			<p className="flex items-center gap-1 text-f3 font-semibold text-danger">
				<OctagonAlert size={15} aria-hidden className="shrink-0" />
				{t("exchange.no-limit")}
			</p>
			<p className="text-f2 text-ink-2">{t("exchange.no-limit.how")}</p>
		</>
	) : (
		<>
			<p className="flex items-center gap-1 font-semibold text-caution">
				<TriangleAlert size={15} aria-hidden className="shrink-0" />
				{t("exchange.unread")}
			</p>
			<p className="text-f2 text-ink-2">{t("exchange.unread.how")}</p>
		</>
	);
}

/** If there is no price, the worst result can only be compared with the simulated one. */
function LossCell({ exchange: { loss, limit, tone } }: Pick<Cards, "exchange">) {
	if (loss === null)
		return (
			<Cell label={t("exchange.lose")}>
				<Unknown>{t("exchange.lose.unknown")}</Unknown>
			</Cell>
		);
	const { worst, percent, now, against } = loss;
	if (limit === "unread")
		return (
			<Cell label={t("exchange.lose.now")}>
				<p className="text-f3 font-semibold">{now === null ? t("exchange.lose.nothing") : textOf(now)}</p>
				<p className="text-f2 text-ink-2">{t("exchange.percent", { percent })}</p>
			</Cell>
		);
	const look = tone === "danger" ? "text-danger" : tone === "caution" ? "text-caution" : "";
	return against === "quote" ? (
		<Cell label={t("exchange.below-quote")} tone={tone}>
			<p className={clsx("text-f3 font-semibold", look)}>{t("exchange.percent", { percent })}</p>
			<p className="text-f2 text-ink-2">{t("exchange.below-quote.why")}</p>
		</Cell>
	) : (
		<Cell label={t("exchange.lose")} tone={tone}>
			<p className={clsx("text-f3 font-semibold", look)}>{worst === null ? "" : textOf(worst)}</p>
			<p className="text-f2 text-ink-2">
				{now === null
					? t("exchange.percent.now-nothing", { percent })
					: t("exchange.percent.now", { percent, now })}
			</p>
		</Cell>
	);
}

const TICKS = { calm: "bg-accent", caution: "bg-caution", danger: "bg-danger" } as const;

/** Hidden from screen readers, because it repeats the numbers in the cells. */
function Scale({ scale, tone }: { scale: ExchangeScaleView; tone: ExchangeView["tone"] }) {
	const { worst, now, worstPercent, nowPercent } = scale;
	const end = now ?? 1_000;
	const isNear = end - worst < 240;
	// If the two ticks are too close to each other, their labels would overlap.
	const showsNow = end - worst >= 40;
	const isMarket = nowPercent !== null;
	const at = (perMille: number) => ({ left: `${perMille / 10}%` });
	return (
		<div aria-hidden className="px-4 pt-2 pb-1.5 max-[24rem]:hidden">
			<div className="relative h-3">
				<span className="absolute inset-x-0 top-1 h-1 rounded-full bg-line" />
				<span
					className={clsx("absolute top-1 h-1 rounded-full", TICKS[tone])}
					style={{ left: `${worst / 10}%`, right: `${(1_000 - end) / 10}%` }}
				/>
				{[worst, end, 1_000].map((place, index) => (
					<span
						key={index}
						className="absolute top-0 -ml-px h-3 w-0.5 rounded-full bg-ink"
						style={at(place)}
					/>
				))}
			</div>
			<div className="relative h-4 text-f1 whitespace-nowrap text-ink-2">
				<span
					className={clsx("absolute", isNear ? "-translate-x-full" : "-translate-x-1/2")}
					style={at(worst)}
				>
					{t("exchange.scale.worst", { percent: worstPercent })}
				</span>
				{nowPercent !== null && showsNow && end < 860 && (
					<span className={clsx("absolute", !isNear && "-translate-x-1/2")} style={at(end)}>
						{t("exchange.scale.now", { percent: nowPercent })}
					</span>
				)}
				<span className="absolute right-0">
					{isMarket ? t("exchange.scale.market") : t("exchange.scale.quote")}
				</span>
			</div>
		</div>
	);
}

function Line({ part: { amount, label, mark }, sign }: { part: ExchangePartView; sign?: "+" | "−" }) {
	return (
		<span className="flex flex-wrap items-baseline justify-end gap-x-2">
			<span className="font-semibold">
				{mark === "item" ? (
					<Claim text={textOf(label)} max={60} />
				) : (
					<Amount view={amount} exact="spoken" {...(sign === undefined ? {} : { sign })} />
				)}
			</span>
			{amount.fiat !== undefined && <span className="text-ink-2">{textOf(amount.fiat)}</span>}
		</span>
	);
}

function OrderCard({ exchange, isBlocked }: Cards) {
	const { gives, gets, worst, limit, tone, loss, shares, price, until } = exchange;
	const [get = null] = gets ?? [];
	const isOnePrice = gets?.every(({ amount }, at) => amount.raw === worst[at]?.amount.raw) === true;
	return (
		<section
			aria-label={t("exchange.order")}
			data-glance="exchange"
			data-tone={tone}
			className="card mt-3 overflow-hidden *:not-first:border-t *:not-first:border-line-2"
		>
			{gives.map((part, index) => (
				<Row key={index} label={index === 0 ? t("exchange.you-give") : ""} part={part} sign="−" />
			))}
			{gets?.map((part, index) => (
				<Row
					key={index}
					label={index === 0 ? t("exchange.you-get") : ""}
					part={part}
					sign="+"
					isGain={!isBlocked && tone !== "danger"}
					note={isOnePrice ? t("exchange.fixed") : t("exchange.at-best")}
				/>
			))}
			{limit === "set" && !isOnePrice
				? worst.map((part, index) => (
						<Row
							key={index}
							label={index === 0 ? t("exchange.worst") : ""}
							part={part}
							sign="+"
							tone={tone}
							isGain={!isBlocked && get === null && tone !== "danger"}
							note={get === null ? t("exchange.at-least") : t("exchange.lowest")}
						/>
					))
				: null}
			{limit !== "set" && (
				<div className={clsx("flex flex-wrap items-center gap-x-3 px-4 py-2", CELL_TONES[tone])}>
					<span className="w-16 shrink-0 text-f2 text-ink-2">{t("exchange.worst")}</span>
					<span className="min-w-0 flex-1">
						<Worst exchange={exchange} />
					</span>
				</div>
			)}
			{loss?.worst != null && (
				<p className={clsx("flex flex-wrap justify-between gap-x-3 px-4 py-1.5 text-f2", CELL_TONES[tone])}>
					<span className="text-ink-2">{t("exchange.lose")}</span>
					<span>
						<b className="font-semibold">{textOf(loss.worst)}</b>{" "}
						<span className="text-ink-2">{t("exchange.percent.market", { percent: loss.percent })}</span>
					</span>
				</p>
			)}
			<Shares shares={shares} price={price} />
			<p className="flex flex-wrap justify-between gap-x-3 px-4 py-1.5 text-f2 text-ink-2">
				<span>{t("exchange.moves-nothing")}</span>
				<span>
					{until === null
						? t("exchange.no-end")
						: t("exchange.until", { at: { at: until, style: "minute" } })}
				</span>
			</p>
		</section>
	);
}

function Row({
	label,
	part,
	sign,
	note,
	tone = "calm",
	isGain = false,
}: {
	label: string;
	part: ExchangePartView;
	sign: "+" | "−";
	note?: string;
	tone?: ExchangeView["tone"];
	isGain?: boolean;
}) {
	const { amount, mark, isRaw = false } = part;
	// The token's name is already shown on the left.
	const shown = isRaw ? { ...amount, unit: t("exchange.smallest-units") } : amount;
	return (
		<div className={clsx("flex flex-wrap items-center gap-x-3 px-4 py-2 leading-5", CELL_TONES[tone])}>
			<span className="w-16 shrink-0 text-f2 text-ink-2">{label}</span>
			<span className="max-[24rem]:hidden">{mark === "item" ? <ItemMark /> : <TokenMark mark={mark} />}</span>
			<span className="min-w-0 flex-[1_1_7rem]">
				<b className="block font-semibold wrap-anywhere">
					<Claim text={textOf(part.label)} max={60} />
				</b>
				{note !== undefined && <span className="block text-f2 text-ink-2">{note}</span>}
			</span>
			<span className="ml-auto max-w-full text-right">
				<span className={clsx("font-semibold", isGain && "text-in")}>
					<Amount view={shown} exact="spoken" {...(mark === "item" ? {} : { sign })} />
				</span>
				{amount.fiat !== undefined && <span className="block text-f2 text-ink-2">{textOf(amount.fiat)}</span>}
			</span>
		</div>
	);
}

const SWATCHES: Readonly<Record<ExchangeShareView["who"], string>> = {
	you: "bg-in",
	taker: "bg-line",
	known: "bg-ink-3",
	unknown: "bg-caution",
};

const swatchOf = ({ who, isAlarming }: ExchangeShareView) => (isAlarming ? "bg-danger" : SWATCHES[who]);

function Shares({ shares, price }: Pick<ExchangeView, "shares" | "price">) {
	if (shares.length === 0) return null;
	const isDrawn = shares.every(({ width }) => width !== null);
	return (
		<div>
			{price !== null && (
				<div className="px-4 py-2">
					<p className="flex flex-wrap justify-between gap-x-3 text-f2 text-ink-2">
						<span>{rich("exchange.who-gets", { amount: () => <Amount view={price} /> })}</span>
						{price.fiat !== undefined && <span>{textOf(price.fiat)}</span>}
					</p>
					{isDrawn && (
						<div aria-hidden className="mt-2 flex h-2 gap-0.5">
							{shares.map((share, index) => (
								<span
									key={index}
									className={clsx("h-2 min-w-0.5 rounded-xs", swatchOf(share))}
									style={{ width: `${(share.width ?? 0) / 10}%` }}
								/>
							))}
						</div>
					)}
				</div>
			)}
			<ul className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] gap-x-3">
				{shares.map((share, index) => (
					<Share key={index} share={share} isAlone={price === null} />
				))}
			</ul>
		</div>
	);
}

function nameOf({ who, address, name }: ExchangeShareView, isAlone: boolean): string {
	if (who === "you") return t("exchange.who.you");
	if (who === "taker") return t("exchange.who.taker");
	if (address === null) return t("exchange.who.unnamed");
	if (address.label !== null) return address.label;
	if (name !== null) return textOf(name);
	return isAlone && who === "known" ? address.short : t("exchange.who.unknown");
}

function Share({ share, isAlone }: { share: ExchangeShareView; isAlone: boolean }) {
	const { address, amount, percent, percentAtWorst, isAlarming, who } = share;
	const never =
		percentAtWorst === undefined
			? t("exchange.who.never-paid")
			: t("exchange.who.never-paid.worst", { worst: percentAtWorst });
	return (
		<li
			data-alarming={isAlarming}
			{...(who === "unknown" ? { "data-glance": "party" } : {})}
			className={clsx(
				"relative col-span-full grid grid-cols-subgrid items-baseline border-t border-line-2 px-4 text-f2 max-[24rem]:block",
				isAlarming
					? "border-danger/35 bg-danger-soft py-2 before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-danger"
					: "py-1",
			)}
		>
			<span
				aria-hidden
				className={clsx("size-2 self-center rounded-xs max-[24rem]:hidden", swatchOf(share))}
			/>
			<span className={clsx("min-w-0 font-medium wrap-anywhere", isAlarming && "font-semibold text-danger")}>
				<Claim text={nameOf(share, isAlone)} max={60} />
				{isAlone && <span className="font-normal text-ink-2"> {t("exchange.who.keeps")}</span>}
				{who === "unknown" && !isAlarming && (
					<span className="font-normal text-caution"> · {t("exchange.who.never-paid")}</span>
				)}
			</span>
			<span className="text-right max-[24rem]:block">
				{amount !== null && <Amount view={amount} exact="spoken" className="font-semibold" />}
			</span>
			<span className="text-right text-ink-2 max-[24rem]:block">
				{amount?.fiat === undefined ? "" : textOf(amount.fiat)}
			</span>
			<span className="text-right text-ink-2 max-[24rem]:block">
				{percent === null ? "" : t("exchange.percent", { percent })}
			</span>
			{who === "unknown" && (
				<span className="col-span-full col-start-2 max-[24rem]:block">
					{isAlarming && <span className="text-ink">{never}</span>}
					{address !== null && (
						<span className="block">
							<WholeAddress address={address.address} />
						</span>
					)}
				</span>
			)}
		</li>
	);
}

/** Returns the addresses that the cards show in full. */
export const addressesIn = (exchanges: readonly ExchangeView[]): ReadonlySet<string> =>
	new Set(
		exchanges.flatMap(({ shares }) =>
			shares.flatMap(({ address, who }) => (address === null || who !== "unknown" ? [] : [address.address])),
		),
	);
