import type { Text } from "../core/localized-text.ts";
import type { AddressView, AmountView } from "./primitives.ts";

export interface ExchangePartView {
	/** Symbol of a coin, or collection and number of an item. */
	readonly label: Text;
	readonly amount: AmountView;
	/** The amount is in base units, because the decimals are unknown. */
	readonly isRaw?: true;
	readonly mark: "coin" | "dollar" | "listed" | "unlisted" | "item";
}

export interface ExchangeShareView {
	/** `taker`: whoever executes the order. `unknown`: neither a contact, nor paid before, nor a known contract. */
	readonly who: "you" | "taker" | "known" | "unknown";
	/** `null` for the user, the taker, and a share whose holder the bytes don't name. */
	readonly address: AddressView | null;
	readonly name: Text | null;
	/** `null` if only a percentage is known. */
	readonly amount: AmountView | null;
	/** Percentages in decimal digits. */
	readonly percent: string | null;
	/** Absent if it is the same at the worst price. */
	readonly percentAtWorst?: string;
	/** Width in thousandths of the whole; `null` if not comparable. */
	readonly width: number | null;
	/** More than a usual fee, for somebody unknown. */
	readonly isAlarming: boolean;
}

export interface ExchangeLossView {
	/** In dollars; `null` without a price. */
	readonly worst: Text | null;
	/** Decimal digits. */
	readonly percent: string;
	/** Present loss in dollars; `null` if unknown, or if nothing is lost. */
	readonly now: Text | null;
	/** `quote`: compared with our simulation, for lack of a price. */
	readonly against: "market" | "quote";
}

/** Positions in thousandths of the scale, which ends at the market's price or the simulated result. */
export interface ExchangeScaleView {
	readonly worst: number;
	readonly now: number | null;
	readonly worstPercent: string;
	readonly nowPercent: string | null;
}

export interface ExchangeView {
	readonly kind: "swap" | "order";
	readonly gives: readonly ExchangePartView[];
	/** `null` if no simulation shows it, or the market decides. */
	readonly gets: readonly ExchangePartView[] | null;
	readonly worst: readonly ExchangePartView[];
	/** Most that can leave; absent if the simulation shows it. */
	readonly most?: readonly ExchangePartView[];
	readonly limit: "set" | "none" | "unread";
	readonly tone: "calm" | "caution" | "danger";
	readonly loss: ExchangeLossView | null;
	readonly scale: ExchangeScaleView | null;
	/** Unknown holders of large shares come first. */
	readonly shares: readonly ExchangeShareView[];
	/** Total that the shares divide; `null` if they are of different assets. */
	readonly price: AmountView | null;
	/** Unix ms. */
	readonly until: number | null;
}
