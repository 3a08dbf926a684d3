import { AppError } from "../../../core/app-error.ts";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { readAddress, readBytes, readUint } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import type { Intent, SvmLookup } from "../../../core/match/frozen.ts";
import { withLowered } from "../../../core/match/lowered.ts";
import {
	readSvmTransaction,
	SvmBytesError,
	type SvmTransaction,
	withBlockhash,
} from "../../../core/match/svm/transaction.ts";
import { orIfThrown } from "../../../core/or-if-thrown.ts";
import type { RequestEdit } from "../../../core/review/approval-request.ts";
import type { ExecuteEvmRequest, ExecuteSvmRequest, SignRequest } from "../../../service-api/action.ts";
import type { Action } from "../../../service-api/events.ts";
import type { EvmChains } from "../../chains/evm/chain.ts";
import { buildSvm } from "../../chains/svm/build.ts";
import type { SvmChains } from "../../chains/svm/chain.ts";
import { feeFieldsOf, UNCHANGED } from "../own/evm-fees.ts";

/**
 * Fills in the parts that an action leaves to the wallet: nonce, gas and fees, or the blockhash. Once the
 * review is displayed, the values are fixed, and only a blockhash is renewed.
 */

export interface Chains {
	readonly evm: EvmChains;
	readonly svm: SvmChains;
}

/** `text` says that nothing was signed, and `field` is the invalid field. */
export class CompletionError extends AppError {
	override readonly name = "CompletionError";
	readonly field: string;
	readonly saysUnsigned = true;

	constructor(field: string, text: Message, options?: ErrorOptions) {
		super(text, options);
		this.field = field;
	}
}

/**
 * Percentage of the measured gas. The margin is needed because the estimate excludes refunds and the chain
 * may advance.
 */
const MARGIN = 150n;

function evmCalls(request: ExecuteEvmRequest) {
	return request.transactions.map((tx, index) => {
		const [to, value, data] = [readAddress(tx.to), readUint(tx.value ?? "0"), readBytes(tx.data)];
		if (to === null || value === null || data === null)
			throw new CompletionError(
				"transactions",
				request.transactions.length > 1
					? message("completing.unreadable.step", { step: String(index + 1) })
					: message("completing.unreadable"),
			);
		return { to, value, data, stated: tx.gas ?? null };
	});
}

async function gasLimits(
	chain: ReturnType<EvmChains["of"]>,
	from: string,
	calls: ReturnType<typeof evmCalls>,
): Promise<readonly bigint[]> {
	const stated = calls.map((call) => (call.stated === null ? null : readUint(call.stated)));
	if (stated.every((gas) => gas !== null)) return stated;
	const used = await chain.gasOfSequence(from, calls);
	return calls.map((_, index) => {
		const own = stated[index];
		if (own !== undefined && own !== null) return own;
		const gas = used[index];
		if (gas === undefined || gas === null)
			throw new CompletionError(
				"gas",
				calls.length > 1
					? message("completing.would-fail.step", { step: String(index + 1) })
					: message("completing.would-fail"),
			);
		return (gas * MARGIN) / 100n;
	});
}

async function completeEvm(
	stated: ExecuteEvmRequest,
	evm: EvmChains,
	{ fee, lowered }: RequestEdit,
): Promise<Intent[]> {
	const request = withLowered(stated, lowered);
	const [first] = request.transactions;
	const from = first === undefined ? null : readAddress(first.from);
	if (first === undefined || from === null) throw new CompletionError("from", message("completing.sender"));
	const chain = evm.of(first.chain_id);
	const calls = evmCalls(request);
	const [{ pending }, fees, gas] = await Promise.all([
		chain.nonces(from),
		chain.fees(),
		gasLimits(chain, from, calls),
	]);
	return calls.map(({ to, value, data }, index) => ({
		kind: "evm_transaction",
		chain_id: first.chain_id,
		signer: first.from,
		nonce: pending + index,
		transaction: {
			to,
			value: value.toString(),
			data,
			gas_limit: Number(gas[index] ?? 0n),
			...feeFieldsOf(fees, fee),
		},
	}));
}

function readOrNull(base64: string): SvmTransaction | null {
	return orIfThrown(null, () => readSvmTransaction(base64), SvmBytesError);
}

