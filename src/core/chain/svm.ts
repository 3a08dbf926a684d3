import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

/** Queries and facts of a Solana cluster for a review. */

/** Token-2022 extensions, stored after the base of a mint or token account. */

/** Powers that a mint's extensions give to others; `null` for a missing extension or holder. */
export interface SvmMintPowers {
	/** May move and burn the tokens of every account. */
	readonly permanentDelegate: string | null;
	/** Program that runs at each transfer, and the authority that may replace it. */
	readonly transferHook: { readonly program: string | null; readonly authority: string | null } | null;
	/** May close the mint. */
	readonly closeAuthority: string | null;
	readonly transferFee: {
		/** May change the configuration. */
		readonly authority: string | null;
		/** May withdraw withheld fees. */
		readonly withdrawer: string | null;
		/** The higher of the two configured fees. */
		readonly basisPoints: number;
		/** Maximum fee of one transfer, in base units. */
		readonly most: bigint;
	} | null;
	/** New accounts are frozen. */
	readonly frozenByDefault: boolean;
}

/**
 * Chain accounts, and their data as their owner program interprets it. Sources: SPL Token, Token-2022's
 * extensions and metadata interface, the address lookup table program, solana-stake-interface's StakeStateV2,
 * solana-vote-interface's VoteStateVersions.
 */

export type SvmAccountData =
	| {
			readonly kind: "mint";
			readonly decimals: number;
			/** Base units. */
			readonly supply: bigint;
			readonly mintAuthority: string | null;
			readonly freezeAuthority: string | null;
			/** Names of Token-2022 extensions; `Unknown(number)` for unknown ones. */
			readonly extensions: readonly string[];
			/** Symbol from Token-2022's metadata extension or Metaplex, as the mint's creator wrote it. */
			readonly symbol: string | null;
			readonly name: string | null;
			/** Absent if the token does not scale amounts. */
			readonly scaling?: Scaling;
			/** Powers that Token-2022 extensions give to others; absent without extensions. */
			readonly powers?: SvmMintPowers;
	  }
	| {
			readonly kind: "token";
			readonly mint: string;
			readonly owner: string;
			/** Base units. */
			readonly amount: bigint;
			readonly delegate: string | null;
			readonly delegatedAmount: bigint;
			readonly closeAuthority: string | null;
			readonly frozen: boolean;
	  }
	| {
			readonly kind: "nonce";
			/** May use the nonce and withdraw from it; absent if it was never initialized. */
			readonly authority?: string;
	  }
	| {
			readonly kind: "stake";
			readonly staker: string;
			readonly withdrawer: string;
			/** Absent if it is not staked. */
			readonly delegation?: SvmDelegation;
			/**
			 * Before both conditions pass only the custodian allows withdrawals; `null` if there never was a
			 * lockup.
			 */
			readonly lockup: SvmLockup | null;
	  }
	| {
			readonly kind: "vote";
			/** The validator. */
			readonly identity: string;
			/** May withdraw its earnings and choose the voter. */
			readonly withdrawer: string;
			/** Validator's share of a stake's rewards, in basis points. */
			readonly commission: bigint;
	  }
	| { readonly kind: "other" };

export interface SvmDelegation {
	/** The validator's vote account. */
	readonly voter: string;
	/** Epoch after which the stake ends; `null` if it was not deactivated. */
	readonly endsIn: bigint | null;
}

export interface SvmLockup {
	/** Unix seconds. */
	readonly time: bigint;
	readonly epoch: bigint;
	readonly custodian: string;
}

export interface SvmAccountFacts {
	readonly owner: string;
	readonly lamports: bigint;
	readonly executable: boolean;
	/** Bytes of data. */
	readonly size: number;
	/** Data as the owner program interprets it; `other` if unknown. */
	readonly data: SvmAccountData;
}

/** Contents of an address lookup table; `null` if the address has none. */
export type SvmLookupFacts = {
	readonly table: string;
	/** In index order. */
	readonly addresses: readonly string[];
	/** The table is being closed and may stop working at any time. */
	readonly deactivated: boolean;
} | null;

/** Solana facts for a review, queried in parallel; each can fail alone. */

export interface SvmFactsRequest {
	/** The fee payer. */
	readonly payer: string;
	readonly blockhash: string;
	/** Message to sign, without signatures. */
	readonly messageBase64: string;
	/** At most 64 are queried. */
	readonly accounts: readonly string[];
	/** Expected mints among the accounts; their names are queried too, for at most 36. */
	readonly mints: readonly string[];
}

export interface SvmFacts {
	/** Genesis hash from the RPC; unless it is the cluster's, no other member is trusted. */
	readonly genesis: string;
	readonly rightCluster: boolean;
	/** At `confirmed`. */
	readonly blockHeight: Fact<bigint>;
	/** Validity of the queried blockhash at `confirmed`. */
	readonly blockhashValid: Fact<boolean>;
	/** Balance of the fee payer. */
	readonly lamports: Fact<bigint>;
	/** Fee of the message, in lamports. */
	readonly fee: Fact<bigint>;
	/** Keyed by address; `null` if the account does not exist. */
	readonly accounts: ReadonlyMap<string, Fact<SvmAccountFacts | null>>;
	/** Rent-exempt minimum of a plain wallet, a token account and a mint, in lamports. */
	readonly rent: {
		readonly wallet: Fact<bigint>;
		readonly token: Fact<bigint>;
		readonly mint: Fact<bigint>;
	};
}
