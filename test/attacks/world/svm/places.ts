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

/** Accounts and programs on the corpus' Solana. Every address is fixed, so that requests are constants. */

export const corpusKeypair = (name: string): Keypair =>
	Keypair.fromSeed(sha256(new TextEncoder().encode(`countersign corpus ${name}`)));
const place = (name: string): PublicKey => corpusKeypair(name).publicKey;

/** Creates an address with the same first and last letters; nobody has its key. */
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
export const MY_SECOND = place("my second account");
/** A contact, and an unknown recipient with an honest reason to be paid. */
export const FRIEND = place("friend");
export const SHOP = place("shop");
/** Never met. Of the accomplice the key is at hand, since some instructions need a signature of the other side too. */
export const THIEF = new PublicKey(SVM_THIEF);
export const ACCOMPLICE_KEYPAIR = corpusKeypair("accomplice");
export const ACCOMPLICE = ACCOMPLICE_KEYPAIR.publicKey;

/** Begins and ends as the friend's address does, as the makers of look-alikes choose theirs. */
export const LOOK_ALIKE = lookAlikeOf(FRIEND);

/** Initial balance of each account. */
export const MY_SOL = 100n * SOL;
export const HELD = {
	usdc: units(5_000),
	usdt: units(1_000),
	pyusd: units(500),
	feeToken: units(900),
	wsol: 4n * SOL,
} as const;

/** Well-known tokens at their addresses of mainnet. */
export const USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
export const USDT = new PublicKey("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB");
export const BONK = new PublicKey("DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263");
export const WSOL = new PublicKey("So11111111111111111111111111111111111111112");
/** Token-2022, with a permanent delegate and a fee that is set to nothing, as its issuer has it. */
export const PYUSD = new PublicKey("2b1kV6DkPAnxd5ixfjxCpjxmKwqjjaYmCZfHsFu24GXo");
/** Token-2022: a transfer fee of nine tenths. */
export const FEE_TOKEN = place("token with a fee");
/** Token-2022: the thief may take it from every account. */
export const TRAP_TOKEN = place("token with a trap");
/** A token of the user's own making. */
export const MY_MINT = place("my own token");
/** User's unique item, and one that somebody sent unasked. */
export const NFT = place("one of a kind");
export const JUNK = place("junk that was sent");

/** The associated token account. */
export const ataOf = (owner: PublicKey, mint: PublicKey, program: PublicKey = TOKEN_PROGRAM_ID): PublicKey =>
	getAssociatedTokenAddressSync(mint, owner, true, program);
export const MY_USDC = ataOf(ME, USDC);
export const MY_WSOL = ataOf(ME, WSOL);
export const MY_PYUSD = ataOf(ME, PYUSD, TOKEN_2022_PROGRAM_ID);
export const THIEF_USDC = ataOf(THIEF, USDC);
/** The user's, empty. */
export const MY_EMPTY = ataOf(ME, BONK);
/** User's own wrapped SOL account; the thief may close it and take its content. */
export const MY_RIGGED_WSOL = place("rigged account of wrapped SOL");
/** The user's own, of USDC; the thief is its delegate without a limit. */
export const MY_LENT_USDC = place("lent account of USDC");
/** The shop is its delegate for 25. */
export const MY_USDT = ataOf(ME, USDT);

export const VALIDATOR = place("vote account of a validator");
export const VALIDATOR_NODE = corpusKeypair("validator");
/** The user's own vote account, with 3 SOL. */
export const MY_VOTE = place("my vote account");
export const MY_STAKE = place("stake that is delegated");
/** Undelegated stake, which can be withdrawn: 12 SOL. */
export const MY_IDLE_STAKE = place("stake that is idle");
export const MY_OTHER_IDLE_STAKE = place("other stake that is idle");
/** Ruled by an address that is derived from the user's. */
export const MY_SEEDED_STAKE = place("stake by a seed");
export const SEED = "vault";
const seeded = (base: PublicKey, seed: string, program: PublicKey) =>
	new PublicKey(sha256(Buffer.concat([base.toBuffer(), Buffer.from(seed), program.toBuffer()])));
