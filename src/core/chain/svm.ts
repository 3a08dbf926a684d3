import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

/** What a review knows of a Solana cluster, and what it asks for. */

/** Token-2022's extensions, which stand behind the base of a mint or token account. */

/** What the extensions of a mint let others do with it; null where it has none of the kind, or nobody may. */
export interface SvmMintPowers {
	/** May move and burn the tokens of every account. */
	readonly permanentDelegate: string | null;
	/** A program that runs at each transfer, and who may choose another. */
	readonly transferHook: { readonly program: string | null; readonly authority: string | null } | null;
	/** Who may close the mint. */
	readonly closeAuthority: string | null;
	readonly transferFee: {
		/** Who may change it. */
		readonly authority: string | null;
		/** Who may take what was kept back. */
		readonly withdrawer: string | null;
		/** The dearer of the two that are set, in hundredths of a percent. */
		readonly basisPoints: number;
		/** The most that is kept back of one transfer, in base units. */
		readonly most: bigint;
	} | null;
	/** New accounts are frozen. */
	readonly frozenByDefault: boolean;
}

/**
 * Accounts as the chain holds them, and what their owner program makes of their data. Sources: SPL Token,
 * Token-2022's extensions and metadata interface, the address lookup table program, solana-stake-interface's
 * StakeStateV2, solana-vote-interface's VoteStateVersions.
 */

export type SvmAccountData =
	| {
			readonly kind: "mint";
			readonly decimals: number;
			/** Base units. */
			readonly supply: bigint;
			readonly mintAuthority: string | null;
			readonly freezeAuthority: string | null;
			/** Token-2022's, by name; one that is not known is `Unknown(number)`. */
			readonly extensions: readonly string[];
			/** Of Token-2022's metadata extension, else of Metaplex' metadata: as the mint's maker wrote it. */
			readonly symbol: string | null;
			readonly name: string | null;
			/** Absent if amounts are shown as the chain counts them. */
			readonly scaling?: Scaling;
			/** What Token-2022's extensions let others do; absent for a mint without extensions. */
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
			/** Who may use it and withdraw from it; absent where it was never set up. */
			readonly authority?: string;
	  }
	| {
			readonly kind: "stake";
			readonly staker: string;
			readonly withdrawer: string;
			/** Absent if it is not staked. */
			readonly delegation?: SvmDelegation;
			/** Until both have passed nobody withdraws without the custodian; null where there never was one. */
			readonly lockup: SvmLockup | null;
	  }
	| {
			readonly kind: "vote";
			/** The validator. */
			readonly identity: string;
			/** Who may take what it earns, and say who votes. */
			readonly withdrawer: string;
			/** Share of a stake's rewards that the validator keeps, in hundredths of a percent. */
			readonly commission: bigint;
	  }
	| { readonly kind: "other" };

export interface SvmDelegation {
	/** The validator's vote account. */
	readonly voter: string;
	/** Epoch after which it is no longer staked; `null` if nobody stopped it. */
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
	/** What the owner program makes of its data, where it can be read; else `other`. */
	readonly data: SvmAccountData;
}

/** The contents of an address lookup table; null where there is none at the address. */
export type SvmLookupFacts = {
	readonly table: string;
	/** In the order that indices count. */
	readonly addresses: readonly string[];
	/** It is being closed: it may stop to work at any time. */
	readonly deactivated: boolean;
} | null;

/** Everything that a review wants to know of a Solana cluster, each part by itself, all asked at once. */

export interface SvmFactsRequest {
	/** The fee payer. */
	readonly payer: string;
	readonly blockhash: string;
	/** The message to be signed, without signatures. */
	readonly messageBase64: string;
	/** At most 64 are asked for. */
	readonly accounts: readonly string[];
	/** Those of them that are to be mints: what they are called is asked too, of at most 36. */
	readonly mints: readonly string[];
}

export interface SvmFacts {
	/** As the RPC says; where it is not the cluster's, nothing else here is trusted. */
	readonly genesis: string;
	readonly rightCluster: boolean;
	/** At `confirmed`. */
	readonly blockHeight: Fact<bigint>;
	/** Of the blockhash asked about, at `confirmed`. */
	readonly blockhashValid: Fact<boolean>;
	/** Of the fee payer. */
	readonly lamports: Fact<bigint>;
	/** Of the message, in lamports. */
	readonly fee: Fact<bigint>;
	/** By address; null: the account does not exist. */
	readonly accounts: ReadonlyMap<string, Fact<SvmAccountFacts | null>>;
	/** The rent-exempt minimum of a plain wallet, a token account and a mint, in lamports. */
	readonly rent: {
		readonly wallet: Fact<bigint>;
		readonly token: Fact<bigint>;
		readonly mint: Fact<bigint>;
	};
}
