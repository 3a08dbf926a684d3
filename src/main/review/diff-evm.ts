import type { AssembledEvmTransaction } from "../../contract/action.ts";
import { canonicalJson } from "../match/fingerprint.ts";
import { readUint } from "../match/numeral.ts";
import { amountWords } from "./amount.ts";
import type { Told } from "./diff-text.ts";
import type { EvmLeg } from "./leg.ts";
import { nativeAmount } from "./subject.ts";

/** The fields of an EVM transaction that a change is told by. */

type Field = readonly [field: string, value: string | Told];

function payloadPart({ payload }: EvmLeg, part: string): string {
	const all: Readonly<Record<string, unknown>> = { ...payload, ...payload.transaction };
	return String(all[part] ?? "none");
}

/** A field of the review is told only where it does not say the same as the payload, which has a row already. */
function beside(leg: EvmLeg, part: keyof AssembledEvmTransaction & string): Told {
	const text = String(leg.transaction?.[part] ?? "none");
	return { text, whole: text === payloadPart(leg, part) ? "as the payload" : text };
}

function valueText(leg: EvmLeg): string {
	const raw = readUint(payloadPart(leg, "value"));
	return raw === null ? payloadPart(leg, "value") : amountWords(nativeAmount(leg.chainRef, raw));
}

export function evmFields(leg: EvmLeg): readonly Field[] {
	const { transaction } = leg;
	const own: readonly Field[] = [
		["Target", payloadPart(leg, "to")],
		["Value", { text: valueText(leg), whole: payloadPart(leg, "value") }],
		["Data", payloadPart(leg, "data")],
		["Nonce", payloadPart(leg, "nonce")],
		["Gas limit", payloadPart(leg, "gas_limit")],
		["Most per gas, in wei", payloadPart(leg, "max_fee_per_gas")],
		["Priority fee per gas, in wei", payloadPart(leg, "max_priority_fee_per_gas")],
	];
	if (transaction === null) return own;
	const fee = transaction.fee_outcome;
	return [
		...own,
		["Target in the review", beside(leg, "to")],
		["Value in the review", beside(leg, "value")],
		["Data in the review", beside(leg, "data")],
		["What the service calls it", transaction.label],
		["Service fee", fee ? canonicalJson(fee) : "none"],
	];
}
