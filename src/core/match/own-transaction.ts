import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { readUint } from "../format/numeral.ts";
import { type Message, message } from "../localized-text.ts";
import { type Check, failed, passed } from "./check.ts";

/** Minimum gas for any transaction (Yellow Paper, G_transaction). */
const MIN_GAS = 21_000;

type NamedCheck = (field: string, text: Message, named: unknown, payload: unknown) => Check;

/**
 * Returns a check that a named value equals the payload's value. A value that couldn't be read never matches.
 * @param differs explanation of a difference
 */
export const namedCheck =
	(differs: Message): NamedCheck =>
	(field, text, named, payload) => {
		const values = { reviewed: String(named), payload: String(payload) };
		return named !== null && named === payload ? passed(field, text, values) : failed(field, differs, values);
	};

/** Checks an EVM transaction whose nonce, gas and fees were chosen by Countersign. */
export function evmFrameChecks({ nonce, transaction: tx }: EvmTransactionPayload): Check[] {
	const [most, tip] = [readUint(tx.max_fee_per_gas), readUint(tx.max_priority_fee_per_gas)];
	const isGas = Number.isSafeInteger(tx.gas_limit) && tx.gas_limit >= MIN_GAS;
	return [
		Number.isSafeInteger(nonce) && nonce >= 0
			? passed("nonce", message("match.nonce.present"), { payload: String(nonce) })
			: failed("nonce", message("match.nonce.impossible"), { payload: String(nonce) }),
		isGas
			? passed("gas_limit", message("match.revocation.gas-enough"), { payload: String(tx.gas_limit) })
			: failed("gas_limit", message("match.revocation.gas-impossible"), { payload: String(tx.gas_limit) }),
		most !== null && tip !== null && tip <= most
			? passed("fees", message("match.priority-fee.within"))
			: failed("fees", message("match.priority-fee.above-or-malformed")),
	];
}
