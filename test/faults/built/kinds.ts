import { Keypair } from "@solana/web3.js";
import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { AppName } from "../../mock-ledger/app.ts";

/** Kinds of approval, with the effects that each must have in the end. */

export type Effect =
	| { readonly family: "evm"; readonly to: Address; readonly amount: bigint }
	| { readonly family: "svm"; readonly to: string; readonly amount: bigint };

export interface Scenario {
	readonly sentence: string;
	/** Effects on chain, in order; nothing else ever pays these addresses. */
	readonly effects: readonly Effect[];
	/** Number of requests that it makes, each with its own approval. */
	readonly entries: number;
}

export interface Kind {
	readonly name: string;
	/** App of the signing Ledger; `null` if the vault signs. */
	readonly device: AppName | null;
	readonly scenario: () => Scenario;
}

const FIRST = parseEther("0.01");
const SECOND = parseEther("0.02");
const LAMPORTS = 100_000_000n;

const eth = (amount = FIRST): Effect & { family: "evm" } => ({
	family: "evm",
	to: privateKeyToAddress(generatePrivateKey()),
	amount,
});
const sol = (): Effect & { family: "svm" } => ({
	family: "svm",
	to: Keypair.generate().publicKey.toBase58(),
	amount: LAMPORTS,
});

function one<E extends Effect>(effect: E, sentence: (to: E["to"]) => string): Scenario {
	return { sentence: sentence(effect.to), effects: [effect], entries: 1 };
}

function two(entries: number, sentence: (first: string, second: string) => string): Scenario {
	const effects = [eth(FIRST), eth(SECOND)] as const;
	return { sentence: sentence(effects[0].to, effects[1].to), effects, entries };
}

const message = (sentence: string): Scenario => ({ sentence, effects: [], entries: 1 });

const vault = (name: string, scenario: () => Scenario): Kind => ({ name, device: null, scenario });

const ethTo = (after: string) => () => one(eth(), (to) => `send 0.01 ETH to ${to}${after}`);
const solTo = (after: string) => () => one(sol(), (to) => `send 0.1 SOL to ${to}${after}`);
const fresh = () => crypto.randomUUID().slice(0, 8);

export const KINDS: readonly Kind[] = [
	vault("evm", ethTo("")),
	vault("evm-hosted", ethTo(", hosted")),
	vault("attempt", ethTo(" by browser send")),
	vault("batch", () => two(2, (a, b) => `send 0.01 ETH to ${a} and 0.02 ETH to ${b}`)),
	vault("action", () => one(eth(), (to) => `execute: send 0.01 ETH to ${to}`)),
	vault("two-steps", () => two(1, (a, b) => `execute: send 0.01 ETH to ${a}, then send 0.02 ETH to ${b}`)),
	vault("message", () => message(`sign the message: ${fresh()}`)),
	vault("typed-data", () => message("permit the router 25 DEMO")),
	vault("svm", solTo("")),
	vault("svm-hosted", solTo(" hosted")),
	vault("svm-action", () => one(sol(), (to) => `execute: send 0.1 SOL to ${to}`)),
	vault("svm-message", () => message(`sign the solana message: ${fresh()}`)),
	{ name: "ledger-evm", device: "Ethereum", scenario: ethTo("") },
	{ name: "ledger-attempt", device: "Ethereum", scenario: ethTo(" by browser send") },
	{
		name: "ledger-two-steps",
		device: "Ethereum",
		scenario: () => two(1, (a, b) => `execute: send 0.01 ETH to ${a}, then send 0.02 ETH to ${b}`),
	},
	{ name: "ledger-message", device: "Ethereum", scenario: () => message(`sign the message: ${fresh()}`) },
	{ name: "ledger-svm", device: "Solana", scenario: solTo("") },
];
