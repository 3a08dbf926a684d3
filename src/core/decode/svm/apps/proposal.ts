import type { SvmAccount, SvmInstruction } from "../../../match/svm/resolve.ts";
import { DataReader, Unread } from "../data-reader.ts";

/**
 * Reads the transaction that a Squads proposal holds. Source: Squads-Protocol/v4, TransactionMessage: a header of three
 * counts, then lists whose length stands in one byte (of an instruction's data, in two).
 */

function keysOf(reader: DataReader): readonly SvmAccount[] {
	const [signers, writableSigners, writableOthers] = [reader.u8(), reader.u8(), reader.u8()];
	const count = reader.u8();
	if (signers > count || writableSigners > signers || writableOthers > count - signers) throw new Unread();
	return Array.from({ length: count }, (_, at) => ({
		pubkey: reader.key(),
		signer: at < signers,
		writable: at < writableSigners || (at >= signers && at < signers + writableOthers),
		from: "static",
	}));
}

interface CompiledInstruction {
	readonly program: number;
	readonly accounts: readonly number[];
	readonly data: Uint8Array;
}

function instructionOf(reader: DataReader): CompiledInstruction {
	const program = reader.u8();
	const accounts = [...reader.take(reader.u8())];
	return { program, accounts, data: reader.take(reader.u16()) };
}

/**
 * Returns the instructions of a proposal, or `null` if it takes accounts from a lookup table.
 * @throws Unread if the bytes are no such transaction
 */
export function readProposal(bytes: Uint8Array): readonly SvmInstruction[] | null {
	const reader = new DataReader(bytes);
	const keys = keysOf(reader);
	const compiled = Array.from({ length: reader.u8() }, () => instructionOf(reader));
	if (reader.u8() > 0) return null;
	reader.end();
	const at = (index: number): SvmAccount => {
		const key = keys[index];
		if (key === undefined) throw new Unread();
		return key;
	};
	return compiled.map(({ program, accounts, data }) => ({
		programId: at(program).pubkey,
		accounts: accounts.map(at),
		data,
	}));
}
