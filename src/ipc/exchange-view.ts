import type { Text } from "../core/localized-text.ts";
import type { AddressView, AmountView } from "./primitives.ts";

export interface ExchangePartView {
	/** Symbol of a coin, or an item's collection and number. */
	readonly label: Text;
	readonly amount: AmountView;
	/** The amount is in base units, because the decimals are unknown. */
	readonly isRaw?: true;
	readonly mark: "coin" | "dollar" | "listed" | "unlisted" | "item";
}

export interface ExchangeShareView {
	/**
	 * `taker`: anyone who executes the order. `unknown`: not a contact, never paid before, and not a known
	 * contract.
	 */
	readonly who: "you" | "taker" | "known" | "unknown";
	/** `null` for the user, the taker, or a share whose recipient isn't in the bytes. */
	readonly address: AddressView | null;
	readonly name: Text | null;
	/** `null` if only a percentage is known. */
	readonly amount: AmountView | null;
	/** Percentages in decimal digits. */
	readonly percent: string | null;
	/** Absent if the worst price gives the same percentage. */
	readonly percentAtWorst?: string;
	/** Width in thousandths of the whole. `null` if not comparable. */
	readonly width: number | null;
	/** Larger than a usual fee, for an unknown recipient. */
	readonly isAlarming: boolean;
}

export interface ExchangeLossView {
	/** In dollars. `null` without a price. */
	readonly worst: Text | null;
	/** Decimal digits. */
	readonly percent: string;
	/** Current loss in dollars. `null` if unknown or zero. */
	readonly now: Text | null;
	/** `quote`: compared with our simulation, because there is no price. */
	readonly against: "market" | "quote";
}

/** Positions in thousandths of the scale, which ends at the market price or the simulated result. */
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
	/** Maximum that can leave. Absent if the simulation shows it. */
	readonly most?: readonly ExchangePartView[];
	readonly limit: "set" | "none" | "unread";
	readonly tone: "calm" | "caution" | "danger";
	readonly loss: ExchangeLossView | null;
	readonly scale: ExchangeScaleView | null;
	/** Large shares of unknown recipients come first. */
	readonly shares: readonly ExchangeShareView[];
	/** Total divided by the shares. `null` if they are in different assets. */
	readonly price: AmountView | null;
	/** Unix ms. */
	readonly until: number | null;
}
