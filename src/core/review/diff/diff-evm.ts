import type { AssembledEvmTransaction } from "../../../service-api/action.ts";
import { readUint } from "../../format/numeral.ts";
import { canonicalJson } from "../../match/fingerprint.ts";
import { amountParam, message } from "../../message.ts";
import type { EvmLeg } from "../../subject/leg.ts";
import { nativeAmount } from "../../subject/subject.ts";
import { asDiffValue, type DiffField, type DiffValue, labelledValue, orNone } from "./diff-text.ts";

/** The fields of an EVM transaction that a change is told by. */

function payloadPart({ payload }: EvmLeg, part: string): string | null {
	const all: Readonly<Record<string, unknown>> = { ...payload, ...payload.transaction };
	const value = all[part] ?? null;
	return value === null ? null : String(value);
}

/** A field of the review is told only where it does not say the same as the payload, which has a row already. */
function beside(leg: EvmLeg, part: keyof AssembledEvmTransaction & string): DiffValue {
	const stated = leg.transaction?.[part] ?? null;
	const value = stated === null ? null : String(stated);
	const shown = asDiffValue(orNone(value));
	return value === payloadPart(leg, part) ? { ...shown, whole: "as the payload" } : shown;
}

function valueInCoin(leg: EvmLeg): string | DiffValue {
	const value = payloadPart(leg, "value");
	const raw = value === null ? null : readUint(value);
	if (value === null || raw === null) return orNone(value);
	return labelledValue(
		message("message.amount", { amount: amountParam(nativeAmount(leg.chainRef, raw)) }),
		value,
	);
}

export function evmFields(leg: EvmLeg): readonly DiffField[] {
	const { transaction } = leg;
	const own: readonly DiffField[] = [
		[message("difference.field.target"), orNone(payloadPart(leg, "to"))],
		[message("difference.field.value"), valueInCoin(leg)],
		[message("difference.field.data"), orNone(payloadPart(leg, "data"))],
		[message("difference.field.nonce"), orNone(payloadPart(leg, "nonce")), "nonce"],
		[message("difference.field.gas-limit"), orNone(payloadPart(leg, "gas_limit"))],
		[message("difference.field.most-per-gas"), orNone(payloadPart(leg, "max_fee_per_gas"))],
		[message("difference.field.priority-fee"), orNone(payloadPart(leg, "max_priority_fee_per_gas"))],
	];
	if (transaction === null) return own;
	const fee = transaction.fee_outcome;
	return [
		...own,
		[message("difference.field.target.review"), beside(leg, "to")],
		[message("difference.field.value.review"), beside(leg, "value")],
		[message("difference.field.data.review"), beside(leg, "data")],
		[message("difference.field.service-calls-it"), transaction.label],
		[message("difference.field.service-fee"), orNone(fee ? canonicalJson(fee) : null)],
	];
}
