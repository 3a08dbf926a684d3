import { Unread } from "../data-reader.ts";
import type { IdlCall } from "../idl/read.ts";
import type { AppMeaning, AppPart } from "../meaning.ts";

/** What the calls of known programs have in common. */

/** What one instruction means, by its arguments and accounts alone. Throws Unread for what it does not know. */
type AppDecoder = (call: IdlCall) => AppMeaning;
/** By the instruction's name. */
export type AppTable = Readonly<Record<string, AppDecoder>>;

type AppBound = AppPart["bound"];

/** @param mint `native` for SOL, null where the accounts do not name it */
export const part = (
	account: string,
	mint: string | null,
	amount: bigint | null,
	bound: AppBound = "exact",
): AppPart => ({ account, mint, amount, bound });

/** The app is called as its program is, unless a call of it names another. */
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

/** An amount and a threshold: of an exact input what must come back at least, of an exact output what it costs at most. */
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

/** Of an expected output, the least that a slippage in basis points allows. */
export function leastOf(quoted: bigint, slippage: bigint): bigint {
	if (slippage > BASIS_POINTS) throw new Unread();
	return (quoted * (BASIS_POINTS - slippage)) / BASIS_POINTS;
}

/** Of an expected input, the most that a slippage in basis points allows. */
export const mostOf = (quoted: bigint, slippage: bigint): bigint =>
	(quoted * (BASIS_POINTS + slippage) + BASIS_POINTS - 1n) / BASIS_POINTS;
