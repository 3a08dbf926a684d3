export type TokenInput =
	| { readonly kind: "keep" }
	| { readonly kind: "forget" }
	| { readonly kind: "set"; readonly token: string };

/** `null` keeps the stored token. Empty text removes it. */
export function tokenToSend(command: TokenInput): string | null {
	if (command.kind === "forget") return "";
	if (command.kind === "set" && command.token.trim() !== "") return command.token.trim();
	return null;
}
