import {
	AddressLookupTableAccount,
	ComputeBudgetProgram,
	PublicKey,
	TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/localized-text.ts";
import type { AssembledSvmTransaction } from "../../../service-api/action.ts";

const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111";

function instructionsOf(assembled: AssembledSvmTransaction): TransactionInstruction[] {
	return assembled.instructions.map(
		({ program_id, accounts, data_base64 }) =>
			new TransactionInstruction({
				programId: new PublicKey(program_id),
				keys: accounts.map(({ pubkey, is_signer, is_writable }) => ({
					pubkey: new PublicKey(pubkey),
					isSigner: is_signer,
					isWritable: is_writable,
				})),
				data: Buffer.from(data_base64, "base64"),
			}),
	);
}

function budgetOf(assembled: AssembledSvmTransaction): TransactionInstruction[] {
	if (assembled.instructions.some((instruction) => instruction.program_id === COMPUTE_BUDGET)) return [];
	const assembly = assembled.instructions.find((instruction) => instruction.assembly != null)?.assembly;
	const { compute_units: units, priority_microlamports: price } = assembly ?? {};
	// A limit without a price doesn't change the fee, but it may make the transaction fail.
	if (typeof price !== "number" || price <= 0) return [];
	return [
		...(typeof units === "number" ? [ComputeBudgetProgram.setComputeUnitLimit({ units })] : []),
		ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
	];
}

export interface LookupTable {
	readonly table: string;
	readonly addresses: readonly string[];
}

const NEVER = 2n ** 64n - 1n;

function accountOf({ table, addresses }: LookupTable): AddressLookupTableAccount {
	return new AddressLookupTableAccount({
		key: new PublicKey(table),
		state: {
			deactivationSlot: NEVER,
			lastExtendedSlot: 0,
			lastExtendedSlotStartIndex: 0,
			addresses: addresses.map((address) => new PublicKey(address)),
		},
	});
}

/**
 * @param tables on-chain contents of the lookup tables that the request uses
 * @throws ChainError if the request can't be built as written
 */
export function buildSvm(
	assembled: AssembledSvmTransaction,
	blockhash: string,
	tables: readonly LookupTable[],
): string {
	try {
		const draft = new TransactionMessage({
			payerKey: new PublicKey(assembled.payer),
			recentBlockhash: blockhash,
			instructions: [...budgetOf(assembled), ...instructionsOf(assembled)],
		});
		const compiled =
			assembled.version === "legacy"
				? draft.compileToLegacyMessage()
				: draft.compileToV0Message(tables.map(accountOf));
		return Buffer.from(new VersionedTransaction(compiled).serialize()).toString("base64");
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.svm.unbuildable"), { cause, saysUnsigned: true });
	}
}
