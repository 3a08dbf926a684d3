import type { SvmLookup } from "../../../core/match/frozen.ts";
import {
	readSvmTransaction,
	SvmBytesError,
	type SvmTransaction,
} from "../../../core/match/svm/transaction.ts";
import type { SvmChains } from "../../chains/svm/chain.ts";

/** The accounts that a transaction's lookup tables lend to it, as the user's own RPC says. */

function read(base64: string): SvmTransaction | null {
	try {
		return readSvmTransaction(base64);
	} catch (cause) {
		if (cause instanceof SvmBytesError) return null;
		throw cause;
	}
}

/**
 * A table that is missing, closed or too short is left out: the match then says that its accounts are not known.
 * Throws a ChainError where the RPC can't be asked.
 */
export async function lookupsFor(
	chains: SvmChains,
	cluster: string,
	transactionBase64: string,
): Promise<readonly SvmLookup[]> {
	const uses = read(transactionBase64)?.lookups ?? [];
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
