import type { AssembledEvmTransaction, Broadcaster, ChainFamily } from "../../../service-api/action.ts";
import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import {
	type Hex,
	hasWrongChecksum,
	readAddress,
	readBytes,
	readChainRef,
	readUint,
} from "../../format/numeral.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Check, failed, noted, passed } from "../check.ts";
import type { FrozenCommit } from "../frozen.ts";
import type { Member } from "../member.ts";

export interface EvmTransactionToMatch {
	readonly chain_family: ChainFamily;
	readonly chain_ref: string;
	readonly signer: string;
	readonly broadcaster: Broadcaster;
	readonly transaction: AssembledEvmTransaction;
	readonly payload: EvmTransactionPayload;
}

type EvmSigner = Pick<EvmTransactionToMatch, "chain_family" | "chain_ref" | "signer" | "broadcaster">;

function chainChecks(
	frozen: EvmSigner,
	tx: AssembledEvmTransaction,
	payload: EvmTransactionPayload,
): Check[] {
	const ref = readChainRef(frozen.chain_ref);
	const values = { reviewed: String(tx.chain_id), payload: String(payload.chain_id) };
	const family =
		frozen.chain_family === "evm"
			? passed("chain_family", message("match.chain-family.evm"), { reviewed: "evm" })
			: failed("chain_family", message("match.chain-family.commit-other"), { reviewed: frozen.chain_family });
	const named =
		ref === payload.chain_id
			? passed("chain_ref", message("match.chain-ref.same-as-payload"), {
					reviewed: frozen.chain_ref,
					payload: values.payload,
				})
			: failed("chain_ref", message("match.chain-ref.differs-from-payload"), {
					reviewed: frozen.chain_ref,
					payload: values.payload,
				});
	const same =
		tx.chain_id === payload.chain_id && payload.chain_id > 0
			? passed("chain_id", message("match.chain.same"), values)
			: failed("chain_id", message("match.chain.differs"), values);
	return [family, named, same];
}

function sameAddress(field: string, left: string, right: string, good: Message, bad: Message): Check {
	const values = { reviewed: left, payload: right };
	const [a, b] = [readAddress(left), readAddress(right)];
	if (a === null || b === null) return failed(field, message("match.address.malformed"), values);
	if (a !== b) return failed(field, bad, values);
	if (hasWrongChecksum(left) || hasWrongChecksum(right))
		return noted(field, sentences(good, message("match.address.wrong-checksum")), values);
	return passed(field, good, values);
}

function signerChecks(
	frozen: EvmSigner,
	tx: AssembledEvmTransaction,
	payload: EvmTransactionPayload,
): Check[] {
	return [
		sameAddress(
			"signer",
			frozen.signer,
			payload.signer,
			message("match.signer.same-as-commit"),
			message("match.signer.differs-from-commit"),
		),
		sameAddress(
			"from",
			tx.from,
			payload.signer,
			message("match.sender.is-signer"),
			message("match.sender.not-signer"),
		),
	];
}

function valueCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const stated = tx.value ?? "0";
	const values = { reviewed: stated, payload: payload.transaction.value };
	const [reviewed, sent] = [readUint(stated), readUint(payload.transaction.value)];
	if (reviewed === null || sent === null) return failed("value", message("match.value.malformed"), values);
	return reviewed === sent
		? passed("value", message("match.value.same"), values)
		: failed("value", message("match.value.differs"), values);
}

const SHOWN = 138;

function shownData(data: string): string {
	if (data.length <= SHOWN) return data;
	return `${data.slice(0, SHOWN)}… (${Math.floor((data.length - 2) / 2)} bytes)`;
}

function readTwo(left: string, right: string): readonly [Hex | null, Hex | null] {
	const read = readBytes(left);
	return [read, left === right ? read : readBytes(right)];
}

function firstDifference(left: string, right: string): number {
	let at = 2;
	while (at < left.length && left[at] === right[at]) at += 1;
	return Math.floor((at - 2) / 2);
}

function dataCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const values = { reviewed: shownData(tx.data), payload: shownData(payload.transaction.data) };
	const [reviewed, sent] = readTwo(tx.data, payload.transaction.data);
	if (reviewed === null || sent === null) return failed("data", message("match.data.malformed"), values);
	if (reviewed === sent) return passed("data", message("match.data.same"), values);
	const at = firstDifference(reviewed, sent);
	return failed("data", message("match.data.differs", { byte: String(at) }), values);
}

