import { sha256 } from "@noble/hashes/sha2.js";
import {
	createTransferInstruction,
	getAssociatedTokenAddressSync,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	Keypair,
	PublicKey,
	StakeProgram,
	SystemProgram,
	type TransactionInstruction,
} from "@solana/web3.js";
import { devSvmKeypair } from "../../../chains/svm.ts";
import { relayCall, relayVault } from "../../../chains/svm-relay.ts";
import { SVM_THIEF } from "../../case.ts";
import { approve, setOwner, stakeAuthorize } from "./instructions.ts";

/**
 * Accounts and programs on the corpus's Solana cluster. All addresses are fixed, so that requests are
 * constant.
 */

export const corpusKeypair = (name: string): Keypair =>
	Keypair.fromSeed(sha256(new TextEncoder().encode(`countersign corpus ${name}`)));
const addressOf = (name: string): PublicKey => corpusKeypair(name).publicKey;

/** Returns an address with the same first and last letters, for which nobody has a key. */
function lookAlikeOf(address: PublicKey): PublicKey {
	const text = address.toBase58();
	const middle = [...text.slice(5, -5)].toReversed().join("");
	return new PublicKey(text.slice(0, 5) + middle + text.slice(-5));
}

export const SOL = 1_000_000_000n;
export const lamports = (sol: number): bigint => BigInt(Math.round(sol * 1e9));
/** Converts to base units of a token with six decimals. */
export const units = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

/** The user's own accounts. */
export const ME = devSvmKeypair(0).publicKey;
export const MY_SECOND = addressOf("my second account");
/** A contact, and an unknown shop that the user has an honest reason to pay. */
export const FRIEND = addressOf("friend");
export const SHOP = addressOf("shop");
/**
 * Attackers that the user has never dealt with. The accomplice has a known key, since some instructions also
 * need the other party's signature.
 */
export const THIEF = new PublicKey(SVM_THIEF);
export const ACCOMPLICE_KEYPAIR = corpusKeypair("accomplice");
export const ACCOMPLICE = ACCOMPLICE_KEYPAIR.publicKey;

/** Same first and last letters as the friend's address, as in address poisoning. */
export const LOOK_ALIKE = lookAlikeOf(FRIEND);

/** Initial balances of the user's accounts. */
export const MY_SOL = 100n * SOL;
export const BALANCES = {
	usdc: units(5_000),
	usdt: units(1_000),
	pyusd: units(500),
	feeToken: units(900),
	wsol: 4n * SOL,
} as const;

/** Well-known tokens at their mainnet addresses. */
export const USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
export const USDT = new PublicKey("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB");
export const BONK = new PublicKey("DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263");
export const WSOL = new PublicKey("So11111111111111111111111111111111111111112");
/** Token-2022 mint with a permanent delegate and a transfer fee of zero, like the original. */
export const PYUSD = new PublicKey("2b1kV6DkPAnxd5ixfjxCpjxmKwqjjaYmCZfHsFu24GXo");
/** Token-2022 mint with a transfer fee of 90%. */
export const FEE_TOKEN = addressOf("token with a fee");
/** Token-2022 mint whose permanent delegate is the thief. */
export const TRAP_TOKEN = addressOf("token with a trap");
/** Token that the user created. */
export const MY_MINT = addressOf("my own token");
/** The user's NFT, and one that somebody sent unasked. */
export const NFT = addressOf("one of a kind");
export const JUNK = addressOf("junk that was sent");

/** Returns the associated token account. */
export const ataOf = (owner: PublicKey, mint: PublicKey, program: PublicKey = TOKEN_PROGRAM_ID): PublicKey =>
	getAssociatedTokenAddressSync(mint, owner, true, program);
export const MY_USDC = ataOf(ME, USDC);
export const MY_WSOL = ataOf(ME, WSOL);
export const MY_PYUSD = ataOf(ME, PYUSD, TOKEN_2022_PROGRAM_ID);
export const THIEF_USDC = ataOf(THIEF, USDC);
/** Empty token account of the user. */
export const MY_EMPTY = ataOf(ME, BONK);
/**
 * The user's account of wrapped SOL, whose close authority is the thief. Closing it gives the thief its
 * lamports.
 */
export const MY_RIGGED_WSOL = addressOf("rigged account of wrapped SOL");
/** The user's USDC account, with the thief as an unlimited delegate. */
export const MY_LENT_USDC = addressOf("lent account of USDC");
/** The user's USDT account, with the shop as a delegate for 25 USDT. */
export const MY_USDT = ataOf(ME, USDT);

export const VALIDATOR = addressOf("vote account of a validator");
export const VALIDATOR_NODE = corpusKeypair("validator");
/** The user's vote account, with 3 SOL. */
export const MY_VOTE = addressOf("my vote account");
export const MY_STAKE = addressOf("stake that is delegated");
/** Undelegated stake of 12 SOL, which can be withdrawn. */
export const MY_IDLE_STAKE = addressOf("stake that is idle");
export const MY_OTHER_IDLE_STAKE = addressOf("other stake that is idle");
/** Stake whose authority is an address derived from the user's. */
export const MY_SEEDED_STAKE = addressOf("stake by a seed");
export const SEED = "vault";
const seeded = (base: PublicKey, seed: string, program: PublicKey) =>
	new PublicKey(sha256(Buffer.concat([base.toBuffer(), Buffer.from(seed), program.toBuffer()])));
