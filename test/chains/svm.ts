import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import {
	AddressLookupTableAccount,
	AddressLookupTableProgram,
	Connection,
	Keypair,
	PublicKey,
	SYSVAR_INSTRUCTIONS_PUBKEY,
	SystemProgram,
	TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { svmErrorMessage } from "./svm-errors.ts";
import { createLedger, type Landed, type LedgerAccount, type LedgerOptions } from "./svm-ledger.ts";
import { svmMethods } from "./svm-methods.ts";
import { relayCall, relayProgram } from "./svm-relay.ts";
import { serveSvm } from "./svm-server.ts";
import {
	createMintInstructions,
	type MintOptions,
	metaplexMetadata,
	mintToInstructions,
} from "./svm-tokens.ts";
import { signatureOf } from "./svm-transaction.ts";

/** Starts a real Solana runtime for tests and the demo: litesvm in this process, behind Solana's JSON-RPC. */

const bytesOf = (text: string) => sha256(new TextEncoder().encode(text));

/** Returns keypair `index` of the tests, which is always the same. Never use it for value. */
export function devSvmKeypair(index: number): Keypair {
	return Keypair.fromSeed(bytesOf(`countersign test keypair ${index}`));
}

/** Default genesis hash of a chain. */
export const DEV_GENESIS_HASH = base58.encode(bytesOf("countersign test cluster"));

export interface SvmOptions extends LedgerOptions {
	/** Defaults to DEV_GENESIS_HASH. */
	readonly genesisHash?: string;
	/** If false, sent transactions stay pending until `mine`. */
	readonly automine?: boolean;
	/** Block interval in milliseconds; if omitted, only `mine` and `advance` create blocks. */
	readonly blockTimeMs?: number;
	/** Port; a free one by default. */
	readonly port?: number;
}

export interface Svm {
	readonly url: string;
	readonly genesisHash: string;
	readonly cluster: "localnet";
	/** Creates a client, `confirmed` by default; it opens a websocket only for a subscription. */
	connection(): Connection;
	setAutomine(on: boolean): void;
	/** Runs all pending transactions in one new block. */
	mine(): void;
	/** Creates empty blocks: blockhashes age, and landed transactions become confirmed and final. */
	advance(blocks?: number): void;
	/** Drops a pending transaction; returns false if there is none. */
	drop(signature: string): boolean;
	/** Returns the signatures of pending transactions. */
	pending(): readonly string[];
	blockHeight(): bigint;
	/** Gives lamports at once and returns the signature. Default: 1 SOL. */
	airdrop(to: PublicKey, lamports?: bigint): string;
	/** Creates a mint, whose authority (by default the cluster's faucet) `mintTo` uses. */
	createMint(options?: MintOptions): PublicKey;
	/** Sets a mint's name in Metaplex' metadata. */
	nameMint(mint: PublicKey, name: string, symbol: string): void;
	/** Mints base units to the owner's associated token account, created if missing, and returns it. */
	mintTo(mint: PublicKey, owner: PublicKey, amount: bigint, authority?: Keypair): PublicKey;
	/** Creates a lookup table that can be used at once. */
	createLookupTable(addresses: readonly PublicKey[]): AddressLookupTableAccount;
	/** Deactivates a lookup table, which new transactions should no longer use. */
	deactivateLookupTable(table: PublicKey): void;
	/**
	 * Signs and lands a transaction at once. The first signer pays; the faucet is the default.
	 * @throws SvmRunError if it fails
	 */
	execute(instructions: readonly TransactionInstruction[], signers?: readonly Keypair[]): string;
	/**
	 * Deploys a program that runs these instructions when it is called, and returns the instruction that calls
	 * it. The signed bytes show none of the effects. The program can sign for its own vault (`relayVault`).
	 */
	hide(
		hidden: TransactionInstruction | readonly TransactionInstruction[],
		at?: PublicKey,
	): TransactionInstruction;
	/**
	 * Deploys such a program behind an instruction with a custom layout. Its first `count` accounts must be all
	 * that the calls need.
	 */
	hideBehind(outer: TransactionInstruction, calls: readonly TransactionInstruction[], count: number): void;
	/** Reads an account from the ledger; `null` if it does not exist. */
	accountOf(address: PublicKey): LedgerAccount | null;
	/** Writes an account directly, without any checks. */
	setAccount(address: PublicKey, account: LedgerAccount): void;
	/** Removes an account, as closing it does. */
	removeAccount(address: PublicKey): void;
	stop(): Promise<void>;
}

/** Thrown if a setup transaction of a test fails. */
class SvmRunError extends Error {
	override readonly name = "SvmRunError";
}

const FAUCET_LAMPORTS = 10n ** 18n;
const SOL = 10n ** 9n;
/** Maximum number of addresses that one transaction can add to a table. */
const TABLE_CHUNK = 20;

/** Returns the size of the sysvar that contains the transaction's instructions, if this is the only one. */
const instructionsSize = ({ keys, data }: TransactionInstruction): number =>
	2 + 2 + 2 + 33 * keys.length + 32 + 2 + data.length + 2;

/** Starts a chain on 127.0.0.1. It ends with `stop()` or when this process ends. */
export async function startSvm(options: SvmOptions = {}): Promise<Svm> {
	const { genesisHash = DEV_GENESIS_HASH, port = 0, blockTimeMs } = options;
	let automine = options.automine ?? true;
	const ledger = createLedger(options);
	const faucet = Keypair.fromSeed(bytesOf("countersign test faucet"));
	ledger.setAccount(faucet.publicKey.toBase58(), {
		lamports: FAUCET_LAMPORTS,
		owner: SystemProgram.programId.toBase58(),
		executable: false,
		data: new Uint8Array(),
	});

	/** Lands a transaction in a new block, so that two equal transactions differ in their blockhash. */
	function land(instructions: readonly TransactionInstruction[], signers: readonly Keypair[]): Landed {
		const [payer = faucet] = signers;
		ledger.advance(1);
		const message = new TransactionMessage({
			payerKey: payer.publicKey,
			recentBlockhash: ledger.tip().blockhash,
			instructions: [...instructions],
		}).compileToV0Message();
		const transaction = new VersionedTransaction(message);
		transaction.sign([payer, ...signers.slice(1)]);
		const landed = ledger.land(transaction);
		if (landed === null) throw new SvmRunError(`${signatureOf(transaction)} did not land`);
		if (landed.err !== null)
			throw new SvmRunError(`${svmErrorMessage(landed.err)}\n${landed.logs.join("\n")}`);
		return landed;
	}

	const airdrop = (to: PublicKey, lamports: bigint): string => {
		const transfer = { fromPubkey: faucet.publicKey, toPubkey: to, lamports };
		return land([SystemProgram.transfer(transfer)], [faucet]).signature;
	};

	function createLookupTable(addresses: readonly PublicKey[]): AddressLookupTableAccount {
		const authority = faucet.publicKey;
		const recentSlot = ledger.tip().slot;
		const [create, table] = AddressLookupTableProgram.createLookupTable({
			authority,
			payer: authority,
			recentSlot,
		});
		land([create], [faucet]);
		for (let at = 0; at < addresses.length; at += TABLE_CHUNK) {
			const chunk = addresses.slice(at, at + TABLE_CHUNK);
			const extend = { lookupTable: table, authority, payer: authority, addresses: chunk };
			land([AddressLookupTableProgram.extendLookupTable(extend)], [faucet]);
		}
		// Addresses can be used from the slot after the one that added them.
		ledger.advance(1);
		const data = ledger.accountOf(table.toBase58())?.data ?? new Uint8Array();
		return new AddressLookupTableAccount({ key: table, state: AddressLookupTableAccount.deserialize(data) });
	}

	const methods = svmMethods({
		ledger,
		genesisHash,
		automine: () => automine,
		airdrop: (address, lamports) => airdrop(new PublicKey(address), lamports),
	});
	const server = await serveSvm(methods, port);
	const tick = () => (automine ? ledger.mine() : ledger.advance(1));
	const ticking = blockTimeMs === undefined ? undefined : setInterval(tick, blockTimeMs).unref();

	return {
		url: server.url,
		genesisHash,
		cluster: "localnet",
		connection: () => new Connection(server.url, { commitment: "confirmed", disableRetryOnRateLimit: true }),
		setAutomine: (on) => {
			automine = on;
			if (on && ledger.waiting().length > 0) ledger.mine();
		},
		mine: ledger.mine,
		advance: (blocks = 1) => ledger.advance(blocks),
		drop: ledger.drop,
		pending: ledger.waiting,
		blockHeight: () => ledger.tip().height,
		airdrop: (to, lamports = SOL) => airdrop(to, lamports),
		createMint: (options = {}) => {
			const mint = Keypair.generate();
			land(createMintInstructions(mint.publicKey, faucet.publicKey, options, ledger.rentExempt), [
				faucet,
				mint,
			]);
			return mint.publicKey;
		},
		nameMint: (mint, name, symbol) => {
			const { address, owner, data } = metaplexMetadata(mint, { name, symbol });
			const lamports = ledger.rentExempt(data.length);
			ledger.setAccount(address.toBase58(), { lamports, owner, executable: false, data });
		},
		mintTo: (mint, owner, amount, authority = faucet) => {
			const program = new PublicKey(ledger.accountOf(mint.toBase58())?.owner ?? PublicKey.default);
			const parts = { mint, owner, amount, program, payer: faucet.publicKey, authority: authority.publicKey };
			const { account, instructions } = mintToInstructions(parts);
			land(instructions, authority === faucet ? [faucet] : [faucet, authority]);
			return account;
		},
		createLookupTable,
		deactivateLookupTable: (table) => {
			const options = { lookupTable: table, authority: faucet.publicKey };
			land([AddressLookupTableProgram.deactivateLookupTable(options)], [faucet]);
		},
		execute: (instructions, signers = [faucet]) => land(instructions, signers).signature,
		hide: (hidden, at = Keypair.generate().publicKey) => {
			const calls = hidden instanceof TransactionInstruction ? [hidden] : [...hidden];
			const outer = relayCall(at, calls, Buffer.from("claim your reward"));
			const sizes = outer.keys.map(({ pubkey }) => ledger.accountOf(pubkey.toBase58())?.data.length ?? 0);
			ledger.addProgram(at.toBase58(), relayProgram(outer, calls, sizes));
			// A program can be called from the slot after the one that deployed it.
			ledger.advance(1);
			return outer;
		},
		hideBehind: (outer, calls, count) => {
			const keys = outer.keys.slice(0, count);
			const { programId, data } = outer;
			const short = new TransactionInstruction({ programId, keys, data });
			const sizeOf = (pubkey: PublicKey) =>
				pubkey.equals(SYSVAR_INSTRUCTIONS_PUBKEY)
					? instructionsSize(outer)
					: (ledger.accountOf(pubkey.toBase58())?.data.length ?? 0);
			// Deploys twice, because the program's own size matters if it is among its accounts.
			for (let round = 0; round < 2; round += 1) {
				const sizes = keys.map(({ pubkey }) => sizeOf(pubkey));
				ledger.addProgram(programId.toBase58(), relayProgram(short, calls, sizes));
			}
			ledger.advance(1);
		},
		accountOf: (address) => ledger.accountOf(address.toBase58()),
		setAccount: (address, account) => ledger.setAccount(address.toBase58(), account),
		removeAccount: (address) => ledger.remove(address.toBase58()),
		stop: async () => {
			clearInterval(ticking);
			await server.stop();
		},
	};
}
