import type { Text } from "../core/localized-text.ts";
import type { AddressView, AmountView } from "./primitives.ts";

export interface ExchangePartView {
	/** A coin's symbol, or an item's collection and number. */
	readonly label: Text;
	readonly amount: AmountView;
	/** Set if the amount is in base units because the decimals are unknown. */
	readonly isRaw?: true;
	readonly mark: "coin" | "dollar" | "listed" | "unlisted" | "item";
}

export interface ExchangeShareView {
	/**
	 * `taker`: anyone who executes the order. `unknown`: neither a contact nor a known contract, and never
	 * paid before.
	 */
	readonly who: "you" | "taker" | "known" | "unknown";
	/** `null` for the user, for the taker, and if the bytes don't contain the recipient. */
	readonly address: AddressView | null;
	readonly name: Text | null;
	/** `null` if only a percentage is known. */
	readonly amount: AmountView | null;
	/** Decimal digits, without the percent sign. */
	readonly percent: string | null;
	/** Absent if the percentage is the same at the worst price. */
	readonly percentAtWorst?: string;
	/** Width of the bar in thousandths. `null` if the shares aren't comparable. */
	readonly width: number | null;
	/** Whether an unknown recipient gets more than a usual fee. */
	readonly isAlarming: boolean;
}

export interface ExchangeLossView {
	/** In dollars. `null` if there is no price. */
	readonly worst: Text | null;
	/** Decimal digits. */
	readonly percent: string;
	/** Current loss in dollars, or `null` if it is unknown or zero. */
	readonly now: Text | null;
	/** `quote`: compared with the app's own simulation, because there is no price. */
	readonly against: "market" | "quote";
}

/** Positions on a scale, in thousandths. The scale ends at the market price or at the simulated result. */
export interface ExchangeScaleView {
	readonly worst: number;
	readonly now: number | null;
	readonly worstPercent: string;
	readonly nowPercent: string | null;
}

export interface ExchangeView {
	readonly kind: "swap" | "order";
	readonly gives: readonly ExchangePartView[];
	/** `null` if no simulation shows the result, or if the market decides it. */
	readonly gets: readonly ExchangePartView[] | null;
	readonly worst: readonly ExchangePartView[];
	/** Maximum amount that can leave the account. Absent if the simulation shows the amount. */
	readonly most?: readonly ExchangePartView[];
	readonly limit: "set" | "none" | "unread";
	readonly tone: "calm" | "caution" | "danger";
	readonly loss: ExchangeLossView | null;
	readonly scale: ExchangeScaleView | null;
	/** Large shares for unknown recipients come first. */
	readonly shares: readonly ExchangeShareView[];
	/** The shares' total, or `null` if they are in different assets. */
	readonly price: AmountView | null;
	/** Unix ms. */
	readonly until: number | null;
}
