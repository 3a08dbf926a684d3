import { z } from "zod";
import { isExplorer } from "../core/chain/explorers.ts";
import type { Text } from "../core/localized-text.ts";

/**
 * Views are plain data, and all times are in Unix milliseconds. Text from the agent, the service or a token
 * has the type `Claim`. It is hostile unless displayed as plain text.
 */

export const nothing = z.strictObject({});

export const id = z.string().min(1).max(400);

/** A plain number without a sign, an exponent or separators. Main parses it with the asset's decimals. */
export const decimalText = z
	.string()
	.max(120)
	.regex(/^[0-9]{1,60}(?:\.[0-9]{1,59})?$/);

export const password = z.string().min(1).max(1024);

export type CommandOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Text };

export type WindowName = "desk" | "trusted";

/** Main first checks which window sent the command, then requires real input, then validates the schema. */
export interface Procedure<Window extends WindowName, Input extends z.ZodType, Output> {
	readonly window: Window;
	readonly input: Input;
	readonly needsInput: boolean;
	readonly output?: Output;
}

function commandBuilder<Window extends WindowName>(window: Window) {
	const returns =
		<Output>() =>
		<Input extends z.ZodType>(
			input: Input,
			exception?: { readonly needsInput: false },
		): Procedure<Window, Input, Output> => ({ window, input, needsInput: exception?.needsInput ?? true });
	return { returns, command: returns<CommandOutcome>() };
}

/**
 * Declares a desk command. Commands that change only the display, the desk's data or the session need no real
 * input. All others do, such as those for the clipboard, dialogs, notifications, account names and answers to
 * requests. An action that needs approval opens in the trusted window.
 */
export const desk = commandBuilder("desk");

export const trusted = commandBuilder("trusted");

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Returns whether the address uses https, or http on this computer. Rejects addresses with credentials,
 * because credentials can disguise the host.
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

/** Address of a transaction's page on a block explorer. `{id}` is replaced with the transaction's hash. */
export const explorerTemplate = z.string().max(300).refine(isExplorer, {
	message: "must be an https address with {id} in the place of the hash",
});

/**
 * Untrusted text. It is displayed as plain text and truncated, with control and bidi characters made visible.
 */
export type Claim = string;

export interface AmountView {
	/** Significant digits with separators, such as "1,234.5". `full` contains all digits. */
	readonly text: string;
	readonly full: string;
	/** The token's symbol, or a description if it has none. */
	readonly unit: Text;
	/** Base units in decimal digits. */
	readonly raw: string;
	/** Set if the symbol and decimals come from the chain, or the asset is the native coin. */
	readonly checked: boolean;
	readonly fiat?: Text;
}

export interface AddressView {
	readonly address: string;
	/** The user's own label, never the service's. */
	readonly label: string | null;
	readonly short: string;
}

export const chainRef = z.string().regex(/^([1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);

export type InputOf<P> = P extends Procedure<WindowName, infer I, unknown> ? z.infer<I> : never;

type OutputOf<P> = P extends Procedure<WindowName, z.ZodType, infer O> ? O : never;

export type CommandClient<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: InputOf<Procedures[Name]>,
	) => Promise<OutputOf<Procedures[Name]>>;
};
