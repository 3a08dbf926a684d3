import { nativeAmount } from "../decoded-transaction/decoded-transaction.ts";
import { amountParam, type Message, message, type Param } from "../localized-text.ts";

export interface BalanceCheck {
	/**
	 * `null` if the balance or the required amount is unknown. If `false`, `text` says that nothing was
	 * signed.
	 */
	readonly ok: boolean | null;
	readonly text: Message;
}

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
