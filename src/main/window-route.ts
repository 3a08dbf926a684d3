import type { SetupStep } from "../ipc/setup.ts";

/** Routes of the trusted window. Only the main process changes them. */
export type WindowRoute =
	| { readonly kind: "empty" }
	| { readonly kind: "welcome" }
	| { readonly kind: "setup"; readonly step: SetupStep; readonly practised?: "approved" | "rejected" }
	| { readonly kind: "practice" }
	| { readonly kind: "phrase"; readonly words: readonly string[]; readonly positions: readonly number[] }
	| { readonly kind: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly kind: "unlock"; readonly next: string | null }
	| { readonly kind: "addAccount" }
	| { readonly kind: "network"; readonly chainId?: string; readonly back?: string }
	| { readonly kind: "account"; readonly address: string }
	| { readonly kind: "changePassword" }
	| { readonly kind: "showPhrase" }
	| { readonly kind: "exportKey"; readonly address: string }
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
	| { readonly kind: "restore" }
	| {
			readonly kind: "restored";
			readonly accounts: readonly string[];
			readonly lost: readonly string[];
			readonly previousFile: string;
	  }
	| { readonly kind: "autoLock" }
	| { readonly kind: "blindSigning" }
	| { readonly kind: "ledger" }
	| { readonly kind: "rules" }
	| { readonly kind: "contacts" }
	/** Manual payment. `address` is the account that it was opened from. */
	| { readonly kind: "send"; readonly address: string | null }
	| { readonly kind: "signIn" }
	/** Adds an agent on this computer, or shows one. */
	| { readonly kind: "agents"; readonly agentId: string | null }
	/** Doors for programs on this computer. */
	| { readonly kind: "agentDoors" }
	| { readonly kind: "build"; readonly buildId: string }
	| { readonly kind: "topUp" }
	| { readonly kind: "removeApp"; readonly applicationId: number }
	/** No more requests in the triage are waiting. */
	| { readonly kind: "triage" }
	| { readonly kind: "entry"; readonly entryId: string; readonly mode: "review" | "progress" };