function broadcasterCheck(frozen: EvmSigner, tx: AssembledEvmTransaction): Check {
	const stated = tx.broadcaster;
	if (stated === undefined || stated === null)
		return passed("broadcaster", message("match.broadcaster.left-to-commit"), {
			payload: frozen.broadcaster,
		});
	const values = { reviewed: stated, payload: frozen.broadcaster };
	return stated === frozen.broadcaster
		? passed("broadcaster", message("match.broadcaster.same-as-commit"), values)
		: failed("broadcaster", message("match.broadcaster.differs-from-commit"), values);
}

function gasCheck(tx: AssembledEvmTransaction, payload: EvmTransactionPayload): Check {
	const limit = payload.transaction.gas_limit;
	const values = { reviewed: tx.gas ?? null, payload: String(limit) };
	if (!Number.isSafeInteger(limit) || limit < 0)
		return failed("gas_limit", message("match.gas-limit.malformed"), values);
	if (tx.gas === undefined || tx.gas === null)
		return passed("gas_limit", message("match.gas-limit.not-stated"), values);
	const stated = readUint(tx.gas);
	if (stated === null) return failed("gas", message("match.gas.malformed"), values);
	return stated === BigInt(limit)
		? passed("gas_limit", message("match.gas-limit.same"), values)
		: noted("gas_limit", message("match.gas-limit.differs"), values);
}

function nonceCheck(payload: EvmTransactionPayload): Check {
	const values = { payload: String(payload.nonce) };
	return Number.isSafeInteger(payload.nonce) && payload.nonce >= 0
		? passed("nonce", message("match.nonce.whole"), values)
		: failed("nonce", message("match.nonce.malformed"), values);
}

function feeChecks(payload: EvmTransactionPayload): Check[] {
	const { max_fee_per_gas: most, max_priority_fee_per_gas: tip } = payload.transaction;
	const [max, priority] = [readUint(most), readUint(tip)];
	const feeCheck =
		max === null
			? failed("max_fee_per_gas", message("match.fee.malformed"), { payload: most })
			: passed("max_fee_per_gas", message("match.fee.readable"), { payload: most });
	if (priority === null)
		return [
			feeCheck,
			failed("max_priority_fee_per_gas", message("match.priority-fee.malformed"), {
				payload: tip,
			}),
		];
	const above = max !== null && priority > max;
	return [
		feeCheck,
		above
			? failed("max_priority_fee_per_gas", message("match.priority-fee.above"), { payload: tip })
			: passed("max_priority_fee_per_gas", message("match.priority-fee.within"), { payload: tip }),
	];
}

function sameTransaction(left: AssembledEvmTransaction, right: AssembledEvmTransaction): boolean {
	const same = (a: unknown, b: unknown) => a !== null && a === b;
	return (
		left.chain_id === right.chain_id &&
		same(readAddress(left.from), readAddress(right.from)) &&
		same(readAddress(left.to), readAddress(right.to)) &&
		same(readUint(left.value ?? "0"), readUint(right.value ?? "0")) &&
		same(...readTwo(left.data, right.data)) &&
		(left.broadcaster ?? null) === (right.broadcaster ?? null)
	);
}

function agreementCheck(frozen: FrozenCommit): Check | null {
	const { request, legs: items } = frozen;
	if (items.length === 0 || request.type !== "execute_evm") return null;
	const transactions = items.flatMap((item) => (item.type === "execute_evm" ? item.transactions : []));
	const at = request.transactions.findIndex((tx, index) => {
		const other = transactions[index];
		return other === undefined || !sameTransaction(tx, other);
	});
	return at === -1 && transactions.length === request.transactions.length
		? passed("request", message("match.legs.agree"))
		: failed("request", message("match.legs.contradict", { step: String(at + 1) }));
}

export function evmItemChecks(item: EvmTransactionToMatch): Check[] {
	const { transaction: tx, payload } = item;
	return [
		...chainChecks(item, tx, payload),
		...signerChecks(item, tx, payload),
		sameAddress(
			"to",
			tx.to,
			payload.transaction.to,
			message("match.target.same"),
			message("match.target.differs"),
		),
		valueCheck(tx, payload),
		dataCheck(tx, payload),
		broadcasterCheck(item, tx),
		nonceCheck(payload),
		gasCheck(tx, payload),
		...feeChecks(payload),
	];
}

export function fieldChecks(frozen: FrozenCommit, member: Member, payload: EvmTransactionPayload): Check[] {
	const agreement = agreementCheck(frozen);
	const item = { ...frozen, transaction: member.transaction, payload };
	return [...(agreement === null ? [] : [agreement]), ...evmItemChecks(item)];
}
