import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";

/** Instructions of SPL Token and its associated accounts that the service uses. */

const TOKEN_PROGRAM = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;
/** Offset of the amount in a token account: after mint and owner. */
const AMOUNT_OFFSET = 64;
const TOKEN_ACCOUNT_BYTES = 165;

export function associatedAccount(mint: PublicKey, owner: PublicKey): PublicKey {
	const seeds = [owner.toBuffer(), TOKEN_PROGRAM.toBuffer(), mint.toBuffer()];
	const [address] = PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM);
	return address;
}

const key = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({ pubkey, isSigner, isWritable });

/** Creates the owner's token account if it does not exist. */
export function createAccountIdempotent(
	payer: PublicKey,
	mint: PublicKey,
	owner: PublicKey,
): TransactionInstruction {
	return new TransactionInstruction({
		programId: ASSOCIATED_TOKEN_PROGRAM,
		keys: [
			key(payer, true, true),
			key(associatedAccount(mint, owner), false, true),
			key(owner, false, false),
			key(mint, false, false),
			key(SystemProgram.programId, false, false),
			key(TOKEN_PROGRAM, false, false),
		],
		data: Buffer.from([CREATE_IDEMPOTENT]),
	});
}

/** Creates a transfer of base units from one owner's associated account to another's. */
export function transferChecked(
	mint: PublicKey,
	from: PublicKey,
	to: PublicKey,
	units: bigint,
	decimals: number,
): TransactionInstruction {
	const data = Buffer.alloc(10);
	data.writeUInt8(TRANSFER_CHECKED, 0);
	data.writeBigUInt64LE(units, 1);
	data.writeUInt8(decimals, 9);
	return new TransactionInstruction({
		programId: TOKEN_PROGRAM,
		keys: [
			key(associatedAccount(mint, from), false, true),
			key(mint, false, false),
			key(associatedAccount(mint, to), false, true),
			key(from, true, false),
		],
		data,
	});
}

/** Returns the base units in a token account; 0 if it is not one. */
export function tokensIn(owner: PublicKey | null, data: Buffer | null): bigint {
	if (owner === null || data === null || !owner.equals(TOKEN_PROGRAM)) return 0n;
	return data.length < TOKEN_ACCOUNT_BYTES ? 0n : data.readBigUInt64LE(AMOUNT_OFFSET);
}
