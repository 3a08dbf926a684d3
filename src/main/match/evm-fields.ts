import type { AssembledEvmTransaction, Broadcaster, ChainFamily } from "../../contract/action.ts";
import type { EvmTransactionPayload } from "../../contract/commit.ts";
import { type Check, failed, noted, passed } from "./check.ts";
import type { FrozenCommit } from "./frozen.ts";
import type { Member } from "./member.ts";
import { hasWrongChecksum, readAddress, readBytes, readChainRef, readUint } from "./numeral.ts";

/** The fields of one EVM transaction, each side read strictly and compared by value. */

/** One EVM transaction to be signed, and who it is for: a commit's, or a leg of an action. */
export interface EvmLeg {
	readonly chain_family: ChainFamily;
	readonly chain_ref: string;
	readonly signer: string;
	readonly broadcaster: Broadcaster;
	/** As the review tells it. */
	readonly transaction: AssembledEvmTransaction;
	readonly payload: EvmTransactionPayload;
}

type Owner = Pick<EvmLeg, "chain_family" | "chain_ref" | "signer" | "broadcaster">;

function chainChecks(frozen: Owner, tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check[] {
	const ref = readChainRef(frozen.chain_ref);
	const values = { reviewed: String(tx.chain_id), payload: String(payload.chain_id) };
	const family =
		frozen.chain_family === "evm"
			? passed("chain_family", "It is for an EVM chain.", { reviewed: "evm" })
			: failed("chain_family", "The commit is for another chain family.", { reviewed: frozen.chain_family });
	const named =
		ref === payload.chain_id
			? passed("chain_ref", "The commit names the payload's chain.", {
					reviewed: frozen.chain_ref,
					payload: values.payload,
				})
			: failed("chain_ref", "The commit names another chain than the payload.", {
					reviewed: frozen.chain_ref,
					payload: values.payload,
				});
	const same =
		tx.chain_id === payload.chain_id && payload.chain_id > 0
			? passed("chain_id", "Review and payload are for the same chain.", values)
			: failed("chain_id", "The payload is for another chain than the review.", values);
	return [family, named, same];
}

function sameAddress(field: string, left: string, right: string, good: string, bad: string): Check {
	const values = { reviewed: left, payload: right };
	const [a, b] = [readAddress(left), readAddress(right)];
	if (a === null || b === null) return failed(field, "An address here is not 20 bytes of hex.", values);
	if (a !== b) return failed(field, bad, values);
	if (hasWrongChecksum(left) || hasWrongChecksum(right))
		return noted(field, `${good} Its checksum is written wrongly, so it was compared by its bytes.`, values);
	return passed(field, good, values);
}

function signerChecks(frozen: Owner, tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check[] {
	return [
		sameAddress(
			"signer",
			frozen.signer,
			payload.signer,
			"The payload is for the signer that the commit names.",
			"The payload is for another signer than the commit names.",
		),
		sameAddress(
			"from",
			tx.from,
			payload.signer,
			"The review's sender is the signer.",
			"The review's sender is not the signer.",
		),
	];
}

function valueCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const stated = tx.value ?? "0";
	const values = { reviewed: stated, payload: payload.transaction.value };
	const [reviewed, sent] = [readUint(stated), readUint(payload.transaction.value)];
	if (reviewed === null || sent === null)
		return failed("value", "A value here is not written as plain digits.", values);
	return reviewed === sent
		? passed("value", "The same value, to the last wei.", values)
		: failed("value", "The payload sends another value than the review shows.", values);
}

/** At most this many characters of data stand in a row; the words name where they differ. */
const SHOWN = 138;

function shownData(data: string): string {
	if (data.length <= SHOWN) return data;
	return `${data.slice(0, SHOWN)}… (${Math.floor((data.length - 2) / 2)} bytes)`;
}

function firstDifference(left: string, right: string): number {
	let at = 2;
	while (at < left.length && left[at] === right[at]) at += 1;
	return Math.floor((at - 2) / 2);
}

function dataCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const values = { reviewed: shownData(tx.data), payload: shownData(payload.transaction.data) };
	const [reviewed, sent] = [readBytes(tx.data), readBytes(payload.transaction.data)];
	if (reviewed === null || sent === null)
		return failed("data", "The data here is not whole bytes of hex.", values);
	if (reviewed === sent) return passed("data", "The same data, byte for byte.", values);
	const at = firstDifference(reviewed, sent);
	return failed("data", `The payload carries other data than the review, from byte ${at} on.`, values);
}

