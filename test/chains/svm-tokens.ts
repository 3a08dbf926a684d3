import {
	createAssociatedTokenAccountIdempotentInstruction,
	createInitializeMetadataPointerInstruction,
	createInitializeMint2Instruction,
	createMintToInstruction,
	ExtensionType,
	getAssociatedTokenAddressSync,
	getMintLen,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { type PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";

/** The instructions that make mints and tokens for tests. */

export interface MintOptions {
	/** 6 unless given. */
	readonly decimals?: number;
	readonly program?: "token" | "token-2022";
	/** Who may mint; the cluster's faucet unless given. */
	readonly authority?: PublicKey;
	readonly freezeAuthority?: PublicKey | null;
	/** Kept in the mint itself; only Token-2022 can, and only with the faucet as authority. */
	readonly metadata?: { readonly name: string; readonly symbol: string };
}

/** First eight bytes of SHA-256 of “spl_token_metadata_interface:initialize_account”. */
const INITIALIZE_METADATA = [210, 225, 30, 162, 88, 184, 77, 141];

function borshText(text: string): Buffer {
	const bytes = Buffer.from(text, "utf8");
	const length = Buffer.alloc(4);
	length.writeUInt32LE(bytes.length);
	return Buffer.concat([length, bytes]);
}

function initializeMetadata(mint: PublicKey, authority: PublicKey, name: string, symbol: string) {
	return new TransactionInstruction({
		programId: TOKEN_2022_PROGRAM_ID,
		keys: [
			{ pubkey: mint, isSigner: false, isWritable: true },
			{ pubkey: authority, isSigner: false, isWritable: false },
			{ pubkey: mint, isSigner: false, isWritable: false },
			{ pubkey: authority, isSigner: true, isWritable: false },
		],
		data: Buffer.concat([
			Buffer.from(INITIALIZE_METADATA),
			borshText(name),
			borshText(symbol),
			borshText("https://example.invalid/token.json"),
		]),
	});
}

export function createMintInstructions(
	mint: PublicKey,
	payer: PublicKey,
	options: MintOptions,
	rentExempt: (size: number) => bigint,
): TransactionInstruction[] {
	const { decimals = 6, program = "token", authority = payer, freezeAuthority = null, metadata } = options;
	const programId = program === "token" ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
	const space = getMintLen(metadata === undefined ? [] : [ExtensionType.MetadataPointer]);
	const later = metadata === undefined ? 0 : 512 + metadata.name.length + metadata.symbol.length;
	const create = SystemProgram.createAccount({
		fromPubkey: payer,
		newAccountPubkey: mint,
		space,
		lamports: Number(rentExempt(space + later)),
		programId,
	});
	const initialize = createInitializeMint2Instruction(mint, decimals, authority, freezeAuthority, programId);
	if (metadata === undefined) return [create, initialize];
	return [
		create,
		createInitializeMetadataPointerInstruction(mint, authority, mint, programId),
		initialize,
		initializeMetadata(mint, authority, metadata.name, metadata.symbol),
	];
}

export interface MintTo {
	readonly mint: PublicKey;
	readonly owner: PublicKey;
	readonly amount: bigint;
	readonly program: PublicKey;
	readonly payer: PublicKey;
	readonly authority: PublicKey;
}

export function mintToInstructions({ mint, owner, amount, program, payer, authority }: MintTo): {
	readonly account: PublicKey;
	readonly instructions: TransactionInstruction[];
} {
	const account = getAssociatedTokenAddressSync(mint, owner, true, program);
	return {
		account,
		instructions: [
			createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint, program),
			createMintToInstruction(mint, account, authority, amount, [], program),
		],
	};
}
