export type TokenWish =
	| { readonly kind: "keep" }
	| { readonly kind: "forget" }
	| { readonly kind: "set"; readonly token: string };

/** What saveNetwork takes: null keeps the one that is held, an empty text forgets it. */
export function tokenToSend(wish: TokenWish): string | null {
	if (wish.kind === "forget") return "";
	if (wish.kind === "set" && wish.token.trim() !== "") return wish.token.trim();
	return null;
}
