import type { SetupStep } from "../ipc/setup.ts";

/** Routes of the trusted window. Only the main process changes them. */
export type WindowRoute =
	| { readonly kind: "empty" }
	| { readonly kind: "welcome" }
	/** First run. `practised`: the answer just given to the practice request. */
	| { readonly kind: "setup"; readonly step: SetupStep; readonly practised?: "approved" | "rejected" }
	/** The practice request. */
	| { readonly kind: "practice" }
	| { readonly kind: "phrase"; readonly words: readonly string[]; readonly positions: readonly number[] }
	| { readonly kind: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	/** `next`: the entry to open after unlocking. */
	| { readonly kind: "unlock"; readonly next: string | null }
	| { readonly kind: "addAccount" }
	/** `chainId`: the chain to add. `back`: the entry whose review led there. */
	| { readonly kind: "network"; readonly chainId?: string; readonly back?: string }
	/** A single account. */
	| { readonly kind: "account"; readonly address: string }
	| { readonly kind: "changePassword" }
	/** Prompts for the password that reveals the recovery phrase, or a private key. */
	| { readonly kind: "showPhrase" }
	| { readonly kind: "exportKey"; readonly address: string }
	/** Displayed in clear. */
	| {
			readonly kind: "secret";
			readonly secret:
				| { readonly kind: "phrase"; readonly phrase: readonly string[]; readonly hidesAt: number }
				| {
						readonly kind: "key";
						readonly address: string;
						readonly key: string;
						readonly hidesAt: number;
				  };
	  }
	/** Recovery after a forgotten password. */
	| { readonly kind: "restore" }
	| {
			readonly kind: "restored";
			readonly accounts: readonly string[];
			readonly lost: readonly string[];
			readonly keptAs: string;
	  }
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
