import {
	AccountLayout,
	createEnableCpiGuardInstruction,
	createReallocateInstruction,
	ExtensionType,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	AddressLookupTableProgram,
	Authorized,
	type Keypair,
	Lockup,
	PublicKey,
	StakeProgram,
	SystemProgram,
	type TransactionInstruction,
	VoteInit,
	VoteProgram,
} from "@solana/web3.js";
import { devSvmKeypair, type Svm } from "../../../chains/svm.ts";
import { relayCall, relayProgram } from "../../../chains/svm-relay.ts";
import type { MintOptions } from "../../../chains/svm-tokens.ts";
import * as at from "./addresses.ts";
import {
	APPS,
	JUPITER_POOL,
	MARINADE_POOL,
	MARINADE_RESERVE,
	MSOL,
	ORCA_POOL,
	RAYDIUM_POOL,
} from "./apps.ts";
import { approve, LOADER, u32, u64 } from "./instructions.ts";

/** Creates all accounts and programs that the cases use. */

const me = devSvmKeypair(0);
const FOREVER = 2n ** 64n - 1n;

/** Creates a mint at a fixed address. This works because the data of a mint does not contain its address. */
export function mintAt(svm: Svm, address: PublicKey, options: MintOptions = {}): void {
	const created = svm.createMint(options);
	const account = svm.accountOf(created);
	if (account === null) throw new Error("no mint was created");
	svm.setAccount(address, account);
	svm.removeAccount(created);
}

interface TokenAccount {
	readonly owner: PublicKey;
	readonly mint: PublicKey;
	readonly amount: bigint;
	readonly delegate?: PublicKey;
	readonly closer?: PublicKey;
}

const RENT = 2_039_280n;

/** Writes a token account directly, with contents that no honest instruction would produce. */
export function tokenAccountAt(svm: Svm, address: PublicKey, options: TokenAccount): void {
	const { owner, mint, amount, delegate, closer } = options;
	const isNative = mint.equals(at.WSOL);
	const data = Buffer.alloc(AccountLayout.span);
	AccountLayout.encode(
		{
			mint,
			owner,
			amount,
			delegateOption: delegate === undefined ? 0 : 1,
			delegate: delegate ?? PublicKey.default,
			state: 1,
			isNativeOption: isNative ? 1 : 0,
			isNative: isNative ? RENT : 0n,
			delegatedAmount: delegate === undefined ? 0n : FOREVER,
			closeAuthorityOption: closer === undefined ? 0 : 1,
			closeAuthority: closer ?? PublicKey.default,
		},
		data,
	);
	const lamports = isNative ? RENT + amount : RENT;
	svm.setAccount(address, { lamports, owner: TOKEN_PROGRAM_ID.toBase58(), executable: false, data });
}

