import { l1ChargeOf } from "../../chain/l1-fees.ts";
import { readUint } from "../../format/numeral.ts";
import type { Subject } from "../../subject/subject.ts";

/** Network fees of a transaction, in wei. */

/** Gas limit × max fee per gas; null where the payload does not say it readably. */
export function mostWei(subject: Subject): bigint | null {
	const { gas_limit: limit, max_fee_per_gas: fee } = subject.payload.transaction;
	const price = readUint(fee);
	return price === null || limit < 0 || !Number.isSafeInteger(limit) ? null : BigInt(limit) * price;
}

/** L1's price moves by an eighth a block at most: it takes more than a minute to double, as the base fee does here. */
const L1_MARGIN = 2n;

/** For posting the transaction on L1. */
export interface L1Wei {
	readonly likely: bigint;
	readonly most: bigint;
}

const NO_L1: L1Wei = { likely: 0n, most: 0n };

const chargesBesideGas = ({ chainRef }: Subject) => {
	const charge = l1ChargeOf(Number(chainRef));
	return charge !== "none" && charge !== "gas";
};

/** null where it is not known. */
export function l1Wei(subject: Subject): L1Wei | null {
	if (!chargesBesideGas(subject)) return NO_L1;
	const read = subject.facts?.l1Fee;
	if (read?.ok !== true) return null;
	if (read.value === null) return NO_L1;
	const { data, operator } = read.value;
	return { likely: data + operator, most: data * L1_MARGIN + operator };
}
