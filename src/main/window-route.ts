/** Where the trusted window is. Main alone moves it. */
export type WindowRoute =
	| { readonly kind: "empty" }
	| { readonly kind: "welcome" }
	| { readonly kind: "phrase"; readonly words: readonly string[]; readonly positions: readonly number[] }
	| { readonly kind: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	/** `next`: the entry to go on to once it is unlocked. */
	| { readonly kind: "unlock"; readonly next: string | null }
	| { readonly kind: "addAccount" }
	/** `chainId`: to be added. `back`: the entry whose review led there. */
	| { readonly kind: "network"; readonly chainId?: string; readonly back?: string }
	| { readonly kind: "autoLock" }
	| { readonly kind: "blindSigning" }
	/** Accounts on a Ledger: find, add, verify. */
	| { readonly kind: "ledger" }
	/** The user's rules. */
	| { readonly kind: "rules" }
	/** The address book. */
	| { readonly kind: "contacts" }
	/** Environments, and signing in and out. */
	| { readonly kind: "signIn" }
	/** A portable Build, to be committed. */
	| { readonly kind: "build"; readonly buildId: string }
	| { readonly kind: "topUp" }
	| { readonly kind: "removeApp"; readonly applicationId: number }
	| { readonly kind: "entry"; readonly entryId: string; readonly mode: "review" | "progress" };
