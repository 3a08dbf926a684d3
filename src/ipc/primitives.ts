import { z } from "zod";
import { isExplorer } from "../core/chain/explorers.ts";
import type { Text } from "../core/message.ts";

/**
 * What the commands and views of all features are made of. Views are plain serialisable data that main composes;
 * times are Unix milliseconds. Every text that came from the agent, the service or a token is a `Claim`: hostile until
 * shown as plain text.
 */

export const nothing = z.strictObject({});

export const id = z.string().min(1).max(400);

export const password = z.string().min(1).max(1024);

/** What happened to a command: main may refuse, and says why in words for a user. */
export type CommandOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Text };

export type WindowName = "desk" | "trusted";

/** One command that a window may send: main checks the window, the user's input and the schema, in this order. */
export interface Procedure<Window extends WindowName, Input extends z.ZodType, Output> {
	readonly window: Window;
	readonly input: Input;
	/** Accepted only shortly after real input on its window. */
	readonly needsInput: boolean;
	/** Never present: carries the output's type. */
	readonly output?: Output;
}

/** @returns what declares commands of this window; each needs input unless it says otherwise */
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
 * Declares what the desk may do: look, and talk to the agent. A command needs no input if it changes nothing but the
 * desk's own content, the data loaded for it and the conversation; what it asks to approve opens in the trusted window.
 * Every other command reaches further: clipboard, dialogs, notifications, names of accounts, answers for the user.
 */
export const desk = commandsOf("desk");

/** Declares what only the trusted window may do: approve, pay, lose something, touch secrets. */
export const trusted = commandsOf("trusted");

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** https, or http on this computer; no name or password inside, which could make one host look like another. */
export function isSafeAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	if (username !== "" || password !== "") return false;
	return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

export const rpcUrl = z.string().max(2048).refine(isSafeAddress, {
	message: "must be an https address (http only on this computer), without a name or password",
});

/** The page of a transaction in a block explorer, with `{id}` in the place of its hash. */
export const explorerTemplate = z.string().max(300).refine(isExplorer, {
	message: "must be an https address with {id} in the place of the hash",
});

/** Text written by somebody else. Drawn as plain text, clipped, with control and bidi characters made visible. */
export type Claim = string;

export interface AmountView {
	/** Significant digits, grouped: "1,234.5". */
	readonly text: string;
	/** Every digit. */
	readonly full: string;
	/** Of others, or what it is called where it has no symbol. */
	readonly unit: Text;
	/** Base units (wei and the like) as decimal digits. */
	readonly raw: string;
	/** True where decimals and symbol were read from the chain (or are the chain's own native ones). */
	readonly checked: boolean;
	/** "≈ $250.00"; left out where there is no price. */
	readonly worth?: Text;
}

export interface AddressView {
	readonly address: string;
	/** The user's own name for it, never the service's. */
	readonly label: string | null;
	/** First six and last six characters. */
	readonly short: string;
}

/** A decimal chain id, or the name of a Solana cluster. */
export const chainRef = z.string().regex(/^([1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);

export type InputOf<P> = P extends Procedure<WindowName, infer I, unknown> ? z.infer<I> : never;

type OutputOf<P> = P extends Procedure<WindowName, z.ZodType, infer O> ? O : never;

export type CommandClient<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: InputOf<Procedures[Name]>,
	) => Promise<OutputOf<Procedures[Name]>>;
};