/**
 * Address derived from the user's, owned by the System program, with 30 SOL. It is also the authority of
 * `MY_SEEDED_STAKE`.
 */
export const MY_SAVINGS = seeded(ME, SEED, SystemProgram.programId);
export const MY_SAVINGS_SOL = 30n * SOL;
/** Address derived from the user's that does not exist yet. */
export const STAKE_SEED = "stake:0";
export const NEW_STAKE = seeded(ME, STAKE_SEED, StakeProgram.programId);
export const NONCE_SEED = "nonce:0";
export const NEW_NONCE = seeded(ME, NONCE_SEED, SystemProgram.programId);
/** Address derived from the user's, but owned by a program of the thief. */
export const THIEF_PROGRAM = addressOf("program of the thief");
export const VAULT_SEED = "my vault";
export const NEW_VAULT = seeded(ME, VAULT_SEED, THIEF_PROGRAM);
export const MY_NONCE = addressOf("my nonce account");
export const MY_NONCE_SOL = 2n * SOL;

/** Program that the user can upgrade, and its accounts. */
export const MY_PROGRAM = addressOf("my program");
export const MY_PROGRAM_DATA = addressOf("my program's data");
export const NEW_BUFFER = addressOf("my program's next version");
export const THIEF_BUFFER = addressOf("a version by the thief");

/** Lookup tables: one with well-known addresses, one that includes the thief. */
export const TABLE = addressOf("lookup table");
export const TABLE_ADDRESSES: readonly PublicKey[] = [USDC, WSOL, FRIEND, ataOf(FRIEND, USDC), VALIDATOR];
export const OTHER_TABLE = addressOf("other lookup table");
export const OTHER_TABLE_ADDRESSES: readonly PublicKey[] = [
	SHOP,
	THIEF,
	THIEF_USDC,
	addressOf("spare 1"),
	addressOf("spare 2"),
];
export const MY_TABLE = addressOf("my lookup table");

/** Unknown program and its actual effect when called. */
export interface Hidden {
	readonly program: PublicKey;
	readonly calls: readonly TransactionInstruction[];
}
const SWAP_PROGRAM = addressOf("exchange that nobody knows");
const CLAIM_PROGRAM = addressOf("program of a distributor");
const DUST_PROGRAM = addressOf("exchange that pays nothing");
export const POOL = relayVault(SWAP_PROGRAM);
export const DISTRIBUTOR = relayVault(CLAIM_PROGRAM);
export const DUST_POOL = relayVault(DUST_PROGRAM);

const pay = (to: PublicKey, amount: bigint) =>
	SystemProgram.transfer({ fromPubkey: ME, toPubkey: to, lamports: amount });

export const HIDDEN = {
	nothing: { program: addressOf("program that does nothing yet"), calls: [] },
	sol: { program: addressOf("program that takes SOL"), calls: [pay(THIEF, 60n * SOL)] },
	tokens: {
		program: addressOf("program that takes tokens"),
		calls: [createTransferInstruction(MY_USDC, THIEF_USDC, ME, BALANCES.usdc)],
	},
	owner: { program: addressOf("program that takes an account"), calls: [setOwner(MY_USDC, ME, THIEF)] },
	approve: {
		program: addressOf("program that takes a permission"),
		calls: [approve(MY_USDC, THIEF, ME, BALANCES.usdc)],
	},
	stake: {
		program: addressOf("program that takes a stake"),
		calls: [stakeAuthorize(MY_STAKE, ME, THIEF, "withdrawer")],
	},
	assign: {
		program: addressOf("program that takes the wallet"),
		calls: [SystemProgram.assign({ accountPubkey: ME, programId: THIEF_PROGRAM })],
	},
	small: { program: addressOf("program that takes a little"), calls: [pay(THIEF, lamports(0.4))] },
	swap: {
		program: SWAP_PROGRAM,
		calls: [
			createTransferInstruction(MY_USDC, ataOf(POOL, USDC), ME, units(150)),
			createTransferInstruction(ataOf(POOL, WSOL), MY_WSOL, POOL, SOL),
		],
	},
	dust: {
		program: DUST_PROGRAM,
		calls: [
			createTransferInstruction(MY_USDC, THIEF_USDC, ME, units(4_000)),
			createTransferInstruction(ataOf(DUST_POOL, BONK), MY_EMPTY, DUST_POOL, 1n),
		],
	},
	claim: {
		program: CLAIM_PROGRAM,
		calls: [createTransferInstruction(ataOf(DISTRIBUTOR, BONK), MY_EMPTY, DISTRIBUTOR, 1_000_00000n)],
	},
} as const satisfies Record<string, Hidden>;

const DATA = Buffer.from("f8c69e91e17587c8", "hex");

/** Returns an instruction that calls a hidden program, with the accounts and signers that its calls need. */
export function callHidden(name: keyof typeof HIDDEN): TransactionInstruction {
	const { program, calls } = HIDDEN[name];
	return relayCall(program, calls, DATA);
}
