import { createTransferInstruction, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { relayVault } from "../../../chains/svm-relay.ts";
import * as at from "./addresses.ts";
import { call, changes, reads, signs, signsAndChanges, u64 } from "./instructions.ts";

/**
 * Well-known apps at their mainnet addresses, with instructions as in their published interfaces (IDLs). The
 * effect of each call is fixed here.
 */

const JUPITER = new PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4");
const ORCA = new PublicKey("whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc");
const RAYDIUM = new PublicKey("CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C");
const MARINADE = new PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD");

export const JUPITER_POOL = relayVault(JUPITER);
export const ORCA_POOL = relayVault(ORCA);
export const RAYDIUM_POOL = relayVault(RAYDIUM);
export const MARINADE_POOL = relayVault(MARINADE);
export const MSOL = new PublicKey("mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So");
const MY_MSOL = at.ataOf(at.ME, MSOL);
export const THIEF_WSOL = at.ataOf(at.THIEF, at.WSOL);
export const MARINADE_RESERVE = at.corpusKeypair("reserve of Marinade").publicKey;

const spare = (app: string, name: string) => at.corpusKeypair(`${app}: ${name}`).publicKey;
const u16 = (value: number): Buffer => {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16LE(value);
	return bytes;
};

interface JupiterOptions {
	readonly to?: PublicKey;
	/** Additional accounts of the pools on the route. */
	readonly more?: TransactionInstruction["keys"];
	readonly tail?: Buffer;
}

/** shared_accounts_route_v2: 150 USDC for wrapped SOL. 1 SOL is expected, with at most 0.5% slippage. */
export const jupiterSwap = ({ to = at.MY_WSOL, more = [], tail = Buffer.alloc(0) }: JupiterOptions = {}) =>
	call(
		JUPITER,
		[
			reads(JUPITER_POOL),
			signs(at.ME),
			changes(at.MY_USDC),
			changes(at.ataOf(JUPITER_POOL, at.USDC)),
			changes(at.ataOf(JUPITER_POOL, at.WSOL)),
			changes(to),
			reads(at.USDC),
			reads(at.WSOL),
			reads(TOKEN_PROGRAM_ID),
			reads(TOKEN_PROGRAM_ID),
			reads(new PublicKey("D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf")),
			reads(JUPITER),
			...more,
		],
		Buffer.from("d19853937cfed8e9", "hex"),
		Buffer.from([1]),
		u64(at.units(150)),
		u64(at.SOL),
		...[50, 0, 0].map(u16),
		// One step through Raydium, with the full amount, from the first token to the second.
		Buffer.from([1, 0, 0, 0, 7]),
		u16(10_000),
		Buffer.from([0, 1]),
		tail,
	);

/** swap: USDC for wrapped SOL, as the first token of the pool. */
export const orcaSwap = (amount: bigint, least: bigint) =>
	call(
		ORCA,
		[
			reads(TOKEN_PROGRAM_ID),
			signs(at.ME),
			changes(ORCA_POOL),
			changes(at.MY_USDC),
			changes(at.ataOf(ORCA_POOL, at.USDC)),
			changes(at.MY_WSOL),
			changes(at.ataOf(ORCA_POOL, at.WSOL)),
			...["array 0", "array 1", "array 2"].map((name) => changes(spare("orca", name))),
			reads(spare("orca", "oracle")),
		],
		Buffer.from("f8c69e91e17587c8", "hex"),
		u64(amount),
		u64(least),
		Buffer.alloc(16),
		Buffer.from([1, 1]),
	);

/** swap_base_input: USDC for another token. */
export const raydiumSwap = (amount: bigint, least: bigint) =>
	call(
		RAYDIUM,
		[
			signs(at.ME),
			reads(RAYDIUM_POOL),
			reads(spare("raydium", "config")),
			changes(spare("raydium", "pool")),
			changes(at.MY_USDC),
			changes(at.MY_EMPTY),
			changes(at.ataOf(RAYDIUM_POOL, at.USDC)),
			changes(at.ataOf(RAYDIUM_POOL, at.BONK)),
			reads(TOKEN_PROGRAM_ID),
			reads(TOKEN_PROGRAM_ID),
			reads(at.USDC),
			reads(at.BONK),
			changes(spare("raydium", "observations")),
		],
		Buffer.from("8fbe5adac41e33de", "hex"),
		u64(amount),
		u64(least),
	);

/** deposit: 2 SOL for mSOL. */
export const marinadeStake = (to: PublicKey = MY_MSOL) =>
	call(
		MARINADE,
		[
			changes(spare("marinade", "state")),
			changes(MSOL),
			changes(spare("marinade", "SOL leg")),
			changes(at.ataOf(MARINADE_POOL, MSOL)),
			reads(MARINADE_POOL),
			changes(MARINADE_RESERVE),
			signsAndChanges(at.ME),
			changes(to),
			reads(spare("marinade", "mint authority")),
			reads(SystemProgram.programId),
			reads(TOKEN_PROGRAM_ID),
		],
		Buffer.from("f223c68952e1f2b6", "hex"),
		u64(2n * at.SOL),
	);

interface Behind {
	readonly outer: TransactionInstruction;
	readonly calls: readonly TransactionInstruction[];
	/** Number of the outer accounts that the calls need. */
	readonly count: number;
}

const moves = (pool: PublicKey, paid: bigint, to: PublicKey, mint: PublicKey, amount: bigint) => [
	createTransferInstruction(at.MY_USDC, at.ataOf(pool, at.USDC), at.ME, paid),
	createTransferInstruction(at.ataOf(pool, mint), to, pool, amount),
];

export const APPS: readonly Behind[] = [
	{
		outer: jupiterSwap(),
		calls: moves(JUPITER_POOL, at.units(150), at.MY_WSOL, at.WSOL, at.SOL),
		count: 9,
	},
	{
		outer: orcaSwap(at.units(150), at.SOL),
		calls: moves(ORCA_POOL, at.units(150), at.MY_WSOL, at.WSOL, at.SOL),
		count: 7,
	},
	{
		outer: raydiumSwap(at.units(4_000), 1n),
		calls: moves(RAYDIUM_POOL, at.units(4_000), at.MY_EMPTY, at.BONK, 1n),
		count: 9,
	},
	{
		outer: marinadeStake(),
		calls: [
			SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: MARINADE_RESERVE, lamports: 2n * at.SOL }),
			createTransferInstruction(at.ataOf(MARINADE_POOL, MSOL), MY_MSOL, MARINADE_POOL, at.lamports(1.6)),
		],
		count: 11,
	},
];