export async function lookupsFor(
	chains: SvmChains,
	cluster: string,
	transactionBase64: string,
): Promise<readonly SvmLookup[]> {
	const uses = readOrNull(transactionBase64)?.lookups ?? [];
	if (uses.length === 0) return [];
	const tables = await chains.of(cluster).tables(uses.map((use) => use.table));
	return uses.flatMap((use) => {
		const table = tables.get(use.table) ?? null;
		if (table === null || table.deactivated) return [];
		const pick = (indexes: readonly number[]) => indexes.map((index) => table.addresses[index]);
		const [writable, readonly] = [pick(use.writableIndexes), pick(use.readonlyIndexes)];
		const whole = [...writable, ...readonly].every((address) => address !== undefined);
		if (!whole) return [];
		const known = (all: readonly (string | undefined)[]) => all.filter((address) => address !== undefined);
		return [{ table: use.table, writable: known(writable), readonly: known(readonly) }];
	});
}

async function svmBytes(
	tx: ExecuteSvmRequest["transactions"][number],
	svm: SvmChains,
	blockhash: string,
): Promise<string> {
	const given = tx.unsigned_transaction_base64;
	if (typeof given === "string")
		return tx.preserve_blockhash === true ? given : withBlockhash(given, blockhash);
	if (tx.preserve_blockhash === true)
		throw new CompletionError("preserve_blockhash", message("completing.no-transaction"));
	const named = tx.address_lookup_tables ?? [];
	const found = named.length === 0 ? new Map() : await svm.of(tx.cluster).tables(named);
	const tables = named.map((table) => {
		const known = found.get(table) ?? null;
		if (known === null || known.deactivated)
			throw new CompletionError(
				"address_lookup_tables",
				message("completing.no-table", { table: table.slice(0, 44) }),
			);
		return { table, addresses: known.addresses };
	});
	try {
		return buildSvm(tx, blockhash, tables);
	} catch (cause) {
		// The error occurred while the query was being built, so it was caused by the request, not the RPC.
		if (cause instanceof ChainError) throw new CompletionError("instructions", cause.text, { cause });
		throw cause;
	}
}

async function completeSvm(request: ExecuteSvmRequest, svm: SvmChains): Promise<Intent[]> {
	const [first] = request.transactions;
	if (first === undefined) return [];
	const { blockhash } = await svm.of(first.cluster).latestBlockhash();
	return await Promise.all(
		request.transactions.map(async (tx): Promise<Intent> => {
			const transaction_base64 = await svmBytes(tx, svm, blockhash);
			const lookups = await lookupsFor(svm, tx.cluster, transaction_base64);
			return { kind: "svm_transaction", signer: tx.payer, transaction_base64, lookups: [...lookups] };
		}),
	);
}

async function completeSign(request: SignRequest, svm: SvmChains): Promise<Intent[]> {
	return await Promise.all(
		request.payloads.map(async (payload): Promise<Intent> => {
			if (payload.kind !== "svm_transaction") return payload;
			const { transaction_base64 } = payload;
			const lookups =
				typeof request.cluster === "string" ? await lookupsFor(svm, request.cluster, transaction_base64) : [];
			return { kind: "svm_transaction", signer: request.signer, transaction_base64, lookups: [...lookups] };
		}),
	);
}

export async function completeAction(
	action: Action,
	chains: Chains,
	edit: RequestEdit = UNCHANGED,
): Promise<readonly Intent[]> {
	const { request } = action;
	try {
		switch (request.type) {
			case "execute_evm":
				return await completeEvm(request, chains.evm, edit);
			case "execute_svm":
				return await completeSvm(request, chains.svm);
			case "sign":
				return await completeSign(request, chains.svm);
		}
	} catch (cause) {
		if (cause instanceof SvmBytesError) throw new CompletionError(cause.field, cause.text, { cause });
		throw cause;
	}
}

/**
 * Checks that the nonce is still the next one, that the fee covers the base fee, and that the blockhash isn't
 * about to expire. Throws a ChainError.
 */
export async function stillFits(
	intents: readonly Intent[],
	action: Action,
	chains: Chains,
): Promise<boolean> {
	const [first] = intents;
	if (action.request.type === "sign") return true;
	if (first?.kind === "evm_transaction") {
		const chain = chains.evm.of(first.chain_id);
		const [{ pending }, { baseFee }] = await Promise.all([chain.nonces(first.signer), chain.fees()]);
		return pending === first.nonce && (readUint(first.transaction.max_fee_per_gas) ?? 0n) > baseFee;
	}
	return false;
}