function broadcasterCheck(frozen: Owner, tx: AssembledEvmTransaction): Check {
	const stated = tx.broadcaster;
	if (stated === undefined || stated === null)
		return passed("broadcaster", "The review leaves who submits to the commit.", {
			payload: frozen.broadcaster,
		});
	const values = { reviewed: stated, payload: frozen.broadcaster };
	return stated === frozen.broadcaster
		? passed("broadcaster", "Review and commit say the same about who submits.", values)
		: failed("broadcaster", "Review and commit disagree about who submits.", values);
}

function gasCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const limit = payload.transaction.gas_limit;
	const values = { reviewed: tx.gas ?? null, payload: String(limit) };
	if (!Number.isSafeInteger(limit) || limit < 0)
		return failed("gas_limit", "The gas limit is not a whole number.", values);
	if (tx.gas === undefined || tx.gas === null)
		return passed("gas_limit", "The review states no gas.", values);
	const stated = readUint(tx.gas);
	if (stated === null) return failed("gas", "The review's gas is not written as plain digits.", values);
	return stated === BigInt(limit)
		? passed("gas_limit", "The same gas limit.", values)
		: noted("gas_limit", "The gas limit differs from the review; what it can cost is shown below.", values);
}

function nonceCheck(payload: EvmTransactionPayload): Check {
	const values = { payload: String(payload.nonce) };
	return Number.isSafeInteger(payload.nonce) && payload.nonce >= 0
		? passed("nonce", "The nonce is a whole number.", values)
		: failed("nonce", "The nonce is not a whole number.", values);
}

function feeChecks(payload: EvmTransactionPayload): Check[] {
	const { max_fee_per_gas: most, max_priority_fee_per_gas: tip } = payload.transaction;
	const [max, priority] = [readUint(most), readUint(tip)];
	const feeCheck =
		max === null
			? failed("max_fee_per_gas", "The fee is not written as plain digits.", { payload: most })
			: passed("max_fee_per_gas", "The fee is readable.", { payload: most });
	if (priority === null)
		return [
			feeCheck,
			failed("max_priority_fee_per_gas", "The priority fee is not written as plain digits.", {
				payload: tip,
			}),
		];
	const above = max !== null && priority > max;
	return [
		feeCheck,
		above
			? failed("max_priority_fee_per_gas", "The priority fee is above the most per gas.", { payload: tip })
			: passed("max_priority_fee_per_gas", "The priority fee is within the most per gas.", { payload: tip }),
	];
}

function sameTransaction(left: AssembledEvmTransaction, right: AssembledEvmTransaction): boolean {
	const same = (a: unknown, b: unknown) => a !== null && a === b;
	return (
		left.chain_id === right.chain_id &&
		same(readAddress(left.from), readAddress(right.from)) &&
		same(readAddress(left.to), readAddress(right.to)) &&
		same(readUint(left.value ?? "0"), readUint(right.value ?? "0")) &&
		same(readBytes(left.data), readBytes(right.data)) &&
		(left.broadcaster ?? null) === (right.broadcaster ?? null)
	);
}

/** The request and each leg must tell the same transactions, in the same order. */
function agreementCheck(frozen: FrozenCommit): Check | null {
	const { request, legs } = frozen;
	if (legs.length === 0 || request.type !== "execute_evm") return null;
	const told = legs.flatMap((leg) => (leg.type === "execute_evm" ? leg.transactions : []));
	const at = request.transactions.findIndex((tx, index) => {
		const other = told[index];
		return other === undefined || !sameTransaction(tx, other);
	});
	return at === -1 && told.length === request.transactions.length
		? passed("request", "The request and its legs tell the same transactions.")
		: failed("request", `The request and its legs contradict each other at transaction ${at + 1}.`);
}

/** The fields of one leg, each side read strictly. */
export function evmLegChecks(leg: EvmLeg): Check[] {
	const { transaction: tx, payload } = leg;
	return [
		...chainChecks(leg, tx, payload),
		...signerChecks(leg, tx, payload),
		sameAddress(
			"to",
			tx.to,
			payload.transaction.to,
			"Both name the same target.",
			"The payload goes to another target than the review shows.",
		),
		valueCheck(tx, payload),
		dataCheck(tx, payload),
		broadcasterCheck(leg, tx),
		nonceCheck(payload),
		gasCheck(tx, payload),
		...feeChecks(payload),
	];
}

export function fieldChecks(frozen: FrozenCommit, member: Member, payload: EvmTransactionPayload): Check[] {
	const agreement = agreementCheck(frozen);
	const leg = { ...frozen, transaction: member.transaction, payload };
	return [...(agreement === null ? [] : [agreement]), ...evmLegChecks(leg)];
}
