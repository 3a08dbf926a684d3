import { amountParam, type Message, message, type Param } from "../message.ts";
import { nativeAmount } from "../subject/subject.ts";

/** Does the balance cover what can be taken of it? */
export interface BalanceCheck {
	/** Null where the balance or the need could not be told. Where it is false, `text` tells that nothing was signed. */
	readonly ok: boolean | null;
	readonly text: Message;
}

/**
 * @param need everything that can leave the balance, in base units of the chain's own coin
 * @param what names it, within a sentence: "value and fees"
 */
export function checkBalance(
	chainRef: string,
	balance: bigint | null,
	need: bigint | null,
	what: Param,
): BalanceCheck {
	if (balance === null || need === null) return { ok: null, text: message("cover.unknown") };
	const held = amountParam(nativeAmount(chainRef, balance));
	const needed = amountParam(nativeAmount(chainRef, need));
	return balance >= need
		? { ok: true, text: message("cover.enough", { held, what }) }
		: { ok: false, text: message("cover.too-low", { held, what, needed }) };
}
