import { readUint } from "../format/numeral.ts";
import type { Frozen } from "./frozen.ts";

/**
 * A transaction in an action that pays the service. It comes after the others
 * (docs/service-api/actions.md#service-fee).
 */
export interface FeeItem {
	readonly place: number;
	readonly to: string;
	/** In base units of the native coin. */
	readonly amount: bigint;
}

const KINDS: ReadonlySet<string> = new Set(["fee", "service_fee", "app_fee", "platform_fee"]);

/**
 * Returns the last of several transactions if it only sends coins and the service calls it a fee. The label
 * isn't verified, so the transaction is assessed like any other payment.
 */
export function feeItemOf(frozen: Frozen): FeeItem | null {
	if (frozen.kind !== "action" || frozen.request.type !== "execute_evm") return null;
	const { transactions } = frozen.request;
	const index = transactions.length - 1;
	const last = transactions[index];
	if (last === undefined || index === 0 || !KINDS.has(last.kind.trim().toLowerCase())) return null;
	const amount = readUint(last.value ?? "0");
	return /^(?:0x)?$/i.test(last.data) && amount !== null && amount > 0n
		? { place: index, to: last.to, amount }
		: null;
}
