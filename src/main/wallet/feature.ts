import type { Labels } from "../../core/people/labels.ts";
import type { Ports } from "../ports.ts";
import { type Accounts, createAccounts } from "./accounts.ts";
import { type Balances, type BalancesDeps, createBalances } from "./balances.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createLedgerDesk, type LedgerDesk } from "./ledger-desk.ts";
import { createSigners } from "./signers/all.ts";
import type { Signer } from "./signers/signer.ts";
import { createVaultClient } from "./signers/vault/client.ts";
import { createLocalSigner } from "./signers/vault/local.ts";
import type { VaultClient } from "./signers/vault/types.ts";

/** The user's accounts, whatever can sign for them, and what they hold. */
export interface Wallet {
	readonly vault: VaultClient;
	readonly accounts: Accounts;
	/** Whatever can sign: the vault's accounts and those of a Ledger. */
	readonly signer: Signer;
	readonly ledger: Ledger;
	readonly ledgerDesk: LedgerDesk;
	readonly balances: Balances;
	/** Starts the vault's process. */
	start(): Promise<void>;
	/** Restarts the time until the automatic lock after real input in a window. */
	readonly noteUse: () => void;
	/** Locks the vault, and ends its process. */
	stop(): Promise<void>;
}

export interface WalletParts extends Omit<BalancesDeps, "ports" | "accounts"> {
	readonly ports: Ports;
	readonly dataDir: string;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** The user's own names for addresses. */
	labels(): Labels;
	/** Something that a window shows has changed. */
	readonly changed: () => void;
	readonly onHealth: Parameters<typeof createBalances>[1];
	readonly on: {
		/** Keys may have come or gone: whatever was approved may go on. */
		readonly signers: () => void;
		/** A device may be asked now: what was approved and waits for one may go on. */
		readonly device: () => void;
		/** The vault stands open, as it is told again with each of its changes. */
		readonly unlocked: () => void;
		/** It stood open, and does no more. */
		readonly locked: () => void;
	};
}

/** The vault hears of input at most once in this time: its lock can come as much early, and never late. */
const USE_NOTED_MS = 10_000;

/** Passes on that the app is used, while the vault is open. */
export function createUseNotes(
	vault: Pick<VaultClient, "status" | "noteUse">,
	clock: { now(): number },
): () => void {
	let notedAt: number | null = null;
	return () => {
		const now = clock.now();
		if (vault.status().state !== "unlocked") return;
		// A clock that was set back must not silence it for longer.
		if (notedAt !== null && now >= notedAt && now - notedAt < USE_NOTED_MS) return;
		notedAt = now;
		void vault.noteUse();
	};
}

export function createWallet(parts: WalletParts): Wallet {
	const { ports, changed, on } = parts;
	const vault = createVaultClient({
		fork: ports.forkVault,
		dataDir: parts.dataDir,
		clock: ports.clock,
		random: ports.random,
		log: ports.log,
		clockOffset: parts.clockOffset,
		autoLockMs: ports.settings.get().autoLockMinutes * 60_000,
	});
	const accounts = createAccounts(vault, ports.settings);
	const ledger = createLedger(ports, () => accounts, parts.clockOffset, {
		devices() {
			on.device();
			changed();
		},
		activity() {
			changed();
			if (ledger.signer.activity() !== null) return;
			// The device is free once this is over: what waits for its turn may ask then.
			queueMicrotask(on.device);
		},
	});
	const shared = { ...parts, accounts };
	const balances = createBalances(shared, parts.onHealth);
	const ledgerDesk = createLedgerDesk(shared, {
		client: ledger.client,
		watch: ledger.watch,
		onAccounts() {
			balances.read();
			on.signers();
			changed();
		},
	});

	return {
		vault,
		accounts,
		signer: createSigners(createLocalSigner(vault), ledger.signer),
		ledger,
		ledgerDesk,
		balances,
		async start() {
			let known = "";
			let wasOpen = false;
			vault.onChange(({ accounts: held, state }) => {
				const isOpen = state === "unlocked";
				if (wasOpen && !isOpen) on.locked();
				wasOpen = isOpen;
				on.signers();
				if (isOpen) on.unlocked();
				const addresses = held.map((each) => each.address).join(" ");
				if (addresses !== known) balances.read();
				known = addresses;
				changed();
			});
			await vault.start();
		},
		noteUse: createUseNotes(vault, ports.clock),
		stop: vault.stop,
	};
}
