import {
	AccountState,
	createAssociatedTokenAccountIdempotentInstruction,
	createInitializeDefaultAccountStateInstruction,
	createInitializeMetadataPointerInstruction,
	createInitializeMint2Instruction,
	createInitializeMintCloseAuthorityInstruction,
	createInitializePermanentDelegateInstruction,
	createInitializeScaledUiAmountConfigInstruction,
	createInitializeTransferFeeConfigInstruction,
	createInitializeTransferHookInstruction,
	createMintToInstruction,
	ExtensionType,
	getAssociatedTokenAddressSync,
	getMintLen,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";

/** Creates the instructions that create mints and tokens for tests. */

export interface MintOptions {
	/** Defaults to 6. */
	readonly decimals?: number;
	readonly program?: "token" | "token-2022";
	/** Mint authority; defaults to the cluster's faucet. */
	readonly authority?: PublicKey;
	readonly freezeAuthority?: PublicKey | null;
	/** Token-2022: may move and burn the tokens of every account. */
	readonly permanentDelegate?: PublicKey;
	/** Token-2022: program that runs at each transfer. */
	readonly transferHook?: PublicKey;
	/**
	 * Token-2022: fee that is withheld from each transfer, in hundredths of a percent and up to `most` base
	 * units.
	 */
	readonly transferFee?: { readonly basisPoints: number; readonly most: bigint };
	/** Token-2022: factor between the displayed and the raw amount. */
	readonly scaledBy?: number;
	/** Token-2022: whether new accounts are frozen; requires a freeze authority. */
	readonly frozenByDefault?: boolean;
	/** Token-2022: may close the mint. */
	readonly closeAuthority?: PublicKey;
	/** Metadata in the mint itself; requires Token-2022 and the faucet as authority. */
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

/** Returns each extension and the instruction that sets it up before the mint is initialized. */
function extensionsOf(
	mint: PublicKey,
	authority: PublicKey,
	options: MintOptions,
): (readonly [ExtensionType, TransactionInstruction])[] {
	const {
		metadata,
		permanentDelegate,
		transferHook,
		transferFee,
		scaledBy,
		frozenByDefault,
		closeAuthority,
	} = options;
	const id = TOKEN_2022_PROGRAM_ID;
	const found: (readonly [ExtensionType, TransactionInstruction])[] = [];
	if (metadata !== undefined)
		found.push([
			ExtensionType.MetadataPointer,
			createInitializeMetadataPointerInstruction(mint, authority, mint, id),
		]);
	if (permanentDelegate !== undefined)
		found.push([
			ExtensionType.PermanentDelegate,
			createInitializePermanentDelegateInstruction(mint, permanentDelegate, id),
		]);
	if (transferHook !== undefined)
		found.push([
			ExtensionType.TransferHook,
			createInitializeTransferHookInstruction(mint, authority, transferHook, id),
		]);
	if (transferFee !== undefined) {
		const { basisPoints, most } = transferFee;
		found.push([
			ExtensionType.TransferFeeConfig,
			createInitializeTransferFeeConfigInstruction(mint, authority, authority, basisPoints, most, id),
		]);
	}
	if (scaledBy !== undefined)
		found.push([
			ExtensionType.ScaledUiAmountConfig,
			createInitializeScaledUiAmountConfigInstruction(mint, authority, scaledBy, id),
		]);
	if (frozenByDefault === true)
		found.push([
			ExtensionType.DefaultAccountState,
			createInitializeDefaultAccountStateInstruction(mint, AccountState.Frozen, id),
		]);
	if (closeAuthority !== undefined)
		found.push([
			ExtensionType.MintCloseAuthority,
			createInitializeMintCloseAuthorityInstruction(mint, closeAuthority, id),
		]);
	return found;
}

export function createMintInstructions(
	mint: PublicKey,
	payer: PublicKey,
	options: MintOptions,
	rentExempt: (size: number) => bigint,
): TransactionInstruction[] {
	const { decimals = 6, program = "token", authority = payer, freezeAuthority = null, metadata } = options;
	const programId = program === "token" ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
	const extensions = extensionsOf(mint, authority, options);
	const space = getMintLen(extensions.map(([type]) => type));
	const later = metadata === undefined ? 0 : 512 + metadata.name.length + metadata.symbol.length;
	const create = SystemProgram.createAccount({
		fromPubkey: payer,
		newAccountPubkey: mint,
		space,
		lamports: Number(rentExempt(space + later)),
		programId,
	});
	return [
		create,
		...extensions.map(([, instruction]) => instruction),
		createInitializeMint2Instruction(mint, decimals, authority, freezeAuthority, programId),
		...(metadata === undefined ? [] : [initializeMetadata(mint, authority, metadata.name, metadata.symbol)]),
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

const METAPLEX = new PublicKey("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");

/** Encodes a text as Metaplex' token-metadata program stores it, padded with zeros to its maximum length. */
function paddedText(text: string, length: number): Buffer {
	return borshText(text.padEnd(text.length + length - Buffer.byteLength(text), "\0"));
}

/**
 * Returns the metadata account of a mint in Metaplex' token-metadata program, and its address. The mint's own
 * key is its authority.
 */
export function metaplexMetadata(
	mint: PublicKey,
	{ name, symbol }: { readonly name: string; readonly symbol: string },
): { readonly address: PublicKey; readonly owner: string; readonly data: Buffer } {
	const seeds = [Buffer.from("metadata"), METAPLEX.toBuffer(), mint.toBuffer()];
	return {
		address: PublicKey.findProgramAddressSync(seeds, METAPLEX)[0],
		owner: METAPLEX.toBase58(),
		data: Buffer.concat([
			Buffer.from([4]),
			mint.toBuffer(),
			mint.toBuffer(),
			paddedText(name, 32),
			paddedText(symbol, 10),
			paddedText("https://example.invalid/token.json", 200),
			Buffer.alloc(300),
		]),
	};
}
