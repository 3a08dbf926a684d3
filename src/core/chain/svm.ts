import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

export interface SvmMintPowers {
	readonly permanentDelegate: string | null;
	/** Program that runs on every transfer, and the authority that can replace it. */
	readonly transferHook: { readonly program: string | null; readonly authority: string | null } | null;
	readonly closeAuthority: string | null;
	readonly transferFee: {
		readonly authority: string | null;
		readonly withdrawer: string | null;
		/** The higher of the two configured fees. */
		readonly basisPoints: number;
		readonly most: bigint;
	} | null;
	readonly frozenByDefault: boolean;
}

/**
 * Account data as interpreted by its owner program. Sources: SPL Token, Token-2022's extensions and metadata
 * interface, the address lookup table program, solana-stake-interface's StakeStateV2, solana-vote-interface's
 * VoteStateVersions.
 */
export type SvmAccountData =
	| {
			readonly kind: "mint";
			readonly decimals: number;
			readonly supply: bigint;
			readonly mintAuthority: string | null;
			readonly freezeAuthority: string | null;
			readonly extensions: readonly string[];
			readonly symbol: string | null;
			readonly name: string | null;
			readonly scaling?: Scaling;
			readonly powers?: SvmMintPowers;
	  }
	| {
			readonly kind: "token";
			readonly mint: string;
			readonly owner: string;
			readonly amount: bigint;
			readonly delegate: string | null;
			readonly delegatedAmount: bigint;
			readonly closeAuthority: string | null;
			readonly frozen: boolean;
	  }
	| {
			readonly kind: "nonce";
			readonly authority?: string;
	  }
	| {
			readonly kind: "stake";
			readonly staker: string;
			readonly withdrawer: string;
			readonly delegation?: SvmDelegation;
			/**
			 * Withdrawals need the custodian's signature until the lockup's time and epoch have both passed.
			 */
			readonly lockup: SvmLockup | null;
	  }
	| {
			readonly kind: "vote";
			readonly identity: string;
			readonly withdrawer: string;
			/** The validator's share of rewards, in basis points. */
			readonly commission: bigint;
	  }
	| { readonly kind: "other" };

export interface SvmDelegation {
	readonly voter: string;
	/** Epoch after which the stake is inactive. `null` if it hasn't been deactivated. */
	readonly endsIn: bigint | null;
}

export interface SvmLockup {
	readonly time: bigint;
	readonly epoch: bigint;
	readonly custodian: string;
}

export interface SvmAccountFacts {
	readonly owner: string;
	readonly lamports: bigint;
	readonly executable: boolean;
	readonly size: number;
	readonly data: SvmAccountData;
}

export type SvmLookupFacts = {
	readonly table: string;
	readonly addresses: readonly string[];
	/** The table is being closed and may stop working at any time. */
	readonly deactivated: boolean;
} | null;

export interface SvmFactsRequest {
	readonly payer: string;
	readonly blockhash: string;
	readonly messageBase64: string;
	readonly accounts: readonly string[];
	/** Accounts that are probably mints. The names of the first 36 are queried too. */
	readonly mints: readonly string[];
}

export interface SvmFacts {
	/** Genesis hash reported by the RPC. The other facts are only valid if it matches the cluster's. */
	readonly genesis: string;
	readonly rightCluster: boolean;
	readonly blockHeight: Fact<bigint>;
	/** Read at the `confirmed` commitment level. */
	readonly blockhashValid: Fact<boolean>;
	readonly lamports: Fact<bigint>;
	readonly fee: Fact<bigint>;
	readonly accounts: ReadonlyMap<string, Fact<SvmAccountFacts | null>>;
	readonly rent: {
		readonly wallet: Fact<bigint>;
		readonly token: Fact<bigint>;
		readonly mint: Fact<bigint>;
	};
}
