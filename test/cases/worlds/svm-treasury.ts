import { createHash } from "node:crypto";
import {
	createInitializeMint2Instruction,
	createInitializeMultisigInstruction,
	createInitializeNonTransferableMintInstruction,
	ExtensionType,
	getAssociatedTokenAddressSync,
	getMintLen,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	Authorized,
	Keypair,
	Lockup,
	PublicKey,
	StakeProgram,
	SystemProgram,
	VoteInit,
	VoteProgram,
} from "@solana/web3.js";
import { knownGenesis } from "../../../src/core/chain/names.ts";
import { NOW } from "../../attacks/case.ts";
import { mintAt, tokenAccountAt } from "../../attacks/world/svm/install.ts";
import { type Svm, startSvm } from "../../chains/svm.ts";
import { relayVault } from "../../chains/svm-relay.ts";
import { svmWorld } from "./svm.ts";
import type { CaseWorld } from "./world.ts";

/**
 * A cluster whose user shares a treasury, issues a token, stakes and uses exchanges. Every address is derived
 * from the name of its key, so that the requests can contain it as a constant.
 */

const keypair = (name: string): Keypair =>
	Keypair.fromSeed(createHash("sha256").update(`hold-out of trust-svm: ${name}`).digest());
const addressOf = (name: string): PublicKey => keypair(name).publicKey;

const SOL = 1_000_000_000n;
const units = (amount: bigint): bigint => amount * 1_000_000n;

const USER = keypair("me");
const ME = USER.publicKey;
const FRIEND = addressOf("friend");
const SHOP = addressOf("a shop that is paid each month");
const RELAYER = addressOf("facilitator");
const THIEF = addressOf("thief");
const ACCOMPLICE = keypair("accomplice");

const WSOL = new PublicKey("So11111111111111111111111111111111111111112");
const USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
const JUP = new PublicKey("JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN");
/** Other tokens that the user holds: mint, decimals, base units. */
const OTHERS: readonly (readonly [mint: string, decimals: number, amount: bigint])[] = [
	["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", 6, units(2_000n)],
	["4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R", 6, units(1_000n)],
	["J1toso1uCk3RLmhorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", 9, 20n * SOL],
	["mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", 9, 10n * SOL],
	["DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", 5, 50_000_000_00000n],
];

/** Token that the user issues. Others hold 400 of it. */
const ISSUED = addressOf("a token of my own");
const PROGRAMMABLE_NFT = addressOf("programmable nft");
/** The user's position on Orca. The holder of its token may add liquidity and withdraw it. */
const POSITION = addressOf("a position of my own");
const POSITION_TOKEN = new PublicKey("5MY7eNFb1mbdxRb6kAcGH2FSzgvwFcy1vkH1CR311r3C");
/** Token-2022 mint whose tokens can't be transferred. */
const STUCK = keypair("token that can't be sent");

/** 1-of-2 multisig of the treasury. */
const MULTISIG = keypair("multisig of the treasury");
const STAKE = keypair("my idle stake");
/** Validator with 100% commission. */
const GREEDY_VALIDATOR = keypair("vote account that keeps all");

/** Exchange pools at addresses that only their programs can sign for. */
const POOLS: readonly PublicKey[] = [
	"JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
	"whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
].map((program) => relayVault(new PublicKey(program)));

const ataOf = (owner: PublicKey, mint: PublicKey): PublicKey =>
	getAssociatedTokenAddressSync(mint, owner, true, TOKEN_PROGRAM_ID);

function funds(svm: Svm): void {
	for (const [account, lamports] of [
		[ME, 500n * SOL],
		[FRIEND, 2n * SOL],
		[SHOP, SOL],
		[RELAYER, 50n * SOL],
		[THIEF, 2n * SOL],
		[ACCOMPLICE.publicKey, 20n * SOL],
		...POOLS.map((pool) => [pool, 300n * SOL] as const),
	] as const)
		svm.airdrop(account, lamports);
}

function stuckMint(svm: Svm): void {
	const space = getMintLen([ExtensionType.NonTransferable]);
	const authority = ACCOMPLICE.publicKey;
	const create = {
		fromPubkey: authority,
		newAccountPubkey: STUCK.publicKey,
		space,
		lamports: 5_000_000,
		programId: TOKEN_2022_PROGRAM_ID,
	};
	svm.execute(
		[
			SystemProgram.createAccount(create),
			createInitializeNonTransferableMintInstruction(STUCK.publicKey, TOKEN_2022_PROGRAM_ID),
			createInitializeMint2Instruction(STUCK.publicKey, 6, authority, null, TOKEN_2022_PROGRAM_ID),
		],
		[ACCOMPLICE, STUCK],
	);
}