function tokens(svm: Svm): void {
	mintAt(svm, at.USDC, { freezeAuthority: at.corpusKeypair("issuer of USDC").publicKey });
	mintAt(svm, at.USDT);
	mintAt(svm, at.BONK, { decimals: 5 });
	mintAt(svm, MSOL, { decimals: 9 });
	mintAt(svm, at.NFT, { decimals: 0 });
	mintAt(svm, at.JUNK, { decimals: 0 });
	mintAt(svm, at.MY_MINT, { authority: at.ME, freezeAuthority: at.ME });
	mintAt(svm, at.PYUSD, {
		program: "token-2022",
		permanentDelegate: at.corpusKeypair("issuer of PYUSD").publicKey,
		transferFee: { basisPoints: 0, most: 0n },
	});
	mintAt(svm, at.FEE_TOKEN, { program: "token-2022", transferFee: { basisPoints: 9_000, most: FOREVER } });
	mintAt(svm, at.TRAP_TOKEN, { program: "token-2022", permanentDelegate: at.THIEF });
	for (const [mint, owner, amount] of [
		[at.USDC, at.ME, at.BALANCES.usdc],
		[at.USDT, at.ME, at.BALANCES.usdt],
		[at.PYUSD, at.ME, at.BALANCES.pyusd],
		[at.FEE_TOKEN, at.ME, at.BALANCES.feeToken],
		[at.NFT, at.ME, 1n],
		[at.JUNK, at.ME, 1n],
		[at.BONK, at.ME, 0n],
		[at.USDC, at.MY_SECOND, 1n],
		[at.USDC, at.FRIEND, 1n],
		[at.USDT, at.FRIEND, 1n],
		[at.PYUSD, at.FRIEND, 1n],
		[at.FEE_TOKEN, at.FRIEND, 1n],
		[at.USDC, at.SHOP, 1n],
		[at.USDC, at.THIEF, 1n],
		[at.NFT, at.THIEF, 0n],
		[at.TRAP_TOKEN, at.THIEF, at.units(1_000_000)],
		[at.USDC, at.POOL, at.units(900_000)],
		[at.BONK, at.DISTRIBUTOR, 9_000_000_00000n],
		[at.BONK, at.DUST_POOL, 9n],
		[at.USDC, JUPITER_POOL, at.units(1)],
		[at.USDC, ORCA_POOL, at.units(1)],
		[at.USDC, RAYDIUM_POOL, at.units(1)],
		[at.BONK, RAYDIUM_POOL, 9n],
		[MSOL, at.ME, 0n],
		[MSOL, MARINADE_POOL, 100n * at.SOL],
	] as const)
		svm.mintTo(mint, owner, amount);
	tokenAccountAt(svm, at.ataOf(at.POOL, at.WSOL), { owner: at.POOL, mint: at.WSOL, amount: 500n * at.SOL });
	for (const pool of [JUPITER_POOL, ORCA_POOL])
		tokenAccountAt(svm, at.ataOf(pool, at.WSOL), { owner: pool, mint: at.WSOL, amount: 500n * at.SOL });
	tokenAccountAt(svm, at.ataOf(at.THIEF, at.WSOL), { owner: at.THIEF, mint: at.WSOL, amount: 0n });
	tokenAccountAt(svm, at.MY_WSOL, { owner: at.ME, mint: at.WSOL, amount: at.BALANCES.wsol });
	tokenAccountAt(svm, at.MY_RIGGED_WSOL, { owner: at.ME, mint: at.WSOL, amount: 0n, closer: at.THIEF });
	tokenAccountAt(svm, at.MY_LENT_USDC, { owner: at.ME, mint: at.USDC, amount: 0n, delegate: at.THIEF });
	const guard = [
		createReallocateInstruction(
			at.MY_PYUSD,
			at.ME,
			[ExtensionType.CpiGuard],
			at.ME,
			[],
			TOKEN_2022_PROGRAM_ID,
		),
		createEnableCpiGuardInstruction(at.MY_PYUSD, at.ME, [], TOKEN_2022_PROGRAM_ID),
	];
	svm.execute(guard, [me]);
	svm.execute([approve(at.MY_USDT, at.SHOP, at.ME, at.units(25))], [me]);
}

const NO_LOCKUP = new Lockup(0, 0, PublicKey.default);

function stakeAt(svm: Svm, name: string, sol: bigint, authority: PublicKey): void {
	const account = at.corpusKeypair(name);
	const options = {
		fromPubkey: at.ME,
		stakePubkey: account.publicKey,
		lamports: Number(sol * at.SOL),
		authorized: new Authorized(authority, authority),
		lockup: NO_LOCKUP,
	};
	svm.execute(StakeProgram.createAccount(options).instructions, [me, account]);
}

function voteAt(svm: Svm, name: string, node: Keypair): void {
	const account = at.corpusKeypair(name);
	const options = {
		fromPubkey: at.ME,
		votePubkey: account.publicKey,
		lamports: Number(3n * at.SOL),
		voteInit: new VoteInit(node.publicKey, at.ME, at.ME, 5),
	};
	svm.execute(VoteProgram.createAccount(options).instructions, [me, account, node]);
}

