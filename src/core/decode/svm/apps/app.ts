import { Unread } from "../data-reader.ts";
import type { IdlCall } from "../idl/read.ts";
import type { AppMeaning, AppPart } from "../meaning.ts";

/** Common parts of known programs' calls. */

/**
 * Decodes an instruction from its arguments and accounts.
 * @throws Unread if unknown
 */
type AppDecoder = (call: IdlCall) => AppMeaning;
/** Keyed by instruction name. */
export type AppTable = Readonly<Record<string, AppDecoder>>;

type AppBound = AppPart["bound"];

/** @param mint `native` for SOL, `null` if the accounts don't name it */
export const part = (
	account: string,
	mint: string | null,
	amount: bigint | null,
	bound: AppBound = "exact",
): AppPart => ({ account, mint, amount, bound });

/** The app has its program's name unless a call names another. */
export const act = (
	of: AppMeaning["act"],
	{
		app = "",
		gives = [],
		gets = [],
		keeps = [],
		rulers = [],
		booked = false,
		open = null,
		fee = 0n,
		position = null,
		proposed = [],
		about = null,
	}: Partial<AppMeaning> = {},
): AppMeaning => ({
	kind: "app",
	app,
	act: of,
	gives,
	gets,
	keeps,
	rulers,
	booked,
	open,
	fee,
	position,
	proposed,
	about,
});

export interface AppSide {
	readonly account: string;
	readonly mint: string | null;
}

/**
 * Creates a swap of an amount with a threshold: minimum output for exact input, maximum input for exact
 * output.
 */
export function swap(
	from: AppSide,
	to: AppSide,
	amount: bigint,
	threshold: bigint,
	exactIn: boolean,
): AppMeaning {
	const [given, got]: [AppPart, AppPart] = exactIn
		? [part(from.account, from.mint, amount), part(to.account, to.mint, threshold, "least")]
		: [part(from.account, from.mint, threshold, "most"), part(to.account, to.mint, amount)];
	return act("swap", { gives: [given], gets: [got] });
}

const BASIS_POINTS = 10_000n;

/** Returns the minimum output for a slippage in basis points. */
export function leastOf(quoted: bigint, slippage: bigint): bigint {
	if (slippage > BASIS_POINTS) throw new Unread();
	return (quoted * (BASIS_POINTS - slippage)) / BASIS_POINTS;
}

/** Returns the maximum input for a slippage in basis points. */
export const mostOf = (quoted: bigint, slippage: bigint): bigint =>
	(quoted * (BASIS_POINTS + slippage) + BASIS_POINTS - 1n) / BASIS_POINTS;