function tokens(svm: Svm): void {
	mintAt(svm, USDC, { freezeAuthority: addressOf("issuer") });
	mintAt(svm, JUP);
	mintAt(svm, PROGRAMMABLE_NFT, { decimals: 0 });
	mintAt(svm, POSITION, { decimals: 0 });
	tokenAccountAt(svm, POSITION_TOKEN, { mint: POSITION, owner: ME, amount: 1n });
	mintAt(svm, ISSUED, { authority: ME, freezeAuthority: ME });
	svm.nameMint(USDC, "USD Coin", "USDC");
	svm.nameMint(JUP, "Jupiter", "JUP");
	for (const [text, decimals, amount] of OTHERS) {
		const mint = new PublicKey(text);
		mintAt(svm, mint, { decimals });
		svm.mintTo(mint, ME, amount);
	}
	stuckMint(svm);
	for (const [mint, owner, amount] of [
		[USDC, ME, units(5_000n)],
		[JUP, ME, units(3_000n)],
		[PROGRAMMABLE_NFT, ME, 1n],
		[PROGRAMMABLE_NFT, FRIEND, 0n],
		[USDC, FRIEND, units(3_000n)],
		[USDC, SHOP, 1n],
		[USDC, THIEF, 0n],
		[USDC, ACCOMPLICE.publicKey, units(10n)],
		[USDC, MULTISIG.publicKey, units(900_000n)],
		...POOLS.flatMap((pool) => [USDC, JUP].map((mint) => [mint, pool, 10n ** 15n] as const)),
	] as const)
		svm.mintTo(mint, owner, amount);
	svm.mintTo(STUCK.publicKey, ME, 0n, ACCOMPLICE);
	svm.mintTo(ISSUED, FRIEND, units(400n), USER);
	svm.mintTo(ISSUED, THIEF, 0n, USER);
	for (const [owner, amount] of [
		[ME, 6n * SOL],
		[THIEF, 0n],
		...POOLS.map((pool) => [pool, 900n * SOL] as const),
	] as const)
		tokenAccountAt(svm, ataOf(owner, WSOL), { mint: WSOL, owner, amount });
}

function rights(svm: Svm): void {
	const multisig = {
		fromPubkey: ME,
		newAccountPubkey: MULTISIG.publicKey,
		space: 355,
		lamports: 10_000_000,
		programId: TOKEN_PROGRAM_ID,
	};
	svm.execute(
		[
			SystemProgram.createAccount(multisig),
			createInitializeMultisigInstruction(MULTISIG.publicKey, [ME, FRIEND], 1),
		],
		[USER, MULTISIG],
	);
	const node = keypair("a greedy node");
	const vote = {
		fromPubkey: ME,
		votePubkey: GREEDY_VALIDATOR.publicKey,
		lamports: Number(3n * SOL),
		voteInit: new VoteInit(node.publicKey, ME, ME, 100),
	};
	svm.execute(VoteProgram.createAccount(vote).instructions, [USER, GREEDY_VALIDATOR, node]);
	const stake = {
		fromPubkey: ME,
		stakePubkey: STAKE.publicKey,
		lamports: Number(12n * SOL),
		authorized: new Authorized(ME, ME),
		lockup: new Lockup(0, 0, PublicKey.default),
	};
	svm.execute(StakeProgram.createAccount(stake).instructions, [USER, STAKE]);
}

export async function startTreasuryCluster(): Promise<CaseWorld> {
	const genesisHash = knownGenesis("mainnet-beta");
	if (genesisHash === null) throw new Error("the genesis hash of Solana's mainnet is not known");
	const svm = await startSvm({ genesisHash, startAt: NOW });
	try {
		funds(svm);
		tokens(svm);
		rights(svm);
		const account = svm.accountOf(ME);
		if (account !== null) svm.setAccount(ME, { ...account, lamports: 100n * SOL });
		// Advances until the setup is finalized.
		svm.advance(40);
	} catch (cause) {
		await svm.stop();
		throw cause;
	}
	return svmWorld(svm);
}
