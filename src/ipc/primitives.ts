import { z } from "zod";
import { isExplorer } from "../core/chain/explorers.ts";
import type { Text } from "../core/message.ts";

/**
 * Building blocks of all commands and views. Views are plain serializable data composed by main; times are
 * Unix milliseconds. Text from the agent, the service or a token is a `Claim`: hostile until displayed as
 * plain text.
 */

export const nothing = z.strictObject({});

export const id = z.string().min(1).max(400);

export const password = z.string().min(1).max(1024);

/** Result of a command: main may refuse, with a reason for the user. */
export type CommandOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Text };

export type WindowName = "desk" | "trusted";

/** A command that a window may send. Main checks the window, real input, and the schema, in this order. */
export interface Procedure<Window extends WindowName, Input extends z.ZodType, Output> {
	readonly window: Window;
	readonly input: Input;
	/** Accepted only shortly after real input in its window. */
	readonly needsInput: boolean;
	/** Type-only: carries the output's type. */
	readonly output?: Output;
}

/** Returns a function that declares commands of this window, which require input by default. */
function commandsOf<Window extends WindowName>(window: Window) {
	const returns =
		<Output>() =>
		<Input extends z.ZodType>(
			input: Input,
			exception?: { readonly needsInput: false },
		): Procedure<Window, Input, Output> => ({ window, input, needsInput: exception?.needsInput ?? true });
	return { returns, command: returns<CommandOutcome>() };
}

/**
 * Declares commands of the desk: viewing, and messages to the agent. A command needs no input if it only
 * changes the desk's content, its data, or the session; approvals it requests open in the trusted window. All
 * others reach further: clipboard, dialogs, notifications, account names, answers for the user.
 */
export const desk = commandsOf("desk");

/** Declares commands of the trusted window only: approve, pay, delete, reveal secrets. */
export const trusted = commandsOf("trusted");

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Returns whether an address uses https, or http on this computer, without credentials that could disguise
 * the host.
 */
export function isSafeAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	if (username !== "" || password !== "") return false;
	return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

export const rpcUrl = z.string().max(2048).refine(isSafeAddress, {
	message: "must be an https address (http only on this computer), without a name or password",
});

/** Transaction page of a block explorer, with `{id}` as placeholder for the hash. */
export const explorerTemplate = z.string().max(300).refine(isExplorer, {
	message: "must be an https address with {id} in the place of the hash",
});

/** Foreign text. Displayed as plain text, clipped, with control and bidi characters made visible. */
export type Claim = string;

export interface AmountView {
	/** Grouped significant digits: "1,234.5". */
	readonly text: string;
	/** All digits. */
	readonly full: string;
	/** Foreign symbol, or a description for an asset without one. */
	readonly unit: Text;
	/** Base units (such as wei) in decimal digits. */
	readonly raw: string;
	/** Decimals and symbol were read from the chain, or belong to its native coin. */
	readonly checked: boolean;
	/** "≈ $250.00"; absent without a price. */
	readonly worth?: Text;
}

export interface AddressView {
	readonly address: string;
	/** The user's own label, never the service's. */
	readonly label: string | null;
	/** First six and last six characters. */
	readonly short: string;
}

/** Decimal chain id, or the name of a Solana cluster. */
export const chainRef = z.string().regex(/^([1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);

export type InputOf<P> = P extends Procedure<WindowName, infer I, unknown> ? z.infer<I> : never;

type OutputOf<P> = P extends Procedure<WindowName, z.ZodType, infer O> ? O : never;

export type CommandClient<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: InputOf<Procedures[Name]>,
	) => Promise<OutputOf<Procedures[Name]>>;
};