/** Derived from the user's address, under the System program, with 30 SOL; rules the stake by a seed as well. */
export const MY_SAVINGS = seeded(ME, SEED, SystemProgram.programId);
export const MY_SAVINGS_SOL = 30n * SOL;
/** Derived from the user's address and not there yet. */
export const STAKE_SEED = "stake:0";
export const NEW_STAKE = seeded(ME, STAKE_SEED, StakeProgram.programId);
export const NONCE_SEED = "nonce:0";
export const NEW_NONCE = seeded(ME, NONCE_SEED, SystemProgram.programId);
/** Under a program of the thief's, though derived from the user's address. */
export const THIEF_PROGRAM = place("program of the thief");
export const VAULT_SEED = "my vault";
export const NEW_VAULT = seeded(ME, VAULT_SEED, THIEF_PROGRAM);
export const MY_NONCE = place("my nonce account");
export const MY_NONCE_SOL = 2n * SOL;

/** User's own program, which the user may upgrade, and its accounts. */
export const MY_PROGRAM = place("my program");
export const MY_PROGRAM_DATA = place("my program's data");
export const NEW_BUFFER = place("my program's next version");
export const THIEF_BUFFER = place("a version by the thief");

/** Lookup tables: one of well-known addresses, one with the thief among them. */
export const TABLE = place("lookup table");
export const TABLE_ADDRESSES: readonly PublicKey[] = [USDC, WSOL, FRIEND, ataOf(FRIEND, USDC), VALIDATOR];
export const OTHER_TABLE = place("other lookup table");
export const OTHER_TABLE_ADDRESSES: readonly PublicKey[] = [
	SHOP,
	THIEF,
	THIEF_USDC,
	place("spare 1"),
	place("spare 2"),
];
export const MY_TABLE = place("my lookup table");

/** Unknown programs, by their real effect when called. */
export interface Hidden {
	readonly program: PublicKey;
	readonly calls: readonly TransactionInstruction[];
}
const SWAP_PROGRAM = place("exchange that nobody knows");
const CLAIM_PROGRAM = place("program of a distributor");
const DUST_PROGRAM = place("exchange that pays nothing");
export const POOL = relayVault(SWAP_PROGRAM);
export const DISTRIBUTOR = relayVault(CLAIM_PROGRAM);
export const DUST_POOL = relayVault(DUST_PROGRAM);

const pay = (to: PublicKey, amount: bigint) =>
	SystemProgram.transfer({ fromPubkey: ME, toPubkey: to, lamports: amount });

export const HIDDEN = {
	nothing: { program: place("program that does nothing yet"), calls: [] },
	sol: { program: place("program that takes SOL"), calls: [pay(THIEF, 60n * SOL)] },
	tokens: {
		program: place("program that takes tokens"),
		calls: [createTransferInstruction(MY_USDC, THIEF_USDC, ME, HELD.usdc)],
	},
	owner: { program: place("program that takes an account"), calls: [setOwner(MY_USDC, ME, THIEF)] },
	approve: {
		program: place("program that takes a permission"),
		calls: [approve(MY_USDC, THIEF, ME, HELD.usdc)],
	},
	stake: {
		program: place("program that takes a stake"),
		calls: [stakeAuthorize(MY_STAKE, ME, THIEF, "withdrawer")],
	},
	assign: {
		program: place("program that takes the wallet"),
		calls: [SystemProgram.assign({ accountPubkey: ME, programId: THIEF_PROGRAM })],
	},
	small: { program: place("program that takes a little"), calls: [pay(THIEF, lamports(0.4))] },
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

/** The instruction that calls one of them, with the rights that its calls need. */
export function callHidden(name: keyof typeof HIDDEN): TransactionInstruction {
	const { program, calls } = HIDDEN[name];
	return relayCall(program, calls, DATA);
}