function stakes(svm: Svm): void {
	voteAt(svm, "vote account of a validator", at.VALIDATOR_NODE);
	voteAt(svm, "my vote account", at.corpusKeypair("my validator"));
	stakeAt(svm, "stake that is delegated", 40n, at.ME);
	stakeAt(svm, "stake that is idle", 12n, at.ME);
	stakeAt(svm, "other stake that is idle", 6n, at.ME);
	stakeAt(svm, "stake by a seed", 20n, at.MY_SAVINGS);
	const options = { stakePubkey: at.MY_STAKE, authorizedPubkey: at.ME, votePubkey: at.VALIDATOR };
	svm.execute(StakeProgram.delegate(options).instructions, [me]);
}

function nonce(svm: Svm): void {
	const account = at.corpusKeypair("my nonce account");
	const options = {
		fromPubkey: at.ME,
		noncePubkey: account.publicKey,
		authorizedPubkey: at.ME,
		lamports: Number(at.MY_NONCE_SOL),
	};
	svm.execute(SystemProgram.createNonceAccount(options).instructions, [me, account]);
}

const NO_CALLS: readonly TransactionInstruction[] = [];

/**
 * Deploys the user's program. States of UpgradeableLoaderState in solana-loader-v3-interface: 1 is a buffer,
 * 2 a program, 3 program data.
 */
function program(svm: Svm): void {
	const file = Buffer.from(relayProgram(relayCall(at.MY_PROGRAM, NO_CALLS, Buffer.alloc(0)), NO_CALLS, []));
	const write = (address: PublicKey, executable: boolean, data: Buffer) =>
		svm.setAccount(address, { lamports: 20n * at.SOL, owner: LOADER.toBase58(), executable, data });
	const authorityBytes = Buffer.concat([Buffer.from([1]), at.ME.toBuffer()]);
	write(at.MY_PROGRAM_DATA, false, Buffer.concat([u32(3), u64(0n), authorityBytes, file]));
	write(at.MY_PROGRAM, true, Buffer.concat([u32(2), at.MY_PROGRAM_DATA.toBuffer()]));
	// The upgrade authority must also own the buffer, so the thief has transferred its buffer to the user.
	for (const buffer of [at.NEW_BUFFER, at.THIEF_BUFFER])
		write(buffer, false, Buffer.concat([u32(1), authorityBytes, file]));
}

/**
 * Writes a lookup table in the layout of agave's AddressLookupTable: type, deactivation slot, last extended
 * slot, authority, padding, addresses.
 */
function table(svm: Svm, address: PublicKey, addresses: readonly PublicKey[], authority: PublicKey): void {
	const head = [u32(1), u64(FOREVER), u64(0n), Buffer.from([0, 1]), authority.toBuffer(), Buffer.alloc(2)];
	const data = Buffer.concat([...head, ...addresses.map((each) => each.toBuffer())]);
	const owner = AddressLookupTableProgram.programId.toBase58();
	svm.setAccount(address, { lamports: at.SOL / 20n, owner, executable: false, data });
}

/**
 * Sets up a new cluster.
 * @param svm should have mainnet's genesis hash, so that its tokens are the well-known ones
 */
export function installSvm(svm: Svm): void {
	const funds = [
		[at.ME, 400n * at.SOL],
		[at.MY_SECOND, 5n * at.SOL],
		[at.FRIEND, at.SOL],
		[at.THIEF, 2n * at.SOL],
		[at.MY_SAVINGS, at.MY_SAVINGS_SOL],
		[MARINADE_RESERVE, at.SOL],
	] as const;
	for (const [address, amount] of funds) svm.airdrop(address, amount);
	tokens(svm);
	stakes(svm);
	nonce(svm);
	program(svm);
	table(svm, at.TABLE, at.TABLE_ADDRESSES, at.FRIEND);
	table(svm, at.OTHER_TABLE, at.OTHER_TABLE_ADDRESSES, at.THIEF);
	table(svm, at.MY_TABLE, at.TABLE_ADDRESSES, at.ME);
	for (const { program: address, calls } of Object.values(at.HIDDEN)) svm.hide(calls, address);
	for (const { outer, calls, count } of APPS) svm.hideBehind(outer, calls, count);
	const now = svm.accountOf(at.ME);
	if (now !== null) svm.setAccount(at.ME, { ...now, lamports: at.MY_SOL });
	svm.advance(40);
}
