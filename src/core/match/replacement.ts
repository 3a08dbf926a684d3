import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { readAddress, readBytes, readChainRef, readUint } from "../format/numeral.ts";
import { type Message, message } from "../localized-text.ts";
import { type Check, failed, type MatchResult, passed, verdictOf } from "./check.ts";
import type { FrozenReplacement } from "./frozen.ts";

/**
 * Percentage of the original fees that both replacement fees must reach before nodes accept the replacement
 * (go-ethereum).
 */
const MIN_PERCENT = 110n;

export function leastReplacementFee(fee: bigint): bigint {
	return (fee * MIN_PERCENT + 99n) / 100n;
}

function same(field: string, text: Message, one: unknown, other: unknown): Check {
	const values = { reviewed: String(one), payload: String(other) };
	return one !== null && one === other
		? passed(field, text, values)
		: failed(field, message("match.replacement.differs"), values);
}

function indexChecks(frozen: FrozenReplacement): Check[] {
	const { payload, replaces } = frozen;
	const signer = readAddress(frozen.signer);
	return [
		same("chain_id", message("match.replacement.chain"), replaces.payload.chain_id, payload.chain_id),
		same("chain_ref", message("match.named.chain"), readChainRef(frozen.chain_ref), payload.chain_id),
		same(
			"signer",
			message("match.replacement.account"),
			readAddress(replaces.payload.signer),
			readAddress(payload.signer),
		),
		same("account", message("match.named.account"), signer, readAddress(payload.signer)),
		same("nonce", message("match.replacement.nonce"), replaces.payload.nonce, payload.nonce),
	];
}

function callChecks(frozen: FrozenReplacement): Check[] {
	const { transaction: tx } = frozen.payload;
	const old = frozen.replaces.payload.transaction;
	if (frozen.purpose === "cancel")
		return [
			same("to", message("match.cancel.to-self"), readAddress(frozen.signer), readAddress(tx.to)),
			same("value", message("match.call.sends-nothing"), 0n, readUint(tx.value)),
			same("data", message("match.cancel.calls-nothing"), "0x", readBytes(tx.data)),
		];
	return [
		same("to", message("match.replacement.target"), readAddress(old.to), readAddress(tx.to)),
		same("value", message("match.value.same"), readUint(old.value), readUint(tx.value)),
		same("data", message("match.data.same"), readBytes(old.data), readBytes(tx.data)),
		same("gas_limit", message("match.gas-limit.same"), old.gas_limit, tx.gas_limit),
	];
}

function feeCheck(
	field: "max_fee_per_gas" | "max_priority_fee_per_gas",
	before: EvmTransactionPayload,
	now: EvmTransactionPayload,
): Check {
	const [old, fresh] = [readUint(before.transaction[field]), readUint(now.transaction[field])];
	const values = { reviewed: before.transaction[field], payload: now.transaction[field] };
	if (old === null || fresh === null) return failed(field, message("match.fee.malformed"), values);
	return fresh >= leastReplacementFee(old)
		? passed(field, message("match.replacement-fee.enough"), values)
		: failed(field, message("match.replacement-fee.too-low"), values);
}

function feeOrderCheck({ transaction: tx }: EvmTransactionPayload): Check {
	const [most, tip] = [readUint(tx.max_fee_per_gas), readUint(tx.max_priority_fee_per_gas)];
	return most !== null && tip !== null && tip <= most
		? passed("fees", message("match.priority-fee.within"))
		: failed("fees", message("match.priority-fee.above"));
}

export function matchReplacement(frozen: FrozenReplacement): MatchResult {
	const { payload, replaces } = frozen;
	return verdictOf([
		...indexChecks(frozen),
		...callChecks(frozen),
		feeCheck("max_fee_per_gas", replaces.payload, payload),
		feeCheck("max_priority_fee_per_gas", replaces.payload, payload),
		feeOrderCheck(payload),
	]);
}
